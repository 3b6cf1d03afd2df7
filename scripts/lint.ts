/** `npm run lint`: every check of the contract's sources and of the bundles made from them. */

import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { assemble } from "../generators/contract/build.ts";
import { load } from "../generators/contract/documents/load.ts";
import { displayPath, readSpec } from "../generators/contract/documents/spec-files.ts";
import { readCommandLine } from "./command-line.ts";
import {
  type Finding,
  findingLine,
  inOrder,
  originOfPath,
  type PathFinding,
} from "./lint/findings.ts";
import { findInBundle, findInFiles, readRules } from "./lint/spectral.ts";
import { findInStreamRecordings } from "./lint/stream-recordings.ts";
import { findByAsyncapi, findByRedocly } from "./lint/tools.ts";

const help = `
Checks the contract: our own rules on each source, the rules of OpenAPI and AsyncAPI on sources
and bundles, the vocabulary of extensions, and the list of assumptions.
Prints each finding as file:line:column, rule and message; exits 1 when there is any.

  npm run lint                    spec/
  npm run lint -- --spec DIR      another spec in the same vocabulary
`;

const { spec: folder } = readCommandLine(help, {
  spec: { type: "string", default: "spec" },
}).values;
/** A folder for bundles and files of the tools. */
const workplace = await mkdtemp(join(tmpdir(), "tradespec-lint-"));
// A spec elsewhere may bring its own rules; otherwise those of this project apply.
const ownRules = join(folder, "lint");
const rules = existsSync(join(ownRules, "source.yaml")) ? ownRules : join("spec", "lint");
try {
  const { findings, files } = await lint();
  for (const finding of findings) process.stdout.write(`${findingLine(finding)}\n`);
  const count = findings.length === 1 ? "1 finding" : `${findings.length || "no"} findings`;
  process.stderr.write(`lint: ${count} in ${files} files and 2 bundles\n`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  process.stderr.write(`lint: ${error.message}. Name a folder that holds a spec with --spec.\n`);
  process.exitCode = 2;
} finally {
  await rm(workplace, { recursive: true, force: true });
}

/** The findings of every check, without duplicates, and the number of files checked. */
async function lint(): Promise<{ findings: readonly Finding[]; files: number }> {
  const location = { folder: resolve(folder), root: process.cwd() };
  const files = await readSpec(location);
  const loaded = load(location, files);
  const { documents } = assemble(loaded);
  const sources = files
    .filter(({ path }) => !/^(?:lint|sandbox)\//u.test(path) && /\.ya?ml$/u.test(path))
    .map(({ path }) => displayPath(location, path));
  const bundle = (document: keyof typeof documents): string => join(workplace, `${document}.json`);
  for (const document of ["openapi", "asyncapi"] as const) {
    await writeFile(bundle(document), JSON.stringify(documents[document]));
  }
  /** Findings in a bundle, at their position in the sources. */
  const inSources = async (
    document: keyof typeof documents,
    found: Promise<readonly PathFinding[]>,
  ): Promise<readonly Finding[]> => {
    const place = { document: loaded[document], places: loaded.places };
    return (await found).map(({ path, rule, message }) => {
      return { ...originOfPath(place, path), rule, message };
    });
  };
  const bundleRules = await readRules(join(rules, "bundle.yaml"));
  const found = await Promise.all([
    ...findInSources(sources),
    inSources("openapi", findByRedocly(bundle("openapi"))),
    // Market streams are public, and a listenKey is no security scheme of AsyncAPI.
    inSources("asyncapi", findByRedocly(bundle("asyncapi"), ["security-defined"])),
    inSources("openapi", findInBundle(bundleRules, JSON.stringify(documents.openapi))),
  ]);
  // The problems of the contract: YAML, references, the vocabulary, assumptions, and facts.
  const problems = loaded.problems.all().map(({ origin, message, fix }) => {
    return { ...origin, rule: "contract", message: `${message} ${fix}` };
  });
  const recorded = findInStreamRecordings(location, files, loaded);
  return { findings: inOrder([...found.flat(), ...recorded, ...problems]), files: sources.length };
}

function findInSources(sources: readonly string[]): readonly Promise<readonly Finding[]>[] {
  const [openapi, asyncapi] = [join(folder, "openapi.yaml"), join(folder, "asyncapi.yaml")];
  const bySpectral = async (ruleset: string, files: readonly string[]) =>
    findInFiles(await readRules(join(rules, ruleset)), files.filter(existsSync));
  return [
    // The security requirement is in the bundle only.
    ...[openapi, asyncapi]
      .filter(existsSync)
      .map((path) => findByRedocly(path, ["security-defined"])),
    ...[asyncapi].filter(existsSync).map((path) => findByAsyncapi(path, workplace)),
    bySpectral("schemas.yaml", sources),
    bySpectral("source.yaml", [openapi]),
    bySpectral("streams.yaml", [asyncapi]),
  ];
}
