/** Reads what callers give: filters of an exchange, orders and market data, all of it untrusted. */

import { decimalFault } from "../encoding/decimal.ts";
import { read } from "../encoding/decimal-parts.ts";
import type {
  Exact,
  FilterField,
  FilterFormulas,
  MarketValues,
  OrderValues,
  RuleFacts,
} from "./code.ts";
import type {
  AmountField,
  NotationViolation,
  OrderContext,
  OrderFields,
  WordField,
} from "./types.ts";

/** The decimal fields of an order, in the order in which faults are told. */
export const amountFields = [
  "quantity",
  "quoteOrderQty",
  "price",
  "stopPrice",
  "icebergQty",
] as const satisfies readonly AmountField[];

const wordFields = [
  "symbol",
  "side",
  "type",
  "timeInForce",
] as const satisfies readonly WordField[];

/** A filter's own fields by type, and why those that its rules read are not there. */
export interface OwnFields extends Pick<RuleFacts, "decimals" | "flags" | "texts"> {
  readonly missing: ReadonlyMap<string, string>;
}

/** Reads the fields of one filter; the spelling of the spec goes before the other one. */
export function readFilter(
  given: Readonly<Record<string, unknown>>,
  { fields }: FilterFormulas,
): OwnFields {
  const decimals: Record<string, Exact | undefined> = Object.create(null);
  const flags: Record<string, boolean | undefined> = Object.create(null);
  const texts: Record<string, string | undefined> = Object.create(null);
  const missing = new Map<string, string>();
  for (const [name, field] of Object.entries(fields)) {
    const value = valueOf(given, name, field);
    const fault = valueFault(value, field);
    if (fault !== undefined) missing.set(name, fault);
    else if (typeof value === "boolean") flags[name] = value;
    else if (field.type === "text") texts[name] = String(value);
    else decimals[name] = read(String(value));
  }
  return { decimals, flags, texts, missing };
}

function valueOf(
  given: Readonly<Record<string, unknown>>,
  name: string,
  { alsoNamed }: FilterField,
): unknown {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (value !== undefined || alsoNamed === undefined) return value;
  return Object.hasOwn(given, alsoNamed) ? given[alsoNamed] : undefined;
}

/** Why a value is none of its type. */
function valueFault(value: unknown, { type }: FilterField): string | undefined {
  if (value === undefined) return "is not there";
  switch (type) {
    case "boolean":
      return typeof value === "boolean" ? undefined : "is neither true nor false";
    case "text":
      return typeof value === "string" ? undefined : "is no text";
    case "integer":
      return isInt64(value) ? undefined : "is no whole number";
    case "decimal":
      return decimalFault(value, { signed: true });
  }
}

function isInt64(value: unknown): value is number | bigint {
  return Number.isSafeInteger(value) || typeof value === "bigint";
}

/** An order as rules read it, and the amounts of it that are none. */
export interface ReadOrder {
  readonly values: OrderValues;
  readonly faults: readonly NotationViolation[];
}

/** Reads an order. An amount that is no plain decimal is a fault and left out of the values. */
export function readOrder(order: OrderFields): ReadOrder {
  const values = readWords(order);
  const faults: NotationViolation[] = [];
  for (const field of amountFields) {
    const value: unknown = order[field];
    if (value === undefined) continue;
    const fault = decimalFault(value);
    if (fault === undefined) values[field] = read(String(value));
    else faults.push(notation(field, value, fault));
  }
  return { values, faults };
}

/** The text fields of an order. */
export function readWords(order: OrderFields): OrderValues {
  const values: OrderValues = {};
  for (const field of wordFields) {
    const value: unknown = order[field];
    if (typeof value === "string") values[field] = value;
  }
  return values;
}

function notation(field: AmountField, value: unknown, fault: string): NotationViolation {
  const shown = typeof value === "string" ? value : typeof value;
  return {
    kind: "notation",
    filter: null,
    rule: "notation",
    field,
    value: shown.length > 40 ? `${shown.slice(0, 40)}…` : shown,
    message: `${field} ${fault}; give a decimal as text in plain digits, like "0.001".`,
  };
}

/** Market and account as the rules of one filter read them. */
export interface MarketReader {
  /** Values for a filter whose average covers some minutes; `undefined` where nobody says. */
  readonly values: (minutes: number | undefined) => MarketValues;
}

/** Reads market data; each value once, and only when a rule needs it. */
export function readMarket(context: OrderContext | undefined): MarketReader {
  const views: MarketView[] = [];
  return {
    values: (minutes) => {
      for (const view of views) if (view.minutes === minutes) return view;
      const view = new MarketView(context, minutes);
      views.push(view);
      return view;
    },
  };
}

/** What the rules of one filter read. */
class MarketView implements MarketValues {
  readonly minutes: number | undefined;
  readonly #context: OrderContext | undefined;
  #average: { readonly value: Exact | undefined } | undefined;

  constructor(context: OrderContext | undefined, minutes: number | undefined) {
    this.minutes = minutes;
    this.#context = context;
  }

  get averagePrice(): Exact | undefined {
    this.#average ??= { value: average(this.#context, this.minutes) };
    return this.#average.value;
  }

  get lastPrice(): Exact | undefined {
    return amount(this.#context?.lastPrice);
  }

  get openOrders(): Exact | undefined {
    return count(this.#context?.openOrders);
  }

  get openAlgoOrders(): Exact | undefined {
    return count(this.#context?.openAlgoOrders);
  }

  get openIcebergOrders(): Exact | undefined {
    return count(this.#context?.openIcebergOrders);
  }

  get openOrdersOnExchange(): Exact | undefined {
    return count(this.#context?.openOrdersOnExchange);
  }

  get openAlgoOrdersOnExchange(): Exact | undefined {
    return count(this.#context?.openAlgoOrdersOnExchange);
  }
}

function count(value: unknown): Exact | undefined {
  if (typeof value === "number" && value >= 0 && Number.isSafeInteger(value)) {
    return { units: value, scale: 0 };
  }
  return isInt64(value) ? read(String(value)) : undefined;
}

function average(
  context: OrderContext | undefined,
  minutes: number | undefined,
): Exact | undefined {
  if (context === undefined || minutes === undefined) return undefined;
  if (minutes === 0 && context.lastPrice !== undefined) return amount(context.lastPrice);
  const { averagePrice } = context;
  return amount(typeof averagePrice === "function" ? averagePrice(minutes) : averagePrice);
}

function amount(value: unknown): Exact | undefined {
  return decimalFault(value) === undefined ? read(String(value)) : undefined;
}
