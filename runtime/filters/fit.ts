/** Rounds the amounts of an order down until it fits; never up. */

import { print } from "../encoding/decimal-parts.ts";
import type { Asked, RuleSet } from "./check.ts";
import { askAll, check, limitsOf } from "./check.ts";
import type { Exact } from "./code.ts";
import { isSame, largestWithin } from "./grid.ts";
import { isZero } from "./math.ts";
import type { MarketReader } from "./read.ts";
import { amountFields, readOrder } from "./read.ts";
import type { AmountField, FieldChange, OrderFields, OrderFit } from "./types.ts";

/**
 * Rounds fields that rules speak of by themselves. A rule about anything else, such as price times
 * quantity, can then only hold or make the order impossible.
 */
export function fit<Order extends OrderFields>(
  set: RuleSet,
  order: Order,
  market: MarketReader,
): OrderFit<Order> {
  const changes = new Map<AmountField, FieldChange>();
  let fitted = order;
  let step = nextChange(set, fitted, market);
  // Lowering one field may bring another rule into play; values only fall, and this bounds them.
  for (let rounds = 0; step !== undefined && "to" in step && rounds < roundsMax; rounds += 1) {
    const { field, to, why } = step;
    const from = changes.get(field)?.from ?? step.from;
    changes.set(field, { field, from, to, why });
    fitted = { ...fitted, [field]: to };
    step = nextChange(set, fitted, market);
  }
  const { violations, ...rest } = check(set, readOrder(fitted), market);
  const [first] = violations;
  if (first !== undefined) {
    const { violations: all } = check(set, readOrder(order), market);
    const why = step?.why ?? first.message;
    return { kind: "impossible", why, violations: all.length > 0 ? all : violations };
  }
  return { kind: "fitted", order: fitted, changes: [...changes.values()], ...rest };
}

/** Every round settles one field; only rules that bound one field by another need a second. */
const roundsMax = 32;

type Step = FieldChange | { readonly why: string };

/** The first field that must be lowered, or why it cannot be; nothing when all fields fit. */
function nextChange(set: RuleSet, order: OrderFields, market: MarketReader): Step | undefined {
  const { values, faults } = readOrder(order);
  const [fault] = faults;
  if (fault !== undefined) return { why: fault.message };
  const asked = askAll(set.rules, values, market);
  for (const field of amountFields) {
    const value = values[field];
    const broken = asked.filter(
      ({ rule, outcome }) => rule.code.value.field === field && outcome.kind === "broken",
    );
    if (value !== undefined && broken.length > 0) return lowered({ field, value, broken, asked });
  }
  return undefined;
}

function lowered(given: {
  readonly field: AmountField;
  readonly value: Exact;
  readonly broken: readonly Asked[];
  readonly asked: readonly Asked[];
}): Step {
  const { field, value, broken, asked } = given;
  const rules = broken.map(({ rule }) => `${rule.filter} (${rule.id})`).join(", ");
  const found = largestWithin(value, limitsOf(field, asked));
  if (found === undefined || isZero(found) || found.units < 0 || isSame(found, value)) {
    return { why: `No ${field} of ${print(value)} or less keeps to ${rules}.` };
  }
  return { field, from: print(value), to: print(found), why: `It did not keep to ${rules}.` };
}
