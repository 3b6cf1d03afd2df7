/** A local order book: states, reads, digits, and what makes it start again. */

import { expect, test } from "vitest";

import {
  createOrderBook,
  type LocalOrderBook,
  StaleBookError,
} from "../../../generated/order-book.ts";
import { readStory, rowOf } from "../../support/story.ts";

type Levels = readonly (readonly [price: string, quantity: string])[];

/** Levels as they are shown: `100.00x1.500 99.50x2.000`. */
const levelsOf = (text: string): Levels =>
  text.split(" ").map((level) => level.split("x") as unknown as Levels[number]);

const bids = levelsOf("100.00x1.500 99.50x2.000 99.00x4.000");
const asks = levelsOf("100.50x1.000 101.00x3.000");

function snapshot(lastUpdateId: number | bigint = 10, levels = { bids, asks }) {
  return { lastUpdateId, ...levels };
}

/** A depth event that covers the ids from `U` to `u`. */
function event(U: number | bigint, u: number | bigint, changes: { b?: Levels; a?: Levels } = {}) {
  return { e: "depthUpdate", E: 1000 + Number(u), s: "BTCUSDT", U, u, b: [], a: [], ...changes };
}

function live(options: Parameters<typeof createOrderBook>[1] = {}): LocalOrderBook {
  const book = createOrderBook("BTCUSDT", options);
  book.applySnapshot(snapshot());
  return book;
}

function lines(book: LocalOrderBook): string {
  const side = (name: "bids" | "asks"): string =>
    book
      .levels(Infinity, { allowStale: true })
      [name].map(({ price, quantity }) => `${price}x${quantity}`)
      .join(" ");
  return `${side("bids")} | ${side("asks")}`;
}

const before = "100.00x1.500 99.50x2.000 99.00x4.000 | 100.50x1.000 101.00x3.000";

