import { join } from "node:path";

import { type Documents, loadDocuments } from "../../testing/documents/load.node.ts";
import { isInstalled } from "./command-line.ts";
import { packageFile } from "./package-root.ts";

/** Another spec than that of the package, and what was made from it. */
export interface GivenSpec {
  readonly folder: string;
  readonly documents: Documents;
  readonly places: unknown;
}

let given: GivenSpec | undefined;

/** The commands that are imported from now on are those of this spec. */
export function giveSpec(spec: GivenSpec): void {
  given = spec;
}

export function givenSpec(): GivenSpec | undefined {
  return given;
}

/** The documents of the given spec, or of the package. */
export async function documentsOfSpec(): Promise<Documents> {
  return given?.documents ?? loadDocuments();
}

/** The recordings of the given spec, or of the package. */
export function recordingsOfSpec(): string {
  if (given !== undefined) return join(given.folder, "examples");
  return isInstalled ? packageFile("dist", "recordings.json.gz") : packageFile("spec", "examples");
}
