/** `npm run api`: the record of the public API in docs/api/. */

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { writeFiles } from "../runtime/files.node.ts";
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
const schemaFile = "generators/contract/contract.schema.json";
const [now, written] = await Promise.all([currentRecord(project), readRecord(project)]);
// ts-morph takes longer to load than to refuse an option.
const { contractSchema } = await import("./api/contract-schema.ts");
const outdated = [
  ...Object.keys({ ...written, ...now })
    .filter((name) => written[name] !== now[name])
    .map((name) => ({ path: `${recordFolder}/${name}`, text: now[name] })),
  ...(await outdatedSchema(contractSchema(project))),
];
if (values.check === true) {
  const lines = outdated.map(({ path }) => {
    return `${path} is out of date. Fix: run npm run api, and read what changed.`;
  });
  const problems = lines.length > 0 ? lines : await missingChangeset(now);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} else {
  const files = outdated.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
  const gone = outdated.filter(({ text }) => text === undefined).map(({ path }) => path);
  await writeFiles(project, files, gone);
  process.stdout.write(`${outdated.length} files changed\n`);
}

async function outdatedSchema(text: string) {
  const old = await readFile(join(project, schemaFile), "utf8").catch(() => "");
  return text === old ? [] : [{ path: schemaFile, text }];
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
