/** `npm run contract`: the contract suite against the recordings, the sandbox or any server. */

import { readFile, writeFile } from "node:fs/promises";

import { formatCounts, formatCoverage, formatRow, listFailures } from "../test/contract/print.ts";
import { loadRecordings } from "../test/contract/recordings.node.ts";
import { runContract, type ContractTarget } from "../test/contract/suite.ts";
import { fixtureTarget, sandboxTarget } from "../test/contract/targets.ts";
import { readAddress, readCommandLine } from "./command-line.ts";
import { packageFile } from "./package-root.ts";

const help = `
npm run contract                      runs every scenario against the recordings in spec/examples
npm run contract -- --sandbox         the same against a sandbox in this process
npm run contract -- --base-url URL    against a server; read-only, without a key only what is public
  --stream-url URL                    the server's streams; no row asks them yet
  --trade                             also places and cancels orders, and opens listen keys
  --report FILE                       also writes rows and coverage as JSON

Keys for --base-url come from the environment: TRADESPEC_KEY and TRADESPEC_SECRET.
Exits 1 when a row fails; without --base-url also when a documented operation is not reached.
`;

const { values } = readCommandLine(help, {
  sandbox: { type: "boolean", default: false },
  "base-url": { type: "string" },
  "stream-url": { type: "string" },
  trade: { type: "boolean", default: false },
  report: { type: "string" },
});

const documentPath = packageFile("generated", "documents", "openapi.json");
const given = values["base-url"];
const baseUrl = given === undefined ? undefined : readAddress(given);
const isOwn = baseUrl === undefined;
const result = await runContract({
  target: await chooseTarget(),
  openapi: JSON.parse(await readFile(documentPath, "utf8")),
  trade: isOwn || values.trade,
  // A server outside this process remembers the ids of the run before.
  ...(!isOwn && { clientIdSuffix: `-${Date.now().toString(36)}` }),
  report: (row) => process.stdout.write(`${formatRow(row)}\n`),
});
process.stdout.write(`\n${formatCoverage(result.coverage)}\n\n`);

if (values.report !== undefined) {
  const rows = result.rows.map(({ scenario, outcome, reasons, notes }) => {
    return { id: scenario.id, summary: scenario.summary, outcome, reasons, notes };
  });
  const report = { rows, coverage: result.coverage };
  await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`);
}

const failures = listFailures(result, isOwn);
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.stdout.write(`${formatCounts(result)}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function chooseTarget(): Promise<ContractTarget> {
  if (baseUrl !== undefined) {
    const { TRADESPEC_KEY: key, TRADESPEC_SECRET: secret } = process.env;
    return {
      baseUrl,
      ...(key !== undefined && { key }),
      ...(secret !== undefined && { secret }),
    };
  }
  if (values.sandbox) return sandboxTarget();
  return fixtureTarget(await loadRecordings(packageFile("spec", "examples")));
}
