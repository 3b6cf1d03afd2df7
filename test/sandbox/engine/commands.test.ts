import { expect, test } from "vitest";

import { choiceDefaults } from "../../../generated/sandbox.ts";
import { createExchangeState, step } from "../../../sandbox/engine/exchange.ts";
import type { Command, PlaceCommand, Reply } from "../../../sandbox/engine/messages.ts";
import type { ExchangeState } from "../../../sandbox/engine/state.ts";
import { units } from "../support/scenario.ts";

const btc = { symbol: "BTCUSDT", account: "ann" } as const;
const buy: PlaceCommand = {
  ...btc,
  kind: "place",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  price: units("100"),
  quantity: units("1"),
};

/** Ann has 1000 USDT, one BTC, and an open order "a"; everybody pays what a maker pays. */
function exchange(settings: { keep?: number; selfTrades?: "allowed" | "refused" } = {}) {
  const rates = { makerRate: 0n, takerRate: 0n };
  const steps = { priceStep: 1n, priceFrom: 0n, quantityStep: 1n, openingPrice: 0n };
  const state = createExchangeState({
    seed: "commands",
    now: 0,
    markets: ["BTC", "ETH"].map((baseAsset) => ({
      symbol: `${baseAsset}USDT`,
      baseAsset,
      quoteAsset: "USDT",
      ...steps,
    })),
    accounts: ["ann", "bob"].map((name) => ({ name, ...rates })),
    ...(settings.keep !== undefined && { keep: settings.keep }),
    choices: { ...choiceDefaults, "self-trades": settings.selfTrades ?? "allowed" },
  });
  for (const account of ["ann", "bob"]) {
    step(state, { kind: "deposit", account, asset: "USDT", amount: units("1000") }, 1);
    step(state, { kind: "deposit", account, asset: "BTC", amount: units("1") }, 1);
  }
  step(state, { ...buy, clientOrderId: "a" }, 1);
  return state;
}

/** The reply to a command that changes nothing but the time. */
function refused(state: ExchangeState, command: Command): Reply {
  const before = structuredClone(state);
  const { reply, events } = step(state, command, 2);
  expect(events).toEqual([]);
  expect(state).toEqual({ ...before, now: 2 });
  return reply;
}

const deposit = { kind: "deposit", account: "ann", asset: "USDT" } as const;
test.each<[reason: string, command: Command]>([
  ["unknownAccount", { ...buy, account: "nobody" }],
  ["unknownSymbol", { ...buy, symbol: "NONE" }],
  ["nothingAsked", { ...buy, quantity: 0n }],
  ["nothingAsked", { ...buy, price: 0n }],
  ["icebergOverQuantity", { ...buy, icebergQuantity: units("1") + 1n }],
  ["icebergNotLasting", { ...buy, icebergQuantity: 1n, timeInForce: "IOC" }],
  ["duplicateClientId", { ...buy, clientOrderId: "a" }],
  ["insufficientBalance", { ...buy, quantity: units("9") + 1n }],
  ["insufficientBalance", { ...buy, side: "SELL", quantity: units("1") + 1n, price: units("101") }],
  ["selfTrade", { ...buy, side: "SELL" }],
  ["unknownAccount", { ...btc, kind: "cancel", account: "nobody", clientOrderId: "a" }],
  ["unknownSymbol", { ...btc, kind: "cancel", symbol: "NONE", clientOrderId: "a" }],
  ["unknownOrder", { ...btc, kind: "cancel", symbol: "ETHUSDT", clientOrderId: "a" }],
  ["unknownOrder", { ...btc, kind: "cancel", account: "bob", clientOrderId: "a" }],
  ["unknownOrder", { ...btc, kind: "cancel", orderId: 1n, clientOrderId: "b" }],
  ["unknownOrder", { ...btc, kind: "cancel", orderId: 2n }],
  ["unknownOrder", { ...btc, kind: "cancel", orderId: 2n, clientOrderId: "a" }],
  ["unknownOrder", { ...btc, kind: "cancel" }],
  ["unknownSymbol", { kind: "maintenance", symbol: "NONE" }],
  ["unknownSymbol", { kind: "status", symbol: "NONE", status: "HALT" }],
  ["unknownAccount", { ...deposit, account: "nobody", amount: -1n }],
  ["insufficientBalance", { ...deposit, amount: -units("900") - 1n }],
] as const)("%s: the exchange is as it was before %o", (reason, command) => {
  expect(refused(exchange({ selfTrades: "refused" }), command)).toEqual({
    kind: "rejected",
    reason,
  });
});

