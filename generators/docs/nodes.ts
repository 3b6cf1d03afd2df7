/** Parts of the documents, for what the model of the contract leaves out. */

import * as read from "../contract/documents/read.ts";
import type { Contract, JsonObject, Operation } from "../contract/model.ts";

export function operationNode({ documents }: Contract, { method, path }: Operation): JsonObject {
  return read.object(documents.openapi, "paths", path, method.toLowerCase());
}

/** Whether the contract advises against an operation. */
export function isDeprecated(contract: Contract, operation: Operation): boolean {
  return operationNode(contract, operation)["deprecated"] === true;
}

/** The recordings of successful calls. */
export function recordingsOf(contract: Contract, operation: Operation): readonly JsonObject[] {
  const at = ["responses", "200", "content", "application/json", "examples"];
  const examples = read.object(operationNode(contract, operation), ...at);
  return Object.values(examples).map((one) => read.resolved(contract.documents.openapi, one));
}
