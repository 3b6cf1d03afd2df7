/** Starts the sandbox exchange alone; see `--help`. Plain JavaScript, as in `generate.js`. */

import { enableCompileCache } from "node:module";

enableCompileCache();
await import("./sandbox/run.ts");
