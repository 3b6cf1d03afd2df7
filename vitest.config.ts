import { defineConfig } from "vitest/config";

/** Two workers: the suite is sized for a machine with two cores. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/shared-folder.ts"],
    setupFiles: ["test/support/seed.ts"],
    maxWorkers: 2,
    // A busy machine may take its time; what never comes fails all the same.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
