/** Reads filters, orders and market data, all untrusted, into exact numbers at one scale. */

import { decimalFault, read } from "../encoding/decimal.ts";
import type { FieldType, FilterDescriptor, MarketUnits, OrderUnits, Units } from "./tables.ts";
import type { AmountField, NotationViolation, OrderContext, OrderFields } from "./types.ts";
import { decimalsOf, isMissing, normal, oneAt, quickUnits, unitsAt } from "./units.ts";

/** The decimal fields of an order, in the order in which they are checked and rounded. */
export const amountFields = [
  "quantity",
  "quoteOrderQty",
  "price",
  "stopPrice",
  "icebergQty",
] as const satisfies readonly AmountField[];

/** The fields of a filter that its rules may read, and why some of them cannot be read. */
export interface FilterFields {
  readonly values: ReadonlyMap<string, string | boolean>;
  readonly missing: ReadonlyMap<string, string>;
}

/** Reads a filter as it came from an exchange. */
export function readFilter(
  given: Readonly<Record<string, unknown>>,
  { fields, alsoNamed = {} }: FilterDescriptor,
): FilterFields {
  const values = new Map<string, string | boolean>();
  const missing = new Map<string, string>();
  for (const [name, type] of Object.entries(fields)) {
    const value = ownValue(given, name) ?? ownValue(given, alsoNamed[name]);
    const fault = valueFault(value, type);
    if (fault !== undefined) missing.set(name, fault);
    else values.set(name, typeof value === "boolean" ? value : String(value));
  }
  return { values, missing };
}

function ownValue(given: Readonly<Record<string, unknown>>, name: string | undefined): unknown {
  return name !== undefined && Object.hasOwn(given, name) ? given[name] : undefined;
}

/** Why a value is none of its type. */
function valueFault(value: unknown, type: FieldType): string | undefined {
  if (value === undefined) return "is not there";
  switch (type) {
    case "boolean":
      return typeof value === "boolean" ? undefined : "is neither true nor false";
    case "text":
      return typeof value === "string" ? undefined : "is no text";
    case "integer":
      return isMissing(count(value)) ? "is no whole number" : undefined;
    case "decimal":
      return decimalFault(value, { signed: true });
  }
}

/** The digits after the point that the decimals of a filter need. */
export function scaleOfFilter({ fields }: FilterDescriptor, { values }: FilterFields): number {
  const decimals = [...values].filter(([name]) => fields[name] === "decimal");
  return Math.max(0, ...decimals.map(([, value]) => decimalsOf(read(String(value)))));
}

/** The fields of a filter as its check function reads them. */
export function filterUnits(
  { fields }: FilterDescriptor,
  { values }: FilterFields,
  scale: number,
): Readonly<Record<string, Units | string | boolean | undefined>> {
  const entries = Object.entries(fields).map(([name, type]) => {
    const value = values.get(name);
    if (type === "boolean" || type === "text") return [name, value] as const;
    if (value === undefined) return [name, Number.NaN] as const;
    return [name, unitsAt(read(String(value)), type === "integer" ? 0 : scale)] as const;
  });
  return Object.fromEntries(entries);
}

/** An order at the scale that its amounts need, and the amounts that are no decimals. */
export interface ReadOrder {
  readonly units: OrderUnits;
  readonly scale: number;
  readonly faults: readonly NotationViolation[];
}

/** Reads an order at a scale, or at a finer one where an amount of it needs that. */
export function readOrder(order: OrderFields, scale: number): ReadOrder {
  const units = orderUnits(order, scale);
  const { quantity, quoteOrderQty, price, stopPrice, icebergQty } = units;
  const isRead =
    quantity !== unread &&
    quoteOrderQty !== unread &&
    price !== unread &&
    stopPrice !== unread &&
    icebergQty !== unread;
  return isRead ? { units, scale, faults: noFaults } : readCloser(order, { units, scale });
}

const noFaults: readonly NotationViolation[] = [];

