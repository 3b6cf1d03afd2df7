import type { Decimal } from "../tables.ts";
import { exactUnits, joined, none, type Places, powers, quickUnits, textOf } from "./digits.ts";
import { Frame, type LevelList } from "./frame.ts";
import { ExactLadder, type Ladder, QuickLadder } from "./ladder.ts";
import type { BookSide, ChangedLevel, WrittenLevel } from "./types.ts";

/** Whole units, exact: numbers while they can hold every level of a book, else bigints. */
export type Units = number | bigint;

/** Levels of both sides as they were written. */
export interface WrittenLevels {
  readonly bids: readonly WrittenLevel[];
  readonly asks: readonly WrittenLevel[];
}

/** So many levels a side of a snapshot are applied at once. */
const partMax = 16;

interface Sides<Unit extends Units> {
  readonly bids: Ladder<Unit>;
  readonly asks: Ladder<Unit>;
}

interface ExactChange {
  readonly side: BookSide;
  readonly price: bigint;
  readonly quantity: bigint;
}

/**
 * The levels of one book, exact whatever their digits. They are numbers at a scale that fits all
 * that came so far; a level that does not fit makes the scale finer, and one that no number can
 * hold turns the whole book to bigints.
 */
export class BookLevels {
  readonly price: Places = { scale: 0, written: none };
  readonly quantity: Places = { scale: 0, written: none };
  #quick: { readonly bids: QuickLadder; readonly asks: QuickLadder } | undefined;
  #exact: { readonly bids: ExactLadder; readonly asks: ExactLadder } | undefined;
  /** Levels of the last event; those that changed nothing are marked so. */
  readonly frame: Frame = new Frame();
  #exactChanges: ExactChange[] = [];

  /** Begins with levels as a snapshot has them, the best first. */
  constructor({ bids, asks }: WrittenLevels = { bids: [], asks: [] }) {
    this.#quick = { bids: new QuickLadder(bids.length), asks: new QuickLadder(asks.length) };
    // From the worst to the best each goes to the end; in parts, so that the frame stays small.
    const [risingBids, fallingAsks] = [bids.toReversed(), asks.toReversed()];
    for (let from = 0; from < Math.max(bids.length, asks.length); from += partMax) {
      const to = from + partMax;
      this.apply({ bids: risingBids.slice(from, to), asks: fallingAsks.slice(from, to) });
    }
    this.forgetChanges();
  }

  /** Whether units are numbers, as frames have them. */
  get isQuick(): boolean {
    return this.#quick !== undefined;
  }

  /** Both sides, for reading. */
  get sides(): Sides<number> | Sides<bigint> {
    return this.#quick ?? this.#exactSides();
  }

  /** Whether somebody would pay at least what somebody else asks. */
  get isCrossed(): boolean {
    const { bids, asks } = this.sides;
    if (bids.slots === 0 || asks.slots === 0) return false;
    // The key of an ask is its price with the sign turned.
    return bids.keyAt(bids.slots - 1) >= -asks.keyAt(asks.slots - 1);
  }

  /** The worst price of a side; absent when the side is empty. */
  worstPrice(side: BookSide): Decimal | undefined {
    const ladder = this.sides[side];
    if (ladder.slots === 0) return undefined;
    const key = ladder.keyAt(0);
    return this.priceText(side === "bids" ? key : -key);
  }

