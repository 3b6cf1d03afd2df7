/** Frames are read from their bytes; whatever their form, the general reader says the same. */

import fc from "fast-check";
import { expect, test } from "vitest";

import { createOrderBook, type LocalOrderBook } from "../../../generated/order-book.ts";
import { parseJson } from "../../../runtime/encoding/json.ts";
import {
  bytesOfMessage,
  readDepthEvent,
  readSnapshot,
  scanDepthObject,
} from "../../../runtime/order-book/depth-message.ts";
import { DepthScanner, type ScanTarget } from "../../../runtime/order-book/depth-scanner.ts";
import { LevelList } from "../../../runtime/order-book/levels.ts";
import type { DepthFormat, EventIds } from "../../../runtime/order-book/types.ts";
import { mixedPlaces } from "../../../runtime/order-book/units.ts";
import { propertyTimeoutMs, Reached, runs } from "../../support/runs.ts";

type Level = readonly [price: string, quantity: string];

/** How a frame is written, and one byte of it that is changed. */
interface Spelling {
  readonly order: readonly number[];
  readonly gap: string;
  readonly extra: readonly [name: string, json: string] | undefined;
  readonly wrapped: boolean;
  readonly escaped: boolean;
  /** What stands around the digits of an update id. */
  readonly digits: readonly [before: string, behind: string];
  readonly mutation:
    | { readonly at: number; readonly byte: number; readonly kind: number }
    | undefined;
}

const usual: Spelling = {
  order: [0, 1, 2, 3, 4, 5, 6],
  gap: "",
  extra: undefined,
  wrapped: false,
  escaped: false,
  digits: ["", ""],
  mutation: undefined,
};

const spelling: fc.Arbitrary<Spelling> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(usual) },
  { weight: 1, arbitrary: fc.constant({ ...usual, wrapped: true }) },
  {
    weight: 3,
    arbitrary: fc.record({
      order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 6 }),
      gap: fc.constantFrom("", "", "", " ", "\n", "\t"),
      extra: fc.option(
        fc.constantFrom<readonly [string, string]>(
          ["T", "17"],
          ["T", "null"],
          ["pu", "41"],
          ["pu", '"x"'],
          ["zz", "{}"],
          ["x", "1.5e3"],
          ["u", "7"],
          ["new", '["]"]'],
          ["é", "1"],
        ),
        { nil: undefined, freq: 1 },
      ),
      wrapped: fc.boolean(),
      escaped: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0),
      digits: fc.constantFrom<readonly [string, string]>(
        ...Array<readonly [string, string]>(12).fill(["", ""]),
        ["", "e0"],
        ["0", ""],
        ["", ".0"],
        ["-", ""],
        ['"', '"'],
      ),
      mutation: fc.option(
        fc.record({ at: fc.nat(400), byte: fc.integer({ min: 0, max: 255 }), kind: fc.nat(4) }),
        { nil: undefined, freq: 1 },
      ),
    }),
  },
);

/** Decimals as they come, and as they should not. */
const digits = (max: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: max });
const odd = fc.oneof(
  fc.tuple(digits(25), digits(25)).map(([whole, fraction]) => `${whole}.${fraction}`),
  digits(20),
  fc.constantFrom(
    ...["", ".5", "5.", "-1", "-0", "1e5", "+3", " 1", "0x10", "١", "1,5", "00.10", "NaN"],
  ),
);
const amount = (places: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 40, arbitrary: fc.integer({ min: 0, max: 99 }).map((n) => n.toFixed(places)) },
    { weight: 10, arbitrary: fc.nat(99_999).map((n) => (n / 1000).toFixed(places)) },
    { weight: 1, arbitrary: odd },
  );

/** Price bands that do not cross, unless something odd comes. */
const level = (places: number, base: number): fc.Arbitrary<Level> =>
  fc.tuple(
    fc.oneof(
      { weight: 30, arbitrary: fc.nat(30).map((n) => (base + n / 100).toFixed(places)) },
      { weight: 1, arbitrary: odd },
    ),
    amount(places),
  );

const frame = (places: number) =>
  fc.record({
    bids: fc.array(level(places, 10), { maxLength: 12 }),
    asks: fc.array(level(places, 20), { maxLength: 12 }),
    spelling,
  });

