import { oneAt, unitsOf } from "../encoding/decimal.ts";
import { times } from "../encoding/int64-math.ts";
import type { Decimal } from "../tables.ts";
import type { BookSide, ChangedLevel, LevelText, LevelTexts } from "./types.ts";
import { type BookPrecision, noPrecision, textOf, type Units, withText } from "./units.ts";

/** Levels of one side of an event, in units. The lists are reused for each event. */
export class LevelList {
  count = 0;
  readonly prices: Units[] = doubles();
  readonly quantities: Units[] = doubles();

  push(price: Units, quantity: Units): void {
    this.prices[this.count] = price;
    this.quantities[this.count] = quantity;
    this.count += 1;
  }
}

/** Starts with a number that is no small integer, so that V8 stores the list unboxed. */
function doubles(): number[] {
  return Array.from({ length: 16 }, () => Number.NaN);
}

/** The levels of one book, exact: units at the finest scale needed so far. */
export class BookLevels {
  precision: BookPrecision = { price: noPrecision, quantity: noPrecision };
  readonly bids: SortedLevels;
  readonly asks: SortedLevels;
  /** Levels of the last event; after it is applied, only those that changed the book. */
  changedBids: LevelList = new LevelList();
  changedAsks: LevelList = new LevelList();

  /** Starts from the levels of a snapshot, best first. */
  constructor({ bids, asks }: LevelTexts = { bids: [], asks: [] }) {
    this.bids = new SortedLevels(bids.length);
    this.asks = new SortedLevels(asks.length);
    // Worst first, so that each level is appended.
    this.apply({ bids: bids.toReversed(), asks: asks.toReversed() });
    // Of a price that comes twice, the last quantity counts.
    const isShort = this.bids.slots < bids.length || this.asks.slots < asks.length;
    if (isShort) this.apply({ bids, asks });
    // A snapshot's lists are long, an event's are short.
    this.changedBids = new LevelList();
    this.changedAsks = new LevelList();
  }

  /** Whether the best bid is above the best ask. */
  get isCrossed(): boolean {
    const { bids, asks } = this;
    if (bids.slots === 0 || asks.slots === 0) return false;
    return bids.keyAt(bids.slots - 1) > -asks.keyAt(asks.slots - 1);
  }

  /** The worst price of a side; absent when the side is empty. */
  worstPrice(side: BookSide): Decimal | undefined {
    const levels = this[side];
    if (levels.slots === 0) return undefined;
    const key = levels.keyAt(0);
    return textOf(side === "bids" ? key : -key, this.precision.price);
  }

  /** Applies levels given as text. */
  apply({ bids, asks }: LevelTexts): void {
    this.#widen(bids);
    this.#widen(asks);
    this.#fill(this.changedBids, bids);
    this.#fill(this.changedAsks, asks);
    this.applyLists();
  }

  /** Applies the levels in `changedBids` and `changedAsks`. */
  applyLists(): void {
    applyList(this.bids, this.changedBids, 1);
    applyList(this.asks, this.changedAsks, -1);
  }

  clearChanges(): void {
    this.changedBids.count = 0;
    this.changedAsks.count = 0;
  }

  /** The changes of the last event, in the order of its levels. */
  changes(): readonly ChangedLevel[] {
    const changesOf = (side: BookSide, { prices, quantities, count }: LevelList): ChangedLevel[] =>
      prices.slice(0, count).map((price, index) => ({
        side,
        price: textOf(price, this.precision.price),
        quantity: textOf(quantities[index] ?? 0, this.precision.quantity),
      }));
    return [...changesOf("bids", this.changedBids), ...changesOf("asks", this.changedAsks)];
  }

  #fill(list: LevelList, levels: readonly LevelText[]): void {
    const { price: prices, quantity: quantities } = this.precision;
    list.count = 0;
    for (const [price = "", quantity = ""] of levels) {
      list.push(unitsOf(price, prices.scale), unitsOf(quantity, quantities.scale));
    }
  }

  /** Makes the scales fine enough for these levels. */
  #widen(levels: readonly LevelText[]): void {
    const before = this.precision;
    let { price: prices, quantity: quantities } = before;
    for (const [price = "", quantity = ""] of levels) {
      prices = withText(prices, price);
      quantities = withText(quantities, quantity);
    }
    if (prices === before.price && quantities === before.quantity) return;
    this.precision = { price: prices, quantity: quantities };
    const pricePlaces = prices.scale - before.price.scale;
    const quantityPlaces = quantities.scale - before.quantity.scale;
    this.bids.scale(pricePlaces, quantityPlaces);
    this.asks.scale(pricePlaces, quantityPlaces);
  }
}

/** Applies a list and keeps only its changes; `sign` turns prices into keys. */
function applyList(levels: SortedLevels, list: LevelList, sign: 1 | -1): void {
  const { prices, quantities, count } = list;
  list.count = 0;
  for (let index = 0; index < count; index += 1) {
    const price = prices[index] ?? 0;
    const quantity = quantities[index] ?? 0;
    const key = sign === 1 ? price : -price;
    if (levels.set(key, quantity)) list.push(price, quantity);
  }
}

