import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import fc from "fast-check";
import { expect, test } from "vitest";

import { createOrderBook } from "../../../generated/order-book.ts";
import { unitsAt, unitsOf } from "../../../runtime/encoding/decimal.ts";
import { SortedLevels } from "../../../runtime/order-book/levels.ts";
import { mixedPlaces, noPrecision, textOf, withText } from "../../../runtime/order-book/units.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";

/** Keys come back often, as prices do; a quantity of zero removes a level. */
const change = fc.tuple(fc.integer({ min: -400, max: 400 }), fc.nat(3));
const changes = fc.array(change, { minLength: 1, maxLength: 3_000, size: "max" });
/** From these keys on no number is safe, so that they are bigints. */
const beyond = BigInt(Number.MAX_SAFE_INTEGER) + 1000n;

function textOfLevels(levels: SortedLevels): string {
  const texts: string[] = [];
  for (let slot = 0; slot < levels.slots; slot += 1) {
    const quantity = levels.quantityAt(slot);
    if (quantity !== 0) texts.push(`${levels.keyAt(slot)}x${quantity}`);
  }
  return texts.join(" ");
}

test("levels are what a sorted map holds", { timeout: propertyTimeoutMs }, () => {
  const numRuns = runs({ commit: 4, gate: 5_000, release: 50_000 });
  fc.assert(
    fc.property(changes, fc.integer({ min: 1, max: 60 }), fc.boolean(), (all, falling, isLarge) => {
      const levels = new SortedLevels();
      const expected = new Map<number | bigint, number>();
      for (const [index, [small, drawn]] of all.entries()) {
        const key = isLarge ? beyond + BigInt(small) : small;
        // Times of growth and times in which nearly all levels are removed.
        const quantity = index % 100 < falling ? 0 : drawn;
        const isChange = (expected.get(key) ?? 0) !== quantity;
        if (quantity === 0) expected.delete(key);
        else expected.set(key, quantity);
        const isLastUsed =
          levels.set(key, quantity) === isChange &&
          (levels.slots === 0 || levels.quantityAt(levels.slots - 1) !== 0);
        if (!isLastUsed) expect.fail(`wrong after change ${index}`);
      }
      const sorted = [...expected].sort(([one], [other]) => (one < other ? -1 : 1));
      const want = sorted.map(([key, quantity]) => `${key}x${quantity}`).join(" ");
      expect(textOfLevels(levels)).toBe(want);
    }),
    { numRuns },
  );
});

test("a side that drifts takes no more slots than one that stays", () => {
  const levels = new SortedLevels();
  for (let key = 1; key <= 20_000; key += 1) {
    levels.set(key, 7);
    levels.set(key - 100, 0);
    if (levels.slots > 300) expect.fail(`${levels.slots} slots for 100 levels`);
  }
  expect(textOfLevels(levels).split(" ").length).toBe(100);
});

test("a quantity that no number holds is exact beside a key that one does", () => {
  const levels = new SortedLevels();
  expect(levels.set(5, 10n ** 20n + 1n)).toBe(true);
  expect(levels.set(5, 10n ** 20n + 1n)).toBe(false);
  levels.set(4, 2);
  expect(textOfLevels(levels)).toBe("4x2 5x100000000000000000001");
  for (const key of [5, 4]) levels.set(key, 0);
  expect([levels.slots, levels.set(4, 0)]).toEqual([0, false]);
  levels.scale(2, 2);
  levels.set(7, 1);
  levels.scale(0, 0);
  expect(textOfLevels(levels)).toBe("7x1");
});

test("numbers and bigints stand beside each other at a finer scale", () => {
  const levels = new SortedLevels();
  levels.set(5, 1);
  levels.set(6, 1000);
  levels.scale(0, 15);
  expect(textOfLevels(levels)).toBe("5x1000000000000000 6x1000000000000000000");
  levels.set(6, 0);
  levels.set(6, 2);
  expect(textOfLevels(levels)).toBe("5x1000000000000000 6x2");
});

const texts: readonly (readonly [string, number, number | bigint])[] = [
  ["0", 0, 0],
  ["12.50", 1, 125],
  ["12.50", 8, 1_250_000_000],
  ["90071992.54740991", 8, Number.MAX_SAFE_INTEGER],
  ["90071992.54740992", 8, 9007199254740992n],
  ["1.0000000000000000000000000000", 0, 1],
  ["1", 25, 10n ** 25n],
];

test.each(texts)("%s at scale %i is %s units", (text, scale, want) => {
  expect(unitsOf(text, scale)).toBe(want);
  expect(unitsAt({ units: want, scale }, scale + 2)).toBe(unitsOf(text, scale + 2));
  const precision = withText({ scale: 0, places: 0 }, text);
  expect(Number(textOf(unitsOf(text, precision.scale), precision))).toBe(Number(text));
});

test("a book of a thousand levels a side takes less than 64 KB", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const side = (sign: number) =>
    Array.from({ length: 1000 }, (_, index) => [`${5000 + sign * (index + 1)}.05`, "1.000"]);
  const deep = { lastUpdateId: 1, bids: side(-1), asks: side(1) };
  const size = (): number => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const start = size();
  const books = Array.from({ length: 800 }, (_, index) => {
    const book = createOrderBook(`S${index}`);
    book.applySnapshot(deep);
    return book;
  });
  const each = (size() - start) / books.length;
  expect(books.every((book) => book.best().bids?.price === "4999.05")).toBe(true);
  expect(each).toBeLessThan(64 * 1024);
});

/** A precision, a text, and the precision that fits both; one that fits already stays. */
const precisions = [
  [noPrecision, "10", { scale: 0, places: 0 }],
  [noPrecision, "105", { scale: 0, places: 0 }],
  [noPrecision, "10.50", { scale: 1, places: 2 }],
  [noPrecision, "10.00", { scale: 0, places: 2 }],
  [{ scale: 1, places: 2 }, "10.50", undefined],
  [{ scale: 1, places: 2 }, "10.55", { scale: 2, places: 2 }],
  [{ scale: 2, places: 2 }, "100", { scale: 2, places: mixedPlaces }],
  [{ scale: 0, places: 0 }, "100", undefined],
  [{ scale: 1, places: mixedPlaces }, "10.5", { scale: 1, places: mixedPlaces }],
] as const;

test.for(precisions)("the precision %o with %s", ([before, text, want]) => {
  const after = withText(before, text);
  if (want === undefined) expect(after).toBe(before);
  else expect(after).toStrictEqual(want);
});

test("units are written with the places of the texts, where those agree", () => {
  expect(textOf(1050, { scale: 2, places: 2 })).toBe("10.50");
  expect(textOf(1050, { scale: 2, places: mixedPlaces })).toBe("10.5");
  expect(textOf(15, { scale: 1, places: 3 })).toBe("1.500");
  expect(textOf(15, { scale: 0, places: 2 })).toBe("15.00");
  expect(textOf(15, { scale: 0, places: 0 })).toBe("15");
});
