/** A journal that outlives its sandbox, and can be made to fail. */
export function memoryJournal(kept: string[] = []) {
  const requireRoom = (): void => {
    if (journal.isFull) throw new Error("no space left on device");
  };
  const journal = {
    kept,
    /** Nothing can be written while this is set. */
    isFull: false,
    lines: () => [...kept],
    append: (line: string) => {
      requireRoom();
      kept.push(line);
    },
    replace: (lines: readonly string[]) => {
      requireRoom();
      kept.splice(0, kept.length, ...lines);
    },
    close: () => {},
  };
  return journal;
}
