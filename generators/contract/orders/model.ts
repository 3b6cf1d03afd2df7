/** Orders in the contract model: fields by type, states, refresh of trading rules. */

import type { ListingNames } from "../../../runtime/orders/symbols.ts";

/** The fields of orders by type. */
export interface OrderRules {
  readonly types: readonly OrderTypeRule[];
  readonly algo: readonly string[];
  readonly fieldNeeds: readonly FieldNeed[];
}

/** The value that another field must have beside a field; a type may set it without the field. */
export interface FieldNeed {
  readonly field: string;
  readonly other: string;
  readonly value: string;
  readonly assumed: string | undefined;
}

export interface OrderTypeRule {
  readonly type: string;
  readonly required: readonly string[];
  /** Exactly one field of each list is required. */
  readonly oneOf: readonly (readonly string[])[];
  /** At least one field of each list is required. */
  readonly anyOf: readonly (readonly string[])[];
  readonly forbidden: readonly string[];
  /** Assumptions about single fields of a documented rule. */
  readonly assumedFields: Readonly<Record<string, string>>;
  /** The order's type after it triggers; `undefined` without a trigger. */
  readonly becomes: string | undefined;
  /** The price direction that triggers the order, by side. */
  readonly triggersWhenPrice: Readonly<Record<string, string>> | undefined;
  /** What would happen at once and is refused for it. */
  readonly refusedWhen: string | undefined;
  readonly description: string;
  readonly assumed: string | undefined;
}

export interface OrderStates {
  readonly states: readonly OrderState[];
  readonly transitions: readonly OrderTransition[];
}

interface OrderState {
  readonly name: string;
  readonly final: boolean;
  readonly assumed: string | undefined;
}

export interface OrderTransition {
  readonly from: string;
  readonly trigger: string;
  readonly to: string;
  readonly assumed: string | undefined;
}

/** How often trading rules are refreshed, and by which operation. */
export interface RulesRefresh {
  readonly operation: string;
  readonly everyMs: number;
  /** Fields of its response, by their roles, where they have other names. */
  readonly names?: ListingNames;
}
