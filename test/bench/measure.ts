/** Interleaved measuring: every round runs each subject once, so that noise falls on all alike. */

export interface Subject {
  readonly name: string;
  /** One run; what it returns is awaited and thrown away. */
  readonly run: () => unknown;
}

export interface Figure {
  readonly name: string;
  /** Median of all rounds, in milliseconds per run. */
  readonly ms: number;
}

/** Runs all subjects in turn, `rounds` times after one round that does not count. */
export async function measure(
  subjects: readonly Subject[],
  rounds: number,
): Promise<readonly Figure[]> {
  const times = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, run } of subjects) {
      const begin = performance.now();
      await run();
      if (round > 0) times.get(name)?.push(performance.now() - begin);
    }
  }
  return [...times].map(([name, values]) => ({ name, ms: median(values) }));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
