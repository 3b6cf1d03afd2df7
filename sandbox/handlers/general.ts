/** The clock, the trading rules and the symbols. */

import type { ExchangeHandlers } from "../../generated/handlers.ts";
import { limits } from "../../generated/limits.ts";
import type { RateLimit, SymbolInfo } from "../../generated/types.ts";
import type { LimitDescriptor } from "../../runtime/tables.ts";
import { lastPrice } from "../engine/market-data.ts";
import { type CallContext, listingsOf, marketOf, oneOrAll } from "./context.ts";
import { decimal } from "./records.ts";

export const general = {
  getTime: (_, { now }) => ({ serverTime: now }),

  getExchangeInfo: (_, { exchange, now }) => ({
    timezone: "UTC",
    serverTime: now,
    rateLimits: limits.map(rateLimitOf),
    exchangeFilters: [...exchange.exchangeFilters],
    symbols: [...exchange.listings.values()].map((listing) => ({
      ...listing,
      status: exchange.state.markets.get(listing.symbol)?.status ?? listing.status,
    })),
  }),

  getExecutionRules: ({ symbol }, context) => ({
    symbolRules: listingsOf(context, symbol).map((listing) => ({
      symbol: listing.symbol,
      rules: [{ ruleType: "PRICE_RANGE", ...priceRange }],
    })),
  }),

  getReferencePrice: ({ symbol }, context) =>
    oneOrAll(context, symbol, (listing) => referenceOf(context, listing)),

  getSymbolTypes: ({ symbol }, context) =>
    listingsOf(context, symbol).map((listing) => ({ symbol: listing.symbol, type: listing.type })),
} satisfies Partial<ExchangeHandlers<CallContext>>;

/** Factors of the reference price; published as the interface has it, and not enforced yet. */
const priceRange = {
  bidMultiplierUp: "1.05",
  bidMultiplierDown: "0.2",
  askMultiplierUp: "5",
  askMultiplierDown: "0.95",
};

const windowUnits = [
  ["DAY", 86_400_000],
  ["HOUR", 3_600_000],
  ["MINUTE", 60_000],
  ["SECOND", 1000],
] as const;

function rateLimitOf({ counts, windowMs, amount }: LimitDescriptor): RateLimit {
  const [interval, unitMs] =
    windowUnits.find(([, length]) => windowMs % length === 0) ?? windowUnits[3];
  return {
    rateLimitType: counts === "weight" ? "REQUEST_WEIGHT" : "ORDERS",
    interval,
    intervalNum: windowMs / unitMs,
    ...(amount === null ? {} : { limit: amount }),
  };
}

/** The price of the last trade, and when that was. */
function referenceOf(context: CallContext, { symbol }: SymbolInfo) {
  const market = marketOf(context, symbol);
  const timestamp = market.trades.at(-1)?.time ?? context.now;
  return { symbol, referencePrice: decimal(lastPrice(market)), timestamp };
}
