/** Types of the generated filters: their table, and what their check functions take. */

import type { Int64 } from "../tables.ts";
import type { AmountField, GridOffset, NotationViolation, OrderFields } from "./types.ts";

/**
 * An exact number in whole units of 10^-scale, at the scale of a symbol: a number while it is
 * safe, a bigint beyond. `<` and its like compare both; `NaN` stands for a number that is missing
 * or malformed and compares with nothing.
 */
export type Units = Int64;

export type FieldType = "decimal" | "integer" | "boolean" | "text";

/** One filter of the spec. */
export interface FilterDescriptor {
  readonly scope: "symbol" | "exchange";
  /** SITE symbols may not support it. */
  readonly siteMayLack: boolean;
  readonly fields: Readonly<Record<string, FieldType>>;
  /** Other spellings of fields, read where the field itself is missing. */
  readonly alsoNamed?: Readonly<Record<string, string>>;
  /** The field that holds the minutes of the average price, and what replaces it for 0 minutes. */
  readonly average?: { readonly minutes: string; readonly zero: string };
  /** A filter that checks the same orders; that it does may be assumed. */
  readonly besides?: { readonly filter: string; readonly assumed?: string };
  readonly rules: readonly RuleDescriptor[];
  readonly source: string;
}

/** One rule of a filter: a value with one of `minimum`, `maximum` and `multipleOf`. */
export interface RuleDescriptor {
  readonly id: string;
  /** A field of the order, or a formula; all formulas are in the Common Expression Language. */
  readonly value: string;
  readonly minimum?: string;
  readonly maximum?: string;
  readonly multipleOf?: string;
  /** Where the steps of `multipleOf` start. */
  readonly from?: string;
  readonly appliesWhen?: string;
  readonly disabledWhen?: string;
  /** Fields of the filter and market data that the rule reads. */
  readonly reads: readonly string[];
  /** Value and bound have this many times the symbol's scale; 1 where absent. */
  readonly scale?: number;
  /** Digits that value and bound have beyond that. */
  readonly digits?: number;
  /** Assumptions that the rule, `appliesWhen` and `disabledWhen` rest on. */
  readonly assumed?: string;
  readonly appliesAssumed?: string;
  readonly disabledAssumed?: string;
  /** Where the rule is written, as `file:line`. */
  readonly source: string;
}

/** A filter as its check function reads it; a flag or text that is missing is `undefined`. */
export type FilterUnits<Name, Fields> = {
  readonly filterType: Name;
  readonly offset: GridOffset;
} & {
  readonly [Field in keyof Fields]: Fields[Field] extends "boolean"
    ? boolean | undefined
    : Fields[Field] extends "text"
      ? string | undefined
      : Units;
};

/** An order as check functions read it. */
export type OrderUnits = {
  readonly [Name in keyof OrderFields]-?: (Name extends AmountField ? Units : string) | undefined;
} & {
  /** The number 1, to bring a value to the scale of a product. */
  readonly one: Units;
};

/** An order at the scale that its amounts need, and the amounts that are no decimals. */
export type ReadOrder = OrderUnits & {
  readonly scale: number;
  readonly issues: readonly NotationViolation[];
};

/** What reads the fields of an order that rules name beside the usual ones. */
export interface OrderReader {
  /** The decimal fields of an order, in the order in which they are rounded. */
  readonly amounts: readonly string[];
  readonly readOrder: (order: OrderFields, scale: number) => ReadOrder;
}

/** Market and account as check functions read them, by the names of the spec. */
export interface MarketUnits {
  readonly decimal: (name: string) => Units;
  readonly count: (name: string) => Units;
  readonly averagePrice: (minutes: Units) => Units;
}

/** Takes a rule that does not hold or cannot be decided; `from` is where its grid starts. */
export type Report = (rule: string, value: Units, bound: Units, from?: Units) => void;

/** The generated functions over all filters of the spec. */
export interface FilterFunctions<Filter, Order extends OrderUnits = OrderUnits>
  extends Partial<OrderReader> {
  /** The field of a filter that says of which kind it is. */
  readonly filterTypeField: string;
  /** Reports every rule of a filter that an order breaks, or that cannot be decided. */
  readonly checkFilter: (filter: Filter, order: Order, market: MarketUnits, report: Report) => void;
  /** The rules that the filter's own fields switch off. */
  readonly disabledRules: (filter: Filter) => readonly string[];
}
