/** Reads levels of a book: best first and exact. Only here are levels formatted as text. */

import {
  add,
  align,
  decimalIssue,
  floorQuotient,
  multiply,
  type Parts,
  print,
  read,
  subtract,
  unitsAt,
} from "../encoding/decimal.ts";
import type { Decimal } from "../tables.ts";
import type { BookLevels, SortedLevels } from "./levels.ts";
import type { BookDepth, BookLevel, BookSide, DepthRequest, KnownDepth } from "./types.ts";
import { type BookPrecision, textOf, type Units } from "./units.ts";

/** Up to `count` levels of a side, best first. */
export function topLevels(
  levels: BookLevels,
  side: BookSide,
  count: number,
  known: KnownDepth,
): readonly BookLevel[] {
  const border = borderKey(levels, side, known);
  const top: BookLevel[] = [];
  for (const slot of bestFirst(levels[side])) {
    if (top.length >= count) break;
    top.push(levelAt(levels, side, slot, border));
  }
  return top;
}

function levelAt(levels: BookLevels, side: BookSide, slot: number, border: Units): BookLevel {
  const { price, quantity } = levels.precision;
  const key = levels[side].keyAt(slot);
  return {
    price: textOf(side === "bids" ? key : -key, price),
    quantity: textOf(levels[side].quantityAt(slot), quantity),
    depthKnown: key >= border,
  };
}

/** Reads the best level of a side, if any; formats it again only when it has changed. */
export function bestLevelReader(
  levels: BookLevels,
  side: BookSide,
  known: KnownDepth,
): () => BookLevel | undefined {
  let key: Units | undefined;
  let quantity: Units | undefined;
  let precision: BookPrecision | undefined;
  let border: Units = 0;
  let text: BookLevel | undefined;
  return () => {
    const slot = levels[side].slots - 1;
    if (slot < 0) return undefined;
    const [newKey, newQuantity] = [levels[side].keyAt(slot), levels[side].quantityAt(slot)];
    const isSamePrecision = levels.precision === precision;
    if (newKey === key && newQuantity === quantity && isSamePrecision) return text;
    if (!isSamePrecision) border = borderKey(levels, side, known);
    [key, quantity, precision] = [newKey, newQuantity, levels.precision];
    text = levelAt(levels, side, slot, border);
    return text;
  };
}

const nothing: Parts = { units: 0, scale: 0 };

/**
 * Takes levels from the best one down until the request is filled. For an amount, the last level
 * gives what the rest still buys, rounded down to the book's quantity places.
 * @throws RangeError that names what is wrong in the request.
 */
export function depthOf(
  levels: BookLevels,
  side: BookSide,
  given: DepthRequest,
  known: KnownDepth,
): BookDepth {
  if (side !== "bids" && side !== "asks")
    throw new RangeError('side is neither "bids" nor "asks"; give one of them.');
  const request = Object(given) as Partial<Record<"quantity" | "notional", Decimal>>;
  const byQuantity = request.quantity !== undefined;
  const field = byQuantity ? "quantity" : "notional";
  const wanted = request[field];
  if (wanted === undefined || (byQuantity && request.notional !== undefined))
    throw new RangeError("Give a quantity or a notional, and not both.");
  const issue = decimalIssue(wanted);
  if (issue !== undefined)
    throw new RangeError(`${field} ${issue}; give digits with at most one point, like "0.001".`);
  const goal = read(wanted);
  const { scale, places } = levels.precision.quantity;
  const step: Parts = { units: 1, scale: Math.max(scale, places) };
  let [quantity, notional, touched] = [nothing, nothing, 0];
  let isEnough = isAtLeast(nothing, goal);
  let price: Decimal | undefined;
  let worst: Units = Number.POSITIVE_INFINITY;
  for (const slot of bestFirst(levels[side])) {
    if (isEnough) break;
    worst = levels[side].keyAt(slot);
    const cost: Parts = {
      units: side === "bids" ? worst : -worst,
      scale: levels.precision.price.scale,
    };
    const all: Parts = { units: levels[side].quantityAt(slot), scale };
    const left = subtract(goal, byQuantity ? quantity : notional);
    isEnough = isAtLeast(byQuantity ? all : multiply(all, cost), left);
    const taken = !isEnough ? all : byQuantity ? left : affordable(left, cost, step);
    quantity = add(quantity, taken);
    notional = add(notional, multiply(taken, cost));
    price = textOf(cost.units, levels.precision.price);
    touched += 1;
  }
  return {
    price,
    quantity: print(quantity),
    notional: print(notional),
    levels: touched,
    isEnough,
    depthKnown:
      price === undefined ? known[side] === undefined : worst >= borderKey(levels, side, known),
  };
}

/** The quantity that an amount buys at a price, rounded down to a step. */
function affordable(amount: Parts, price: Parts, step: Parts): Parts {
  return multiply(floorQuotient(amount, multiply(price, step)), step);
}

function isAtLeast(value: Parts, bound: Parts): boolean {
  const { left, right } = align(value, bound);
  return left >= right;
}

/** The key of the worst level down to which every level is known. */
function borderKey({ precision }: BookLevels, side: BookSide, known: KnownDepth): Units {
  const worst = known[side];
  if (worst === undefined) return Number.NEGATIVE_INFINITY;
  const units = unitsAt(read(worst), precision.price.scale);
  return side === "bids" ? units : -units;
}

/** The slots with a level, best first. */
function* bestFirst(levels: SortedLevels): Generator<number, void> {
  for (let slot = levels.slots - 1; slot >= 0; slot -= 1) {
    if (levels.quantityAt(slot) !== 0) yield slot;
  }
}
