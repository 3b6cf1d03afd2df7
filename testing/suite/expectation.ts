/** Compares the result of a call with its row's expectation. */

import { fieldsIn } from "../../runtime/encoding/json-value.ts";
import type { Expectation } from "../scenarios/scenario.ts";

export type CallResult =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "error"; readonly error: unknown };

/** Returns the differences; `requests`: number of requests sent. */
export function checkExpectation(
  expected: Expectation,
  result: CallResult,
  requests: number,
): readonly string[] {
  switch (expected.kind) {
    case "success":
      if (result.kind === "error") return [`the call failed: ${describe(result.error)}`];
      return [...checkValues(expected, result.value), ...checkLength(expected, result.value)];
    case "error":
      return checkError(expected, result);
    case "rejected":
      return checkRejection(expected.field, result, requests);
  }
}

function checkError(
  { code, status }: Extract<Expectation, { kind: "error" }>,
  result: CallResult,
): readonly string[] {
  if (result.kind === "value") return [`the call succeeded; the code ${code} was expected`];
  const error = responseError(result.error);
  if (read(error, "code") !== code) return [`the code ${code} was expected: ${describe(error)}`];
  if (status === undefined || read(error, "status") === status) return [];
  return [`the status ${status} was expected: ${describe(error)}`];
}

/** The error with the exchange's code: the error itself, or its cause. */
function responseError(error: unknown): unknown {
  const cause = read(error, "cause");
  return read(error, "code") === undefined && cause !== undefined ? responseError(cause) : error;
}

function read(error: unknown, name: string): unknown {
  return typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;
}

function checkRejection(field: string, result: CallResult, requests: number): readonly string[] {
  if (requests > 0) return [`a request was sent; the client had to reject ${field}`];
  if (result.kind === "value") return [`the call succeeded; the client had to reject ${field}`];
  const message = describe(result.error);
  return message.includes(field) ? [] : [`the error does not name ${field}: ${message}`];
}

function checkValues(
  { shows = {} }: Extract<Expectation, { kind: "success" }>,
  value: unknown,
): readonly string[] {
  return Object.entries(shows).flatMap(([name, wanted]) => {
    const found = fieldsIn(value)[name];
    if (JSON.stringify(found) === JSON.stringify(wanted)) return [];
    return [`${name} is ${JSON.stringify(found)}; ${JSON.stringify(wanted)} was expected`];
  });
}

function checkLength(
  { atMost }: Extract<Expectation, { kind: "success" }>,
  value: unknown,
): readonly string[] {
  if (atMost === undefined) return [];
  if (!Array.isArray(value)) return ["the response is not a list"];
  if (value.length <= atMost) return [];
  return [`the list has ${value.length} elements; at most ${atMost} were expected`];
}

/** The error with its causes, which often say more. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` Because of ${describe(error.cause)}` : "";
  return `${error.name}: ${error.message}${cause}`;
}
