// Generated from spec/limits.yaml and spec/paths/**/*.yaml by generators/emitters/limits.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { LimitDescriptor } from "../runtime/types.ts";
import { weightOf as weigh } from "../runtime/weight.ts";
import type { CallWeight } from "../runtime/weight.ts";
import { operations } from "./operations.ts";
import type { OperationId } from "./operations.ts";

/**
 * Every counted window: what it counts, for whom, how much fits, and the header that tells what is
 * used. `null` stands for an amount that the interface does not state.
 *
 * @see spec/limits.yaml
 */
export const limits = [
  {
    id: "weight10s",
    counts: "weight",
    per: "ip",
    windowMs: 10_000,
    amount: 1000,
    header: "X-MBX-USED-WEIGHT-10S",
    carriedBy: "everyAnswer",
  },
  {
    id: "weight1m",
    counts: "weight",
    per: "ip",
    windowMs: 60_000,
    amount: 6000,
    header: "X-MBX-USED-WEIGHT-1M",
    carriedBy: "everyAnswer",
  },
  {
    id: "orders10s",
    counts: "orders",
    per: "account",
    windowMs: 10_000,
    amount: 1000,
    header: "X-MBX-ORDER-COUNT-10S",
    carriedBy: "orderAnswers",
    assumed: "order-rate-numbers",
  },
  {
    id: "orders1d",
    counts: "orders",
    per: "account",
    windowMs: 86_400_000,
    amount: 200_000,
    header: "X-MBX-ORDER-COUNT-1D",
    carriedBy: "orderAnswers",
    assumed: "order-rate-numbers",
  },
] as const satisfies readonly LimitDescriptor[];

/**
 * Header of each window, by the window's id.
 *
 * @see spec/limits.yaml
 */
export const usageHeaders = {
  weight10s: "X-MBX-USED-WEIGHT-10S",
  weight1m: "X-MBX-USED-WEIGHT-1M",
  orders10s: "X-MBX-ORDER-COUNT-10S",
  orders1d: "X-MBX-ORDER-COUNT-1D",
} as const;

/**
 * What one call costs, per IP address and per account; fields that decide it are read from
 * `params`. A budget that the call does not touch, or the spec does not state, is absent.
 */
export function weightOf(
  operationId: OperationId,
  params: Readonly<Record<string, unknown>> = {},
): CallWeight {
  return weigh(operations[operationId].weight, params);
}

export type { CallWeight } from "../runtime/weight.ts";
