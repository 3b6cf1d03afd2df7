import { resolve } from "node:path";

import { build } from "../../generators/contract/build.ts";
import { load } from "../../generators/contract/documents/load.ts";
import { readSpec } from "../../generators/contract/documents/spec-files.ts";
import type { Contract } from "../../generators/contract/model.ts";

/** Reads a spec folder from disk as a contract. Throws a `SpecError` that holds every problem. */
export async function readContract(folder: string): Promise<Contract> {
  const location = { folder: resolve(folder), root: process.cwd() };
  return build(load(location, await readSpec(location)));
}
