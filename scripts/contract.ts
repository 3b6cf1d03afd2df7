/** `npm run contract`: the contract suite against the recordings, the sandbox or any server. */

import { readFile, writeFile } from "node:fs/promises";

import { mergeCoverage } from "../testing/documents/coverage.ts";
import { loadRecordings, loadStreamRecordings } from "../testing/recordings/files.node.ts";
import { type ContractTarget, runContract } from "../testing/suite/contract.ts";
import {
  formatCounts,
  formatCoverage,
  formatRow,
  listFailures,
  type PrintedRow,
} from "../testing/suite/report.ts";
import { runStreamContract, type StreamTarget } from "../testing/suite/stream-contract.ts";
import {
  fixtureStreamTarget,
  fixtureTarget,
  sandboxStreamTarget,
  sandboxTarget,
} from "../testing/suite/targets.ts";
import {
  readAddress,
  readCommandLine,
  readStreamAddress,
  refuseLoneStreams,
} from "./command-line.ts";
import { packageFile } from "./package-root.ts";

const help = `
npm run contract                      runs every scenario against the recordings in spec/examples
npm run contract -- --sandbox         the same against a sandbox in this process
npm run contract -- --base-url URL    against a server; read-only, without a key only what is public
  --stream-url URL                    the server's streams, which are left out without it
  --trade                             also places and cancels orders, and opens listen keys
  --report FILE                       also writes rows and coverage as JSON

Keys for --base-url come from the environment: TRADESPEC_KEY and TRADESPEC_SECRET.
Exits 1 when a row fails; without --base-url also when a documented operation, stream, message or
field of a message is not reached.
`;

const { values } = readCommandLine(help, {
  sandbox: { type: "boolean", default: false },
  "base-url": { type: "string" },
  "stream-url": { type: "string" },
  trade: { type: "boolean", default: false },
  report: { type: "string" },
});

const given = values["base-url"];
const baseUrl = given === undefined ? undefined : readAddress(given);
const isOwn = baseUrl === undefined;
if (isOwn && values["stream-url"] !== undefined) refuseLoneStreams();
const options = {
  openapi: await readDocument("openapi.json"),
  asyncapi: await readDocument("asyncapi.json"),
  trade: isOwn || values.trade,
  // A server outside this process remembers the ids of the run before.
  ...(!isOwn && { clientIdSuffix: `-${Date.now().toString(36)}` }),
  report: (row: PrintedRow) => process.stdout.write(`${formatRow(row)}\n`),
};
const target = await chooseTarget();
// What is beyond the limits comes last over REST, and bars the way for a while.
const streamTarget = await chooseStreamTarget();
const streams = streamTarget && (await runStreamContract({ ...options, target: streamTarget }));
const rest = await runContract({ ...options, target });
const result = {
  rows: [...(streams?.rows ?? []), ...rest.rows],
  coverage: streams === undefined ? rest.coverage : mergeCoverage(rest.coverage, streams.coverage),
};
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
      ...(key !== undefined && { apiKey: key }),
      ...(secret !== undefined && { apiSecret: secret }),
    };
  }
  return values.sandbox ? sandboxTarget() : fixtureTarget(await recordings());
}

async function chooseStreamTarget(): Promise<StreamTarget | undefined> {
  const streamUrl = values["stream-url"];
  if (baseUrl !== undefined) {
    if (streamUrl === undefined) return undefined;
    return { ...target, streamUrl: readStreamAddress(streamUrl) };
  }
  if (values.sandbox) return sandboxStreamTarget();
  const sessions = await loadStreamRecordings(packageFile("spec", "examples", "streams"));
  return fixtureStreamTarget(await recordings(), sessions);
}

function recordings(): ReturnType<typeof loadRecordings> {
  return loadRecordings(packageFile("spec", "examples"));
}

async function readDocument(name: string): Promise<unknown> {
  return JSON.parse(await readFile(packageFile("generated", "documents", name), "utf8"));
}
