/** `npm run generate`: turns spec/ into generated/. */

import { enableCompileCache } from "node:module";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { setTimeout } from "node:timers/promises";

import type { SpecFile, SpecLocation } from "../generators/contract/documents/spec-files.ts";
import { readSpec } from "../generators/contract/documents/spec-files.ts";
import { apply, compare, hashGenerator, readOutputs } from "../generators/write/files.ts";
import type { Manifest } from "../generators/write/manifest.ts";
import { isFresh, manifestPath, readManifest, specHashes } from "../generators/write/manifest.ts";
import { readParseCache, writeParseCache } from "./generate/parse-cache.ts";
import { staleLines } from "./generate/stale.ts";
import { readCommandLine } from "./shared/command-line.ts";

// The compilers are megabytes of JavaScript; only the first run on a machine compiles them.
enableCompileCache();

const help = `
Generates generated/ from spec/.

  npm run generate                             write the files that changed
  npm run generate -- --check                  only compare; exit 1 if a file is out of date
  npm run generate -- --watch                  generate again whenever a spec file changes
  npm run generate -- --spec DIR --out DIR     use another spec with the same extensions
`;

const project = resolve(import.meta.dirname, "..");
const { values } = readCommandLine(help, {
  check: { type: "boolean" },
  watch: { type: "boolean" },
  spec: { type: "string" },
  out: { type: "string" },
});
/** How often a watch looks at the spec. */
const pollMs = 400;
/** Parsing YAML is a quarter of a run, so parsed files of spec/ are kept for the next one. */
const cachePath = join(project, "node_modules", ".cache", "tradespec", "parsed.json");
const isOwn = values.spec === undefined;
const out = resolve(values.out ?? join(project, "generated"));
const location = locate(resolve(values.spec ?? join(project, "spec")));

if (values.spec !== undefined && values.out === undefined) {
  process.stderr.write("--spec needs --out: only spec/ may write to generated/.\n");
  process.exitCode = 2;
} else if (values.watch === true) {
  await keepRunning();
} else {
  process.exitCode = (await runSafely(values.check === true)) ? 0 : 1;
}

/** The input and the present output of one run. */
interface State {
  readonly spec: readonly SpecFile[];
  readonly generator: string;
  readonly outputs: ReadonlyMap<string, string>;
  readonly manifest: Manifest | undefined;
  readonly hashes: Readonly<Record<string, string>>;
}

/** Runs once, prints what it did, and returns whether all is well. */
async function run(check: boolean): Promise<boolean> {
  const start = performance.now();
  const state = await readState();
  const seconds = (): string => `${((performance.now() - start) / 1000).toFixed(2)} s`;
  if (isFresh(state.manifest, { ...state, spec: state.hashes })) {
    process.stdout.write(`${state.outputs.size} files, all unchanged, in ${seconds()}\n`);
    return true;
  }
  const { generate } = await import("../generators/pipeline.ts");
  const { SpecError, problemLine } = await import("../generators/contract/documents/problems.ts");
  try {
    const cache = isOwn ? await readParseCache(cachePath, state) : new Map();
    const known = cache.size;
    const { files, notes } = await generate({ location, ...state, cache });
    if (isOwn && cache.size > known) await writeParseCache(cachePath, state, cache);
    for (const note of notes) process.stderr.write(`note: ${problemLine(note)}\n`);
    const earlier = [...Object.keys(state.manifest?.files ?? {}), manifestPath];
    const changes = compare(files, state.outputs, earlier);
    if (check) return reportStale(staleLines({ ...state, files, shown: shownOut() }));
    await apply(out, changes);
    const { written, deleted, unchanged } = changes;
    const counts = `${written.length} files written, ${unchanged} unchanged`;
    process.stdout.write(`${counts}, ${deleted.length} deleted, in ${seconds()}\n`);
    return true;
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    for (const problem of error.problems) process.stderr.write(`${problemLine(problem)}\n`);
    const count = error.problems.length;
    const what = count === 1 ? "1 problem" : `${count} problems`;
    process.stderr.write(`${what}; ${shownOut()} is unchanged.\n`);
    return false;
  }
}

function reportStale(lines: readonly string[]): boolean {
  for (const line of lines) process.stderr.write(`${line}\n`);
  if (lines.length > 0) process.stderr.write(`${lines.length} out of date; nothing was changed.\n`);
  return lines.length === 0;
}

async function readState(): Promise<State> {
  const [spec, outputs, generator] = await Promise.all([
    readSpec(location),
    readOutputs(out),
    hashGenerator(project),
  ]);
  const manifest = readManifest(outputs.get(manifestPath));
  return { spec, outputs, generator, manifest, hashes: specHashes(location, spec) };
}

/** Runs at once and after every change, until the process ends. */
async function keepRunning(): Promise<void> {
  process.stdout.write(`watching ${location.folder}; stop with Ctrl-C\n`);
  // Polling sees every way in which editors replace files; watchers of the system miss some.
  for (let seen: unknown; ; await setTimeout(pollMs)) {
    const spec = await readSpec(location).catch(() => []);
    const now = JSON.stringify(specHashes(location, spec));
    if (now !== seen) await runSafely();
    seen = now;
  }
}

/** Runs once; prints an error instead of throwing it, so that a watch goes on. */
async function runSafely(check = false): Promise<boolean> {
  try {
    return await run(check);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const isMissing = code === "ENOENT" && message.includes(location.folder);
    const missing = `There is no folder ${location.folder}. Fix: give the folder of a spec.`;
    process.stderr.write(`${isMissing ? missing : message}\n`);
    return false;
  }
}

function locate(folder: string): SpecLocation {
  const between = relative(project, folder);
  const isOurs = !between.startsWith("..") && !isAbsolute(between);
  const vocabularyFrom = join(project, "spec");
  return { folder, root: isOurs ? project : process.cwd(), vocabularyFrom };
}

function shownOut(): string {
  return relative(process.cwd(), out).split(sep).join("/") || ".";
}
