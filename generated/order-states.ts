// Generated from spec/rules/{order*,versioning}.yaml by generators/emitters/order-rules.ts.
// Do not edit: change the spec, then run `npm run generate`.

/**
 * States that an order never leaves.
 *
 * Assumed, not documented: final-states
 *
 * @see spec/rules/orderStates.yaml
 */
export const finalOrderStates = ["FILLED", "CANCELED", "REJECTED", "EXPIRED"] as const;

/**
 * The transitions between order states, and what triggers each.
 *
 * @see spec/rules/orderStates.yaml
 */
export const orderTransitions = [
  { from: "NEW", trigger: "execution", to: "PARTIALLY_FILLED" },
  { from: "PARTIALLY_FILLED", trigger: "execution", to: "FILLED" },
  { from: "NEW", trigger: "execution", to: "FILLED" },
  { from: "NEW", trigger: "cancellation", to: "CANCELED" },
  { from: "NEW", trigger: "refusal", to: "REJECTED" },
  { from: "NEW", trigger: "expiry", to: "EXPIRED" },
  {
    from: "PARTIALLY_FILLED",
    trigger: "execution",
    to: "PARTIALLY_FILLED",
    assumed: "partly-filled-transitions",
  },
  {
    from: "PARTIALLY_FILLED",
    trigger: "cancellation",
    to: "CANCELED",
    assumed: "partly-filled-transitions",
  },
  {
    from: "PARTIALLY_FILLED",
    trigger: "expiry",
    to: "EXPIRED",
    assumed: "partly-filled-transitions",
  },
] as const;

/**
 * Whether an order in this state no longer changes: `isFinal(order.status)`. `false` for a
 * state that the spec does not know.
 */
export function isFinal(status: string): boolean {
  return finalOrderStates.some((state) => state === status);
}

/**
 * Whether an order can go from one state to the next at once: `canMove(before, after)`. `false`
 * for a state that the spec does not know, and out of every final one.
 */
export function canMove(before: string, after: string): boolean {
  return orderTransitions.some(({ from, to }) => from === before && to === after);
}

/**
 * How the outcome of a cancellation whose response was lost is resolved, by operation.
 *
 * @see spec/paths/orders/order.yaml
 */
export const cancellationRules = {
  cancelOrder: {
    queriedBy: "getOrder",
    status: "status",
    listedBy: "getOpenOrders",
    canceled: ["CANCELED"],
    refusedCode: -2011,
    renamed: { clientOrderId: "origClientOrderId" },
    notFoundCode: -2013,
  },
} as const;
