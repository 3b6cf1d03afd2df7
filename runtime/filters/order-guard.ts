/** What stands against an order before it is sent, by what the interface shows and by what not. */

import type { RequestFault } from "../encoding/field-fault.ts";
import type { OrderTypeRules } from "./order-fields.ts";
import { checkOrderFields } from "./order-fields.ts";
import type { CompiledFilters, OrderFields, Violation } from "./types.ts";

/** The faults of an order, sorted by how sure they are. */
export interface OrderVerdict {
  /** The interface documents the rule: the exchange would refuse the order. */
  readonly refused: readonly RequestFault[];
  /** The rule is assumed: the exchange may take the order. */
  readonly doubted: readonly RequestFault[];
}

/** What an order is judged by; what is absent is not asked. */
export interface OrderLaw {
  readonly orderTypes?: OrderTypeRules | undefined;
  readonly filters?: CompiledFilters | undefined;
}

/** Judges an order. A rule whose outcome nobody can tell here stands against nothing. */
export function judgeOrder(
  order: Readonly<Record<string, string>>,
  { orderTypes = {}, filters }: OrderLaw,
): OrderVerdict {
  const fields: OrderFields = order;
  const faults: readonly RequestFault[] = [
    ...checkOrderFields(order, orderTypes),
    ...(filters?.checkOrder(fields).violations ?? []).map(faultOf),
  ];
  return {
    refused: faults.filter(({ assumed }) => assumed === undefined),
    doubted: faults.filter(({ assumed }) => assumed !== undefined),
  };
}

function faultOf(violation: Violation): RequestFault {
  if (violation.kind === "notation") {
    const { field, rule, value, message } = violation;
    return { field, rule, value, message };
  }
  const { kind: _, from: _from, ...fault } = violation;
  return fault;
}
