/** The outcome of a contract run as text for people. */

import { type CoverageReport, untouchedFacts } from "../documents/coverage.ts";
import type { FactKind } from "../documents/facts.ts";
import type { RowResult } from "./contract.ts";
import type { StreamRowResult } from "./stream-contract.ts";

/** A row of either suite, as far as it is printed. */
export type PrintedRow = Pick<RowResult | StreamRowResult, keyof RowResult & keyof StreamRowResult>;

/** What came of rows of either suite, or of both. */
export interface PrintedResult {
  readonly rows: readonly PrintedRow[];
  readonly coverage: CoverageReport;
}

/** One line for a row, and one more for each reason and each note. */
export function formatRow({ scenario, outcome, reasons, notes }: PrintedRow): string {
  const lines = [
    `${outcome.padEnd(7)} ${scenario.id.padEnd(34)} ${scenario.summary}`,
    ...reasons.map((reason) => `        - ${reason}`),
    ...notes.map((note) => `        note: ${note}`),
  ];
  return lines.join("\n");
}

/** A table of kinds of facts, then the documented facts that no row touched. */
export function formatCoverage(report: CoverageReport): string {
  const rows = report.kinds.map((kind) => [
    kind.kind,
    `${kind.documentedTouched} of ${kind.documented}`,
    `${kind.assumedTouched} of ${kind.assumed}`,
  ]);
  const untouched = untouchedFacts(report);
  return [
    "coverage    documented    assumed",
    ...rows.map(([kind = "", documented = "", assumed = ""]) =>
      `${kind.padEnd(12)}${documented.padEnd(14)}${assumed}`.trimEnd(),
    ),
    untouched.length === 0
      ? "every documented fact was touched"
      : `${untouched.length} documented facts were not touched:`,
    ...untouched.map(({ kind, name }) => `  ${kind} ${name}`),
  ].join("\n");
}

/** One line of counts. */
export function formatCounts({ rows }: Pick<PrintedResult, "rows">): string {
  const count = (outcome: PrintedRow["outcome"]): number =>
    rows.filter((row) => row.outcome === outcome).length;
  return `${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`;
}

/**
 * What makes a run fail: rows that failed, and documented operations, successes of them, streams,
 * messages and fields of messages that no row reached. `complete`: the run was to reach everything.
 */
export function listFailures(result: PrintedResult, complete: boolean): readonly string[] {
  const rows = result.rows
    .filter(({ outcome }) => outcome === "failed")
    .map(({ scenario, reasons }) => `${scenario.id}: ${reasons.join("; ")}`);
  if (!complete) return rows;
  const unreached = untouchedFacts(result.coverage)
    .filter(
      ({ kind, name }) => reached.includes(kind) || (kind === "status" && name.endsWith(" 200")),
    )
    .map(({ kind, name }) => `no row reached the documented ${kind} ${name}`);
  return [...rows, ...unreached];
}

/** Kinds of facts that a complete run reaches, every one. */
const reached: readonly FactKind[] = ["operation", "stream", "message", "field"];
