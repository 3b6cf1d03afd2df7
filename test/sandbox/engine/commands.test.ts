import { expect, test } from "vitest";

import { type Choices, choiceDefaults } from "../../../generated/sandbox.ts";
import type { OrderStatus } from "../../../generated/types.ts";
import { accountNamed } from "../../../sandbox/engine/execution.ts";
import type { Command, PlaceCommand, Reply } from "../../../sandbox/engine/messages.ts";
import { findOrder, type Trigger, transition } from "../../../sandbox/engine/orders.ts";
import type { ExchangeState, Market, Order } from "../../../sandbox/engine/state.ts";
import { createExchangeState, step } from "../../../sandbox/engine/step.ts";
import { addWaiting, removeWaiting } from "../../../sandbox/engine/triggers.ts";
import { auditBalances } from "../support/audit.ts";
import { plain, units } from "../support/scenario.ts";

const btc = { symbol: "BTCUSDT", account: "ann" } as const;
const buy: PlaceCommand = {
  ...{ ...btc, kind: "place", side: "BUY", type: "LIMIT", timeInForce: "GTC" },
  ...{ price: units("100"), quantity: units("1") },
};

interface Settings {
  readonly keep?: number;
  readonly choices?: Partial<Choices>;
  /** Rates of maker and taker, in units. */
  readonly rates?: Readonly<Record<string, readonly [bigint, bigint]>>;
}

/** Ann and Bob have 1000 USDT and one BTC each, and Ann an open order "a". */
function exchange({ keep, choices, rates = {} }: Settings = {}) {
  const steps = { priceStep: 1n, priceFrom: 0n, quantityStep: 1n, openingPrice: 0n };
  const state = createExchangeState({
    seed: "commands",
    now: 0,
    markets: ["BTC", "ETH"].map((baseAsset) => {
      return { symbol: `${baseAsset}USDT`, baseAsset, quoteAsset: "USDT", ...steps };
    }),
    accounts: ["ann", "bob"].map((name) => {
      const [makerRate, takerRate] = rates[name] ?? [0n, 0n];
      return { name, makerRate, takerRate };
    }),
    ...(keep !== undefined && { keep }),
    choices: { ...choiceDefaults, ...choices },
  });
  for (const account of ["ann", "bob"]) {
    step(state, { kind: "deposit", account, asset: "USDT", amount: units("1000") }, 1);
    step(state, { kind: "deposit", account, asset: "BTC", amount: units("1") }, 1);
  }
  step(state, { ...buy, clientOrderId: "a" }, 1);
  return state;
}

function marketOf(state: ExchangeState, symbol = "BTCUSDT"): Market {
  const market = state.markets.get(symbol);
  if (market === undefined) throw new Error("the market is gone");
  return market;
}

