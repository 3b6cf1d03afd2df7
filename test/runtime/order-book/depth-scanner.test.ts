/** Frames are read from their bytes; whatever their form, the general reader says the same. */

import fc from "fast-check";
import { expect, test } from "vitest";

import { createOrderBook, type LocalOrderBook } from "../../../generated/order-book.ts";
import { compareDecimals, print, read } from "../../../runtime/encoding/decimal.ts";
import { parseJson } from "../../../runtime/encoding/json.ts";
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
    "",
    ".5",
    "5.",
    "-1",
    "-0",
    "1e5",
    "+3",
    " 1",
    "0x10",
    "١",
    "1,5",
    "00.10",
    "NaN",
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
    changes: book.changes(stale),
  };
}

test("bytes, texts and objects make the same book", { timeout: propertyTimeoutMs }, () => {
  const reached = new Reached();
  const numRuns = runs({ commit: 1_500, gate: 200_000, release: 2_000_000 });
  fc.assert(
    fc.property(session, (frames) => {
      const books = [0, 1, 2].map(() => createOrderBook("BTCUSDT"));
      const judge = { bids: new Map<string, string>(), asks: new Map<string, string>() };
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
        reached.add(String(first?.reason));
        if (taken[0] === "applied") {
          for (const side of ["bids", "asks"] as const) {
            // A mutation can have changed what was meant: the parsed message is what counts.
            for (const [price, quantity] of levelsIn(value, side)) {
              const key = print(read(price));
              if (print(read(quantity)) === "0") judge[side].delete(key);
              else judge[side].set(key, print(read(quantity)));
            }
            const mine = first?.levels[side].map(({ price, quantity }) => [
              print(read(price)),
              print(read(quantity)),
            ]);
            const sign = side === "bids" ? -1 : 1;
            expect(mine).toEqual(
              [...judge[side]].sort(([one], [two]) => sign * compareDecimals(one, two)),
            );
          }
        }
        if (first?.state !== "live") break;
      }
    }),
    { numRuns },
  );
  const wanted = ["applied", "stale", "ignored", "crossed", "negativeQuantity", "unreadable"];
  expect(reached.missing(wanted), "these were never reached").toEqual([]);
});

function levelsIn(value: unknown, side: "bids" | "asks"): readonly Level[] {
  const object = value as { readonly data?: Record<string, unknown> } & Record<string, unknown>;
  const event = object.data ?? object;
  return event[side === "bids" ? "b" : "a"] as readonly Level[];
}
