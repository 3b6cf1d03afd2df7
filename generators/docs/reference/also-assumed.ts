import { nodesBehind, objectIn, textIn } from "../../contract/documents/json.ts";
import type { Contract, Json, JsonObject } from "../../contract/model.ts";
import { list, type Md, md, prose } from "../markdown.ts";
import { marksIn } from "../marked-places.ts";
import type { Mark } from "../marks.ts";

/**
 * Assumptions about a part of a document that have no mark in its text yet, each with its gap:
 * about headers, forms and shared parts, which the page does not show one by one.
 */
export function alsoAssumed(
  { assumptions }: Contract,
  document: JsonObject,
  node: Json,
  text: Md,
  mark: Mark,
): Md | undefined {
  const found = new Set([...nodesBehind(document, node)].flatMap(idsIn));
  const shown = marksIn(text);
  const own = assumptions.filter(({ id }) => found.has(id) && !shown.has(id));
  if (own.length === 0) return undefined;
  return md`
## {#assumed} Also assumed here
${list(own.map(({ id, gap }) => md`${prose(gap)}${mark(id)}`))}`;
}

function idsIn(node: Json): readonly string[] {
  const own = objectIn(node);
  return ["x-assumed", "x-unstated"].map((key) => textIn(own[key])).filter((id) => id !== "");
}
