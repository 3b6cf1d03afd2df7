import { mkdtempSync } from "node:fs";
import { join } from "node:path";

import { inject } from "vitest";

/** A new folder, which goes with that of the whole run. */
export function newFolder(): string {
  return mkdtempSync(join(inject("sharedFolder"), "own-"));
}
