/** The windows of a shared store, function by function. */

import { expect, test } from "vitest";

import type { SharedWindows } from "../../../runtime/rate-limits/shared-windows.ts";
import {
  createSharedWindows,
  keepToShare,
  measure,
  windowsFor,
} from "../../../runtime/rate-limits/shared-windows.ts";
import type { Charge } from "../../../runtime/rate-limits/store.ts";

const withHeader: Charge = {
  ...{ key: "w", window: "w", windowMs: 10_000, amount: 1000, cost: 5, header: "h" },
};
const { header: _, ...withoutHeader } = withHeader;
const beginMs = 1_000_000;

/** Windows in which so much is used, by the response of a call. */
function known(used: number, charge: Charge = withHeader, errorMs = 0): SharedWindows {
  const shared = createSharedWindows("p", 0.5);
  const times = { sentMs: beginMs, nowMs: beginMs, errorMs };
  measure(shared, { charges: [charge], used: [used], ...times });
  return shared;
}

const requestAt = (nowMs: number, errorMs = 0) => {
  return { charges: [withHeader], gates: [], nowMs, errorMs };
};
const windowsOf = ({ windows }: SharedWindows) => [...windows.values()];

test("a response gives the usage of its window", () => {
  const shared = known(7);
  const later = { sentMs: beginMs, nowMs: beginMs + 1, errorMs: 0 };
  for (const [used, want] of [
    [6, 7],
    [undefined, 7],
    [9, 9],
  ] as const) {
    measure(shared, { charges: [withHeader], used: [used], ...later });
    expect(windowsOf(shared)).toMatchObject([{ beginMs, endMs: beginMs + 10_000, used: want }]);
  }
});

test("a response on an inexact clock measures no window", () => {
  expect(windowsOf(known(7, withHeader, Infinity))).toEqual([]);
});

test("of windows that begin before, the rest is shared, and unknown where a header gives it", () => {
  for (const [charge, nowMs, want] of [
    [withHeader, beginMs + 1, { usedBefore: 7, isUnknown: true }],
    [withoutHeader, beginMs + 1, { usedBefore: 7, isUnknown: false }],
    [withHeader, beginMs, { usedBefore: 0, isUnknown: false }],
  ] as const) {
    const shared = known(7, charge);
    keepToShare(shared, nowMs, beginMs + 5000);
    expect(windowsOf(shared)).toMatchObject([{ used: 7, ...want }]);
    // All keep to their shares until then.
    const before = structuredClone(windowsOf(shared));
    keepToShare(shared, beginMs + 4999, beginMs + 9000);
    expect(windowsOf(shared)).toEqual(before);
  }
});

test("a window is dropped when it is over on the most inexact clock", () => {
  for (const [afterMs, numbers] of [
    [14_999, [100, 101]],
    [15_000, [101]],
  ] as const) {
    const shared = known(7);
    windowsFor(shared, requestAt(beginMs + afterMs));
    expect(windowsOf(shared).map((window) => window.beginMs / 10_000)).toEqual(numbers);
  }
});

test("a clock that is not exact has several windows", () => {
  const counted = windowsFor(createSharedWindows("p", 0.5), requestAt(beginMs + 99, 100));
  expect(counted.map(({ window }) => window.beginMs)).toEqual([beginMs - 10_000, beginMs]);
});

test("each charge has a key of 16 digits, whatever its name", () => {
  const names = Array.from({ length: 64 }, (_, index) => `${index}-name`);
  const keys = names.flatMap((key) => [...known(0, { ...withHeader, key }).windows.keys()]);
  expect(new Set(keys).size).toBe(64);
  for (const key of keys) expect(key).toMatch(/^\{p\}:[0-9a-f]{16}:100$/u);
});
