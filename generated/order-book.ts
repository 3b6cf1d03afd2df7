// Generated from spec/{asyncapi,events/*,rules/*}.yaml by generators/emitters/order-book.ts.
// Do not edit: change the spec, then run `npm run generate`.

import { platform } from "../runtime/defaults.ts";
import { plus } from "../runtime/encoding/int64-math.ts";
import { keepBook } from "../runtime/order-book/driver.ts";
import type { KeptBook, KeptBookOptions } from "../runtime/order-book/driver.ts";
import { LocalBook } from "../runtime/order-book/local.ts";
import { bookRules } from "../runtime/order-book/rules.ts";
import type { BookOptions } from "../runtime/order-book/types.ts";
import { retry } from "./errors.ts";

export type { KeptBook, KeptBookOptions } from "../runtime/order-book/driver.ts";
export { StaleBookError } from "../runtime/order-book/error.ts";
export { LocalBook } from "../runtime/order-book/local.ts";
export type * from "../runtime/order-book/types.ts";

/**
 * How a local order book is kept: the snapshot it needs, the fields of its messages, and the rules
 * by which events are dropped or applied. An event that fits none means a new snapshot.
 *
 * @see spec/rules/bookSync.yaml
 */
export const bookSteps = bookRules({
  limit: 1000,
  form: {
    type: "depthUpdate",
    fields: [
      { name: "e", role: "type", required: true },
      { name: "s", role: "symbol", required: true },
      { name: "U", role: "first", required: true },
      { name: "u", role: "last", required: true },
      { name: "b", role: "bids", required: true },
      { name: "a", role: "asks", required: true },
      { name: "pu", role: "before", required: false },
      { name: "E", role: "time", required: true },
      { name: "T", role: "engineTime", required: false },
    ],
    wrapper: { stream: "stream", data: "data" },
  },
  snapshot: { last: "lastUpdateId", bids: "bids", asks: "asks" },
  sequences: {
    documented: {
      drop: (event, _, snapshotId) => event.last <= snapshotId,
      first: (event, _, snapshotId) =>
        event.first <= plus(snapshotId, 1) &&
        event.last >= plus(snapshotId, 1),
      next: (event, previous) => event.first === plus(previous.last, 1),
    },
    overlapping: {
      drop: (event, _, snapshotId) => event.last <= snapshotId,
      first: (event, _, snapshotId) =>
        event.first <= plus(snapshotId, 1) &&
        event.last >= plus(snapshotId, 1),
      late: (event, previous) => event.last <= previous.last,
      next: (event, previous) => event.first <= plus(previous.last, 1),
    },
  },
});

/**
 * How events follow each other: as it is documented, or in another way that is assumed.
 *
 * @see spec/rules/bookSync.yaml
 */
export type BookSequence = keyof typeof bookSteps.sequences;

/**
 * A local order book that takes events and snapshots from whoever holds it, and says in `need` when
 * a snapshot is due.
 *
 * @see spec/rules/bookSync.yaml
 */
export function createOrderBook(
  symbol: string,
  options: BookOptions<BookSequence> = {},
): LocalBook {
  return new LocalBook(symbol, bookSteps, options);
}

/**
 * A local order book that fetches its snapshots itself, from any function: again after each gap,
 * and after a while when it could not be had or was too old.
 *
 * @see spec/rules/bookSync.yaml
 */
export function createOrderBookDriver(options: KeptBookOptions<BookSequence>): KeptBook {
  return keepBook(bookSteps, { ...platform, retry }, options);
}
