import type { Md } from "./markdown.ts";

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

/** The assumptions that a text links to. */
export function marksIn({ source }: Md): ReadonlySet<string | undefined> {
  return new Set([...source.matchAll(marks)].map(([, , id]) => id));
}
