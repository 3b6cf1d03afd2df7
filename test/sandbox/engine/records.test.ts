import { expect, test } from "vitest";

import { createExchangeState, step } from "../../../sandbox/engine/step.ts";
import { units } from "../support/scenario.ts";

function exchange() {
  const state = createExchangeState({
    seed: "records",
    now: 0,
    markets: [
      {
        symbol: "BTCUSDT",
        baseAsset: "BTC",
        quoteAsset: "USDT",
        priceStep: units("0.01"),
        priceFrom: 0n,
        openingPrice: 0n,
        quantityStep: units("0.1"),
      },
    ],
    accounts: [
      { name: "ann", makerRate: units("0.001"), takerRate: units("0.002") },
      { name: "bob", makerRate: units("0.003"), takerRate: units("0.004") },
    ],
  });
  for (const account of ["ann", "bob"]) {
    for (const asset of ["BTC", "USDT"]) {
      step(state, { kind: "deposit", account, asset, amount: units("1000") }, 0);
    }
  }
  return state;
}

const limit = {
  kind: "place",
  symbol: "BTCUSDT",
  type: "LIMIT",
  timeInForce: "GTC",
  price: units("100"),
  quantity: units("1"),
} as const;

test.each([
  ["ann", "BUY", "bob", "SELL", "0.001 BTC", "0.4 USDT"],
  ["ann", "SELL", "bob", "BUY", "0.1 USDT", "0.004 BTC"],
  ["bob", "BUY", "ann", "SELL", "0.003 BTC", "0.2 USDT"],
  ["bob", "SELL", "ann", "BUY", "0.3 USDT", "0.002 BTC"],
] as const)("%s makes a %s, %s takes by a %s: %s and %s", (maker, makes, taker, takes, ...paid) => {
  const state = exchange();
  step(state, { ...limit, account: maker, side: makes }, 1);
  step(state, { ...limit, account: taker, side: takes }, 2);
  const rows = [maker, taker].map((name) => {
    const [row] = state.accounts.get(name)?.bySymbol.get("BTCUSDT")?.trades ?? [];
    return [row?.commission, row?.commissionAsset, row?.isMaker];
  });
  const wanted = paid.map((text, index) => {
    const [amount = "", asset] = text.split(" ");
    return [units(amount), asset, index === 0];
  });
  expect(rows).toEqual(wanted);
});

test("a cancellation has the id that came with it, in reply and event", () => {
  const state = exchange();
  step(state, { ...limit, account: "ann", side: "BUY", clientOrderId: "a" }, 1);
  const cancel = { kind: "cancel", account: "ann", symbol: "BTCUSDT", clientOrderId: "a" } as const;
  const { reply, events } = step(state, { ...cancel, cancelId: "mine" }, 2);
  expect(reply).toMatchObject({ kind: "canceled", cancelId: "mine" });
  expect(events[0]).toMatchObject({ kind: "order", execution: "CANCELED", cancelId: "mine" });
});
