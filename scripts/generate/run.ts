/** `npm run generate`: turns spec/ into generated/. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, resolve, sep } from "node:path";
import { setTimeout } from "node:timers/promises";

import { problemLine, SpecError } from "../../generators/contract/documents/problems.ts";
import { readSpec } from "../../generators/contract/documents/spec-files.ts";
import { extensionsPage } from "../../generators/docs/extensions-page.ts";
import { type Changes, compare, readOutputs } from "../../generators/write/files.ts";
import { writeFiles, writeWhole } from "../../runtime/files.node.ts";
import {
  asTyped,
  readCommandLine,
  refuseValue,
  requireFolder,
  requireOutput,
} from "../shared/command-line.ts";
import { packageFile } from "../shared/package-root.ts";
import { isOwnSpec, locateSpec, usualSpec } from "../shared/spec.ts";

const help = `
Generates generated/ from spec/.

  npm run generate                             write the files that changed
  npm run generate -- --check                  only compare; exit 1 if a file is out of date
  npm run generate -- --watch                  generate again whenever a spec file changes
  npm run generate -- --spec DIR --out DIR     use another spec with the same extensions
`;

const { values } = readCommandLine(help, {
  check: { type: "boolean", default: false },
  watch: { type: "boolean", default: false },
  spec: { type: "string" },
  out: { type: "string" },
});
/** How often a watch looks at the spec. */
const pollMs = 400;
const { check, watch, spec: folder = usualSpec } = values;
const isNamed = values.spec !== undefined;
const isOwn = !isNamed && isOwnSpec(folder);
if (check && watch) refuseValue("Use either --check or --watch, not both.");
if (isNamed && values.out === undefined) refuseValue("--out is missing: give the output's folder.");
requireFolder("spec", folder);
const given = values.out ?? (isOwn ? packageFile("generated") : "generated");
requireOutput(given, folder);
const out = resolve(given);
const shownOut = relative(process.cwd(), out).split(sep).join("/") || ".";
/** The guide with the table of the extensions; only of our own spec. */
const pagePath = packageFile("docs", "extensions.md");
const location = locateSpec(folder);

if (watch) {
  await keepRunning();
} else {
  process.exitCode = (await run()) ? 0 : 1;
}

/** Runs once, prints what it did, and returns whether all is well. */
async function run(): Promise<boolean> {
  const start = performance.now();
  try {
    const spec = readSpec(location);
    const { generate } = await import("../../generators/pipeline.ts");
    const cache = await openCache();
    const fromPackage = !existsSync(join(out, "..", "runtime", "tables.ts"));
    const toRoot = relative(out, location.root).split(sep).join("/") || ".";
    const input = { location, spec, toRoot, fromPackage, cache };
    const { documents, files, notes } = await generate(input);
    cache?.save();
    for (const note of notes) process.stderr.write(`note: ${asTyped(problemLine(note))}\n`);
    const outputs = await readOutputs(out);
    const changes = compare(files, outputs);
    const page = isOwn ? extensionsPage(documents, spec) : "";
    const isStale = isOwn && page !== (await readFile(pagePath, "utf8").catch(() => ""));
    const stalePage = "docs/extensions.md  The table is not what the spec gives.";
    const lines = check ? [...staleLines(changes, outputs), ...(isStale ? [stalePage] : [])] : [];
    for (const line of lines) process.stderr.write(`${line}\n`);
    if (lines.length > 0) {
      process.stderr.write(`${lines.length} out of date; nothing was changed.\n`);
      return false;
    }
    const [taken] = changes.taken;
    if (taken !== undefined)
      refuseValue(`--out has a file ${taken} of yours; give another folder.`);
    if (!check) await writeFiles(out, changes.written, changes.deleted);
    if (!check && isStale) await writeWhole(pagePath, page);
    const { written, deleted, unchanged } = changes;
    const counts = `${written.length} files written, ${unchanged} unchanged`;
    const seconds = ((performance.now() - start) / 1000).toFixed(2);
    process.stdout.write(`${counts}, ${deleted.length} deleted, in ${seconds} s\n`);
    return true;
  } catch (error) {
    // Printed and not thrown, so that a watch goes on.
    if (error instanceof SpecError) reportProblems(error);
    else process.stderr.write(`${(error as Error).message}\n`);
    return false;
  }
}

function reportProblems({ problems }: SpecError): void {
  for (const problem of problems) process.stderr.write(`${asTyped(problemLine(problem))}\n`);
  const what = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  process.stderr.write(`${what}; ${shownOut} is unchanged.\n`);
}

/** What earlier runs made of this spec. */
async function openCache() {
  const { cacheFolder, openFileCache } = await import("./cache.ts");
  const folder = cacheFolder(location);
  if (folder === undefined) return undefined;
  const extension = extname(import.meta.url);
  const written = ["format", "imports", "source-map", "typescript"];
  const tools = ["@biomejs/biome", "@jridgewell/gen-mapping", "typescript"];
  return openFileCache(join(folder, "finished.json"), [
    ...written.map((name) => `../../generators/write/${name}${extension}`),
    ...tools.map((name) => `${name}/package.json`),
  ]);
}

/** One line for each file that is not what the spec gives. */
function staleLines(
  { written, deleted, foreign }: Changes,
  outputs: ReadonlyMap<string, string>,
): readonly string[] {
  const mend = isOwn ? asTyped("Fix: run `npm run generate`.") : "Fix: run it without --check.";
  return [
    ...written.map(({ path, text }) => {
      const there = outputs.get(path)?.split("\n");
      if (there === undefined) return `${path}  The file is missing. ${mend}`;
      const lines = text.split("\n");
      const at = there.findIndex((line, index) => line !== lines[index]);
      const line = (at < 0 ? there.length : at) + 1;
      return `${path}:${line}  The file is not what the spec gives. ${mend}`;
    }),
    ...deleted.map((path) => `${path}  Nothing writes it any more. ${mend}`),
    ...foreign.map((path) => `${path}  No emitter wrote it. Fix: move or delete it.`),
  ]
    .map((line) => `${shownOut}/${line}`)
    .sort();
}

/** Runs at once and after every change, until the process ends. */
async function keepRunning(): Promise<void> {
  process.stdout.write(`watching ${location.folder}; stop with Ctrl-C\n`);
  // Polling sees every way in which editors replace files; watchers of the system miss some.
  for (let seen: unknown; ; await setTimeout(pollMs)) {
    const now = textOfSpec();
    if (now !== seen) await run();
    seen = now;
  }
}

/** Everything in the spec; nothing while an editor replaces a part of it. */
function textOfSpec(): string {
  try {
    return JSON.stringify(readSpec(location));
  } catch {
    return "";
  }
}
