/** Recipes of CONTRIBUTING.md, on a copy of spec/. */

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { beforeAll, expect, test } from "vitest";

import { compile } from "../support/compile.ts";
import { editsIn } from "../support/edited-files.ts";
import { newFolder } from "../support/folder.ts";

const run = promisify(execFile);
const project = resolve(import.meta.dirname, "../..");

/** What a maintainer writes: new files in recipes/, and texts with what takes their place. */
const edits = editsIn(readFileSync(join(import.meta.dirname, "recipes.txt"), "utf8"));

const folder = newFolder();

beforeAll(async () => {
  const spec = join(folder, "spec");
  await cp(join(project, "spec"), spec, { recursive: true });
  await cp(join(import.meta.dirname, "recipes"), spec, { recursive: true });
  for (const [path, find, replace = ""] of edits) {
    const text = await readFile(join(spec, path), "utf8");
    if (!text.includes(find)) throw new Error(`${path} lacks ${find}`);
    await writeFile(
      join(spec, path),
      text.replace(find, () => replace),
    );
  }
  for (const part of ["runtime", "node_modules"]) {
    await symlink(join(project, part), join(folder, part));
  }
  const options = ["--spec", spec, "--out", join(folder, "generated")];
  await run(process.execPath, [join(project, "scripts/generate.js"), ...options], { cwd: folder });
});

const generated = (name: string): Promise<string> =>
  readFile(join(folder, "generated", name), "utf8");

test("a stream gets its name, its message and its methods", async () => {
  expect(await generated("streams.ts")).toMatch(
    /avgPrice: \{\s+pattern|readonly avgPrice: AveragePriceEvent/,
  );
  expect(await generated("types.ts")).toContain("export interface AveragePriceEvent");
});

test("the sandbox does not compile until it serves what is new", async () => {
  await mkdir(join(folder, "sandbox"), { recursive: true });
  for (const part of [
    "streams",
    "engine",
    "exchange",
    "handlers",
    "config",
    "faults",
    "http",
    "defaults.ts",
  ]) {
    await cp(join(project, "sandbox", part), join(folder, "sandbox", part), { recursive: true });
  }
  const { compilerOptions } = JSON.parse(
    await readFile(join(project, "tsconfig.json"), "utf8"),
  ) as { compilerOptions: object };
  const options = { ...compilerOptions, preserveSymlinks: true };
  const config = {
    compilerOptions: options,
    files: ["sandbox/streams/hub.ts", "sandbox/http/request-handler.ts"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const problems = (await compile(folder, "-p", "."))
    .split("\n")
    .filter((line) => line.includes("error TS"));
  expect(problems).toEqual([
    expect.stringMatching(/^sandbox\/engine\/placement\.ts.*'GTX' is missing/),
    expect.stringMatching(/^sandbox\/handlers\/orders\.ts.*PlaceOrderRequest/),
    expect.stringMatching(/^sandbox\/handlers\/trading-rules\.ts.*RuleData/),
    expect.stringMatching(/^sandbox\/streams\/hub\.ts.*'avgPrice' is missing/),
  ]);
});

test("a parameter is a field of its operation, with its bounds", async () => {
  expect(await generated("operations.ts")).toMatch(
    /name: "step",\s+kind: "integer",\s+required: false,\s+default: 1,\s+minimum: 1,\s+maximum: 100/,
  );
  expect(await generated("types.ts")).toContain("readonly step?:");
});

test("a retry rule is in the table that clients read", async () => {
  expect(await generated("tables.ts")).toMatch(/\{ code: -1016, action: "backOff" \}/);
});

test("the sandbox takes what the spec assumes", async () => {
  expect(await generated("sandbox.ts")).toContain('"order-count-rule": "every"');
});

test("the sandbox refuses a signature with the code of the rule", async () => {
  expect(await generated("sandbox.ts")).toContain("signatureWrong: -1100");
});
