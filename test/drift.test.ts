/** What is generated is exactly what the pipeline writes, and nothing more. */

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { expect, test } from "vitest";

import { readSpec } from "../generators/contract/documents/spec-files.ts";
import { extensionsPage } from "../generators/docs/extensions-page.ts";
import { generate } from "../generators/pipeline.ts";
import { readOutputs } from "../generators/write/files.ts";

const project = resolve(import.meta.dirname, "..");

test("generated/ is what the spec gives; if not, run `npm run generate`", async () => {
  const location = { folder: join(project, "spec"), root: project };
  const spec = readSpec(location);
  const { documents, files, notes } = await generate({ location, spec });
  const listed = files.map(({ path }) => path);
  expect(listed.filter((path) => !/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/u.test(path))).toEqual([]);
  // Each emitter has files of its own; some disks do not distinguish letter case.
  expect(new Set(listed.map((path) => path.toLowerCase())).size).toBe(listed.length);
  const there = await readOutputs(join(project, "generated"));
  const expected = new Map(files.map(({ path, text }) => [path, text]));
  const paths = new Set([...expected.keys(), ...there.keys()]);
  const stale = [...paths].filter((path) => expected.get(path) !== there.get(path));
  expect(stale.sort()).toEqual([]);
  const page = await readFile(join(project, "docs/extensions.md"), "utf8");
  expect(page).toBe(extensionsPage(documents, spec));
  expect(notes.map(({ message }) => message)).toEqual([]);
});