/** Events by their update ids, with a bid that they set, and snapshots; what a book says of it. */
const story = `
an event that the snapshot holds
  8-10, snapshot 10, 11 => buffered +1, live 10, 11
an event across the snapshot, and one behind that
  9-12, snapshot 10, 13 => buffered +1, live 12, 13
an event right behind the snapshot
  11-12, snapshot 10 => buffered +1, live 12
the snapshot is one older than the first event needs
  12, snapshot 10, snapshot 11 => buffered +1, no snapshotTooOld failed 1 +1, live 12
events of which the snapshot holds some
  9, 10-11, 12-14, snapshot 10 => buffered +1, buffered +2, buffered +3, live 14
a gap before the snapshot does not matter
  5, 9, 10-11, snapshot 10 => buffered +1, buffered +2, buffered +3, live 11
a later event that the snapshot holds is dropped
  snapshot 10, 7-10, 8-11, 12 => live 10, dropped 10, 11, 12
the first event behind the snapshot leaves a gap of one
  snapshot 10, 12 => live 10, stale gap +1
a later event leaves a gap of one
  snapshot 10, 11, 13 => live 10, 11, stale gap +1
a double in the live stream
  snapshot 10, 11, 11 => live 10, 11, stale gap +1
an overlap in the live stream needs another snapshot
  snapshot 10, 11-12, 12-13, snapshot 12, snapshot 13 => live 10, 12, stale gap +1, live 13, live 13
ids the wrong way round
  snapshot 10, 12-11 => live 10, stale unreadable
a double where events may overlap
  overlapping, snapshot 10, 11, 11, 10-11, 12 => live 10, 11, dropped 11, dropped 11, 12
an overlap where events may overlap
  overlapping, snapshot 10, 11-12, 12-13 => live 10, 12, 13
a gap where events may overlap
  overlapping, snapshot 10, 11-12, 14 => live 10, 12, stale gap +1
events that may overlap, in the buffer
  overlapping, 5-7, 6-7, 6-8, 4-5, snapshot 6
    => buffered +1, buffered +2, buffered +3, buffered +4, live 8
a gap is closed by a snapshot on the id before the buffered event
  snapshot 10, 12, 13, snapshot 11 => live 10, stale gap +1, buffered gap +2, live 13
a gap is closed by a snapshot on the id of the last buffered event
  snapshot 10, 12, 13, snapshot 13 => live 10, stale gap +1, buffered gap +2, live 13
snapshots fail, and the next one helps
  12, bad, snapshot 10, snapshot 11, 14, bad
    => buffered +1, no snapshotUnreadable failed 1 +1, no snapshotTooOld failed 2 +1, live 12, stale gap +1, no snapshotUnreadable failed 1 +1
a cut before the first snapshot
  5, cut, 21, snapshot 20 => buffered +1, cut disconnected, buffered disconnected +1, live 21
events from before a cut are not replayed, even when later ones follow them
  5, cut, 6, snapshot 4
    => buffered +1, cut disconnected, buffered disconnected +1, no snapshotTooOld failed 1 +1
a cut of a live book, and a snapshot that the old connection was ahead of
  snapshot 10, 11-30, cut, snapshot 20, 21 => live 10, 30, cut disconnected, live 20, 21
the same snapshot without the cut is too old
  snapshot 10, 11-30, {, snapshot 29, snapshot 30
    => live 10, 30, stale unreadable, no snapshotTooOld failed 1, live 30
after a cut only a new snapshot helps
  snapshot 10, cut, 15, snapshot 13, snapshot 14
    => live 10, cut disconnected, buffered disconnected +1, no snapshotTooOld failed 1 +1, live 15
a gap in the buffer needs a snapshot after it, as in the live stream
  5, 6, 9, snapshot 4, snapshot 8
    => buffered +1, buffered +2, buffered +3, no snapshotTooOld failed 1 +1, live 9
a gap in the buffer that the snapshot covers does not matter
  5, 9, 10, snapshot 9 => buffered +1, buffered +2, buffered +3, live 10
an overlap in the buffer needs another snapshot
  11-12, 12-13, snapshot 11, snapshot 12
    => buffered +1, buffered +2, no snapshotTooOld failed 1 +1, live 13
a double in the buffer needs another snapshot
  11, 11, 12, snapshot 10, snapshot 11
    => buffered +1, buffered +2, buffered +3, no snapshotTooOld failed 1 +2, live 12
a late event that the snapshot covers is dropped, also out of order
  12, 11, snapshot 11 => buffered +1, buffered +2, live 12
events that lead nowhere keep one snapshot away, not more
  5-999999, 11, 12, snapshot 10, snapshot 10
    => buffered +1, buffered +2, buffered +3, no snapshotTooOld failed 1 +2, live 12
an impossible id does not lock the book out
  snapshot 10, 11-999999, 12, snapshot 12, 13 => live 10, 999999, stale gap +1, live 12, 13
the buffer is full: the oldest events go, and an older snapshot no longer fits
  11, 12, 13, 14, snapshot 10, snapshot 11
    => buffered +1, buffered +2, buffered +3, buffered +3, no snapshotTooOld failed 1 +3, live 14
a negative quantity
  snapshot 10, 11@99x-1, 11, snapshot 11
    => live 10, stale negativeQuantity, buffered negativeQuantity +1, live 11
a negative quantity in the buffer is found when it is replayed
  11@99x-1, 12, snapshot 10 => buffered +1, buffered +2, no negativeQuantity +1
a snapshot that nobody needs changes nothing
  snapshot 10, snapshot 20, 11 => live 10, live 10, 11
what cannot be read before a snapshot changes nothing
  {, snapshot 10 => ignored, live 10
a locked book is live
  snapshot 10, 11@100.50 => live 10, 11
a crossed book needs one snapshot, which shows that it is not crossed
  snapshot 10, 11@100.51, snapshot 12 => live 10, stale crossed, live 12
a book that is crossed in the snapshot as well is live, and takes events
  snapshot 10, 11@100.51, snapshot 12@100.51, 13@100.60, 14@99
    => live 10, stale crossed, live 12 crossed, 13 crossed, 14 crossed
a crossed book buffers until its snapshot
  snapshot 10, 11@100.51, 12, snapshot 11@100.51, 13
    => live 10, stale crossed, buffered crossed +1, live 12 crossed, 13 crossed
a book that uncrosses and is crossed again needs another snapshot
  snapshot 10, 11@100.51, snapshot 12@100.51, 13@100.51x0, 14@100.52, snapshot 15@100.52
    => live 10, stale crossed, live 12 crossed, 13, stale crossed, live 15 crossed
a crossed book that locks is not crossed
  snapshot 10, 11@100.51, snapshot 12@100.51, 13@100.51x0, 14@100.50
    => live 10, stale crossed, live 12 crossed, 13, 14
a crossed book is stale after a loss like any other
  snapshot 10, 11@100.51, snapshot 12@100.51, 14
    => live 10, stale crossed, live 12 crossed, stale gap crossed +1
a first snapshot that is crossed leads to one more
  snapshot 10@100.51, snapshot 10@100.51 => no crossed, live 10 crossed
`;

