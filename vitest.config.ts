import { defineConfig } from "vitest/config";

/**
 * Folders whose tests leave nothing behind in their process. Their files share it, so that modules
 * are imported once and not by each file.
 */
const shared = [
  "generators/{contract,diff,docs,emitters,write}",
  "lint",
  "runtime/*",
  "sandbox/*",
  "testing",
].map((folder) => `test/${folder}/**/*.test.ts`);

/** Two workers: the suite is sized for a machine with two cores. */
export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "shared", include: shared, isolate: false } },
      // By name, these come first: what is short is left for the end, when one worker would wait.
      {
        extends: true,
        test: {
          name: "alone",
          include: ["test/**/*.test.ts"],
          exclude: shared,
          // Browsers, processes and sockets on a busy machine: the report names a second try.
          retry: process.env["CI"] === undefined ? 0 : 1,
        },
      },
    ],
    globalSetup: ["test/support/shared-folder.ts"],
    setupFiles: ["test/support/seed.ts"],
    maxWorkers: 2,
    // A busy machine may take its time; what never comes fails all the same.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
