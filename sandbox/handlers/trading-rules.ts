/** The trading rules of a placement: those of the symbol's listing, then those of the exchange. */

import { compileFilters, filters } from "../../generated/filters.ts";
import { algoOrderTypes } from "../../generated/order-rules.ts";
import type { PlaceOrderRequest, SymbolInfo } from "../../generated/types.ts";
import { fromUnits } from "../../runtime/encoding/decimal.ts";
import type { CompiledFilters, OrderContext } from "../../runtime/filters/types.ts";
import { averagePrice, lastPrice } from "../engine/market-data.ts";
import type { Market, Order } from "../engine/state.ts";
import { unitScale } from "../engine/units.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { RequestError } from "../exchange/request-error.ts";
import type { CallContext } from "./context.ts";

/**
 * Throws a `RequestError` that names the first filter which the placement breaks: bounds and grids
 * before counts of open orders, as `order-of-checks` in spec/assumptions.yaml has it.
 */
export function requireTradingRules(fields: PlaceOrderRequest, context: CallContext): void {
  const { exchange } = context;
  const listing = exchange.listings.get(fields.symbol);
  const market = exchange.state.markets.get(fields.symbol);
  if (listing === undefined || market === undefined) return;
  const rules = compiledFor(exchange, listing);
  const facts = factsOf(market, context);
  if (rules.accepts(fields, facts)) return;
  const { violations } = rules.checkOrder(fields, facts);
  const broken = violations.flatMap(({ filter }) => (filter === null ? [] : [filter]));
  const first = broken.find((name) => !counting.has(name)) ?? broken[0];
  if (first !== undefined) throw new RequestError("FILTER_FAILURE", `Filter failure: ${first}`);
}

const compiled = new WeakMap<Exchange, WeakMap<SymbolInfo, CompiledFilters>>();

/** The filters of a listing, compiled when they are asked for the first time. */
function compiledFor(exchange: Exchange, listing: SymbolInfo): CompiledFilters {
  const bySymbol = compiled.get(exchange) ?? new WeakMap<SymbolInfo, CompiledFilters>();
  compiled.set(exchange, bySymbol);
  const found = bySymbol.get(listing);
  if (found !== undefined) return found;
  const { exchangeFilters } = exchange;
  const made = compileFilters(listing.filters, { exchangeFilters });
  bySymbol.set(listing, made);
  return made;
}

/** The filters about how many orders are open, not about the order's own fields. */
const counting: ReadonlySet<string> = new Set(
  Object.entries<{ readonly rules: readonly { readonly value: string }[] }>(filters)
    .filter(([, { rules }]) => rules.some(({ value }) => /^open[A-Z]/.test(value)))
    .map(([name]) => name),
);

/** What the filters may ask about the market and about the sender's open orders. */
function factsOf(market: Market, { now, account }: CallContext): OrderContext {
  const open = [...account().openOrders.values()];
  const here = open.filter(({ symbol }) => symbol === market.symbol);
  return {
    openOrders: here.length,
    openAlgoOrders: here.filter(isAlgo).length,
    openIcebergOrders: here.filter(({ icebergQuantity }) => icebergQuantity > 0n).length,
    openOrdersOnExchange: open.length,
    openAlgoOrdersOnExchange: open.filter(isAlgo).length,
    // Text is made of a price only when a filter asks.
    get lastPrice() {
      return market.trades.length === 0 ? undefined : fromUnits(lastPrice(market), unitScale);
    },
    averagePrice: (minutes) => {
      const average = averagePrice(market, now, minutes);
      return average === undefined ? undefined : fromUnits(average, unitScale);
    },
  };
}

const algoTypes: ReadonlySet<string> = new Set(algoOrderTypes);

function isAlgo({ type }: Order): boolean {
  return algoTypes.has(type);
}