const session = fc
  .constantFrom(0, 2, 8)
  .chain((places) => fc.array(frame(places), { minLength: 1, maxLength: 25 }));

interface Frame {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly spelling: Spelling;
}

function bytesOf({ bids, asks, spelling: spelt }: Frame, id: number): Uint8Array {
  const key = (name: string): string => (spelt.escaped && name === "b" ? "\\u0062" : name);
  const number = (value: number): string => spelt.digits.join(String(value));
  const members = [
    ["e", '"depthUpdate"'],
    ["E", "1700000000000"],
    ["s", '"BTCUSDT"'],
    ["U", number(id)],
    ["u", number(id)],
    ["b", JSON.stringify(bids)],
    ["a", JSON.stringify(asks)],
  ] as const;
  const chosen = spelt.order.map((index) => members[index] ?? members[0]);
  const all = spelt.extra === undefined ? chosen : [...chosen, spelt.extra];
  const { gap } = spelt;
  const body = all.map(([name, json]) => `"${key(name)}":${gap}${json}`).join(`,${gap}`);
  const text = spelt.wrapped ? `{"stream":"btcusdt@depth","data":{${body}}}` : `{${body}}`;
  const bytes = [...new TextEncoder().encode(text)];
  if (spelt.mutation !== undefined) {
    const { at, byte, kind } = spelt.mutation;
    const place = at % bytes.length;
    if (kind === 0) bytes[place] = byte;
    else if (kind === 1) bytes.splice(place, 1);
    else if (kind === 2) bytes.splice(place);
    else if (kind === 3) bytes.push(byte);
    else bytes.splice(place, 0, byte);
  }
  return Uint8Array.from(bytes);
}

/** What the general reader is given; nothing for bytes that are no JSON. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function shown(book: LocalOrderBook) {
  const stale = { allowStale: true };
  return {
    state: book.state,
    reason: book.reason,
    need: book.snapshotNeeded,
    updateId: book.updateId,
    times: [book.eventTime, book.engineTime],
    levels: book.levels(Infinity, stale),
    best: book.best(stale),
    changes: book.changes(stale),
  };
}

test("bytes, texts and objects make the same book", { timeout: propertyTimeoutMs }, () => {
  const reached = new Reached();
  const numRuns = runs({ commit: 75, gate: 200_000, release: 2_000_000 });
  fc.assert(
    fc.property(session, (frames) => {
      const books = [0, 1, 2].map(() => createOrderBook("BTCUSDT"));
      for (const book of books) book.applySnapshot({ lastUpdateId: 0, bids: [], asks: [] });
      for (const given of frames) {
        const id = Number(books[0]?.updateId) + 1;
        const bytes = bytesOf(given, id);
        const value = parsed(bytes);
        const text = value === undefined ? "{" : new TextDecoder().decode(bytes);
        const taken = [bytes, text, value === undefined ? "{" : value].map((message, index) =>
          books[index]?.applyEvent(message),
        );
        expect(taken[1]).toBe(taken[0]);
        expect(taken[2]).toBe(taken[0]);
        reached.add(taken[0] ?? "");
        const [first, ...others] = books.map(shown);
        for (const other of others) expect(other).toEqual(first);
        const { bids = [], asks = [] } = first?.levels ?? {};
        expect(first?.best).toEqual({ bids: bids[0], asks: asks[0] });
        reached.add(String(first?.reason));
        if (first?.state !== "live") break;
      }
    }),
    { numRuns },
  );
  const wanted = ["applied", "stale", "ignored", "crossed", "negativeQuantity", "unreadable"];
  expect(reached.missing(wanted), "these were never reached").toEqual([]);
});

const ids = { first: "U", last: "u", before: "pu", time: "E", engineTime: "T" };
const format: DepthFormat = {
  type: "depthUpdate",
  fields: { type: "e", symbol: "s", bids: "b", asks: "a", ...ids },
  wrapper: { stream: "stream", data: "data" },
};
const { wrapper: _, ...unwrapped } = format;
const members = {
  e: '"depthUpdate"',
  E: "1700",
  s: '"BTCUSDT"',
  U: "7",
  u: "9",
  b: '[["10.50","1.5"]]',
  a: "[]",
};

/** A message with other members; one that is `undefined` is left out. */
function messageOf(other: Partial<Record<string, string | undefined>> = {}): string {
  const all = Object.entries({ ...members, ...other });
  const written = all.flatMap(([name, json]) => (json === undefined ? [] : `"${name}":${json}`));
  return `{${written.join(",")}}`;
}

