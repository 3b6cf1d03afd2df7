/** How events are read as records, and which records are the same. */

import { expect, test } from "vitest";

import { identityOf, isSame, readRecord, tradeOf } from "../../../runtime/user-data/records.ts";

const map = { price: "p", id: ["C", "c"], isBuyer: { field: "S", is: "BUY" } } as const;

test.each([
  [
    { p: "1", C: "new", c: "old", S: "BUY" },
    { price: "1", id: "new", isBuyer: true },
  ],
  [
    { p: null, C: "", c: "old", S: "SELL" },
    { price: null, id: "old", isBuyer: false },
  ],
  [
    { p: "", C: null, c: 0, S: null },
    { price: "", id: 0, isBuyer: false },
  ],
  [{ C: "", c: null }, {}],
  [{}, {}],
])("of %j a record is %j", (event, want) => {
  expect(readRecord(event, map)).toStrictEqual(want);
});

const trade = { id: "t" };
const noTrade = { field: "t", is: -1 };

test.each([
  [{ trade, noTrade }, { t: 5 }, { id: 5 }],
  [{ trade, noTrade }, { t: -1 }, undefined],
  [{ trade }, { t: -1 }, { id: -1 }],
  [{ noTrade }, { t: 5 }, undefined],
])("the trade by %j in %j is %j", (records, event, want) => {
  expect(tradeOf(event, records)).toStrictEqual(want);
});

test.each([
  [{ symbol: "A", id: 1 }, "A 1"],
  [{ symbol: "A", id: 1n, more: 2 }, "A 1"],
  [{ symbol: "A" }, undefined],
  [{ id: 1 }, undefined],
  [{}, undefined],
])("the identity of a record is its fields, each of them", (record, want) => {
  expect(identityOf(record, ["symbol", "id"])).toBe(want);
});

test("records are the same where the fields that are asked for are", () => {
  expect(isSame({ a: 1, b: 2 }, { a: 1n, b: 3 }, ["a"])).toBe(true);
  expect(isSame({ a: 1, b: 2 }, { a: 1n, b: 3 }, ["a", "b"])).toBe(false);
  expect(isSame({}, { a: 1 }, ["a"])).toBe(false);
});
