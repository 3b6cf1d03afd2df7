/** What a caller reads about a wrong field: what is wrong, and what to give instead. */

import { expect, test } from "vitest";

import { nearestName, printableName } from "../../../runtime/encoding/field-issue.ts";
import { plainFields } from "../../../runtime/encoding/plain-fields.ts";
import { readFields, writeFields } from "../../../runtime/encoding/wire.ts";
import type { ParameterDescriptor } from "../../../runtime/tables.ts";
import { parameter } from "../client/given.ts";

const text = parameter("it", "text");
const lower = parameter("it", "text", { pattern: "^[a-z]+$" });
const decimal = parameter("it", "decimal");
const half = parameter("it", "decimal", { minimum: 0.5, maximum: 10 });
const limit = parameter("it", "integer", { minimum: 1, maximum: 1000 });
const id = parameter("it", "int64");
const short = parameter("it", "text", { pattern: "^[^\\u0000]{1,8}$" });
const bounded = parameter("it", "int64", { minimum: 0, maximum: 5 });
const flag = parameter("it", "boolean");
const side = parameter("it", "choice", { choices: ["BUY", "SELL"] });

const giveText = "give text, or leave it out";
const giveDigits = 'give digits with at most one point, best as text like "0.001"';
const giveId = "give a whole number, beyond 2^53 as a bigint";

/** A value of a caller, and the whole message. */
const written: readonly (readonly [ParameterDescriptor, unknown, message: string])[] = [
  [text, 5, `it is the number 5; ${giveText}.`],
  [text, null, `it is null; ${giveText}.`],
  [text, ["a"], `it is a list; ${giveText}.`],
  [text, "", `it is blank; ${giveText}.`],
  [text, "\ud800", `it holds half of a surrogate pair; ${giveText}.`],
  [lower, "A", "it has the wrong format; give text like ^[a-z]+$."],
  [decimal, 5n, `it is of type bigint; ${giveDigits}.`],
  [decimal, Number.NaN, `it is the number NaN; ${giveDigits}.`],
  [decimal, "1e-7", `it is not plain notation; ${giveDigits}.`],
  [decimal, "-1", `it has a sign; ${giveDigits}.`],
  [decimal, "1".repeat(1001), `it is longer than 1000 characters; ${giveDigits}.`],
  [half, "0.49", `it is below 0.5; ${giveDigits.replace("point", "point up to 10")}.`],
  [half, "10.01", `it is above 10; ${giveDigits.replace("point", "point up to 10")}.`],
  [limit, 0, "it is below 1; give a whole number from 1 up to 1000."],
  [limit, 1001, "it is above 1000; give a whole number from 1 up to 1000."],
  [limit, 1.5, "it is the number 1.5; give a whole number from 1 up to 1000."],
  [
    limit,
    2 ** 53,
    "it is 9007199254740992, which a number cannot hold exactly; give a whole number from 1 up to 1000.",
  ],
  [id, 2 ** 53, `it is 9007199254740992, which a number cannot hold exactly; ${giveId}.`],
  [id, 2n ** 63n, `it is not a 64-bit integer; ${giveId}.`],
  [id, "5", `it is of type string; ${giveId}.`],
  [id, new Date(0), `it is a Date, not its getTime(); ${giveId}.`],
  [bounded, 6, "it is above 5; give a whole number from 0 up to 5."],
  [short, "a\0", "it has the wrong format; give text of 1 to 8 characters."],
  [flag, "true", "it is of type string; give true or false."],
  [side, "buy", "it is not an allowed value; give one of BUY, SELL."],
];

for (const [one, value, message] of written) {
  test(`to a caller: ${message.slice(0, 60)}`, () => {
    const { query, issues } = writeFields({ query: { it: value } }, [one]);
    expect({ query, messages: issues.map((issue) => issue.message) }).toEqual({
      query: [],
      messages: [message],
    });
  });
}

/** Text that a server received. */
const received: readonly (readonly [ParameterDescriptor, string, message: string])[] = [
  [text, "a\0b", `it holds a NUL; ${giveText}.`],
  [flag, "1", "it is neither true nor false; give true or false."],
  [side, "HOLD", "it is not an allowed value; give one of BUY, SELL."],
  [decimal, " ", `it is blank; ${giveDigits}.`],
  [id, "99999999999999999999", `it is not a 64-bit integer; ${giveId}.`],
  [id, "1a", `it is not a 64-bit integer; ${giveId}.`],
];

