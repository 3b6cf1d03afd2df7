import * as read from "../contract/documents/read.ts";
import type { Assumption, Json } from "../contract/model.ts";
import { link, type Md, md } from "./markdown.ts";

/** Makes the mark of an undocumented fact; it links to the list of assumptions. */
export type Mark = (id: string | undefined) => Md | undefined;

/** Words of the marks by the kind of entry. */
export const kindWords = { assumed: "assumed", open: "left open", observed: "observed" } as const;

/** Marks for assumptions. The page has the reason of each at hand. */
export function createMark(assumptions: readonly Assumption[]): Mark {
  const byId = new Map(assumptions.map((one) => [one.id, one]));
  return (id) => {
    if (id === undefined) return undefined;
    const { kind = "assumed" } = byId.get(id) ?? {};
    return md` ${link(`assumptions.html#${id}`, kindWords[kind])}`;
  };
}

/** The assumption of a value of the spec, if any. */
export function assumedIn(value: Json | undefined): string | undefined {
  const node = read.object(value);
  return read.text(node, "x-assumed") || read.text(node, "x-unstated") || undefined;
}
