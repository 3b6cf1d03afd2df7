/** A call that does not end as its row expects is never taken for one that does. */

import { expect, test } from "vitest";

import type { Expectation } from "../../testing/scenarios/scenario.ts";
import { type CallResult, checkExpectation } from "../../testing/suite/expectation.ts";

const value = (of: unknown): CallResult => ({ kind: "value", value: of });
const error = (message: string, more: object = {}): CallResult => {
  return { kind: "error", error: Object.assign(new Error(message), more) };
};
const refused = error("refused", { code: -1121, status: 400 });
const success = { kind: "success" } as const;
const coded = { kind: "error", code: -1121, status: 400 } as const;
const rejected = { kind: "rejected", field: "limit" } as const;

const rows: readonly (readonly [Expectation, CallResult, requests: number, faults: string[]])[] = [
  [success, value({}), 1, []],
  [success, refused, 1, ["the call failed: Error: refused"]],
  [{ ...success, shows: { a: 1 } }, value({ a: 1, b: 2 }), 1, []],
  [{ ...success, shows: { a: 1 } }, value({ a: "1" }), 1, ['a is "1"; 1 was expected']],
  [{ ...success, atMost: 2 }, value([1, 2]), 1, []],
  [
    { ...success, atMost: 2 },
    value([1, 2, 3]),
    1,
    ["the list has 3 elements; at most 2 were expected"],
  ],
  [{ ...success, atMost: 2 }, value({}), 1, ["the response is not a list"]],
  [coded, refused, 1, []],
  [coded, error("gave up", { cause: { code: -1121, status: 400 } }), 1, []],
  [coded, value({}), 1, ["the call succeeded; the code -1121 was expected"]],
  [coded, error("no", { code: -1, status: 400 }), 1, ["the code -1121 was expected: Error: no"]],
  [coded, error("no", { code: -1121, status: 403 }), 1, ["the status 400 was expected: Error: no"]],
  [rejected, error("limit is too large"), 0, []],
  [
    rejected,
    error("limit is too large"),
    1,
    ["a request was sent; the client had to reject limit"],
  ],
  [rejected, value({}), 0, ["the call succeeded; the client had to reject limit"]],
  [rejected, error("no"), 0, ["the error does not name limit: Error: no"]],
];

test.each(rows)("%j %j after %i requests", (expected, result, requests, faults) => {
  expect(checkExpectation(expected, result, requests)).toEqual(faults);
});
