/** `npm run contract`: the contract suite against the recordings, the sandbox or any server. */

import { loadRecordings } from "../testing/recordings/files.node.ts";
import { runContract } from "../testing/suite/contract.ts";
import { fixtureTarget } from "../testing/suite/fixture-target.ts";
import {
  formatCounts,
  formatCoverage,
  formatOperations,
  formatRow,
  formatSkipped,
  listFailures,
} from "../testing/suite/report.ts";
import { formatGithub, formatJson, formatJunit } from "../testing/suite/reporters.ts";
import type { ContractTarget } from "../testing/suite/run.ts";
import { ownStreams, readServer, serverOptions, startSandboxTarget } from "./contract/server.ts";
import { observationForms } from "./observe/report.ts";
import { readCommandLine, readReporter, refuseValue, writeGiven } from "./shared/command-line.ts";
import { documentsOfSpec, givenSpec, recordingsOfSpec } from "./shared/given-spec.ts";

const help = `
Usage: npm run contract -- [options]

Runs the contract tests: every scenario, against the recordings in the package.

  --sandbox           run against a sandbox in this process
  --base-url URL      run against a server: read-only, and without an API key only public operations
  --stream-url URL    address of the server's streams; the path /stream of --base-url when absent
  --trade             also run scenarios that place and cancel orders and create listen keys
  --probe             send requests that test the assumptions, to the server or with --sandbox to a
                      sandbox, and print a report like npm run observe; takes --reporter "text"
                      or "json"
  --reporter FORM     "text" (default), "json", "junit" or "github" (annotations)
  --report FILE       write the report to FILE (default form JSON), and text to standard output

For --base-url, set API key and secret in the environment: TRADESPEC_KEY and TRADESPEC_SECRET.
Exits 1 if a scenario fails; with --probe, if the server contradicts the contract or an assumption;
without --base-url and --spec, also if no scenario covers a documented statement, such as a property,
that a correct server can show.
`;

const { values } = readCommandLine(help, {
  ...serverOptions,
  sandbox: { type: "boolean", default: false },
  probe: { type: "boolean", default: false },
  reporter: { type: "string" },
  report: { type: "string" },
});

const reporters = { text: undefined, json: formatJson, junit: formatJunit, github: formatGithub };
const { report: file } = values;
const forms = Object.keys(reporters) as (keyof typeof reporters)[];
const format = reporters[readReporter(values, forms)];
if (file !== undefined && format === undefined && !values.probe) {
  refuseValue("--report cannot write text; use --reporter json, junit or github.");
}
if (values.sandbox && values["base-url"] !== undefined) {
  refuseValue("Use either --sandbox or --base-url, not both.");
}
const given = await readServer(values);
const server = given && { ...(await ownStreams(given)), ...given };
if (values.probe) {
  if (server === undefined && !values.sandbox) {
    refuseValue("--probe needs --base-url or --sandbox.");
  }
  const { probe } = await import("./observe/probe.ts");
  await probe(server, { ...values, form: readReporter(values, observationForms) });
} else {
  await test(server, values.sandbox ? await startSandboxTarget() : fixture);
}

async function fixture(): Promise<ContractTarget> {
  return fixtureTarget(await loadRecordings(recordingsOfSpec()));
}

async function test(
  given: ContractTarget | undefined,
  ownTarget: () => ContractTarget | Promise<ContractTarget>,
): Promise<void> {
  // Before the work, which takes a while.
  if (file !== undefined) await writeGiven("report", file);
  const isOwn = given === undefined;
  // The scenarios of another contract are those that its author has.
  const complete = isOwn && givenSpec() === undefined;
  const isText = format === undefined || file !== undefined;
  const print = (text: string): void => void (isText && process.stdout.write(`${text}\n`));
  const result = await runContract({
    target: given ?? (await ownTarget()),
    ...(await documentsOfSpec()),
    trade: isOwn || values.trade,
    strict: isOwn,
    // A server outside this process remembers the ids of the run before.
    ...(!isOwn && { clientIdSuffix: `-${Date.now().toString(36)}` }),
    onRow: (row) => print(formatRow(row)),
  });
  print(`\n${formatOperations(result.rows)}\n\n${formatCoverage(result.coverage)}\n`);
  const failures = listFailures(result, { complete });
  if (isText) for (const failure of failures) process.stderr.write(`${failure}\n`);
  print(`${formatSkipped(result)}${formatCounts(result)}`);
  const report = format?.(result, { complete });
  if (report !== undefined && file !== undefined) await writeGiven("report", file, report);
  else if (report !== undefined) process.stdout.write(report);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
