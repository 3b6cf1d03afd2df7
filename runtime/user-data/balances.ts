/** Balances, each as the latest of those tell it who have told it. Pure but for its memory. */

import type { Fields } from "./records.ts";

/** Balances by asset. */
export interface BalanceList {
  /** Takes balances of some assets at a time; true unless all of them are older than is known. */
  readonly take: (rows: readonly Fields[], changedMs: unknown) => boolean;
  /**
   * Takes all balances at a time, as they were asked for after `mark`. Of equal time, what came
   * since then stays. True when something is not as it was known.
   */
  readonly takeAll: (rows: readonly Fields[], changedMs: unknown, mark: number) => boolean;
  /** Tells what is known now from what comes later. */
  readonly mark: () => number;
  readonly all: () => readonly Fields[];
}

interface Entry {
  readonly row: Fields;
  readonly ms: number;
  /** When it came, counted in events. */
  readonly came: number;
}

/** Makes an empty list; `asset` is the field that tells them apart. */
export function createBalanceList(asset: string): BalanceList {
  const entries = new Map<string, Entry>();
  let count = 0;
  const nameOf = (row: Fields): string => String(row[asset]);
  return {
    mark: () => count,
    all: () => [...entries.values()].map(({ row }) => row),
    take: (rows, changedMs) => {
      const ms = timeOf(changedMs);
      count += 1;
      let isNews = rows.length === 0;
      for (const row of rows) {
        // Events come in their order, so of equal time the later one is newer.
        const knownMs = entries.get(nameOf(row))?.ms ?? 0;
        if (ms !== undefined && knownMs > ms) continue;
        entries.set(nameOf(row), { row, ms: ms ?? knownMs, came: count });
        isNews = true;
      }
      return isNews;
    },
    takeAll: (rows, changedMs, mark) => {
      const ms = timeOf(changedMs);
      // Where no time is told, what was asked for later is newer.
      const isOlder = ({ ms: known, came }: Entry): boolean =>
        known < (ms ?? known) || (known === (ms ?? known) && came <= mark);
      let isNews = false;
      const listed = new Set(rows.map(nameOf));
      for (const [name, entry] of entries) {
        if (listed.has(name) || !isOlder(entry)) continue;
        entries.delete(name);
        isNews = true;
      }
      for (const row of rows) {
        const entry = entries.get(nameOf(row));
        if (entry !== undefined && !isOlder(entry)) continue;
        isNews ||= entry === undefined || !isSame(entry.row, row);
        entries.set(nameOf(row), { row, ms: ms ?? entry?.ms ?? 0, came: count });
      }
      return isNews;
    },
  };
}

function timeOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function isSame(one: Fields, other: Fields): boolean {
  return Object.keys(other).every((name) => String(one[name]) === String(other[name]));
}
