/** Balances from events and from answers, which may overtake each other. */

import { expect, test } from "vitest";

import { createBalanceList } from "../../../runtime/user-data/balances.ts";

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
