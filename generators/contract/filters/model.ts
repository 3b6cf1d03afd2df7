/** The filters' part of the contract model: filters, their rules, and the expressions of rules. */

import type { JsonObject, Origin } from "../documents/model.ts";
import type { Property } from "../schemas/model.ts";
import type { Expression, ValueType } from "./expression-tree.ts";

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
