/** An exchange whose symbols have odd grids and low limits, and signed requests to it. */

import { createHmac } from "node:crypto";

import { signing } from "../../../generated/signing.ts";
import { type Filter, orderTypes, type SymbolInfo } from "../../../generated/types.ts";
import { toUnits } from "../../../runtime/encoding/decimal.ts";
import type { Command } from "../../../sandbox/engine/messages.ts";
import type { MarketDescription } from "../../../sandbox/engine/state.ts";
import { createExchangeState, step } from "../../../sandbox/engine/step.ts";
import { createSandboxExchange, createServerState } from "../../../sandbox/exchange/exchange.ts";
import { createRequestHandler } from "../../../sandbox/http/request-handler.ts";

/** One symbol: its filters, and what the engine asks beside them. */
export interface Listing {
  readonly symbol: string;
  readonly type: "GLOBAL" | "SITE";
  readonly filters: readonly Filter[];
  /** Steps of the engine; every price and quantity that the filters let pass is on them. */
  readonly priceStep: string;
  readonly quantityStep: string;
  /** Where the maker quotes. */
  readonly price: string;
}

/** Limits that a few open orders reach. */
const counts: readonly Filter[] = [
  { filterType: "MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 2 },
  { filterType: "MAX_NUM_ICEBERG_ORDERS", maxNumIcebergOrders: 2 },
];

export const listings: readonly Listing[] = [
  {
    symbol: "ODDUSDT",
    type: "GLOBAL",
    priceStep: "0.005",
    quantityStep: "0.0001",
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
    symbol: "BTCTHB",
    type: "SITE",
    priceStep: "5",
    quantityStep: "3",
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
    symbol: "FINEUSDT",
    type: "GLOBAL",
    priceStep: "0.01",
    quantityStep: "0.00001",
    price: "4321.09",
    filters: [
      { filterType: "PRICE_FILTER", minPrice: "0.01", maxPrice: "9000", tickSize: "0.01" },
      { filterType: "LOT_SIZE", minQty: "0.00001", maxQty: "900", stepSize: "0.00001" },
      { filterType: "MARKET_LOT_SIZE", minQty: "0.00001", maxQty: "9", stepSize: "0.00001" },
      { filterType: "MIN_NOTIONAL", minNotional: "10", applyToMarket: true, avgPriceMins: 0 },
      { filterType: "ICEBERG_PARTS", limit: 12 },
      ...counts,
    ],
  },
];

const exchangeFilters: readonly Filter[] = [
  { filterType: "EXCHANGE_MAX_NUM_ORDERS", maxNumOrders: 8 },
  { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 3 },
];

const trader = { apiKey: "key-of-trader", apiSecret: "secret-of-trader", account: "trader" };
const startMs = Date.UTC(2024, 0, 15);

/** The exchange with a maker's quotes; its clock goes where `advance` takes it. */
export function filterExchange(symbols: readonly Listing[] = listings) {
  let nowMs = startMs;
  const now = (): number => nowMs;
  const accounts = ["trader", "maker"].map((name) => ({ name, makerRate: 0n, takerRate: 0n }));
  const markets = symbols.map(marketOf);
  const state = createExchangeState({ seed: "filters", now: nowMs, markets, accounts });
  for (const asset of new Set(markets.flatMap((each) => [each.baseAsset, each.quoteAsset]))) {
    for (const { name } of accounts) {
      const amount = 10n ** 25n;
      step(state, { kind: "deposit", account: name, asset, amount }, nowMs);
    }
  }
  const faults: string[] = [];
  const report = (text: string): number => faults.push(text);
  const infos = symbols.map(infoOf);
  const after = () => () => undefined;
  const server = createServerState("filters", state);
  const parts = { now, after, server, listings: infos, exchangeFilters, report };
  const exchange = createSandboxExchange({ ...parts, keys: [trader] });
  const answer = createRequestHandler(exchange);
  const ask = async (method: string, path: string, query: string): Promise<unknown> => {
    const header = (name: string) =>
      name === signing.header.toLowerCase() ? trader.apiKey : undefined;
    const { body } = await answer({ method, path, query, body: "", header, ip: "10.0.0.1" });
    return JSON.parse(body);
  };
  return {
    exchange,
    faults,
    now,
    advance: (ms: number): void => void (nowMs += ms),
    information: () => ask("GET", "/api/v1/exchangeInfo", ""),
    place: (order: Readonly<Record<string, string>>): Promise<unknown> => {
      const fields = Object.entries({ ...order, timestamp: String(nowMs) });
      const text = fields.map(([name, value]) => `${name}=${value}`).join("&");
      const signature = createHmac("sha256", trader.apiSecret).update(text).digest("hex");
      return ask("POST", "/api/v1/order", `${text}&signature=${signature}`);
    },
    /** Takes everything off the book, lets the maker quote anew, and trade once. */
    renew: (): void => {
      exchange.execute({ kind: "maintenance" });
      for (const symbol of symbols) quote(symbol, (command) => exchange.execute(command));
    },
  };
}

function quote({ symbol, price, priceStep, quantityStep }: Listing, run: (c: Command) => unknown) {
  const [middle, grid, lot] = [units(price), units(priceStep), units(quantityStep)];
  const order = { kind: "place", account: "maker", symbol, type: "LIMIT" } as const;
  const quantity = lot * 10_000_000n;
  for (const away of [1n, 2n, 3n]) {
    const rest = { ...order, quantity, timeInForce: "GTC" } as const;
    run({ ...rest, side: "BUY", price: middle - away * grid });
    run({ ...rest, side: "SELL", price: middle + away * grid });
  }
  // One trade with itself, so that there is a last price.
  run({ ...order, type: "MARKET", side: "BUY", quantity: lot });
}

function marketOf({ symbol, priceStep, quantityStep, price }: Listing): MarketDescription {
  const steps = { priceStep: units(priceStep), quantityStep: units(quantityStep), priceFrom: 0n };
  return { symbol, ...assetsOf(symbol), ...steps, openingPrice: units(price) };
}

function infoOf({ symbol, type, filters }: Listing): SymbolInfo {
  return {
    symbol,
    type,
    status: "TRADING",
    ...assetsOf(symbol),
    ...{ baseAssetPrecision: 8, quotePrecision: 8, quoteAssetPrecision: 8 },
    ...{ baseCommissionPrecision: 8, quoteCommissionPrecision: 8 },
    orderTypes: [...orderTypes],
    filters: [...filters],
  };
}

function assetsOf(symbol: string) {
  const [, baseAsset = "", quoteAsset = ""] = /^(.+)(USDT|THB)$/.exec(symbol) ?? [];
  return { baseAsset, quoteAsset };
}

/** Decimal text as units of the engine. */
export function units(text: string): bigint {
  return toUnits(text, 8);
}
