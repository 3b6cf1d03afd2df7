/**
 * Returns recordings of the same request in turns: the next one for a key, and after the last one
 * that one again.
 */
export function inTurn<Recording>(
  recordings: readonly Recording[],
  keyOf: (recording: Recording) => string,
): (key: string) => Recording | undefined {
  const groups = new Map<string, Recording[]>();
  for (const recording of recordings) {
    const key = keyOf(recording);
    groups.set(key, [...(groups.get(key) ?? []), recording]);
  }
  return (key) => {
    const group = groups.get(key) ?? [];
    return group.length > 1 ? group.shift() : group[0];
  };
}
