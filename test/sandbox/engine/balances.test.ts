import { describe, expect, test } from "vitest";

import { balanceOf, commissionOn, lock, take, unlock } from "../../../sandbox/engine/balances.ts";
import type { Balance, ExchangeState } from "../../../sandbox/engine/state.ts";
import { step } from "../../../sandbox/engine/step.ts";
import { auditBalances } from "../support/audit.ts";
import { smallExchange, units } from "../support/scenario.ts";

/** Ann holds 10 BTC of which 2 are for sale, and 50 USDT of which 4 are for a purchase. */
function exchange() {
  const state = smallExchange();
  const order = { kind: "place", account: "ann", symbol: "BTCUSDT", type: "LIMIT" } as const;
  step(state, { kind: "deposit", account: "ann", asset: "BTC", amount: units("10") }, 0);
  step(state, { kind: "deposit", account: "ann", asset: "USDT", amount: units("50") }, 0);
  step(state, { ...order, side: "SELL", price: units("9"), quantity: units("2") }, 0);
  step(state, { ...order, side: "BUY", price: units("4"), quantity: units("1") }, 0);
  const account = state.accounts.get("ann");
  if (account === undefined) throw new Error("ann has no account");
  return { state, account };
}

type Balances = Readonly<Record<"btc" | "usdt", Balance>>;

function balancesOf({ account }: ReturnType<typeof exchange>): Balances {
  return { btc: balanceOf(account, "BTC"), usdt: balanceOf(account, "USDT") };
}

describe("the audit finds what no command can do", () => {
  test.each<[string, change: (own: Balances, state: ExchangeState) => void, faults: string[]]>([
    ["nothing", () => {}, []],
    [
      "one unit out of nothing",
      ({ btc }) => {
        btc.free += 1n;
      },
      ["BTC: balances hold 1000000001, deposits 1000000000"],
    ],
    [
      "a unit locked for no order",
      ({ usdt }) => {
        usdt.free -= 1n;
        usdt.locked += 1n;
      },
      ["ann: 400000001 USDT locked, but open orders hold 400000000"],
    ],
    [
      "free amounts below zero",
      ({ btc }, { deposited }) => {
        btc.free = -1n;
        deposited.set("BTC", units("2") - 1n);
      },
      ["ann is below zero in BTC"],
    ],
    [
      "locked amounts below zero",
      ({ usdt }) => {
        usdt.free += units("4") + 1n;
        usdt.locked = -1n;
      },
      ["ann is below zero in USDT", "ann: -1 USDT locked, but open orders hold 400000000"],
    ],
    [
      "an asset that nobody deposited",
      (_, { deposited }) => {
        deposited.delete("USDT");
      },
      ["USDT: balances hold 5000000000, deposits 0"],
    ],
  ])("%s", (_, change, faults) => {
    const made = exchange();
    change(balancesOf(made), made.state);
    expect(auditBalances(made.state)).toEqual(faults);
  });
});

test("what is free is locked to the last unit, and not one more", () => {
  const { account } = exchange();
  expect(lock(account, "USDT", units("46") + 1n)).toBe(false);
  expect(lock(account, "USDT", -1n)).toBe(false);
  expect(balanceOf(account, "USDT")).toEqual({ free: units("46"), locked: units("4") });
  expect(lock(account, "USDT", 0n)).toBe(true);
  expect(lock(account, "USDT", units("46"))).toBe(true);
  expect(balanceOf(account, "USDT")).toEqual({ free: 0n, locked: units("50") });
  unlock(account, "USDT", units("50"));
  expect(balanceOf(account, "USDT")).toEqual({ free: units("50"), locked: 0n });
});

test("more than is locked is never taken", () => {
  const { account } = exchange();
  const balance = balanceOf(account, "BTC");
  expect(() => take(balance, units("2") + 1n)).toThrow(
    "200000000 units are locked, which cannot give 200000001",
  );
  expect(() => take(balance, -1n)).toThrow("200000000 units are locked, which cannot give -1");
  expect(balance).toEqual({ free: units("8"), locked: units("2") });
  take(balance, units("2"));
  expect(balance.locked).toBe(0n);
});

test.each([
  [units("1"), units("0.001"), units("0.001"), units("0.001")],
  [999n, units("0.001"), 0n, 1n],
  [1000n, units("0.001"), 1n, 1n],
  [1001n, units("0.001"), 1n, 2n],
  [0n, units("0.001"), 0n, 0n],
  [10n ** 30n + 1n, 1n, 10n ** 22n, 10n ** 22n + 1n],
])(
  "the commission on %s at a rate of %s is %s rounded down and %s up",
  (received, rate, ...both) => {
    expect([commissionOn(received, rate, "down"), commissionOn(received, rate, "up")]).toEqual(
      both,
    );
  },
);
