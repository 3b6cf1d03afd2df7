import { resolve } from "node:path";

import { build } from "../../generators/contract/build.ts";
import { load } from "../../generators/contract/documents/load.ts";
import { readSpec } from "../../generators/contract/documents/spec-files.ts";
import { standardsFaults } from "../../generators/contract/documents/standards.ts";
import type { Contract } from "../../generators/contract/model.ts";

/** Reads a spec folder from disk as a contract; fails with a `SpecError` that tells every fault. */
export async function readContract(folder: string): Promise<Contract> {
  const location = { folder: resolve(folder), root: process.cwd() };
  const loaded = load(location, await readSpec(location));
  const { openapi, asyncapi, vocabulary } = loaded;
  return build(loaded, standardsFaults({ documents: { openapi, asyncapi }, vocabulary }));
}
