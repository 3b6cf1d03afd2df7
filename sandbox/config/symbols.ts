/** The symbols of an exchange: the default ones, the user's, or recorded ones. */

import { compileFilters } from "../../generated/filters.ts";
import type { SandboxSchemas } from "../../generated/sandbox.ts";
import { type Filter, orderTypes, type SymbolInfo } from "../../generated/types.ts";
import { compareDecimals, toUnits } from "../../runtime/encoding/decimal.ts";
import { nearestName } from "../../runtime/encoding/field-issue.ts";
import type { NotEvaluated } from "../../runtime/filters/types.ts";
import { filtersOf, filterTable, gridIn } from "../engine/filters.ts";
import { type MarketDescription, tradingStatus } from "../engine/state.ts";
import { floorPrice, unitScale } from "../engine/units.ts";
import { ValidationError } from "./validation.ts";

type SymbolOptions = SandboxSchemas["Symbol"];
type Depth = SandboxSchemas["Depth"];

/** A symbol: its listing in exchange information, and its market in the engine. */
export interface ListedSymbol {
  readonly listing: SymbolInfo;
  readonly market: MarketDescription;
  /** The initial book; when absent, the market maker's. */
  readonly depth: Depth | undefined;
}

/** Reads the symbols, by name. Throws a `ValidationError` for a repeated name. */
export function readSymbols(
  symbols: readonly SymbolOptions[] | undefined,
  exchangeInfo: SandboxSchemas["ExchangeInfo"] | undefined,
  depth: Readonly<Record<string, Depth>>,
): readonly ListedSymbol[] {
  const recorded = (exchangeInfo?.symbols ?? []) as unknown as readonly SymbolInfo[];
  const listed = new Map(
    recorded.map((info) => [info.symbol, { info: completed(info), price: "" }]),
  );
  const own = symbols ?? (exchangeInfo === undefined ? usualSymbols : []);
  const names = own.map(({ symbol, baseAsset, quoteAsset }) => symbol ?? baseAsset + quoteAsset);
  for (const [index, { price = "", ...given }] of own.entries()) {
    const symbol = names[index] ?? "";
    if (names.indexOf(symbol) < index) {
      throw new ValidationError(`symbols[${index}]`, `lists ${symbol} again`);
    }
    const info = completed({ ...listed.get(symbol)?.info, ...given, symbol } as SymbolInfo);
    listed.set(symbol, { info, price });
  }
  const unknown = Object.keys(depth).find((symbol) => !listed.has(symbol));
  if (unknown !== undefined)
    throw new ValidationError(`depth.${unknown}`, "names a symbol that is not listed");
  return [...listed.values()].map(({ info, price }) => {
    const book = depth[info.symbol];
    if (info.baseAsset === info.quoteAsset) {
      throw new ValidationError(`symbol ${info.symbol}`, "trades an asset for itself");
    }
    if (book !== undefined && isCrossed(book)) {
      throw new ValidationError(`depth.${info.symbol}`, "has a bid that is not below every ask");
    }
    return { listing: info, market: marketOf(info, price, book), depth: book };
  });
}

function completed(given: Partial<SymbolInfo>): SymbolInfo {
  const { symbol, baseAsset, quoteAsset } = given;
  // In the order of the interface's table.
  return {
    ...{ symbol, baseAsset, quoteAsset },
    status: tradingStatus,
    baseAssetPrecision: unitScale,
    quotePrecision: unitScale,
    quoteAssetPrecision: unitScale,
    baseCommissionPrecision: unitScale,
    quoteCommissionPrecision: unitScale,
    type: "GLOBAL",
    orderTypes: [...orderTypes],
    filters: [],
    ...given,
  } as SymbolInfo;
}

/** The grids in a symbol's filters, and its opening price. */
function marketOf(info: SymbolInfo, price: string, depth: Depth | undefined): MarketDescription {
  const { symbol, baseAsset, quoteAsset, filters } = info;
  const prices = gridIn(filters, "price");
  const grid = {
    priceStep: unitsIn(prices.step) || 1n,
    priceFrom: unitsIn(prices.from),
    quantityStep: unitsIn(gridIn(filters, "quantity").step) || 1n,
  };
  const highest = unitsIn(prices.maximum);
  const [best] = depth?.bids[0] ?? depth?.asks[0] ?? [];
  const wanted = toUnits(price || (best ?? usualPrices[symbol] ?? "100"), unitScale);
  const capped = highest > 0n && wanted > highest && price === "" ? highest : wanted;
  const openingPrice = floorPrice(grid, capped);
  return { symbol, baseAsset, quoteAsset, ...grid, openingPrice };
}

