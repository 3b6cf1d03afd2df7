/** An exchange whose symbols have odd grids and low limits, and signed requests to it. */

import { createSandbox, type SandboxOptions } from "../../../sandbox/index.ts";
import { foreignClient, type Given } from "./foreign-client.ts";

type Listing = NonNullable<SandboxOptions["symbols"]>[number];
type Filter = NonNullable<Listing["filters"]>[number];

/** Limits that a few open orders reach. */
const counts: readonly Filter[] = [
  { filterType: "MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 2 },
  { filterType: "MAX_NUM_ICEBERG_ORDERS", maxNumIcebergOrders: 2 },
];

export const listings: readonly Listing[] = [
  {
    ...{ symbol: "ODDUSDT", baseAsset: "ODD", quoteAsset: "USDT", type: "GLOBAL" },
    price: "40.005",
    filters: [
      { filterType: "MAX_NUM_ORDERS", limit: 5 },
      { filterType: "PRICE_FILTER", minPrice: "0.015", maxPrice: "90.005", tickSize: "0.01" },
      { filterType: "LOT_SIZE", minQty: "0.0007", maxQty: "50.0007", stepSize: "0.001" },
      { filterType: "MARKET_LOT_SIZE", minQty: "0.0017", maxQty: "9.0007", stepSize: "0.005" },
      { filterType: "MIN_NOTIONAL", minNotional: "5", applyToMarket: true, avgPriceMins: 5 },
      { filterType: "PERCENT_PRICE", multiplierUp: "1.3", multiplierDown: "0.7", avgPriceMins: 5 },
      { filterType: "ICEBERG_PARTS", limit: 10 },
      ...counts,
    ],
  },
  {
    ...{ symbol: "BTCTHB", baseAsset: "BTC", quoteAsset: "THB", type: "SITE" },
    price: "50",
    filters: [
      { filterType: "PERCENT_PRICE", multiplierUp: "5", multiplierDown: "0.2", avgPriceMins: 0 },
      { filterType: "MIN_NOTIONAL", minNotional: "150", applyToMarket: false, avgPriceMins: 0 },
      { filterType: "LOT_SIZE", minQty: "3", maxQty: "300", stepSize: "3" },
      { filterType: "PRICE_FILTER", minPrice: "5", maxPrice: "0", tickSize: "5" },
      { filterType: "ICEBERG_PARTS", limit: 3 },
      { filterType: "MAX_NUM_ORDERS", limit: 6 },
    ],
  },
  {
    ...{ symbol: "FINEUSDT", baseAsset: "FINE", quoteAsset: "USDT", type: "GLOBAL" },
    price: "4321.09",
    filters: [
      { filterType: "PRICE_FILTER", minPrice: "0.01", maxPrice: "9000", tickSize: "0.01" },
      { filterType: "LOT_SIZE", minQty: "0.00001", maxQty: "900", stepSize: "0.00001" },
      { filterType: "MARKET_LOT_SIZE", minQty: "0.00001", maxQty: "9", stepSize: "0.00001" },
      { filterType: "MIN_NOTIONAL", minNotional: "10", applyToMarket: true, avgPriceMins: 0 },
      { filterType: "ICEBERG_PARTS", limit: 12 },
      { filterType: "MAX_NUM_ORDERS", maxNumOrders: 3 },
      ...counts,
    ],
  },
];

const exchangeFilters: readonly Filter[] = [
  { filterType: "EXCHANGE_MAX_NUM_ORDERS", maxNumOrders: 8 },
  { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 3 },
];

/** The exchange with a small book around one trade of each symbol. */
export function filterExchange(symbols: readonly Listing[] = listings) {
  const faults: string[] = [];
  const assets = symbols.flatMap(({ baseAsset, quoteAsset }) => [baseAsset, quoteAsset]);
  const balances = Object.fromEntries(assets.map((asset) => [asset, "1000000000"]));
  const books = symbols.map(({ symbol = "", price = "" }) => {
    const level = (away: number) => [(Number(price) * (1 + away / 1000)).toFixed(2), "10000"];
    return [symbol, { bids: [level(-1), level(-2)], asks: [level(1), level(2)] }] as const;
  });
  const sandbox = createSandbox({
    ...{ symbols, exchangeFilters, accounts: [{ name: "trader", balances }] },
    depth: Object.fromEntries(books),
    report: (text) => faults.push(text),
  });
  const { ask } = foreignClient(sandbox);
  const place = async (order: Given): Promise<unknown> => (await ask("POST order", order)).body;
  return { sandbox, faults, place };
}
