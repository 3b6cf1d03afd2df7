import * as read from "../contract/documents/read.ts";
import type { Contract, Json, JsonObject } from "../contract/model.ts";
import { link, type Md, md, prose, raw, terms } from "./markdown.ts";

/** Words of the marks by the kind of entry. */
export const kindWords = { assumed: "assumed", open: "left open", observed: "observed" } as const;

/** The mark of an undocumented fact; it links to the list of assumptions. */
export function mark(id: string | undefined): Md | undefined {
  return id === undefined ? undefined : md` ${link(`assumptions.html#${id}`, kindWords.assumed)}`;
}

/** The mark of a value of the spec, if it is assumed or open. */
export function markOf(value: Json | undefined): Md | undefined {
  return mark(assumedIn(value));
}

/** The assumption of a value of the spec, if any. */
export function assumedIn(value: Json | undefined): string | undefined {
  return read.text(value, "x-assumed") || read.text(value, "x-unstated") || undefined;
}

/** A text whose marks say of which kind each assumption is. */
export function withKinds({ source }: Md, { assumptions }: Pick<Contract, "assumptions">): Md {
  const words = new Map(assumptions.map(({ id, kind }) => [id, kindWords[kind]]));
  const text = source.replaceAll(/\[assumed\]\((assumptions\.md#([\w-]+))\)/gu, (_, href, id) => {
    return `[${words.get(id) ?? kindWords.assumed}](${href})`;
  });
  return raw(text);
}

export function withoutMarks({ source }: Md): string {
  return source.replaceAll(/ \[assumed\]\(assumptions\.md#[\w-]+\)/gu, "");
}

/** A place of the portal that rests on an assumption. */
export interface MarkedPlace {
  readonly href: string;
  readonly words: string;
}

interface Page {
  readonly path: string;
  readonly title: string;
  readonly body: Md;
}

/** Where each assumption is shown, by its id: the last anchor before each mark. */
export function markedPlaces(pages: readonly Page[]): ReadonlyMap<string, readonly MarkedPlace[]> {
  const found = new Map<string, MarkedPlace[]>();
  for (const { path, title, body } of pages) {
    let anchor = "";
    for (const [, own, id] of body.source.matchAll(marks)) {
      anchor = own ?? anchor;
      const href = anchor === "" ? path : `${path}#${anchor}`;
      const known = (id !== undefined && found.get(id)) || [];
      if (id === undefined || known.some((place) => place.href === href)) continue;
      found.set(id, [...known, { href, words: anchor === "" ? title : `${title}: ${anchor}` }]);
    }
  }
  return found;
}

/** An anchor, or a link to an assumption. */
const marks = /\{#([^{}]+)\}|\]\(assumptions\.md#([\w-]+)\)/gu;

/**
 * What is assumed or open about a part of a document and has no mark in the text about it: its
 * headers, forms and shared parts, which the text does not show one by one.
 */
export function alsoAssumed(
  { assumptions }: Contract,
  document: JsonObject,
  node: Json | undefined,
  { source }: Md,
): Md | undefined {
  const found = new Set([...read.nodesBehind(document, node ?? {})].map(assumedIn));
  const shown = new Set([...source.matchAll(marks)].map(([, , id]) => id));
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