test("a symbol that does not trade refuses orders, and lets open ones be canceled", () => {
  const state = exchange();
  const { reply } = step(state, { kind: "status", symbol: "BTCUSDT", status: "HALT" }, 2);
  expect(reply).toEqual({ kind: "statusSet" });
  expect(refused(state, buy)).toEqual({ kind: "rejected", reason: "notTrading" });
  expect(step(state, { ...buy, symbol: "ETHUSDT" }, 2).reply.kind).toBe("placed");
  const cancel = step(state, { ...btc, kind: "cancel", orderId: 1n, clientOrderId: "a" }, 2);
  expect(cancel.reply.kind).toBe("canceled");
});

test("whatever is free can be withdrawn, and a deposit of nothing makes an account", () => {
  const state = exchange();
  const amount = -units("900");
  const { reply, events } = step(state, { ...deposit, amount }, 2);
  expect(reply).toEqual({ kind: "deposited" });
  expect(events[0]).toEqual({ kind: "transfer", account: "ann", time: 2, asset: "USDT", amount });
  expect(state.accounts.get("ann")?.balances.get("USDT")).toEqual({
    free: 0n,
    locked: units("100"),
  });
  expect(state.deposited.get("USDT")).toBe(units("1100"));
  step(state, { ...deposit, account: "new", amount: 0n }, 2);
  expect(state.accounts.get("new")?.balances).toEqual(
    new Map([["USDT", { free: 0n, locked: 0n }]]),
  );
});

test("maintenance of a symbol expires its orders alone, of all accounts, the oldest first", () => {
  const state = exchange();
  step(state, { ...buy, account: "bob" }, 1);
  step(state, { ...buy, symbol: "ETHUSDT" }, 1);
  step(state, buy, 1);
  const expired = (command: Command) => {
    const { reply } = step(state, command, 2);
    return reply.kind === "maintained" && reply.orders.map(({ orderId }) => orderId);
  };
  expect(expired({ kind: "maintenance", symbol: "BTCUSDT" })).toEqual([1, 2, 4]);
  expect(expired({ kind: "maintenance" })).toEqual([3]);
});

test("with a limit of records the oldest ended orders go, a quarter late; open ones stay", () => {
  const state = exchange({ keep: 4 });
  const place = (clientOrderId: string): void => {
    step(state, { ...buy, symbol: "ETHUSDT", timeInForce: "IOC", clientOrderId }, 2);
  };
  step(state, { ...buy, symbol: "ETHUSDT", clientOrderId: "open" }, 2);
  const own = state.accounts.get("ann")?.bySymbol.get("ETHUSDT");
  const kept = () => own?.orders.map(({ clientOrderId }) => clientOrderId);
  for (const id of ["1", "2", "3", "4", "5", "6"]) place(id);
  // Six have ended; the next order sees that they are more than four and a quarter.
  expect(kept()).toEqual(["open", "1", "2", "3", "4", "5", "6"]);
  place("3");
  expect(kept()).toEqual(["open", "3", "4", "5", "6", "3"]);
  expect([...(own?.byClientId.keys() ?? [])].sort()).toEqual(["3", "4", "5", "6", "open"]);
  place("7");
  expect(kept()).toEqual(["open", "3", "4", "5", "6", "3", "7"]);
  place("8");
  expect(kept()).toEqual(["open", "5", "6", "3", "7", "8"]);
  // The id was used again: it still finds the later order.
  expect(own?.byClientId.get("3")?.orderId).toBe(9);
  step(state, { ...btc, kind: "cancel", symbol: "ETHUSDT", clientOrderId: "open" }, 3);
  expect(own?.openOrders.size).toBe(0);
});

test("orders without a history leave nothing behind once they have ended", () => {
  const state = exchange();
  const maker = { name: "maker", hasHistory: false, makerRate: 0n, takerRate: 0n };
  state.accounts.set("maker", {
    ...maker,
    updateTime: 0,
    balances: new Map(),
    bySymbol: new Map(),
  });
  step(state, { kind: "deposit", account: "maker", asset: "BTC", amount: units("2") }, 2);
  step(state, { ...buy, account: "maker", side: "SELL", quantity: units("1") }, 2);
  const own = () => state.accounts.get("maker")?.bySymbol.get("BTCUSDT");
  expect(own()).toBeUndefined();
  step(state, { ...buy, account: "maker", side: "SELL", price: units("101") }, 2);
  expect(own()?.openOrders.size).toBe(1);
  step(state, { ...buy, price: units("101") }, 2);
  expect(own()).toEqual({ orders: [], openOrders: new Map(), byClientId: new Map(), trades: [] });
  expect(state.accounts.get("ann")?.bySymbol.get("BTCUSDT")?.trades).toHaveLength(2);
});
