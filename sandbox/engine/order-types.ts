/** What sets the order types apart: the fields of each, and which way a price triggers it. */

import { orderTypeRules } from "../../generated/order-rules.ts";
import type { PlaceCommand } from "./messages.ts";
import type { OrderType, Side } from "./state.ts";

/** How the price of the last trade comes to the stop price when it triggers an order. */
export type Crossing = "rises" | "falls";

/**
 * Whether the command has just the fields that its type asks for: those of
 * spec/rules/orderParameters.yaml.
 */
export function fieldsFit(command: PlaceCommand): boolean {
  const rule = rulesByType.get(command.type);
  if (rule === undefined) return false;
  const given = fieldsOf(command);
  if ((given & rule.required) !== rule.required || (given & rule.forbidden) !== 0) return false;
  return rule.oneOf.every((choices) => isOneBit(given & choices));
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

/** A field of the wire as a bit, so that a set of fields is one number. */
const bits: Readonly<Record<string, number>> = {
  quantity: 1,
  quoteOrderQty: 2,
  price: 4,
  stopPrice: 8,
  timeInForce: 16,
  icebergQty: 32,
};

interface FieldRule {
  readonly required: number;
  readonly forbidden: number;
  readonly oneOf: readonly number[];
}

const rulesByType: ReadonlyMap<string, FieldRule> = new Map(
  Object.entries(orderTypeRules).map(([type, { required, forbidden, oneOf }]) => [
    type,
    { required: bitsOf(required), forbidden: bitsOf(forbidden), oneOf: oneOf.map(bitsOf) },
  ]),
);

function bitsOf(names: readonly string[]): number {
  return names.reduce((all, name) => all | (bits[name] ?? 0), 0);
}

function fieldsOf(command: PlaceCommand): number {
  return (
    (command.quantity === undefined ? 0 : 1) |
    (command.quoteQuantity === undefined ? 0 : 2) |
    (command.price === undefined ? 0 : 4) |
    (command.stopPrice === undefined ? 0 : 8) |
    (command.timeInForce === undefined ? 0 : 16) |
    (command.icebergQuantity === undefined ? 0 : 32)
  );
}

function isOneBit(set: number): boolean {
  return set !== 0 && (set & (set - 1)) === 0;
}
