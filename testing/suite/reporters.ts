/** Formats the result of a contract run for other programs. */

import { xmlText } from "../../sandbox/report/xml.ts";
import {
  countByOperation,
  formatCounts,
  listFailures,
  listUncovered,
  type OutcomeCounts,
  operationOf,
} from "./report.ts";
import type { ContractResult, RowResult } from "./run.ts";

/** `complete`: documented statements that no row covered are failures, too. */
interface ReportOptions {
  readonly complete: boolean;
}

/** Failures, counts by operation, rows and coverage as JSON. */
export function formatJson(result: ContractResult, options: ReportOptions): string {
  const rows = result.rows.map(({ scenario, outcome, reasons, notes }) => {
    return { id: scenario.id, summary: scenario.summary, outcome, reasons, notes };
  });
  const failures = listFailures(result, options);
  const operations = countByOperation(result.rows);
  const report = { failures, operations, rows, coverage: result.coverage };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** JUnit XML: a test suite per operation, and one for uncovered statements. */
export function formatJunit(
  { rows, coverage }: ContractResult,
  { complete }: ReportOptions,
): string {
  const suites = countByOperation(rows).map(({ operation, ...counts }) => {
    const cases = rows.filter((row) => operationOf(row) === operation).map(junitCase);
    return junitSuite(operation, counts, cases);
  });
  const uncovered = complete ? listUncovered(coverage) : [];
  const missing = uncovered.map((statement) => {
    return `<testcase classname="coverage" name="${xmlText(statement)}"><failure message="no scenario covers it"/></testcase>`;
  });
  const failed = uncovered.length;
  if (failed > 0) suites.push(junitSuite("coverage", { passed: 0, failed, skipped: 0 }, missing));
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="contract">`;
  return `${head}\n${suites.join("\n")}\n</testsuites>\n`;
}

/** Annotations of GitHub Actions: an error for each failure, and a notice with the counts. */
export function formatGithub(result: ContractResult, options: ReportOptions): string {
  const errors = listFailures(result, options).map(
    (failure) => `::error title=contract::${failure}`,
  );
  const lines = [...errors, `::notice title=contract::${formatCounts(result)}`];
  const escaped = lines.map((line) => {
    return line.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  });
  return `${escaped.join("\n")}\n`;
}

function junitCase({ scenario, outcome, reasons }: RowResult): string {
  const head = `<testcase classname="${xmlText(scenario.id)}" name="${xmlText(scenario.summary)}"`;
  if (outcome === "passed") return `${head}/>`;
  const kind = outcome === "failed" ? "failure" : "skipped";
  return `${head}><${kind} message="${xmlText(reasons.join("; "))}"/></testcase>`;
}

function junitSuite(
  name: string,
  { passed, failed, skipped }: OutcomeCounts,
  cases: readonly string[],
): string {
  const numbers = `tests="${passed + failed + skipped}" failures="${failed}" skipped="${skipped}"`;
  const lines = cases.map((each) => `    ${each}`).join("\n");
  return `  <testsuite name="${xmlText(name)}" ${numbers}>\n${lines}\n  </testsuite>`;
}
