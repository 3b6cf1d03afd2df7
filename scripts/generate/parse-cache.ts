import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import type { SpecFile } from "../../generators/contract/documents/spec-files.ts";
import type { ParseCache, YamlTree } from "../../generators/contract/documents/yaml.ts";
import { sha256 } from "../../generators/write/manifest.ts";

/** The cache file: the parsed spec files that had no fault. */
interface Stored {
  /** Hash of the generator that parsed them; another generator parses everything again. */
  readonly generator: string;
  /** By the hash of the file's text. */
  readonly trees: Readonly<Record<string, YamlTree>>;
}

/** The spec of a run, and the generator's own hash. */
export interface CacheKey {
  readonly spec: readonly SpecFile[];
  readonly generator: string;
}

/** Reads the spec files that an earlier run parsed; empty without a usable cache file. */
export async function readParseCache(path: string, key: CacheKey): Promise<ParseCache> {
  const cache: ParseCache = new Map();
  const stored = await readStored(path);
  if (stored?.generator !== key.generator) return cache;
  for (const { text } of key.spec) {
    const tree = stored.trees[sha256(text)];
    if (tree !== undefined) cache.set(text, { tree, faults: [], broken: false });
  }
  return cache;
}

/** Stores what this run parsed. If the disk refuses, the next run parses again. */
export async function writeParseCache(
  path: string,
  key: CacheKey,
  cache: ParseCache,
): Promise<void> {
  const trees = key.spec.flatMap(({ text }) => {
    const parsed = cache.get(text);
    return parsed?.faults.length === 0 ? [[sha256(text), parsed.tree] as const] : [];
  });
  const stored: Stored = { generator: key.generator, trees: Object.fromEntries(trees) };
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, JSON.stringify(stored));
  } catch {
    // A cache that cannot be written costs time, nothing else.
  }
}

async function readStored(path: string): Promise<Stored | undefined> {
  try {
    const stored = JSON.parse(await readFile(path, "utf8")) as Partial<Stored> | null;
    return stored?.trees === undefined ? undefined : (stored as Stored);
  } catch {
    return undefined;
  }
}
