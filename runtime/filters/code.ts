/** The form that the rules of filters have as generated code. */

import type { Parts } from "../encoding/decimal-parts.ts";
import type { AmountField, OrderContext, RuleKind, WordField } from "./types.ts";

/** An exact decimal taken apart. */
export type Exact = Parts;

/** The order's fields as rules read them; `undefined` where there is none. */
export type OrderValues = { [Field in WordField]?: string | undefined } & {
  [Field in AmountField]?: Exact | undefined;
};

/** The market and the account as rules read them. */
export type MarketValues = {
  readonly [Name in keyof OrderContext]?: Exact | undefined;
};

/** Everything that a rule may read: the filter's own fields by type, the order and the market. */
export interface RuleFacts {
  readonly decimals: Readonly<Record<string, Exact | undefined>>;
  readonly flags: Readonly<Record<string, boolean | undefined>>;
  readonly texts: Readonly<Record<string, string | undefined>>;
  readonly order: OrderValues;
  readonly market: MarketValues;
}

/** An expression of a rule as code, with the names it reads; `undefined` when one is missing. */
export interface Formula<Value> {
  readonly filter?: readonly string[];
  readonly order?: readonly (keyof OrderValues)[];
  readonly market?: readonly (keyof MarketValues)[];
  readonly of: (facts: RuleFacts) => Value | undefined;
}

/** The value of a rule: a plain field of the order, a product of two, or any other formula. */
export interface ValueFormula extends Formula<Exact> {
  readonly field?: AmountField;
  readonly factors?: readonly [AmountField, AmountField];
}

/** One rule: its expressions as code, and what is told of it. */
export interface RuleFormulas {
  readonly kind: RuleKind;
  /** The expression that is compared; that of a plain field is its name. */
  readonly text?: string;
  readonly assumed?: string;
  /** Where the rule is written, as `file:line`. */
  readonly source: string;
  readonly value: ValueFormula;
  readonly bound: Formula<Exact>;
  readonly from?: Formula<Exact>;
  readonly disabledWhen?: Formula<boolean>;
  readonly disabledAssumed?: string;
  readonly appliesWhen?: Formula<boolean>;
  readonly appliesAssumed?: string;
}

/** A field of a filter that its rules read. */
export interface FilterField {
  readonly type: "decimal" | "integer" | "boolean" | "text";
  /** Another spelling, read where the field itself is not there. */
  readonly alsoNamed?: string;
}

/** One filter as code: how its fields are read, and its rules by id. */
export interface FilterFormulas {
  readonly fields: Readonly<Record<string, FilterField>>;
  /** The field that holds the minutes of the average price. */
  readonly average?: { readonly minutes: string; readonly zero: string };
  readonly besides?: { readonly filter: string; readonly assumed?: string };
  readonly rules: Readonly<Record<string, RuleFormulas>>;
}
