/** Which fields a placement needs and must not have, by the order type's rule in the contract. */

import { checkOrderType, orderTypeRules } from "../../generated/order-rules.ts";
import type { PlaceOrderRequest } from "../../generated/types.ts";
import { type OrderFieldFault, orderFieldFaults } from "../../runtime/filters/order-check.ts";
import type { OrderType } from "../engine/state.ts";
import { type ErrorName, RequestError } from "../exchange/request-error.ts";

/** The request's order type, when its fields fit the type. Throws a `RequestError` when not. */
export function requireOrderFields(request: PlaceOrderRequest): OrderType {
  const { type } = request;
  if (!isOrderType(type)) {
    const known = Object.keys(orderTypeRules).join(", ");
    throw new RequestError("INVALID_ORDER_TYPE", `type is not known; use one of ${known}.`);
  }
  const [first] = orderFieldFaults({ ...request }, checkOrderType);
  if (first !== undefined) throw new RequestError(errorNameOf(first), first.message);
  return type;
}

function errorNameOf({ field, rule }: OrderFieldFault): ErrorName {
  if (rule === "required") return "MISSING_PARAMETER";
  return field === "timeInForce" ? "TIME_IN_FORCE_NOT_REQUIRED" : "NOT_REQUIRED_PARAMETER";
}

function isOrderType(type: string): type is OrderType {
  return Object.hasOwn(orderTypeRules, type);
}
