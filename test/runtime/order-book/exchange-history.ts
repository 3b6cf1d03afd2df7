/** A sandbox engine that trades at random, and what its book was at every update id. */

import type { DepthUpdate, OrderBook } from "../../../generated/types.ts";
import { levelsOf } from "../../../sandbox/engine/book.ts";
import type { Market } from "../../../sandbox/engine/state.ts";
import { step } from "../../../sandbox/engine/step.ts";
import { decimal } from "../../../sandbox/handlers/records.ts";
import { depthMessage } from "../../../sandbox/streams/messages.ts";
import { openingDeposits, type TimedCommand } from "../../sandbox/support/commands.ts";
import { smallExchange } from "../../sandbox/support/scenario.ts";

export const symbol = "BTCUSDT";

/** A side as texts, best first. */
type Texts = readonly (readonly [price: string, quantity: string])[];

/** The whole book of the exchange at one update id. */
export interface ServerBook {
  readonly bids: Texts;
  readonly asks: Texts;
}

export interface World {
  /** Depth messages in the order in which the exchange sent them. */
  readonly events: readonly DepthUpdate[];
  /** The exchange's own book by update id. */
  readonly books: ReadonlyMap<number, ServerBook>;
}

/** Carries out the commands and keeps the book after each. */
export function worldOf(commands: readonly TimedCommand[]): World {
  const state = smallExchange();
  const market = state.markets.get(symbol);
  if (market === undefined) throw new Error("the small exchange has no market");
  const events: DepthUpdate[] = [];
  const books = new Map<number, ServerBook>([[market.lastUpdateId, bookOf(market)]]);
  const all = [...openingDeposits.map((command) => ({ command, waitMs: 0 })), ...commands];
  for (const { command, waitMs } of all) {
    for (const event of step(state, command, state.now + waitMs, "all").events) {
      if (event.kind === "book") events.push(depthMessage(event));
    }
    books.set(market.lastUpdateId, bookOf(market));
  }
  return { events, books };
}

function bookOf(market: Market): ServerBook {
  const side = (name: "BUY" | "SELL"): Texts =>
    levelsOf(market, name)
      .map(({ price, quantity }) => [decimal(price), decimal(quantity)] as const)
      .reverse();
  return { bids: side("BUY"), asks: side("SELL") };
}

/** The snapshot that the exchange answers when its book is at this update id. */
export function snapshotAt({ books }: World, lastUpdateId: number, limit: number): OrderBook {
  const book = books.get(lastUpdateId);
  if (book === undefined) throw new Error(`there was no book at ${lastUpdateId}`);
  return { lastUpdateId, bids: book.bids.slice(0, limit), asks: book.asks.slice(0, limit) };
}

/** A book that nobody could get wrong: a map of texts for each side. */
export class SlowBook {
  readonly #sides = { b: new Map<string, string>(), a: new Map<string, string>() };

  apply({ b, a }: Pick<DepthUpdate, "b" | "a">): void {
    for (const [name, levels] of [
      ["b", b],
      ["a", a],
    ] as const) {
      for (const [price = "", quantity = ""] of levels) {
        if (Number(quantity) === 0) this.#sides[name].delete(price);
        else this.#sides[name].set(price, quantity);
      }
    }
  }

  whole(): ServerBook {
    const by = (sign: number) => (one: readonly [string, string], two: readonly [string, string]) =>
      sign * (Number(one[0]) - Number(two[0]));
    const { b, a } = this.#sides;
    return { bids: [...b].sort(by(-1)), asks: [...a].sort(by(1)) };
  }
}

/** One message in each form that a socket or a program may hand over. */
export function formOf(event: DepthUpdate, form: number): unknown {
  const raw = JSON.stringify(event);
  const combined = `{"stream":"${symbol.toLowerCase()}@depth","data":${raw}}`;
  switch (form % 5) {
    case 0:
      return new TextEncoder().encode(raw);
    case 1:
      return new TextEncoder().encode(combined);
    case 2:
      return raw;
    case 3:
      return combined;
    default:
      return event;
  }
}
