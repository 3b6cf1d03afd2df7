/** How many cases a property is tried on. */
export interface RunCounts {
  /** Part of `npm test`. */
  readonly commit: number;
  /** By hand before a task is closed. */
  readonly gate: number;
  /** By hand before a release; hours. */
  readonly release: number;
}

/** The count that TRADESPEC_RUNS names, by default that of a commit; a number is the most. */
export function runs(counts: RunCounts): number {
  const wanted = process.env["TRADESPEC_RUNS"] ?? "commit";
  if (wanted === "commit" || wanted === "gate" || wanted === "release") return counts[wanted];
  if (/^[1-9][0-9]*$/.test(wanted)) return Math.min(Number(wanted), counts.commit);
  throw new Error(`TRADESPEC_RUNS is ${wanted}; set it to commit, gate, release or a number.`);
}

/** Whether properties are tried on too few cases to reach all that they have to reach. */
export const areRunsFew = /^[0-9]+$/.test(process.env["TRADESPEC_RUNS"] ?? "");

/** The count of a property that is cheap to try: a twentieth of this in `npm test`. */
export function runsFrom(count: number): number {
  return runs({ commit: Math.ceil(count / 20), gate: 20 * count, release: 400 * count });
}

/** A property that is tried on millions of cases needs the time for it, in milliseconds. */
export const propertyTimeoutMs = 8 * 3_600_000;

/** Counts what was reached, so that a test can ask for what never was. */
export class Reached {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Of these names, those that never came; none where runs are few. */
  missing(names: readonly string[]): string[] {
    if (areRunsFew) return [];
    return names.filter((name) => !this.#counts.has(name));
  }

  counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}
