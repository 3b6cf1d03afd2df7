/** What sets the order types apart: the fields of each, and which way a price triggers it. */

import { checkOrderType, orderTypeRules } from "../../generated/order-rules.ts";
import type { PlaceCommand } from "./messages.ts";
import type { OrderType, Side } from "./state.ts";

/** How the price of the last trade comes to the stop price when it triggers an order. */
export type Crossing = "rises" | "falls";

/** Whether the command has just the fields that its type asks for. */
export function fieldsFit(command: PlaceCommand): boolean {
  const { quoteQuantity: quoteOrderQty, icebergQuantity: icebergQty, ...others } = command;
  let fits = true;
  checkOrderType({ ...others, quoteOrderQty, icebergQty }, () => {
    fits = false;
  });
  return fits;
}

/** How the price moves when it triggers an order; `undefined` for a type without a trigger. */
export function crossingOf(type: OrderType, side: Side): Crossing | undefined {
  return crossings.get(type)?.[side];
}

const crossings: ReadonlyMap<string, Readonly<Record<Side, Crossing>>> = new Map(
  Object.entries(orderTypeRules).flatMap(([type, rule]) =>
    "triggersWhenPrice" in rule ? [[type, rule.triggersWhenPrice] as const] : [],
  ),
);
