import { objectIn, textsIn } from "../contract/documents/json.ts";
import type { Channel, Contract, Operation } from "../contract/model.ts";
import { type Html, html } from "./html.ts";

/** The anchor of an operation on the REST page, in the renderer's form: `/orders/placeorder`. */
export function operationHref(contract: Contract, { method, path, id }: Operation): string {
  const item = objectIn(objectIn(contract.documents.openapi["paths"])[path]);
  const [tag = ""] = textsIn(objectIn(item[method.toLowerCase()])["tags"]);
  return `rest.html#/${tag.toLowerCase().replaceAll(" ", "-")}/${id.toLowerCase()}`;
}

/** The operation that places orders; its fields occur in order rules and filters. */
export function placingOperation({ operations }: Contract): Operation | undefined {
  return operations.find(({ placement }) => placement !== undefined);
}

/** A link to an operation on the REST page. */
export function operationLink(contract: Contract, operation: Operation): Html {
  return html`<a href="${operationHref(contract, operation)}">${operation.id}</a>`;
}

/** The anchor of a channel on the streams page. */
export function channelHref({ id }: Pick<Channel, "id">): string {
  return `streams.html#/channels/${id.toLowerCase()}`;
}

/** The anchor of a request field on the fields page. */
export function parameterHref(name: string): string {
  return `fields.html#parameter.${name}`;
}

/** The anchor of a record (a named schema) on the fields page. */
export function recordHref(record: string): string {
  return `fields.html#${record}`;
}

/** The anchor of a record's field on the fields page. */
export function fieldHref(record: string, field: string): string {
  return `fields.html#${record}.${field}`;
}