for (const [one, value, message] of received) {
  test(`to a server: ${message.slice(0, 60)}`, () => {
    const { values, issues } = readFields({ query: [["it", value]], body: [] }, [one]);
    expect({ values, messages: issues.map((issue) => issue.message) }).toEqual({
      values: {},
      messages: [message],
    });
  });
}

const order = [
  parameter("symbol", "text", { required: true }),
  parameter("orderId", "int64", { orElse: ["clientId", "tag"], onlyWith: ["symbol", "side"] }),
  parameter("clientId", "text"),
  parameter("tag", "text"),
  parameter("side", "text"),
];

const names = "symbol, orderId, clientId, tag, side";
const hidden = "(a field whose name is not letters and digits)";
const noId = "orderId or clientId or tag is missing; send one of them.";
const onlyWith = (others: string) => `orderId is only allowed with ${others}; add ${others}.`;
const unknown = (name: string, mend: string) =>
  [name, "unknown", `${name} is not a field of this operation; ${mend}`] as const;

type Issue = readonly [field: string, rule: string, message: string];
const noSymbol: Issue = ["symbol", "required", "symbol is missing; add it."];
const tagged = { symbol: "A", tag: "t" };

/** Fields of one call together. */
const together: readonly (readonly [query: object, ...issues: readonly Issue[]])[] = [
  [{}, noSymbol, ["orderId", "required", noId]],
  [{ orderId: 1 }, noSymbol, ["orderId", "onlyWith", onlyWith("symbol and side")]],
  [{ orderId: 1, symbol: "A" }, ["orderId", "onlyWith", onlyWith("side")]],
  [{ orderId: 1, symbol: "A", side: "BUY" }],
  [{ ...tagged, __proto__: { side: "BUY" } }, ["side", "type", "side is only inherited; add it."]],
  [{ ...tagged, sied: "BUY" }, unknown("sied", "did you mean side?")],
  [{ ...tagged, fortyTwo: 1 }, unknown("fortyTwo", `use ${names}.`)],
  [{ ...tagged, "a secret": 1 }, unknown(hidden, `use ${names}.`)],
];

test.for(together)("fields together: %j", ([query, ...issues]) => {
  const found = writeFields({ query: query as Record<string, unknown> }, order).issues;
  expect(found).toEqual(issues.map(([field, rule, message]) => ({ field, rule, message })));
});

test("a field that is sent twice is named once for each time too many", () => {
  const twice = {
    field: "symbol",
    rule: "duplicate",
    message: "symbol is sent twice; send it once.",
  };
  const pairs = [["symbol", "A"] as const];
  const all = [parameter("symbol", "text")];
  const given = { symbol: "A" };
  expect(writeFields({ query: given, body: given }, all).issues).toEqual([twice]);
  expect(readFields({ query: pairs, body: pairs }, all).issues).toEqual([twice]);
  expect(readFields({ query: [...pairs, ...pairs], body: [] }, all).issues).toEqual([twice]);
  expect(readFields({ query: [], body: pairs }, all)).toEqual({
    values: { symbol: "A" },
    issues: [],
  });
});

test("an operation without fields says so", () => {
  expect(writeFields({ body: { a: 1 } }, []).issues).toEqual([
    {
      field: "a",
      rule: "unknown",
      message: "a is not a field of this operation; this operation takes none.",
    },
  ]);
});

test("ignored fields of a request are neither read nor missed", () => {
  const all = [parameter("symbol", "text", { required: true }), parameter("tag", "text")];
  const query = [["tag", "\0"] as const];
  expect(readFields({ query, body: [] }, all, ["tag", "symbol"])).toEqual({
    values: {},
    issues: [],
  });
  expect(writeFields({}, all, ["symbol"]).issues).toEqual([]);
});

/** Values that are sent without the rules of the spec; no text where none is exact. */
const plain: readonly (readonly [value: unknown, text: string | undefined])[] = [
  ["abc", "abc"],
  [" a b ", "a b"],
  ["", undefined],
  [" ", undefined],
  ["\ud800", undefined],
  [true, "true"],
  [5n, "5"],
  [0, "0"],
  [0.1, "0.1"],
  [-0.5, "-0.5"],
  [1e-7, undefined],
  [123456789012345, "123456789012345"],
  [1234567890123456, undefined],
  [12345678901234.5, "12345678901234.5"],
  [123456789012345.5, undefined],
  [0.00000123456789012345, "0.00000123456789012345"],
  [0.1234567890123456, undefined],
  [1.5e-10, undefined],
  [1e15, undefined],
  [1e14, "100000000000000"],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [null, undefined],
  [[1], undefined],
  [() => 1, undefined],
  [Symbol("1"), undefined],
];

