/** Runs the contract suite as tests of `node:test` or vitest. */

import { scenariosFor } from "../scenarios/index.ts";
import { runContract } from "./contract.ts";
import { listUncovered } from "./report.ts";
import type { ContractOptions, ContractResult } from "./run.ts";

/** The common part of `test` from `node:test` and vitest. */
export type TestFunction = (
  name: string,
  options: { readonly timeout: number },
  run: (context: { readonly skip: (reason?: string) => void }) => Promise<void>,
) => unknown;

/** Options of `contractTests`. */
export interface ContractTestOptions extends ContractOptions {
  /** `test` of `node:test` or of vitest. */
  readonly test: TestFunction;
  /** Adds a test that fails for documented statements that no row covers; for runs of all rows. */
  readonly complete?: boolean;
  /** Timeout of the whole run, in milliseconds; 600,000 when absent. */
  readonly timeoutMs?: number;
}

/**
 * Adds a test for each row: `contractTests({ test, target, openapi, asyncapi })`. Rows depend on
 * each other, so the first test to run runs them all.
 */
export function contractTests({
  test,
  complete = false,
  timeoutMs = 600_000,
  ...options
}: ContractTestOptions): void {
  let running: Promise<ContractResult> | undefined;
  const run = (): Promise<ContractResult> => (running ??= runContract(options));
  const timeout = { timeout: timeoutMs };
  for (const { id, summary } of options.scenarios ?? scenariosFor(options.target)) {
    test(`${id}: ${summary}`, timeout, async (context) => {
      const { rows } = await run();
      const row = rows.find(({ scenario }) => scenario.id === id);
      if (row?.outcome === "failed") throw new Error(row.reasons.join("; "));
      if (row?.outcome === "skipped") context.skip(row.reasons.join("; "));
    });
  }
  if (!complete) return;
  test("every documented statement is covered", timeout, async () => {
    const uncovered = listUncovered((await run()).coverage);
    if (uncovered.length > 0) throw new Error(`no scenario covers\n${uncovered.join("\n")}`);
  });
}
