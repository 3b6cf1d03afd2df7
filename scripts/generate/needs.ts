/** What the commands of a contract work with, beside what a client is generated from. */

import { isObject } from "../../generators/contract/documents/json.ts";
import type { Loaded } from "../../generators/contract/documents/load.ts";
import { type ProblemPlace, SpecError } from "../../generators/contract/documents/problems.ts";
import { startOf } from "../../generators/contract/documents/spec-files.ts";
import type { Contract, JsonObject } from "../../generators/contract/model.ts";
import { meaning } from "../../generators/contract/schemas/meaning.ts";
import type { OpenedSpec } from "../shared/spec.ts";

/** Throws a `SpecError` with all that a command needs and the contract lacks. */
export function requireParts(
  { loaded, location }: OpenedSpec,
  contract: Contract,
  { command, isSandbox }: { readonly command: string; readonly isSandbox: boolean },
): void {
  const { problems } = loaded;
  const report = (file: string, what: string): void => {
    const message = `The contract has no ${what}, and npx tradespec ${command} works with it.`;
    problems.report(startOf(location, file), message, "Add it; the mock server needs none.");
  };
  if (contract.envelope === undefined) report("openapi.yaml", "x-envelope");
  if (contract.channels.length === 0) report("asyncapi.yaml", "stream");
  for (const [at, what] of isSandbox ? lackedBySandbox(loaded, contract) : []) {
    const message = `The sandbox needs ${what}, which the contract does not have.`;
    problems.report(at, message, "Add it, or use npx tradespec mock.");
  }
  const found = problems.all();
  if (found.length > 0) throw new SpecError(found);
}

/** The moves of an order that the sandbox makes, by their triggers. */
const moves = {
  execution: ["PARTIALLY_FILLED", "FILLED"],
  cancellation: ["CANCELED"],
  expiry: ["EXPIRED"],
};

/** The words and moves that the sandbox's engine works with, and a contract may lack. */
function lackedBySandbox(
  { openapi }: Loaded,
  { orderRules, orderStates, operations, schemas }: Contract,
): readonly (readonly [at: ProblemPlace, what: string])[] {
  const part = (key: string): JsonObject => {
    const { [key]: value } = openapi;
    return isObject(value) ? value : openapi;
  };
  const [rules, states] = [{ node: part("x-order-rules") }, { node: part("x-order-states") }];
  const types = orderRules.types.map(({ type }) => type);
  const { parameters = [] } = operations.find(({ placement }) => placement !== undefined) ?? {};
  const side = parameters.find(({ name, role = name }) => role === "side");
  const meant = side && meaning(side.schema, schemas);
  const sides = meant?.kind === "enum" ? meant.values.map(({ value }) => value) : [];
  const known = orderStates.transitions.map(({ from, trigger, to }) => `${from} ${trigger} ${to}`);
  const moved = Object.entries(moves).flatMap(([trigger, ends]) =>
    ends.flatMap((to) => ["NEW", "PARTIALLY_FILLED"].map((from) => ({ from, trigger, to }))),
  );
  return [
    ...(types.includes("LIMIT") ? [] : [[rules, "the order type LIMIT"] as const]),
    ...["BUY", "SELL"]
      .filter((word) => !sides.includes(word))
      .map((word) => [side?.origin ?? rules, `the side ${word}`] as const),
    ...moved
      .filter(({ from, trigger, to }) => !known.includes(`${from} ${trigger} ${to}`))
      .map(({ from, trigger, to }) => {
        return [states, `the transition from ${from} to ${to} by the trigger ${trigger}`] as const;
      }),
  ];
}
