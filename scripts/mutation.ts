/** `npm run mutation`: measures whether tests notice small changes of the code. */

import { readCommandLine, refuseValue } from "./shared/command-line.ts";

/**
 * The folder of each area, and the tests that have to notice a change of it: without those that
 * start processes or explore whole worlds for seconds, which thousands of runs cannot wait for.
 */
const areas: Readonly<Record<string, readonly [code: string, ...tests: string[]]>> = {
  signing: [
    "runtime/signing",
    "test/runtime/signing/*.test.ts",
    "test/runtime/check-options.test.ts",
  ],
  encoding: ["runtime/encoding", "test/runtime/encoding/*.test.ts"],
  filters: ["runtime/filters", "test/runtime/filters/*.test.ts"],
  orders: [
    "runtime/orders",
    "test/runtime/orders/!(placement-journal|placement-exploration).test.ts",
    "test/runtime/filters/placement-checks.test.ts",
  ],
  "rate-limits": [
    "runtime/rate-limits",
    "test/runtime/rate-limits/!(limiter.properties|redis-loss|redis-processes).test.ts",
  ],
  client: [
    "runtime/client",
    "test/runtime/client/!(broken-network|caller-http|retry-budget).test.ts",
    "test/runtime/check-options.test.ts",
  ],
  "order-book": ["runtime/order-book", "test/runtime/order-book/!(resync-exploration).test.ts"],
  streams: ["runtime/streams", "test/runtime/streams/!(renewal-exploration).test.ts"],
  "user-data": ["runtime/user-data", "test/runtime/user-data/!(session.properties).test.ts"],
  pagination: ["runtime/pagination", "test/runtime/pagination/*.test.ts"],
  engine: ["sandbox/engine", "test/sandbox/engine/*.test.ts"],
  contract: [
    "generators/contract",
    "test/generators/contract/*.test.ts",
    "test/generators/twelfth-filter.test.ts",
    "test/generators/emitters/**/*.test.ts",
    "test/drift.test.ts",
  ],
  diff: ["generators/diff", "test/generators/diff/!(revision).test.ts"],
  handlers: [
    "sandbox/handlers",
    "test/sandbox/handlers/*.test.ts",
    "test/sandbox/{choices,rare-orders,own-exchange}.test.ts",
  ],
  observe: ["testing/observe", "test/testing/observe/!(choices).test.ts"],
  lint: ["scripts/lint", "test/lint/*.test.ts"],
};

const help = `
Plants small bugs (mutants) in the code, runs the area's tests on each, and lists those that no test
notices. Mutants of unchanged code are not run again. Exits 1 if the tests of an area notice fewer
than 90 of 100 mutants.

npm run mutation                 all areas; takes hours
npm run mutation -- AREA ...     one or more of ${Object.keys(areas).join(", ")}
  --workers N                    number of parallel processes (default 1)
  --file PATTERN                 only files with PATTERN in their name
`;

const { values, positionals } = readCommandLine(
  help,
  { workers: { type: "string", default: "1" }, file: { type: "string", default: "" } },
  "words",
);
const unknown = positionals.find((name) => !Object.hasOwn(areas, name));
if (unknown !== undefined) refuseValue(`There is no area "${unknown}".`);
const concurrency = Number(values.workers);
if (!Number.isInteger(concurrency) || concurrency < 1) {
  refuseValue(`--workers is "${values.workers}"; give a whole number from 1.`);
}
// Many cases of a property find no more mutants than some, and each mutant runs them.
process.env["TRADESPEC_RUNS"] ??= "20";
// It takes longer to load than to refuse an option.
const { Stryker } = await import("@stryker-mutator/core");

// Stryker ends the process with 1 by itself where the score is below `break`.
for (const [area, [code, ...tests]] of Object.entries(areas)) {
  if (positionals.length > 0 && !positionals.includes(area)) continue;
  process.stdout.write(`\n── ${area}\n`);
  // Not by Stryker's `testFiles`: with those it does not change constants of modules.
  process.env["TRADESPEC_MUTATION_TESTS"] = tests.join();
  await new Stryker({
    mutate: [`${code}/**/*${values.file}*.ts`],
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { related: false, configFile: "test/vitest.mutation.ts" },
    incremental: true,
    incrementalFile: `node_modules/.cache/tradespec/mutation-${area}.json`,
    ignorePatterns: ["dist", "docs", "generated/docs"],
    reporters: ["clear-text", "progress-append-only"],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    thresholds: { high: 95, low: 90, break: 90 },
    concurrency,
    // A busy machine may be slow; an endless loop is slow for ever.
    timeoutMS: 20_000,
  }).runMutationTest();
}
