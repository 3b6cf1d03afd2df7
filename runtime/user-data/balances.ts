/** The latest known balance of each asset, from events and from REST responses. */

import type { Fields } from "../encoding/json-value.ts";
import { isSame } from "./records.ts";

/** Balances by asset. Times are milliseconds, and may be absent. */
export interface BalanceList {
  /** Merges an event's balances; false when all of them are outdated. */
  readonly update: (rows: readonly Fields[], changedMs: unknown) => boolean;
  /**
   * Merges a complete list requested at `position`. Later events of the same time win. True when a
   * balance changed.
   */
  readonly replaceAll: (rows: readonly Fields[], changedMs: unknown, position: number) => boolean;
  /** Number of updates so far. */
  readonly position: () => number;
  readonly all: () => readonly Fields[];
}

interface Entry {
  readonly row: Fields;
  readonly ms: number;
  /** Position of its update. */
  readonly position: number;
}

/** Creates an empty list; `asset` is the field with the asset's name. */
export function createBalanceList(asset: string): BalanceList {
  const entries = new Map<string, Entry>();
  let count = 0;
  const nameOf = (row: Fields): string => String(row[asset]);
  return {
    position: () => count,
    all: () => [...entries.values()].map(({ row }) => row),
    update: (rows, changedMs) => {
      const ms = timeOf(changedMs);
      count += 1;
      let isNew = rows.length === 0;
      for (const row of rows) {
        // Events arrive in order: of two with equal times the later one is newer.
        const knownMs = entries.get(nameOf(row))?.ms ?? 0;
        if (ms !== undefined && knownMs > ms) continue;
        entries.set(nameOf(row), { row, ms: ms ?? knownMs, position: count });
        isNew = true;
      }
      return isNew;
    },
    replaceAll: (rows, changedMs, position) => {
      const ms = timeOf(changedMs);
      // Without a time, the later request is newer.
      const isOlder = ({ ms: known, position: own }: Entry): boolean =>
        known < (ms ?? known) || (known === (ms ?? known) && own <= position);
      let isNew = false;
      const listed = new Set(rows.map(nameOf));
      for (const [name, entry] of entries) {
        if (listed.has(name) || !isOlder(entry)) continue;
        entries.delete(name);
        isNew = true;
      }
      for (const row of rows) {
        const entry = entries.get(nameOf(row));
        if (entry !== undefined && !isOlder(entry)) continue;
        isNew ||= entry === undefined || !isSame(entry.row, row, Object.keys(row));
        entries.set(nameOf(row), { row, ms: ms ?? entry?.ms ?? 0, position: count });
      }
      return isNew;
    },
  };
}

function timeOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
