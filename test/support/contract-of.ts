import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { build } from "../../generators/contract/build.ts";
import { load } from "../../generators/contract/documents/load.ts";
import { SpecError } from "../../generators/contract/documents/problems.ts";
import type { SpecFile } from "../../generators/contract/documents/spec-files.ts";
import type { ParseCache } from "../../generators/contract/documents/yaml.ts";
import type { Contract, Problem } from "../../generators/contract/model.ts";
import { openSpec } from "../../scripts/shared/spec.ts";
import type { Edit } from "./edited-files.ts";
import { location, specFiles } from "./given-spec.ts";

/** The contract of the small spec with some edits. Throws a `SpecError` when it has problems. */
export function contractOf(...edits: readonly Edit[]): Contract {
  return contractOfFiles(specFiles(edits));
}

const folder = join(import.meta.dirname, "../../spec/lint/vocabulary");

/** The vocabulary of the project, which every spec is written in. */
const vocabulary: readonly SpecFile[] = readdirSync(folder).map((name) => ({
  path: `lint/vocabulary/${name}`,
  text: readFileSync(join(folder, name), "utf8"),
}));

/** Parsed texts, which most cases share. */
const cache: ParseCache = new Map();

/** The contract of some files. Throws a `SpecError` when they have problems. */
function contractOfFiles(files: readonly SpecFile[]): Contract {
  return build(load(location, [...files, ...vocabulary], cache));
}

/** The contract of a spec folder on disk. Throws a `SpecError` when it has problems. */
export function readContract(folder: string): Contract {
  return build(openSpec(folder).loaded);
}

/** Every problem of some files, in order; none when they make a contract. */
export function problemsOf(files: readonly SpecFile[]): readonly Problem[] {
  try {
    contractOfFiles(files);
    return [];
  } catch (error) {
    if (error instanceof SpecError) return error.problems;
    throw error;
  }
}
