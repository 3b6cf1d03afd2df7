import fc from "fast-check";
import { expect, test } from "vitest";

import { decodePairs, encodePairs } from "../../../runtime/encoding/percent.ts";
import { readFields, withDefaults, writeFields } from "../../../runtime/encoding/wire.ts";
import type { ParameterDescriptor } from "../../../runtime/tables.ts";
import { runsFrom } from "../../support/runs.ts";
import { anyText } from "../../support/text.ts";
import { orderParameters, parameter } from "../client/given.ts";

const one = (kind: ParameterDescriptor["kind"], facets: Partial<ParameterDescriptor> = {}) => [
  parameter("it", kind, facets),
];
const limit = { minimum: 1, maximum: 1000 };
const longest = "12345678901234567890.123456789012345678901";

/** Parameter, value given by a caller, and the text that is sent or the rule that is broken. */
const written: readonly (readonly [
  readonly ParameterDescriptor[],
  unknown,
  { text: string } | { rule: string },
])[] = [
  [one("text"), "BTCUSDT", { text: "BTCUSDT" }],
  [one("text"), "\t a b \u00a0\ufeff", { text: "a b" }],
  [one("text"), "a&b=c+d%e#f'\"", { text: "a&b=c+d%e#f'\"" }],
  [one("text"), "e\u0301", { text: "e\u0301" }],
  [one("text"), "😀", { text: "😀" }],
  [one("text"), "x".repeat(100_000), { text: "x".repeat(100_000) }],
  [one("text"), "\ud800", { rule: "wellFormed" }],
  [one("text"), "", { rule: "blank" }],
  [one("text"), 5, { rule: "type" }],
  [one("text", { pattern: "^[a-z]+$" }), "abc", { text: "abc" }],
  [one("text", { pattern: "^[a-z]+$" }), "ABC", { rule: "pattern" }],
  [one("decimal"), "0.10", { text: "0.10" }],
  [one("decimal"), " 0.1 ", { text: "0.1" }],
  [one("decimal"), longest, { text: longest }],
  [one("decimal"), 0.1, { text: "0.1" }],
  [one("decimal"), -0, { text: "0" }],
  [one("decimal"), 0.000001, { text: "0.000001" }],
  [one("decimal"), 1e-7, { text: "0.0000001" }],
  [one("decimal"), 1e21, { text: "1000000000000000000000" }],
  [one("decimal"), Number.POSITIVE_INFINITY, { rule: "type" }],
  [one("decimal"), "1e-7", { rule: "notation" }],
  [one("decimal", { maximum: 10 }), "10.0000000000000000001", { rule: "maximum" }],
  [one("int64"), 1499827319559, { text: "1499827319559" }],
  [one("int64"), 9007199254740993n, { text: "9007199254740993" }],
  [one("int64"), 2n ** 63n - 1n, { text: "9223372036854775807" }],
  [one("int64"), -(2n ** 63n), { text: "-9223372036854775808" }],
  [one("int64"), 2n ** 63n, { rule: "notation" }],
  [one("integer", limit), 1, { text: "1" }],
  [one("integer", limit), 1000, { text: "1000" }],
  [one("integer", limit), 0, { rule: "minimum" }],
  [one("integer", limit), 1001, { rule: "maximum" }],
  [one("integer", { ...limit, aboveMaximum: "truncate" }), 5000, { text: "5000" }],
  [one("boolean"), true, { text: "true" }],
  [one("boolean"), "true", { rule: "type" }],
  [one("choice", { choices: ["BUY", "SELL"] }), "buy", { rule: "choice" }],
  [one("choice", { choices: ["LIMIT"], open: true }), "TRAILING", { text: "TRAILING" }],
];

written.forEach(([parameters, value, want], index) => {
  test(`writes row ${index + 1}: a ${parameters[0]?.kind} of type ${typeof value}`, () => {
    const { query, issues } = writeFields({ query: { it: value } }, parameters);
    if ("text" in want) {
      expect(issues).toEqual([]);
      expect(query).toEqual([["it", want.text]]);
    } else {
      expect(query).toEqual([]);
      expect(issues.map(({ field, rule }) => ({ field, rule }))).toEqual([
        { field: "it", rule: want.rule },
      ]);
      expect(issues[0]?.message).toMatch(/^it .*; .*\.$/);
    }
  });
});

