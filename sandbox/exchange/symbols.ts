/** The symbols that every sandbox lists, with their filters. */

import { type Filter, orderTypes, type SymbolInfo } from "../../generated/types.ts";
import { toUnits } from "../../runtime/encoding/decimal.ts";
import { type MarketDescription, tradingStatus } from "../engine/state.ts";
import { unitScale } from "../engine/units.ts";

/** What differs from symbol to symbol: decimals as text, prices in the quote asset. */
interface SymbolSpec {
  readonly base: string;
  readonly quote: string;
  readonly type: "GLOBAL" | "SITE";
  readonly tick: string;
  readonly priceMax: string;
  readonly step: string;
  readonly quantityMax: string;
  readonly notionalMin: string;
}

const symbolSpecs: readonly SymbolSpec[] = [
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

/** The specs of the symbols that every sandbox lists, and of `more` without any trade. */
function specsWith(more: number): readonly SymbolSpec[] {
  const added = symbolSpecs.slice(0, 1).flatMap((template) => {
    return Array.from({ length: more }, (_, index) => ({ ...template, base: `COIN${index + 1}` }));
  });
  return [...symbolSpecs, ...added];
}

/** The symbols as exchange information lists them. */
export function listingsWith(more: number): readonly SymbolInfo[] {
  return specsWith(more).map((spec) => ({
    ...namesOf(spec),
    status: tradingStatus,
    baseAssetPrecision: unitScale,
    quotePrecision: unitScale,
    quoteAssetPrecision: unitScale,
    baseCommissionPrecision: unitScale,
    quoteCommissionPrecision: unitScale,
    type: spec.type,
    orderTypes: [...orderTypes],
    filters: filtersOf(spec),
  }));
}

/** The same symbols as the engine takes them. */
export function marketsWith(more: number): readonly MarketDescription[] {
  return specsWith(more).map((spec) => ({
    ...namesOf(spec),
    priceStep: toUnits(spec.tick, unitScale),
    quantityStep: toUnits(spec.step, unitScale),
  }));
}

function namesOf({ base, quote }: SymbolSpec) {
  return { symbol: `${base}${quote}`, baseAsset: base, quoteAsset: quote };
}

/** The symbols that every sandbox lists, as in exchange information. */
export const listings: readonly SymbolInfo[] = listingsWith(0);

/** Filters of the whole exchange. */
export const exchangeFilters: readonly Filter[] = [
  { filterType: "EXCHANGE_MAX_NUM_ORDERS", maxNumOrders: 1000 },
  { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 200 },
];

function filtersOf(spec: SymbolSpec): Filter[] {
  const { tick, priceMax, step, quantityMax, notionalMin } = spec;
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
  if (spec.type === "SITE") return everywhere;
  return [
    ...everywhere,
    { filterType: "MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 5 },
    { filterType: "MAX_NUM_ICEBERG_ORDERS", maxNumIcebergOrders: 10 },
  ];
}
