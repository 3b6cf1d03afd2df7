import { lookUp, member, nodesBehind, objectIn } from "../contract/documents/json.ts";
import type { Contract, Json, JsonObject } from "../contract/model.ts";
import type { Html } from "./html.ts";
import { channelHref, operationHref } from "./links.ts";
import { restView } from "./reference/rest-view.ts";
import { streamView } from "./reference/stream-view.ts";

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

/** Where each assumption is shown, by its id: on our pages and in the reference. */
export function markedPlaces(
  contract: Contract,
  pages: readonly Page[],
): ReadonlyMap<string, readonly MarkedPlace[]> {
  const reference = referenceNodes(contract);
  const found = new Map<string, MarkedPlace[]>();
  const add = (ids: Iterable<string>, place: MarkedPlace): void => {
    for (const id of ids) {
      const known = found.get(id) ?? [];
      if (!known.some(({ href }) => href === place.href)) found.set(id, [...known, place]);
    }
  };
  for (const page of pages) {
    for (const { id, anchor } of marksOf(page.body)) {
      const href = anchor === "" ? page.path : `${page.path}#${anchor}`;
      add([id], { href, words: anchor === "" ? page.title : `${page.title}: ${anchor}` });
    }
  }
  for (const { node, place } of reference) add(linkedIn([node]), place);
  // Every operation shows the shared parts: they count only for assumptions shown nowhere else.
  const near = new Set(found.keys());
  for (const { node, document, place } of reference) {
    const texts = [...nodesBehind(document, node)].map((one) => member(one, "description") ?? "");
    const ids = linkedIn(texts).filter((id) => !near.has(id));
    add(ids, place);
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

interface ReferenceNode {
  readonly node: Json;
  readonly document: JsonObject;
  readonly place: MarkedPlace;
}

/** The operations and channels of the reference. */
function referenceNodes(contract: Contract): readonly ReferenceNode[] {
  const [rest, streams] = [restView(contract), streamView(contract)];
  return [
    ...contract.operations.map((one): ReferenceNode => {
      const node = lookUp(rest, ["paths", one.path, one.method.toLowerCase()]) ?? {};
      const place = { href: operationHref(contract, one), words: `REST: ${one.id}` };
      return { node, document: rest, place };
    }),
    ...contract.channels.map((one): ReferenceNode => {
      const node = objectIn(streams["channels"])[one.id] ?? {};
      const place = { href: channelHref(one), words: `Streams: ${one.id}` };
      return { node, document: streams, place };
    }),
  ];
}

/** Ids of the assumptions that descriptions link to. */
function linkedIn(nodes: readonly Json[]): readonly string[] {
  const matches = JSON.stringify(nodes).matchAll(/\(assumptions\.html#([\w-]+)\)/gu);
  return [...matches].map(([, id = ""]) => id);
}
