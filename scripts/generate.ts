/** Turns spec/ into generated/; see `--help`. */

import { enableCompileCache } from "node:module";

// What Node makes of the sources and of the compilers, megabytes of JavaScript, is kept for the next
// run. Only what is imported from here on is in the cache.
enableCompileCache();
await import("./generate/run.ts");