/** What came of a step, the book's update id or why it has none, and how many events wait. */
function shown(book: LocalOrderBook, result: string | boolean): string {
  const { state, reason, updateId, buffered, snapshotNeeded } = book;
  const words = { true: "live ", false: "no ", applied: "" };
  const word = words[`${result}` as "true"] ?? `${result} `;
  const detail = state === "live" ? updateId : reason;
  const failed = snapshotNeeded?.failed ? ` failed ${snapshotNeeded.failed}` : "";
  const waiting = buffered > 0 ? ` +${buffered}` : "";
  const crossed = book.isCrossed && reason !== "crossed" ? " crossed" : "";
  return `${word}${detail ?? ""}${crossed}${failed}${waiting}`.replace("  ", " ").trim();
}

for (const row of readStory(story)) {
  for (const form of ["bytes", "parsed"]) {
    test(`${row.name}: ${form}`, () => {
      const [text, want] = rowOf(row);
      const isOverlapping = text.startsWith("overlapping");
      const sequence = isOverlapping ? "overlapping" : "documented";
      const book = createOrderBook("BTCUSDT", { sequence, bufferMax: isOverlapping ? 5 : 3 });
      const seen = text.split(", ").map((step) => {
        const [, kind, U, u = U, price, quantity = "1.000"] =
          /^(snapshot )?(\d+)(?:-(\d+))?(?:@([\d.]+)(?:x(\S+))?)?$/.exec(step) ?? [];
        const b: Levels = price === undefined ? [] : [[price, quantity]];
        if (step === "overlapping") return shown(book, "");
        if (step === "cut") return shown(book, `${book.disconnected() ?? "cut"}`);
        if (step === "{") return shown(book, book.applyEvent("{"));
        if (step === "bad") return shown(book, book.applySnapshot(undefined));
        const levels = { bids: [...b, ...bids], asks };
        if (kind !== undefined) return shown(book, book.applySnapshot(snapshot(Number(U), levels)));
        const message = event(Number(U), Number(u), { b });
        const given = form === "bytes" ? Buffer.from(JSON.stringify(message)) : message;
        return shown(book, book.applyEvent(given));
      });
      expect(seen.join(", ").replace(/^, /, "")).toBe(want);
    });
  }
}

test("update ids beyond 53 bits are followed exactly", () => {
  const book = createOrderBook("BTCUSDT");
  book.applySnapshot('{"lastUpdateId":9007199254740991,"bids":[],"asks":[]}');
  const text = (U: string, u: string): string =>
    `{"e":"depthUpdate","E":1,"s":"BTCUSDT","U":${U},"u":${u},"b":[],"a":[]}`;
  expect(book.applyEvent(text("9007199254740992", "9007199254740993"))).toBe("applied");
  expect(book.updateId).toBe(9007199254740993n);
  expect(book.applyEvent(text("9007199254740995", "9007199254740995"))).toBe("stale");
  // A caller's parser may give every integer as a bigint.
  const other = createOrderBook("BTCUSDT");
  other.applySnapshot(snapshot(10n));
  const events = [event(11n, 12n), event(13n, 14n), event(15, 15)];
  expect(events.map((each) => other.applyEvent(each))).toEqual(Array(3).fill("applied"));
});

