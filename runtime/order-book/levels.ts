import type { Decimal } from "../tables.ts";
import type { BookSide, ChangedLevel, LevelText, LevelTexts } from "./types.ts";
import {
  noPrecision,
  type Precision,
  scaled,
  textOf,
  type Units,
  unitsOf,
  usualUnits,
  withText,
} from "./units.ts";

/** Levels of one side of an event as units. The lists are filled again for each event. */
export class LevelList {
  count = 0;
  readonly prices: Units[] = doubles();
  readonly quantities: Units[] = doubles();
  /** Whether a level changed the book. */
  readonly changed: boolean[] = [];

  push(price: Units, quantity: Units): void {
    this.prices[this.count] = price;
    this.quantities[this.count] = quantity;
    this.count += 1;
  }
}

/** Starts with numbers that are no small integers: such lists store numbers without boxing them. */
function doubles(): number[] {
  return Array.from({ length: 16 }, () => Number.NaN);
}

/**
 * The levels of one book, exact whatever their digits: units at the finest scale that any level
 * needed so far.
 */
export class BookLevels {
  price: Precision = noPrecision;
  quantity: Precision = noPrecision;
  readonly bids: SortedLevels = new SortedLevels();
  readonly asks: SortedLevels = new SortedLevels();
  /** Levels of the last event. */
  changedBids: LevelList = new LevelList();
  changedAsks: LevelList = new LevelList();

  /** Starts with the levels of a snapshot, best first. */
  static ofSnapshot({ bids, asks }: LevelTexts): BookLevels {
    const levels = new BookLevels();
    // From worst to best, so that each level is appended.
    levels.apply({ bids: bids.toReversed(), asks: asks.toReversed() });
    // The lists of a snapshot are long, and those of events are short.
    levels.changedBids = new LevelList();
    levels.changedAsks = new LevelList();
    return levels;
  }

  /** Whether the best bid is at or above the best ask. */
  get isCrossed(): boolean {
    const { bids, asks } = this;
    if (bids.slots === 0 || asks.slots === 0) return false;
    return bids.keyAt(bids.slots - 1) >= -asks.keyAt(asks.slots - 1);
  }

  /** The worst price of a side; absent when the side is empty. */
  worstPrice(side: BookSide): Decimal | undefined {
    const levels = this[side];
    if (levels.slots === 0) return undefined;
    const key = levels.keyAt(0);
    return textOf(side === "bids" ? key : -key, this.price);
  }

  /** Applies levels that are text. */
  apply({ bids, asks }: LevelTexts): void {
    const isFilled = this.#fill(this.changedBids, bids) && this.#fill(this.changedAsks, asks);
    if (!isFilled) {
      this.#widen({ bids, asks });
      this.#fill(this.changedBids, bids, unitsOf);
      this.#fill(this.changedAsks, asks, unitsOf);
    }
    this.applyLists();
  }

  /** Applies the levels that `changedBids` and `changedAsks` hold. */
  applyLists(): void {
    applyList(this.bids, this.changedBids, 1);
    applyList(this.asks, this.changedAsks, -1);
  }

  clearChanges(): void {
    this.changedBids.count = 0;
    this.changedAsks.count = 0;
  }

  /** What the last event changed, in the order of its levels. */
  changes(): readonly ChangedLevel[] {
    return [
      ...this.#changesOf("bids", this.changedBids),
      ...this.#changesOf("asks", this.changedAsks),
    ];
  }

  #changesOf(side: BookSide, { prices, quantities, changed, count }: LevelList): ChangedLevel[] {
    const levels: ChangedLevel[] = [];
    for (let index = 0; index < count; index += 1) {
      if (changed[index] !== true) continue;
      const price = textOf(prices[index] ?? 0, this.price);
      levels.push({ side, price, quantity: textOf(quantities[index] ?? 0, this.quantity) });
    }
    return levels;
  }

  /** Fills a list; false when a level does not fit the precision. */
  #fill(list: LevelList, levels: readonly LevelText[], exactUnits?: typeof unitsOf): boolean {
    list.count = 0;
    for (const [priceText = "", quantityText = ""] of levels) {
      let price: Units = usualUnits(priceText, this.price);
      let quantity: Units = usualUnits(quantityText, this.quantity);
      if (price < 0 || quantity < 0) {
        if (exactUnits === undefined) return false;
        price = exactUnits(priceText, this.price.scale);
        quantity = exactUnits(quantityText, this.quantity.scale);
      }
      list.push(price, quantity);
    }
    return true;
  }

  /** Makes the scales fine enough for these levels. */
  #widen({ bids, asks }: LevelTexts): void {
    let { price, quantity } = this;
    for (const levels of [bids, asks]) {
      for (const [priceText = "", quantityText = ""] of levels) {
        price = withText(price, priceText);
        quantity = withText(quantity, quantityText);
      }
    }
    const [pricePlaces, quantityPlaces] = [
      price.scale - this.price.scale,
      quantity.scale - this.quantity.scale,
    ];
    if (pricePlaces > 0 || quantityPlaces > 0) {
      this.bids.scale(pricePlaces, quantityPlaces);
      this.asks.scale(pricePlaces, quantityPlaces);
    }
    this.price = price;
    this.quantity = quantity;
  }
}

