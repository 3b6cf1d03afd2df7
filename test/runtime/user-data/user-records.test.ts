/** How events are read as records, which records are the same, and which balances are newer. */

import { expect, test } from "vitest";

import { createBalanceList, readRecord, tradeOf } from "../../../runtime/user-data/records.ts";

const map = { price: "p", id: ["C", "c"], isBuyer: { field: "S", is: "BUY" } } as const;

const recordOf = (price: unknown, id: unknown, isBuyer: boolean) => ({ price, id, isBuyer });

test.each([
  [{ p: "1", C: "new", c: "old", S: "BUY" }, recordOf("1", "new", true)],
  [{ p: null, C: "", c: "old", S: "SELL" }, recordOf(null, "old", false)],
  [{ p: "", C: null, c: 0, S: null }, recordOf("", 0, false)],
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

const row = (free: string) => ({ asset: "B", free });

function givenBalances() {
  const list = createBalanceList("asset");
  list.update([row("1")], 100);
  return list;
}

/** Events and answers with amounts and their times; whether each is news; what is held. */
test.each([
  ["an event replaces what is older or as old", "B2@100 yes, B3@99 no", "B2"],
  ["an answer replaces what is older", "all B2@101 yes, all B3@99 no", "B2"],
  ["of equal time an answer counts from its request", "mark, B2@100 yes, late B3@100 no", "B2"],
  ["of equal time a later answer replaces", "B2@100 yes, all B3@100 yes", "B3"],
  ["the same again is no news", "all B1@101 no", "B1"],
  ["the same in other digits is no news", "all B1.00@101 no, all B1.001@102 yes", "B1.001"],
  ["what is not listed is not held", "all @102 yes", ""],
  ["what comes later is newer without a time", "B2@ yes, all B3@ yes, B4@100 yes", "B4"],
  ["an event brings what is new of it alone", "B2 E5@99 yes, @1 yes", "B1 E5"],
  ["what an older answer lacks is kept", "mark, late @99 no, B2@100 yes, late @100 no", "B2"],
  ["an asset that it adds is news", "mark, B2@100 yes, late B9 E5@99 yes, all B2@101 yes", "B2"],
  ["no time: as old as what it replaced", "B2@x yes, B3@99 no, all B4@ yes, B5@99 no", "B4"],
  ["a first answer without a time", "new, all B1@ yes", "B1"],
  ["before an event", "new, mark, B1@ yes, late B2@ no, late B3@1 no, B4@0 yes", "B4"],
])("%s: %s", (_, steps, held) => {
  let list = givenBalances();
  let mark = 0;
  const shown = steps.split(", ").map((step) => {
    const [, how = "", texts = "", time = ""] = /^(all |late )?(.*)@(\w*) \w+$/.exec(step) ?? [];
    if (step === "mark") mark = list.position();
    if (step === "new") list = createBalanceList("asset");
    if (!step.includes("@")) return step;
    const rows = texts.split(" ").filter((text) => text !== "");
    const all = rows.map((text) => ({ asset: text[0], free: text.slice(1) }));
    const at = time === "" ? undefined : /\d/.test(time) ? Number(time) : time;
    const position = how === "late " ? mark : list.position();
    const isNews = how === "" ? list.update(all, at) : list.replaceAll(all, at, position);
    return `${step.replace(/ \w+$/, "")} ${isNews ? "yes" : "no"}`;
  });
  expect(shown.join(", ")).toBe(steps);
  const all = list.all().map(({ asset, free }) => `${asset}${free}`);
  expect(all.join(" ")).toBe(held);
});

test("another field is news, and the place is that of the last event", () => {
  const list = givenBalances();
  expect(list.replaceAll([{ ...row("1"), locked: "0" }], 102, list.position())).toBe(true);
  expect(list.position()).toBe(1);
  list.update([], 1);
  expect(list.position()).toBe(2);
});
