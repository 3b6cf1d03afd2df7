import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import type { Outline } from "../../generators/contract/documents/outline.ts";
import type { Readings } from "../../generators/contract/documents/source-file.ts";
import type { SpecFile } from "../../generators/contract/documents/spec-files.ts";
import { sha256 } from "../../generators/write/manifest.ts";

/** What a run leaves for the next one: the outlines of spec files that had no fault. */
interface Memory {
  /** Hash of the generator that read them; another one reads everything anew. */
  readonly generator: string;
  /** By the hash of the file's text. */
  readonly outlines: Readonly<Record<string, Outline>>;
}

/** A run's spec, and the generator's own hash. */
export interface MemoryKey {
  readonly spec: readonly SpecFile[];
  readonly generator: string;
}

/** The texts that an earlier run has read; none where there is no memory or it is of no use. */
export async function recall(path: string, key: MemoryKey): Promise<Readings> {
  const readings: Readings = new Map();
  const memory = await readMemory(path);
  if (memory?.generator !== key.generator) return readings;
  for (const { text } of key.spec) {
    const outline = memory.outlines[sha256(text)];
    if (outline !== undefined) readings.set(text, { outline, faults: [], broken: false });
  }
  return readings;
}

/** Keeps what this run has read. A disk that refuses costs time, nothing else. */
export async function remember(path: string, key: MemoryKey, readings: Readings): Promise<void> {
  const kept = key.spec.flatMap(({ text }) => {
    const read = readings.get(text);
    return read?.faults.length === 0 ? [[sha256(text), read.outline] as const] : [];
  });
  const memory: Memory = { generator: key.generator, outlines: Object.fromEntries(kept) };
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, JSON.stringify(memory));
  } catch {
    // The next run reads the files themselves.
  }
}

async function readMemory(path: string): Promise<Memory | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Memory;
  } catch {
    return undefined;
  }
}
