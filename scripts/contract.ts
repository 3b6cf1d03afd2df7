/** `npm run contract`: the contract suite against the recordings, the sandbox or any server. */

import { loadDocuments } from "../testing/documents/load.node.ts";
import { loadRecordings } from "../testing/recordings/files.node.ts";
import { runContract } from "../testing/suite/contract.ts";
import {
  formatCounts,
  formatCoverage,
  formatOperations,
  formatRow,
  listFailures,
} from "../testing/suite/report.ts";
import { formatGithub, formatJson, formatJunit } from "../testing/suite/reporters.ts";
import type { ContractTarget } from "../testing/suite/run.ts";
import { fixtureTarget, sandboxTarget } from "../testing/suite/targets.ts";
import { readServer, serverOptions } from "./contract/server.ts";
import { probe } from "./observe/probe.ts";
import { observationForms } from "./observe/report.ts";
import { readCommandLine, readReporter, refuseValue, writeReport } from "./shared/command-line.ts";
import { packageFile } from "./shared/package-root.ts";

const help = `
Usage: npm run contract -- [options]

Runs every scenario against the recordings that come with the contract.

  --sandbox           runs them against a sandbox in this process
  --base-url URL      runs them against a server; read-only, without a key only what is public
  --stream-url URL    the server's streams, whose rows are skipped without it
  --trade             also places and cancels orders, and opens listen keys, on the server
  --probe             asks the server, or with --sandbox a sandbox, for what settles the
                      assumptions, and reports what it shows as npm run observe does; --reporter
                      is "text" or "json"
  --reporter FORM     "text" (default), "json", "junit" or "github" (annotations)
  --report FILE       writes the report there, and text to standard output; JSON unless
                      --reporter says otherwise

API keys for --base-url come from the environment: TRADESPEC_KEY and TRADESPEC_SECRET.
Exits 1 when a row fails, and with --probe when the server contradicts the contract or an
assumption; without --base-url also when no row touches a documented operation,
parameter, property, status, code, stream or message.
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
if (file !== undefined && format === undefined) {
  refuseValue("--report takes no text; give --reporter json, junit or github.");
}
if (values.sandbox && values["base-url"] !== undefined) {
  refuseValue("--sandbox and --base-url name two servers; give one of them.");
}
const server = await readServer(values);
if (values.probe) {
  if (server === undefined && !values.sandbox) {
    refuseValue("--probe asks a server; give its --base-url, or --sandbox.");
  }
  await probe(server, { ...values, form: readReporter(values, observationForms) });
} else {
  await test(server, values.sandbox ? sandboxTarget : fixture);
}

async function fixture(): Promise<ContractTarget> {
  return fixtureTarget(await loadRecordings(packageFile("spec", "examples")));
}

async function test(
  given: ContractTarget | undefined,
  ownTarget: () => ContractTarget | Promise<ContractTarget>,
): Promise<void> {
  // Before the work, which takes a while.
  if (file !== undefined) await writeReport(file, "");
  const isOwn = given === undefined;
  const isText = format === undefined || file !== undefined;
  const print = (text: string): void => void (isText && process.stdout.write(`${text}\n`));
  const result = await runContract({
    target: given ?? (await ownTarget()),
    ...(await loadDocuments()),
    trade: isOwn || values.trade,
    // A server outside this process remembers the ids of the run before.
    ...(!isOwn && { clientIdSuffix: `-${Date.now().toString(36)}` }),
    onRow: (row) => print(formatRow(row)),
  });
  print(`\n${formatOperations(result.rows)}\n\n${formatCoverage(result.coverage)}\n`);
  const failures = listFailures(result, { complete: isOwn });
  if (isText) for (const failure of failures) process.stderr.write(`${failure}\n`);
  print(formatCounts(result));
  const report = format?.(result, { complete: isOwn });
  if (report !== undefined && file !== undefined) await writeReport(file, report);
  else if (report !== undefined) process.stdout.write(report);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
