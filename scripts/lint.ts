/** `npm run lint`: every check of the contract's sources and of the bundles made from them. */

import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { enableCompileCache } from "node:module";
import { join, resolve } from "node:path";

import { assemble } from "../generators/contract/build.ts";
import type { Loaded } from "../generators/contract/documents/load.ts";
import type { Documents } from "../generators/contract/documents/model.ts";
import * as read from "../generators/contract/documents/read.ts";
import { reportStructure } from "../generators/contract/documents/standards.ts";
import type { Contract, Problem } from "../generators/contract/model.ts";
import { inTemporaryFolder } from "../runtime/files.node.ts";
import { partsMadeOf, recordedPart } from "./lint/consequences.ts";
import {
  type Finding,
  findingLine,
  inOrder,
  lineText,
  originOfPath,
  type PathFinding,
} from "./lint/findings.ts";
import { findByAsyncapi, findByRedocly, hasTool } from "./lint/tools.ts";
import {
  asTyped,
  isInstalled,
  readCommandLine,
  refuseValue,
  requireFolder,
} from "./shared/command-line.ts";
import { packageFile } from "./shared/package-root.ts";
import { isOwnSpec, type OpenedSpec, openSpec } from "./shared/spec.ts";

const help = `
Checks the contract: errors of the generator, our own rules for each source file, recordings, and the
rules of OpenAPI and AsyncAPI. Prints each finding as file:line:column, rule and message, without
those that only follow from another one. Exits 1 if there is a finding.

  npm run lint                    check spec/
  npm run lint -- --spec DIR      check another spec with the same extensions
`;

