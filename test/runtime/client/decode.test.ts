/** The decoder of responses: every kind of type, documented, assumed, and not rejected at all. */

import { expect, test, vi } from "vitest";

import { createResponseDecoder } from "../../../runtime/call/decode.ts";
import { parseJson } from "../../../runtime/encoding/json.ts";
import type { ResponseTables, ResponseType } from "../../../runtime/tables.ts";

const types: ResponseTables["types"] = {
  Amount: "decimal",
  Alias: "Amount",
  Order: { record: { constants: { kind: "order" }, required: { id: "int64" } } },
  Trade: { record: { constants: { kind: "trade" }, required: { price: "decimal" } } },
};
const payloadOf = (whole: unknown): unknown => whole;

function decode(type: ResponseType, text: string, isLenient?: boolean) {
  const decoder = createResponseDecoder({ types, responses: { get: type } });
  return decoder("get", { value: parseJson(text), text, payloadOf }, isLenient);
}

const fields: ResponseType = {
  record: {
    constants: { kind: "order" },
    required: { id: "int64", "a/b~c": "integer" },
    optional: { note: "text" },
    assumed: { price: "decimal" },
  },
};
const whole = { kind: "order", id: 1, "a/b~c": 2 };
const either: ResponseType = { oneOf: ["null", "Order", "Trade", { list: "decimal" }, "integer"] };
const nested: ResponseType = { oneOf: [{ list: "text" }, { oneOf: ["Order", "Trade"] }] };
const guessed: ResponseType = { oneOf: [{ assumed: { list: "decimal" } }, "text"] };

/**
 * A type, a response, and its value; or where it is at fault, why, and what it is where nothing is
 * rejected, if not as given.
 */
type Row = readonly [
  type: ResponseType,
  given: unknown,
  value: unknown,
  reason?: string,
  soft?: unknown,
];

const noForm = "has none of the allowed forms";
const rows: readonly Row[] = [
  ["int64", "7", 7],
  ["int64", "x", "", "is not a 64-bit integer"],
  ["integer", "7", 7],
  ["integer", "9007199254740993", "", "is not an integer"],
  ["decimal", 1.5, "1.5"],
  ["decimal", true, "", "is not a decimal"],
  ["text", "a", "a"],
  ["text", null, "", "is not text"],
  ["boolean", false, false],
  ["boolean", "true", "", "is not true or false"],
  ["null", null, null],
  ["null", 0, "", "is not null"],
  ["any", null, null],
  ["any", { a: [1] }, { a: [1] }],
  ["Alias", 1.5, "1.5"],
  ["Alias", {}, "", "is not a decimal"],
  [{ list: "text" }, [], []],
  [{ list: "decimal" }, [1, "2"], ["1", "2"]],
  [{ list: "text" }, {}, "", "is not a list"],
  [{ list: "text" }, ["a", 5], "/1", "is not text"],
  [{ list: { list: "text" } }, [["a"], [5]], "/1/0", "is not text"],
  [{ tuple: ["text", "int64"] }, ["a", "5"], ["a", 5]],
  [{ tuple: ["text", "int64"] }, ["a", "5", "6"], ["a", 5, "6"]],
  [{ tuple: ["text", "int64"] }, ["a"], "", "is not a list of at least 2"],
  [{ tuple: ["text"] }, "a", "", "is not a list of at least 1"],
  [fields, { ...whole, note: "n", price: 5 }, { ...whole, note: "n", price: "5" }],
  [fields, { ...whole, price: true, more: 0.5 }, { ...whole, price: true, more: 0.5 }],
  [fields, { ...whole, kind: "other" }, { ...whole, kind: "other" }],
  [fields, { ...whole, kind: undefined }, "/kind", "is missing"],
  [fields, { ...whole, id: undefined }, "/id", "is missing"],
  [fields, { ...whole, id: null }, "/id", "is not a 64-bit integer"],
  [fields, { ...whole, "a/b~c": "x" }, "/a~1b~0c", "is not an integer"],
  [fields, { ...whole, note: null }, "/note", "is not text"],
  [fields, [], "", "is not an object"],
  [fields, null, "", "is not an object"],
  [fields, "order", "", "is not an object"],
  [{ record: { optional: { a: "text" } } }, 5, "", "is not an object"],
  [{ record: { required: { a: fields } } }, { a: { kind: "order" } }, "/a/id", "is missing"],
  [{ record: { assumed: { a: "decimal" } } }, { a: 5 }, { a: "5" }],
  [{ record: { assumed: { a: "decimal" } } }, 5, 5],
  [{ assumed: fields }, { id: "5" }, { id: 5 }],
  [{ assumed: fields }, [], []],
  [{ assumed: { tuple: ["int64", "text"] } }, ["5"], ["5"]],
  [{ assumed: "int64" }, "x", "x"],
  [either, null, null],
  [either, { kind: "order", id: "5" }, { kind: "order", id: 5 }],
  [either, { kind: "trade", price: 5 }, { kind: "trade", price: "5" }],
  [either, { kind: "trade", id: 5 }, "/price", "is missing"],
  [either, { kind: "other" }, "", noForm],
  [either, [5], ["5"]],
  [either, "5", 5],
  [{ oneOf: ["text", "Order"] }, null, "", noForm],
  [{ oneOf: ["text", "Order"] }, [], "", noForm],
  [{ oneOf: ["text", "any"] }, [5], [5]],
  [{ oneOf: ["text", "any"] }, 5, "", "is not text"],
  [{ oneOf: ["Order", "Alias"] }, 5, "5"],
  [{ list: { oneOf: ["null", "decimal"] } }, [5, null], ["5", null]],
  [{ list: { oneOf: [{ record: {} }, "decimal"] } }, [5, "6"], ["5", "6"]],
  [
    { tuple: ["decimal", { record: { optional: {} } }] },
    [5, 6],
    "/1",
    "is not an object",
    ["5", 6],
  ],
  [{ tuple: ["decimal", { assumed: "int64" }] }, [5, 1.5], ["5", 1.5]],
  [{ oneOf: [{ tuple: ["text"] }, "Order"] }, [], "", "is not a list of at least 1"],
  [{ oneOf: [{ record: {} }, "integer"] }, { a: 5 }, { a: 5 }],
  [nested, { kind: "trade", price: 5 }, { kind: "trade", price: "5" }],
  [nested, ["a"], ["a"]],
  [nested, 5, "", noForm],
  [guessed, [5, true], ["5", true]],
  [guessed, {}, "", noForm],
];

