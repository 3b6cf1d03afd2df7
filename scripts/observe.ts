/** `npm run observe`: what recorded traffic says about the contract and its assumptions. */

import { writeFile } from "node:fs/promises";

import { observeTraffic, withoutSecrets } from "../testing/observe/observe.ts";
import { readFiles } from "../testing/observe/sources/read.node.ts";
import { observationForms, printObservation, readDocuments } from "./observe/report.ts";
import { editedFiles, patchOf } from "./observe/write.ts";
import { isInstalled, readCommandLine, readReporter, refuseValue } from "./shared/command-line.ts";

const help = `
Usage: npm run observe -- FILE…

Reads traffic and says whether it fits the contract, which assumptions it confirms or contradicts,
and what is new in it. A FILE is a HAR of a browser or of redocly proxy, a recording of npm run record,
NDJSON of stream frames, or a folder of these. Secrets are replaced before anything else is done.

  --reporter FORM     "text" (default) or "json"
  --report FILE       writes the report there, and text to standard output; JSON unless
                      --reporter says otherwise

  --write FILE        proposes what it shows as a patch of spec/: a confirmed assumption becomes
                      observed, with its evidence, and responses that no recording shows are added
  --apply             with --write: makes the edits of the patch, too

Exits 1 when the traffic does not fit the contract or contradicts an assumption.
`;

const { values, positionals } = readCommandLine(
  help,
  {
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
  refuseValue("--write changes spec/, which is not edited in an installed package.");
}
if (values.apply && values.write === undefined) {
  refuseValue("--apply stands alone; give the --write FILE of the patch with it.");
}
const events = await readFiles(positionals).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
});
const options = await readDocuments();
const traffic = withoutSecrets(events, options);
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
  await writeFile(file, await patchOf(files));
  const paths = [...files.keys()];
  if (values.apply) for (const [path, text] of files) await writeFile(path, text);
  const what = values.apply ? "changed" : "would change; apply it with git apply or --apply";
  process.stderr.write(`${file}: ${paths.length} files ${what}\n`);
  for (const path of paths) process.stderr.write(`  ${path}\n`);
}
