import { objectIn, textsIn } from "../contract/documents/json.ts";
import type { Channel, Contract, Operation } from "../contract/model.ts";

/** The place of an operation on the REST page, as the renderer names it: `/orders/placeorder`. */
export function operationHref(contract: Contract, { method, path, id }: Operation): string {
  const item = objectIn(objectIn(contract.documents.openapi["paths"])[path]);
  const [tag = ""] = textsIn(objectIn(item[method.toLowerCase()])["tags"]);
  return `rest.html#/${sectionName(tag)}/${id.toLowerCase()}`;
}

/** The place of a channel on the page of streams. */
export function channelHref(_: Contract, { id }: Channel): string {
  return `streams.html#/channels/${id.toLowerCase()}`;
}

function sectionName(tag: string): string {
  return tag.toLowerCase().replaceAll(" ", "-");
}
