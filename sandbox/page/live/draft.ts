/** An order while it is written: which fields it has by its type, and what is wrong with them. */

import { placeOrder } from "../../../generated/operations.ts";
import { checkOrderType, orderTypeRules } from "../../../generated/order-rules.ts";
import type { OrderType, Side } from "../../../generated/types.ts";
import { orderFieldFaults } from "../../../runtime/filters/order-check.ts";
import type { CompiledFilters, OrderContext, Violation } from "../../../runtime/filters/types.ts";
import type { ParameterDescriptor } from "../../../runtime/tables.ts";

/** What was entered; texts of fields that the type does not take are kept for other types. */
export interface Draft {
  readonly side: Side;
  readonly type: OrderType;
  /** Texts by field. */
  readonly texts: Readonly<Record<string, string>>;
  /** The field of a `oneOf` that is used, like `quoteOrderQty` in place of `quantity`. */
  readonly chosen: Readonly<Record<string, string>>;
}

/** A field of the form. */
export interface DraftField {
  readonly name: string;
  readonly parameter: ParameterDescriptor;
  /** `choice`: one of the fields of its group is required. */
  readonly use: "required" | "choice" | "optional";
  /** The fields that exclude each other; empty without a choice. */
  readonly group: readonly string[];
}

/** Something to say about a field; an assumed rule does not stop the order. */
export interface DraftFault {
  /** The field it is shown at; empty for the order as a whole. */
  readonly field: string;
  readonly message: string;
  /** A field that is still empty: no fault before the order is sent. */
  readonly isMissing: boolean;
  readonly isAssumed: boolean;
}

/** Parameters that are no field of the form. */
const handled = ["symbol", "side", "type", "newOrderRespType", "recvWindow", "timestamp"];

/** The fields that a type takes, in the order of the contract. */
export function fieldsOf(type: OrderType): readonly DraftField[] {
  const rules = orderTypeRules[type];
  const required: readonly string[] = rules.required;
  const forbidden: readonly string[] = rules.forbidden;
  const groups: readonly (readonly string[])[] = rules.oneOf;
  const parameters: readonly ParameterDescriptor[] = placeOrder.parameters;
  return parameters.flatMap((parameter): readonly DraftField[] => {
    const { name } = parameter;
    if (handled.includes(name) || forbidden.includes(name)) return [];
    const group = groups.find((names) => names.includes(name)) ?? [];
    if (group.length > 0) return [{ name, parameter, use: "choice", group }];
    const use = required.includes(name) ? "required" : "optional";
    return [{ name, parameter, use, group }];
  });
}

/** The field of a group that is used: the chosen one, or the first. */
export function chosenOf({ chosen }: Draft, group: readonly string[]): string {
  return chosen[group.join()] ?? group[0] ?? "";
}

/** An order as texts by field. */
export type DraftOrder = Readonly<Record<string, string>>;

/** The order as it would be sent: without empty fields, and those that are not chosen. */
export function orderOf(draft: Draft, symbol: string): DraftOrder {
  const { side, type, texts } = draft;
  const fields = fieldsOf(type).flatMap(({ name, group }) => {
    const text = texts[name]?.trim() ?? "";
    const isChosen = group.length === 0 || chosenOf(draft, group) === name;
    return text === "" || !isChosen ? [] : [[name, text] as const];
  });
  return { symbol, side, type, ...Object.fromEntries(fields) };
}

/** Everything that is wrong with an order by the rules of its type and of its symbol. */
export function faultsOf(
  order: DraftOrder,
  filters: CompiledFilters | undefined,
  context: OrderContext,
): readonly DraftFault[] {
  const missing = orderFieldFaults(order, checkOrderType).map(
    ({ field, message, rule }): DraftFault => {
      return { field, message, isMissing: rule === "required", isAssumed: false };
    },
  );
  const { violations = [] } = filters?.checkOrder(order, context) ?? {};
  const broken = violations.map((violation): DraftFault => {
    const isAssumed = "assumed" in violation && violation.assumed !== undefined;
    return {
      field: fieldOf(violation, order),
      message: violation.message,
      isMissing: false,
      isAssumed,
    };
  });
  return [...missing, ...broken];
}

/** Fields in which a violation of a formula is shown, the most likely mistake first. */
const shownAt = ["quantity", "quoteOrderQty", "icebergQty", "price", "stopPrice"];

function fieldOf({ field }: Violation, order: DraftOrder): string {
  const words: readonly string[] = field.match(/\w+/gu) ?? [];
  return shownAt.find((name) => words.includes(name) && Object.hasOwn(order, name)) ?? "";
}
