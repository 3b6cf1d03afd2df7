/** Code and recorded responses, which stand beside the text. */

import * as read from "../../contract/documents/read.ts";
import type { Contract, Json, Operation } from "../../contract/model.ts";
import { code, fence, joined, type Md, md, soft } from "../markdown.ts";
import { recordingsOf } from "../nodes.ts";

/** One program in a language. */
export interface Sample {
  readonly title: string;
  readonly language: string;
  readonly text: string;
}

/** Samples one below the other; the script of the page shows one language. */
export function samplesIn(samples: readonly Sample[], note: Md): Md {
  return md`
<!-- beside -->

## {#samples} Sample

${note}
${samples.map(({ title, language, text }) => md`\n### ${title}\n${fence(text, language)}`)}`;
}

/** The recorded bodies of a success. */
export function examples(contract: Contract, operation: Operation): Md {
  const all = recordingsOf(contract, operation);
  if (all.length === 0) return soft("There is no recording.");
  const origins = new Set(all.map((one) => read.text(one, "x-origin")).filter(Boolean));
  const from = origins.size > 0 && md`From ${joined([...origins].map(code))}.`;
  return md`${from}
${all.map(({ summary, value }) => {
  const short = shortened(value ?? null);
  const cut = short.left > 0 && soft(`Lists are cut: ${short.left} more elements.`);
  return md`\n\n${soft(read.text(summary))}${fence(jsonText(short.value), "json")}${cut}\n\n`;
})}`;
}

/** How many elements of a list are shown. */
const shownMax = 2;

/** A value with short lists, and how many elements were left out. */
function shortened(value: Json): { readonly value: Json; readonly left: number } {
  let left = 0;
  const visit = (node: Json): Json => {
    if (Array.isArray(node)) {
      const isRow = node.every((one) => typeof one !== "object");
      const shown = isRow ? node : node.slice(0, shownMax);
      left += node.length - shown.length;
      return shown.map(visit);
    }
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, one]) => [key, visit(one)]));
  };
  return { value: visit(value), left };
}

/** JSON with lists of plain values, such as a level of an order book, on one line. */
export function jsonText(value: Json): string {
  return JSON.stringify(value, null, 2).replace(
    /\[\n\s+((?:"[^"\n]*"|[\w.-]+)(?:,\n\s+(?:"[^"\n]*"|[\w.-]+))*)\n\s+\]/gu,
    (_, items: string) => `[${items.replace(/\n\s+/gu, " ")}]`,
  );
}
