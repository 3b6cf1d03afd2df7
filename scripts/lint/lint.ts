import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { assemble } from "../../generators/contract/build.ts";
import { type Loaded, load } from "../../generators/contract/documents/load.ts";
import { displayPath, readSpec } from "../../generators/contract/documents/spec-files.ts";
import type { Contract } from "../../generators/contract/model.ts";
import { type Finding, inOrder, originOfPath, type PathFinding } from "./findings.ts";
import { findInBundle, findInFiles, readRules } from "./spectral.ts";
import { findInStreamRecordings } from "./stream-recordings.ts";
import { findByAsyncapi, findByRedocly } from "./tools.ts";

/**
 * The findings of every check in a spec folder and in the bundles made from it, without duplicates,
 * and the number of files checked. `workplace` is a folder for bundles and files of the tools.
 */
export async function lint(
  folder: string,
  workplace: string,
): Promise<{ readonly findings: readonly Finding[]; readonly files: number }> {
  const location = { folder: resolve(folder), root: process.cwd() };
  const files = await readSpec(location);
  const loaded = load(location, files);
  const contract = assemble(loaded);
  const sources = files
    .filter(({ path }) => !path.startsWith("lint/") && /\.ya?ml$/u.test(path))
    .map(({ path }) => displayPath(location, path));
  const found = await Promise.all([
    findInSources(folder, sources, workplace),
    findInBundles(rulesFolder(folder), { loaded, contract, workplace }),
  ]);
  const recorded = findInStreamRecordings(location, files, loaded);
  const findings = inOrder([...found.flat(), ...recorded, ...contractFindings(loaded)]);
  return { findings, files: sources.length };
}

/** A spec elsewhere may bring its own rules; otherwise those of this project apply. */
function rulesFolder(folder: string): string {
  const own = join(folder, "lint");
  return existsSync(join(own, "source.yaml")) ? own : join("spec", "lint");
}

async function findInSources(
  folder: string,
  sources: readonly string[],
  workplace: string,
): Promise<readonly Finding[]> {
  const [openapi, asyncapi] = [join(folder, "openapi.yaml"), join(folder, "asyncapi.yaml")];
  const entries = [openapi, asyncapi].filter((path) => existsSync(path));
  const rules = rulesFolder(folder);
  const bySpectral = async (ruleset: string, files: readonly string[]) =>
    findInFiles(
      await readRules(join(rules, ruleset)),
      files.filter((path) => existsSync(path)),
    );
  const found = await Promise.all([
    // The security requirement is in the bundle only.
    ...entries.map((path) => findByRedocly(path, ["security-defined"])),
    existsSync(asyncapi) ? findByAsyncapi(asyncapi, workplace) : [],
    bySpectral("schemas.yaml", sources),
    bySpectral("source.yaml", [openapi]),
    bySpectral("streams.yaml", [asyncapi]),
  ]);
  return found.flat();
}

interface BundleInput {
  readonly loaded: Loaded;
  readonly contract: Contract;
  readonly workplace: string;
}

/** Checks both bundles as standard tools will read them; findings point to the sources. */
async function findInBundles(
  rules: string,
  { loaded, contract: { documents }, workplace }: BundleInput,
): Promise<readonly Finding[]> {
  const inSources = (document: keyof typeof documents, found: readonly PathFinding[]) =>
    found.map(({ path, rule, message }) => ({
      ...originOfPath({ document: loaded[document], places: loaded.places }, path),
      rule,
      message,
    }));
  const byRedocly = async (document: keyof typeof documents) => {
    const path = join(workplace, `${document}.json`);
    await writeFile(path, JSON.stringify(documents[document]));
    // Market streams are public, and a listenKey is no security scheme of AsyncAPI.
    const skip = document === "asyncapi" ? ["security-defined"] : [];
    return inSources(document, await findByRedocly(path, skip));
  };
  const bySpectral = async () => {
    const ruleset = await readRules(join(rules, "bundle.yaml"));
    return inSources("openapi", await findInBundle(ruleset, JSON.stringify(documents.openapi)));
  };
  return (await Promise.all([byRedocly("openapi"), byRedocly("asyncapi"), bySpectral()])).flat();
}

/** The problems of the contract: YAML, references, the vocabulary, assumptions, and facts. */
function contractFindings({ problems }: Loaded): readonly Finding[] {
  return problems.all().map(({ origin, message, fix }) => {
    return { ...origin, rule: "contract", message: `${message} ${fix}` };
  });
}
