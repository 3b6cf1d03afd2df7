/** `npm run record`: runs the contract's scenarios and writes what came back to spec/examples. */

import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

import { saveRecording } from "../testing/recordings/files.node.ts";
import { findFaults, type RecordedFile, recordTakes } from "../testing/recordings/recorder.ts";
import { refuse } from "../testing/recordings/recording.ts";
import { createRedactor } from "../testing/recordings/redactor.ts";
import { listStreamSecrets, recordStreams } from "../testing/recordings/session-recorder.ts";
import { type ContractTarget, runContract } from "../testing/suite/contract.ts";
import { formatCounts, formatRow, type PrintedRow } from "../testing/suite/report.ts";
import { runStreamContract, type StreamTarget } from "../testing/suite/stream-contract.ts";
import { openTexts, streamTakesOf, takesOf } from "../testing/suite/takes.ts";
import { sandboxStreamTarget, sandboxTarget } from "../testing/suite/targets.ts";
import {
  readAddress,
  readCommandLine,
  readStreamAddress,
  refuseLoneStreams,
} from "./command-line.ts";
import { packageFile } from "./package-root.ts";

const help = `
npm run record                      records every scenario from a sandbox with its usual seed
npm run record -- --base-url URL    records what a server answers; read-only
  --stream-url URL                  also sessions of its streams
  --trade                           also places and cancels orders, and opens listen keys
  --out DIR                         another folder than spec/examples; sessions go to DIR/streams

Keys for --base-url come from the environment: TRADESPEC_KEY and TRADESPEC_SECRET.
Keys, secrets, signatures and listen keys are replaced before anything is written. Nothing is
written when a scenario fails or a secret is left.
`;

const usualOut = "spec/examples";
const { values } = readCommandLine(help, {
  "base-url": { type: "string" },
  "stream-url": { type: "string" },
  trade: { type: "boolean", default: false },
  out: { type: "string", default: usualOut },
});
const { out } = values;
const baseUrl = values["base-url"];
const streamUrl = values["stream-url"];
if (baseUrl === undefined && streamUrl !== undefined) refuseLoneStreams();
const target = baseUrl === undefined ? sandboxTarget() : serverTarget(readAddress(baseUrl));

const documents = {
  openapi: await readDocument("openapi.json"),
  asyncapi: await readDocument("asyncapi.json"),
};
const trade = baseUrl === undefined || values.trade;
const report = (row: PrintedRow): void => {
  if (row.outcome === "failed") process.stderr.write(`${formatRow(row)}\n`);
};
const streamTarget = chooseStreamTarget();
const result = await runContract({ ...documents, target, trade, report });
const streams =
  streamTarget && (await runStreamContract({ ...documents, target: streamTarget, trade, report }));
const rows = [...result.rows, ...(streams?.rows ?? [])];
if (rows.some(({ outcome }) => outcome === "failed")) {
  process.stderr.write(`Nothing was written: ${formatCounts({ rows })}. Mend the rows above.\n`);
  process.exit(1);
}

const takes = takesOf(result.rows);
const streamTakes = streamTakesOf(streams?.rows ?? []);
const confidential = {
  apiKey: target.apiKey,
  apiSecret: target.apiSecret,
  open: openTexts(result.rows),
};
const folders = [
  { folder: out, files: recordTakes(takes, confidential) },
  { folder: join(out, "streams"), files: recordStreams(streamTakes, confidential, takes) },
];
// What else lies in another folder is not ours to remove.
const isWhole = baseUrl === undefined && out === usualOut;
let [written, changed, removed] = [0, 0, 0];
for (const { folder, files } of folders) {
  if (files.length === 0) continue;
  await mkdir(folder, { recursive: true });
  for (const { name, text } of files) changed += (await saveRecording(folder, name, text)) ? 1 : 0;
  written += files.length;
  if (isWhole) removed += await removeOthers(folder, files);
}
await checkFolders();
process.stdout.write(
  `${written} recordings in ${out}: ${changed} changed, ${removed} removed, no secret left\n`,
);
if (out === usualOut && changed + removed > 0) {
  process.stdout.write("The bundles hold them too: npm run generate\n");
}

function serverTarget(url: string): ContractTarget {
  const { TRADESPEC_KEY: key, TRADESPEC_SECRET: secret } = process.env;
  return {
    baseUrl: url,
    ...(key !== undefined && { apiKey: key }),
    ...(secret !== undefined && { apiSecret: secret }),
  };
}

function chooseStreamTarget(): StreamTarget | undefined {
  if (baseUrl === undefined) return sandboxStreamTarget();
  return streamUrl === undefined
    ? undefined
    : { ...target, streamUrl: readStreamAddress(streamUrl) };
}

async function readDocument(name: string): Promise<unknown> {
  return JSON.parse(await readFile(packageFile("generated", "documents", name), "utf8"));
}

/** Removes recordings of rows that are no longer in the table. */
async function removeOthers(folder: string, files: readonly RecordedFile[]): Promise<number> {
  const kept = new Set(files.map(({ name }) => `${name}.yaml`));
  const all = (await readdir(folder)).filter((file) => file.endsWith(".yaml"));
  const others = all.filter((file) => !kept.has(file));
  for (const file of others) await rm(join(folder, file));
  return others.length;
}

/** Reads back what is on the disk; a file that holds a secret is taken away again. */
async function checkFolders(): Promise<void> {
  const redactor = createRedactor(listStreamSecrets(streamTakes, confidential, takes));
  const faults: string[] = [];
  for (const { folder, files } of folders) {
    for (const { name } of files) {
      const path = join(folder, `${name}.yaml`);
      const found = findFaults({ name, text: await readFile(path, "utf8") }, redactor);
      if (found.length > 0) await rm(path);
      faults.push(...found);
    }
  }
  refuse(faults);
}
