/** Formats the result of a contract run as text. */

import { limits } from "../../generated/limits.ts";
import { type CoverageReport, uncoveredStatements } from "../documents/coverage.ts";
import type { ContractResult, RowResult } from "./run.ts";

/** One line per row, and one per reason and note. */
export function formatRow({ scenario, outcome, reasons, notes }: RowResult): string {
  const lines = [
    `${outcome.padEnd(7)} ${scenario.id.padEnd(34)} ${scenario.summary}`,
    ...reasons.map((reason) => `        - ${reason}`),
    ...notes.map((note) => `        note: ${note}`),
  ];
  return lines.join("\n");
}

/** A table of covered statements by kind, then the documented statements that no row covered. */
export function formatCoverage(report: CoverageReport): string {
  const rows = report.kinds.map(({ kind, ...counts }) => {
    const documented = `${counts.documentedTouched} of ${counts.documented}`;
    const assumed = `${counts.assumedTouched} of ${counts.assumed}`;
    return `${kind.padEnd(17)}${documented.padEnd(14)}${assumed}`;
  });
  const uncovered = uncoveredStatements(report);
  return [
    "coverage         documented    assumed",
    ...rows,
    uncovered.length === 0
      ? "every documented statement is covered"
      : `${uncovered.length} documented statements were not covered:`,
    ...uncovered.map(({ kind, name }) => `  ${kind} ${name}`),
  ].join("\n");
}

/** One line of counts. */
export function formatCounts({ rows }: Pick<ContractResult, "rows">): string {
  const { passed, failed, skipped } = countOutcomes(rows);
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** Why rows were skipped, the commonest reason first; no text if none was. */
export function formatSkipped({ rows }: Pick<ContractResult, "rows">): string {
  const counts = new Map<string, number>();
  for (const { outcome, reasons } of rows) {
    const reason = outcome === "skipped" ? reasons.join("; ") : undefined;
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  const parts = sorted.map(([reason, count]) => `${count} because ${reason}`);
  return parts.length === 0 ? "" : `Skipped: ${parts.join(", ")}.\n`;
}

/**
 * The failures of a run: failed rows and, for `complete` runs, documented statements that no row
 * covered and that a correct server can show.
 */
export function listFailures(
  { rows, coverage }: ContractResult,
  { complete }: { readonly complete: boolean },
): readonly string[] {
  const failed = rows
    .filter(({ outcome }) => outcome === "failed")
    .map(({ scenario, reasons }) => `${scenario.id}: ${reasons.join("; ")}`);
  const uncovered = listUncovered(coverage).map(
    (statement) => `no scenario covers the documented ${statement}`,
  );
  return complete ? [...failed, ...uncovered] : failed;
}

/** Documented statements that no row covered and that a correct server can show. */
export function listUncovered(coverage: CoverageReport): readonly string[] {
  return uncoveredStatements(coverage)
    .map(({ kind, name }) => `${kind} ${name}`)
    .filter((statement) => !unreachable.has(statement));
}

export type OutcomeCounts = Readonly<Record<RowResult["outcome"], number>>;

function countOutcomes(rows: readonly RowResult[]): OutcomeCounts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}

/** Counts by operation and stream, in row order. */
export function countByOperation(rows: readonly RowResult[]) {
  const operations = [...new Set(rows.map(operationOf))];
  return operations.map((operation) => {
    const own = rows.filter((row) => operationOf(row) === operation);
    return { operation, ...countOutcomes(own) };
  });
}

/** The operation or stream of a row. */
export function operationOf({ scenario }: RowResult): string {
  return scenario.id.slice(0, scenario.id.indexOf("."));
}

/** A table of the operations and streams. */
export function formatOperations(rows: readonly RowResult[]): string {
  return [
    "operation                passed  failed  skipped",
    ...countByOperation(rows).map(({ operation, passed, failed, skipped }) => {
      const counts = [passed, failed, skipped].map((count) => String(count).padEnd(8)).join("");
      return `${operation.padEnd(25)}${counts}`.trimEnd();
    }),
  ].join("\n");
}

/** Usage headers of every response. */
const usageHeaders = limits.flatMap(({ carriedBy, header }) =>
  carriedBy === "everyResponse" ? [header] : [],
);

/**
 * Documented statements that no row can cover, because only a broken server shows them: a complete
 * run passes without them.
 */
export const unreachable: ReadonlySet<string> = new Set([
  // A timeout inside the exchange, and its internal errors.
  ...["RequestTimeout 408", "ServerFailure 5XX"].flatMap((response) => [
    `status ${response}`,
    ...usageHeaders.map((header) => `header ${response} ${header}`),
  ]),
  // Successful responses may come in an envelope; one server sends them bare or in it, not both.
  "property Envelope.data",
  // The interface lists this order status, but not when an order gets it.
  "enum value OrderStatus=REJECTED",
]);
