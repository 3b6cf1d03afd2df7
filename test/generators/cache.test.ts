/** What earlier runs made: used only for the same text and the same tools. */

import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { cacheFolder, openFileCache } from "../../scripts/generate/cache.ts";
import { newFolder } from "../support/folder.ts";

const folder = newFolder();

const path = join(folder, "cache.json");
const open = (file = path, tool = "js-yaml/package.json") => openFileCache(file, [tool]);

/** The files of a draft. */
const made = (id: number) => [{ path: "a.ts", text: String(id) }];

test("a run finds what the one before it made or used, and drops all else", async () => {
  const [first, second] = [open(), open()];
  first.set("a: 1", made(1));
  first.set("b: 1", made(2));
  first.save();
  expect(open().get("a: 2")).toBe(undefined);
  expect(open(path, "typescript/package.json").get("a: 1")).toBe(undefined);
  expect(second.get("a: 1")).toBe(undefined);
  const third = open();
  expect(third.get("a: 1")).toEqual(made(1));
  const before = await readFile(path, "utf8");
  third.save();
  expect(await readFile(path, "utf8")).toBe(before);
  third.set("c: 1", made(3));
  third.save();
  const found = ["a: 1", "b: 1", "c: 1"].map((text) => open().get(text));
  expect(found).toEqual([made(1), undefined, made(3)]);
});

test("a file that cannot be read or written is no error", async () => {
  await writeFile(join(folder, "broken.json"), "{");
  for (const name of ["broken.json", "missing.json", "", "broken.json/below"]) {
    const cache = open(join(folder, name));
    expect(cache.get("a: 1")).toBe(undefined);
    cache.set("a: 1", made(1));
    cache.save();
    expect(cache.get("a: 1")).toEqual(made(1));
  }
});

test("a project keeps those of the eight specs that it used last", async () => {
  const of = (spec: string) => cacheFolder({ root: folder, folder: spec, vocabularyFrom: "" });
  expect(of("a")).toBe(undefined);
  await mkdir(join(folder, "node_modules"));
  const folders = [..."abcdefgh"].map((spec) => of(spec) ?? "");
  for (const [hours, path] of folders.entries()) await utimes(path, 0, hours * 3600);
  expect(of("a")).toBe(folders[0]);
  const added = of("i");
  const kept = await readdir(join(folder, "node_modules/.cache/tradespec/specs"));
  const names = [...folders.filter((path) => path !== folders[1]), added];
  expect(kept.sort()).toEqual(names.map((path) => path?.split("/").at(-1)).sort());
});
