import { nodesBehind, objectIn, textIn } from "../../contract/documents/json.ts";
import type { Contract, Json, JsonObject } from "../../contract/model.ts";
import { type Html, html, prose } from "../html.ts";
import type { Mark } from "../marks.ts";

/**
 * Assumptions about a part of a document that have no mark on its page yet, each with its gap:
 * about headers, forms and shared parts, which the page does not show one by one.
 */
export function alsoAssumed(
  { assumptions }: Contract,
  {
    document,
    node,
    body,
  }: { readonly document: JsonObject; readonly node: Json; readonly body: Html },
  mark: Mark,
): Html | undefined {
  const found = new Set([...nodesBehind(document, node)].flatMap(idsIn));
  const shown = new Set(
    [...body.markup.matchAll(/assumptions\.html#([\w-]+)/gu)].map(([, id]) => id),
  );
  const own = assumptions.filter(({ id }) => found.has(id) && !shown.has(id));
  if (own.length === 0) return undefined;
  const items = own.map(({ id, gap }) => html`<li>${prose(gap)}${mark(id)}</li>\n`);
  return html`<h2 id="assumed">Also assumed here</h2><ul>${items}</ul>`;
}

function idsIn(node: Json): readonly string[] {
  const own = objectIn(node);
  return ["x-assumed", "x-unstated"].map((key) => textIn(own[key])).filter((id) => id !== "");
}
