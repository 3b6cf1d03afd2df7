/** Turns spec/ into generated/; see `--help`. Plain JavaScript, as the one file without a cache. */

import { enableCompileCache } from "node:module";

// What Node makes of the sources and of the compilers is kept for the next run: of all that is
// imported from here on.
enableCompileCache();
await import("./generate/run.ts");
