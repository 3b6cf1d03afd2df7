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
} from "../encoding/decimal.ts";
import type { Decimal } from "../tables.ts";
import type { BookLevels } from "./levels.ts";
import type { BookDepth, BookLevel, BookSide, DepthRequest, KnownDepth } from "./types.ts";
import { type BookPrecision, textOf, type Units } from "./units.ts";

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
    top.push(levelText(levels.precision, level, isKnown));
  }
  return top;
}

function levelText(
  precision: BookPrecision,
  level: { readonly price: Units; readonly quantity: Units },
  isKnown: (price: Decimal) => boolean,
): BookLevel {
  const price = textOf(level.price, precision.price);
  const quantity = textOf(level.quantity, precision.quantity);
  return { price, quantity, depthKnown: isKnown(price) };
}

/** The best level of a side; formatted again only when it has changed. */
export class BestLevel {
  readonly #levels: BookLevels;
  readonly #side: BookSide;
  readonly #isKnown: (price: Decimal) => boolean;
  #key: Units | undefined;
  #quantity: Units | undefined;
  #precision: BookPrecision | undefined;
  #text: BookLevel | undefined;

  constructor(levels: BookLevels, side: BookSide, known: KnownDepth) {
    this.#levels = levels;
    this.#side = side;
    this.#isKnown = isWithin(side, known);
  }

  /** `undefined` where the side is empty. */
  read(): BookLevel | undefined {
    const levels = this.#levels;
    const sorted = levels[this.#side];
    if (sorted.slots === 0) return undefined;
    const [key, quantity] = [sorted.keyAt(sorted.slots - 1), sorted.quantityAt(sorted.slots - 1)];
    const isSame = key === this.#key && quantity === this.#quantity;
    if (isSame && levels.precision === this.#precision) return this.#text;
    [this.#key, this.#quantity, this.#precision] = [key, quantity, levels.precision];
    const price = this.#side === "bids" ? key : -key;
    this.#text = levelText(levels.precision, { price, quantity }, this.#isKnown);
    return this.#text;
  }
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
  request: DepthRequest,
  known: KnownDepth,
): BookDepth {
  if (levels[side] === undefined)
    throw new RangeError('side is neither "bids" nor "asks"; give one of them.');
  const byQuantity = "quantity" in request;
  const wanted = byQuantity ? request.quantity : request.notional;
  const issue = decimalIssue(wanted);
  if (issue !== undefined) {
    const field = byQuantity ? "quantity" : "notional";
    throw new RangeError(`${field} ${issue}; give digits with at most one point, like "0.001".`);
  }
  const goal = read(wanted);
  const { scale, places } = levels.precision.quantity;
  const step: Parts = { units: 1, scale: Math.max(scale, places) };
  let [quantity, notional, touched] = [nothing, nothing, 0];
  let isEnough = isAtLeast(nothing, goal);
  let price: Decimal | undefined;
  for (const level of bestFirst(levels, side)) {
    if (isEnough) break;
    const cost: Parts = { units: level.price, scale: levels.precision.price.scale };
    const all: Parts = { units: level.quantity, scale };
    const left = subtract(goal, byQuantity ? quantity : notional);
    isEnough = isAtLeast(byQuantity ? all : multiply(all, cost), left);
    const taken = !isEnough ? all : byQuantity ? left : affordable(left, cost, step);
    quantity = add(quantity, taken);
    notional = add(notional, multiply(taken, cost));
    price = textOf(level.price, levels.precision.price);
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

/** The quantity that an amount buys at a price, rounded down to a step. */
function affordable(amount: Parts, price: Parts, step: Parts): Parts {
  return multiply(floorQuotient(amount, multiply(price, step)), step);
}

function isAtLeast(value: Parts, bound: Parts): boolean {
  const { left, right } = align(value, bound);
  return left >= right;
}

/** Makes a check whether a price lies within the snapshot's depth. */
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
