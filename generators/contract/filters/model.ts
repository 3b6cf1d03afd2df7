/** The filters' part of the contract model: filters, their rules, and the expressions of rules. */

import type { JsonObject, Origin } from "../documents/model.ts";
import type { Property } from "../schemas/model.ts";

/** A filter of the exchange: its fields and its rules. */
export interface Filter {
  readonly name: string;
  readonly description: string;
  readonly scope: "symbol" | "exchange";
  /** SITE symbols may lack it. */
  readonly siteMayLack: boolean;
  /** The average price that its rules name. */
  readonly average: AveragePrice | undefined;
  /** Another filter that applies to the same orders. */
  readonly besides: { readonly filter: string; readonly assumed: string | undefined } | undefined;
  readonly fields: readonly Property[];
  /** The fields that rules may name, with their types. */
  readonly values: readonly FilterValue[];
  readonly rules: readonly FilterRule[];
  readonly vectors: readonly JsonObject[];
  readonly origin: Origin;
}

/** The field with the minutes of the average, and the market data that replaces it for 0. */
interface AveragePrice {
  readonly minutes: string;
  readonly zero: string;
}

/** A field of a filter that rules may name. */
export interface FilterValue {
  readonly name: string;
  readonly type: ValueType;
  /** Another spelling, read where the field itself is missing. */
  readonly alsoNamed: string | undefined;
  /** The texts that it can be, where the spec lists them. */
  readonly words?: readonly string[] | undefined;
}

/** One comparison; its expressions as CEL text, and parsed in `trees`. */
export interface FilterRule {
  readonly id: string;
  readonly description: string;
  readonly value: string;
  readonly bound: {
    readonly kind: "minimum" | "maximum" | "multipleOf";
    readonly expression: string;
  };
  /** Where a grid starts; only with `multipleOf`. */
  readonly from: string | undefined;
  readonly disabledWhen: string | undefined;
  /** The rule applies only to orders for which this holds. */
  readonly appliesWhen: string | undefined;
  /** Assumption of `appliesWhen`, where the rule itself is documented. */
  readonly appliesAssumed: string | undefined;
  /** Assumption of `disabledWhen`, where the rule itself is documented. */
  readonly disabledAssumed: string | undefined;
  readonly trees: RuleTrees;
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

/** The parsed expressions of a rule. */
type RuleTrees = Readonly<
  Record<"value" | "bound" | "from" | "disabledWhen" | "appliesWhen", Expression | undefined>
>;

/** Market or account data that rules may name, from spec/rules/marketData.yaml. */
export interface MarketDatum {
  readonly name: string;
  readonly type: "decimal" | "integer";
  readonly unit: string;
  readonly description: string;
  /** The operation that it comes from, and the field of its response that holds it. */
  readonly from: { readonly operation: string; readonly field?: string; readonly of?: string };
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

/**
 * The type of an expression's value. Numbers are exact decimals; an integer may stand wherever a
 * decimal may.
 */
export type ValueType = "decimal" | "integer" | "boolean" | "text";

/** What a name belongs to: the filter, the order, the market and account, or a stream event. */
export type NameScope = "filter" | "order" | "market" | "event";

/** A name that an expression may use. */
export interface KnownName {
  readonly type: ValueType;
  readonly scope: NameScope;
  /** The texts that it can be, where the spec lists them. */
  readonly words?: readonly string[] | undefined;
}

export type KnownNames = ReadonlyMap<string, KnownName>;

/** An expression as a tree of typed parts. */
export type Expression =
  | { readonly kind: "number"; readonly type: "decimal" | "integer"; readonly text: string }
  | { readonly kind: "text"; readonly type: "text"; readonly text: string }
  | { readonly kind: "flag"; readonly type: "boolean"; readonly value: boolean }
  | NameExpression
  | ArithmeticExpression
  | { readonly kind: "negative"; readonly type: ValueType; readonly operand: Expression }
  | CeilExpression
  | ComparisonExpression
  | LogicExpression
  | { readonly kind: "not"; readonly type: "boolean"; readonly operand: Expression }
  | MembershipExpression
  | ConditionalExpression;

export interface NameExpression extends KnownName {
  readonly kind: "name";
  readonly name: string;
}

interface ArithmeticExpression {
  readonly kind: "arithmetic";
  readonly type: ValueType;
  readonly operator: "+" | "-" | "*";
  readonly left: Expression;
  readonly right: Expression;
}

/** A quotient, or a value without a divisor, rounded up to a whole number. */
interface CeilExpression {
  readonly kind: "ceil";
  readonly type: "integer";
  readonly dividend: Expression;
  readonly divisor: Expression | undefined;
}

/** Compares numbers; `==` and `!=` compare texts and booleans too. */
export interface ComparisonExpression {
  readonly kind: "comparison";
  readonly type: "boolean";
  readonly operator: "<" | "<=" | ">" | ">=" | "==" | "!=";
  readonly left: Expression;
  readonly right: Expression;
}

interface LogicExpression {
  readonly kind: "logic";
  readonly type: "boolean";
  readonly operator: "&&" | "||";
  readonly left: Expression;
  readonly right: Expression;
}

/** Whether a value is in a list of values of its type. */
export interface MembershipExpression {
  readonly kind: "membership";
  readonly type: "boolean";
  readonly sought: Expression;
  readonly list: readonly Expression[];
}

interface ConditionalExpression {
  readonly kind: "conditional";
  readonly type: ValueType;
  readonly condition: Expression;
  readonly then: Expression;
  readonly otherwise: Expression;
}
