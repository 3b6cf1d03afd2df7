import { expect, test } from "vitest";

import { addToBook, fillFirst, removeFromBook } from "../../../sandbox/engine/book.ts";
import { createOrder } from "../../../sandbox/engine/orders.ts";
import { marketOf, smallExchange } from "../support/scenario.ts";

test("an order that is not on the book is a bug of the engine, and changes nothing", () => {
  const state = smallExchange();
  const market = marketOf(state);
  const names = { kind: "place", account: "ann", symbol: "BTCUSDT", type: "LIMIT" } as const;
  const command = { ...names, side: "BUY", price: 5n } as const;
  const make = () => createOrder(state, command, { quantity: 1n, reserved: 0n });
  const never = { ...make(), orderId: 1 };
  for (const isEmpty of [true, false]) {
    if (!isEmpty) addToBook(market, make());
    const before = structuredClone(market);
    for (const act of [fillFirst, removeFromBook]) {
      const absent = "order 1 does not rest on the book of BTCUSDT";
      expect(() => act(market, never, 1n)).toThrow(absent);
    }
    expect(market).toEqual(before);
  }
});
