import { createOrderBook } from "../../generated/order-book.ts";
import type { DepthUpdate } from "../../generated/types.ts";
import type { Comparison } from "./comparison.ts";

const messages = 20_000;
const levelsAround = 1_000;

const fromTexts = "missed: reading each number out of its own text takes as long as parsing";
const newBest = "missed: writing the new best levels adds 0.15";

/**
 * Applying depth events of nine levels to a book of 1,000 levels a side, and reading the best bid
 * and ask after each. Changes are among the best 50 levels of a side and deep, which changes the
 * best level in one event of ten; or they are among the best few, which changes it in seven of ten.
 */
export const orderBooks: readonly Comparison[] = [
  comparison("8-decimal prices", 8, 50, ["at most 0.8", `at most 1.8; ${fromTexts}`]),
  comparison("short prices", 2, 50, ["at most 0.25", `at most 1.3; ${fromTexts}`]),
  comparison("8-decimal prices, near the top", 8, 5, ["at most 0.9", ""]),
  comparison("short prices, near the top", 2, 5, [`at most 0.3; ${newBest}`, ""]),
];

function comparison(
  what: string,
  places: number,
  near: number,
  [bytesHold, objectsHold]: readonly [bytes: string, objects: string],
): Comparison {
  return {
    title: `Order book, ${messages} depth events of nine levels, ${what}`,
    rounds: 15,
    prepare: () => {
      const { snapshot, events } = market(places, near);
      const texts = events.map((event) => JSON.stringify(event));
      const frames = texts.map((text) => Buffer.from(text));
      requireSame(snapshot, texts, frames);
      const replay =
        <Message>(list: readonly Message[], read: (message: Message) => unknown) =>
        (): void => {
          const book = createOrderBook(symbol);
          book.applySnapshot(snapshot);
          for (const message of list) {
            book.applyEvent(read(message));
            const { bids, asks } = book.best();
            _sum += (bids?.price.length ?? 0) + (asks?.quantity.length ?? 0);
          }
          if (book.state !== "live") throw new Error(`The book is ${book.state}: ${book.reason}.`);
        };
      const asItIs = (message: unknown): unknown => message;
      return {
        floor: "JSON.parse alone",
        subjects: [
          {
            name: "JSON.parse alone",
            run: () => {
              for (const text of texts) JSON.parse(text);
            },
          },
          { name: "book, from bytes", hold: bytesHold, run: replay(frames, asItIs) },
          { name: "book, from text", run: replay(texts, asItIs) },
          {
            name: "JSON.parse and the book",
            hold: objectsHold,
            run: replay(texts, (text) => JSON.parse(text) as unknown),
          },
          { name: "JSON.parse and a sorted array", run: () => peer(snapshot, texts) },
        ],
      };
    },
  };
}

const symbol = "BTCUSDT";

/** Used, so that nothing that is read can be left out. */
let _sum = 0;

interface Snapshot {
  readonly lastUpdateId: number;
  readonly bids: readonly (readonly string[])[];
  readonly asks: readonly (readonly string[])[];
}

/** A market that moves: most changes are near the best price, prices come back. */
function market(
  places: number,
  near: number,
): { snapshot: Snapshot; events: readonly DepthUpdate[] } {
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return Math.floor((((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32) * below);
  };
  const price = (cents: number): string => (cents / 100).toFixed(places);
  const quantity = (): string => ((1 + next(9_999_999)) / 1e5).toFixed(places === 8 ? 8 : 5);
  const gone = (0).toFixed(places === 8 ? 8 : 5);
  const middle = 6_700_000;
  const side = (sign: number): readonly string[][] =>
    Array.from({ length: levelsAround }, (_, index) => [
      price(middle + sign * (1 + index)),
      quantity(),
    ]);
  // Half of the changes are among the best levels, and one of four takes a level away.
  const change = (sign: number): [string, string] => {
    const away = 1 + (next(2) === 0 ? next(near) : next(levelsAround));
    return [price(middle + sign * away), next(4) === 0 ? gone : quantity()];
  };
  const snapshot = { lastUpdateId: 90_000_000_000, bids: side(-1), asks: side(1) };
  const events = Array.from({ length: messages }, (_, index): DepthUpdate => {
    const bids = 3 + next(4);
    const id = snapshot.lastUpdateId + index + 1;
    return {
      e: "depthUpdate",
      E: 1_700_000_000_000 + index,
      s: symbol,
      U: id,
      u: id,
      b: Array.from({ length: bids }, () => change(-1)),
      a: Array.from({ length: 9 - bids }, () => change(1)),
    };
  });
  return { snapshot, events };
}

/** What most clients do: parse all, search a sorted array, splice. */
function peer(snapshot: Snapshot, texts: readonly string[]): SortedBook {
  const book = new SortedBook(snapshot);
  for (const text of texts) {
    book.apply(JSON.parse(text) as DepthUpdate);
    _sum += (book.bids.at(-1)?.[0] ?? 0) + (book.asks.at(-1)?.[1] ?? 0);
  }
  return book;
}

class SortedBook {
  readonly bids: [price: number, quantity: number][] = [];
  readonly asks: [price: number, quantity: number][] = [];

  constructor({ bids, asks }: Snapshot) {
    for (const level of bids) this.#set(this.bids, level, -1);
    for (const level of asks) this.#set(this.asks, level, 1);
  }

  apply({ b, a }: DepthUpdate): void {
    for (const level of b) this.#set(this.bids, level, -1);
    for (const level of a) this.#set(this.asks, level, 1);
  }

  #set(levels: [number, number][], level: readonly string[], sign: number): void {
    const [price, quantity] = [Number(level[0]), Number(level[1])];
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sign * (levels[middle]?.[0] ?? 0) < sign * price) low = middle + 1;
      else high = middle;
    }
    const isThere = levels[low]?.[0] === price;
    if (quantity === 0) {
      if (isThere) levels.splice(low, 1);
    } else if (isThere) {
      levels[low] = [price, quantity];
    } else {
      levels.splice(low, 0, [price, quantity]);
    }
  }
}

/** All must end with the same book; a faster way to a wrong one is worth nothing. */
function requireSame(
  snapshot: Snapshot,
  texts: readonly string[],
  frames: readonly Uint8Array[],
): void {
  const book = createOrderBook(symbol);
  book.applySnapshot(snapshot);
  for (const frame of frames) book.applyEvent(frame);
  const want = peer(snapshot, texts);
  for (const side of ["bids", "asks"] as const) {
    const mine = book.levels()[side].map(({ price, quantity }) => `${+price}x${+quantity}`);
    const theirs = want[side].map(([price, quantity]) => `${price}x${quantity}`);
    if (mine.join() !== theirs.join()) throw new Error(`The ${side} differ from the peer's.`);
  }
}
