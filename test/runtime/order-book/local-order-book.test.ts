/** A local order book: states, reads, digits, and what makes it start again (W07, W08). */

import { expect, test } from "vitest";

import {
  createOrderBook,
  type LocalOrderBook,
  StaleBookError,
} from "../../../generated/order-book.ts";

type Levels = readonly (readonly [price: string, quantity: string])[];

const bids: Levels = [
  ["100.00", "1.500"],
  ["99.50", "2.000"],
  ["99.00", "4.000"],
];
const asks: Levels = [
  ["100.50", "1.000"],
  ["101.00", "3.000"],
];

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

test("a book asks for a snapshot, and is live with it", () => {
  const book = createOrderBook("BTCUSDT");
  expect(book.state).toBe("syncing");
  expect(book.snapshotNeeded).toEqual({ limit: 1000, reason: undefined, failed: 0 });
  expect(book.updateId).toBeUndefined();
  expect(book.applySnapshot(snapshot())).toBe(true);
  expect(book.snapshotNeeded).toBeUndefined();
  expect(book.updateId).toBe(10);
  expect(lines(book)).toBe(before);
});

/** Events before and after the snapshot of update 10, and what becomes of each. */
const followings: readonly {
  readonly name: string;
  readonly early?: readonly (readonly [number, number])[];
  readonly late?: readonly (readonly [number, number])[];
  readonly sequence?: "overlapping";
  readonly want: string;
}[] = [
  { name: "held by the snapshot", early: [[8, 10]], want: "live 10" },
  { name: "across the snapshot", early: [[9, 12]], want: "live 12" },
  { name: "right behind the snapshot", early: [[11, 12]], want: "live 12" },
  { name: "the snapshot is older", early: [[12, 12]], want: "syncing snapshotTooOld" },
  {
    name: "some held, some not",
    early: [
      [9, 9],
      [10, 11],
      [12, 14],
    ],
    want: "live 14",
  },
  {
    name: "a gap before it",
    early: [
      [5, 5],
      [9, 9],
      [10, 11],
    ],
    want: "live 11",
  },
  { name: "dropped later", late: [[7, 10]], want: "live 10" },
  {
    name: "first across",
    late: [
      [9, 12],
      [13, 13],
    ],
    want: "live 13",
  },
  { name: "first behind a gap", late: [[12, 12]], want: "stale gap" },
  {
    name: "a later gap",
    late: [
      [11, 11],
      [13, 13],
    ],
    want: "stale gap",
  },
  {
    name: "a double",
    late: [
      [11, 11],
      [11, 11],
    ],
    want: "stale gap",
  },
  {
    name: "an overlap",
    late: [
      [11, 12],
      [12, 13],
    ],
    want: "stale gap",
  },
  {
    name: "a double",
    late: [
      [11, 11],
      [11, 11],
    ],
    sequence: "overlapping",
    want: "live 11",
  },
  {
    name: "an overlap",
    late: [
      [11, 12],
      [12, 13],
    ],
    sequence: "overlapping",
    want: "live 13",
  },
  {
    name: "a gap",
    late: [
      [11, 12],
      [14, 14],
    ],
    sequence: "overlapping",
    want: "stale gap",
  },
  { name: "ids the wrong way round", late: [[12, 11]], want: "stale unreadable" },
];

for (const { name, early = [], late = [], sequence, want } of followings) {
  test(`events ${sequence ?? "documented"}: ${name} is ${want}`, () => {
    const book = createOrderBook("BTCUSDT", sequence === undefined ? {} : { sequence });
    for (const [U, u] of early) expect(book.applyEvent(event(U, u))).toBe("buffered");
    book.applySnapshot(snapshot());
    for (const [U, u] of late) book.applyEvent(event(U, u));
    expect(`${book.state} ${book.reason ?? book.updateId}`).toBe(want);
  });
}

test("only an overlapping book drops a double", () => {
  const [documented, overlapping] = [live(), live({ sequence: "overlapping" })];
  for (const book of [documented, overlapping]) book.applyEvent(event(11, 11));
  expect(documented.applyEvent(event(11, 11))).toBe("stale");
  expect(overlapping.applyEvent(event(11, 11))).toBe("dropped");
  expect(overlapping.applyEvent(event(10, 11))).toBe("dropped");
});

