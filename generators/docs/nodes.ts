/** Parts of the documents, for what the model of the contract leaves out. */

import { lookUp, objectIn, resolved } from "../contract/documents/json.ts";
import type { Contract, JsonObject, Operation } from "../contract/model.ts";

export function operationNode({ documents }: Contract, { method, path }: Operation): JsonObject {
  return objectIn(lookUp(documents.openapi, ["paths", path, method.toLowerCase()]));
}

/** The recordings of successful calls. */
export function recordingsOf(contract: Contract, operation: Operation): readonly JsonObject[] {
  const at = ["responses", "200", "content", "application/json", "examples"];
  const examples = objectIn(lookUp(operationNode(contract, operation), at));
  return Object.values(examples).map((one) => resolved(contract.documents.openapi, one));
}
