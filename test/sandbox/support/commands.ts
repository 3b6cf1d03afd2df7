/** Random commands for the small exchange of scenario.ts: few prices and ids, so they collide. */

import fc from "fast-check";

import type { Command, PlaceCommand } from "../../../sandbox/engine/messages.ts";
import { units } from "./scenario.ts";

const symbol = "BTCUSDT";
const accounts = ["ann", "bob", "cat"] as const;
const ids = ["x", "y", "z"] as const;
const sides = ["BUY", "SELL"] as const;

/** One random number of 32 bits a decision keeps sequences cheap to make and to shrink. */
const seeds = fc.array(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { minLength: 8, maxLength: 8 });

/** A command and how many milliseconds after the one before it comes. */
export interface TimedCommand {
  readonly command: Command;
  readonly waitMs: number;
}

/** One of everything that the engine takes, the frequent ones more often. */
const timedCommand: fc.Arbitrary<TimedCommand> = seeds.map((numbers) => {
  const draw = drawsFrom(numbers);
  const make = pick(draw, makers);
  return { command: make(draw), waitMs: pick(draw, [0, 0, 0, 1, 30_000, 3_600_000]) };
});

/** Sequences of one length; the length that the counts of the project speak of. */
export const sequence = fc.array(timedCommand, { minLength: 1, maxLength: 200, size: "max" });
export const longSequence = fc.array(timedCommand, { minLength: 200, maxLength: 200, size: "max" });

/** What each account begins with; dan has little, and spends it with `greedyStop` alone. */
export const openingDeposits: readonly Command[] = [
  ...accounts.flatMap((name) => [
    { kind: "deposit", account: name, asset: "USDT", amount: units("3000") } as const,
    { kind: "deposit", account: name, asset: "BTC", amount: units("30") } as const,
  ]),
  { kind: "deposit", account: "dan", asset: "USDT", amount: units("300") },
];

/** The next random number, below a bound. */
type Draw = (bound: number) => number;

type Maker = (draw: Draw) => Command;

const limit: Maker = (draw) => ({
  ...start(draw, "LIMIT"),
  timeInForce: pick(draw, ["GTC", "GTC", "GTC", "IOC", "FOK"]),
  price: price(draw),
});

const limitMaker: Maker = (draw) => ({ ...start(draw, "LIMIT_MAKER"), price: price(draw) });

const iceberg: Maker = (draw) => ({
  ...(draw(3) === 0 ? limitMaker : limit)(draw),
  timeInForce: undefined,
  icebergQuantity: tenths(draw, 12),
});

const market: Maker = (draw) => start(draw, "MARKET");

const marketByAmount: Maker = (draw) => {
  const { quantity: _, ...rest } = start(draw, "MARKET");
  return { ...rest, quoteQuantity: units("0.01") * BigInt(1 + draw(50_000)) };
};

const stop: Maker = (draw) => ({
  ...start(draw, pick(draw, ["STOP_LOSS", "TAKE_PROFIT"])),
  stopPrice: price(draw),
});

const stopLimit: Maker = (draw) => {
  const hidden = draw(3) === 0;
  return {
    ...start(draw, pick(draw, ["STOP_LOSS_LIMIT", "TAKE_PROFIT_LIMIT"])),
    timeInForce: hidden ? "GTC" : pick(draw, ["GTC", "IOC", "FOK"]),
    price: price(draw),
    stopPrice: price(draw),
    ...(hidden && { icebergQuantity: tenths(draw, 12) }),
  };
};

/** Holds nearly all that dan has below the market, and has to pay the market when triggered. */
const greedyStop: Maker = (draw) => ({
  ...start(draw, "TAKE_PROFIT"),
  account: "dan",
  side: "BUY",
  quantity: units("0.1") * BigInt(29 + draw(3)),
  stopPrice: units("0.01") * BigInt(9_600 + draw(390)),
});

const cancel: Maker = (draw) => {
  const base = { kind: "cancel", account: pick(draw, accounts), symbol } as const;
  if (draw(2) === 0) return { ...base, clientOrderId: pick(draw, ids) };
  return { ...base, orderId: 1 + draw(150) };
};

/** More goes out than comes in, so that accounts run short in the end. */
const deposit: Maker = (draw) => {
  const account = pick(draw, accounts);
  const large = draw(2) === 0;
  const asset = large ? "USDT" : "BTC";
  const amount = units("0.3") * BigInt(draw(80) - 50) * (large ? 100n : 1n);
  return { kind: "deposit", account, asset, amount };
};

/** Rare, as it leaves nothing on the book. */
const maintenance: Maker = (draw) =>
  draw(6) === 0 ? { kind: "maintenance", symbol } : limit(draw);

const makers: readonly Maker[] = [
  ...Array<Maker>(22).fill(limit),
  ...Array<Maker>(8).fill(iceberg),
  ...Array<Maker>(4).fill(limitMaker),
  ...Array<Maker>(8).fill(market),
  ...Array<Maker>(6).fill(marketByAmount),
  ...Array<Maker>(8).fill(stop),
  ...Array<Maker>(10).fill(stopLimit),
  ...Array<Maker>(5).fill(greedyStop),
  ...Array<Maker>(10).fill(cancel),
  ...Array<Maker>(5).fill(deposit),
  maintenance,
];

function start<Type extends PlaceCommand["type"]>(draw: Draw, type: Type) {
  const id = draw(6);
  return {
    kind: "place",
    account: pick(draw, accounts),
    symbol,
    side: pick(draw, sides),
    type,
    quantity: tenths(draw, 40),
    clientOrderId: ids[id],
  } as const;
}

/** Mostly within ten steps of 100, at times far away. */
function price(draw: Draw): bigint {
  const cents = draw(12) === 0 ? 8_000 + draw(4_001) : 9_990 + draw(21);
  return units("0.01") * BigInt(cents);
}

function tenths(draw: Draw, most: number): bigint {
  return units("0.1") * BigInt(1 + draw(most));
}

function pick<Item>(draw: Draw, items: readonly Item[]): Item {
  const item = items[draw(items.length)];
  if (item === undefined) throw new Error("there is nothing to pick from");
  return item;
}

/** Spreads a few random numbers over as many draws as are asked for. */
function drawsFrom(numbers: readonly number[]): Draw {
  let index = 0;
  let mixed = 0;
  return (bound) => {
    mixed = Math.imul(mixed ^ (numbers[index % numbers.length] ?? 0), 0x9e3779b1) >>> 0;
    mixed = (mixed ^ (mixed >>> 15)) >>> 0;
    index += 1;
    return mixed % bound;
  };
}
