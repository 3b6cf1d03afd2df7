/** How long properties are tried: each time something is committed, or at a gate before release. */

/** Says how many sequences to try; set TRADESPEC_RUNS to `gate` for the long run. */
export function runsOf({ commit, gate }: { readonly commit: number; readonly gate: number }) {
  const wanted = process.env["TRADESPEC_RUNS"] ?? "commit";
  if (wanted === "commit") return { numRuns: commit, timeoutMs: 120_000 };
  if (wanted === "gate") return { numRuns: gate, timeoutMs: 6 * 60 * 60_000 };
  throw new Error(`TRADESPEC_RUNS is "${wanted}"; use commit or gate.`);
}

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
