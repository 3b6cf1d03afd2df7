/** Small parts of the engine by their values: balances, commissions, averages, grids, chance. */

import { expect, test } from "vitest";

import { balanceOf, commissionOn, lock, take, unlock } from "../../../sandbox/engine/balances.ts";
import { dropOldest } from "../../../sandbox/engine/lists.ts";
import { averagePrice } from "../../../sandbox/engine/market-data.ts";
import { nextBelow, nextText, seedRandom } from "../../../sandbox/engine/random.ts";
import type { Balance, ExchangeState } from "../../../sandbox/engine/state.ts";
import { step } from "../../../sandbox/engine/step.ts";
import { floorPrice } from "../../../sandbox/engine/units.ts";
import { auditBalances } from "../support/audit.ts";
import { marketOf, smallExchange, units } from "../support/scenario.ts";

const limit = { kind: "place", symbol: "BTCUSDT", type: "LIMIT" } as const;

/** Ann holds 10 BTC of which 2 are for sale, and 50 USDT of which 4 are for a purchase. */
function exchange() {
  const state = smallExchange();
  const order = { ...limit, account: "ann" } as const;
  for (const [asset, amount] of [
    ["BTC", "10"],
    ["USDT", "50"],
  ] as const) {
    step(state, { kind: "deposit", account: "ann", asset, amount: units(amount) }, 0);
  }
  step(state, { ...order, side: "SELL", price: units("9"), quantity: units("2") }, 0);
  step(state, { ...order, side: "BUY", price: units("4"), quantity: units("1") }, 0);
  const account = state.accounts.get("ann");
  if (account === undefined) throw new Error("ann has no account");
  return { state, account, btc: balanceOf(account, "BTC"), usdt: balanceOf(account, "USDT") };
}

/** Changes that no command makes, and what the audit of other tests says of them. */
const wrongs: readonly (readonly [
  change: (made: { btc: Balance; usdt: Balance; state: ExchangeState }) => unknown,
  found: string[],
])[] = [
  [() => {}, []],
  [({ btc }) => (btc.free += 1n), ["BTC: balances hold 1000000001, deposits 1000000000"]],
  [
    ({ usdt }) => [(usdt.free -= 1n), (usdt.locked += 1n)],
    ["ann: 400000001 USDT locked, but open orders hold 400000000"],
  ],
  [
    ({ btc, state }) => [(btc.free = -1n), state.deposited.set("BTC", units("2") - 1n)],
    ["ann is below zero in BTC"],
  ],
  [
    ({ usdt }) => [(usdt.free += units("4") + 1n), (usdt.locked = -1n)],
    ["ann is below zero in USDT", "ann: -1 USDT locked, but open orders hold 400000000"],
  ],
  [({ state }) => state.deposited.delete("USDT"), ["USDT: balances hold 5000000000, deposits 0"]],
];

test.each(wrongs)("the audit finds what %s does", (change, found) => {
  const made = exchange();
  change(made);
  expect(auditBalances(made.state)).toEqual(found);
});

test("what is free is locked to the last unit, and not one more", () => {
  const { account, usdt } = exchange();
  expect([units("46") + 1n, -1n].map((amount) => lock(account, "USDT", amount))).toEqual([
    ...[false, false],
  ]);
  expect(usdt).toEqual({ free: units("46"), locked: units("4") });
  expect([0n, units("46")].map((amount) => lock(account, "USDT", amount))).toEqual([true, true]);
  expect(usdt).toEqual({ free: 0n, locked: units("50") });
  unlock(account, "USDT", units("50"));
  expect(usdt).toEqual({ free: units("50"), locked: 0n });
});

test("more than is locked is never taken", () => {
  const { btc } = exchange();
  const locked = "200000000 units are locked, which cannot give";
  expect(() => take(btc, units("2") + 1n)).toThrow(`${locked} 200000001`);
  expect(() => take(btc, -1n)).toThrow(`${locked} -1`);
  expect(btc).toEqual({ free: units("8"), locked: units("2") });
  take(btc, units("2"));
  expect(btc.locked).toBe(0n);
});

test.each([
  [units("1"), 100_000n, 100_000n, 100_000n],
  [999n, 100_000n, 0n, 1n],
  [1000n, 100_000n, 1n, 1n],
  [1001n, 100_000n, 1n, 2n],
  [0n, 100_000n, 0n, 0n],
  [10n ** 30n + 1n, 1n, 10n ** 22n, 10n ** 22n + 1n],
])("the commission on %s at %s is %s rounded down and %s up", (received, rate, down, up) => {
  expect(commissionOn(received, rate, "down")).toBe(down);
  expect(commissionOn(received, rate, "up")).toBe(up);
});

