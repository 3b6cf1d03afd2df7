/** What of a contract run is worth keeping as a recording. */

import type { Take } from "../recordings/recorder.ts";
import type { StreamTake } from "../recordings/session-recorder.ts";
import type { RowResult } from "./contract.ts";
import type { StreamRowResult } from "./stream-contract.ts";

/**
 * The conversation that each row was about: the last one, because what comes before it, such as a
 * look at the clock, only led there. Rows that sent nothing give none.
 */
export function takesOf(rows: readonly RowResult[]): readonly Take[] {
  return rows.flatMap(({ scenario, conversations }) => {
    const conversation = conversations.at(-1);
    if (conversation === undefined) return [];
    return [{ name: scenario.id, summary: scenario.summary, conversation }];
  });
}

/** Texts that stand in the table of scenarios, and so are no secrets. */
export function openTexts(rows: readonly RowResult[]): readonly string[] {
  return rows.flatMap(({ scenario }) =>
    Object.values(scenario.fields ?? {}).filter((value) => typeof value === "string"),
  );
}

/** The sessions of rows that ran. */
export function streamTakesOf(rows: readonly StreamRowResult[]): readonly StreamTake[] {
  return rows.flatMap(({ scenario: { id, summary }, outcome, happenings }) =>
    outcome === "skipped" ? [] : [{ name: id, summary, happenings }],
  );
}
