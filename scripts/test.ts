/** `npm test`: every check and test; the last line is `N passed, N failed`. */

import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { inTemporaryFolder } from "../runtime/files.node.ts";
import { readCommandLine } from "./shared/command-line.ts";
import { compiler } from "./shared/compiler.ts";

const help = `
npm test                 checks format, lint and types, and runs all tests
npm test -- PATTERN      runs only the test files with PATTERN in their path
`;

const { positionals } = readCommandLine(help, {}, "words");

const biome = "node_modules/@biomejs/biome/bin/biome";
const knip = "node_modules/knip/bin/knip.js";
const runner = "node_modules/vitest/vitest.mjs";
/**
 * Commands that must exit 0, run side by side. Each counts as one test; the test runner reports its
 * own count.
 */
const checks = {
  "format and lint; `npm run format` fixes": [biome, "ci", "--error-on-warnings"],
  "unused files, exports and dependencies": [knip],
  "lint of the contract": ["scripts/lint.ts"],
  types: [...compiler, "-p", "."],
  "docs/api/ is what the package exports": ["scripts/api.ts", "--check"],
};

// The compiler is a Go program; it ends before fewer collections of its garbage cost much memory.
process.env["GOGC"] ??= "300";
const wanted = positionals.length > 0 ? [] : Object.entries(checks);
const exits = await Promise.all(wanted.map(([name, command]) => check(name, command)));
const { exit, counts } = await inTemporaryFolder(async (folder) => {
  const report = join(folder, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const command = [runner, "run", ...reporters, ...positionals];
  const testing = spawn(process.execPath, command, { stdio: "inherit" });
  return { exit: await run("tests", testing), counts: await readCounts(report) };
});
const passed = counts.passed + exits.filter((code) => code === 0).length;
let failed = counts.failed + exits.filter((code) => code !== 0).length;
if (exit !== 0 && counts.failed === 0) failed += 1;
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/** Runs a command whose output is printed in one piece, when it has ended. */
async function check(name: string, command: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "pipe"] });
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part: Buffer) => parts.push(part));
  }
  return run(name, child, () => Buffer.concat(parts).toString());
}

async function run(name: string, child: ChildProcess, output = () => ""): Promise<number> {
  const started = performance.now();
  const code = await new Promise<number>((resolve) => {
    child.on("close", (status) => resolve(status ?? 1));
    child.on("error", () => resolve(1));
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const end = code === 0 ? "passed" : "FAILED";
  process.stdout.write(`\n${output()}── ${name}: ${end} (${seconds} s)\n`);
  return code;
}

async function readCounts(report: string): Promise<{ passed: number; failed: number }> {
  // A test runner that was killed leaves no report, or a part of one.
  const counts = await readFile(report, "utf8")
    .then(JSON.parse)
    .catch(() => ({}));
  const {
    numPassedTests: passed = 0,
    numFailedTests: failed = 0,
    testResults = [],
  } = counts as {
    readonly numPassedTests?: number;
    readonly numFailedTests?: number;
    readonly testResults?: readonly FileResult[];
  };
  // A file whose set-up fails skips its tests.
  const broken = testResults.filter(({ status, assertionResults: tests }) => {
    return status === "failed" && tests.every((each) => each.status !== "failed");
  });
  return { passed, failed: failed + broken.length };
}

interface FileResult {
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string }[];
}