for (const [value, want] of plain) {
  test(`without rules, ${typeof value} ${String(value)} is sent as ${want ?? "nothing"}`, () => {
    const { query, body, issues } = plainFields({ query: { it: value, no: undefined } }, [], []);
    const message = "it cannot be sent as is; give it as text.";
    expect({ query, body, issues }).toEqual({
      query: want === undefined ? [] : [["it", want]],
      body: [],
      issues: want === undefined ? [{ field: "it", rule: "notation", message }] : [],
    });
  });
}

test("without rules, what is missing is still named, unless the sender adds it", () => {
  const needed = [parameter("it", "text", { required: true })];
  expect(plainFields({ body: { it: 1 } }, needed, [])).toEqual({
    query: [],
    body: [["it", "1"]],
    issues: [],
  });
  expect(plainFields({}, needed, []).issues.map(({ message }) => message)).toEqual([
    "it is missing; add it.",
  ]);
  expect(plainFields({}, needed, ["it"]).issues).toEqual([]);
});

/** A value above a maximum that the exchange cuts off, and what a server takes. */
for (const [given, taken] of [
  ["999", 999],
  ["1000", 1000],
  ["1001", 1000],
  ["9223372036854775807", 1000],
] as const) {
  test(`a limit of ${given} is taken as ${taken}`, () => {
    const cut = parameter("it", "int64", { maximum: 1000, aboveMaximum: "truncate" });
    const { values, issues } = readFields({ query: [["it", given]], body: [] }, [cut]);
    expect({ values, issues }).toEqual({ values: { it: taken }, issues: [] });
  });
}

/** Values on the borders of what is compared as numbers and what digit by digit. */
const borders: readonly (readonly [ParameterDescriptor, string, isTaken: boolean])[] = [
  [half, "0.5", true],
  [half, "0.49999999999999999999", false],
  [half, "10", true],
  [half, "10.00000000000000000001", false],
  [bounded, "0", true],
  [bounded, "-1", false],
  [bounded, "6", false],
  [id, "-9223372036854775808", true],
  [id, "-9223372036854775809", false],
  [id, "9223372036854775807", true],
  [id, "9223372036854775808", false],
];

for (const [one, value, isTaken] of borders) {
  test(`${value} is ${isTaken ? "within" : "beyond"} the bounds of a ${one.kind}`, () => {
    const { issues } = readFields({ query: [["it", value]], body: [] }, [one]);
    expect(issues.length).toBe(isTaken ? 0 : 1);
  });
}

/** Names that are shown, and what was meant by misspelt ones. */
const known = ["symbol", "quantity", "newClientOrderId"];
const misspelt: readonly (readonly [name: string, meant: string | undefined])[] = [
  ["symbol", "symbol"],
  ["symbl", "symbol"],
  ["simbool", "symbol"],
  ["qantity", "quantity"],
  ["quantityy", "quantity"],
  ["sy", undefined],
  ["clientOrderId", "newClientOrderId"],
  ["", undefined],
];

for (const [name, meant] of misspelt) {
  test(`${name} ${meant === undefined ? "is like no known name" : `meant ${meant}`}`, () => {
    expect(nearestName(name, known)).toBe(meant);
  });
}

test("the nearest name wins, and the first of two that are equally near", () => {
  expect(nearestName("prices", ["pricing", "price", "prize"])).toBe("price");
  expect(nearestName("bat", ["cat", "hat"])).toBe("cat");
  expect(nearestName("ab", ["abcd"])).toBe("abcd");
  expect(nearestName("ab", ["abcde"])).toBeUndefined();
});

test("a name is shown when it is short and in one line", () => {
  for (const [name, shown] of [
    ["symbol", "symbol"],
    ["a_b.c-D9", "a_b.c-D9"],
    ["x".repeat(64), "x".repeat(64)],
    ["x".repeat(65), hidden],
    ["", hidden],
    ["a b", hidden],
    ["a\n", hidden],
    ["é", hidden],
  ] as const) {
    expect(printableName(name)).toBe(shown);
  }
});
