/** What a request weighs by the documents, and whether the usage header says the same. */

import { allFields, type Conversation } from "../recordings/conversation.ts";
import { weightOf } from "./facts.ts";
import { asList, asNode, type DocumentedOperation, type Documents } from "./openapi.ts";

/** The header that tells the weight used in the longest window. */
const usedHeader = "x-mbx-used-weight-1m";

/** The used weight that an answer tells; nothing where it tells none. */
export function usedWeight({ answer }: Conversation): number | undefined {
  const text = answer.headers.get(usedHeader);
  return text === undefined ? undefined : Number(text);
}

/**
 * Compares what a success has added to the used weight with what it weighs by the documents.
 * Nothing is said of failures, of operations without a weight, and of a window that began anew.
 */
export function checkWeight(
  documents: Documents,
  operation: DocumentedOperation,
  conversation: Conversation,
  usedBefore: number | undefined,
): readonly string[] {
  const used = usedWeight(conversation);
  const weight = documentedWeight(documents, operation, conversation);
  if (conversation.answer.status !== 200 || weight === undefined) return [];
  if (used === undefined || usedBefore === undefined || used < usedBefore) return [];
  const added = used - usedBefore;
  return added === weight ? [] : [`the call added a weight of ${added}; ${weight} is documented`];
}

function documentedWeight(
  documents: Documents,
  operation: DocumentedOperation,
  { request }: Conversation,
): number | undefined {
  const stated = weightOf(documents, operation);
  if (typeof stated === "number") return stated;
  const weight = asNode(stated);
  const fields = new Map(allFields(request));
  if (typeof weight["byPresence"] === "string") {
    return Number(weight[fields.has(weight["byPresence"]) ? "present" : "absent"]);
  }
  const name = String(weight["byParameter"]);
  const { schema } = operation.parameters.find((each) => each.name === name) ?? {};
  const value = Math.min(Number(fields.get(name) ?? schema?.["default"]), maximumOf(weight));
  const tier = asList(weight["tiers"])
    .map(asNode)
    .find(({ from, to }) => value >= Number(from) && value <= Number(to));
  return tier === undefined ? undefined : Number(tier["weight"]);
}

/** A larger value is cut to what the last tier ends with. */
function maximumOf(weight: ReturnType<typeof asNode>): number {
  return Math.max(...asList(weight["tiers"]).map((tier) => Number(asNode(tier)["to"])));
}
