/** Whatever is lost, the book is right or says that it is not. */

import fc from "fast-check";
import { expect, test } from "vitest";

import {
  type BookSequence,
  createOrderBook,
  type LocalOrderBook,
} from "../../../generated/order-book.ts";
import type { DepthUpdate } from "../../../generated/types.ts";
import { longSequence } from "../../sandbox/support/commands.ts";
import { propertyTimeoutMs, Reached, runs } from "../../support/runs.ts";
import { formOf, SlowBook, snapshotAt, symbol, type World, worldOf } from "./exchange-history.ts";

const limits = [3, 1000] as const;

/** What happens to an event on its way, and how snapshots come. */
interface Conditions {
  readonly fates: readonly number[];
  readonly limit: number;
  readonly sequence: BookSequence;
}

const conditions: fc.Arbitrary<Conditions> = fc.record({
  fates: fc.array(fc.nat(2 ** 20), { minLength: 64, maxLength: 64 }),
  limit: fc.constantFrom(...limits),
  sequence: fc.constantFrom<BookSequence>("documented", "overlapping"),
});

type Delivery = { readonly event: DepthUpdate } | "cut";

/** Events as they arrive: most as they were sent, others dropped, doubled, swapped, late or cut. */
function deliveries(events: readonly DepthUpdate[], fates: readonly number[]): readonly Delivery[] {
  const due: { readonly at: number; readonly delivery: Delivery }[] = [];
  for (const [index, event] of events.entries()) {
    const fate = fates[index % fates.length] ?? 0;
    const kind = (fate ^ Math.imul(index, 0x9e3779b1)) & 63;
    const here = { at: index, delivery: { event } };
    if (kind === 0) continue;
    if (kind === 1) due.push(here, here);
    else if (kind === 2) due.push({ ...here, at: index + 1.5 });
    else if (kind === 3) due.push({ ...here, at: index + 2 + (fate % 30) });
    else if (kind === 4) due.push(here, { ...here, at: index + 0.5 + (fate % 7) });
    else if (kind === 5) due.push({ at: index, delivery: "cut" });
    else due.push(here);
  }
  return due.sort((one, other) => one.at - other.at).map(({ delivery }) => delivery);
}

/** Says how the book differs from the exchange's own at the update id that it claims. */
function faultOf(book: LocalOrderBook, world: World, limit: number): string | undefined {
  const server = world.books.get(Number(book.updateId));
  if (server === undefined) return `there was no update ${book.updateId}`;
  const known = book.knownDepth();
  for (const side of ["bids", "asks"] as const) {
    const sign = side === "bids" ? 1 : -1;
    const border = known[side];
    if (limit === 1000 && border !== undefined) return `${side} end at ${border}`;
    const isWithin = (price: string): boolean =>
      border === undefined || sign * (Number(price) - Number(border)) >= 0;
    const levels = book.levels()[side];
    const mine = levels.filter((level) => level.depthKnown).map((level) => text(level));
    const theirs = (server[side] ?? []).filter(([price]) => isWithin(price));
    const want = theirs.map(([price, quantity]) => text({ price, quantity }));
    if (mine.join() !== want.join()) return `${side} ${mine.join()} is not ${want.join()}`;
    // Beyond the snapshot a level is there once it has changed, and is right then.
    const all = new Map(server[side]);
    const wrong = levels.find(({ price, quantity }) => all.get(price) !== quantity);
    if (wrong !== undefined) return `${side} holds ${text(wrong)}`;
  }
  return undefined;
}

function text(level: { readonly price: string; readonly quantity: string }): string {
  return `${level.price}x${level.quantity}`;
}

/** Delivers a history with its faults; the book is checked after each step. */
function play(world: World, { fates, limit, sequence }: Conditions, reached: Reached): void {
  const book = createOrderBook(symbol, { limit, sequence, bufferMax: 20 });
  const ids = [...world.books.keys()];
  let answer: { readonly lastUpdateId: number; readonly at: number } | undefined;
  let serverId = ids[0] ?? 0;
  for (const [index, delivery] of deliveries(world.events, fates).entries()) {
    const fate = fates[(index * 7) % fates.length] ?? 0;
    if (delivery === "cut") {
      book.disconnected();
      answer = undefined;
      reached.add("cut");
    } else {
      serverId = Math.max(serverId, Number(delivery.event.u));
      reached.add(book.applyEvent(formOf(delivery.event, fate)));
    }
    if (book.snapshotNeeded !== undefined && answer === undefined) {
      // Now and then a snapshot is older than it should be.
      const known = ids.filter((id) => id <= serverId);
      const lastUpdateId = known.at(-1 - (fate % 3 === 0 ? fate % 11 : 0)) ?? serverId;
      answer = { lastUpdateId, at: index + (fate % 5) };
    }
    if (answer !== undefined && answer.at <= index) {
      book.applySnapshot(snapshotAt(world, answer.lastUpdateId, limit));
      answer = undefined;
    }
    reached.add(book.state);
    reached.add(`${book.reason}`);
    if (book.state === "live") expect(faultOf(book, world, limit)).toBeUndefined();
    else expect(() => book.levels()).toThrow("is s");
  }
  // One snapshot of now is enough to be live again.
  book.applySnapshot(snapshotAt(world, ids.at(-1) ?? 0, limit));
  if (book.snapshotNeeded === undefined) expect(faultOf(book, world, limit)).toBeUndefined();
  else expect(book.reason).toBe("snapshotTooOld");
}

test("the book is flagged, or equals the exchange's", {
  timeout: propertyTimeoutMs,
}, () => {
  const reached = new Reached();
  const numRuns = runs({ commit: 20, gate: 10_000, release: 100_000 });
  fc.assert(
    fc.property(longSequence, conditions, (commands, drawn) => {
      const world = worldOf(commands);
      const slow = new SlowBook();
      let previous = Number(world.events[0]?.U ?? 1) - 1;
      for (const event of world.events) {
        expect(event.U).toBe(previous + 1);
        previous = Number(event.u);
        slow.apply(event);
        expect(slow.whole()).toEqual(world.books.get(previous));
      }
      play(world, drawn, reached);
    }),
    { numRuns },
  );
  const taken = ["applied", "buffered", "dropped", "stale", "cut"];
  const states = ["syncing", "live", "gap", "disconnected", "snapshotTooOld"];
  expect(reached.missing([...taken, ...states]), "these were never reached").toEqual([]);
});
