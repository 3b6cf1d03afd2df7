/** The documented weight of a request, and its check against the usage header. */

import { limits } from "../../generated/limits.ts";
import { weigh } from "../../runtime/rate-limits/weight.ts";
import type { Weight } from "../../runtime/tables.ts";
import { allFields, type Call } from "../recordings/conversation.ts";
import type { Issue } from "./issue.ts";
import { child } from "./json-pointers.ts";

/** The parts of an operation that determine its weight. */
interface WeightedOperation {
  readonly pointer: string;
  readonly weight: Weight | undefined;
}

/** The longest window that counts weight or orders: its header shows what a call adds. */
export function longestWindow(what: (typeof limits)[number]["counts"]) {
  const windows = limits.filter(({ counts }) => counts === what);
  return windows.sort((one, other) => other.windowMs - one.windowMs)[0];
}

/** The longest window of weight. */
export const weightWindow = longestWindow("weight");

/** The names of a weight's tiers. */
export function tiersOf(weight: Weight | undefined): readonly string[] {
  switch (weight?.kind) {
    case "byPresence":
      return [`with ${weight.parameter}`, `without ${weight.parameter}`];
    case "byTier":
      return weight.tiers.map(({ from, to }) => `${weight.parameter} ${from}-${to}`);
    default:
      return [];
  }
}

/** The name of a request's tier; an absent parameter has its default value. */
export function findTier(
  { weight }: Pick<WeightedOperation, "weight">,
  { request }: Call,
): string | undefined {
  if (weight === undefined || weight.kind === "fixed") return undefined;
  const sent = new Map(allFields(request)).get(weight.parameter);
  if (weight.kind === "byPresence") return tiersOf(weight)[sent === undefined ? 1 : 0];
  // A value above the last tier is truncated to its end.
  const value = Math.min(Number(sent ?? weight.default), weight.tiers.at(-1)?.to ?? 0);
  return tiersOf(weight)[weight.tiers.findIndex(({ from, to }) => value >= from && value <= to)];
}

export function documentedWeight({ weight }: WeightedOperation, call: Call): number | undefined {
  return weight && weigh(weight, Object.fromEntries(allFields(call.request)));
}

/** The usage of a window in the response's header, if any. */
export function usageIn(
  { response }: Call,
  window: { readonly header: string } | undefined,
): number | undefined {
  const text = response.headers.get(window?.header.toLowerCase() ?? "");
  return text === undefined ? undefined : Number(text);
}

/** Used weight of the longest window in the response's header, if any. */
export function usedWeight(call: Call): number | undefined {
  return usageIn(call, weightWindow);
}

/**
 * Compares the weight that a successful call added with the documented one. Skips failed calls,
 * operations without a stated weight, and windows that restarted.
 */
export function checkWeight(
  operation: WeightedOperation,
  call: Call,
  usedBefore: number | undefined,
): readonly Issue[] {
  const used = usedWeight(call);
  const weight = documentedWeight(operation, call);
  if (call.response.status !== 200 || weight === undefined) return [];
  if (used === undefined || usedBefore === undefined || used < usedBefore) return [];
  const added = used - usedBefore;
  if (added === weight) return [];
  const text = `the call added a weight of ${added}; ${weight} is documented`;
  return [{ kind: "weight", text, pointer: child(operation.pointer, "x-weight") }];
}
