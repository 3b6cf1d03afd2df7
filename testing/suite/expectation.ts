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
      return checkValue(expected, result.value);
    case "error": {
      const { code, status } = expected;
      if (result.kind === "value") return [`the call succeeded; the code ${code} was expected`];
      const error = responseError(result.error);
      const isCode = read(error, "code") === code;
      if (!isCode) return [`the code ${code} was expected: ${describe(error)}`];
      const isStatus = status === undefined || read(error, "status") === status;
      return isStatus ? [] : [`the status ${status} was expected: ${describe(error)}`];
    }
    case "rejected": {
      const { field } = expected;
      if (requests > 0) return [`a request was sent; the client had to reject ${field}`];
      if (result.kind === "value") return [`the call succeeded; the client had to reject ${field}`];
      const message = describe(result.error);
      return message.includes(field) ? [] : [`the error does not name ${field}: ${message}`];
    }
  }
}

/** The error with the exchange's code: the error itself, or its cause. */
function responseError(error: unknown): unknown {
  const cause = read(error, "cause");
  return read(error, "code") === undefined && cause !== undefined ? responseError(cause) : error;
}

function read(error: unknown, name: string): unknown {
  return typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;
}

function checkValue(
  { shows = {}, atMost }: Extract<Expectation, { kind: "success" }>,
  value: unknown,
): readonly string[] {
  const differences = Object.entries(shows).flatMap(([name, wanted]) => {
    const [found, expected] = [fieldsIn(value)[name], wanted].map((each) => JSON.stringify(each));
    return found === expected ? [] : [`${name} is ${found}; ${expected} was expected`];
  });
  if (atMost === undefined) return differences;
  if (!Array.isArray(value)) return [...differences, "the response is not a list"];
  if (value.length <= atMost) return differences;
  return [...differences, `the list has ${value.length} elements; at most ${atMost} were expected`];
}

/** The error with its causes, which often say more. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` Because of ${describe(error.cause)}` : "";
  return `${error.name}: ${error.message}${cause}`;
}
