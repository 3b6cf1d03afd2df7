/** Parsed files of an earlier run: used only for the same text and the same parser. */

import { createHash } from "node:crypto";
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
    { tree: tree(text), problems: text.endsWith("[") ? ["it ends"] : [], broken: false },
  ]),
) as unknown as ParseCache;

test.each([
  ["the same", spec, ["a: 1", "b: 1"]],
  ["another text", [{ path: "any.yaml", text: "a: 2" }, ...spec.slice(1)], ["b: 1"]],
])("%s finds what it stored", async (_, files, want) => {
  await writeParseCache(path, spec, cache);
  const found = await readParseCache(path, files);
  expect([...found]).toEqual(
    want.map((text) => [text, { tree: { text }, problems: [], broken: false }]),
  );
});

test("what another parser stored is not used, nor a file that cannot be read", async () => {
  const byText = spec.map(({ text }) => [createHash("sha256").update(text).digest("hex"), {}]);
  await writeFile(join(folder, "other.json"), JSON.stringify(Object.fromEntries(byText)));
  await writeFile(join(folder, "broken.json"), "{");
  for (const name of ["other.json", "broken.json", "missing.json", ""]) {
    expect((await readParseCache(join(folder, name), spec)).size).toBe(0);
  }
  await writeParseCache(join(folder, "broken.json", "below"), spec, cache);
});
