/** Interleaved measuring: every round runs each subject once, so that noise falls on all alike. */

export interface Subject {
  readonly name: string;
  /** One run; what it returns is awaited and thrown away. */
  readonly run: () => unknown;
  /** The run itself returns its cost in milliseconds, such as another process's time. */
  readonly measures?: "itself";
}

export interface Figure {
  readonly name: string;
  /** Median of all rounds, in milliseconds per run. */
  readonly ms: number;
}

/** Runs all subjects in turn, `rounds` times after those that warm up and do not count. */
export async function measure(
  subjects: readonly Subject[],
  rounds: number,
  warmUps = 1,
): Promise<readonly Figure[]> {
  const times = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < warmUps + rounds; round += 1) {
    // Every other round goes backwards: nobody always pays for the garbage of the same neighbour.
    for (const { name, run, measures } of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const begin = performance.now();
      const cost = await run();
      const ms = measures === "itself" ? Number(cost) : performance.now() - begin;
      if (round >= warmUps) times.get(name)?.push(ms);
    }
  }
  return [...times].map(([name, values]) => ({ name, ms: median(values) }));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
