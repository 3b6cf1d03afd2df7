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
  let kept: readonly Entry[] = [];
  let size = 0;
  const keep = (entries: readonly Entry[], added: number): void => {
    size += added;
    let excess = Math.max(entries.length - bounds.entries, 0);
    for (const entry of entries.slice(0, excess)) size -= sizeOf(entry);
    // The newest entry stays, however large it is.
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
