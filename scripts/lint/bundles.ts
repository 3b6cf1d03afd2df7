import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Loaded } from "../../generators/contract/documents/load.ts";
import type { Contract } from "../../generators/contract/model.ts";
import type { Finding } from "./finding.ts";
import type { PathFinding } from "./house-rules.ts";
import { findInBundle, readRules } from "./house-rules.ts";
import { originOfPath } from "./origin-of-path.ts";
import { findByRedocly } from "./tools.ts";

/** What the bundles are checked with: where their parts are written, and where to put them. */
export interface Bundling {
  readonly loaded: Loaded;
  readonly contract: Contract;
  readonly workplace: string;
}

/**
 * Checks both bundles, as standard tools will read them. What is wrong in a bundle is wrong in the
 * sources it was made from, so that is where each finding points.
 */
export async function findInBundles(
  rulesFolder: string,
  { loaded, contract: { documents }, workplace }: Bundling,
): Promise<readonly Finding[]> {
  const told = (document: "openapi" | "asyncapi", found: readonly PathFinding[]): Finding[] =>
    found.map(({ path, rule, message }) => ({
      ...originOfPath({ document: loaded[document], places: loaded.places }, path),
      rule,
      message,
    }));
  const byRedocly = async (document: "openapi" | "asyncapi"): Promise<Finding[]> => {
    const path = join(workplace, `${document}.json`);
    await writeFile(path, JSON.stringify(documents[document]));
    // Market streams are free for everybody, and a listenKey is no security scheme of AsyncAPI.
    const skip = document === "asyncapi" ? ["security-defined"] : [];
    return told(document, await findByRedocly(path, skip));
  };
  const byRules = async (): Promise<Finding[]> => {
    const rules = await readRules(join(rulesFolder, "bundle.yaml"));
    return told("openapi", await findInBundle(rules, JSON.stringify(documents.openapi)));
  };
  const found = await Promise.all([byRedocly("openapi"), byRedocly("asyncapi"), byRules()]);
  return found.flat();
}