for (const [type, given, value, reason, soft = given] of rows) {
  const [name, text] = [JSON.stringify(type), JSON.stringify(given)];

  test(`${name} of ${text} ${reason ?? "is taken"}`, () => {
    const fault = { kind: "issue", pointer: value, reason };
    expect(decode(type, text)).toEqual(reason === undefined ? { kind: "value", value } : fault);
  });

  test(`${name} of ${text} is never rejected where nothing is`, () => {
    const want = reason === undefined ? value : soft;
    expect(decode(type, text, true)).toEqual({ kind: "value", value: want });
  });
}

test("the response of an operation without a type is taken as it is", () => {
  const decoder = createResponseDecoder({ types, responses: {} });
  const body = { value: 5, text: "5", payloadOf };
  expect(decoder("get", body)).toEqual({ kind: "value", value: 5 });
});

test("a fault of the program is none of the response", () => {
  const decoder = createResponseDecoder({ types, responses: { get: "decimal" } });
  const fail = (): never => {
    throw new TypeError("broken");
  };
  expect(() => decoder("get", { value: 5, text: "5", payloadOf: fail })).toThrow("broken");
});

test("a number in place of a decimal is refused where its digits are not known, as on Node 20", async () => {
  const { parse } = JSON;
  type Revive = (name: string, value: unknown) => unknown;
  JSON.parse = (text: string, revive?: Revive) =>
    parse(text, revive && ((name, value) => revive(name, value)));
  try {
    vi.resetModules();
    const old = await import("../../../runtime/call/decode.ts");
    const decoder = old.createResponseDecoder({ types, responses: { get: "decimal" } });
    const reason = "is nested too deeply, or the platform is too old, for its exact numbers";
    const fault = { kind: "issue", pointer: "", reason };
    expect(decoder("get", { value: 1.5, text: "1.5", payloadOf })).toEqual(fault);
    const value = { kind: "value", value: "1.5" };
    expect(decoder("get", { value: "1.5", text: '"1.5"', payloadOf })).toEqual(value);
  } finally {
    JSON.parse = parse;
    // What was read meanwhile would think so for ever.
    vi.resetModules();
  }
});
