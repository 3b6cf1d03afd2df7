/** Which fields a placement needs and must not have, by the order type's rule in the contract. */

import { orderTypeRules } from "../../generated/order-rules.ts";
import type { PlaceOrderRequest } from "../../generated/types.ts";
import { checkOrderFields } from "../../runtime/order-fields.ts";
import type { OrderFieldFault, OrderTypeRules } from "../../runtime/order-fields.ts";
import type { OrderType } from "../engine/state.ts";
import { type FailureName, Refusal } from "../http/refusal.ts";

const rules: OrderTypeRules = orderTypeRules;

/** The request's order type, when its fields fit the type. Throws a `Refusal` when not. */
export function requireOrderFields(request: PlaceOrderRequest): OrderType {
  const { type } = request;
  if (!isOrderType(type)) {
    const known = Object.keys(rules).join(", ");
    throw new Refusal("INVALID_ORDER_TYPE", `type is not known; use one of ${known}.`);
  }
  const [first] = checkOrderFields({ ...request }, rules);
  if (first !== undefined) throw new Refusal(nameOf(first), first.message);
  return type;
}

function nameOf({ field, rule }: OrderFieldFault): FailureName {
  if (rule === "required") return "MISSING_PARAMETER";
  return field === "timeInForce" ? "TIME_IN_FORCE_NOT_REQUIRED" : "NOT_REQUIRED_PARAMETER";
}

function isOrderType(type: string): type is OrderType {
  return Object.hasOwn(rules, type);
}
