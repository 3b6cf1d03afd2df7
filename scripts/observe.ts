/** `npm run observe`: what recorded traffic says about the contract and its assumptions. */

import { observe } from "../testing/observe/observe.ts";
import { readFiles } from "../testing/observe/sources/read.node.ts";
import { readCommandLine, refuseValue } from "./command-line.ts";
import { printObservation, readDocuments, readReporter } from "./observe/report.ts";

const help = `
Usage: npm run observe -- FILE…

Reads traffic and says whether it fits the contract, which assumptions it confirms or contradicts,
and what is new in it. A FILE is a HAR of a browser or of redocly proxy, a recording of npm run record,
NDJSON of stream frames, or a folder of these. Secrets are replaced before anything else is done.

  --reporter FORM     "text" (default) or "json"
  --report FILE       writes the report there, and text to standard output; JSON unless
                      --reporter says otherwise

Exits 1 when the traffic does not fit the contract or contradicts an assumption.
`;

const { values, positionals } = readCommandLine(
  help,
  { reporter: { type: "string" }, report: { type: "string" } },
  "words",
);
const form = readReporter(values);
if (positionals.length === 0) refuseValue("No FILE is given.");
const events = await readFiles(positionals).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
});
await printObservation(observe(events, await readDocuments()), { ...values, form });
