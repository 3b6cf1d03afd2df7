import { existsSync, readFileSync } from "node:fs";
import { mkdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

import { filesIn } from "../contract/documents/spec-files.ts";
import type { GeneratedFile } from "./emitter.ts";
import { sha256 } from "./manifest.ts";

/** Changes of the output by a run. */
export interface Changes {
  /** New or changed files. */
  readonly written: readonly GeneratedFile[];
  /** Files of an earlier run that no emitter writes any more. */
  readonly deleted: readonly string[];
  readonly unchanged: number;
}

/** The output files on disk, without `docs/`; empty if there is no folder. */
export async function readOutputs(folder: string): Promise<ReadonlyMap<string, string>> {
  if (!existsSync(folder)) return new Map();
  const paths = filesIn(folder).filter(
    (path) => !path.startsWith("docs/") && !path.startsWith(stagingPrefix),
  );
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), "utf8")));
  return new Map(paths.map((path, index) => [path, texts[index] ?? ""]));
}

/**
 * Compares a run's files with those on disk. Deletes only files in the manifest of an earlier run.
 */
export function compare(
  files: readonly GeneratedFile[],
  there: ReadonlyMap<string, string>,
  earlier: readonly string[],
): Changes {
  const written = files.filter(({ path, text }) => there.get(path) !== text);
  const paths = new Set(files.map(({ path }) => path));
  const deleted = earlier.filter((path) => !paths.has(path) && there.has(path));
  return { written, deleted, unchanged: files.length - written.length };
}

/**
 * Writes the changes: all files into a staging folder first, then renames them, the manifest last.
 * A run that fails while writing changes nothing.
 */
export async function apply(folder: string, { written, deleted }: Changes): Promise<void> {
  if (written.length === 0 && deleted.length === 0) return;
  await mkdir(folder, { recursive: true });
  const staging = join(folder, `${stagingPrefix}${process.pid}`);
  try {
    for (const { path, text } of written) {
      await mkdir(dirname(join(staging, path)), { recursive: true });
      await writeFile(join(staging, path), text, "utf8");
    }
    const manifestLast = [...written].sort(
      (left, right) =>
        Number(left.path === "manifest.json") - Number(right.path === "manifest.json"),
    );
    for (const path of deleted) await remove(folder, path);
    for (const { path } of manifestLast) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await rename(join(staging, path), join(folder, path));
    }
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/**
 * One hash of the generator's modules and of the package versions that affect its output. `root` is
 * the project's folder.
 */
export async function hashGenerator(root: string): Promise<string> {
  const modules = modulesOf(join(root, "generators/pipeline.ts"));
  const sources = [...modules].map(([path, text]) => {
    return `${relative(root, path).replaceAll(sep, "/")} ${sha256(text.replaceAll("\r\n", "\n"))}`;
  });
  const versions = printers.map(async (name) => {
    const text = await readFile(join(root, "node_modules", name, "package.json"), "utf8");
    return `${name} ${(JSON.parse(text) as { readonly version: string }).version}`;
  });
  return sha256([...sources.sort(), ...(await Promise.all(versions))].join("\n"));
}

/** A module and all that it imports, with their texts; imports of types do not run. */
function modulesOf(path: string, found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (found.has(path)) return found;
  const text = readFileSync(path, "utf8");
  found.set(path, text);
  for (const [, imported = ""] of text.matchAll(importPattern)) {
    const next = join(dirname(path), imported);
    // Emitters contain imports of the files that they write.
    if (imported.startsWith(".") && existsSync(next)) modulesOf(next, found);
  }
  return found;
}

const importPattern = /^(?:import|export) (?!type )[^"]* from "([^"]*)";/gmu;

const printers = [
  "@biomejs/biome",
  "@redocly/openapi-core",
  "openapi-typescript",
  "typescript",
  "yaml",
];

const stagingPrefix = ".writing-";

async function remove(folder: string, path: string): Promise<void> {
  await rm(join(folder, path), { force: true });
  // Removes the folder, too, if it is empty now.
  if (path.includes("/")) await rmdir(dirname(join(folder, path))).catch(() => undefined);
}
