import { expect, test } from "vitest";

import { filterExchange, listings } from "../support/filter-exchange.ts";
import { units } from "../support/scenario.ts";

type Order = Readonly<Record<string, string>>;

const limit = {
  ...{ symbol: "ODDUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC" },
  ...{ quantity: "1.0007", price: "39.005" },
};
const market = { symbol: "ODDUSDT", side: "BUY", type: "MARKET" };
const stop = { ...limit, type: "STOP_LOSS_LIMIT", stopPrice: "41.005" };
const fine = { symbol: "FINEUSDT", quantity: "0.01", price: "4321", stopPrice: "4400" };
const otherStop = { ...stop, ...fine };
const iceberg = { ...limit, icebergQty: "0.5007" };
const fineLimit = { ...limit, symbol: "FINEUSDT", quantity: "0.01", price: "4321" };
const site = { ...limit, symbol: "BTCTHB", quantity: "6", price: "45" };
const five = [limit, limit, limit, limit, limit];

/** Orders that go before, the last one, and the filter that refuses it. */
const rows: readonly (readonly [name: string, before: Order[], order: Order, by: string])[] = [
  ["an order that fits", [], limit, ""],
  ["a price on the grid from zero, not from the minimum", [], on("price=39.01"), "PRICE_FILTER"],
  ["a stop price off the grid", [], { ...stop, stopPrice: "41.01" }, "PRICE_FILTER"],
  ["the visible part off the grid", [], { ...iceberg, icebergQty: "0.5" }, "LOT_SIZE"],
  ["too many parts", [], { ...iceberg, icebergQty: "0.0907" }, "ICEBERG_PARTS"],
  ["a price far above the average", [], on("price=89.005"), "PERCENT_PRICE"],
  ["a small market order", [], { ...market, quantity: "0.0017" }, "MIN_NOTIONAL"],
  [
    "a market order on the grid of others",
    [],
    { ...market, quantity: "1.0007" },
    "MARKET_LOT_SIZE",
  ],
  ["the sixth open order", five, limit, "MAX_NUM_ORDERS"],
  ["the fourth by the count's other name", Array(3).fill(fineLimit), fineLimit, "MAX_NUM_ORDERS"],
  ["a quantity below large lots", [], { ...site, quantity: "2", price: "240" }, "LOT_SIZE"],
  ["a quantity of large lots", [], { ...site, quantity: "9" }, ""],
  ["bounds before counts, however they are listed", five, on("price=39.01"), "PRICE_FILTER"],
  ["the third algo order", [stop, stop], stop, "MAX_NUM_ALGO_ORDERS"],
  ["the third iceberg order", [iceberg, iceberg], iceberg, "MAX_NUM_ICEBERG_ORDERS"],
  ["the first iceberg beside other orders", [limit, limit, limit], iceberg, ""],
  ["the first algo order of a symbol beside two of another", [stop, stop], otherStop, ""],
  ["the fourth algo order", [stop, stop, otherStop], otherStop, "EXCHANGE_MAX_NUM_ALGO_ORDERS"],
  ["the ninth on the exchange", [...five, site, site, site], site, "EXCHANGE_MAX_NUM_ORDERS"],
];

/** The limit order with one field changed. */
function on(change: string): Order {
  const [name = "", value = ""] = change.split("=");
  return { ...limit, [name]: value };
}

test.each(rows)("%s", async (_, before, order, refusedBy) => {
  const exchange = filterExchange();
  for (const earlier of before) {
    expect(await exchange.place(earlier)).toMatchObject({ status: "NEW" });
  }
  const refused = { code: -1013, msg: `Filter failure: ${refusedBy}` };
  const want = refusedBy === "" ? { symbol: order["symbol"] } : refused;
  expect(await exchange.place(order)).toMatchObject(want);
  expect(exchange.faults).toEqual([]);
});

test("the average is that of the minutes, and the last price without a trade", async () => {
  const exchange = filterExchange();
  const { clock, exchange: engine } = exchange.sandbox;
  const buy = (quantity: string, price: string) => {
    const maker = { kind: "place", account: "maker", symbol: "ODDUSDT", type: "LIMIT" } as const;
    const terms = { price: units(price), quantity: units(quantity), timeInForce: "GTC" } as const;
    engine.execute({ ...maker, ...terms, side: "SELL" });
    engine.execute({ ...maker, ...terms, side: "BUY", timeInForce: "IOC" });
  };
  engine.execute({ kind: "maintenance" });
  clock?.advance(10 * 60_000);
  buy("1", "30.005");
  buy("3", "50.005");
  // (30.005 + 3 * 50.005) / 4 = 45.005, and 1.3 times that is 58.5065.
  const at = (price: string) => exchange.place({ ...limit, side: "SELL", price });
  const over = { msg: "Filter failure: PERCENT_PRICE" };
  expect(await at("58.515")).toMatchObject(over);
  expect(await at("58.505")).toMatchObject({ status: "NEW" });
  // Alone, the last price reaches to 65.0065.
  clock?.advance(5 * 60_000 + 1);
  expect(await at("65.015")).toMatchObject(over);
  expect(await at("65.005")).toMatchObject({ status: "NEW" });
});

test("filters that the interface does not know reject nothing, and are noted", async () => {
  const [first] = listings;
  if (first === undefined) throw new Error("no listing");
  const unknown = [
    { filterType: "MOON_PHASE", phase: 3 },
    { filterType: "MAX_POSITION", maxPosition: "0.1" },
    { filterType: "PERCENT_PRICE_BY_SIDE", bidMultiplierUp: "1", avgPriceMins: 1 },
  ];
  const filters = [...unknown, ...(first.filters ?? [])];
  const { place, sandbox } = filterExchange([{ ...first, filters: filters as never }]);
  expect(await place(limit)).toMatchObject({ status: "NEW" });
  expect(sandbox.notes).toHaveLength(unknown.length);
});
