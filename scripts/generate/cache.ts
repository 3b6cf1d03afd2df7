import { hash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { SpecLocation } from "../../generators/contract/documents/spec-files.ts";
import type { GeneratedFile } from "../../generators/write/emitter.ts";

type Files = readonly GeneratedFile[];

/**
 * Finished files, kept on disk for the next run. Other tools, which are the modules and package
 * manifests that the files depend on, make everything again.
 */
export function openFileCache(path: string, tools: readonly string[]) {
  const sources = tools.map((tool) => fileURLToPath(import.meta.resolve(tool)));
  const hashOfTools = hashOf(...sources.map((file) => readFileSync(file, "utf8")));
  const known = stored(path);
  const used = new Map<string, Files>();
  let isNew = false;
  return {
    get: (draft: string): Files | undefined => {
      const key = hashOf(hashOfTools, draft);
      const files = used.get(key) ?? known[key];
      if (files !== undefined) used.set(key, files);
      return files;
    },
    set: (draft: string, files: Files): void => {
      used.set(hashOf(hashOfTools, draft), files);
      isNew = true;
    },
    /** Stores what this run used. If the disk refuses, the next run makes everything again. */
    save: (): void => {
      if (!isNew) return;
      try {
        writeFileSync(path, JSON.stringify(Object.fromEntries(used)));
      } catch {
        // A cache that cannot be written costs time, nothing else.
      }
    },
  };
}

/** More specs than one project has; those of temporary folders go in time. */
const specsKept = 8;

/** Where the project that a spec belongs to keeps what runs made of it, if it has such a place. */
export function cacheFolder({ root, folder }: SpecLocation): string | undefined {
  const modules = join(root, "node_modules");
  if (!existsSync(modules)) return undefined;
  const all = join(modules, ".cache", "tradespec", "specs");
  const own = join(all, hashOf(folder).slice(0, 16));
  try {
    mkdirSync(own, { recursive: true });
    utimesSync(own, new Date(), new Date());
    const usedAt = (path: string) => statSync(path).mtimeMs;
    const newestFirst = readdirSync(all)
      .map((name) => join(all, name))
      .sort((left, right) => usedAt(right) - usedAt(left));
    for (const old of newestFirst.slice(specsKept)) rmSync(old, { recursive: true });
  } catch {
    // The disk refuses, or another run deletes the same.
  }
  return own;
}

function hashOf(...texts: readonly string[]): string {
  return hash("sha256", texts.join("\n"));
}

function stored(path: string): Readonly<Record<string, Files>> {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // No file yet, or none that can be read.
    return {};
  }
}
