/** How much of the past is kept, so that an exchange can run for months. */

/** Whether a list is so long that it is worth being shortened; not with every row that comes. */
export function isOverfull(length: number, keep: number): boolean {
  return length > keep + Math.ceil(keep / 4);
}

/** Shortens a list to its latest rows once it is overfull. */
export function forgetOldest(rows: unknown[], keep: number): void {
  if (isOverfull(rows.length, keep)) rows.splice(0, rows.length - keep);
}
