import * as read from "../contract/documents/read.ts";
import type { Contract, Json, JsonObject } from "../contract/model.ts";
import { type Md, md, prose, raw, terms } from "./markdown.ts";
import { marksIn } from "./marked-places.ts";
import { assumedIn, type Mark } from "./marks.ts";

/**
 * What is assumed or open about a part of a document and has no mark in the text about it: its
 * headers, forms and shared parts, which the text does not show one by one.
 */
export function alsoAssumed(
  { assumptions }: Contract,
  document: JsonObject,
  node: Json | undefined,
  text: Md,
  mark: Mark,
): Md | undefined {
  const found = new Set([...read.nodesBehind(document, node ?? {})].map((one) => assumedIn(one)));
  const shown = marksIn(text);
  const own = assumptions.filter(({ id }) => found.has(id) && !shown.has(id));
  if (own.length === 0) return undefined;
  return terms(
    own.map(({ id, gap, choice }) => {
      return [prose(gap.replace(/\.\s*$/u, "")), md`${prose(choice)}${mark(id)}`];
    }),
  );
}

/** The same under a heading, for the end of a page. */
export function alsoAssumedSection(...parts: Parameters<typeof alsoAssumed>): Md | undefined {
  const all = alsoAssumed(...parts);
  return all && md`${raw("\n\n## {#assumed} Also assumed here\n")}${all}`;
}
