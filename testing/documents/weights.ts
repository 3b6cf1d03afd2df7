/** The documented weight of a request, and its check against the usage header. */

import { limits } from "../../generated/limits.ts";
import { weigh } from "../../runtime/rate-limits/weight.ts";
import type { Weight } from "../../runtime/tables.ts";
import { allFields, type Call } from "../recordings/conversation.ts";
import type { Issue } from "./issue.ts";
import { child } from "./json-pointers.ts";
import type { DocumentedOperation } from "./openapi.ts";

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
export function findTier({ weight }: DocumentedOperation, { request }: Call): string | undefined {
  if (weight === undefined || weight.kind === "fixed") return undefined;
  const sent = new Map(allFields(request)).get(weight.parameter);
  if (weight.kind === "byPresence") return tiersOf(weight)[sent === undefined ? 1 : 0];
  // A value above the last tier is truncated to its end.
  const value = Math.min(Number(sent ?? weight.default), weight.tiers.at(-1)?.to ?? 0);
  return tiersOf(weight)[weight.tiers.findIndex(({ from, to }) => value >= from && value <= to)];
}

export function documentedWeight({ weight }: DocumentedOperation, call: Call): number | undefined {
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

/**
 * What a call adds to the used weight after another; `undefined` without usage headers, or if the
 * window restarted.
 */
export function addedWeight(before: Call, call: Call): number | undefined {
  const used = [before, call].map((each) => usageIn(each, weightWindow));
  const [from = Number.NaN, to = Number.NaN] = used;
  // `NaN` compares with nothing.
  return to >= from ? to - from : undefined;
}

/**
 * Compares the weight that a successful call added with the documented one. Skips failed calls,
 * operations without a stated weight, and windows that restarted.
 */
export function checkWeight(
  operation: DocumentedOperation,
  before: Call,
  call: Call,
): readonly Issue[] {
  const added = addedWeight(before, call);
  const weight = documentedWeight(operation, call);
  if (call.response.status !== 200 || weight === undefined) return [];
  if (added === undefined || added === weight) return [];
  const text = `the call added a weight of ${added}; ${weight} is documented`;
  return [{ kind: "weight", text, pointer: child(operation.pointer, "x-weight") }];
}
