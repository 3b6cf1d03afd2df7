/** Starts the sandbox exchange alone; see `--help`. */

// As a whole: the cache is there from Node 22 on, and not in Deno.
import * as nodeModule from "node:module";

// What Node makes of the sources is kept for the next start, which is then twice as quick.
nodeModule.enableCompileCache?.();
await import("./sandbox/run.ts");
