/** Reading levels: best first, exact, with strings made only here. */

import {
  add,
  floorQuotient,
  multiply,
  negate,
  type Parts,
  print,
  read,
} from "../encoding/decimal-parts.ts";
import { order } from "../filters/math.ts";
import type { Decimal } from "../tables.ts";
import type { Ladder } from "./ladder.ts";
import type { BookLevels, Units } from "./levels.ts";
import type { BookDepth, BookLevel, BookSide } from "./types.ts";

/** Worst price of each side that the snapshot told; absent where it told the whole side. */
export interface KnownDepth {
  readonly bids: Decimal | undefined;
  readonly asks: Decimal | undefined;
}

/** Up to `count` levels of a side, the best first. */
export function topLevels(
  levels: BookLevels,
  side: BookSide,
  count: number,
  known: KnownDepth,
): readonly BookLevel[] {
  const isKnown = knowledge(side, known);
  const top: BookLevel[] = [];
  for (const { price, quantity } of walk(levels, side)) {
    if (top.length >= count) break;
    const texts = { price: levels.priceText(price), quantity: levels.quantityText(quantity) };
    top.push({ ...texts, depthKnown: isKnown(texts.price) });
  }
  return top;
}

/** How deep to go: for a quantity of the base asset, or for an amount of the quote asset. */
export type DepthWanted = { readonly quantity: Decimal } | { readonly notional: Decimal };

/**
 * Takes levels from the best one down until there is as much as wanted. For an amount, the last
 * level gives what the amount still buys, rounded down to the digits that the book has.
 * @throws RangeError when what is wanted is no plain decimal.
 */
export function depthTo(
  levels: BookLevels,
  side: BookSide,
  wanted: DepthWanted,
  known: KnownDepth,
): BookDepth {
  const isKnown = knowledge(side, known);
  const byQuantity = "quantity" in wanted;
  const goal = read(byQuantity ? wanted.quantity : wanted.notional);
  const { scale, written } = levels.quantity;
  const step: Parts = { units: 1, scale: Math.max(scale, written) };
  const sum: Sum = { quantity: nothing, notional: nothing };
  let [touched, isEnough] = [0, isAtLeast(nothing, goal)];
  let price: Decimal | undefined;
  for (const level of walk(levels, side)) {
    if (isEnough) break;
    const cost: Parts = { units: level.price, scale: levels.price.scale };
    const all: Parts = { units: level.quantity, scale: levels.quantity.scale };
    const left = add(goal, negate(byQuantity ? sum.quantity : sum.notional));
    const most = byQuantity ? left : buys(left, cost, step);
    isEnough = byQuantity ? isAtLeast(all, left) : isAtLeast(multiply(all, cost), left);
    const taken = isEnough ? most : all;
    sum.quantity = add(sum.quantity, taken);
    sum.notional = add(sum.notional, multiply(taken, cost));
    price = levels.priceText(level.price);
    touched += 1;
  }
  return {
    price,
    quantity: print(sum.quantity),
    notional: print(sum.notional),
    levels: touched,
    isEnough,
    depthKnown: price === undefined ? known[side] === undefined : isKnown(price),
  };
}

interface Sum {
  quantity: Parts;
  notional: Parts;
}

const nothing: Parts = { units: 0, scale: 0 };

/** How much an amount buys at a price, rounded down to whole steps. */
function buys(amount: Parts, price: Parts, step: Parts): Parts {
  return multiply(floorQuotient(amount, multiply(price, step)), step);
}

function isAtLeast(value: Parts, bound: Parts): boolean {
  return order(value, bound) >= 0;
}

/** Whether a price is within what the snapshot told. */
function knowledge(side: BookSide, known: KnownDepth): (price: Decimal) => boolean {
  const border = known[side];
  if (border === undefined) return () => true;
  const parts = read(border);
  const sign = side === "bids" ? 1 : -1;
  return (price) => sign * order(read(price), parts) >= 0;
}

/** The levels of a side, the best first. */
function* walk(
  levels: BookLevels,
  side: BookSide,
): Generator<{ readonly price: Units; readonly quantity: Units }> {
  const ladder: Ladder<number> | Ladder<bigint> = levels.sides[side];
  for (let slot = ladder.slots - 1; slot >= 0; slot -= 1) {
    const [key, quantity] = [ladder.keyAt(slot), ladder.quantityAt(slot)];
    if (Number(quantity) !== 0) yield { price: side === "bids" ? key : -key, quantity };
  }
}
