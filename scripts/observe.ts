/** `npm run observe`: what recorded traffic says about the contract and its assumptions. */

import { readFile, writeFile } from "node:fs/promises";

import { loadDocuments } from "../testing/documents/load.node.ts";
import { observe } from "../testing/observe/observe.ts";
import { readPlaces } from "../testing/observe/places.ts";
import { formatObservation, isClean } from "../testing/observe/report.ts";
import { readFiles } from "../testing/observe/sources/read.node.ts";
import { readChoice, readCommandLine, refuseValue } from "./command-line.ts";
import { packageFile } from "./package-root.ts";

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
const { report, reporter = report === undefined ? "text" : "json" } = values;
const form = readChoice("reporter", reporter, ["text", "json"]);
if (positionals.length === 0) refuseValue("No FILE is given.");

const places = JSON.parse(
  await readFile(packageFile("generated", "documents", "places.json"), "utf8"),
) as unknown;
const events = await readFiles(positionals).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
});
const observation = observe(events, { ...(await loadDocuments()), places: readPlaces(places) });
const texts = {
  text: formatObservation(observation),
  json: JSON.stringify(observation, null, 2),
};
if (report !== undefined) await writeFile(report, `${texts[form]}\n`);
process.stdout.write(`${texts[report === undefined ? form : "text"]}\n`);
process.exitCode = isClean(observation) ? 0 : 1;
