/** Which fields a placement needs and must not have, by the order type's rule in the contract. */

import { orderTypeRules } from "../../generated/order-rules.ts";
import type { PlaceOrderRequest } from "../../generated/types.ts";
import type { OrderType } from "../engine/state.ts";
import { Refusal } from "../http/refusal.ts";

/** What one type asks of the fields. */
interface TypeRule {
  readonly required: readonly string[];
  /** Exactly one of each list. */
  readonly oneOf: readonly (readonly string[])[];
  readonly forbidden: readonly string[];
}

const rules: Readonly<Record<string, TypeRule>> = orderTypeRules;

/** The request's order type, when its fields fit the type. Throws a `Refusal` when not. */
export function requireOrderFields(request: PlaceOrderRequest): OrderType {
  const { type } = request;
  if (!isOrderType(type)) {
    const known = Object.keys(rules).join(", ");
    throw new Refusal("INVALID_ORDER_TYPE", `type is not known; use one of ${known}.`);
  }
  const rule = rules[type];
  const fields: Readonly<Record<string, unknown>> = { ...request };
  const missing = rule?.required.find((name) => fields[name] === undefined);
  if (missing !== undefined) {
    throw new Refusal("MISSING_PARAMETER", `${missing} is missing; ${type} orders need it.`);
  }
  const extra = rule?.forbidden.find((name) => fields[name] !== undefined);
  if (extra !== undefined) throw notWanted(extra, `${type} orders do not take it`);
  for (const names of rule?.oneOf ?? []) requireOne(names, fields, type);
  return type;
}

function requireOne(
  names: readonly string[],
  fields: Readonly<Record<string, unknown>>,
  type: string,
): void {
  const given = names.filter((name) => fields[name] !== undefined);
  const list = names.join(" or ");
  if (given.length === 0) {
    throw new Refusal("MISSING_PARAMETER", `${list} is missing; ${type} orders need one of them.`);
  }
  const [, second] = given;
  if (second !== undefined) throw notWanted(second, `${type} orders take only one of ${list}`);
}

function notWanted(name: string, why: string): Refusal {
  const code = name === "timeInForce" ? "TIME_IN_FORCE_NOT_REQUIRED" : "NOT_REQUIRED_PARAMETER";
  return new Refusal(code, `${name} is not wanted; ${why}, so leave it out.`);
}

function isOrderType(type: string): type is OrderType {
  return Object.hasOwn(rules, type);
}
