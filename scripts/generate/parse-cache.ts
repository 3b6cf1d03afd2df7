import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import type { YamlTree } from "../../generators/contract/documents/model.ts";
import type { SpecFile } from "../../generators/contract/documents/spec-files.ts";
import type { ParseCache } from "../../generators/contract/documents/yaml.ts";
import { sha256 } from "../../generators/write/manifest.ts";

/** The spec of a run, and the generator's own hash: another generator parses everything again. */
export interface CacheKey {
  readonly spec: readonly SpecFile[];
  readonly generator: string;
}

/** Reads the spec files that an earlier run parsed; empty without a usable cache file. */
export async function readParseCache(path: string, key: CacheKey): Promise<ParseCache> {
  const cache: ParseCache = new Map();
  try {
    const trees = JSON.parse(await readFile(path, "utf8")) as Readonly<Record<string, YamlTree>>;
    for (const { text } of key.spec) {
      const tree = trees[hashOf(text, key)];
      if (tree !== undefined) cache.set(text, { tree, faults: [], broken: false });
    }
  } catch {
    // No file yet, or none that can be read.
  }
  return cache;
}

/** Stores what this run parsed without a fault. If the disk refuses, the next run parses again. */
export async function writeParseCache(
  path: string,
  key: CacheKey,
  cache: ParseCache,
): Promise<void> {
  const trees = key.spec.flatMap(({ text }) => {
    const parsed = cache.get(text);
    return parsed?.faults.length === 0 ? [[hashOf(text, key), parsed.tree] as const] : [];
  });
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, JSON.stringify(Object.fromEntries(trees)));
  } catch {
    // A cache that cannot be written costs time, nothing else.
  }
}

function hashOf(text: string, { generator }: CacheKey): string {
  return sha256(`${generator} ${text}`);
}
