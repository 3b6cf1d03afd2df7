import type { Html } from "./html.ts";

/** A place of the portal that rests on an assumption. */
export interface MarkedPlace {
  readonly href: string;
  readonly words: string;
}

interface Page {
  readonly path: string;
  readonly title: string;
  readonly body: Html;
}

/** Where each assumption is shown, by its id. */
export function markedPlaces(pages: readonly Page[]): ReadonlyMap<string, readonly MarkedPlace[]> {
  const found = new Map<string, MarkedPlace[]>();
  for (const page of pages) {
    for (const { id, anchor } of marksOf(page.body)) {
      const href = anchor === "" ? page.path : `${page.path}#${anchor}`;
      const known = found.get(id) ?? [];
      if (known.some((place) => place.href === href)) continue;
      const words = anchor === "" ? page.title : `${page.title}: ${anchor}`;
      found.set(id, [...known, { href, words }]);
    }
  }
  return found;
}

/** The marks of a page, each with the last anchor before it. */
function marksOf({ markup }: Html): readonly { readonly id: string; readonly anchor: string }[] {
  let anchor = "";
  return [...markup.matchAll(/\sid="([^"]*)"|href="assumptions\.html#([^"]*)"/gu)].flatMap(
    ([, own, id]) => {
      anchor = own ?? anchor;
      return id === undefined ? [] : [{ id, anchor }];
    },
  );
}
