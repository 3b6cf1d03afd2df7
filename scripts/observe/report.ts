/** Prints what traffic shows, for `npm run observe` and `npm run contract -- --probe`. */

import { readFile } from "node:fs/promises";

import { loadDocuments } from "../../testing/documents/load.node.ts";
import type { Observation, ObserveOptions } from "../../testing/observe/observe.ts";
import { readPlaces } from "../../testing/observe/places.ts";
import { formatObservation, isClean } from "../../testing/observe/report.ts";
import { readChoice, writeReport } from "../command-line.ts";
import { packageFile } from "../package-root.ts";

interface ReportOptions {
  readonly reporter?: string;
  readonly report?: string;
}

type Form = "text" | "json";

/** The form of the report; exits 2 for another. */
export function readReporter({ reporter, report }: ReportOptions): Form {
  return readChoice("reporter", reporter ?? (report === undefined ? "text" : "json"), forms);
}

const forms = ["text", "json"] as const;

/** The documents, with the places of their nodes. */
export async function readDocuments(): Promise<ObserveOptions> {
  const file = packageFile("generated", "documents", "places.json");
  const places = readPlaces(JSON.parse(await readFile(file, "utf8")));
  return { ...(await loadDocuments()), places };
}

/** Prints or writes the report; the exit code says whether everything fits. */
export async function printObservation(
  observation: Observation,
  { form, report }: ReportOptions & { readonly form: Form },
): Promise<void> {
  const texts = {
    text: formatObservation(observation),
    json: JSON.stringify(observation, null, 2),
  };
  if (report !== undefined) await writeReport(report, `${texts[form]}\n`);
  process.stdout.write(`${texts[report === undefined ? form : "text"]}\n`);
  process.exitCode = isClean(observation) ? 0 : 1;
}
