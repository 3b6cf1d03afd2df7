/** Prints what traffic shows, for `npm run observe` and `npm run contract -- --probe`. */

import { readFile } from "node:fs/promises";

import {
  type Observation,
  type ObserveOptions,
  readPlaces,
} from "../../testing/observe/observe.ts";
import { formatObservation, isClean } from "../../testing/observe/report.ts";
import { writeGiven } from "../shared/command-line.ts";
import { documentsOfSpec, givenSpec } from "../shared/given-spec.ts";
import { packageFile } from "../shared/package-root.ts";

/** The forms of the report. */
export const observationForms = ["text", "json"] as const;

/** The documents, with the places of their nodes. */
export async function readDocuments(): Promise<ObserveOptions> {
  const file = packageFile("generated", "documents", "places.json");
  const places = givenSpec()?.places ?? JSON.parse(await readFile(file, "utf8"));
  return { ...(await documentsOfSpec()), findPlace: readPlaces(places) };
}

/** Prints or writes the report; the exit code says whether everything fits. */
export async function printObservation(
  observation: Observation,
  options: { readonly form: (typeof observationForms)[number]; readonly report?: string },
): Promise<void> {
  const { form, report } = options;
  const texts = {
    text: formatObservation(observation),
    json: JSON.stringify(observation, null, 2),
  };
  if (report !== undefined) await writeGiven("report", report, `${texts[form]}\n`);
  process.stdout.write(`${texts[report === undefined ? form : "text"]}\n`);
  process.exitCode = isClean(observation) ? 0 : 1;
}
