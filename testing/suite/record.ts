/** Makes recordings from the rows of a contract run. */

import { originOf } from "../recordings/conversation.ts";
import type { RecordedFile } from "../recordings/files.node.ts";
import { recordConversations } from "../recordings/recorder.ts";
import { isForced, publicTextsOf, rowsBefore, type Scenario } from "../scenarios/scenario.ts";
import { runContract } from "./contract.ts";
import type { ContractOptions, ContractTarget, RowResult } from "./run.ts";

/** Options of a run with a server for each row. */
export interface ApartOptions extends Omit<ContractOptions, "target" | "scenarios"> {
  /** A new server in its initial state, always the same. */
  readonly start: () => ContractTarget;
  readonly scenarios: readonly Scenario[];
}

/**
 * Runs each row on its own server after the rows that it depends on, so that no row changes the
 * recording of another.
 */
export async function runApart({
  start,
  scenarios,
  onRow,
  ...options
}: ApartOptions): Promise<readonly RowResult[]> {
  const results: RowResult[] = [];
  for (const scenario of scenarios) {
    const before = rowsBefore(scenario, scenarios);
    const run = { ...options, target: start(), scenarios: [...before, scenario] };
    const result = (await runContract(run)).rows.at(-1);
    if (result === undefined) continue;
    results.push(result);
    onRow?.(result);
  }
  return results;
}

/**
 * Makes redacted recordings of all rows that ran, but not of responses that the suite forced.
 * Throws when a secret is left; then write nothing. Each says where it comes from: the sandbox, a
 * mock server, or the host of `baseUrl`.
 */
export function recordRows(
  rows: readonly RowResult[],
  target: Partial<Pick<ContractTarget, "apiKey" | "apiSecret" | "baseUrl">>,
): readonly RecordedFile[] {
  const { apiKey, apiSecret, baseUrl } = target;
  const all = rows.flatMap(({ events }) => events);
  const origin = originOf(all, baseUrl);
  const conversations = rows
    .filter(({ outcome, scenario }) => outcome !== "skipped" && !isForced(scenario))
    .map(({ scenario, events }) => {
      const kind = scenario.steps === undefined ? ("call" as const) : ("stream" as const);
      return { name: scenario.id, summary: scenario.summary, kind, origin, events };
    });
  const publicTexts = rows.flatMap(({ scenario }) => publicTextsOf(scenario));
  return recordConversations(conversations, { apiKey, apiSecret, publicTexts });
}