test("levels come, change and go; one that was not there goes without a trace", () => {
  const book = live();
  const b = levelsOf("100.00x0.000 98.00x0.000 99.70x1.000");
  const a = levelsOf("100.50x1.000 101.00x2.000");
  expect(book.applyEvent(event(11, 11, { b, a }))).toBe("applied");
  expect(lines(book)).toBe("99.70x1.000 99.50x2.000 99.00x4.000 | 100.50x1.000 101.00x2.000");
  expect(book.changes()).toEqual([
    { side: "bids", price: "100.00", quantity: "0.000" },
    { side: "bids", price: "99.70", quantity: "1.000" },
    { side: "asks", price: "101.00", quantity: "2.000" },
  ]);
  expect([book.updateId, book.eventTime, book.engineTime]).toEqual([11, 1011, undefined]);
  book.applyEvent(event(11, 11, { b }));
  expect(book.changes({ allowStale: true })).toEqual([]);
});

const message = event(11, 11);
const losses: readonly (readonly [name: string, message: unknown, want: string])[] = [
  ["a crossed book", event(11, 11, { b: [["100.51", "1"]] }), "crossed"],
  ["a negative quantity", event(11, 11, { b: [["99", "-1"]] }), "negativeQuantity"],
  ["a price that is none", event(11, 11, { b: [["1e5", "1"]] }), "unreadable"],
  ["a level without a quantity", { ...message, a: [["1"]] }, "unreadable"],
  ["an id that is none", { ...message, u: "11" }, "unreadable"],
  ["a mark of byte order", Buffer.from(`\uFEFF${JSON.stringify(message)}`), "unreadable"],
  ["half a frame", '{"e":"depthUpdate","E":1,"s":"BTCU', "unreadable"],
  ["a zero byte", JSON.stringify(message).replace('"e"', '"e\0"'), "unreadable"],
  ["bytes that are not text", Uint8Array.of(0xff, 0xfe), "unreadable"],
];

test.each(losses)("%s makes the book stale, and a new snapshot live again", (_, given, want) => {
  const book = live();
  expect(book.applyEvent(given)).toBe("stale");
  expect([book.state, book.reason]).toEqual(["stale", want]);
  expect(() => book.best()).toThrow(StaleBookError);
  expect(book.best({ allowStale: true }).bids).toBeDefined();
  expect(book.applySnapshot(snapshot(12))).toBe(true);
  expect(lines(book)).toBe(before);
});

const otherMessages: readonly unknown[] = [
  { ...event(11, 11), s: "ETHUSDT" },
  { ...event(11, 11), e: "trade" },
  { result: null, id: 1 },
  '{"stream":"ethusdt@depth","data":{"e":"depthUpdate","s":"ETHUSDT","U":11,"u":11}}',
  [],
  null,
  7,
];

for (const message of otherMessages) {
  test(`${JSON.stringify(message)} is ignored and changes nothing`, () => {
    const book = live();
    expect(book.applyEvent(message)).toBe("ignored");
    expect([book.state, book.updateId, lines(book)]).toEqual(["live", 10, before]);
  });
}

test("a finer level on one side leaves the other as it is", () => {
  const book = createOrderBook("BTCUSDT");
  book.applySnapshot(snapshot(10, { bids: [], asks: [["90071992547409.91", "1"]] }));
  book.applyEvent(event(11, 11, { b: [["0.125", "1"]] }));
  expect(lines(book)).toBe("0.125x1 | 90071992547409.91x1");
});