/** Units by slot: a Float64Array, which is fast to search, or an array where bigints occur. */
interface UnitArray {
  [slot: number]: Units;
  readonly length: number;
  copyWithin(target: number, start: number, end: number): unknown;
}

/** Low bits of a key that index the cache of slots. */
const cacheBits = 11;
const cacheMask = (1 << cacheBits) - 1;

/** Slots for this many levels and a quarter more. */
function roomFor(levels: number): number {
  return Math.ceil(1.25 * levels) + 64;
}

/**
 * Price levels of one side, sorted with the best last, where most changes are. Keys grow towards
 * the best level: prices for bids, negated prices for asks. A removed level leaves an empty slot
 * with quantity 0, which a near level reuses: prices come back often, so most changes move nothing.
 * The last slot is never empty.
 */
export class SortedLevels {
  /** Number of slots, empty ones included. */
  slots = 0;
  #keys: UnitArray;
  #quantities: UnitArray;
  #hasBigints = false;
  readonly #cache = new Uint16Array(1 << cacheBits);

  /** Reserves room for this many levels and some more. */
  constructor(levels = 0) {
    this.#keys = new Float64Array(roomFor(levels));
    this.#quantities = new Float64Array(roomFor(levels));
  }

  keyAt(slot: number): Units {
    return this.#keys[slot] ?? 0;
  }

  /** The quantity of a slot; 0 for an empty one. */
  quantityAt(slot: number): Units {
    return this.#quantities[slot] ?? 0;
  }

  /** Sets the quantity of a key; 0 removes the level. Returns whether anything changed. */
  set(key: Units, quantity: Units): boolean {
    const isBigint = typeof key === "bigint" || typeof quantity === "bigint";
    if (isBigint && !this.#hasBigints) this.#rebuild(true);
    const slot = this.#find(key);
    const quantities = this.#quantities;
    if (slot < this.slots && this.#keys[slot] === key) {
      if (quantities[slot] === quantity) return false;
      quantities[slot] = quantity;
      while (this.slots > 0 && quantities[this.slots - 1] === 0) this.slots -= 1;
      return true;
    }
    if (quantity === 0) return false;
    if (slot < this.slots && quantities[slot] === 0) this.#put(slot, key, quantity);
    else if (slot > 0 && quantities[slot - 1] === 0) this.#put(slot - 1, key, quantity);
    else this.#insert(slot, key, quantity);
    return true;
  }

  /** Makes all units finer by this many places. */
  scale(pricePlaces: number, quantityPlaces: number): void {
    if (this.slots === 0 || (pricePlaces === 0 && quantityPlaces === 0)) return;
    this.#rebuild(true);
    for (let slot = 0; slot < this.slots; slot += 1) {
      const key = times(this.keyAt(slot), oneAt(pricePlaces));
      this.#put(slot, key, times(this.quantityAt(slot), oneAt(quantityPlaces)));
    }
    this.#rebuild(false);
  }

  /** The first slot with a key at or above this one. */
  #find(key: Units): number {
    const keys = this.#keys;
    const entry = Number(key) & cacheMask;
    const cached = this.#cache[entry] ?? 0;
    if (cached < this.slots && keys[cached] === key) return cached;
    let low = 0;
    let high = this.slots;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((keys[middle] ?? 0) < key) low = middle + 1;
      else high = middle;
    }
    this.#cache[entry] = low;
    return low;
  }

  #put(slot: number, key: Units, quantity: Units): void {
    this.#keys[slot] = key;
    this.#quantities[slot] = quantity;
  }

  #insert(slot: number, key: Units, quantity: Units): void {
    if (this.slots === this.#keys.length) {
      this.#rebuild(this.#hasBigints);
      return void this.set(key, quantity);
    }
    this.#keys.copyWithin(slot + 1, slot, this.slots);
    this.#quantities.copyWithin(slot + 1, slot, this.slots);
    this.slots += 1;
    this.#put(slot, key, quantity);
  }

  /** Copies the levels without empty slots into larger arrays. */
  #rebuild(mayHaveBigints: boolean): void {
    const used: { readonly key: Units; readonly quantity: Units }[] = [];
    for (let slot = 0; slot < this.slots; slot += 1) {
      const [key, quantity] = [this.keyAt(slot), this.quantityAt(slot)];
      if (quantity !== 0) used.push({ key, quantity });
    }
    const isBig = ({ key, quantity }: (typeof used)[number]): boolean =>
      typeof key === "bigint" || typeof quantity === "bigint";
    this.#hasBigints = mayHaveBigints || used.some(isBig);
    const length = roomFor(used.length);
    const make = (): UnitArray =>
      this.#hasBigints ? new Array<Units>(length).fill(0) : new Float64Array(length);
    [this.#keys, this.#quantities, this.slots] = [make(), make(), used.length];
    for (const [slot, { key, quantity }] of used.entries()) this.#put(slot, key, quantity);
  }
}
