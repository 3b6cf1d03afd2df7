/**
 * Properties try the same cases in every `npm test` and `npm run mutation`, so that a result can be
 * repeated and a commit is judged by its change. `TRADESPEC_RUNS=gate` tries new cases each time,
 * and many more.
 */

import fc from "fast-check";

if (!/^(gate|release)$/u.test(process.env["TRADESPEC_RUNS"] ?? "commit")) {
  fc.configureGlobal({ seed: 20_261_122 });
}
