/** `npm run observe`: checks recorded traffic against the contract and its assumptions. */

import { writeFiles } from "../runtime/files.node.ts";
import { observeTraffic, withoutSecrets } from "../testing/observe/observe.ts";
import { readFiles } from "../testing/observe/sources/read.node.ts";
import { observationForms, printObservation, readDocuments } from "./observe/report.ts";
import { editedFiles, patchOf } from "./observe/write.ts";
import {
  isInstalled,
  readCommandLine,
  readReporter,
  refuseValue,
  writeGiven,
} from "./shared/command-line.ts";

const help = `
Usage: npm run observe -- FILE…

Checks recorded traffic against the contract: what deviates, which assumptions it confirms or
contradicts, and what is new. FILE is a HAR file of a browser or redocly proxy, a recording of
npm run record, NDJSON of stream messages, or a folder of these. Secrets are redacted first.

Only traffic of an exchange confirms an assumption: a sandbox and a mock server do what is assumed.

  --origin NAME       where traffic comes from that does not say it, such as the exchange's host
  --reporter FORM     "text" (default) or "json"
  --report FILE       write the report to FILE (default form JSON), and text to standard output
  --write FILE        in a clone of tradespec: write a patch of spec/ to FILE, in which confirmed
                      assumptions become "observed", with their evidence, and new kinds of
                      responses become recordings
  --apply             with --write, also apply the patch

Exits 1 if the traffic deviates from the contract or contradicts an assumption.
`;

const { values, positionals } = readCommandLine(
  help,
  {
    origin: { type: "string" },
    reporter: { type: "string" },
    report: { type: "string" },
    write: { type: "string" },
    apply: { type: "boolean", default: false },
  },
  "words",
);
const form = readReporter(values, observationForms);
if (positionals.length === 0) refuseValue("No FILE is given.");
if (values.write !== undefined && isInstalled) {
  refuseValue("--write changes spec/ and works only in a checkout, not in an installed package.");
}
if (values.apply && values.write === undefined) refuseValue("--apply needs --write FILE.");
// Before the work, which takes a while.
if (values.write !== undefined) await writeGiven("write", values.write);
const events = await readFiles(positionals).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
});
const options = await readDocuments();
const placed = events.map((each) => ({ ...each, origin: each.origin ?? values.origin }));
const traffic = withoutSecrets(placed, options);
const observation = observeTraffic(traffic, options);
const { calls, messages, connections } = observation;
if (calls + messages + connections === 0) {
  refuseValue(`There is no traffic of this exchange in ${positionals.join(", ")}.`);
}
await printObservation(observation, { ...values, form });
if (values.write !== undefined) await propose(values.write);

/** Writes the patch, and on request what it says. */
async function propose(file: string): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const files = await editedFiles(traffic, observation, day);
  await writeGiven("write", file, await patchOf(files));
  if (values.apply) await writeFiles(".", files);
  const what = values.apply ? "changed" : "would change; apply it with git apply or --apply";
  process.stderr.write(`${file}: ${files.length} files ${what}\n`);
  for (const { path } of files) process.stderr.write(`  ${path}\n`);
}
