import { expect, test } from "vitest";

import * as books from "../../../sandbox/engine/book.ts";
import { createOrder } from "../../../sandbox/engine/orders.ts";
import type { Order } from "../../../sandbox/engine/state.ts";
import { marketOf, smallExchange } from "../support/scenario.ts";

const { addToBook, bestOf, fillFirst, quantityAt, reaches, removeFromBook, topLevels } = books;

function book() {
  const state = smallExchange();
  const market = marketOf(state);
  const order = (side: "BUY" | "SELL", price: bigint, quantity: bigint, iceberg = 0n): Order => {
    state.lastOrderId += 1;
    const command = { kind: "place", account: "ann", symbol: "BTCUSDT", type: "LIMIT" } as const;
    const terms = { ...command, side, price, icebergQuantity: iceberg };
    return createOrder(state, terms, { quantity, reserved: 0n });
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
  const top = (side: "BUY" | "SELL", count: number) => topLevels(market, side, count).join(" ");
  expect([bestOf(market, "BUY").join(), bestOf(market, "SELL").join()]).toEqual(["3,60", "4,40"]);
  expect([top("BUY", 2), top("SELL", 4)]).toEqual(["3,60 2,20", "4,40 5,50 6,60"]);
  expect(top("SELL", 0)).toBe("");
  expect([2n, 4n, 9n].map((price) => quantityAt(market, "BUY", price))).toEqual([20n, 0n, 0n]);
});

test("an iceberg's hidden part is counted until it is shown, filled or removed", () => {
  const { market, rest } = book();
  const iceberg = rest("SELL", 5n, 10n, 4n);
  const plain = rest("SELL", 5n, 3n);
  const whole = rest("SELL", 5n, 6n, 6n);
  const level = () =>
    market.asks.map(({ quantity, hidden, orders }) => [quantity, hidden, orders])[0];
  expect(level()).toEqual([13n, 6n, [iceberg, plain, whole]]);
  fillFirst(market, iceberg, 4n);
  iceberg.executed += 4n;
  expect(level()).toEqual([13n, 2n, [plain, whole, iceberg]]);
  fillFirst(market, plain, 1n);
  plain.executed += 1n;
  expect([level()?.[0], plain.shown]).toEqual([12n, 2n]);
  removeFromBook(market, iceberg);
  expect([level(), iceberg.shown]).toEqual([[8n, 0n, [plain, whole]], 0n]);
  fillFirst(market, plain, 2n);
  fillFirst(market, whole, 6n);
  expect(market.asks).toEqual([]);
});

test("an order that is not where it should be is a bug of the engine, and changes nothing", () => {
  const { market, order, rest } = book();
  const absent = "order 1 does not rest on the book of BTCUSDT";
  const never = { ...order("BUY", 5n, 1n), orderId: 1 };
  for (const isEmpty of [true, false]) {
    if (!isEmpty) rest("BUY", 5n, 1n);
    const before = structuredClone(market);
    expect(() => fillFirst(market, never, 1n)).toThrow(absent);
    expect(() => removeFromBook(market, never)).toThrow(absent);
    expect(market).toEqual(before);
  }
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