  /** Applies levels as they were written. */
  apply(levels: WrittenLevels): void {
    if (this.#quick !== undefined && this.#fill(levels)) return this.applyFrame();
    this.#adapt(levels);
    if (this.#quick !== undefined && this.#fill(levels)) return this.applyFrame();
    const sides = this.#exactSides();
    this.forgetChanges();
    for (const side of ["bids", "asks"] as const) {
      for (const [priceText = "", quantityText = ""] of levels[side]) {
        const price = exactUnits(priceText, this.price.scale);
        const quantity = exactUnits(quantityText, this.quantity.scale);
        const key = side === "bids" ? price : -price;
        if (sides[side].set(key, quantity)) this.#exactChanges.push({ side, price, quantity });
      }
    }
  }

  /** Applies the levels that are in the frame. */
  applyFrame(): void {
    const { bids, asks } = this.frame;
    if (this.#quick === undefined) return;
    applyList(this.#quick.bids, bids, 1);
    applyList(this.#quick.asks, asks, -1);
  }

  /** Forgets what the last event changed. */
  forgetChanges(): void {
    this.frame.bids.count = 0;
    this.frame.asks.count = 0;
    if (this.#exactChanges.length > 0) this.#exactChanges = [];
  }

  /** What the last event changed, in the order of its levels. */
  changes(): readonly ChangedLevel[] {
    const written = ({ side, price, quantity }: ExactChange | QuickChange): ChangedLevel => {
      return { side, price: this.priceText(price), quantity: this.quantityText(quantity) };
    };
    if (this.#quick === undefined) return this.#exactChanges.map(written);
    const { bids, asks } = this.frame;
    return [...changesOf("bids", bids), ...changesOf("asks", asks)].map(written);
  }

  priceText(units: Units): Decimal {
    return textOf(units, this.price);
  }

  quantityText(units: Units): Decimal {
    return textOf(units, this.quantity);
  }

  /** Fills the frame; false when a level needs more than the quick way. */
  #fill({ bids, asks }: WrittenLevels): boolean {
    return this.#fillList(this.frame.bids, bids) && this.#fillList(this.frame.asks, asks);
  }

  #fillList(list: LevelList, levels: readonly WrittenLevel[]): boolean {
    list.count = 0;
    for (const level of levels) {
      const price = quickUnits(level[0] ?? "", this.price);
      const quantity = quickUnits(level[1] ?? "", this.quantity);
      if (price < 0 || quantity < 0) return false;
      list.push(price, quantity);
    }
    return true;
  }

  /** Makes the scales fine enough for these levels, and numbers to bigints where they must be. */
  #adapt({ bids, asks }: WrittenLevels): void {
    const all = [...bids, ...asks];
    const price = all.reduce((places, [text = ""]) => joined(places, text), this.price);
    const quantity = all.reduce((places, [, text = ""]) => joined(places, text), this.quantity);
    const [finer, finerQuantity] = [
      price.scale - this.price.scale,
      quantity.scale - this.quantity.scale,
    ];
    const quick = this.#quick;
    // Nothing fits what is finer than any power that a number holds.
    const factor = powers[finer] ?? Infinity;
    const quantityFactor = powers[finerQuantity] ?? Infinity;
    const fitsNumbers =
      quick?.bids.canRefine(factor, quantityFactor) && quick.asks.canRefine(factor, quantityFactor);
    if (fitsNumbers) {
      quick?.bids.refine(factor, quantityFactor);
      quick?.asks.refine(factor, quantityFactor);
    } else {
      const sides = this.#exactSides();
      sides.bids.refine(10n ** BigInt(finer), 10n ** BigInt(finerQuantity));
      sides.asks.refine(10n ** BigInt(finer), 10n ** BigInt(finerQuantity));
    }
    Object.assign(this.price, price);
    Object.assign(this.quantity, quantity);
  }

  #exactSides(): { readonly bids: ExactLadder; readonly asks: ExactLadder } {
    this.#exact ??= {
      bids: new ExactLadder(this.#quick?.bids),
      asks: new ExactLadder(this.#quick?.asks),
    };
    this.#quick = undefined;
    return this.#exact;
  }
}

/** `sign` makes keys of prices. */
function applyList(ladder: QuickLadder, list: LevelList, sign: 1 | -1): void {
  const { prices, quantities, changed, count } = list;
  for (let index = 0; index < count; index += 1) {
    const isChanged = ladder.set(sign * (prices[index] ?? 0), quantities[index] ?? 0);
    changed[index] = isChanged ? 1 : 0;
  }
}

interface QuickChange {
  readonly side: BookSide;
  readonly price: number;
  readonly quantity: number;
}

function changesOf(side: BookSide, list: LevelList): readonly QuickChange[] {
  const levels: QuickChange[] = [];
  for (let index = 0; index < list.count; index += 1) {
    if (list.changed[index] === 0) continue;
    const [price = 0, quantity = 0] = [list.prices[index], list.quantities[index]];
    levels.push({ side, price, quantity });
  }
  return levels;
}
