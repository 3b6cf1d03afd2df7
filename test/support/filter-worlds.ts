import fc from "fast-check";

import type { OrderContext, OrderFields } from "../../generated/filters.ts";
import type { Fields } from "./filter-oracle.ts";

/** A symbol's filters, and seeds of orders that stand at the borders of these filters. */
export interface World {
  readonly filters: readonly Fields[];
  readonly seeds: readonly number[];
}

/** One order of a world and what is known of the market. */
export interface Asked {
  readonly order: OrderFields;
  readonly context: OrderContext;
}

/** Worlds with a number of orders each; now and then with numbers that no double holds. */
export function worlds(orders: number): fc.Arbitrary<World> {
  const seeds = fc.array(fc.nat(2 ** 31), { minLength: orders, maxLength: orders, size: "max" });
  return fc.record({ filters: symbolFilters, seeds });
}

const grid = fc.record({
  scale: fc.constantFrom(0, 2, 2, 5, 8, 8, 11),
  minimum: fc.oneof(fc.nat(3), fc.nat(1000)),
  step: fc.oneof(fc.constantFrom(0, 1, 5, 10), fc.nat(60)),
  steps: fc.oneof({ weight: 9, arbitrary: fc.nat(1_000_000) }, { weight: 1, arbitrary: fc.nat() }),
  zeros: fc.nat(3),
});

type GridSketch = typeof grid extends fc.Arbitrary<infer Sketch> ? Sketch : never;

const symbolFilters = fc
  .record({ price: grid, lots: grid, market: grid, notional: fc.nat(1e6), flag: fc.boolean() })
  .chain(({ price, lots, market, notional, flag }) => {
    const maximum = flag ? 0 : undefined;
    return fc.subarray(
      [
        {
          filterType: "PRICE_FILTER",
          ...bounds(price, ["minPrice", "maxPrice", "tickSize"], maximum),
        },
        { filterType: "LOT_SIZE", ...bounds(lots, ["minQty", "maxQty", "stepSize"]) },
        { filterType: "MARKET_LOT_SIZE", ...bounds(market, ["minQty", "maxQty", "stepSize"]) },
        {
          filterType: "MIN_NOTIONAL",
          minNotional: decimal(BigInt(notional), 4),
          applyToMarket: flag,
          avgPriceMins: notional % 3,
        },
        {
          filterType: "PERCENT_PRICE",
          multiplierUp: "1.3",
          multiplierDown: "0.7",
          avgPriceMins: notional % 2,
        },
        { filterType: "ICEBERG_PARTS", limit: 1 + (notional % 12) },
        { filterType: "MAX_NUM_ORDERS", limit: 3 },
        { filterType: "MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 2 },
        { filterType: "MAX_NUM_ICEBERG_ORDERS", maxNumIcebergOrders: 2 },
        { filterType: "EXCHANGE_MAX_NUM_ORDERS", maxNumOrders: 4 },
        { filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: 2 },
      ] as Fields[],
      { minLength: 3 },
    );
  });

function bounds(
  { scale, minimum, step, steps, zeros }: GridSketch,
  [low, high, tick]: readonly [string, string, string],
  maximum?: number,
): Fields {
  const top = BigInt(minimum) + BigInt(step || 1) * BigInt(steps);
  const text = (units: bigint): string => decimal(units, scale, zeros);
  return {
    [low]: text(BigInt(minimum)),
    [high]: text(maximum === undefined ? top : 0n),
    [tick]: text(BigInt(step)),
  };
}

/** Units of 10^-scale as text, with needless zeros behind. */
export function decimal(units: bigint, scale: number, zeros = 0): string {
  const digits = units.toString().padStart(scale + 1, "0");
  const cut = digits.length - scale;
  const fraction = digits.slice(cut) + "0".repeat(zeros);
  return fraction === "" ? digits : `${digits.slice(0, cut)}.${fraction}`;
}

const types = "LIMIT LIMIT MARKET LIMIT_MAKER STOP_LOSS STOP_LOSS_LIMIT TAKE_PROFIT OTHER".split(
  " ",
);

/** The order that a seed stands for: its amounts lie on, beside and far from every border. */
export function orderAt(filters: readonly Fields[], seed: number): Asked {
  const random = randomFrom(seed);
  const of = (name: string): Fields | undefined =>
    filters.find(({ filterType }) => filterType === name);
  const prices = bordersOf(of("PRICE_FILTER"), ["minPrice", "maxPrice", "tickSize"]);
  const lots = bordersOf(of(random(3) > 0 ? "LOT_SIZE" : "MARKET_LOT_SIZE"), [
    "minQty",
    "maxQty",
    "stepSize",
  ]);
  const sometimes = <Value>(value: Value, of = 2): Value | undefined =>
    random(of) === 0 ? value : undefined;
  const order: Record<string, string | undefined> = {
    type: random(12) === 0 ? undefined : types[random(types.length)],
    price: random(8) === 0 ? undefined : near(prices, random),
    quantity: random(8) === 0 ? undefined : near(lots, random),
    stopPrice: sometimes(near(prices, random), 4),
    icebergQty: sometimes(random(4) === 0 ? "0" : near(lots, random), 4),
    quoteOrderQty: sometimes(decimal(BigInt(random(100_000)), 3), 6),
  };
  for (const name of Object.keys(order)) if (order[name] === undefined) delete order[name];
  const context = {
    averagePrice: sometimes(near(prices, random)),
    lastPrice: sometimes(near(prices, random)),
    openOrders: sometimes(random(4)),
    openAlgoOrders: sometimes(random(4)),
    openIcebergOrders: sometimes(random(4)),
    openOrdersOnExchange: sometimes(random(6)),
    openAlgoOrdersOnExchange: sometimes(random(4)),
  };
  return { order, context };
}

type Random = (below: number) => number;

/** Numbers from 0 up to but not including a limit; the same ones for the same seed. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The borders of a grid in units of its scale. */
interface Borders {
  readonly scale: number;
  readonly from: bigint;
  readonly to: bigint;
  readonly tick: bigint;
}

const usual: Borders = { scale: 2, from: 1n, to: 90_000n, tick: 1n };
const known = new WeakMap<Fields, Borders>();

/** The borders of a filter, which many orders of its world are made from. */
function bordersOf(filter: Fields | undefined, names: readonly string[]): Borders {
  if (filter === undefined) return usual;
  const earlier = known.get(filter);
  if (earlier !== undefined) return earlier;
  const texts = names.map((name) => String(filter[name]));
  const scale = Math.max(...texts.map((text) => (text.split(".")[1] ?? "").length));
  const [from = 0n, to = 0n, tick = 0n] = texts.map((text) => {
    const [whole = "", fraction = ""] = text.split(".");
    return BigInt(whole + fraction.padEnd(scale, "0"));
  });
  known.set(filter, { scale, from, to, tick });
  return { scale, from, to, tick };
}

/** An amount near a border of a grid, or anywhere on it, sometimes with digits behind. */
function near({ scale, from, to, tick }: Borders, random: Random): string {
  const top = to > from ? (to - from) / (tick || 1n) : 1000n;
  const start = [from, to, from + tick * (BigInt(random(2 ** 31)) % (top + 1n)), from][random(4)];
  const moved = (start ?? 0n) + BigInt([0, 0, 0, -1, 1, 3][random(6)] ?? 0);
  const value = decimal(moved < 0n ? 0n : moved, scale);
  const tail = ["", "", "", "0", "5"][random(5)] ?? "";
  return value.includes(".") ? value + tail : tail === "" ? value : `${value}.${tail}`;
}
