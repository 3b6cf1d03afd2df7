import { objectIn, textsIn } from "../contract/documents/json.ts";
import type { Channel, Contract, Operation } from "../contract/model.ts";
import { type Html, html } from "./html.ts";

/** The place of an operation on the REST page, as the renderer names it: `/orders/placeorder`. */
export function operationHref(contract: Contract, { method, path, id }: Operation): string {
  const item = objectIn(objectIn(contract.documents.openapi["paths"])[path]);
  const [tag = ""] = textsIn(objectIn(item[method.toLowerCase()])["tags"]);
  return `rest.html#/${tag.toLowerCase().replaceAll(" ", "-")}/${id.toLowerCase()}`;
}

/** The operation that places orders, whose fields order rules and filters name. */
export function placingOperation({ operations }: Contract): Operation | undefined {
  return operations.find(({ placement }) => placement !== undefined);
}

/** An operation by its id, as a link to the REST page. */
export function operationLink(contract: Contract, operation: Operation): Html {
  return html`<a href="${operationHref(contract, operation)}">${operation.id}</a>`;
}

/** The place of a channel on the page of streams. */
export function channelHref({ id }: Pick<Channel, "id">): string {
  return `streams.html#/channels/${id.toLowerCase()}`;
}

/** The place of a request field on the page of fields. */
export function parameterHref(name: string): string {
  return `fields.html#parameter.${name}`;
}

/** The place of a record (a schema with a name) on the page of fields. */
export function recordHref(record: string): string {
  return `fields.html#${record}`;
}

/** The place of one field of a record on the page of fields. */
export function fieldHref(record: string, field: string): string {
  return `fields.html#${record}.${field}`;
}
