/** Random orders whose amounts stand at the borders of a symbol's filters. */

import type { OrderContext } from "../../../generated/filters.ts";
import { fromUnits } from "../../../runtime/encoding/decimal.ts";
import { type Listing, units } from "./filter-exchange.ts";

/** The next random number, below a bound. */
export type Draw = (bound: number) => number;

/** Numbers that a seed decides; the same seed gives the same ones. */
export function drawsFrom(seed: number): Draw {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

type Order = Readonly<Record<string, string>>;

/** What a type needs, as the wire calls it. */
const fieldsByType: Readonly<Record<string, readonly string[]>> = {
  LIMIT: ["timeInForce", "quantity", "price"],
  LIMIT_MAKER: ["quantity", "price"],
  MARKET: ["quantity"],
  STOP_LOSS: ["quantity", "stopPrice"],
  STOP_LOSS_LIMIT: ["timeInForce", "quantity", "price", "stopPrice"],
  TAKE_PROFIT: ["quantity", "stopPrice"],
  TAKE_PROFIT_LIMIT: ["timeInForce", "quantity", "price", "stopPrice"],
};
const allFields = ["timeInForce", "quantity", "quoteOrderQty", "price", "stopPrice", "icebergQty"];

/** One order; now and then one with a field too few or too many. */
export function randomOrder(listing: Listing, context: OrderContext, draw: Draw): Order {
  const type = pick(draw, Object.keys(fieldsByType));
  const names = new Set(fieldsByType[type]);
  if (type === "MARKET" && draw(3) === 0) replace(names, "quantity", "quoteOrderQty");
  if (names.has("price") && draw(4) === 0) names.add("icebergQty");
  if (draw(30) === 0) names.add(pick(draw, allFields));
  if (draw(30) === 0) names.delete(pick(draw, [...names]));
  const hidden = names.has("icebergQty") && draw(8) > 0;
  const amounts = amountsFor(listing, context, draw);
  const order: Record<string, string> = {
    symbol: listing.symbol,
    side: pick(draw, ["BUY", "SELL"]),
    type,
  };
  for (const name of names) {
    order[name] =
      name === "timeInForce"
        ? pick(draw, hidden ? ["GTC"] : ["GTC", "GTC", "IOC", "FOK"])
        : written(amounts(name), draw);
  }
  return order;
}

/** Gives an amount for a field: mostly one that fits, otherwise one beside a border. */
function amountsFor(listing: Listing, context: OrderContext, draw: Draw): (n: string) => bigint {
  const price = gridOf(listing, "PRICE_FILTER", ["minPrice", "maxPrice", "tickSize"]);
  const lots = gridOf(listing, "LOT_SIZE", ["minQty", "maxQty", "stepSize"]);
  const hasMarketLots = fieldOf(listing, "MARKET_LOT_SIZE", "minQty") !== undefined;
  const marketLots = hasMarketLots
    ? gridOf(listing, "MARKET_LOT_SIZE", ["minQty", "maxQty", "stepSize"])
    : lots;
  const middle = units(listing.price);
  const notional = units(String(fieldOf(listing, "MIN_NOTIONAL", "minNotional") ?? "1"));
  const average = averageOf(context) ?? middle;
  const priceNear = (): bigint =>
    draw(12) > 0 ? fit(middle + BigInt(draw(21) - 10) * price.step, price) : priceFar();
  const priceFar = (): bigint => {
    const name = pick(draw, ["multiplierUp", "multiplierDown"]);
    const factor = units(String(fieldOf(listing, "PERCENT_PRICE", name) ?? "1"));
    const far = fit((average * factor) / 10n ** 8n, price);
    return beside(pick(draw, [price.low, price.high, far, middle]), price.step, draw);
  };
  const quantityNear = (): bigint => {
    if (draw(12) === 0) {
      const grid = pick(draw, [lots, marketLots]);
      return beside(pick(draw, [grid.low, grid.high]), grid.step, draw);
    }
    const least = (notional * 10n ** 8n) / middle;
    return fit(least, lots) + lots.step * BigInt(draw(6) === 0 ? draw(3) : 3 + draw(40));
  };
  const makers: Readonly<Record<string, () => bigint>> = {
    price: priceNear,
    stopPrice: priceNear,
    quantity: quantityNear,
    icebergQty: () => fit(quantityNear() / BigInt(1 + draw(12)), lots),
    quoteOrderQty: () => {
      // Never too little for one lot: that is the engine's own refusal.
      const least = (middle * lots.step * 3n) / 10n ** 8n;
      const border = notional + BigInt(draw(3) - 1);
      return border > least ? border : least;
    },
  };
  return (name) => makers[name]?.() ?? 1n;
}

interface Grid {
  readonly low: bigint;
  readonly high: bigint;
  readonly step: bigint;
}

function gridOf(listing: Listing, filter: string, names: readonly [string, string, string]): Grid {
  const [low, high, step] = names.map((name) => units(String(fieldOf(listing, filter, name) ?? 0)));
  const top = (low ?? 0n) + (step ?? 1n) * 1000n;
  return { low: low ?? 0n, high: high || top, step: step || 1n };
}

function fieldOf(listing: Listing, filter: string, name: string): unknown {
  const found = listing.filters.find(({ filterType }) => filterType === filter);
  return found === undefined ? undefined : Object.entries(found).find(([key]) => key === name)?.[1];
}

/** The value on the grid at or below, and never below its start. */
function fit(value: bigint, { low, step }: Grid): bigint {
  return value <= low ? low : value - ((value - low) % step);
}

/** The border, one step or a part of one off it; always above zero. */
function beside(border: bigint, step: bigint, draw: Draw): bigint {
  const moved = border + pick(draw, [0n, 0n, 1n, -1n, step, -step, step / 2n, -step / 2n]);
  return moved > 0n ? moved : border > 0n ? border : step;
}

function averageOf({ averagePrice }: OrderContext): bigint | undefined {
  const text = typeof averagePrice === "function" ? averagePrice(5) : averagePrice;
  return text === undefined ? undefined : units(text);
}

/** The same number in several ways of writing it. */
function written(amount: bigint, draw: Draw): string {
  const text = fromUnits(amount, 8);
  return draw(2) === 0 ? text : text.replace(/\.?0+$/, "");
}

function replace(names: Set<string>, one: string, other: string): void {
  names.delete(one);
  names.add(other);
}

function pick<Value>(draw: Draw, values: readonly Value[]): Value {
  const value = values[draw(values.length)];
  if (value === undefined) throw new Error("there is nothing to pick from");
  return value;
}
