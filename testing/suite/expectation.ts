/** Whether a call ended as its row says. */

import { isRecord, type Json } from "../recordings/recording.ts";
import type { Expectation, Scenario } from "./scenario.ts";

/** How a call of the client ended. */
export type Outcome =
  | { readonly kind: "answer"; readonly answer: unknown }
  | { readonly kind: "error"; readonly error: unknown };

/** Says in what the end of a call differs from the row; `sent` is how many requests went out. */
export function checkOutcome(
  scenario: Scenario,
  outcome: Outcome,
  sent: number,
): readonly string[] {
  const expected: Expectation = scenario.expect ?? { kind: "success" };
  switch (expected.kind) {
    case "success":
      if (outcome.kind === "error") return [`the call failed: ${describe(outcome.error)}`];
      return [
        ...checkShown(expected.shows ?? {}, outcome.answer),
        ...checkLength(expected, outcome),
      ];
    case "failure":
      return checkFailure(expected, outcome);
    case "refusal":
      return checkRefusal(expected.field, outcome, sent);
  }
}

function checkFailure(
  { code, status }: Extract<Expectation, { kind: "failure" }>,
  outcome: Outcome,
): readonly string[] {
  if (outcome.kind === "answer") return [`the call succeeded; the code ${code} was expected`];
  const error = refusalIn(outcome.error);
  if (read(error, "code") !== code) return [`the code ${code} was expected: ${describe(error)}`];
  if (status === undefined || read(error, "status") === status) return [];
  return [`the status ${status} was expected: ${describe(error)}`];
}

/** The exchange's refusal: the error itself, or what caused one that says more. */
function refusalIn(error: unknown): unknown {
  const cause = read(error, "cause");
  return read(error, "code") === undefined && cause !== undefined ? refusalIn(cause) : error;
}

function read(error: unknown, name: string): unknown {
  return typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;
}

function checkRefusal(field: string, outcome: Outcome, sent: number): readonly string[] {
  if (sent > 0) return [`a request was sent; the client had to refuse ${field}`];
  if (outcome.kind === "answer") return [`the call succeeded; the client had to refuse ${field}`];
  const message = describe(outcome.error);
  return message.includes(field) ? [] : [`the refusal does not name ${field}: ${message}`];
}

function checkShown(shows: Readonly<Record<string, Json>>, answer: unknown): readonly string[] {
  return Object.entries(shows).flatMap(([name, wanted]) => {
    const found = isRecord(answer) ? answer[name] : undefined;
    if (JSON.stringify(found) === JSON.stringify(wanted)) return [];
    return [`${name} is ${JSON.stringify(found)}; ${JSON.stringify(wanted)} was expected`];
  });
}

function checkLength(
  { atMost }: Extract<Expectation, { kind: "success" }>,
  { answer }: Extract<Outcome, { kind: "answer" }>,
): readonly string[] {
  if (atMost === undefined) return [];
  if (!Array.isArray(answer)) return ["the answer is no list"];
  if (answer.length <= atMost) return [];
  return [`the list has ${answer.length} elements; at most ${atMost} were expected`];
}

/** The error with what caused it: the cause is often the more telling part. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` Because of ${describe(error.cause)}` : "";
  return `${error.name}: ${error.message}${cause}`;
}
