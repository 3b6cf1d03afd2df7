import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import type { YamlTree } from "../../generators/contract/documents/model.ts";
import type { SpecFile } from "../../generators/contract/documents/spec-files.ts";
import type { ParseCache } from "../../generators/contract/documents/yaml.ts";

/** Reads the spec files that an earlier run parsed; empty without a usable cache file. */
export async function readParseCache(path: string, spec: readonly SpecFile[]): Promise<ParseCache> {
  const cache: ParseCache = new Map();
  try {
    const trees = JSON.parse(await readFile(path, "utf8")) as Readonly<Record<string, YamlTree>>;
    for (const { text } of spec) {
      const tree = trees[keyOf(text)];
      if (tree !== undefined) cache.set(text, { tree, problems: [], broken: false });
    }
  } catch {
    // No file yet, or none that can be read.
  }
  return cache;
}

/** Stores what this run parsed without a problem. If the disk refuses, the next run parses anew. */
export async function writeParseCache(
  path: string,
  spec: readonly SpecFile[],
  cache: ParseCache,
): Promise<void> {
  const trees = spec.flatMap(({ text }) => {
    const parsed = cache.get(text);
    return parsed?.problems.length === 0 ? [[keyOf(text), parsed.tree] as const] : [];
  });
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, JSON.stringify(Object.fromEntries(trees)));
  } catch {
    // A cache that cannot be written costs time, nothing else.
  }
}

const parser = fileURLToPath(import.meta.resolve("../../generators/contract/documents/yaml.ts"));
const library = fileURLToPath(import.meta.resolve("yaml/package.json"));
/** Another parser parses everything again. */
const parserText = [parser, library].map((path) => readFileSync(path, "utf8")).join("\n");

function keyOf(text: string): string {
  return createHash("sha256").update(parserText).update(text).digest("hex");
}
