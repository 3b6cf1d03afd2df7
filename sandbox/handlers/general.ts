/** Clock, trading rules and symbols. */

import type { RateLimit, SymbolInfo } from "../../generated/types.ts";
import type { LimitDescriptor } from "../../runtime/tables.ts";
import { listedLimits } from "../defaults.ts";
import { lastPrice } from "../engine/market-data.ts";
import { RequestError } from "../exchange/request-error.ts";
import { type CallContext, listingsOf, marketOf, oneOrAll, type RoleHandlers } from "./context.ts";
import { decimal } from "./records.ts";

export const general = {
  time: (_, { now }) => ({ serverTime: now }),

  // Other contracts may ask for one symbol.
  "exchange.info": ({ symbol }: { readonly symbol?: string }, context) => ({
    timezone: "UTC",
    serverTime: context.now,
    rateLimits: context.exchange.windows.map(rateLimitOf),
    exchangeFilters: [...context.exchange.exchangeFilters],
    symbols: listingsOf(context, symbol).map((listing) => ({
      ...listing,
      status: context.exchange.state.markets.get(listing.symbol)?.status ?? listing.status,
    })),
  }),

  getExecutionRules: ({ symbol }, context) => ({
    symbolRules: listingsOf(context, symbol).map((listing) => ({
      symbol: listing.symbol,
      rules: [{ ruleType: "PRICE_RANGE", ...priceRange }],
    })),
  }),

  getReferencePrice: ({ symbol }, context) => {
    const { choices } = context.exchange.state;
    if (symbol === undefined && choices["reference-price-without-symbol"] === "refused") {
      throw new RequestError("MISSING_PARAMETER", "symbol is missing; add it.");
    }
    return oneOrAll(context, symbol, (listing) => referenceOf(context, listing));
  },

  getSymbolTypes: ({ symbol }, context) =>
    listingsOf(context, symbol).map((listing) => ({ symbol: listing.symbol, type: listing.type })),
} satisfies Partial<RoleHandlers>;

/** Factors of the reference price; published as documented, but not enforced yet. */
const priceRange = {
  bidMultiplierUp: "1.05",
  bidMultiplierDown: "0.2",
  askMultiplierUp: "5",
  askMultiplierDown: "0.95",
};

function rateLimitOf({ counts, windowMs, amount }: LimitDescriptor): RateLimit {
  const { kinds, unitsMs } = listedLimits;
  const [type = ""] = Object.entries(kinds).find(([, kind]) => kind.counts === counts) ?? [];
  const fitting = Object.entries(unitsMs).filter(([, length]) => windowMs % length === 0);
  const [interval = "", unitMs = 1] = fitting.sort(([, one], [, other]) => other - one)[0] ?? [];
  return {
    rateLimitType: type,
    interval,
    intervalNum: windowMs / unitMs,
    ...(amount === null ? {} : { limit: amount }),
  };
}

function referenceOf(context: CallContext, { symbol }: SymbolInfo) {
  const market = marketOf(context, symbol);
  const timestamp = market.trades.at(-1)?.time ?? context.now;
  return { symbol, referencePrice: decimal(lastPrice(market)), timestamp };
}
