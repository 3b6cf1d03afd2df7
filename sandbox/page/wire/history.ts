/** A list that forgets its oldest entries, so that a page can stay open for days. */

/** How much is kept. */
export interface Bounds {
  readonly entries: number;
  /** Sum of the sizes of all entries. */
  readonly size: number;
}

export interface History<Entry extends { readonly id: number }> {
  /** Oldest first. The list is another one after each change. */
  readonly entries: () => readonly Entry[];
  readonly add: (entry: Entry) => void;
  /** Changes the entry with this id; nothing when it is forgotten. */
  readonly change: (id: number, change: Partial<Entry>) => void;
  readonly clear: () => void;
}

/** Makes an empty history; `sizeOf` says how large an entry is, `changed` follows each change. */
export function createHistory<Entry extends { readonly id: number }>(
  bounds: Bounds,
  sizeOf: (entry: Entry) => number,
  changed: () => void,
): History<Entry> {
  let kept: Entry[] = [];
  let shown: readonly Entry[] | undefined;
  let size = 0;
  const keep = (): void => {
    let excess = Math.max(kept.length - bounds.entries, 0);
    for (const entry of kept.slice(0, excess)) size -= sizeOf(entry);
    // The newest entry stays, however large it is.
    for (; size > bounds.size && excess < kept.length - 1; excess += 1) {
      const oldest = kept[excess];
      size -= oldest === undefined ? 0 : sizeOf(oldest);
    }
    if (excess > 0) kept = kept.slice(excess);
    shown = undefined;
    changed();
  };
  return {
    entries: () => {
      shown ??= [...kept];
      return shown;
    },
    add: (entry) => {
      kept.push(entry);
      size += sizeOf(entry);
      keep();
    },
    change: (id, change) => {
      const index = kept.findLastIndex((entry) => entry.id === id);
      const entry = kept[index];
      if (entry === undefined) return;
      const changedEntry = { ...entry, ...change };
      kept[index] = changedEntry;
      size += sizeOf(changedEntry) - sizeOf(entry);
      keep();
    },
    clear: () => {
      kept = [];
      size = 0;
      keep();
    },
  };
}
