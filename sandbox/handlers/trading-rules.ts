/**
 * The filters of a symbol that a placement can break by its own fields. A stand-in until the
 * validators that the spec's filters become are generated: this file then calls those.
 */

import type { Filter, SymbolInfo } from "../../generated/types.ts";
import { toUnits } from "../../runtime/decimal.ts";
import { lastPrice } from "../engine/market-data.ts";
import type { PlaceCommand } from "../engine/messages.ts";
import { quoteOf, unitScale } from "../engine/units.ts";
import type { CallContext } from "../http/answer.ts";
import { Refusal } from "../http/refusal.ts";

/** Throws a `Refusal` that names the first filter which the placement breaks. */
export function requireTradingRules(command: PlaceCommand, context: CallContext): void {
  const listing = context.venue.listings.get(command.symbol);
  const broken = listing && brokenFilter(listing, command, context);
  if (broken !== undefined) throw new Refusal("FILTER_FAILURE", `Filter failure: ${broken}`);
}

function brokenFilter(
  listing: SymbolInfo,
  command: PlaceCommand,
  context: CallContext,
): string | undefined {
  const market = context.venue.state.markets.get(listing.symbol);
  const last = market === undefined ? 0n : lastPrice(market);
  const open = [...context.account().openOrders.values()];
  const openOrders = open.filter(({ symbol }) => symbol === listing.symbol).length;
  const facts = { last, openOrders };
  return listing.filters.find((filter) => breaks(filter, command, facts))?.filterType;
}

interface Facts {
  readonly last: bigint;
  readonly openOrders: number;
}

function breaks(filter: Filter, command: PlaceCommand, { last, openOrders }: Facts): boolean {
  const { price, quantity, quoteQuantity } = command;
  switch (filter.filterType) {
    case "PRICE_FILTER":
      return offGrid(price, filter.minPrice, filter.maxPrice, filter.tickSize);
    case "LOT_SIZE":
      return offGrid(quantity, filter.minQty, filter.maxQty, filter.stepSize);
    case "MARKET_LOT_SIZE":
      if (command.type !== "MARKET") return false;
      return offGrid(quantity, filter.minQty, filter.maxQty, filter.stepSize);
    case "MIN_NOTIONAL": {
      if (command.type === "MARKET" && filter.applyToMarket !== true) return false;
      const notional = quoteQuantity ?? quoteOf(price ?? last, quantity ?? 0n);
      return notional < units(filter.minNotional);
    }
    case "MAX_NUM_ORDERS":
      return openOrders + 1 > filter.limit;
    default:
      return false;
  }
}

/** Outside the borders, or between two steps from the lower one; a border of 0 is none. */
function offGrid(
  value: bigint | undefined,
  minimum: string,
  maximum: string,
  step: string,
): boolean {
  if (value === undefined) return false;
  const [low, high, grid] = [units(minimum), units(maximum), units(step)];
  if (value < low || (high !== 0n && value > high)) return true;
  return grid !== 0n && (value - low) % grid !== 0n;
}

function units(text: string): bigint {
  return toUnits(text, unitScale);
}
