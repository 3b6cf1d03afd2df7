/** Checks an order before it is sent: the fields of its type and the filters of its symbol. */

import type { RequestFault } from "../encoding/field-fault.ts";
import type { CompiledFilters, OrderFields, Violation } from "./types.ts";

/** What the generated `checkOrderType` reads of an order: its type, and which fields are there. */
export type OrderParameters = Readonly<Record<string, unknown>>;

/**
 * Takes what `checkOrderType` finds: a missing field or a list of which one is needed, a field
 * that the type does not take, or two of which it takes only one. `assumed` names the assumption
 * that the rule rests on.
 */
export type ReportOrderField = (
  rule: "required" | "forbidden" | "exclusive",
  field: string | readonly string[],
  assumed?: string,
) => void;

/** Reports every field that an order lacks or must not have by its type. */
export type CheckOrderType = (order: OrderParameters, report: ReportOrderField) => void;

/** One field too few or too many. */
export interface OrderFieldFault {
  readonly field: string;
  readonly rule: "required" | "forbidden";
  /** A sentence that names the field and what to do. */
  readonly message: string;
  /** Assumption that the rule rests on, where the interface does not show it. */
  readonly assumed?: string;
}

/** All faults of an order's fields; none for a type that the spec does not know. */
export function orderFieldFaults(
  order: OrderParameters,
  checkOrderType: CheckOrderType,
): readonly OrderFieldFault[] {
  const faults: OrderFieldFault[] = [];
  checkOrderType(order, (rule, field, assumed) => {
    const fields = typeof field === "string" ? [field] : field;
    faults.push({
      ...fieldFault(`${order["type"]} orders`, rule, fields),
      ...(assumed !== undefined && { assumed }),
    });
  });
  return faults;
}

function fieldFault(
  orders: string,
  rule: Parameters<ReportOrderField>[0],
  fields: readonly string[],
): OrderFieldFault {
  const list = fields.join(" or ");
  const [first = "", last = first] = [fields[0], fields.at(-1)];
  switch (rule) {
    case "required": {
      const need = fields.length === 1 ? "need it" : "need one of them";
      return { field: first, rule, message: `${list} is missing; ${orders} ${need}.` };
    }
    case "forbidden": {
      const message = `${first} is not wanted; ${orders} do not take it, so leave it out.`;
      return { field: first, rule, message };
    }
    case "exclusive": {
      const why = `${orders} take only one of ${list}`;
      const message = `${last} is not wanted; ${why}, so leave it out.`;
      return { field: last, rule: "forbidden", message };
    }
  }
}

/** What is wrong with an order, by how certain the rule is. */
export interface OrderFaults {
  /** The interface documents the rule: the exchange would reject the order. */
  readonly documented: readonly RequestFault[];
  /** The rule is assumed: the exchange may accept the order. */
  readonly assumed: readonly RequestFault[];
}

/** The rules to check an order by; what is absent is not checked. */
export interface OrderRules {
  readonly checkOrderType?: CheckOrderType | undefined;
  readonly filters?: CompiledFilters | undefined;
}

/** Checks an order by all rules. A rule whose outcome is unknown is no fault. */
export function checkOrderRules(
  order: Readonly<Record<string, string>>,
  { checkOrderType, filters }: OrderRules,
): OrderFaults {
  const fields: OrderFields = order;
  const faults: readonly RequestFault[] = [
    ...(checkOrderType === undefined ? [] : orderFieldFaults(order, checkOrderType)),
    ...(filters?.checkOrder(fields).violations ?? []).map(faultOf),
  ];
  return {
    documented: faults.filter(({ assumed }) => assumed === undefined),
    assumed: faults.filter(({ assumed }) => assumed !== undefined),
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
