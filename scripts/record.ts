/** `npm run record`: runs the contract's scenarios and writes what came back to spec/examples. */

import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

import { formatCounts, formatRow } from "../test/contract/print.ts";
import { findFaults, listSecrets, recordTakes } from "../test/contract/recorder.ts";
import { saveRecording } from "../test/contract/recordings.node.ts";
import { refuse } from "../test/contract/recordings.ts";
import { createRedactor } from "../test/contract/redaction.ts";
import { openTexts, takesOf } from "../test/contract/takes.ts";
import { runContract, type ContractTarget } from "../test/contract/suite.ts";
import { sandboxTarget } from "../test/contract/targets.ts";
import { readAddress, readCommandLine } from "./command-line.ts";
import { packageFile } from "./package-root.ts";

const help = `
npm run record                      records every scenario from a sandbox with its usual seed
npm run record -- --base-url URL    records what a server answers; read-only
  --trade                           also places and cancels orders, and opens listen keys
  --out DIR                         another folder than spec/examples

Keys for --base-url come from the environment: TRADESPEC_KEY and TRADESPEC_SECRET.
Keys, secrets, signatures and listen keys are replaced before anything is written. Nothing is
written when a scenario fails or a secret is left.
`;

const usualOut = "spec/examples";
const documentPath = packageFile("generated", "documents", "openapi.json");
const { values } = readCommandLine(help, {
  "base-url": { type: "string" },
  trade: { type: "boolean", default: false },
  out: { type: "string", default: usualOut },
});
const { out } = values;
const baseUrl = values["base-url"];
const target = baseUrl === undefined ? sandboxTarget() : serverTarget(readAddress(baseUrl));

const result = await runContract({
  target,
  openapi: JSON.parse(await readFile(documentPath, "utf8")),
  trade: baseUrl === undefined || values.trade,
  report: (row) => {
    if (row.outcome === "failed") process.stderr.write(`${formatRow(row)}\n`);
  },
});
if (result.rows.some(({ outcome }) => outcome === "failed")) {
  process.stderr.write(`Nothing was written: ${formatCounts(result)}. Mend the rows above.\n`);
  process.exit(1);
}

const takes = takesOf(result.rows);
const confidential = { key: target.key, secret: target.secret, open: openTexts(result.rows) };
const files = recordTakes(takes, confidential);
await mkdir(out, { recursive: true });
let changed = 0;
for (const { name, text } of files) changed += (await saveRecording(out, name, text)) ? 1 : 0;
// What else lies in another folder is not ours to remove.
const isWhole = baseUrl === undefined && out === usualOut;
const removed = isWhole ? await removeOthers(files.map(({ name }) => name)) : 0;
await checkFolder();
process.stdout.write(
  `${files.length} recordings in ${out}: ${changed} changed, ${removed} removed, no secret left\n`,
);
if (out === usualOut && changed + removed > 0) {
  process.stdout.write("The bundle holds them too: npm run generate\n");
}

function serverTarget(url: string): ContractTarget {
  const { TRADESPEC_KEY: key, TRADESPEC_SECRET: secret } = process.env;
  return {
    baseUrl: url,
    ...(key !== undefined && { key }),
    ...(secret !== undefined && { secret }),
  };
}

/** Removes recordings of rows that are no longer in the table. */
async function removeOthers(names: readonly string[]): Promise<number> {
  const kept = new Set(names.map((name) => `${name}.yaml`));
  const others = (await readdir(out)).filter((file) => file.endsWith(".yaml") && !kept.has(file));
  for (const file of others) await rm(join(out, file));
  return others.length;
}

/** Reads back what is on the disk; a file that holds a secret is taken away again. */
async function checkFolder(): Promise<void> {
  const redactor = createRedactor(listSecrets(takes, confidential));
  const faults: string[] = [];
  for (const { name } of files) {
    const path = join(out, `${name}.yaml`);
    const found = findFaults({ name, text: await readFile(path, "utf8") }, redactor);
    if (found.length > 0) await rm(path);
    faults.push(...found);
  }
  refuse(faults);
}