/** A filter field in units; 0 where it is absent or finer than a unit. */
function unitsIn(value: unknown): bigint {
  try {
    return toUnits(String(value), unitScale);
  } catch {
    return 0n;
  }
}

/** Whether orders of a book would match each other, so that not all can rest. */
function isCrossed({ bids, asks }: Depth): boolean {
  const bid = pricesOf(bids).at(-1);
  const ask = pricesOf(asks).at(0);
  return bid !== undefined && ask !== undefined && compareDecimals(bid, ask) >= 0;
}

/** The prices of the levels that are there, the lowest first. */
function pricesOf(levels: Depth["bids"]): readonly string[] {
  return levels
    .flatMap(([price = "0", quantity = "0"]) => (compareDecimals(quantity, "0") > 0 ? price : []))
    .sort(compareDecimals);
}

/**
 * One sentence for each part of a recording that the sandbox does not follow: filters unknown to
 * the contract, and filters with unusable fields.
 */
export function unfollowed(listings: readonly { readonly filters: readonly Filter[] }[]) {
  const found = new Map<string, { readonly one: NotEvaluated; readonly count: number }>();
  const all = listings.flatMap(({ filters }) => compileFilters(filters).notEvaluated);
  for (const one of all) {
    const key = `${one.filter} ${one.reason}`;
    found.set(key, { one, count: (found.get(key)?.count ?? 0) + 1 });
  }
  return [...found.values()].map(({ one: { filter, field, reason }, count }) => {
    const subject = `The filter ${filter}${count === 1 ? "" : `, listed ${count} times,`}`;
    if (field !== undefined) return `${subject} is evaluated in part: ${reason}`;
    const near = nearestName(filter, Object.keys(filterTable));
    const hint = near === undefined ? "." : `; did you mean ${near}?`;
    return `${subject} is unknown and never evaluated${hint}`;
  });
}

const usualPrices: Readonly<Record<string, string>> = {
  BTCUSDT: "43000",
  ETHUSDT: "2300",
  BTCTHB: "1520000",
};

/** Default symbols. */
export const usualSymbols: readonly SymbolOptions[] = [
  usualSymbol("BTC", "USDT", { maxPrice: "1000000.00", maxQty: "9000", step: "0.00001" }),
  usualSymbol("ETH", "USDT", { maxPrice: "100000.00", maxQty: "9000", step: "0.0001" }),
  usualSymbol("BTC", "THB", { maxPrice: "50000000.00", maxQty: "1000", step: "0.00001" }),
];

function usualSymbol(
  baseAsset: string,
  quoteAsset: string,
  { maxPrice, maxQty, step }: Readonly<Record<"maxPrice" | "maxQty" | "step", string>>,
): SymbolOptions {
  const isSite = quoteAsset === "THB";
  const bounds = {
    price: { minimum: "0.01", maximum: maxPrice, multipleOf: "0.01" },
    "averagePrice * x": { minimum: "0.2", maximum: "5" },
    quantity: { minimum: step, maximum: maxQty, multipleOf: step },
    "price * quantity": { minimum: isSite ? "100" : "5" },
    "ceil(quantity / icebergQty)": { maximum: 10 },
    "openOrders + 1": { maximum: 200 },
    "openAlgoOrders + 1": { maximum: 5 },
    "openIcebergOrders + 1": { maximum: 10 },
  };
  const filters = filtersOf("symbol", bounds, isSite) as NonNullable<SymbolOptions["filters"]>;
  return { baseAsset, quoteAsset, type: isSite ? "SITE" : "GLOBAL", filters };
}

export const usualExchangeFilters = filtersOf("exchange", {
  "openOrdersOnExchange + 1": { maximum: 1000 },
  "openAlgoOrdersOnExchange + 1": { maximum: 200 },
});
