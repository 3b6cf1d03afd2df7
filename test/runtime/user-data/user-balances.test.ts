/** Balances from events and from answers, which may overtake each other. */

import { expect, test } from "vitest";

import { createBalanceList } from "../../../runtime/user-data/records.ts";

const row = (free: string) => ({ asset: "BTC", free });

function given() {
  const list = createBalanceList("asset");
  list.update([row("1")], 100);
  return list;
}

test("an event replaces what is older or as old, as events come in their order", () => {
  const list = given();
  expect(list.update([row("2")], 100)).toBe(true);
  expect(list.update([row("3")], 99)).toBe(false);
  expect(list.all()).toEqual([row("2")]);
});

test("an answer replaces what is older", () => {
  const list = given();
  expect(list.replaceAll([row("2")], 101, list.position())).toBe(true);
  expect(list.replaceAll([row("3")], 99, list.position())).toBe(false);
  expect(list.all()).toEqual([row("2")]);
});

test("of equal time an answer replaces only what came before it was asked for", () => {
  const list = given();
  const mark = list.position();
  list.update([row("2")], 100);
  expect(list.replaceAll([row("3")], 100, mark)).toBe(false);
  expect(list.all()).toEqual([row("2")]);
  expect(list.replaceAll([row("3")], 100, list.position())).toBe(true);
  expect(list.all()).toEqual([row("3")]);
});

test("the same again is no news, and an asset that is not listed is not held", () => {
  const list = given();
  expect(list.replaceAll([row("1")], 101, list.position())).toBe(false);
  expect(list.replaceAll([], 102, list.position())).toBe(true);
  expect(list.all()).toEqual([]);
});

test("without a time what comes later is newer", () => {
  const list = given();
  expect(list.update([row("2")], undefined)).toBe(true);
  expect(list.replaceAll([row("3")], undefined, list.position())).toBe(true);
  expect(list.update([row("4")], 100)).toBe(true);
  expect(list.all()).toEqual([row("4")]);
});

test("an event brings what is new of it alone, and one without balances is new", () => {
  const list = given();
  const other = { asset: "ETH", free: "5" };
  expect(list.update([row("2"), other], 99)).toBe(true);
  expect(list.all()).toEqual([row("1"), other]);
  expect(list.update([], 1)).toBe(true);
  expect(list.position()).toBe(3);
});

test("an asset that an older answer does not list is kept, and one that it adds is news", () => {
  const list = given();
  const other = { asset: "ETH", free: "5" };
  const mark = list.position();
  expect(list.replaceAll([], 99, mark)).toBe(false);
  list.update([row("2")], 100);
  expect(list.replaceAll([], 100, mark)).toBe(false);
  expect(list.replaceAll([row("9"), other], 99, mark)).toBe(true);
  expect(list.all()).toEqual([row("2"), other]);
  // An asset that goes is news, whatever stays.
  expect(list.replaceAll([row("2")], 101, list.position())).toBe(true);
  expect(list.all()).toEqual([row("2")]);
  expect(list.replaceAll([{ ...row("2"), locked: "0" }], 102, list.position())).toBe(true);
  expect(list.position()).toBe(2);
});

test("what came without a time is as old as what it replaced", () => {
  const list = given();
  expect(list.update([row("2")], "no time")).toBe(true);
  expect(list.update([row("3")], 99)).toBe(false);
  expect(list.replaceAll([row("4")], null, list.position())).toBe(true);
  expect(list.update([row("5")], 99)).toBe(false);
  expect(list.all()).toEqual([row("4")]);
  const fresh = createBalanceList("asset");
  expect(createBalanceList("asset").replaceAll([row("1")], undefined, 0)).toBe(true);
  const mark = fresh.position();
  fresh.update([row("1")], undefined);
  // An answer without a time that was requested before is older.
  expect(fresh.replaceAll([row("2")], undefined, mark)).toBe(false);
  expect(fresh.replaceAll([row("3")], 1, mark)).toBe(true);
  expect(fresh.update([row("4")], 0)).toBe(false);
});
