import { expect, test } from "vitest";

import {
  addToBook,
  bestOf,
  fillFirst,
  levelsOf,
  quantityAt,
  reaches,
  removeFromBook,
  topLevels,
} from "../../../sandbox/engine/book.ts";
import { createOrder } from "../../../sandbox/engine/orders.ts";
import type { Order } from "../../../sandbox/engine/state.ts";
import { smallExchange } from "../support/scenario.ts";

function book() {
  const state = smallExchange();
  const market = state.markets.get("BTCUSDT");
  if (market === undefined) throw new Error("there is no market");
  /** An order that is not on the book yet, as `side price quantity iceberg`. */
  const order = (side: "BUY" | "SELL", price: bigint, quantity: bigint, iceberg = 0n): Order => {
    state.lastOrderId += 1;
    return createOrder(
      state,
      {
        kind: "place",
        account: "ann",
        symbol: "BTCUSDT",
        type: "LIMIT",
        side,
        price,
        icebergQuantity: iceberg,
      },
      { quantity, reserved: 0n },
    );
  };
  const rest = (...values: Parameters<typeof order>): Order => {
    const made = order(...values);
    addToBook(market, made);
    return made;
  };
  return { market, order, rest };
}

test("levels are sorted from the best, and a list of them is as long as asked", () => {
  const { market, rest } = book();
  expect([bestOf(market, "BUY"), topLevels(market, "BUY", 5)]).toEqual([[0n, 0n], []]);
  for (const price of [3n, 1n, 2n, 3n]) rest("BUY", price, price * 10n);
  for (const price of [5n, 6n, 4n]) rest("SELL", price, price * 10n);
  expect(bestOf(market, "BUY")).toEqual([3n, 60n]);
  expect(bestOf(market, "SELL")).toEqual([4n, 40n]);
  expect(topLevels(market, "BUY", 2)).toEqual([
    [3n, 60n],
    [2n, 20n],
  ]);
  expect(topLevels(market, "SELL", 3)).toEqual([
    [4n, 40n],
    [5n, 50n],
    [6n, 60n],
  ]);
  expect(topLevels(market, "SELL", 4)).toHaveLength(3);
  expect(topLevels(market, "SELL", 0)).toEqual([]);
  expect([quantityAt(market, "BUY", 2n), quantityAt(market, "BUY", 4n)]).toEqual([20n, 0n]);
  expect(quantityAt(market, "BUY", 9n)).toBe(0n);
});

test("an iceberg's hidden part is counted until it is shown, filled or removed", () => {
  const { market, rest } = book();
  const iceberg = rest("SELL", 5n, 10n, 4n);
  const plain = rest("SELL", 5n, 3n);
  const whole = rest("SELL", 5n, 6n, 6n);
  const level = () => {
    const { quantity, hidden, orders } = levelsOf(market, "SELL")[0] ?? {};
    return { quantity, hidden, orders: orders?.map(({ orderId }) => orderId) };
  };
  const ids = [iceberg, plain, whole].map(({ orderId }) => orderId);
  expect(level()).toEqual({ quantity: 13n, hidden: 6n, orders: ids });
  fillFirst(market, iceberg, 4n);
  iceberg.executed += 4n;
  expect(level()).toEqual({ quantity: 13n, hidden: 2n, orders: [ids[1], ids[2], ids[0]] });
  fillFirst(market, plain, 1n);
  plain.executed += 1n;
  expect([level().quantity, plain.shown]).toEqual([12n, 2n]);
  removeFromBook(market, iceberg);
  expect(level()).toEqual({ quantity: 8n, hidden: 0n, orders: [ids[1], ids[2]] });
  fillFirst(market, plain, 2n);
  fillFirst(market, whole, 6n);
  expect(market.asks).toEqual([]);
});

test("an iceberg that leaves takes its hidden part along", () => {
  const { market, rest } = book();
  const iceberg = rest("BUY", 5n, 10n, 4n);
  rest("BUY", 5n, 1n);
  removeFromBook(market, iceberg);
  expect(market.bids).toMatchObject([{ quantity: 1n, hidden: 0n }]);
  expect(iceberg.shown).toBe(0n);
});

test("an order that is not where it should be is a bug of the engine, and changes nothing", () => {
  const { market, order, rest } = book();
  const absent = "order 1 does not rest on the book of BTCUSDT";
  const never = { ...order("BUY", 5n, 1n), orderId: 1 };
  expect(() => fillFirst(market, never, 1n)).toThrow(absent);
  expect(() => removeFromBook(market, never)).toThrow(absent);
  rest("BUY", 5n, 1n);
  const before = structuredClone(market);
  expect(() => fillFirst(market, never, 1n)).toThrow(absent);
  expect(() => removeFromBook(market, never)).toThrow(absent);
  expect(market).toEqual(before);
});

test.each([
  ["BUY", 5n, 5n, true],
  ["BUY", 5n, 6n, false],
  ["SELL", 5n, 5n, true],
  ["SELL", 5n, 4n, false],
  ["BUY", undefined, 10n ** 30n, true],
] as const)("whether %s with the limit %s reaches %s: %s", (side, limit, price, isReached) => {
  expect(reaches(side, limit, price)).toBe(isReached);
});