const wrapped = (stream: string, more = ""): string =>
  `{"stream":"${stream}","data":${messageOf()}${more}}`;

/** Takes prices of two places, and quantities of up to three. */
function scanTarget(): ScanTarget {
  return {
    precision: { price: { scale: 2, places: 2 }, quantity: { scale: 3, places: mixedPlaces } },
    changedBids: new LevelList(),
    changedAsks: new LevelList(),
  };
}

/** What the scanner reads. */
function scan(text: string, given: DepthFormat = format) {
  const target = scanTarget();
  return inLists(
    target,
    new DepthScanner(given, "BTCUSDT").scan(new TextEncoder().encode(text), target),
  );
}

/** The same of the parsed message. */
function scanParsed(text: string) {
  const target = scanTarget();
  return inLists(target, scanDepthObject(parseJson(text), format, "BTCUSDT", target));
}

function inLists(target: ScanTarget, found: EventIds | undefined) {
  const shownList = ({ count, prices, quantities }: LevelList) =>
    Array.from({ length: count }, (_, at) => [prices[at], quantities[at]]);
  const { changedBids, changedAsks } = target;
  return found && { ...found, bids: shownList(changedBids), asks: shownList(changedAsks) };
}

const none = Number.NaN;
const usualEvent = {
  ...{ first: 7, last: 9, before: none, time: 1700, engineTime: none },
  ...{ bids: [[1050, 1500]] as unknown[], asks: [] as unknown[] },
};

/** Messages that the scanner reads, and what differs from the usual one. */
const scanned: readonly (readonly [string, string, object])[] = [
  ["the usual one", messageOf(), {}],
  ["wrapped", wrapped("btcusdt@depth"), {}],
  ["a stream of the first and the last plain character", wrapped(" ~"), {}],
  ["without a time", messageOf({ E: undefined }), { time: none }],
  ["all ids 0", messageOf({ U: "0", u: "0", E: "0" }), { first: 0, last: 0, time: 0 }],
  ["more ids", messageOf({ pu: "0", T: "0" }), { before: 0, engineTime: 0 }],
  ["still more", messageOf({ pu: "6", T: "1699" }), { before: 6, engineTime: 1699 }],
  ["the largest id", messageOf({ u: "9007199254740991" }), { last: 9_007_199_254_740_991 }],
  [
    "levels on both sides",
    messageOf({ b: '[["10.50","1"],["9.99","0"]]', a: '[["10.51","0.001"],["0.09","900"]]' }),
    JSON.parse('{"bids":[[1050,1000],[999,0]],"asks":[[1051,1],[9,900000]]}'),
  ],
  ["a price of zero", messageOf({ b: '[["0.00","1"]]' }), { bids: [[0, 1000]] }],
  [
    "zeros beyond the precision",
    messageOf({ b: '[["10.50","1.5000000"]]' }),
    { bids: [[1050, 1500]] },
  ],
  [
    "the largest quantity",
    messageOf({ b: '[["10.50","9007199254740.991"]]' }),
    { bids: [[1050, 9_007_199_254_740_991]] },
  ],
];

test.for(scanned)("the scanner reads %s", ([, text, want]) => {
  expect(scan(text)).toEqual({ ...usualEvent, ...want });
  expect(scanParsed(text)).toEqual({ ...usualEvent, ...want });
});

