/** Code and recorded answers beside a text. */

import { lookUp, objectIn, resolved, textIn } from "../../contract/documents/json.ts";
import type { Json, JsonObject } from "../../contract/model.ts";
import { type Html, html } from "../html.ts";
import { highlighted } from "../portal/highlight.ts";

/** One program in a language. */
export interface Sample {
  readonly title: string;
  readonly language: string;
  readonly text: string;
}

/** Samples one below the other; the script of the page makes tabs of them. */
export function sampleTabs(samples: readonly Sample[]): Html {
  const panels = samples.map(
    ({ title, language, text }) => html`<section class="panel" data-title="${title}">
<h3>${title}</h3>${codeFigure(text, language)}</section>`,
  );
  return html`<div class="tabs">${panels}</div>`;
}

/** Code with its colours. */
export function codeFigure(text: string, language: string): Html {
  const body = { markup: highlighted(`${text.trimEnd()}\n`, language) };
  return html`<figure class="sample"><pre data-language="${language}"><code>${body}</code></pre></figure>`;
}

/** The recorded bodies of a success: the first in view, the others to unfold. */
export function examples(node: JsonObject, document: JsonObject): Html {
  const at = ["responses", "200", "content", "application/json", "examples"];
  const all = Object.values(objectIn(lookUp(node, at))).map((one) => resolved(document, one));
  const [first, ...others] = all;
  if (first === undefined) return html`<p class="soft">There is no recording.</p>`;
  const unfolding = others.map(
    (one) => html`<details><summary>${textIn(one["summary"])}</summary>${recorded(one)}</details>`,
  );
  return html`<p class="soft small">${textIn(first["summary"])}</p>${recorded(first)}${unfolding}`;
}

function recorded({ value }: JsonObject): Html {
  const short = shortened(value ?? null);
  return html`${codeFigure(jsonText(short.value), "json")}${
    short.left === 0
      ? undefined
      : html`<p class="soft small">Lists are cut: ${short.left} more elements.</p>`
  }`;
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
