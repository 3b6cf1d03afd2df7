/** Rounds the amounts of an order down until they fit; never up. */

import { print } from "../encoding/decimal.ts";
import type { SymbolRules } from "./explain.ts";
import { explain, nameOf } from "./explain.ts";
import { nearestBelow } from "./nearest.ts";
import { amountFields, type MarketReader } from "./read.ts";
import type { AmountField, FieldChange, OrderFields, OrderFit } from "./types.ts";

/**
 * Rounds every field that rules name by itself. A rule about anything else, such as price times
 * quantity, can then only hold or make the order impossible.
 */
export function fit<Order extends OrderFields>(
  rules: SymbolRules,
  order: Order,
  market: MarketReader,
): OrderFit<Order> {
  const changes = new Map<AmountField, FieldChange>();
  let fitted = order;
  let step = nextChange(rules, fitted, market);
  // Lowering one field may bring another rule into play; values only fall, and this bounds them.
  for (let rounds = 0; step !== undefined && "to" in step && rounds < roundsMax; rounds += 1) {
    const { field, to, why } = step;
    const from = changes.get(field)?.from ?? step.from;
    changes.set(field, { field, from, to, why });
    fitted = { ...fitted, [field]: to };
    step = nextChange(rules, fitted, market);
  }
  const { violations, ...rest } = explain(rules, fitted, market);
  const [first] = violations;
  if (first !== undefined) {
    const why = step?.why ?? first.message;
    return { kind: "impossible", why, violations: explain(rules, order, market).violations };
  }
  return { kind: "fitted", order: fitted, changes: [...changes.values()], ...rest };
}

/** Every round settles one field; only rules that bound one field by another need a second. */
const roundsMax = 32;

type Step = FieldChange | { readonly why: string };

/** The first field that must be lowered, or why it cannot be; nothing when none has to be. */
function nextChange(
  rules: SymbolRules,
  order: OrderFields,
  market: MarketReader,
): Step | undefined {
  const { faults, broken } = rules.evaluate(order, market, rules.offset);
  if (faults.length > 0) return undefined;
  for (const field of amountFields) {
    const own = broken.filter(({ rule }) => rule.field === field);
    const [first] = own;
    if (first === undefined) continue;
    const names = own.map(({ rule }) => nameOf(rule)).join(", ");
    const from = print({ units: first.value, scale: first.scale });
    const to = nearestBelow(rules, field, { order, market, broken });
    if (to === undefined) return { why: `No ${field} of ${from} or less keeps to ${names}.` };
    return { field, from, to, why: `It did not keep to ${names}.` };
  }
  return undefined;
}
