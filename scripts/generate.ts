/** Turns spec/ into generated/; see `--help`. */

import { enableCompileCache } from "node:module";

// What Node makes of the sources and of the compilers is kept for the next run: of all that is
// imported from here on.
enableCompileCache();
await import("./generate/run.ts");
