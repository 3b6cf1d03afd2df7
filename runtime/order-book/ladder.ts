/**
 * One side of an order book: price levels in order, the best one last, so that the busy end of the
 * side is the cheap one. A level is a key and a quantity in whole units. Keys grow towards the
 * best level: they are prices among bids, and prices with their sign turned among asks.
 */

/** Levels of one side. Units are all numbers or all bigints. */
export interface Ladder<Unit extends number | bigint> {
  /** How many slots there are; one with quantity zero holds no level, the last always does. */
  readonly slots: number;
  keyAt(slot: number): Unit;
  quantityAt(slot: number): Unit;
  /** Puts a quantity at a key, zero takes the level away; says whether that changed anything. */
  set(key: Unit, quantity: Unit): boolean;
}

const slotsMin = 32;
/** So many levels are moved in a plain loop before the built-in function is asked. */
const loopMax = 24;
/** Where a key was found last is remembered under so many of its mixed bits. */
const hintBits = 11;
const mixer = 0x9e3779b1;

/**
 * Units as numbers, each level two cells of one typed array. A level that goes leaves its slot
 * behind with quantity zero, to be taken by a level that comes near it: prices come back often,
 * and most changes move nothing. The last slot always holds a level.
 */
export class QuickLadder implements Ladder<number> {
  slots = 0;
  #cells: Float64Array;
  readonly #hints = new Uint16Array(1 << hintBits);

  /** Begins with room for so many levels, and a few more. */
  constructor(levels = 0) {
    this.#cells = new Float64Array(2 * (levels + slotsMin));
  }

  keyAt(slot: number): number {
    return this.#cells[2 * slot] ?? 0;
  }

  quantityAt(slot: number): number {
    return this.#cells[2 * slot + 1] ?? 0;
  }

  set(key: number, quantity: number): boolean {
    const cells = this.#cells;
    const end = 2 * this.slots;
    const cell = this.#find(key);
    if (cell < end && cells[cell] === key) {
      const before = cells[cell + 1];
      cells[cell + 1] = quantity;
      if (quantity === 0 && cell + 2 === end) this.#trim();
      return before !== quantity;
    }
    if (quantity === 0) return false;
    if (cell < end && cells[cell + 1] === 0) {
      cells[cell] = key;
      cells[cell + 1] = quantity;
    } else if (cell > 0 && cells[cell - 1] === 0) {
      cells[cell - 2] = key;
      cells[cell - 1] = quantity;
    } else if (end < cells.length) {
      this.#insert(cell, key, quantity);
    } else {
      this.#makeRoom();
      return this.set(key, quantity);
    }
    return true;
  }

  /** First cell of the slot that has this key, or of the next one. */
  #find(key: number): number {
    const cells = this.#cells;
    const place = Math.imul(key | 0, mixer) >>> (32 - hintBits);
    const hint = this.#hints[place] ?? 0;
    if (hint < this.slots && cells[2 * hint] === key) return 2 * hint;
    let low = 0;
    let high = this.slots;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cells[2 * middle] ?? 0) < key) low = middle + 1;
      else high = middle;
    }
    this.#hints[place] = low;
    return 2 * low;
  }

  /** Takes empty slots off the end. */
  #trim(): void {
    while (this.slots > 0 && this.#cells[2 * this.slots - 1] === 0) this.slots -= 1;
  }

  /** Gives back empty slots, or where they are few makes the array wider. */
  #makeRoom(): void {
    const cells = this.#cells;
    let to = 0;
    for (let from = 0; from < 2 * this.slots; from += 2) {
      if (cells[from + 1] === 0) continue;
      cells[to] = cells[from] ?? 0;
      cells[to + 1] = cells[from + 1] ?? 0;
      to += 2;
    }
    this.slots = to / 2;
    if (to <= 0.75 * cells.length) return;
    this.#cells = new Float64Array(2 * cells.length);
    this.#cells.set(cells);
  }

  /** Moves levels up by one slot, as far as the next empty one. */
  #insert(cell: number, key: number, quantity: number): void {
    const end = 2 * this.slots;
    const cells = this.#cells;
    let [movedKey, movedQuantity] = [key, quantity];
    const stop = Math.min(end, cell + 2 * loopMax);
    let at = cell;
    while (at < stop && movedQuantity !== 0) {
      const nextKey = cells[at] ?? 0;
      const nextQuantity = cells[at + 1] ?? 0;
      cells[at] = movedKey;
      cells[at + 1] = movedQuantity;
      movedKey = nextKey;
      movedQuantity = nextQuantity;
      at += 2;
    }
    if (movedQuantity === 0) return;
    if (at < end) cells.copyWithin(at + 2, at, end);
    cells[at] = movedKey;
    cells[at + 1] = movedQuantity;
    this.slots += 1;
  }

  /** Whether numbers can hold all units when they are finer by a factor. */
  canRefine(priceFactor: number, quantityFactor: number): boolean {
    for (let slot = 0; slot < this.slots; slot += 1) {
      const price = Math.abs(this.keyAt(slot)) * priceFactor;
      const quantity = this.quantityAt(slot) * quantityFactor;
      if (Math.max(price, quantity) > Number.MAX_SAFE_INTEGER) return false;
    }
    return true;
  }

  /** Makes all units finer by a factor. */
  refine(priceFactor: number, quantityFactor: number): void {
    const cells = this.#cells;
    for (let cell = 0; cell < 2 * this.slots; cell += 2) {
      cells[cell] = (cells[cell] ?? 0) * priceFactor;
      cells[cell + 1] = (cells[cell + 1] ?? 0) * quantityFactor;
    }
  }
}

/** Units as bigints: slower, and exact whatever the digits. */
export class ExactLadder implements Ladder<bigint> {
  readonly #keys: bigint[] = [];
  readonly #quantities: bigint[] = [];

  /** Begins with the levels of another ladder. */
  constructor(quick: QuickLadder | undefined) {
    for (let slot = 0; slot < (quick?.slots ?? 0); slot += 1) {
      const quantity = BigInt(quick?.quantityAt(slot) ?? 0);
      if (quantity === 0n) continue;
      this.#keys.push(BigInt(quick?.keyAt(slot) ?? 0));
      this.#quantities.push(quantity);
    }
  }

  get slots(): number {
    return this.#keys.length;
  }

  keyAt(slot: number): bigint {
    return this.#keys[slot] ?? 0n;
  }

  quantityAt(slot: number): bigint {
    return this.#quantities[slot] ?? 0n;
  }

  set(key: bigint, quantity: bigint): boolean {
    let low = 0;
    let high = this.slots;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.keyAt(middle) < key) low = middle + 1;
      else high = middle;
    }
    const isThere = low < this.slots && this.keyAt(low) === key;
    if (quantity === 0n) {
      if (!isThere) return false;
      this.#keys.splice(low, 1);
      this.#quantities.splice(low, 1);
    } else if (isThere) {
      if (this.quantityAt(low) === quantity) return false;
      this.#quantities[low] = quantity;
    } else {
      this.#keys.splice(low, 0, key);
      this.#quantities.splice(low, 0, quantity);
    }
    return true;
  }

  /** Makes all units finer by a factor. */
  refine(priceFactor: bigint, quantityFactor: bigint): void {
    for (const [index, key] of this.#keys.entries()) this.#keys[index] = key * priceFactor;
    for (const [index, quantity] of this.#quantities.entries()) {
      this.#quantities[index] = quantity * quantityFactor;
    }
  }
}