/** Parameter, text that arrived at a server, and the typed value or the rule that is broken. */
const received: readonly (readonly [
  readonly ParameterDescriptor[],
  string,
  { value: unknown } | { rule: string },
])[] = [
  [one("text"), "  a b ", { value: "a b" }],
  [one("text"), "a\0b", { rule: "wellFormed" }],
  [one("decimal"), "0.10", { value: "0.10" }],
  [one("decimal"), longest, { value: longest }],
  [one("decimal"), "1e3", { rule: "notation" }],
  [one("decimal"), " 1 ", { value: "1" }],
  [one("decimal"), "", { rule: "blank" }],
  [one("int64"), "5", { value: 5 }],
  [one("int64"), "-0", { value: 0 }],
  [one("int64"), "1234567890123456", { value: 1234567890123456 }],
  [one("int64"), "9007199254740993", { value: 9007199254740993n }],
  [one("text", { pattern: "^.$" }), "😀", { value: "😀" }],
  ...["9223372036854775808", "1.0", "0x10", "+1", "\u0661", "9".repeat(100)].map(
    (text) => [one("int64"), text, { rule: "notation" }] as const,
  ),
  [one("integer", { ...limit, aboveMaximum: "truncate" }), "5000", { value: 1000 }],
  [one("boolean"), "false", { value: false }],
  [one("boolean"), "1", { rule: "notation" }],
  [one("choice", { choices: ["BUY"] }), "HOLD", { rule: "choice" }],
  [one("choice", { choices: ["BUY", "SELL"] }), " SELL ", { value: "SELL" }],
  [one("choice", { choices: ["LIMIT"], open: true }), "TRAILING", { value: "TRAILING" }],
];

received.forEach(([parameters, text, want], index) => {
  test(`reads row ${index + 1}: a ${parameters[0]?.kind}`, () => {
    const { values, issues } = readFields({ query: [["it", text]], body: [] }, parameters);
    if ("value" in want) {
      expect({ values, issues }).toEqual({ values: { it: want.value }, issues: [] });
    } else {
      expect(issues.map(({ field, rule }) => ({ field, rule }))).toEqual([
        { field: "it", rule: want.rule },
      ]);
    }
  });
});

test("all issues of a request come at once", () => {
  const query = { symbol: "\ud800", side: "HOLD", quantity: "1e3", qantity: "1", price: null };
  const { issues } = writeFields({ query }, orderParameters, ["timestamp"]);
  expect(issues.map(({ field, rule }) => `${field} ${rule}`)).toEqual([
    "symbol wellFormed",
    "side choice",
    "quantity notation",
    "price type",
    "qantity unknown",
    "type required",
  ]);
  expect(issues[4]?.message).toBe(
    "qantity is not a field of this operation; did you mean quantity?",
  );
});

test("fields keep their order and place, and undefined ones are not sent", () => {
  const given = {
    query: { type: "LIMIT", symbol: "A" },
    body: { price: "1", side: "BUY", quantity: undefined },
  };
  const { query, body, issues } = writeFields(given, orderParameters, ["timestamp"]);
  expect(issues).toEqual([]);
  expect([query, body].map((pairs) => pairs.map(([name]) => name))).toEqual([
    ["type", "symbol"],
    ["price", "side"],
  ]);
});

test("names that objects have anyway are unknown fields and change nothing", () => {
  const names = ["__proto__", "constructor", "toString", "[]"];
  const pairs = names.map((name) => [name, "1"] as const);
  const { values, issues } = readFields({ query: pairs, body: [] }, []);
  expect(values).toStrictEqual({});
  expect(issues.map(({ rule }) => rule)).toEqual(names.map(() => "unknown"));
  expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
});

test("defaults fill what was not sent", () => {
  const parameters = [parameter("limit", "integer", { default: 500 }), parameter("symbol", "text")];
  expect(withDefaults({}, parameters)).toStrictEqual({ limit: 500 });
  expect(withDefaults({ limit: 5 }, parameters)).toStrictEqual({ limit: 5 });
});

test("what a client writes is what a server reads", () => {
  const text = anyText({ minLength: 1 }).filter(
    (each) => each.trim() !== "" && !each.includes("\0"),
  );
  const int64 = fc
    .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
    .map((each) => (Number.isSafeInteger(Number(each)) ? Number(each) : each));
  const amount = fc.tuple(fc.nat(), fc.nat()).map(([whole, part]) => `${whole}.${part}`);
  const parameters = [
    parameter("a", "text"),
    parameter("b", "int64"),
    parameter("c", "decimal"),
    parameter("d", "boolean"),
  ];
  const fields = fc.record({ a: text, b: int64, c: amount, d: fc.boolean() }, { requiredKeys: [] });
  fc.assert(
    fc.property(fields, (query) => {
      const sent = writeFields({ query }, parameters);
      const { pairs } = decodePairs(encodePairs(sent.query));
      const read = readFields({ query: pairs, body: [] }, parameters);
      expect({ ...read, sent: sent.issues }).toEqual({
        values: query.a === undefined ? { ...query } : { ...query, a: query.a.trim() },
        issues: [],
        sent: [],
      });
    }),
    { numRuns: runsFrom(20_000) },
  );
});
