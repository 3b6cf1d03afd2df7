/** Parsed files of an earlier run: used only for the same text and the same generator. */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import type { ParseCache } from "../../generators/contract/documents/yaml.ts";
import { readParseCache, writeParseCache } from "../../scripts/generate/parse-cache.ts";

const folder = await mkdtemp(join(tmpdir(), "parse-cache-"));
afterAll(() => rm(folder, { recursive: true }));

const path = join(folder, "deep", "cache.json");
const spec = ["a: 1", "b: 1", "c: ["].map((text) => ({ path: "any.yaml", text }));
const tree = (text: string) => ({ text }) as never;
const cache = new Map(
  spec.map(({ text }) => [
    text,
    { tree: tree(text), faults: text.endsWith("[") ? ["it ends"] : [], broken: false },
  ]),
) as unknown as ParseCache;

test.each([
  ["the same", spec, "1", ["a: 1", "b: 1"]],
  ["another generator", spec, "2", []],
  ["another text", [{ path: "any.yaml", text: "a: 2" }, ...spec.slice(1)], "1", ["b: 1"]],
])("%s finds what it stored", async (_, files, generator, want) => {
  await writeParseCache(path, { spec, generator: "1" }, cache);
  const found = await readParseCache(path, { spec: files, generator });
  expect([...found]).toEqual(
    want.map((text) => [text, { tree: { text }, faults: [], broken: false }]),
  );
});

test("a file that cannot be read or written costs only time", async () => {
  const key = { spec, generator: "1" };
  await writeFile(join(folder, "broken.json"), "{");
  for (const name of ["broken.json", "missing.json", ""]) {
    expect((await readParseCache(join(folder, name), key)).size).toBe(0);
  }
  await writeParseCache(join(folder, "broken.json", "below"), key, cache);
});