/** Messages that the scanner leaves to the general reader. */
const left: readonly (readonly [string, string])[] = [
  ...Object.keys(members)
    .filter((name) => name !== "E")
    .map((name) => [`no ${name}`, messageOf({ [name]: undefined })] as const),
  ...["07", "-1", "", "1e1", "9007199254740992", '"7"', "null"].flatMap((id) =>
    ["U", "u", "pu", "E", "T"].map(
      (name) => [`${name} is ${id}`, messageOf({ [name]: id })] as const,
    ),
  ),
  ...["10.5", "10.500", "10", ".50", "10.", "-10.50", "1e1", ""].map(
    (price) => [`a price of ${price}`, messageOf({ b: `[["${price}","1"]]` })] as const,
  ),
  ...["0.0001", "-1", "", ".5", "1.", "9007199254740.992"].map(
    (quantity) =>
      [`a quantity of ${quantity}`, messageOf({ a: `[["10.50","${quantity}"]]` })] as const,
  ),
  ...["[", "[[]]", "[[10.50,1]]", '[["10.50","1"],]', '[["10.50","1","2"]]', "{}", "null"].map(
    (levels) => [`levels ${levels}`, messageOf({ b: levels })] as const,
  ),
  ["a field twice", messageOf().replace("{", '{"U":7,')],
  ["an unknown field", messageOf({ x: "1" })],
  ["a field that begins as a known one", messageOf({ Ux: "1", U: undefined })],
  ["another symbol", messageOf({ s: '"BTCUSDTX"' })],
  ["another type", messageOf({ e: '"depth"' })],
  ["a space", messageOf().replace(",", ", ")],
  ["something behind it", `${messageOf()} `],
  ["something behind the wrapped one", `${wrapped("s")} `],
  ["a wrapper with more fields", wrapped("s", ',"x":1')],
  ["a wrapper with other data", wrapped("s").replace("data", "date")],
  ["a stream with an escape", wrapped("a\\u0062")],
  ["a stream with a control character", wrapped("a\u001f")],
  ["a stream with the delete character", wrapped("a\u007f")],
  ["a stream with another letter", wrapped("é")],
];

test.for(left)("the scanner leaves to the general reader: %s", ([, text]) => {
  expect(scan(text)).toBeUndefined();
});

test("every byte of a message counts for the scanner", () => {
  for (const text of [messageOf({ pu: "6", T: "5" }), wrapped("s")]) {
    for (let at = 0; at < text.length; at += 1) {
      expect(scan(text.slice(0, at)), `cut at ${at}`).toBeUndefined();
      expect(scan(`${text.slice(0, at)}\u0001${text.slice(at + 1)}`), `${at}`).toBeUndefined();
    }
  }
});

test("nothing of a message is left for the next one", () => {
  const scanner = new DepthScanner(format, "BTCUSDT");
  const read = (text: string) => {
    const target = scanTarget();
    return inLists(target, scanner.scan(new TextEncoder().encode(text), target));
  };
  expect(read(messageOf({ pu: "6", T: "5" }))).toMatchObject({ before: 6, engineTime: 5 });
  expect(read(messageOf())).toEqual(usualEvent);
  expect(read(messageOf({ E: undefined }))).toEqual({ ...usualEvent, time: none });
  expect(read(messageOf({ u: undefined }))).toBeUndefined();
});

test("a format without a wrapper or an id knows neither", () => {
  expect(scan(messageOf(), unwrapped)).toEqual(usualEvent);
  expect(scan(wrapped("s"), unwrapped)).toBeUndefined();
  const { before: _, ...fields } = format.fields;
  expect(scan(messageOf({ pu: "1" }), { ...format, fields })).toBeUndefined();
});

/** A wrapped message whose stream has a byte in its name. */
function bytesWith(byte: number): Uint8Array {
  const bytes = new TextEncoder().encode(wrapped("~"));
  return bytes.map((each) => (each === 126 ? byte : each));
}

const generalEvent = { ...usualEvent, bids: [["10.50", "1.5"]] };

