/** The documented weight of a request, and its check against the usage header. */

import { limits } from "../../generated/limits.ts";
import { fieldsIn, rowsIn } from "../../runtime/encoding/json-value.ts";
import { allFields, type Call } from "../recordings/conversation.ts";
import type { Issue } from "./issue.ts";
import { child, type DocumentNode } from "./json-pointers.ts";

/** A fixed weight, or tiers that depend on one parameter. */
export type Weight = number | { readonly parameter: string; readonly tiers: readonly WeightTier[] };

export interface WeightTier {
  readonly name: string;
  readonly weight: number;
  readonly includes: (value: string | undefined) => boolean;
}

/** The parts of an operation that determine its weight. */
interface WeightedOperation {
  readonly pointer: string;
  readonly weight: Weight | undefined;
  readonly parameters: readonly { readonly name: string; readonly schema: DocumentNode }[];
}

/** The longest weight window: its header shows what a call adds. */
export const weightWindow = limits
  .filter(({ counts }) => counts === "weight")
  .sort((one, other) => other.windowMs - one.windowMs)[0];

/** Reads `x-weight.ip`. */
export function readWeight(stated: unknown): Weight | undefined {
  if (typeof stated === "number") return stated;
  const { byPresence, byParameter, present, absent, tiers } = fieldsIn(stated);
  if (typeof byPresence === "string") {
    const withIt = { name: `with ${byPresence}`, weight: Number(present) };
    const without = { name: `without ${byPresence}`, weight: Number(absent) };
    return {
      parameter: byPresence,
      tiers: [
        { ...withIt, includes: (value) => value !== undefined },
        { ...without, includes: (value) => value === undefined },
      ],
    };
  }
  if (typeof byParameter !== "string") return undefined;
  const list = rowsIn(tiers);
  const last = Math.max(...list.map(({ to }) => Number(to)));
  return {
    parameter: byParameter,
    tiers: list.map(({ from, to, weight }) => ({
      name: `${byParameter} ${String(from)}-${String(to)}`,
      weight: Number(weight),
      // A value above the last tier is truncated to its end.
      includes: (value) =>
        Number(value) >= Number(from) && Math.min(Number(value), last) <= Number(to),
    })),
  };
}

/** The tier of a request; an absent parameter has its default value. */
export function findTier(
  { weight, parameters }: WeightedOperation,
  { request }: Call,
): WeightTier | undefined {
  if (typeof weight !== "object") return undefined;
  const usual = parameters.find(({ name }) => name === weight.parameter)?.schema["default"];
  const sent = new Map(allFields(request)).get(weight.parameter);
  const value = sent ?? (usual === undefined ? undefined : String(usual));
  return weight.tiers.find((tier) => tier.includes(value));
}

export function documentedWeight(operation: WeightedOperation, call: Call): number | undefined {
  const { weight } = operation;
  return typeof weight === "number" ? weight : findTier(operation, call)?.weight;
}

/** Used weight in the response's header, if any. */
export function usedWeight({ response }: Call): number | undefined {
  const text = response.headers.get(weightWindow?.header.toLowerCase() ?? "");
  return text === undefined ? undefined : Number(text);
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
