/** The part of the contract model that tells what an order needs and lives through. */

import type { Origin } from "../documents/model.ts";

/** Which fields an order of each type needs, may have and must not have. */
export interface OrderRules {
  readonly types: readonly OrderTypeRule[];
  readonly algo: readonly string[];
}

export interface OrderTypeRule {
  readonly type: string;
  readonly required: readonly string[];
  /** Exactly one of each list must be there. */
  readonly oneOf: readonly (readonly string[])[];
  readonly forbidden: readonly string[];
  /** Ledger entries of fields whose part in the rule is assumed while the rule is not. */
  readonly assumedFields: Readonly<Record<string, string>>;
  /** The type that a waiting order turns into; `undefined` for one that never waits. */
  readonly becomes: string | undefined;
  /** Which way the last price must go to the stop price to trigger it, by side. */
  readonly triggersWhenPrice: Readonly<Record<string, string>> | undefined;
  readonly description: string;
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

export interface OrderStates {
  readonly states: readonly OrderState[];
  readonly transitions: readonly OrderTransition[];
}

export interface OrderState {
  readonly name: string;
  readonly description: string;
  readonly final: boolean;
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

export interface OrderTransition {
  readonly from: string;
  readonly trigger: string;
  readonly condition: string;
  readonly to: string;
  readonly also: string;
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

export interface BalanceMove {
  readonly when: string;
  readonly side: string | undefined;
  readonly asset: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly description: string;
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

/** How long trading rules may be taken for what they were, and what tells them anew. */
export interface RulesRefresh {
  readonly operation: string;
  readonly everyMs: number;
}
