import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

import { assemble } from "../../generators/contract/build.ts";
import type { Loaded } from "../../generators/contract/documents/load.ts";
import { load } from "../../generators/contract/documents/load.ts";
import { displayPath, readSpec } from "../../generators/contract/documents/spec-files.ts";
import { findInBundles } from "./bundles.ts";
import { findBadExtensions } from "./extensions.ts";
import type { Finding } from "./finding.ts";
import { inOrder } from "./finding.ts";
import { findInFiles, readRules } from "./house-rules.ts";
import { findLedgerFaults } from "./ledger.ts";
import { findInStreamRecordings } from "./stream-recordings.ts";
import { findByAsyncapi, findByRedocly } from "./tools.ts";

/**
 * Everything that any check finds in a spec folder and in the bundles made from it, each thing
 * once, and how many files were looked at. Bundles and notes of the tools go to the workplace.
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
    onSources(folder, sources, workplace),
    findInBundles(rulesFolder(folder), { loaded, contract, workplace }),
  ]);
  const own = [...findBadExtensions(loaded), ...findLedgerFaults(documentsOf(loaded))];
  const recorded = findInStreamRecordings(location, files, loaded);
  const all = [...found.flat(), ...own, ...recorded, ...onContract(loaded, own)];
  return { findings: inOrder(all), files: sources.length };
}

/** A spec elsewhere may bring its own rules; otherwise those of this project hold for it. */
function rulesFolder(folder: string): string {
  const own = join(folder, "lint");
  return existsSync(join(own, "source.yaml")) ? own : join("spec", "lint");
}

async function onSources(
  folder: string,
  sources: readonly string[],
  workplace: string,
): Promise<readonly Finding[]> {
  const [openapi, asyncapi] = [join(folder, "openapi.yaml"), join(folder, "asyncapi.yaml")];
  const entries = [openapi, asyncapi].filter((path) => existsSync(path));
  const rules = rulesFolder(folder);
  const byRules = async (ruleset: string, files: readonly string[]): Promise<readonly Finding[]> =>
    findInFiles(
      await readRules(join(rules, ruleset)),
      files.filter((path) => existsSync(path)),
    );
  const found = await Promise.all([
    // The security requirement stands in the bundle only.
    ...entries.map((path) => findByRedocly(path, ["security-defined"])),
    ...entries.slice(-1).map((path) => (path === asyncapi ? findByAsyncapi(path, workplace) : [])),
    byRules("schemas.yaml", sources),
    byRules("source.yaml", [openapi]),
    byRules("streams.yaml", [asyncapi]),
  ]);
  return found.flat();
}

function documentsOf({
  openapi,
  asyncapi,
  places,
}: Loaded): Parameters<typeof findLedgerFaults>[0] {
  return [openapi, asyncapi].map((document) => ({ document, places }));
}

/** What keeps the contract from being built, but for what a rule of its own tells already. */
function onContract({ problems }: Loaded, told: readonly Finding[]): readonly Finding[] {
  const places = new Set(told.map(({ file, line }) => `${file}:${line}`));
  return problems
    .all()
    .filter(({ origin: { file, line } }) => !places.has(`${file}:${line}`))
    .map(({ origin, message, fix }) => ({
      ...origin,
      rule: "contract-can-be-built",
      message: `${message} ${fix}`,
    }));
}
