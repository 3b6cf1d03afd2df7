/** Reads filters, orders and market data, all untrusted, into exact numbers at one scale. */

import {
  decimalIssue,
  decimalsOf,
  oneAt,
  type Parts,
  read,
  unitsAt,
  unitsOf,
} from "../encoding/decimal.ts";
import { int64, isMissing } from "../encoding/int64-math.ts";
import type { FieldType, FilterDescriptor, MarketUnits, ReadOrder, Units } from "./tables.ts";
import type {
  AmountField,
  GridOffset,
  NotationViolation,
  NotEvaluated,
  OrderContext,
  OrderFields,
} from "./types.ts";

/** The decimal fields of an order, in the order in which they are checked and rounded. */
export const amountFields = [
  "quantity",
  "quoteOrderQty",
  "price",
  "stopPrice",
  "icebergQty",
] as const satisfies readonly AmountField[];

/** One filter of a symbol, as it came from the exchange. */
export interface SymbolFilter {
  readonly name: string;
  readonly descriptor: FilterDescriptor;
  readonly values: ReadonlyMap<string, Parts | string | boolean>;
  /** Why its other fields cannot be read. */
  readonly issues: ReadonlyMap<string, string>;
}

export type Descriptors = Readonly<Record<string, FilterDescriptor>>;

/** The filters that the spec has rules for, and what no rule can use of the others. */
export function knownFilters(
  given: readonly unknown[],
  descriptors: Descriptors,
  filterTypeField: string,
): { readonly filters: readonly SymbolFilter[]; readonly notEvaluated: readonly NotEvaluated[] } {
  const filters: SymbolFilter[] = [];
  const notEvaluated: NotEvaluated[] = [];
  for (const one of given) {
    const fields: Readonly<Record<string, unknown>> = { ...Object(one) };
    const type = fields[filterTypeField];
    const name = typeof type === "string" ? type : "";
    const descriptor = Object.hasOwn(descriptors, name) ? descriptors[name] : undefined;
    if (descriptor !== undefined && descriptor.rules.length > 0) {
      const filter = readFilter(name, fields, descriptor);
      filters.push(filter);
      notEvaluated.push(...unusableFields(filter));
    } else {
      const reason = name === "" ? `It has no ${filterTypeField}.` : reasonFor(descriptor);
      notEvaluated.push({ filter: name, reason });
    }
  }
  return { filters, notEvaluated };
}

function reasonFor(descriptor: FilterDescriptor | undefined): string {
  return descriptor === undefined ? "Its rules are unknown." : "Its rules are not documented.";
}

/** The fields of a filter that are there and that no rule can use. */
function unusableFields({ name, issues }: SymbolFilter): readonly NotEvaluated[] {
  return [...issues]
    .filter(([, issue]) => issue !== absent)
    .map(([field, issue]) => {
      return { filter: name, field, reason: `${field} ${issue}; its rules are not evaluated.` };
    });
}

/** The issue of a field that is not there; rules that read it are undecided. */
const absent = "is missing";

/** Reads the fields of a filter that its rules may need. */
function readFilter(
  name: string,
  given: Readonly<Record<string, unknown>>,
  descriptor: FilterDescriptor,
): SymbolFilter {
  const values = new Map<string, Parts | string | boolean>();
  const issues = new Map<string, string>();
  for (const [field, type] of Object.entries(descriptor.fields)) {
    const value = ownValue(given, field) ?? ownValue(given, descriptor.alsoNamed?.[field]);
    const found = readField(value, type);
    if ("issue" in found) issues.set(field, found.issue);
    else values.set(field, found.value);
  }
  return { name, descriptor, values, issues };
}

function ownValue(given: Readonly<Record<string, unknown>>, name: string | undefined): unknown {
  return name !== undefined && Object.hasOwn(given, name) ? given[name] : undefined;
}

/** A field as its type has it, or why it cannot be: no filter has a negative amount or count. */
function readField(
  value: unknown,
  type: FieldType,
): { readonly value: Parts | string | boolean } | { readonly issue: string } {
  if (value === undefined) return { issue: absent };
  const holds = (issue: string) => ({ issue: `holds ${shown(value)}, which ${issue}` });
  switch (type) {
    case "boolean":
      return typeof value === "boolean" ? { value } : holds("is neither true nor false");
    case "text":
      return typeof value === "string" ? { value } : holds("is not text");
    case "integer": {
      const units = count(value);
      if (units < 0) return holds("is negative");
      return isMissing(units) ? holds("is not a whole number") : { value: { units, scale: 0 } };
    }
    case "decimal": {
      const issue = decimalIssue(value);
      if (issue === undefined) return { value: read(String(value)) };
      return holds(decimalIssue(value, { signed: true }) === undefined ? "is negative" : issue);
    }
  }
}