test("update ids beyond 53 bits are followed exactly", () => {
  const book = createOrderBook("BTCUSDT");
  book.applySnapshot('{"lastUpdateId":9007199254740991,"bids":[],"asks":[]}');
  const text = (U: string, u: string): string =>
    `{"e":"depthUpdate","E":1,"s":"BTCUSDT","U":${U},"u":${u},"b":[],"a":[]}`;
  expect(book.applyEvent(text("9007199254740992", "9007199254740993"))).toBe("applied");
  expect(book.updateId).toBe(9007199254740993n);
  expect(book.applyEvent(text("9007199254740995", "9007199254740995"))).toBe("stale");
});

test("levels come, change and go; one that was not there goes without a trace (W08)", () => {
  const book = live();
  const b: Levels = [
    ["100.00", "0.000"],
    ["98.00", "0.000"],
    ["99.70", "1.000"],
  ];
  expect(
    book.applyEvent(
      event(11, 11, {
        b,
        a: [
          ["100.50", "1.000"],
          ["101.00", "2.000"],
        ],
      }),
    ),
  ).toBe("applied");
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

const losses: readonly { name: string; message: unknown; want: string }[] = [
  { name: "a crossed book", message: event(11, 11, { b: [["100.51", "1"]] }), want: "crossed" },
  {
    name: "a negative quantity",
    message: event(11, 11, { b: [["99", "-1"]] }),
    want: "negativeQuantity",
  },
  {
    name: "a price that is none",
    message: event(11, 11, { b: [["1e5", "1"]] }),
    want: "unreadable",
  },
  {
    name: "a level without a quantity",
    message: { ...event(11, 11), a: [["1"]] },
    want: "unreadable",
  },
  { name: "an id that is none", message: { ...event(11, 11), u: "11" }, want: "unreadable" },
  {
    name: "a mark of byte order",
    message: Buffer.from(`\uFEFF${JSON.stringify(event(11, 11))}`),
    want: "unreadable",
  },
  { name: "half a frame", message: '{"e":"depthUpdate","E":1,"s":"BTCU', want: "unreadable" },
  {
    name: "a name with a zero byte",
    message: JSON.stringify(event(11, 11)).replace('"e"', '"e\0"'),
    want: "unreadable",
  },
  { name: "bytes that are not text", message: Uint8Array.of(0xff, 0xfe), want: "unreadable" },
];

for (const { name, message, want } of losses) {
  test(`${name} makes the book stale, and a new snapshot live again`, () => {
    const book = live();
    expect(book.applyEvent(message)).toBe("stale");
    expect([book.state, book.reason]).toEqual(["stale", want]);
    expect(() => book.best()).toThrow(StaleBookError);
    expect(book.best({ allowStale: true }).bids).toBeDefined();
    expect(book.applySnapshot(snapshot(12))).toBe(true);
    expect(lines(book)).toBe(before);
  });
}

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

const poorSnapshots: readonly { name: string; given: unknown; want: string }[] = [
  { name: "nothing", given: undefined, want: "snapshotUnreadable" },
  { name: "a page", given: "<html>", want: "snapshotUnreadable" },
  { name: "a failure", given: { code: -1003, msg: "Too much." }, want: "snapshotUnreadable" },
  { name: "a broken level", given: { ...snapshot(), bids: [["1"]] }, want: "snapshotUnreadable" },
  {
    name: "a negative level",
    given: { ...snapshot(), bids: [["1", "-1"]] },
    want: "snapshotUnreadable",
  },
  { name: "an old one", given: snapshot(9), want: "snapshotTooOld" },
];

for (const { name, given, want } of poorSnapshots) {
  test(`a snapshot that is ${name} is asked for again (W07)`, () => {
    const book = createOrderBook("BTCUSDT");
    book.applyEvent(event(11, 11));
    expect(book.applySnapshot(given)).toBe(false);
    expect(book.applySnapshot(given)).toBe(false);
    expect(book.snapshotNeeded).toEqual({ limit: 1000, reason: want, failed: 2 });
    expect(book.applySnapshot(snapshot(10))).toBe(true);
    expect(book.updateId).toBe(11);
  });
}

/** Bids of the book are at 100.00 and below, asks at 100.50 and above. */
const crossings: readonly {
  readonly name: string;
  /** Prices of a bid that is set or removed, and snapshots with such a bid or without. */
  readonly steps: readonly string[];
  /** Result or success, state and flag after each. */
  readonly want: readonly string[];
}[] = [
  { name: "a locked book is live", steps: ["set 100.50"], want: ["applied live"] },
  {
    name: "a crossed book needs one snapshot, which shows that it is not crossed",
    steps: ["set 100.51", "snapshot"],
    want: ["stale stale crossed", "true live"],
  },
  {
    name: "a book that is crossed in the snapshot as well is live, and takes events",
    steps: ["set 100.51", "snapshot 100.51", "set 100.60", "set 99.00"],
    want: [
      "stale stale crossed",
      "true live crossed",
      "applied live crossed",
      "applied live crossed",
    ],
  },
  {
    name: "a book that uncrosses and is crossed again needs another snapshot",
    steps: ["set 100.51", "snapshot 100.51", "remove 100.51", "set 100.52", "snapshot 100.52"],
    want: [
      "stale stale crossed",
      "true live crossed",
      "applied live",
      "stale stale crossed",
      "true live crossed",
    ],
  },
  {
    name: "a crossed book that locks is not crossed",
    steps: ["set 100.51", "snapshot 100.51", "remove 100.51", "set 100.50"],
    want: ["stale stale crossed", "true live crossed", "applied live", "applied live"],
  },
];

for (const { name, steps, want } of crossings) {
  for (const form of ["bytes", "parsed"]) {
    test(`${name}: ${form}`, () => {
      const book = live();
      const seen: string[] = [];
      for (const [index, step] of steps.entries()) {
        const [verb = "", price = ""] = step.split(" ");
        const id = 11 + index;
        const plain = snapshot(id);
        const bids = price === "" ? plain.bids : [[price, "1.000"], ...plain.bids];
        const message = event(id, id, { b: [[price, verb === "set" ? "1.000" : "0.000"]] });
        const result =
          verb === "snapshot"
            ? book.applySnapshot({ ...plain, bids })
            : book.applyEvent(form === "bytes" ? Buffer.from(JSON.stringify(message)) : message);
        seen.push(`${result} ${book.state}${book.isCrossed ? " crossed" : ""}`);
      }
      expect(seen).toEqual(want);
    });
  }
}

test("a first snapshot that is crossed leads to one more", () => {
  const book = createOrderBook("BTCUSDT");
  const crossed = { ...snapshot(10), asks: [["99.00", "1.000"]] };
  expect(book.applySnapshot(crossed)).toBe(false);
  expect(book.snapshotNeeded).toEqual({ limit: 1000, reason: "crossed", failed: 0 });
  expect(book.applySnapshot(crossed)).toBe(true);
  expect([book.state, book.isCrossed, book.snapshotNeeded]).toEqual(["live", true, undefined]);
});

test("the buffer is bounded: the oldest events go, and an older snapshot no longer fits", () => {
  const book = createOrderBook("BTCUSDT", { bufferMax: 3 });
  for (let id = 11; id <= 20; id += 1) book.applyEvent(event(id, id));
  expect(book.buffered).toBe(3);
  expect(book.applySnapshot(snapshot(16))).toBe(false);
  expect(book.applySnapshot(snapshot(17))).toBe(true);
  expect(book.updateId).toBe(20);
});

test("after a cut the book is stale until a new snapshot", () => {
  const book = live();
  book.disconnected();
  expect([book.state, book.reason]).toEqual(["stale", "disconnected"]);
  expect(book.applyEvent(event(15, 15, { b: [["100.10", "1.000"]] }))).toBe("buffered");
  expect(book.applySnapshot(snapshot(13))).toBe(false);
  expect(book.applySnapshot(snapshot(14))).toBe(true);
  expect(book.best().bids?.price).toBe("100.10");
});

test("a snapshot older than what was seen is not taken, unless the connection is new", () => {
  const book = live();
  for (const id of [11, 12]) book.applyEvent(event(id, id));
  book.applyEvent("{");
  expect(book.applySnapshot(snapshot(11))).toBe(false);
  book.disconnected();
  expect(book.applySnapshot(snapshot(11))).toBe(true);
});

test("what was kept before a cut is gone", () => {
  const book = createOrderBook("BTCUSDT");
  book.applyEvent(event(11, 11));
  book.disconnected();
  expect([book.state, book.buffered]).toEqual(["syncing", 0]);
});

test("kept events that lead nowhere keep one snapshot away, not more", () => {
  const book = createOrderBook("BTCUSDT");
  for (const [U, u] of [
    [5, 999_999],
    [11, 11],
    [12, 12],
  ] as const)
    book.applyEvent(event(U, u));
  expect(book.applySnapshot(snapshot(10))).toBe(false);
  expect(book.applySnapshot(snapshot(10))).toBe(true);
  expect(book.updateId).toBe(12);
});

/** Events that do not follow the one before them; the snapshot covers neither. */
const broken = { overlap: [12, 13], double: [11, 12], gap: [14, 14] } as const;

for (const [name, [U, u]] of Object.entries(broken)) {
  test(`a ${name} makes the book start again, in the buffer as in the live stream`, () => {
    const buffering = createOrderBook("BTCUSDT");
    buffering.applyEvent(event(11, 12));
    buffering.applyEvent(event(U, u));
    expect(buffering.applySnapshot(snapshot(11))).toBe(false);
    const followed = live();
    expect(followed.applyEvent(event(11, 12))).toBe("applied");
    expect(followed.applyEvent(event(U, u))).toBe("stale");
    for (const book of [buffering, followed]) {
      expect(book.applySnapshot(snapshot(13))).toBe(true);
      expect(book.updateId).toBe(name === "gap" ? 14 : 13);
    }
  });
}

test("a finer level on one side leaves the other as it is", () => {
  const book = createOrderBook("BTCUSDT");
  book.applySnapshot(snapshot(10, { bids: [], asks: [["90071992547409.91", "1"]] }));
  book.applyEvent(event(11, 11, { b: [["0.125", "1"]] }));
  expect(lines(book)).toBe("0.125x1 | 90071992547409.91x1");
});

test("an impossible id does not lock the book out", () => {
  const book = live();
  expect(book.applyEvent(event(11, 999_999))).toBe("applied");
  expect(book.applyEvent(event(12, 12))).toBe("stale");
  expect(book.applySnapshot(snapshot(12))).toBe(true);
  expect(book.applyEvent(event(13, 13))).toBe("applied");
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
  book.applyEvent(
    event(11, 11, {
      a: [
        ["101.01", "1"],
        ["100.99", "1"],
      ],
    }),
  );
  expect(book.levels().asks.map(({ depthKnown }) => depthKnown)).toEqual([true, true, false]);
});

const depths: readonly [Parameters<LocalOrderBook["depth"]>[1], object][] = [
  [
    { quantity: "0" },
    { quantity: "0", notional: "0", levels: 0, isEnough: true, price: undefined },
  ],
  [
    { quantity: "1.5" },
    { quantity: "1.5", notional: "150", levels: 1, isEnough: true, price: "100.00" },
  ],
  [{ quantity: "1.501" }, { quantity: "1.501", notional: "150.0995", levels: 2, price: "99.50" }],
  [
    { quantity: "99" },
    { quantity: "7.5", notional: "745", levels: 3, isEnough: false, price: "99.00" },
  ],
  [{ notional: "150" }, { quantity: "1.5", notional: "150", levels: 1, isEnough: true }],
  [{ notional: "150.1" }, { quantity: "1.501", notional: "150.0995", levels: 2, isEnough: true }],
  [{ notional: "745.01" }, { quantity: "7.5", notional: "745", levels: 3, isEnough: false }],
];

for (const [wanted, want] of depths) {
  test(`the depth of ${JSON.stringify(wanted)} is exact`, () => {
    expect(live().depth("bids", wanted)).toMatchObject({ depthKnown: true, ...want });
  });
}

test.each([
  ["bids", { quantity: "1e3" }, "quantity is not plain notation"],
  ["bids", { quantity: "-1" }, "quantity has a sign"],
  ["bids", { notional: 5 }, "notional is not decimal text"],
  ["bids", {}, "notional is not decimal text"],
  ["buy", { quantity: "1" }, "side is neither"],
])("the depth of %s by %j is refused: %s", (side, request, want) => {
  expect(() => live().depth(side as "bids", request as { quantity: string })).toThrow(want);
});

test("of a price that a snapshot names twice, the last quantity counts", () => {
  const book = createOrderBook("BTCUSDT");
  const pairs: Levels = [
    ["9", "1"],
    ["9.00", "2"],
    ["8", "3"],
    ["8.0", "0"],
  ];
  book.applySnapshot(snapshot(1, { bids: pairs, asks: [] }));
  expect(lines(book)).toBe("9x2 | ");
});

test("an empty side has no best level and no depth", () => {
  const book = createOrderBook("BTCUSDT");
  book.applySnapshot(snapshot(1, { bids: [], asks }));
  expect(book.best().bids).toBeUndefined();
  expect(book.depth("bids", { quantity: "1" })).toMatchObject({ levels: 0, isEnough: false });
});

const spellings: readonly { name: string; levels: Levels; more: Levels; want: string }[] = [
  {
    name: "all with the same places stay as they were sent",
    levels: [["0.10000000", "5.00000000"]],
    more: [["0.20000000", "12345678901.00000000"]],
    want: "0.20000000x12345678901.00000000 0.10000000x5.00000000",
  },
  {
    name: "different places lose needless zeros",
    levels: [["7.10", "5"]],
    more: [["7.2", "5.50"]],
    want: "7.2x5.5 7.1x5",
  },
  {
    name: "finer ones make the book finer",
    levels: [["1.5", "5"]],
    more: [["1.50000001", "0.000000000001"]],
    want: "1.50000001x0.000000000001 1.5x5",
  },
  {
    name: "prices and quantities become finer together",
    levels: [["1.5", "0.5"]],
    more: [["1.25", "0.25"]],
    want: "1.5x0.5 1.25x0.25",
  },
  {
    name: "the largest that a number holds, and one above",
    levels: [["90071992547409.91", "0.25"]],
    more: [["90071992547409.92", "99999999999999.75"]],
    want: "90071992547409.92x99999999999999.75 90071992547409.91x0.25",
  },
  {
    name: "what no number holds is exact all the same",
    levels: [["123456789012.12345678", "1"]],
    more: [["123456789012.12345679", "98765432109876543210.123456789"]],
    want: "123456789012.12345679x98765432109876543210.123456789 123456789012.12345678x1",
  },
];

for (const { name, levels, more, want } of spellings) {
  test(`digits: ${name}`, () => {
    const book = createOrderBook("BTCUSDT");
    book.applySnapshot(snapshot(10, { bids: levels, asks: [] }));
    for (const given of [JSON.stringify(event(11, 11, { b: more })), event(12, 12, { b: more })]) {
      expect(book.applyEvent(given)).toBe("applied");
      expect(lines(book)).toBe(`${want} | `);
    }
    const away = more.map(([price]) => [price, "0"] as const);
    book.applyEvent(event(13, 13, { b: away }));
    expect(book.changes().length).toBe(1);
    expect(book.levels().bids.length).toBe(1);
  });
}

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
  const facts = { name: "StaleBookError", symbol: "BTCUSDT" };
  const syncing = createOrderBook("BTCUSDT");
  const stale = live();
  stale.applyEvent(event(11, 11, { b: [["99.00", "1.000"]] }));
  stale.disconnected();
  for (const read of reads) {
    expect(() => read(syncing, false)).toThrow(
      expect.objectContaining({
        ...facts,
        state: "syncing",
        reason: undefined,
        message: `The order book of BTCUSDT is syncing. ${hint}`,
      }),
    );
    expect(() => read(stale, false)).toThrow(
      expect.objectContaining({
        ...facts,
        state: "stale",
        reason: "disconnected",
        message: `The order book of BTCUSDT is stale (disconnected). ${hint}`,
      }),
    );
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

test("what a book does not need changes nothing", () => {
  const book = createOrderBook("BTCUSDT");
  expect(book.applyEvent("{")).toBe("ignored");
  expect([book.state, book.reason]).toEqual(["syncing", undefined]);
  book.applySnapshot(snapshot());
  expect(book.applySnapshot(snapshot(20, { bids: [], asks: [] }))).toBe(true);
  expect([book.updateId, lines(book)]).toEqual([10, before]);
  for (const id of [11, 12]) book.applyEvent(event(id, id));
  book.applyEvent("{");
  // One that is older than what was seen is not taken.
  expect(book.applySnapshot(snapshot(11, { bids: [], asks: [] }))).toBe(false);
  expect(lines(book)).toBe(before);
});

test("options that make no sense are errors", () => {
  expect(() => createOrderBook("BTCUSDT", { limit: 0 })).toThrow("createOrderBook");
});

test("a sequence that nobody declared is an error", () => {
  const options = { sequence: "guessed" } as unknown as { sequence: "documented" };
  expect(() => createOrderBook("BTCUSDT", options)).toThrow(
    "choose one of documented, overlapping",
  );
});
