import { join } from "node:path";

import {
  readSpec,
  type SpecFile,
  type SpecLocation,
} from "../../generators/contract/documents/spec-files.ts";
import { type Edit, withEdits } from "./edited-files.ts";

/** Where the small spec of the tests would be if it were that of a project. */
export const location: SpecLocation = { folder: "/project/spec", root: "/project" };

const folder = join(import.meta.dirname, "small-spec");
const files = readSpec({ folder, root: folder });

/** The files of a small, valid spec that uses every block of the vocabulary once, with edits. */
export function specFiles(edits: readonly Edit[] = []): readonly SpecFile[] {
  return withEdits(files, edits);
}
