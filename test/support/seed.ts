/**
 * Properties try the same cases in every `npm test`, so that a result can be repeated and a commit
 * is judged by its change. `TRADESPEC_RUNS=gate` tries new cases each time, and many more.
 */

import fc from "fast-check";

if ((process.env["TRADESPEC_RUNS"] ?? "commit") === "commit") {
  fc.configureGlobal({ seed: 20_261_122 });
}
