/** The filters' part of the contract model. */

import type { JsonObject, Origin } from "../documents/model.ts";
import type { Property } from "../schemas/model.ts";
import type { Expression, ValueType } from "./expression-tree.ts";

/** A trading rule of the exchange: its fields, and its rules as data. */
export interface Filter {
  readonly name: string;
  readonly description: string;
  readonly scope: "symbol" | "exchange";
  /** SITE symbols may not support it. */
  readonly siteMayLack: boolean;
  /** How the average price that its rules name is made. */
  readonly average: AveragePrice | undefined;
  /** A filter that binds the same orders as well. */
  readonly besides: { readonly filter: string; readonly assumed: string | undefined } | undefined;
  readonly fields: readonly Property[];
  /** The fields that rules may name, with their types. */
  readonly values: readonly FilterValue[];
  readonly rules: readonly FilterRule[];
  readonly vectors: readonly JsonObject[];
  readonly origin: Origin;
}

/** Field that holds the minutes of an average, and what takes its place when they are 0. */
export interface AveragePrice {
  readonly minutes: string;
  readonly zero: string;
}

/** A field of a filter that rules may name. */
export interface FilterValue {
  readonly name: string;
  readonly type: ValueType;
  /** Another spelling of the field, read where this one is not there. */
  readonly alsoNamed: string | undefined;
}

/** One comparison; expressions are CEL text, and as trees what that text says. */
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
  /** The rule is asked only of orders for which this holds. */
  readonly appliesWhen: string | undefined;
  /** Ledger entry of `appliesWhen`, where not the whole rule is assumed. */
  readonly appliesAssumed: string | undefined;
  /** Ledger entry of `disabledWhen`, where not the whole rule is assumed. */
  readonly disabledAssumed: string | undefined;
  readonly trees: RuleTrees;
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

/** The expressions of a rule, read and checked. */
export interface RuleTrees {
  readonly value: Expression | undefined;
  readonly bound: Expression | undefined;
  readonly from: Expression | undefined;
  readonly disabledWhen: Expression | undefined;
  readonly appliesWhen: Expression | undefined;
}
