/** Parameters as a reader types them: one `name=value` a line. */

import { isWellFormed } from "../../../../runtime/encoding/field-issue.ts";
import type { Pair } from "../../../../runtime/encoding/percent.ts";

/** The parameters of a text, or what is wrong with a line of it. */
export type TypedParameters = { readonly pairs: readonly Pair[] } | { readonly issue: string };

/** Reads lines. The first equals sign ends the name; all behind it is the value, as it stands. */
export function readParameters(text: string): TypedParameters {
  const pairs: Pair[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const at = line.indexOf("=");
    const place = `Line ${index + 1}`;
    if (at === -1) return { issue: `${place} has no equals sign: write name=value.` };
    const name = line.slice(0, at);
    if (name === "") return { issue: `${place} has no name: write name=value.` };
    if (name !== name.trim()) return { issue: `${place} has spaces around its name.` };
    if (!isWellFormed(line)) return { issue: `${place} holds half a character: type it again.` };
    pairs.push([name, line.slice(at + 1)]);
  }
  return { pairs };
}

/** A joined text as lines. An `&` belongs to a value unless a name and `=` follow it. */
export function asLines(joined: string): string {
  return joined.split(/&(?=\w+=)/u).join("\n");
}
