import { operations } from "../../generated/operations.ts";
import { cancellationRules } from "../../generated/order-states.ts";
import type { OperationDescriptor } from "../../runtime/tables.ts";
import type { CallScenario } from "./scenario.ts";

/** Each operation with each answer of the table; a cancellation is repeated by rules of its own. */
export const answerScenarios: readonly CallScenario[] = Object.values<OperationDescriptor>(
  operations,
)
  .filter(({ id }) => !Object.hasOwn(cancellationRules, id))
  .map(({ id }) => ({
    id: `${id}.answers`,
    summary: "The client meets each error response of the table",
    answers: true,
  }));
