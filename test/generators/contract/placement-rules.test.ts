import { expect, test } from "vitest";

import { notFoundCodeOf } from "../../../generators/contract/operations/operations.ts";
import { contractOf, problemsOf } from "../../support/contract-of.ts";
import { type Edit, placeOf } from "../../support/edited-files.ts";
import { specFiles } from "../../support/given-spec.ts";

const file = "paths/order.yaml";
const at = "    resolvedBy: { operation: getOrder, parameter: clientId }\n";
const written = `${at}    notFoundCode: { value: -1021, x-assumed: jitter }
    settleMs: { value: 1000, x-assumed: jitter }
    record:
      clientId: symbol
      orderId: orderId
      placedMs: parent
      sent: { symbol: symbol }
`;
const withRules: Edit = [file, at, written];

test("who queries an order knows the code of one that does not exist", async () => {
  const { operations } = await contractOf(withRules);
  const codes = ["getOrder", "placeOrder", ""].map((id) => notFoundCodeOf(operations, id));
  expect(codes).toEqual([-1021, undefined, undefined]);
});

/** What is changed, the line that is pointed at, and what is said of it. */
const problems: readonly (readonly [string, string, RegExp])[] = [
  ["value: -1021, x-assumed", "value: -9, x-assumed", /-9 is not an error code/],
  ["clientId: symbol", "clientId: symbl", /symbl is not a field of the order's record/],
  ["orderId: orderId", "orderId: id", /id is not a field of the order's record/],
  ["placedMs: parent", "placedMs: placed", /placed is not a field of the order's record/],
  ["symbol: symbol }", "symbl: symbol }", /symbl is not a field of a placement/],
  ["symbol: symbol }", "symbol: cost }", /cost is not a field of the order's record/],
];

test.for(problems)("%s changed to %s is reported at its place", async ([from, to, says]) => {
  const files = specFiles([[file, at, written.replace(from, to)]]);
  const [problem, ...others] = await problemsOf(files);
  expect(others).toEqual([]);
  expect(problem?.message).toMatch(says);
  const { line, column } = problem?.origin ?? {};
  expect(`${line}:${column}`).toBe(placeOf(files, file, to));
});