const { spec: folder } = readCommandLine(help, {
  spec: { type: "string", default: "spec" },
}).values;
const path = resolve(folder);
if (/[#?]/u.test(path)) {
  // Spectral, and the AsyncAPI CLI with it, read paths as addresses.
  refuseValue(`--spec is in "${path}"; lint works in no folder with # or ? in its path.`);
}
requireFolder("spec", folder);
// What Node makes of Spectral and of the tools is kept for the next run.
enableCompileCache();
// Spectral takes longer to load than --help may take.
const { findInBundle, findInFiles, readRules } = await import("./lint/spectral.ts");
const { found, files } = await lint();
const count = found === 1 ? "1 finding" : `${found || "no"} findings`;
const bundles = existsSync(join(folder, "asyncapi.yaml")) ? "2 bundles" : "1 bundle";
process.stderr.write(`lint: ${count} in ${files} files and ${bundles}\n`);
process.exitCode = found === 0 ? 0 : 1;

/**
 * Runs every check and prints what it finds as soon as it is known. A finding that follows from an
 * earlier one is left out: on the same line; in a recording of an operation or a stream that is
 * made of what is wrong; or by a tool in a file with a finding. Documents that lack a part are
 * not checked as a whole.
 */
async function lint(): Promise<{ readonly found: number; readonly files: number }> {
  const spec = openSpec(folder);
  const { location, files, loaded } = spec;
  const contract = assemble(loaded);
  const { documents } = contract;
  reportStructure(loaded);
  const sources = files
    .filter(({ path }) => !/^(?:lint|sandbox)\//u.test(path) && /\.ya?ml$/u.test(path))
    .map(({ path }) => join(location.folder, path));
  const known: Finding[] = [];
  const add = (findings: readonly Finding[], by: (finding: Finding) => string): void => {
    const reported = new Set(known.map(by));
    const own = inOrder(findings.filter((finding) => !reported.has(by(finding))));
    for (const finding of own) process.stdout.write(`${asTyped(findingLine(finding))}\n`);
    known.push(...own);
  };
  add(loaded.problems.all().map(asFinding), lineText);
  const invalid = partsMadeOf(loaded, known);
  add(await findInSources(sources), lineText);
  if (loaded.isWhole) {
    add(await findByRules({ loaded, documents }), lineText);
    add(await findInRecordings(spec, contract, invalid), lineText);
    add(
      (await findByTools({ loaded, documents })).filter(
        ({ file }) => known.length === 0 || !file.includes("/examples/"),
      ),
      ({ file }) => file,
    );
  }
  return { found: known.length, files: sources.length };
}

/** A spec and the bundles made from it. */
interface Bundled {
  readonly loaded: Loaded;
  readonly documents: Contract["documents"];
}

function asFinding({ origin, message, fix }: Problem): Finding {
  return { ...origin, rule: "contract", message: `${message} ${fix}` };
}

async function findInRecordings(
  spec: OpenedSpec,
  contract: Contract,
  invalid: ReadonlySet<string>,
): Promise<readonly Finding[]> {
  const { location, files, loaded } = spec;
  // Notes are of recordings that do not exist.
  const missing = loaded.problems.notes().map(asFinding);
  const sound = loaded.problems.isHidden("")
    ? []
    : files.filter(({ path }) => !invalid.has(recordedPart(path)));
  if (!(await useModulesOf(spec, contract))) return missing;
  const { findInCallRecordings } = await import("./lint/call-recordings.ts");
  const { findInStreamRecordings } = await import("./lint/stream-recordings.ts");
  const streams = [...missing, ...findInStreamRecordings(location, sound, loaded, invalid)];
  const { documents } = contract;
  if (Object.keys(read.object(documents.openapi, "paths")).length === 0) return streams;
  const { readOpenApi } = await import("../testing/documents/openapi.ts");
  const rest = readOpenApi(documents.openapi);
  return [...findInCallRecordings(location, sound, { rest, loaded }), ...streams];
}

/**
 * Recordings are checked by what is generated from their spec, which may have a problem: then a
 * checkout checks them by its own contract, of which it may be a copy.
 */
async function useModulesOf(spec: OpenedSpec, contract: Contract): Promise<boolean> {
  if (isOwnSpec(spec.location.folder)) return true;
  if (spec.loaded.problems.all().length > 0) return !isInstalled;
  const { useSpec } = await import("./generate/given-modules.ts");
  useSpec(spec, contract);
  return true;
}

async function bySpectral(ruleset: string, files: readonly string[]): Promise<readonly Finding[]> {
  return findInFiles(
    await readRules(packageFile("spec", "lint", ruleset)),
    files.filter(existsSync),
  );
}

/** Our rules on each file as it stands. */
async function findInSources(sources: readonly string[]): Promise<readonly Finding[]> {
  const found = await bySpectral("schemas.yaml", sources);
  // What cannot be parsed has been reported.
  return found.filter(({ rule }) => rule !== "parser");
}

/** Our rules on the two documents, and Spectral's on the bundle. */
async function findByRules({ loaded, documents }: Bundled): Promise<readonly Finding[]> {
  const ruleset = await readRules(packageFile("spec", "lint", "bundle.yaml"));
  const inBundle = await findInBundle(ruleset, JSON.stringify(documents.openapi));
  const found = await Promise.all([
    bySpectral("source.yaml", [join(folder, "openapi.yaml")]),
    bySpectral("streams.yaml", [join(folder, "asyncapi.yaml")]),
    inSources(loaded, "openapi", inBundle),
  ]);
  return found.flat();
}

/** Redocly on the bundles, and the AsyncAPI CLI. */
function findByTools({ loaded, documents }: Bundled): Promise<readonly Finding[]> {
  return inTemporaryFolder(async (workplace) => {
    const byRedocly = async (document: keyof Documents, skip: readonly string[]) => {
      const bundle = join(workplace, `${document}.json`);
      await writeFile(bundle, JSON.stringify(documents[document]));
      return inSources(loaded, document, await findByRedocly(bundle, skip));
    };
    const asyncapi = join(folder, "asyncapi.yaml");
    const hasStreams = existsSync(asyncapi);
    const checksStreams = hasStreams && hasTool("asyncapi");
    if (hasStreams && !checksStreams) {
      process.stderr.write("note: @asyncapi/cli, which checks asyncapi.yaml, is not installed.\n");
    }
    const found = await Promise.all([
      ...(checksStreams ? [findByAsyncapi(asyncapi, workplace)] : []),
      byRedocly("openapi", []),
      // Market streams are public, and a listenKey is no security scheme of AsyncAPI.
      ...(hasStreams ? [byRedocly("asyncapi", ["security-defined"])] : []),
    ]);
    return found.flat();
  });
}

/** Findings in a bundle, at their position in the sources. */
function inSources(
  loaded: Loaded,
  document: keyof Documents,
  found: readonly PathFinding[],
): readonly Finding[] {
  return found.map(({ path, rule, message }) => ({
    ...originOfPath(loaded[document], path),
    rule,
    message,
  }));
}
