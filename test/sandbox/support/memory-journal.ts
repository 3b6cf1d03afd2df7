/** A journal that outlives its sandbox, and can be made to fail. */

import type { Journal } from "../../../sandbox/exchange/journal.ts";

export interface MemoryJournal extends Journal {
  /** Lines so far. */
  readonly kept: string[];
  /** Nothing can be written while this is set. */
  isFull: boolean;
}

export function memoryJournal(kept: string[] = []): MemoryJournal {
  const journal: MemoryJournal = {
    kept,
    isFull: false,
    lines: () => [...kept],
    append: (line) => {
      if (journal.isFull) throw new Error("no space left on device");
      kept.push(line);
    },
    replace: (lines) => {
      if (journal.isFull) throw new Error("no space left on device");
      kept.splice(0, kept.length, ...lines);
    },
    close: () => {},
  };
  return journal;
}
