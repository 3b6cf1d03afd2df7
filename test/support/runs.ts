/** How many cases a property is tried on. */
export interface RunCounts {
  /** Part of `npm test`. */
  readonly commit: number;
  /** By hand before a task is closed. */
  readonly gate: number;
  /** By hand before a release; hours. */
  readonly release: number;
}

/** The count that TRADESPEC_RUNS names, or writes as a number; that of a commit by default. */
export function runs(counts: RunCounts): number {
  const wanted = process.env["TRADESPEC_RUNS"] ?? "commit";
  if (wanted === "commit" || wanted === "gate" || wanted === "release") return counts[wanted];
  if (/^[1-9][0-9]*$/.test(wanted)) return Number(wanted);
  throw new Error(`TRADESPEC_RUNS is ${wanted}; set it to commit, gate, release or a number.`);
}

/** The count of a property that is cheap to try, from its count in `npm test`. */
export function runsFrom(commit: number): number {
  return runs({ commit, gate: 20 * commit, release: 400 * commit });
}

/** Cases of decimals and filters, by budget. */
export const decimalRuns: RunCounts = { commit: 500_000, gate: 10_000_000, release: 200_000_000 };

/** A property that is tried on millions of cases needs the time for it, in milliseconds. */
export const propertyTimeoutMs = 8 * 3_600_000;

/** Counts what was reached, so that a test can ask for what never was. */
export class Reached {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Of these names, those that never came. */
  missing(names: readonly string[]): string[] {
    return names.filter((name) => !this.#counts.has(name));
  }

  counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}