/** Reads an order again that has amounts finer than the scale or no decimals. */
function readCloser(order: OrderFields, { units, scale }: Omit<ReadOrder, "faults">): ReadOrder {
  const faults: NotationViolation[] = [];
  const readable: Mutable<OrderFields> = { ...order };
  let finest = scale;
  for (const field of amountFields) {
    if (units[field] !== unread) continue;
    const value: unknown = order[field];
    const fault = decimalFault(value);
    if (fault === undefined) finest = Math.max(finest, decimalsOf(read(String(value))));
    else {
      faults.push(notationFault(field, value, fault));
      readable[field] = undefined;
    }
  }
  return { units: orderUnits(readable, finest), scale: finest, faults };
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** No amount of an order is negative. */
const unread = -1;

function amount(value: unknown, scale: number): Units | undefined {
  if (value === undefined) return undefined;
  const quick = typeof value === "string" ? quickUnits(value, scale) : undefined;
  return quick ?? longAmount(value, scale);
}

function longAmount(value: unknown, scale: number): Units {
  if (decimalFault(value) !== undefined) return unread;
  const parts = read(String(value));
  return decimalsOf(parts) > scale ? unread : unitsAt(parts, scale);
}

function orderUnits(order: OrderFields, scale: number): OrderUnits {
  return {
    symbol: text(order.symbol),
    side: text(order.side),
    type: text(order.type),
    timeInForce: text(order.timeInForce),
    quantity: amount(order.quantity, scale),
    quoteOrderQty: amount(order.quoteOrderQty, scale),
    price: amount(order.price, scale),
    stopPrice: amount(order.stopPrice, scale),
    icebergQty: amount(order.icebergQty, scale),
    one: oneAt(scale),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function notationFault(field: AmountField, value: unknown, fault: string): NotationViolation {
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

const noContext: OrderContext = {};

/** Market data, read only when a rule needs it. */
export class MarketReader implements MarketUnits {
  /** The scale that prices are read at. */
  scale = 0;
  /** The scale that the prices read so far need. */
  scaleNeeded = 0;
  readonly #context: OrderContext;
  #averages: Map<number, unknown> | undefined;

  constructor(context: OrderContext = noContext) {
    this.#context = context;
  }

  get lastPrice(): Units {
    return this.#price(this.#context.lastPrice);
  }

  get openOrders(): Units {
    return count(this.#context.openOrders);
  }

  get openAlgoOrders(): Units {
    return count(this.#context.openAlgoOrders);
  }

  get openIcebergOrders(): Units {
    return count(this.#context.openIcebergOrders);
  }

  get openOrdersOnExchange(): Units {
    return count(this.#context.openOrdersOnExchange);
  }

  get openAlgoOrdersOnExchange(): Units {
    return count(this.#context.openAlgoOrdersOnExchange);
  }

  /** Over 0 minutes it is the last price, where that is known. Each average is asked for once. */
  averagePrice(given: Units): Units {
    const minutes = Number(given);
    if (Number.isNaN(minutes)) return Number.NaN;
    const { averagePrice, lastPrice } = this.#context;
    if (minutes === 0 && lastPrice !== undefined) return this.#price(lastPrice);
    if (typeof averagePrice !== "function") return this.#price(averagePrice);
    this.#averages ??= new Map();
    if (!this.#averages.has(minutes)) this.#averages.set(minutes, averagePrice(minutes));
    return this.#price(this.#averages.get(minutes));
  }

  #price(value: unknown): Units {
    if (decimalFault(value) !== undefined) return Number.NaN;
    const parts = read(String(value));
    this.scaleNeeded = Math.max(this.scaleNeeded, decimalsOf(parts));
    return unitsAt(parts, this.scale);
  }
}

function count(value: unknown): Units {
  if (Number.isSafeInteger(value)) return value as number;
  return typeof value === "bigint" ? normal(value) : Number.NaN;
}
