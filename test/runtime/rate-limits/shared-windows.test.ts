/** The windows of a shared store, function by function. */

import { expect, test } from "vitest";

import type { SharedWindow, SharedWindows } from "../../../runtime/rate-limits/shared-windows.ts";
import {
  changeWindows,
  dropWindows,
  forgetUsage,
  noWindows,
  releaseCall,
} from "../../../runtime/rate-limits/shared-windows.ts";
import type { Charge } from "../../../runtime/rate-limits/store.ts";

const withHeader: Charge = {
  key: "w",
  window: "w",
  windowMs: 10_000,
  amount: 1000,
  cost: 5,
  header: "h",
};
const { header: _, ...withoutHeader } = withHeader;
const beginMs = 1_000_000;

/** The windows after one call that ends at a time, and what the exchange says was used. */
function released(
  shares: SharedWindows,
  { charge = withHeader, sentMs = beginMs, nowMs = beginMs, errorMs = 0, used = 0 },
): SharedWindows {
  return releaseCall(shares, { charges: [charge], used: [used], sentMs, nowMs, errorMs });
}

const known = (used: number, charge: Charge = withHeader): SharedWindows =>
  released(noWindows("p", 0.5), { charge, used });

const windowsOf = (shares: SharedWindows): readonly SharedWindow[] => [...shares.windows.values()];

test("a window whose usage is forgotten is unknown, or counts by its share where no header says it", () => {
  for (const [charge, want] of [
    [withHeader, { isUnknown: true, spent: 10 }],
    [withoutHeader, { isUnknown: false, spent: 14 }],
  ] as const) {
    const before = known(7, charge);
    const [key = ""] = before.windows.keys();
    const busy = changeWindows(before, [{ key, charge }], () => ({ unreported: 4, pending: 6 }));
    const after = forgetUsage(busy, beginMs + 1, beginMs + 1);
    expect(windowsOf(after)).toMatchObject([{ ...want, used: 7 }]);
    // One that begins at this time or later is not forgotten.
    expect(windowsOf(forgetUsage(busy, beginMs, beginMs))).toEqual(windowsOf(busy));
  }
});

test("a window that is gone stays so", () => {
  const shares = known(7);
  const reservation = { key: "gone", charge: withHeader };
  expect(changeWindows(shares, [reservation], () => ({ spent: 1 }))).toEqual(shares);
});

test("a window of unknown usage is known by a call that was sent late enough", () => {
  const unknown = forgetUsage(known(7), beginMs + 1000, beginMs + 1000);
  for (const [sentMs, want] of [
    [beginMs + 999, { isUnknown: true, spent: 0 }],
    [beginMs + 1000, { isUnknown: false, spent: 20 }],
  ] as const) {
    const after = released(unknown, { sentMs, nowMs: beginMs + 1001, used: 39 });
    expect(windowsOf(after)).toMatchObject([{ ...want, used: 39 }]);
  }
  // One that is known learns from every call.
  const other = forgetUsage(known(7), beginMs, beginMs + 1000);
  const after = released(other, { sentMs: beginMs + 1, nowMs: beginMs + 2, used: 39 });
  expect(windowsOf(after)).toMatchObject([{ isUnknown: false, spent: 20, used: 39 }]);
});

test("a window is dropped when it is over on the most inexact clock", () => {
  const shares = known(7);
  expect(dropWindows(shares, beginMs + 14_999)).toEqual(shares);
  expect(dropWindows(shares, beginMs + 15_000).windows.size).toBe(0);
});

test("a key in Redis is 16 digits, and shows no name of an account", () => {
  const names = Array.from({ length: 64 }, (_, index) => `${index}-name`);
  const keys = names.flatMap((key) => [...known(0, { ...withHeader, key }).windows.keys()]);
  expect(new Set(keys).size).toBe(64);
  for (const key of keys) expect(key).toMatch(/^\{p\}:[0-9a-f]{16}:100$/u);
});
