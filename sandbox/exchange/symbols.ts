/** The symbols that every sandbox lists, with the filters that bind their orders. */

import type { Filter, SymbolInfo } from "../../generated/types.ts";
import { toUnits } from "../../runtime/encoding/decimal.ts";
import type { MarketDescription } from "../engine/exchange.ts";
import type { OrderType } from "../engine/state.ts";
import { unitScale } from "../engine/units.ts";

/** A symbol in short: decimals as text, prices in the quote asset. */
interface Sketch {
  readonly base: string;
  readonly quote: string;
  readonly type: "GLOBAL" | "SITE";
  readonly tick: string;
  readonly priceMax: string;
  readonly step: string;
  readonly quantityMax: string;
  readonly notionalMin: string;
}

/** Types that the engine carries out; every symbol offers them all. */
const orderTypes: readonly OrderType[] = [
  "LIMIT",
  "LIMIT_MAKER",
  "MARKET",
  "STOP_LOSS",
  "STOP_LOSS_LIMIT",
  "TAKE_PROFIT",
  "TAKE_PROFIT_LIMIT",
];

const sketches: readonly Sketch[] = [
  {
    base: "BTC",
    quote: "USDT",
    type: "GLOBAL",
    tick: "0.01",
    priceMax: "1000000.00",
    step: "0.00001",
    quantityMax: "9000",
    notionalMin: "5",
  },
  {
    base: "ETH",
    quote: "USDT",
    type: "GLOBAL",
    tick: "0.01",
    priceMax: "100000.00",
    step: "0.0001",
    quantityMax: "9000",
    notionalMin: "5",
  },
  {
    base: "BTC",
    quote: "THB",
    type: "SITE",
    tick: "0.01",
    priceMax: "50000000.00",
    step: "0.00001",
    quantityMax: "1000",
    notionalMin: "100",
  },
];

/** Symbols beside those of every sandbox: as many as wanted, and nobody has traded them yet. */
function moreSketches(count: number): readonly Sketch[] {
  const [template] = sketches;
  if (template === undefined) return [];
  return Array.from({ length: count }, (_, index) => ({ ...template, base: `COIN${index + 1}` }));
}

/** What exchange information says of each symbol, and of so many more. */
export function listingsWith(more: number): readonly SymbolInfo[] {
  return [...sketches, ...moreSketches(more)].map(listingOf);
}

/** The same symbols as the engine wants them. */
export function marketsWith(more: number): readonly MarketDescription[] {
  return [...sketches, ...moreSketches(more)].map(marketOf);
}

const listingOf = (sketch: Sketch): SymbolInfo => ({
  symbol: `${sketch.base}${sketch.quote}`,
  status: "TRADING",
  baseAsset: sketch.base,
  baseAssetPrecision: unitScale,
  quoteAsset: sketch.quote,
  quotePrecision: unitScale,
  quoteAssetPrecision: unitScale,
  baseCommissionPrecision: unitScale,
  quoteCommissionPrecision: unitScale,
  type: sketch.type,
  orderTypes: [...orderTypes],
  filters: filtersOf(sketch),
});

const marketOf = (sketch: Sketch): MarketDescription => ({
  symbol: `${sketch.base}${sketch.quote}`,
  baseAsset: sketch.base,
  quoteAsset: sketch.quote,
  priceStep: toUnits(sketch.tick, unitScale),
  quantityStep: toUnits(sketch.step, unitScale),
  orderTypes,
});

/** What exchange information says of the symbols that every sandbox lists. */
export const listings: readonly SymbolInfo[] = listingsWith(0);

/** Filters of the whole exchange. */
export const exchangeFilters: readonly Filter[] = [
  { filterType: "EXCHANGE_MAX_NUM_ORDERS", maxNumOrders: 1000 },
  { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 200 },
];

function filtersOf(sketch: Sketch): Filter[] {
  const { tick, priceMax, step, quantityMax, notionalMin } = sketch;
  const lots = { minQty: step, maxQty: quantityMax, stepSize: step };
  const everywhere: Filter[] = [
    { filterType: "PRICE_FILTER", minPrice: tick, maxPrice: priceMax, tickSize: tick },
    { filterType: "PERCENT_PRICE", multiplierUp: "5", multiplierDown: "0.2", avgPriceMins: 5 },
    { filterType: "LOT_SIZE", ...lots },
    { filterType: "MARKET_LOT_SIZE", ...lots },
    {
      filterType: "MIN_NOTIONAL",
      minNotional: notionalMin,
      applyToMarket: true,
      avgPriceMins: 5,
    },
    { filterType: "ICEBERG_PARTS", limit: 10 },
    { filterType: "MAX_NUM_ORDERS", limit: 200 },
  ];
  if (sketch.type === "SITE") return everywhere;
  return [
    ...everywhere,
    { filterType: "MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
    { filterType: "MAX_NUM_ICEBERG_ORDERS", maxNumIcebergOrders: 10 },
  ];
}
