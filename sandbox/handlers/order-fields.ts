/** Which fields a placement needs and must not have, by the order type's rule in the contract. */

import { orderTypeRules } from "../../generated/order-rules.ts";
import type { PlaceOrderRequest } from "../../generated/types.ts";
import type {
  OrderFieldFault,
  OrderTypeFields,
  OrderTypeRules,
} from "../../runtime/filters/order-fields.ts";
import { checkOrderFields } from "../../runtime/filters/order-fields.ts";
import type { OrderType } from "../engine/state.ts";
import { type FailureName, Refusal } from "../http/refusal.ts";

type FieldsByName = Readonly<Record<string, unknown>>;

const rules: OrderTypeRules = orderTypeRules;

/** The request's order type, when its fields fit the type. Throws a `Refusal` when not. */
export function requireOrderFields(request: PlaceOrderRequest): OrderType {
  const { type } = request;
  if (!isOrderType(type)) {
    const known = Object.keys(rules).join(", ");
    throw new Refusal("INVALID_ORDER_TYPE", `type is not known; use one of ${known}.`);
  }
  if (fits(request, rules[type])) return type;
  const [first] = checkOrderFields({ ...request }, rules);
  if (first !== undefined) throw new Refusal(nameOf(first), first.message);
  return type;
}

/** Whether `checkOrderFields` would find nothing; most placements are in order. */
function fits(request: object, rule: OrderTypeFields | undefined): boolean {
  return rule !== undefined && fit(request as FieldsByName, rule);
}

function fit(request: FieldsByName, rule: OrderTypeFields): boolean {
  for (const name of rule.required) if (request[name] === undefined) return false;
  for (const name of rule.forbidden) if (request[name] !== undefined) return false;
  for (const names of rule.oneOf) {
    let given = 0;
    for (const name of names) if (request[name] !== undefined) given += 1;
    if (given !== 1) return false;
  }
  return true;
}

function nameOf({ field, rule }: OrderFieldFault): FailureName {
  if (rule === "required") return "MISSING_PARAMETER";
  return field === "timeInForce" ? "TIME_IN_FORCE_NOT_REQUIRED" : "NOT_REQUIRED_PARAMETER";
}

function isOrderType(type: string): type is OrderType {
  return Object.hasOwn(rules, type);
}
