/** `npm run record`: runs the contract's scenarios and writes what came back to spec/examples. */

import { access, constants, rm } from "node:fs/promises";
import { join } from "node:path";

import { filesIn } from "../generators/contract/documents/spec-files.ts";
import { makeFolder } from "../runtime/files.node.ts";
import { type RecordedFile, saveRecordings } from "../testing/recordings/files.node.ts";
import { scenarios } from "../testing/scenarios/index.ts";
import { runContract } from "../testing/suite/contract.ts";
import { recordRows, runApart } from "../testing/suite/record.ts";
import { formatCounts, formatRow } from "../testing/suite/report.ts";
import type { RowResult } from "../testing/suite/run.ts";
import { readServer, serverOptions, startSandboxTarget } from "./contract/server.ts";
import { isInstalled, readCommandLine, refuseValue, requireOutput } from "./shared/command-line.ts";
import { documentsOfSpec, givenSpec, recordingsOfSpec } from "./shared/given-spec.ts";

const isGiven = givenSpec() !== undefined;
const usualOut = isGiven ? recordingsOfSpec() : isInstalled ? "recordings" : "spec/examples";

const what = isGiven
  ? `
Usage: npx tradespec record --spec DIR --base-url URL [options]

Repeats the recorded calls of a contract on a server, and records the responses.

  --base-url URL      the server; read-only`
  : `
Usage: npm run record -- [options]

Runs every scenario and records the responses. Each scenario runs on its own sandbox with the default
seed, after the scenarios that it builds on, so a new scenario changes no other recording.

  --base-url URL      record the responses of a server instead; read-only`;

const help = `${what}
  --stream-url URL    also record streams of the server's streams
  --trade             also run scenarios that place and cancel orders and create listen keys
  --out DIR           folder of the recordings (default ${usualOut}); streams go to DIR/streams

For --base-url, set API key and secret in the environment: TRADESPEC_KEY and TRADESPEC_SECRET.
API keys, secrets, signatures and listen keys are redacted. Nothing is written if a scenario fails
or a secret remains.
`;

const { values } = readCommandLine(help, {
  ...serverOptions,
  out: { type: "string", default: usualOut },
});
const { out } = values;
requireOutput(out);
const server = await readServer(values);
if (isGiven && server === undefined)
  refuseValue("--base-url is missing: recordings are of the exchange itself.");
const refuseOut = ({ message }: Error) => refuseValue(`--out cannot be written: ${message}.`);
// Before the run: its recordings would be lost.
await makeFolder(out)
  .then(() => access(out, constants.W_OK))
  .catch(refuseOut);
const options = {
  ...(await documentsOfSpec()),
  scenarios,
  trade: server === undefined || values.trade,
  strict: server === undefined,
  onRow: (row: RowResult): void => {
    if (row.outcome === "failed") process.stderr.write(`${formatRow(row)}\n`);
  },
};
const start = server === undefined ? await startSandboxTarget() : () => server;
const target = start();
const rows =
  server === undefined
    ? await runApart({ ...options, start })
    : (await runContract({ ...options, target })).rows;
if (rows.some(({ outcome }) => outcome === "failed")) {
  process.stderr.write(`Nothing was written: ${formatCounts({ rows })}. Fix the rows above.\n`);
  process.exit(1);
}
const files = recordRows(rows, target);
const changed = await saveRecordings(out, files).catch(refuseOut);
// Other files in another folder are not ours to remove.
const isWhole = server === undefined && !isInstalled && out === usualOut;
const removed = isWhole ? await removeOthers(files) : 0;
process.stdout.write(
  `${files.length} recordings in ${out}: ${changed} changed, ${removed} removed, no secret left\n`,
);
if (!isInstalled && out === usualOut && changed + removed > 0) {
  process.stdout.write("Run npm run generate next: the bundles contain the recordings\n");
}

/** Removes recordings of rows that are no longer in the table. */
async function removeOthers(files: readonly RecordedFile[]): Promise<number> {
  const kept = new Set(files.map(({ path }) => path));
  const others = filesIn(out).filter((file) => file.endsWith(".yaml") && !kept.has(file));
  for (const file of others) await rm(join(out, file));
  return others.length;
}
