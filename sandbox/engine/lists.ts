/** Sorted lists, and lists that keep only their latest rows. */

/** Index of the first item at or after a position in a sorted list. */
export function lowerBound<Item>(
  items: readonly Item[],
  comesBefore: (item: Item) => boolean,
): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comesBefore(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a list is a quarter too long; trimming it row by row would be slow. */
export function isOverfull(length: number, keep: number): boolean {
  return length > keep + Math.ceil(keep / 4);
}

/** Drops the oldest rows of an overfull list. */
export function dropOldest(rows: unknown[], keep: number): void {
  if (isOverfull(rows.length, keep)) rows.splice(0, rows.length - keep);
}
