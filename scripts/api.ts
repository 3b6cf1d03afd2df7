/** `npm run api`: the record of the public API in docs/api/. */

import { mkdir, rm, writeFile } from "node:fs/promises";
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
Writes every export of the package with its declaration into ${recordFolder}/, a page per subpath.

  npm run api                 write ${recordFolder}/
  npm run api -- --check      only compare; exit 1 if it is out of date, or if the latest change of it
                              has no changeset
`;

const { values } = readCommandLine(help, { check: { type: "boolean" } });
const project = resolve(import.meta.dirname, "..");
const [now, written] = await Promise.all([currentRecord(project), readRecord(project)]);
const names = Object.keys({ ...written, ...now }).filter((name) => written[name] !== now[name]);
if (values.check === true) {
  const problems = names.length > 0 ? names.map(outOfDate) : await missingChangeset(now);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} else {
  await mkdir(join(project, recordFolder), { recursive: true });
  await Promise.all(names.map((name) => writePage(join(project, recordFolder, name), now[name])));
  process.stdout.write(`${names.length} of ${Object.keys(now).length} pages changed\n`);
}

function outOfDate(name: string): string {
  return `${recordFolder}/${name} is out of date. Fix: run npm run api, and read what changed.`;
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