/** The reply to a command that changes nothing but the time. */
function refused(state: ExchangeState, command: Command): Reply {
  const before = structuredClone(state);
  const { reply, events } = step(state, command, 2, "all");
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
  const state = exchange({ choices: { "self-trades": "refused" } });
  expect(refused(state, command)).toEqual({ kind: "rejected", reason });
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
  const { reply, events } = step(state, { ...deposit, amount }, 2, "all");
  expect(reply).toEqual({ kind: "deposited" });
  expect(events[0]).toEqual({ kind: "transfer", account: "ann", time: 2, asset: "USDT", amount });
  const left = { free: 0n, locked: units("100") };
  expect(state.accounts.get("ann")?.balances.get("USDT")).toEqual(left);
  expect(state.deposited.get("USDT")).toBe(units("1100"));
  step(state, { ...deposit, account: "new", amount: 0n }, 2);
  const nothing = new Map([["USDT", { free: 0n, locked: 0n }]]);
  expect(state.accounts.get("new")?.balances).toEqual(nothing);
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
  const maker = { name: "maker", hasHistory: false, makerRate: 0n, takerRate: 0n, updateTime: 0 };
  state.accounts.set("maker", { ...maker, balances: new Map(), bySymbol: new Map() });
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

test("an order that is not to trade has no fills, and one with another account's orders trades", () => {
  const state = exchange({ choices: { "self-trades": "refused" } });
  const fillsOf = (command: PlaceCommand) => {
    const { reply } = step(state, command, 2);
    return reply.kind === "placed" && reply.fills.map(({ orderId }) => orderId);
  };
  const sell = { ...buy, account: "bob", side: "SELL" } as const;
  expect(fillsOf({ ...sell, quantity: units("0.5") })).toEqual([2]);
  expect(fillsOf({ ...sell, quantity: units("0.4"), price: units("300") })).toEqual([]);
  expect(fillsOf({ ...buy, timeInForce: "FOK", price: units("200") })).toEqual([]);
  const stop = { type: "STOP_LOSS", price: undefined, timeInForce: undefined } as const;
  expect(fillsOf({ ...buy, ...stop, stopPrice: units("101"), quantity: 1n })).toEqual([]);
  // A stop order that would trade with its own account once it is triggered is refused then.
  step(state, { ...buy, side: "SELL", price: units("101"), quantity: units("0.1") }, 3);
  step(state, { ...buy, side: "SELL", price: units("102"), quantity: units("0.1") }, 3);
  const taker = { ...buy, account: "bob", price: units("101"), quantity: units("0.1") } as const;
  const { events } = step(state, taker, 3, "all");
  const refusals = events.filter((each) => each.kind === "order" && each.execution === "REJECTED");
  expect(refusals).toMatchObject([{ order: { orderId: 5, status: "REJECTED", reserved: 0n } }]);
});

test("an order is found by its number and by the id that the exchange made for it", () => {
  const state = exchange();
  step(state, { ...buy, account: "bob" }, 1);
  step(state, { ...buy, timeInForce: "IOC" }, 1);
  const ann = state.accounts.get("ann");
  if (ann === undefined) throw new Error("ann is gone");
  const find = (ids: Parameters<typeof findOrder>[2]) => findOrder(ann, "BTCUSDT", ids)?.orderId;
  const made = `${state.idPrefix}00000000003`;
  expect([1, 2, 3, 4].map((orderId) => find({ orderId }))).toEqual([1, undefined, 3, undefined]);
  const given = [made, "a", "", made.replace(/^./u, "!"), `${state.idPrefix}00000000002`];
  const found = given.map((clientOrderId) => find({ clientOrderId }));
  expect(found).toEqual([3, 1, undefined, undefined, undefined]);
  expect(find({ orderId: 3n, clientOrderId: made })).toBe(3);
  expect(find({})).toBeUndefined();
  expect([...(ann.bySymbol.get("BTCUSDT")?.byClientId.keys() ?? [])]).toEqual(["a"]);
});

test("what only a bug of the engine could ask for is an error", () => {
  const state = exchange();
  const ann = state.accounts.get("ann");
  const order = ann && findOrder(ann, "BTCUSDT", { orderId: 1 });
  if (ann === undefined || order === undefined) throw new Error("the order is gone");
  const bug = "order 1: spec/rules/orderStates.yaml has no transition from";
  const move = (...[trigger, to, of = order]: [Trigger, OrderStatus, Order?]) => {
    transition(ann, of, trigger, to, 2);
  };
  expect(() => move("refusal", "FILLED")).toThrow(`${bug} NEW to FILLED by refusal`);
  move("execution", "FILLED");
  expect(() => move("expiry", "EXPIRED")).toThrow(`${bug} FILLED to EXPIRED by expiry`);
  expect([order.status, order.updateTime]).toEqual(["FILLED", 2]);
  const partly = { ...order, status: "PARTIALLY_FILLED" } as const;
  const refusal = `${bug} PARTIALLY_FILLED to REJECTED by refusal`;
  expect(() => move("refusal", "REJECTED", partly)).toThrow(refusal);
  expect(() => accountNamed(state, "nobody")).toThrow("the exchange has no account named nobody");
  const stop = { ...order, type: "STOP_LOSS", stopPrice: 5n } as const;
  const market = marketOf(state);
  expect(() => removeWaiting(market, stop)).toThrow("order 1 waits for no price of BTCUSDT");
  const limit = "order 1 is a LIMIT order and waits for no price";
  expect(() => addWaiting(market, order)).toThrow(limit);
});

test("what an order reserved and did not cost is free again when it is filled", () => {
  const state = exchange();
  // Three units at 0.5 reserve one, and each of them costs less than one.
  const half = { ...buy, symbol: "ETHUSDT", price: units("0.5"), quantity: 3n } as const;
  step(state, { kind: "deposit", account: "bob", asset: "ETH", amount: 3n }, 1);
  step(state, half, 1);
  const sell = { ...half, account: "bob", side: "SELL", quantity: 1n } as const;
  const reserved = () => state.accounts.get("ann")?.balances.get("USDT")?.locked;
  const locked = [1, 2, 3].map((time) => {
    step(state, sell, time);
    return reserved();
  });
  const before = units("100");
  expect(locked).toEqual([before + 1n, before + 1n, before]);
  expect(auditBalances(state)).toEqual([]);
});

test("a price that changes again after another one is reported once", () => {
  const state = exchange();
  const sell = { ...buy, side: "SELL", quantity: units("0.1") } as const;
  for (const price of ["101", "102"]) step(state, { ...sell, price: units(price) }, 1);
  const stop = { type: "TAKE_PROFIT_LIMIT", stopPrice: units("102") } as const;
  step(state, { ...sell, ...stop, account: "bob", price: units("101") }, 1);
  const taker = { ...buy, account: "bob", price: units("102"), quantity: units("0.2") };
  const { events } = step(state, taker, 2, "all");
  const book = events.find((event) => event.kind === "book");
  expect(book).toMatchObject({ firstUpdateId: 4, lastUpdateId: 5 });
  expect(book?.asks.map((level) => level.map(plain).join("x"))).toEqual(["101x0.1", "102x0"]);
});
