import type { Int64 } from "../tables.ts";
import type { EventIds } from "./types.ts";

const listMin = 16;

/** Levels of one side of an event in whole units, in lists that are filled again and again. */
export class LevelList {
  count = 0;
  prices = new Float64Array(listMin);
  quantities = new Float64Array(listMin);
  /** 1 for a level that changed the book. */
  changed = new Uint8Array(listMin);

  /** Adds a level. */
  push(price: number, quantity: number): void {
    const { count } = this;
    if (count === this.prices.length) this.#widen();
    this.prices[count] = price;
    this.quantities[count] = quantity;
    this.count = count + 1;
  }

  #widen(): void {
    const { prices, quantities } = this;
    this.prices = new Float64Array(2 * prices.length);
    this.prices.set(prices);
    this.quantities = new Float64Array(2 * prices.length);
    this.quantities.set(quantities);
    this.changed = new Uint8Array(2 * prices.length);
  }
}

/** A depth event in whole units; the same object is filled again and again. */
export class Frame implements EventIds {
  first: Int64 = Number.NaN;
  last: Int64 = Number.NaN;
  before: Int64 = Number.NaN;
  time: Int64 = Number.NaN;
  engineTime: Int64 = Number.NaN;
  readonly bids: LevelList = new LevelList();
  readonly asks: LevelList = new LevelList();

  /** Takes the numbers of another event. */
  takeIds({ first, last, before, time, engineTime }: EventIds): void {
    this.first = first;
    this.last = last;
    this.before = before;
    this.time = time;
    this.engineTime = engineTime;
  }
}