test("levels beyond the snapshot are marked until a new snapshot", () => {
  const book = createOrderBook("BTCUSDT", { limit: 3 });
  book.applySnapshot(snapshot());
  expect(book.knownDepth()).toEqual({ bids: "99.00", asks: undefined });
  book.applyEvent(event(11, 11, { b: [["98.00", "9.000"]], a: [["105.00", "1.000"]] }));
  const { bids: all, asks: others } = book.levels();
  expect(all.map(({ depthKnown }) => depthKnown)).toEqual([true, true, true, false]);
  expect(others.map(({ depthKnown }) => depthKnown)).toEqual([true, true, true]);
  expect(book.depth("bids", { quantity: "8" }).depthKnown).toBe(false);
  // What is not touched is known where the whole side is.
  expect(book.depth("bids", { quantity: "0" }).depthKnown).toBe(false);
  expect(book.depth("asks", { quantity: "0" }).depthKnown).toBe(true);
  expect([0, 1, 2].map((count) => book.levels(count).bids.length)).toEqual([0, 1, 2]);
});

test("asks above the worst of the snapshot are not known", () => {
  const book = createOrderBook("BTCUSDT", { limit: 1 });
  book.applySnapshot(snapshot(10, { bids: [], asks: [["101.00", "1"]] }));
  book.applyEvent(event(11, 11, { a: levelsOf("101.01x1 100.99x1") }));
  expect(book.levels().asks.map(({ depthKnown }) => depthKnown)).toEqual([true, true, false]);
});

/** What is wanted; its quantity, notional, levels and last price, and whether it is enough. */
test.each([
  [{ quantity: "0" }, "0", "0", 0, undefined, true],
  [{ quantity: "1.5" }, "1.5", "150", 1, "100.00", true],
  [{ quantity: "1.501" }, "1.501", "150.0995", 2, "99.50", true],
  [{ quantity: "99" }, "7.5", "745", 3, "99.00", false],
  [{ notional: "150" }, "1.5", "150", 1, "100.00", true],
  [{ notional: "150.1" }, "1.501", "150.0995", 2, "99.50", true],
  [{ notional: "745.01" }, "7.5", "745", 3, "99.00", false],
] as const)("the depth of %j is exact", (wanted, quantity, notional, levels, price, isEnough) => {
  const want = { quantity, notional, levels, price, isEnough, depthKnown: true };
  expect(live().depth("bids", wanted)).toEqual(want);
});

test.each([
  ["bids", { quantity: "1e3" }, "quantity is not plain notation"],
  ["bids", { quantity: "-1" }, "quantity has a sign"],
  ["bids", { notional: 5 }, "notional is not decimal text"],
  ["bids", {}, "Give a quantity or a notional"],
  ["bids", null, "Give a quantity or a notional"],
  ["bids", { amount: "1" }, "Give a quantity or a notional"],
  ["bids", { quantity: "1", notional: "1" }, "and not both"],
  ["buy", { quantity: "1" }, "side is neither"],
  ["changedBids", { quantity: "1" }, "side is neither"],
])("the depth of %s by %j is refused: %s", (side, request, want) => {
  expect(() => live().depth(side as "bids", request as { quantity: string })).toThrow(want);
});

test.each([Number.NaN, -1, 1.5, "1", null, { allowStale: true }])(
  "levels(%j) is refused",
  (count) => {
    const read = () => live().levels(count as number);
    expect(read).toThrow(new RangeError("count is no whole number from 0; leave it out for all."));
  },
);

test("of a price that a snapshot names twice, the last quantity counts", () => {
  const book = createOrderBook("BTCUSDT");
  book.applySnapshot(snapshot(1, { bids: levelsOf("9x1 9.00x2 8x3 8.0x0"), asks: [] }));
  expect(lines(book)).toBe("9x2 | ");
});

test("an empty side has no best level and no depth", () => {
  const book = createOrderBook("BTCUSDT");
  book.applySnapshot(snapshot(1, { bids: [], asks }));
  expect(book.best().bids).toBeUndefined();
  expect(book.depth("bids", { quantity: "1" })).toMatchObject({ levels: 0, isEnough: false });
});

