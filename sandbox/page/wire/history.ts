/** A bounded list that drops its oldest entries, so that a page can stay open for days. */

/** Limits of the list. */
export interface Bounds {
  readonly entries: number;
  /** Sum of the entries' sizes. */
  readonly size: number;
}

export interface History<Entry extends { readonly id: number }> {
  /** Oldest first; a new array after each change. */
  readonly entries: () => readonly Entry[];
  readonly add: (entry: Entry) => void;
  /** Changes an entry by id; does nothing if it was dropped. */
  readonly change: (id: number, change: Partial<Entry>) => void;
  readonly clear: () => void;
}

/** Makes an empty list; `sizeOf` gives the size of an entry, `changed` is called after changes. */
export function createHistory<Entry extends { readonly id: number }>(
  bounds: Bounds,
  sizeOf: (entry: Entry) => number,
  changed: () => void,
): History<Entry> {
  let kept: readonly Entry[] = [];
  let size = 0;
  const keep = (entries: readonly Entry[], added: number): void => {
    size += added;
    let excess = Math.max(entries.length - bounds.entries, 0);
    for (const entry of entries.slice(0, excess)) size -= sizeOf(entry);
    // The newest entry stays, whatever its size.
    for (const entry of entries.slice(excess, -1)) {
      if (size <= bounds.size) break;
      size -= sizeOf(entry);
      excess += 1;
    }
    kept = entries.slice(excess);
    changed();
  };
  return {
    entries: () => kept,
    add: (entry) => keep([...kept, entry], sizeOf(entry)),
    change: (id, change) => {
      const index = kept.findLastIndex((entry) => entry.id === id);
      const entry = kept[index];
      if (entry === undefined) return;
      const next = { ...entry, ...change };
      keep(kept.with(index, next), sizeOf(next) - sizeOf(entry));
    },
    clear: () => keep([], -size),
  };
}
