import { expect, test } from "vitest";

import { compileFilters } from "../../../generated/filters.ts";
import type { TradingRules } from "../../../runtime/orders/guard.ts";
import { createRulesCache, readRules } from "../../../runtime/orders/guard.ts";

const everyMs = 1000;
const pauseMs = 100;

type Asked = readonly [atMs: number, fails?: "fails"];
const again = [[0, "fails"], [99, "fails"], [100], [101], [1099], [1100]] as const;

/** Times at which the rules are asked for, and whether a fetch would fail; the fetches wanted. */
const rows: readonly (readonly [string, readonly Asked[], readonly number[]])[] = [
  ["rules stay fresh to their last millisecond", [[0], [1], [999]], [0]],
  ["rules are fetched again when they are old", [[0], [1000]], [0, 1000]],
  ["a failure is kept for the pause, and a success for its own time", again, [0, 100, 1100]],
  ["a later failure, too", [[0], [1000, "fails"], [1099], [1100]], [0, 1000, 1100]],
];

test.for(rows)("%s", async ([, asked, want]) => {
  const fetched: number[] = [];
  let [nowMs, fails] = [0, false];
  const load = async () => {
    fetched.push(nowMs);
    if (fails) throw new Error("no rules");
    return readRules({ symbols: [] }, compileFilters);
  };
  const rules = createRulesCache({ load, now: () => nowMs, everyMs, pauseMs });
  for (const [atMs, failing] of asked) {
    [nowMs, fails] = [atMs, failing !== undefined];
    await Promise.resolve(rules()).catch(() => undefined);
  }
  expect(fetched).toEqual(want);
});

test("callers at one time share a fetch, and its age counts from its end", async () => {
  let nowMs = 0;
  const pending: ((read: TradingRules) => void)[] = [];
  const load = () => new Promise<TradingRules>((resolve) => pending.push(resolve));
  const rules = createRulesCache({ load, now: () => nowMs, everyMs, pauseMs });
  const both = [rules(), rules()];
  nowMs = 5000;
  const late = rules();
  expect(pending).toHaveLength(1);
  pending[0]?.({ filtersOf: () => undefined });
  await Promise.all([...both, late]);
  nowMs = 5999;
  await rules();
  expect(pending).toHaveLength(1);
  nowMs = 6000;
  void rules();
  expect(pending).toHaveLength(2);
});

for (const information of [undefined, null, "symbols", {}, { symbols: { A: 1 } }]) {
  test(`${JSON.stringify(information)} lists no symbols`, () => {
    const refused = "The exchange information has no list of symbols; see baseUrl.";
    expect(() => readRules(information, compileFilters)).toThrow(refused);
  });
}

test("a symbol is compiled once, with the filters of the whole exchange", () => {
  const one = { filterType: "MAX_NUM_ORDERS", limit: 1 };
  const all = { filterType: "EXCHANGE_MAX_NUM_ORDERS", maxNumOrders: 1 };
  const symbols = [{ symbol: "A", filters: [one] }, { symbol: "B" }, null, "C"];
  const { filtersOf } = readRules({ symbols, exchangeFilters: [all] }, compileFilters);
  const context = { openOrders: 1, openOrdersOnExchange: 1 };
  const broken = (symbol: string) =>
    filtersOf(symbol)
      ?.checkOrder({}, context)
      .violations.map(({ filter }) => filter);
  expect(broken("A")).toEqual(["MAX_NUM_ORDERS", "EXCHANGE_MAX_NUM_ORDERS"]);
  expect(broken("B")).toEqual(["EXCHANGE_MAX_NUM_ORDERS"]);
  expect(filtersOf("B")?.notEvaluated).toEqual([]);
  expect(filtersOf("A")).toBe(filtersOf("A"));
  expect(filtersOf("C")).toBeUndefined();
});