/** A bid, one more, and how both are written then. */
test.each([
  ["the same places", "0.10000000x5.00000000", "0.20000000x12345678901.00000000", ""],
  ["different places lose needless zeros", "7.10x5", "7.2x5.50", "7.2x5.5 7.1x5"],
  ["finer ones make the book finer", "1.5x5", "1.50000001x0.000000000001", ""],
  ["prices and quantities become finer together", "1.5x0.5", "1.25x0.25", "1.5x0.5 1.25x0.25"],
  ["the largest number", "90071992547409.91x0.25", "90071992547409.92x99999999999999.75", ""],
  ["no number", "123456789012.12345678x1", "123456789012.12345679x98765432109876543210.1234", ""],
])("digits: %s", (_, one, more, want) => {
  const [level, other] = [one, more].map((text) => text.split("x"));
  const book = createOrderBook("BTCUSDT");
  book.applySnapshot({ lastUpdateId: 10, bids: [level], asks: [] });
  for (const id of [11, 12]) {
    const given = { ...event(id, id), b: [other] };
    expect(book.applyEvent(id === 11 ? JSON.stringify(given) : given)).toBe("applied");
    expect(lines(book)).toBe(`${want || `${more} ${one}`} | `);
  }
  book.applyEvent({ ...event(13, 13), b: [[other?.[0], "0"]] });
  expect(book.changes().length).toBe(1);
  expect(book.levels().bids.length).toBe(1);
});

/** Every way to read a book. */
const reads: readonly ((book: LocalOrderBook, allowStale: boolean) => unknown)[] = [
  (book, allowStale) => book.best({ allowStale }),
  (book, allowStale) => book.levels(1, { allowStale }),
  (book, allowStale) => book.depth("bids", { quantity: "0" }, { allowStale }),
  (book, allowStale) => book.changes({ allowStale }),
  (book, allowStale) => book.knownDepth({ allowStale }),
];

test("no way to read a book that is not live but by asking for it", () => {
  const hint = "Wait until it is live, or read its last state with allowStale.";
  const syncing = createOrderBook("BTCUSDT");
  const stale = live();
  stale.applyEvent(event(11, 11, { b: [["99.00", "1.000"]] }));
  stale.disconnected();
  const failure = (state: string, reason: string | undefined, words: string): unknown => {
    const message = `The order book of BTCUSDT is ${words}. ${hint}`;
    const fields = { name: "StaleBookError", symbol: "BTCUSDT", state, reason, message };
    return expect.objectContaining(fields);
  };
  for (const read of reads) {
    expect(() => read(syncing, false)).toThrow(failure("syncing", undefined, "syncing"));
    const words = "stale (disconnected)";
    expect(() => read(stale, false)).toThrow(failure("stale", "disconnected", words));
    expect(() => read(stale, true)).not.toThrow();
  }
  expect(stale.changes({ allowStale: true })).toEqual([]);
  const nothing = { bids: undefined, asks: undefined };
  expect(syncing.knownDepth({ allowStale: true })).toStrictEqual(nothing);
});

test("a book without levels is empty, and knows of none", () => {
  const book = createOrderBook("BTCUSDT", { limit: 1 });
  expect(lines(book)).toBe(" | ");
  const gone: Levels = [["5.00", "0.000"]];
  expect(book.applySnapshot(snapshot(1, { bids: gone, asks: gone }))).toBe(true);
  expect(book.knownDepth()).toEqual({ bids: undefined, asks: undefined });
  expect([lines(book), book.isCrossed]).toEqual([" | ", false]);
});

test("the times of the last event, where it has them", () => {
  const book = createOrderBook("BTCUSDT");
  expect([book.eventTime, book.engineTime]).toEqual([undefined, undefined]);
  book.applySnapshot(snapshot());
  expect([book.eventTime, book.engineTime]).toEqual([undefined, undefined]);
  book.applyEvent({ ...event(11, 11), T: 1009 });
  expect([book.eventTime, book.engineTime]).toEqual([1011, 1009]);
});

test("a sequence that nobody declared is an error", () => {
  const options = { sequence: "guessed" } as unknown as { sequence: "documented" };
  expect(() => createOrderBook("BTCUSDT", options)).toThrow(
    "choose one of documented, overlapping",
  );
});
