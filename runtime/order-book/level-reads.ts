/** Reading levels: best first and exact. Text is made only here. */

import {
  add,
  align,
  floorQuotient,
  multiply,
  type Parts,
  print,
  read,
  subtract,
} from "../encoding/decimal.ts";
import type { Decimal } from "../tables.ts";
import type { BookLevels } from "./levels.ts";
import type { BookDepth, BookLevel, BookSide, DepthRequest, KnownDepth } from "./types.ts";
import { textOf, type Units } from "./units.ts";

/** Up to `count` levels of a side, best first. */
export function topLevels(
  levels: BookLevels,
  side: BookSide,
  count: number,
  known: KnownDepth,
): readonly BookLevel[] {
  const isKnown = isWithin(side, known);
  const top: BookLevel[] = [];
  for (const level of bestFirst(levels, side)) {
    if (top.length >= count) break;
    const price = textOf(level.price, levels.price);
    const quantity = textOf(level.quantity, levels.quantity);
    top.push({ price, quantity, depthKnown: isKnown(price) });
  }
  return top;
}

const nothing: Parts = { units: 0, scale: 0 };

/**
 * Takes levels from the best one down until the request is filled. For an amount, the last level
 * gives what the amount still buys, rounded down to the places of the book's quantities.
 * @throws RangeError when the request is no plain decimal.
 */
export function depthOf(
  levels: BookLevels,
  side: BookSide,
  request: DepthRequest,
  known: KnownDepth,
): BookDepth {
  const byQuantity = "quantity" in request;
  const goal = read(byQuantity ? request.quantity : request.notional);
  const { scale, places } = levels.quantity;
  const step: Parts = { units: 1, scale: Math.max(scale, places) };
  let [quantity, notional, touched] = [nothing, nothing, 0];
  let isEnough = isAtLeast(nothing, goal);
  let price: Decimal | undefined;
  for (const level of bestFirst(levels, side)) {
    if (isEnough) break;
    const cost: Parts = { units: level.price, scale: levels.price.scale };
    const all: Parts = { units: level.quantity, scale };
    const left = subtract(goal, byQuantity ? quantity : notional);
    isEnough = isAtLeast(byQuantity ? all : multiply(all, cost), left);
    const taken = !isEnough ? all : byQuantity ? left : affordable(left, cost, step);
    quantity = add(quantity, taken);
    notional = add(notional, multiply(taken, cost));
    price = textOf(level.price, levels.price);
    touched += 1;
  }
  return {
    price,
    quantity: print(quantity),
    notional: print(notional),
    levels: touched,
    isEnough,
    depthKnown: price === undefined ? known[side] === undefined : isWithin(side, known)(price),
  };
}

/** The quantity that an amount buys at a price, rounded down to whole steps. */
function affordable(amount: Parts, price: Parts, step: Parts): Parts {
  return multiply(floorQuotient(amount, multiply(price, step)), step);
}

function isAtLeast(value: Parts, bound: Parts): boolean {
  const { left, right } = align(value, bound);
  return left >= right;
}

/** Returns a check whether a price is within the depth that the snapshot had. */
function isWithin(side: BookSide, known: KnownDepth): (price: Decimal) => boolean {
  const worst = known[side];
  if (worst === undefined) return () => true;
  const parts = read(worst);
  return (price) =>
    side === "bids" ? isAtLeast(read(price), parts) : isAtLeast(parts, read(price));
}

/** The levels of a side, best first. */
function* bestFirst(
  levels: BookLevels,
  side: BookSide,
): Generator<{ readonly price: Units; readonly quantity: Units }> {
  const sorted = levels[side];
  for (let slot = sorted.slots - 1; slot >= 0; slot -= 1) {
    const [key, quantity] = [sorted.keyAt(slot), sorted.quantityAt(slot)];
    if (quantity !== 0) yield { price: side === "bids" ? key : -key, quantity };
  }
}