const minute = 60_000;

/** A market, and trades at any price and time. */
function trading() {
  const state = smallExchange();
  const owners = { ann: "USDT", bob: "BTC" };
  for (const [account, asset] of Object.entries(owners)) {
    step(state, { kind: "deposit", account, asset, amount: units("1000000") }, 0);
  }
  const trade = (price: string, quantity: string, atMs: number): void => {
    const order = { ...limit, price: units(price), quantity: units(quantity) } as const;
    step(state, { ...order, account: "ann", side: "BUY" }, atMs);
    step(state, { ...order, account: "bob", side: "SELL" }, atMs);
  };
  return { market: marketOf(state), trade };
}

test("the average of a span weighs by quantity, and counts its first millisecond", () => {
  const { market, trade } = trading();
  const average = (nowMs: number, minutes = 5) => averagePrice(market, nowMs, minutes);
  expect(average(0)).toBeUndefined();
  trade("100", "1", 1000);
  trade("200", "3", 2000);
  // Spans of other lengths do not disturb each other, nor does a clock that went back.
  for (const [nowMs, minutes, price] of [
    [2000, 5, "175"],
    [2000, 0, "200"],
    [1000 + 5 * minute, 5, "175"],
    [1001 + 5 * minute, 5, "200"],
    [2001 + 5 * minute, 5, "200"],
    [1000 + minute, 1, "175"],
    [2000, 5, "175"],
  ] as const) {
    expect([nowMs, minutes, average(nowMs, minutes)]).toEqual([nowMs, minutes, units(price)]);
  }
  trade("0.01", "100", 3 + 9 * minute);
  expect(average(3 + 9 * minute)).toBe(units("0.01"));
  trade("0.02", "0.1", 4 + 9 * minute);
  // 1.002 for 100.1, rounded down to a whole unit.
  expect(average(4 + 9 * minute)).toBe(1_000_999n);
});

test("the average goes on when trades that are older than the span are dropped", () => {
  const { market, trade } = trading();
  const average = (nowMs: number, minutes = 5) => averagePrice(market, nowMs, minutes);
  for (let index = 0; index < 10; index += 1) trade("100", "1", index);
  expect(average(10)).toBe(units("100"));
  market.trades.splice(0, 9);
  trade("300", "1", 10);
  expect(average(10)).toBe(units("200"));
  trade("500", "1", 10);
  expect(average(10)).toBe(units("300"));
  // The latest price, also where more was traded at this time.
  expect(average(10, 0)).toBe(units("500"));
  expect(average(minute + 10, 1)).toBe(units("400"));
  expect(average(5 * minute + 10)).toBe(units("400"));
});

test.each([
  ["0", "0.01", "10.057", "10.05"],
  ["0", "0.01", "10.05", "10.05"],
  ["0", "0.01", "0.009", "0.01"],
  ["0", "0.01", "0.01", "0.01"],
  ["0", "0.01", "0", "0.01"],
  ["10", "0.3", "10.5", "10.3"],
  ["10", "0.3", "10.3", "10.3"],
  ["10", "0.3", "10.29", "10"],
  ["10", "0.3", "10", "10"],
  ["10", "0.3", "9.9", "10"],
  ["10", "0.3", "9.5", "10"],
])("on a grid from %s by %s, %s becomes %s", (from, stepSize, price, floored) => {
  const grid = { priceFrom: units(from), priceStep: units(stepSize) };
  expect(floorPrice(grid, units(price))).toBe(units(floored));
});

test("a seed gives the same numbers and texts on every machine", () => {
  const state = seedRandom("é𝄞 seed");
  expect(state).toEqual([2084400510, 630244624, 1739259039, 20]);
  expect(nextText(state, 23)).toBe("QNXs7sdb6reSrafTgvcEYed");
  expect([1, 2, 3].map(() => nextBelow(state, 1000))).toEqual([567, 617, 923]);
  expect(seedRandom("")).toEqual([1197569939, 3122121817, 3563649949, 13]);
  const numbers = Array.from({ length: 200 }, () => nextBelow(state, 3));
  expect(new Set(numbers)).toEqual(new Set([0, 1, 2]));
});

test("a list is shortened to its latest rows once it is a quarter too long", () => {
  const rows = [1, 2, 3, 4, 5];
  dropOldest(rows, 4);
  expect(rows).toEqual([1, 2, 3, 4, 5]);
  rows.push(6);
  dropOldest(rows, 4);
  expect(rows).toEqual([3, 4, 5, 6]);
});
