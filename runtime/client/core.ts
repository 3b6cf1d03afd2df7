/** The core: a client with only those operations and features that are given. */

import type { CallContext } from "../call/context.ts";
import type { CallOptions, ClientTables } from "../call/options.ts";
import type { OptionRule, OptionRules } from "../check-options.ts";
import { refuseOptions, takes } from "../check-options.ts";
import { plainFields } from "../encoding/plain-fields.ts";
import { type ClientFeatures, createBaseClient } from "./client.ts";
import { addressRules } from "./option-checks.ts";
import type { ClientOptions } from "./options.ts";
import { createOrders } from "./orders.ts";

/**
 * Makes a client of these tables with a method for each operation, and those of the features.
 * Without the feature `optionChecks` it checks address, key and secret alone.
 */
export function createCoreClient(
  tables: Omit<ClientTables, "operations">,
  options: ClientOptions & ClientFeatures & Pick<ClientTables, "operations">,
): object {
  const { checkFields = plainFields } = options;
  const rules: OptionRules = { ...addressRules, ...featureRules(options) };
  const issues = Object.entries(rules).flatMap(([name, rule]) => {
    const value: unknown = Reflect.get(options, name);
    return value === undefined && name !== "baseUrl" ? [] : rule(value, name);
  });
  refuseOptions("createClient", issues);
  const { operations } = options;
  const features = { ...options, checkFields };
  const all = { ...tables, operations };
  const ordersOf = (context: CallContext) => createOrders(options, context);
  const { call, methods } = createBaseClient(all, options, features, ordersOf);
  const named = { ...methods };
  for (const name of Object.keys(operations)) {
    named[name] = (fields?: object, each?: CallOptions) => call(name, fields, each);
  }
  return named;
}

/** Refuses options of absent features: a journal that nothing writes would lose data silently. */
function featureRules(features: ClientFeatures): OptionRules {
  const readBy = (feature: keyof ClientFeatures): OptionRule =>
    takes(
      `the feature ${feature} beside it`,
      (value) => value === false || features[feature] !== undefined,
    );
  return {
    journal: readBy("placements"),
    limits: readBy("rateLimits"),
    sign: readBy("signer"),
    validate: readBy("orderChecks"),
  };
}