/** `sign` makes keys of prices. */
function applyList(levels: SortedLevels, list: LevelList, sign: 1 | -1): void {
  const { prices, quantities, changed, count } = list;
  for (let index = 0; index < count; index += 1) {
    const price = prices[index] ?? 0;
    changed[index] = levels.set(sign === 1 ? price : -price, quantities[index] ?? 0);
  }
}

/** The slot of a key is cached under so many bits of its hash. */
const cacheBits = 11;
const hashFactor = 0x9e3779b1;
/** Spare empty slots beside one for each level. */
const emptyMin = 64;

/**
 * Price levels of one side in order, the best one last, where most changes are. Keys grow towards
 * the best level: prices for bids, negated prices for asks. A level that is removed leaves an empty
 * slot with quantity 0, which a level near it takes later: prices come back often, and most changes
 * move nothing. The last slot is never empty.
 */
export class SortedLevels {
  #keys: Units[] = [];
  #quantities: Units[] = [];
  #count = 0;
  readonly #cache = new Uint16Array(1 << cacheBits);

  /** How many slots there are, empty ones included. */
  get slots(): number {
    return this.#keys.length;
  }

  keyAt(slot: number): Units {
    return this.#keys[slot] ?? 0;
  }

  /** The quantity of a slot; 0 for an empty one. */
  quantityAt(slot: number): Units {
    return this.#quantities[slot] ?? 0;
  }

  /** Sets the quantity of a key, where 0 removes the level; says whether that changed anything. */
  set(key: Units, quantity: Units): boolean {
    const keys = this.#keys;
    const quantities = this.#quantities;
    const slot = this.#find(key);
    if (slot < keys.length && keys[slot] === key) {
      const before = quantities[slot];
      if (before === quantity) return false;
      quantities[slot] = quantity;
      if (before === 0) this.#count += 1;
      if (quantity === 0) this.#remove(slot);
      return true;
    }
    if (quantity === 0) return false;
    this.#count += 1;
    if (slot === keys.length) {
      keys.push(key);
      quantities.push(quantity);
    } else if (quantities[slot] === 0) {
      keys[slot] = key;
      quantities[slot] = quantity;
    } else if (slot > 0 && quantities[slot - 1] === 0) {
      keys[slot - 1] = key;
      quantities[slot - 1] = quantity;
    } else {
      keys.splice(slot, 0, key);
      quantities.splice(slot, 0, quantity);
    }
    if (keys.length > 2 * this.#count + emptyMin) this.#compact();
    return true;
  }

  /** Makes all units finer by so many places. */
  scale(pricePlaces: number, quantityPlaces: number): void {
    this.#keys = this.#keys.map((key) => scaled(key, pricePlaces));
    this.#quantities = this.#quantities.map((quantity) => scaled(quantity, quantityPlaces));
  }

  /** The first slot whose key is not below this one. */
  #find(key: Units): number {
    const keys = this.#keys;
    const hash = Math.imul(Number(key) | 0, hashFactor) >>> (32 - cacheBits);
    const cached = this.#cache[hash] ?? 0;
    if (cached < keys.length && keys[cached] === key) return cached;
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((keys[middle] ?? 0) < key) low = middle + 1;
      else high = middle;
    }
    this.#cache[hash] = low;
    return low;
  }

  #remove(slot: number): void {
    this.#count -= 1;
    if (slot < this.#keys.length - 1) return;
    let end = slot;
    while (end > 0 && this.#quantities[end - 1] === 0) end -= 1;
    this.#keys.length = end;
    this.#quantities.length = end;
  }

  #compact(): void {
    const isUsed = (_: Units, slot: number): boolean => this.#quantities[slot] !== 0;
    this.#keys = this.#keys.filter(isUsed);
    this.#quantities = this.#quantities.filter(isUsed);
  }
}
