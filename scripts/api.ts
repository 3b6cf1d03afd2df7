/** `npm run api`: the record of the public API in docs/api/. */

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { type ApiRecord, apiChanges } from "./api/changes.ts";
import {
  currentRecord,
  hasNewChangeset,
  readRecord,
  recordAt,
  recordFolder,
  revisionBefore,
} from "./api/record.ts";
import { readCommandLine } from "./shared/command-line.ts";

const help = `
Writes every export of the package with its declaration into ${recordFolder}/, a page per subpath, and
the JSON Schema of contract.json.

  npm run api                 write ${recordFolder}/
  npm run api -- --check      only compare; exit 1 if it is out of date, or if the latest change of it
                              has no changeset
`;

const { values } = readCommandLine(help, { check: { type: "boolean" } });
const project = resolve(import.meta.dirname, "..");
const schemaFile = join("generators", "contract", "contract.schema.json");
const [now, written] = await Promise.all([currentRecord(project), readRecord(project)]);
const schema = await currentSchema();
const isSchemaOld = schema !== (await readFile(join(project, schemaFile), "utf8").catch(() => ""));
const names = Object.keys({ ...written, ...now }).filter((name) => written[name] !== now[name]);
if (values.check === true) {
  const outdated = [...names.map((name) => `${recordFolder}/${name}`), ...schemaIfOld()];
  const problems = outdated.length > 0 ? outdated.map(outOfDate) : await missingChangeset(now);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} else {
  await mkdir(join(project, recordFolder), { recursive: true });
  await Promise.all(names.map((name) => writePage(join(project, recordFolder, name), now[name])));
  if (isSchemaOld) await writeFile(join(project, schemaFile), schema);
  process.stdout.write(`${names.length} of ${Object.keys(now).length} pages changed\n`);
}

function outOfDate(path: string): string {
  return `${path} is out of date. Fix: run npm run api, and read what changed.`;
}

function schemaIfOld(): readonly string[] {
  return isSchemaOld ? [schemaFile] : [];
}

/** ts-morph takes longer to load than to refuse an option. */
async function currentSchema(): Promise<string> {
  const { contractSchema } = await import("./api/contract-schema.ts");
  return contractSchema(project);
}

async function writePage(path: string, text: string | undefined): Promise<void> {
  await (text === undefined ? rm(path) : writeFile(path, text));
}

/** What has changed in the public API without a changeset. */
async function missingChangeset(record: ApiRecord): Promise<readonly string[]> {
  const revision = revisionBefore(project);
  if (revision === undefined) return [];
  const before = recordAt(project, revision);
  const changes = Object.keys(before).length === 0 ? [] : apiChanges(before, record);
  if (changes.length === 0 || (await hasNewChangeset(project, revision))) return [];
  const lines = changes.map(({ origin, subject, what }) => {
    return `${origin.file}:${origin.line} ${subject}: ${what}`;
  });
  return [...lines, "The public API has changed. Fix: describe it with npm run changeset."];
}
