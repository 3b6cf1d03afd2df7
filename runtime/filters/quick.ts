/**
 * The short way to a verdict: amounts read into integers at a scale fixed per symbol, and a product
 * compared in floating point. Whatever that cannot tell for certain is left to the exact check.
 */

import type { RuleSet } from "./check.ts";
import type { OrderValues } from "./code.ts";
import type { Plan } from "./plan.ts";
import { planFor, slots } from "./plan.ts";
import { readMarket, readWords } from "./read.ts";
import { ask } from "./rule.ts";
import type { OrderContext, OrderFields } from "./types.ts";
import { unitsOf, unsure } from "./units.ts";

export type Verdict = "accepted" | "refused" | "unsure";

/** The short way for one set of rules. */
export interface QuickCheck {
  /** Whether the order breaks a rule, or that only an exact check can tell. */
  readonly verdict: (order: OrderFields, context?: OrderContext) => Verdict;
  /** Whether there is nothing at all to say of the order, neither of unknowns nor of warnings. */
  readonly isClean: (order: OrderFields) => boolean;
}

/** Plans are made per order type, when one first comes by. */
export function quickCheck(set: RuleSet): QuickCheck {
  const plans = new Map<string | undefined, Plan>();
  let type: string | undefined;
  let plan = planFor(set.rules, undefined);
  const choose = (wanted: string | undefined): Plan => {
    const known = plans.get(wanted);
    const chosen = known ?? planFor(set.rules, wanted);
    // Order types are few; a stream of invented ones must not fill the memory.
    if (known === undefined && plans.size < plansMax) plans.set(wanted, chosen);
    return chosen;
  };
  const planOf = (order: OrderFields): Plan => {
    const wanted = order.type;
    if (wanted !== type) {
      plan = choose(wanted);
      type = wanted;
    }
    return plan;
  };
  return {
    verdict: (order, context) => {
      const chosen = planOf(order);
      const verdict = amounts(chosen, order);
      if (verdict !== "accepted" || chosen.rest.length === 0) return verdict;
      return asked(chosen, order, context);
    },
    isClean: (order) => {
      const chosen = planOf(order);
      return chosen.isSilent && chosen.rest.length === 0 && amounts(chosen, order) === "accepted";
    },
  };
}

const plansMax = 32;

/** What the rules say that bound amounts by themselves or as a product. */
function amounts(plan: Plan, order: OrderFields): Verdict {
  if (plan.isExactOnly) return "unsure";
  const { units } = plan;
  const { price, quantity, stopPrice, icebergQty, quoteOrderQty } = order;
  let found = absent;
  if (price !== undefined && (found = unitsOf(price, plan.price)) < 0) return failure(found);
  units[0] = found;
  found = absent;
  if (quantity !== undefined && (found = unitsOf(quantity, plan.quantity)) < 0) {
    return failure(found);
  }
  units[1] = found;
  found = absent;
  if (stopPrice !== undefined && (found = unitsOf(stopPrice, plan.stopPrice)) < 0) {
    return failure(found);
  }
  units[2] = found;
  found = absent;
  if (icebergQty !== undefined && (found = unitsOf(icebergQty, plan.icebergQty)) < 0) {
    return failure(found);
  }
  units[3] = found;
  found = absent;
  if (quoteOrderQty !== undefined && (found = unitsOf(quoteOrderQty, plan.quoteOrderQty)) < 0) {
    return failure(found);
  }
  units[4] = found;
  return products(plan);
}

const absent = -1;

function failure(code: number): Verdict {
  return code === unsure ? "unsure" : "refused";
}

function products({ products: all, units }: Plan): Verdict {
  for (const { left, right, isMinimum, below, above } of all) {
    const one = units[left] ?? absent;
    const other = units[right] ?? absent;
    if (one < 0 || other < 0) continue;
    const product = one * other;
    if (isMinimum ? product >= above : product <= below) continue;
    return (isMinimum ? product < below : product > above) ? "refused" : "unsure";
  }
  return "accepted";
}

/** Asks the rules that need more than amounts, each only of an order that has its fields. */
function asked(plan: Plan, order: OrderFields, context: OrderContext | undefined): Verdict {
  let values: OrderValues | undefined;
  const market = readMarket(context);
  for (const rule of plan.rest) {
    if (rule.asks.some((name) => order[name] === undefined)) continue;
    values ??= valuesOf(plan, order);
    if (ask(rule, values, market).kind === "broken") return "refused";
  }
  return "accepted";
}

/** The order as rules read it, from the units that were just found to be in order. */
function valuesOf(plan: Plan, order: OrderFields): OrderValues {
  const values = readWords(order);
  for (const [slot, field] of slots.entries()) {
    const units = plan.units[slot] ?? absent;
    if (units >= 0) values[field] = { units, scale: plan[field].scale };
  }
  return values;
}
