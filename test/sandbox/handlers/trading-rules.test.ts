import { expect, test } from "vitest";

import { canMove, isFinal } from "../../../generated/index.ts";
import type { Filter } from "../../../generated/types.ts";
import { exchangeFilters, filterExchange, listings, units } from "../support/filter-exchange.ts";
import { drawsFrom, randomOrder } from "../support/filter-orders.ts";

const limit = {
  symbol: "ODDUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "1.0007",
  price: "39.005",
};
const stop = { ...limit, type: "STOP_LOSS_LIMIT", stopPrice: "41.005" };
const otherStop = {
  ...{ ...stop, symbol: "FINEUSDT", quantity: "0.01" },
  ...{ price: "4321", stopPrice: "4400" },
};
const iceberg = { ...limit, icebergQty: "0.5007" };

/** Orders that go before, and what the last one is answered. */
const rows: readonly {
  readonly name: string;
  readonly before?: readonly Readonly<Record<string, string>>[];
  readonly order: Readonly<Record<string, string>>;
  readonly refusedBy: string | undefined;
}[] = [
  { name: "an order that fits", order: limit, refusedBy: undefined },
  {
    name: "a price on the grid from zero, which is none",
    order: { ...limit, price: "39.01" },
    refusedBy: "PRICE_FILTER",
  },
  {
    name: "a stop price off the grid",
    order: { ...stop, stopPrice: "41.01" },
    refusedBy: "PRICE_FILTER",
  },
  {
    name: "the visible part off the grid",
    order: { ...iceberg, icebergQty: "0.5" },
    refusedBy: "LOT_SIZE",
  },
  {
    name: "too many parts",
    order: { ...iceberg, icebergQty: "0.0907" },
    refusedBy: "ICEBERG_PARTS",
  },
  {
    name: "a price far above the average",
    order: { ...limit, price: "89.005" },
    refusedBy: "PERCENT_PRICE",
  },
  {
    name: "a market order that is worth too little at the average price",
    order: { symbol: "ODDUSDT", side: "BUY", type: "MARKET", quantity: "0.0017" },
    refusedBy: "MIN_NOTIONAL",
  },
  {
    name: "a market order on the grid of others",
    order: { symbol: "ODDUSDT", side: "BUY", type: "MARKET", quantity: "1.0007" },
    refusedBy: "MARKET_LOT_SIZE",
  },
  {
    name: "the sixth open order",
    before: [limit, limit, limit, limit, limit],
    order: limit,
    refusedBy: "MAX_NUM_ORDERS",
  },
  {
    name: "bounds come before counts, however they are listed",
    before: [limit, limit, limit, limit, limit],
    order: { ...limit, price: "39.01" },
    refusedBy: "PRICE_FILTER",
  },
  {
    name: "the third algo order",
    before: [stop, stop],
    order: stop,
    refusedBy: "MAX_NUM_ALGO_ORDERS",
  },
  {
    name: "the third iceberg order",
    before: [iceberg, iceberg],
    order: iceberg,
    refusedBy: "MAX_NUM_ICEBERG_ORDERS",
  },
  {
    name: "orders that are not icebergs beside one that is",
    before: [limit, limit, limit],
    order: iceberg,
    refusedBy: undefined,
  },
  {
    name: "the first algo order of a symbol beside two of another",
    before: [stop, stop],
    order: otherStop,
    refusedBy: undefined,
  },
  {
    name: "the fourth algo order on the exchange, the second of its symbol",
    before: [stop, stop, otherStop],
    order: otherStop,
    refusedBy: "EXCHANGE_MAX_NUM_ALGO_ORDERS",
  },
  {
    name: "the ninth open order on the exchange",
    before: [...Array(5).fill(limit), ...Array(3).fill(site("50"))],
    order: site("50"),
    refusedBy: "EXCHANGE_MAX_NUM_ORDERS",
  },
];

function site(price: string) {
  return { ...limit, symbol: "BTCTHB", quantity: "6", price: price === "50" ? "45" : price };
}

for (const { name, before = [], order, refusedBy } of rows) {
  test(name, async () => {
    const exchange = filterExchange();
    exchange.renew();
    exchange.advance(1);
    for (const earlier of before) {
      expect(await exchange.place(earlier)).toMatchObject({ status: "NEW" });
    }
    const answer = await exchange.place(order);
    const want =
      refusedBy === undefined
        ? { symbol: order["symbol"] }
        : { code: -1013, msg: `Filter failure: ${refusedBy}` };
    expect(answer).toMatchObject(want);
    expect(exchange.faults).toEqual([]);
  });
}

test("the average is that of the minutes, and the last price without a trade", async () => {
  const exchange = filterExchange();
  exchange.renew();
  const buy = (quantity: string, price: string) => {
    const maker = { kind: "place", account: "maker", symbol: "ODDUSDT", type: "LIMIT" } as const;
    const terms = { price: units(price), quantity: units(quantity), timeInForce: "GTC" } as const;
    exchange.exchange.execute({ ...maker, ...terms, side: "SELL" });
    exchange.exchange.execute({ ...maker, ...terms, side: "BUY", timeInForce: "IOC" });
  };
  exchange.exchange.execute({ kind: "maintenance" });
  exchange.advance(10 * 60_000);
  buy("1", "30.005");
  buy("3", "50.005");
  // (30.005 + 3 * 50.005) / 4 = 45.005, and 1.3 times that is 58.5065.
  const at = (price: string) => exchange.place({ ...limit, side: "SELL", price });
  const over = { msg: "Filter failure: PERCENT_PRICE" };
  expect(await at("58.515")).toMatchObject(over);
  expect(await at("58.505")).toMatchObject({ status: "NEW" });
  // Alone, the last price reaches to 65.0065.
  exchange.advance(5 * 60_000 + 1);
  expect(await at("65.015")).toMatchObject(over);
  expect(await at("65.005")).toMatchObject({ status: "NEW" });
});

test("an unknown filter rejects nothing", async () => {
  const [first] = listings;
  if (first === undefined) throw new Error("no listing");
  const moon = { filterType: "MOON_PHASE", phase: 3 } as unknown as Filter;
  const exchange = filterExchange([{ ...first, filters: [moon, ...first.filters] }]);
  exchange.renew();
  exchange.advance(1);
  expect(await exchange.place(limit)).toMatchObject({ status: "NEW" });
  expect(exchangeFilters).toHaveLength(2);
});

test("no order moves as the table does not say, and a final state absorbs", async () => {
  const exchange = filterExchange();
  const draw = drawsFrom(7);
  const seen = new Map<number, string>();
  const moves = new Set<string>();
  const wrong = new Set<string>();
  exchange.exchange.listen((events) => {
    for (const event of events) {
      if (event.kind !== "order") continue;
      const { orderId, status } = event.order;
      const before = seen.get(orderId);
      seen.set(orderId, status);
      if (before === undefined || before === status) continue;
      moves.add(`${before} ${status}`);
      if (isFinal(before) || !canMove(before, status)) wrong.add(`${orderId}: ${before} ${status}`);
    }
  });
  for (let count = 0; count < 3_000; count += 1) {
    if (count % 40 === 0) exchange.renew();
    exchange.advance(1 + draw(500));
    const listing = listings[draw(listings.length)];
    if (listing !== undefined) await exchange.place(randomOrder(listing, {}, draw));
  }
  expect([...wrong]).toEqual([]);
  const reached = ["NEW FILLED", "NEW EXPIRED", "NEW PARTIALLY_FILLED"];
  expect(reached.filter((move) => !moves.has(move))).toEqual([]);
});