/** A value of any type in a message, shortened. */
function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(shortened(value));
  return typeof value === "number" || typeof value === "bigint"
    ? shortened(String(value))
    : `a value of type ${typeof value}`;
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** The digits after the point that the decimals of a filter need. */
export function scaleOfFilter({ values }: SymbolFilter): number {
  const decimals = [...values.values()].map((value) =>
    typeof value === "object" ? decimalsOf(value) : 0,
  );
  return Math.max(0, ...decimals);
}

/** A filter as its check function reads it. */
export function filterUnits<Filter>(
  { name, descriptor, values }: SymbolFilter,
  scale: number,
  offset: GridOffset = "minimum",
): Filter {
  const entries = Object.entries(descriptor.fields).map(([field, type]) => {
    const value = values.get(field);
    if (typeof value === "object") return [field, unitsAt(value, type === "integer" ? 0 : scale)];
    return [field, type === "boolean" || type === "text" ? value : Number.NaN];
  });
  // The generated type of a filter is made of the same fields.
  return { filterType: name, offset, ...Object.fromEntries(entries) } as Filter;
}

/** Reads an order at a scale, or at a finer one where an amount of it needs that. */
export function readOrder(order: OrderFields, scale: number): ReadOrder {
  const read = {
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    timeInForce: order.timeInForce,
    quantity: amount(order.quantity, scale),
    quoteOrderQty: amount(order.quoteOrderQty, scale),
    price: amount(order.price, scale),
    stopPrice: amount(order.stopPrice, scale),
    icebergQty: amount(order.icebergQty, scale),
    one: oneAt(scale),
    scale,
    issues: noIssues,
  };
  const finer = Math.max(
    placesBeyond(read.quantity),
    placesBeyond(read.quoteOrderQty),
    placesBeyond(read.price),
    placesBeyond(read.stopPrice),
    placesBeyond(read.icebergQty),
  );
  if (finer === 0) return read;
  return finer === Number.POSITIVE_INFINITY
    ? readRest(order, scale)
    : readOrder(order, scale + finer);
}

const noIssues: readonly NotationViolation[] = [];

export function amount(value: unknown, scale: number): Units | undefined {
  if (value === undefined) return undefined;
  return typeof value === "string" ? unitsOf(value, scale) : Number.NEGATIVE_INFINITY;
}

/** How many places of an amount the scale lacks; no end of them where it is no decimal. */
function placesBeyond(units: Units | undefined): number {
  return units !== undefined && units < 0 ? -Number(units) : 0;
}

/** Reads an order without its amounts that are no decimals. */
function readRest(order: OrderFields, scale: number): ReadOrder {
  const issues = amountFields.flatMap((field) => notationIssue(field, order[field]) ?? []);
  const without = Object.fromEntries(issues.map(({ field }) => [field, undefined]));
  return { ...readOrder({ ...order, ...without }, scale), issues };
}

export function notationIssue(field: string, value: unknown): NotationViolation | undefined {
  const issue = value === undefined ? undefined : decimalIssue(value);
  if (issue === undefined) return undefined;
  return {
    kind: "notation",
    filter: null,
    rule: "notation",
    field,
    value: shortened(typeof value === "string" ? value : typeof value),
    message: `${field} ${issue}; give a decimal as text in plain digits, like "0.001".`,
  };
}

/** Market data, read only when a rule needs it. */
export class MarketReader implements MarketUnits {
  /** The scale that prices are read at. */
  scale = 0;
  /** The scale that the prices read so far need. */
  scaleNeeded = 0;
  readonly #context: OrderContext;
  #averages: Map<number, unknown> | undefined;

  constructor(context: OrderContext) {
    this.#context = context;
  }

  decimal(name: string): Units {
    return this.#price(this.#context[name]);
  }

  count(name: string): Units {
    return count(this.#context[name]);
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
    const units = typeof value === "string" ? unitsOf(value, this.scale) : Number.NEGATIVE_INFINITY;
    if (units >= 0) return units;
    // A price that is finer than the scale is read again at its own.
    const scale = this.scale - Number(units);
    if (Number.isFinite(scale)) this.scaleNeeded = Math.max(this.scaleNeeded, scale);
    return Number.NaN;
  }
}

export function count(value: unknown): Units {
  if (Number.isSafeInteger(value)) return value as number;
  return typeof value === "bigint" ? int64(value) : Number.NaN;
}