/** Messages, and what the general reader makes of them. */
const general: readonly (readonly [string, unknown, object | string])[] = [
  ["the usual one", messageOf(), generalEvent],
  ["all ids", messageOf({ pu: "6", T: "5" }), { ...generalEvent, before: 6, engineTime: 5 }],
  ["one id", messageOf({ U: "9" }), { ...generalEvent, first: 9 }],
  ["ids in disorder", messageOf({ U: "10" }), "unreadable"],
  ["no first id", messageOf({ U: undefined }), "unreadable"],
  ["no last id", messageOf({ u: undefined }), "unreadable"],
  ["a negative id", messageOf({ U: "-1" }), "unreadable"],
  ["an id with a fraction", messageOf({ U: "1.5" }), "unreadable"],
  ["an id that is text", messageOf({ U: '"7"' }), "unreadable"],
  [
    "an id beyond the safe numbers",
    messageOf({ u: "9007199254740993" }),
    { ...generalEvent, last: 9_007_199_254_740_993n },
  ],
  ["no bids", messageOf({ b: undefined }), "unreadable"],
  ["no asks", messageOf({ a: undefined }), "unreadable"],
  ["a level that is text", messageOf({ b: '["11"]' }), "unreadable"],
  ["a level without a quantity", messageOf({ b: '[["11"]]' }), "unreadable"],
  ["a quantity that is a list", messageOf({ b: '[["1",["1"]]]' }), "unreadable"],
  ["a price that is a number", messageOf({ b: '[[1,"1"]]' }), "unreadable"],
  ["a negative price", messageOf({ b: '[["-1","1"]]' }), "unreadable"],
  ["too long a price", messageOf({ b: `[["${"1".repeat(1001)}","1"]]` }), "unreadable"],
  [
    "the longest price",
    messageOf({ b: `[["${"1".repeat(1000)}","1"]]` }),
    { ...generalEvent, bids: [["1".repeat(1000), "1"]] },
  ],
  ["another symbol", messageOf({ s: '"X"' }), "other"],
  ["another type", messageOf({ e: '"X"' }), "other"],
  ["wrapped", wrapped("s"), generalEvent],
  ["a stream and no data", messageOf({ stream: '"s"' }), generalEvent],
  ["data and no stream", messageOf({ data: "{}" }), generalEvent],
  ["data and a stream without a name", messageOf({ stream: "1", data: "{}" }), generalEvent],
  ["nothing in a wrapper", '{"stream":"s","data":null}', "other"],
  ...[null, 5, [1], undefined].map(
    (value) => [`${value}`, value, value === undefined ? "unreadable" : "other"] as const,
  ),
  ["no JSON", "{", "unreadable"],
  ["bytes that are not text", Uint8Array.of(0xff), "unreadable"],
  ["a byte in a text that is not text", bytesWith(0xff), "unreadable"],
  ["a byte order mark", `\ufeff${messageOf()}`, "unreadable"],
  ["its bytes", new TextEncoder().encode(`\ufeff${messageOf()}`), "unreadable"],
  ["a buffer", new TextEncoder().encode(messageOf()).buffer, generalEvent],
];

test.for(general)("the general reader: %s", ([, message, want]) => {
  expect(readDepthEvent(message, format, "BTCUSDT")).toEqual(want);
});

test("the general reader of a format without a wrapper looks into none", () => {
  expect(readDepthEvent(messageOf(), unwrapped, "BTCUSDT")).toEqual(generalEvent);
  expect(readDepthEvent(wrapped("s"), unwrapped, "BTCUSDT")).toBe("other");
});

test("a snapshot has an id and both sides, or cannot be read", () => {
  const names = { last: "lastUpdateId", bids: "bids", asks: "asks" };
  const snapshot = { lastUpdateId: 0, bids: [["1", "2"]], asks: [] };
  const read = (value: unknown) => readSnapshot(value, names);
  expect(read(snapshot)).toEqual({ last: 0, bids: [["1", "2"]], asks: [] });
  expect(read(JSON.stringify(snapshot))).toEqual({ last: 0, bids: [["1", "2"]], asks: [] });
  for (const name of Object.keys(snapshot)) {
    expect(read({ ...snapshot, [name]: undefined }), name).toBeUndefined();
  }
  for (const value of [undefined, null, 5, [], "[]", "{"]) expect(read(value)).toBeUndefined();
});

test("the bytes of a message, however long, and of bytes; nothing of anything else", () => {
  for (const text of ["", "a", "é".repeat(3000), "€".repeat(1366), "€".repeat(20_000)]) {
    const bytes = new TextEncoder().encode(text);
    expect(Buffer.compare(bytesOfMessage(text) ?? Buffer.of(0), bytes)).toBe(0);
    expect(bytesOfMessage(bytes)).toBe(bytes);
    expect(bytesOfMessage(bytes.buffer)).toEqual(bytes);
  }
  for (const other of [undefined, null, 5, {}, [1]]) expect(bytesOfMessage(other)).toBeUndefined();
});
