/** `npm test`: every check and test; the last line is `N passed, N failed`. */

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { readCommandLine } from "./command-line.ts";

const help = `
npm test                 format, lint, types, drift, and every test under test/
npm test -- PATTERN      only the test files whose path contains PATTERN
`;

const { positionals } = readCommandLine(help, {}, "words");
const folder = await mkdtemp(join(tmpdir(), "tradespec-test-"));
const report = join(folder, "vitest.json");

/** One command that must exit 0. Counts as one test; the test runner reports its own count. */
interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

const compiler = "node_modules/typescript/bin/tsc";
const biome = "node_modules/@biomejs/biome/bin/biome";
const knip = "node_modules/knip/bin/knip.js";
const runner = "node_modules/vitest/vitest.mjs";
const checks: readonly Step[] = [
  { name: "generated files are what the spec says", command: ["scripts/generate.ts", "--check"] },
  {
    name: "format and lint; `npm run format` fixes",
    command: [biome, "ci", "--error-on-warnings"],
  },
  { name: "unused files, exports and dependencies", command: [knip] },
  { name: "lint of the contract", command: ["scripts/lint.ts"] },
  { name: "types", command: [compiler, "-p", "."] },
];
const tests: Step = {
  name: "tests",
  command: [runner, "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
};

let passed = 0;
let failed = 0;
for (const step of positionals.length > 0 ? [] : checks) {
  if ((await run(step)) === 0) passed += 1;
  else failed += 1;
}
const exit = await run({ ...tests, command: [...tests.command, ...positionals] });
const counts = await readCounts();
passed += counts.passed;
failed += counts.failed;
if (exit !== 0 && counts.failed === 0) failed += 1;
await rm(folder, { recursive: true, force: true });
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

async function run(step: Step): Promise<number> {
  const started = performance.now();
  process.stdout.write(`\n── ${step.name}\n`);
  const child = spawn(process.execPath, step.command, { stdio: "inherit" });
  const code = await new Promise<number>((resolve) => {
    child.on("exit", (status) => resolve(status ?? 1));
    child.on("error", () => resolve(1));
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`── ${step.name}: ${code === 0 ? "passed" : "FAILED"} (${seconds} s)\n`);
  return code;
}

async function readCounts(): Promise<{ passed: number; failed: number }> {
  try {
    const read = JSON.parse(await readFile(report, "utf8")) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    return { passed: read.numPassedTests, failed: read.numFailedTests };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
