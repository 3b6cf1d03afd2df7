/** `npm run contract`: the contract suite against the recordings, the sandbox or any server. */

import { writeFile } from "node:fs/promises";

import { loadRecordings } from "../testing/recordings/files.node.ts";
import { runContract } from "../testing/suite/contract.ts";
import { formatCounts, formatCoverage, formatRow, listFailures } from "../testing/suite/report.ts";
import { fixtureTarget, sandboxTarget } from "../testing/suite/targets.ts";
import { readCommandLine } from "./command-line.ts";
import { packageFile } from "./package-root.ts";
import { readDocuments, readServer, serverOptions } from "./server.ts";

const help = `
npm run contract                      runs every scenario against the recordings in spec/examples
npm run contract -- --sandbox         the same against a sandbox in this process
npm run contract -- --base-url URL    against a server; read-only, without a key only what is public
  --stream-url URL                    the server's streams, whose rows are skipped without it
  --trade                             also places and cancels orders, and opens listen keys
  --report FILE                       also writes rows and coverage as JSON

Keys for --base-url come from the environment: TRADESPEC_KEY and TRADESPEC_SECRET.
Exits 1 when a row fails; without --base-url also when no row touches a documented operation,
parameter, property, status, code, stream or message.
`;

const { values } = readCommandLine(help, {
  ...serverOptions,
  sandbox: { type: "boolean", default: false },
  report: { type: "string" },
});

const server = readServer(values);
const isOwn = server === undefined;
const ownTarget = values.sandbox
  ? sandboxTarget
  : async () => fixtureTarget(await loadRecordings(packageFile("spec", "examples")));
const result = await runContract({
  target: server ?? (await ownTarget()),
  ...(await readDocuments()),
  trade: isOwn || values.trade,
  // A server outside this process remembers the ids of the run before.
  ...(!isOwn && { clientIdSuffix: `-${Date.now().toString(36)}` }),
  onRow: (row) => process.stdout.write(`${formatRow(row)}\n`),
});
process.stdout.write(`\n${formatCoverage(result.coverage)}\n\n`);

if (values.report !== undefined) {
  const rows = result.rows.map(({ scenario, outcome, reasons, notes }) => {
    return { id: scenario.id, summary: scenario.summary, outcome, reasons, notes };
  });
  const report = { rows, coverage: result.coverage };
  await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`);
}

const failures = listFailures(result, { complete: isOwn });
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.stdout.write(`${formatCounts(result)}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
