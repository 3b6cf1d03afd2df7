/** Recordings that match the same request, given out one after the other. */

export interface Turns<Recording> {
  /** The next recording for a key; after the last one, that one again. */
  readonly next: (key: string) => Recording | undefined;
}

export function createTurns<Recording>(
  recordings: readonly Recording[],
  keyOf: (recording: Recording) => string,
): Turns<Recording> {
  const groups = new Map<string, { readonly list: Recording[]; used: number }>();
  for (const recording of recordings) {
    const key = keyOf(recording);
    const group = groups.get(key) ?? { list: [], used: 0 };
    group.list.push(recording);
    groups.set(key, group);
  }
  return {
    next: (key) => {
      const group = groups.get(key);
      if (group === undefined) return undefined;
      const recording = group.list[Math.min(group.used, group.list.length - 1)];
      group.used += 1;
      return recording;
    },
  };
}
