/** How Vitest runs for `npm run mutation`: thousands of runs, each until the first test fails. */

import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

import base from "../vitest.config.ts";

/** A quick test that fails spares the slow ones. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).reverse();
  }
}

/** The tests of the area, between commas. */
const include = (process.env["TRADESPEC_MUTATION_TESTS"] ?? "test/**/*.test.ts").split(",");
const { projects: _, ...settings } = base.test ?? {};

export default defineConfig({
  test: { ...settings, include, sequence: { sequencer: QuickestFirst } },
});
