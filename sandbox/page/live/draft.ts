/** An order being written: the fields of its type, and their issues. */

import { placeOrder } from "../../../generated/operations.ts";
import { checkOrderType, orderTypeRules } from "../../../generated/order-rules.ts";
import { signing } from "../../../generated/tables.ts";
import type { OrderType, PlaceOrderRequest, Side } from "../../../generated/types.ts";
import { orderFieldIssues } from "../../../runtime/filters/order-check.ts";
import type { CompiledFilters, OrderContext, Violation } from "../../../runtime/filters/types.ts";
import type { ParameterDescriptor } from "../../../runtime/tables.ts";

/** The input; keeps texts of fields that the current type does not take. */
export interface Draft {
  readonly side: Side;
  readonly type: OrderType;
  readonly texts: Readonly<Record<string, string>>;
  /** The selected field of a `oneOf`, such as `quoteOrderQty` instead of `quantity`. */
  readonly chosen: Readonly<Record<string, string>>;
}

export interface FieldUse {
  /** `choice`: one of the fields of its group is required. */
  readonly use: "required" | "choice" | "optional" | "forbidden";
  /** Mutually exclusive fields; empty for none. */
  readonly group: readonly string[];
}

export interface DraftField extends FieldUse {
  readonly name: string;
  readonly parameter: ParameterDescriptor;
}

/** A issue of a field; an assumed rule does not block the order. */
export interface DraftIssue {
  /** The field that shows it; empty for the whole order. */
  readonly field: string;
  readonly message: string;
  /** The field is still empty: not shown as an issue before the order is sent. */
  readonly isMissing: boolean;
  readonly isAssumed: boolean;
}

const handled: readonly string[] = [
  "symbol",
  "side",
  "type",
  "newOrderRespType",
  signing.window,
  signing.timestamp,
] satisfies (keyof PlaceOrderRequest)[];

/** The fields of a type, in the order of the contract. */
export function fieldsOf(type: OrderType): readonly DraftField[] {
  const parameters: readonly ParameterDescriptor[] = placeOrder.parameters;
  return parameters
    .filter(({ name }) => !handled.includes(name))
    .map((parameter) => {
      const { name } = parameter;
      return { name, parameter, ...useOf(type, name) };
    })
    .filter(({ use }) => use !== "forbidden");
}

export function useOf(type: OrderType, name: string): FieldUse {
  const rules: TypeRules = orderTypeRules[type];
  const group = rules.oneOf.find((names) => names.includes(name)) ?? [];
  if (rules.forbidden.includes(name)) return { use: "forbidden", group };
  if (group.length > 0) return { use: "choice", group };
  return { use: rules.required.includes(name) ? "required" : "optional", group };
}

interface TypeRules {
  readonly required: readonly string[];
  readonly forbidden: readonly string[];
  readonly oneOf: readonly (readonly string[])[];
}

/** The selected field of a group, or its first. */
export function chosenOf({ chosen }: Draft, group: readonly string[]): string {
  return chosen[group.join()] ?? group[0] ?? "";
}

export type DraftOrder = Readonly<Record<string, string>>;

/** The order as sent: without empty and unselected fields. */
export function orderOf(draft: Draft, symbol: string): DraftOrder {
  const { side, type, texts } = draft;
  const fields = fieldsOf(type).flatMap(({ name, group }) => {
    const text = texts[name]?.trim() ?? "";
    const isChosen = group.length === 0 || chosenOf(draft, group) === name;
    return text === "" || !isChosen ? [] : [[name, text] as const];
  });
  return { symbol, side, type, ...Object.fromEntries(fields) };
}

/** All issues of an order by the rules of its type and symbol. */
export function issuesOf(
  order: DraftOrder,
  filters: CompiledFilters | undefined,
  context: OrderContext,
): readonly DraftIssue[] {
  const missing = orderFieldIssues(order, checkOrderType).map(
    ({ field, message, rule }): DraftIssue => {
      return { field, message, isMissing: rule === "required", isAssumed: false };
    },
  );
  const { violations = [] } = filters?.checkOrder(order, context) ?? {};
  const broken = violations.map((violation): DraftIssue => {
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

/** Fields that show a broken formula, the most likely mistake first. */
const shownAt = ["quantity", "quoteOrderQty", "icebergQty", "price", "stopPrice"];

function fieldOf({ field }: Violation, order: DraftOrder): string {
  const words: readonly string[] = field.match(/\w+/gu) ?? [];
  return shownAt.find((name) => words.includes(name) && Object.hasOwn(order, name)) ?? "";
}
