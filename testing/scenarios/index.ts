import { operations } from "../../generated/operations.ts";
import { cancellationRules } from "../../generated/order-states.ts";
import { scenarioRows } from "../../generated/scenarios.ts";
import type { CallScenario, Scenario } from "./scenario.ts";

/**
 * The rows of spec/scenarios/, which run from top to bottom and may use values from earlier
 * responses. Rows that a fixture server cannot distinguish must have the same result, so rows with
 * a wrong key, signature or time have their own `recvWindow`.
 */
export const scenarios: readonly Scenario[] = scenarioRows;

/** Each operation with each answer of the table; a cancellation is repeated by rules of its own. */
const answerScenarios: readonly CallScenario[] = Object.keys(operations)
  .filter((id) => !Object.hasOwn(cancellationRules ?? {}, id))
  .map((id) => ({
    id: `${id}.answers`,
    summary: "The client meets each error response of the table",
    answers: true,
  }));

/** The rows for a target: those of answers only where responses can be forced. */
export function scenariosFor({
  fetch,
}: {
  readonly fetch?: { readonly forceResponse?: unknown };
}): readonly Scenario[] {
  return fetch?.forceResponse === undefined ? scenarios : [...answerScenarios, ...scenarios];
}
