/** `npm run diff`: how a change of the contract affects programs written for it. */

import { basename, resolve } from "node:path";

import { assemble } from "../generators/contract/build.ts";
import { type Loaded, load } from "../generators/contract/documents/load.ts";
import { problemLine } from "../generators/contract/documents/problems.ts";
import { readSpec, type SpecFile } from "../generators/contract/documents/spec-files.ts";
import type { ParseCache } from "../generators/contract/documents/yaml.ts";
import { bumpOf, diff } from "../generators/diff/diff.ts";
import { type Change, impacts } from "../generators/diff/model.ts";
import { formatReport, formats, markdownLines, type Report } from "../generators/diff/report.ts";
import { writeWhole } from "../runtime/files.node.ts";
import { apiChanges } from "./api/changes.ts";
import { readRecord, recordAt } from "./api/record.ts";
import { RevisionError, specAt, usualRevision } from "./diff/revision.ts";
import {
  asTyped,
  readChoice,
  readCommandLine,
  refuseValue,
  requireFolder,
} from "./shared/command-line.ts";
import { packageFile } from "./shared/package-root.ts";
import { isOwnSpec, locateSpec, usualSpec } from "./shared/spec.ts";

const changesetFile = ".changeset/contract.md";

const help = `
Lists the changes of the contract and of the package's exports since a git revision, breaking changes
first. Each has its file and line, old and new value, who is affected and why, and the version bump.
Renames are reported as certain (same id), likely (same form and description) or possible (same form).
Recordings are not compared.

  npm run diff                            changes of spec/ since the newest tag, or HEAD without tags
  npm run diff -- REV                     changes since a tag, a branch or a commit, such as HEAD~3
  npm run diff -- REV REV                 changes between two revisions
  npm run diff -- --spec DIR              compare another spec, without exports of a package
  npm run diff -- --fail-on breaking      exit 1 if there is a breaking change; also minor, patch
  npm run diff -- --format FORMAT         text (default), json, markdown for a changelog, or github for
                                          annotations in a workflow; --json is short for json
  npm run diff -- --changeset             in a clone of tradespec: also write
                                          ${changesetFile}, with the bump

Exits 1 if a change is at least as severe as --fail-on says, 2 if it cannot compare (wrong option,
unknown revision), and 0 otherwise.
`;

const { values, positionals } = readCommandLine(
  help,
  {
    "fail-on": { type: "string" },
    format: { type: "string", default: "text" },
    json: { type: "boolean" },
    changeset: { type: "boolean" },
    spec: { type: "string" },
  },
  "words",
);
const { "fail-on": least } = values;
const failOn = least === undefined ? undefined : readChoice("fail-on", least, impacts);
const format = values.json === true ? "json" : readChoice("format", values.format, formats);
if (positionals.length > 2) refuseValue(`At most two revisions, not ${positionals.length}.`);

const { spec: folder = usualSpec } = values;
requireFolder("spec", folder);
if (values.changeset && !isOwnSpec(folder)) {
  refuseValue("--changeset is for the contract of this checkout.");
}
const location = locateSpec(folder);
const project = packageFile();
const cache: ParseCache = new Map();

try {
  const [since = usualRevision(folder), until] = positionals;
  const before = read(await specAt(location, since), `${since}:`);
  const files = until === undefined ? readSpec(location) : await specAt(location, until);
  const after = read(files, until === undefined ? "" : `${until}:`);
  const changes = [...diff(before, after), ...(await apiChangesBetween(since, until))];
  const report = { since, until, bump: bumpOf(changes), changes };
  process.stdout.write(`${formatReport(report, format)}\n`);
  if (values.changeset === true) await writeChangeset(report);
  const failing = failOn === undefined ? [] : impacts.slice(0, impacts.indexOf(failOn) + 1);
  process.exitCode = changes.some(({ impact }) => failing.includes(impact)) ? 1 : 0;
} catch (error) {
  if (!(error instanceof RevisionError)) throw error;
  process.stderr.write(`diff: ${error.message}\n`);
  process.exitCode = 2;
}

/** What breaks for programs in TypeScript; nothing before there was a record of the public API. */
async function apiChangesBetween(since: string, until?: string): Promise<readonly Change[]> {
  if (!isOwnSpec(folder)) return [];
  const before = recordAt(project, since);
  if (Object.keys(before).length === 0) return [];
  const after = until === undefined ? await readRecord(project) : recordAt(project, until);
  return apiChanges(before, after);
}

/** Writes the changes that a user can notice as a changeset; none where nothing has changed. */
async function writeChangeset({ bump, changes, ...revisions }: Report): Promise<void> {
  if (bump === "none") return;
  const noticed = changes.filter(({ impact }) => bump === "patch" || impact !== "patch");
  const head = ["---", `"tradespec": ${bump}`, "---", "", "Changes of the contract.", ""];
  const lines = markdownLines({ bump, changes: noticed, ...revisions });
  await writeWhole(resolve(project, changesetFile), [...head, ...lines].join("\n"));
}

/** Loads a spec as far as possible; prints its first problems and goes on. */
function read(files: readonly SpecFile[], revision: string): Loaded {
  const loaded = load(location, files, cache, true);
  assemble(loaded);
  const problems = loaded.problems.all();
  const [first] = problems;
  if (first === undefined) return loaded;
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  process.stderr.write(
    [
      `note: ${revision}${basename(folder)}/ does not follow the current rules for contracts (${count}); the first are:`,
      ...problems.slice(0, 3).map((problem) => `  ${revision}${asTyped(problemLine(problem))}`),
      "  Everything that could be parsed is compared.",
      "",
    ].join("\n"),
  );
  return loaded;
}
