/** `contractTests` adds a test for each row, under vitest and under `node:test`. */

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { expect, test } from "vitest";

import { loadRecordings } from "../../testing/recordings/files.node.ts";
import { contractTests } from "../../testing/suite/contract-tests.ts";
import { fixtureTarget } from "../../testing/suite/fixture-target.ts";
import { newFolder } from "../support/folder.ts";

const documentAt = (name: string): unknown =>
  JSON.parse(readFileSync(`generated/documents/${name}.json`, "utf8"));

contractTests({
  test,
  target: fixtureTarget(await loadRecordings("spec/examples")),
  openapi: documentAt("openapi"),
  asyncapi: documentAt("asyncapi"),
  trade: true,
  complete: true,
});

/** A test file of `node:test` with one row that passes, one that fails and one that is skipped. */
const program = `
  import { test } from "node:test";
  import { readFileSync } from "node:fs";
  import { contractTests, sandboxTarget } from ${JSON.stringify(moduleUrl("testing/index.ts"))};
  const openapi = JSON.parse(readFileSync("generated/documents/openapi.json", "utf8"));
  contractTests({ test, openapi, complete: true, target: sandboxTarget(), scenarios: [
    { id: "getTime.default", summary: "passes" },
    { id: "getTime.fails", summary: "fails", expect: { kind: "error", code: -9 } },
    { id: "placeOrder.market", summary: "is skipped", fields: { symbol: "BTCUSDT" } },
  ] });
`;

test("under node:test a row passes, fails with its reason, or is skipped", () => {
  const folder = newFolder();
  const file = join(folder, "contract.test.mjs");
  writeFileSync(file, program);
  const words = ["--test", "--test-reporter=tap", file];
  // The runner marks the processes that it starts, and starts nothing within such a one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: "utf8", env });
  expect(status).toBe(1);
  expect(stdout).toMatch(/^ *ok \d+ - getTime.default: passes$/mu);
  expect(stdout).toMatch(/^ *not ok \d+ - getTime.fails: fails$/mu);
  expect(stdout).toContain("the call succeeded; the code -9 was expected");
  expect(stdout).toMatch(
    /^ *ok \d+ - placeOrder.market: is skipped # SKIP it changes the account$/mu,
  );
  expect(stdout).toMatch(/^ *not ok \d+ - every documented statement is covered$/mu);
  expect(stdout).toContain("operation getDepth");
});

function moduleUrl(path: string): string {
  return pathToFileURL(resolve(path)).href;
}
