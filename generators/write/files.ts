import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { filesIn } from "../contract/documents/spec-files.ts";
import type { GeneratedFile } from "./emitter.ts";
import { headerStart } from "./format.ts";

/** Changes of the output by a run. */
export interface Changes {
  /** New or changed files. */
  readonly written: readonly GeneratedFile[];
  /** Files of an earlier run that no emitter writes any more. */
  readonly deleted: readonly string[];
  /** Files that no emitter wrote. */
  readonly foreign: readonly string[];
  /** Files of somebody else that the first run into a folder would replace. */
  readonly taken: readonly string[];
  readonly unchanged: number;
}

/**
 * The output files on disk, without `docs/`; empty if there is no folder. Git on Windows may have
 * checked them out with CRLF.
 */
export async function readOutputs(folder: string): Promise<ReadonlyMap<string, string>> {
  if (!existsSync(folder)) return new Map();
  const paths = filesIn(folder).filter(
    (path) => !path.startsWith("docs/") && !path.startsWith(stagingPrefix),
  );
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), "utf8")));
  return new Map(paths.map((path, index) => [path, texts[index]?.replaceAll("\r\n", "\n") ?? ""]));
}

/** Compares a run's files with those on disk. */
export function compare(
  files: readonly GeneratedFile[],
  there: ReadonlyMap<string, string>,
): Changes {
  const written = files.filter(({ path, text }) => there.get(path) !== text);
  const paths = new Set(files.map(({ path }) => path));
  const others = [...there.keys()].filter((path) => !paths.has(path));
  const isGenerated = (path: string): boolean =>
    there.get(path.replace(/\.map$/u, ""))?.startsWith(headerStart) ?? false;
  const isFirst = ![...there.keys()].some(isGenerated);
  return {
    written,
    deleted: others.filter(isGenerated),
    foreign: others.filter((path) => !isGenerated(path)),
    taken: isFirst ? [...paths].filter((path) => there.has(path)) : [],
    unchanged: files.length - written.length,
  };
}

/**
 * Writes the changes: all files into a staging folder first, then renames them.
 * A run that fails while writing changes nothing.
 */
export async function apply(
  folder: string,
  { written, deleted }: Pick<Changes, "written" | "deleted">,
): Promise<void> {
  if (written.length === 0 && deleted.length === 0) return;
  await mkdir(folder, { recursive: true });
  const staging = join(folder, `${stagingPrefix}${process.pid}`);
  try {
    for (const { path, text } of written) {
      await mkdir(dirname(join(staging, path)), { recursive: true });
      await writeFile(join(staging, path), text, "utf8");
    }
    for (const path of deleted) await remove(folder, path);
    for (const { path } of written) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await rename(join(staging, path), join(folder, path));
    }
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

const stagingPrefix = ".writing-";

async function remove(folder: string, path: string): Promise<void> {
  await rm(join(folder, path), { force: true });
  // Removes the folder, too, if it is empty now.
  if (path.includes("/")) await rmdir(dirname(join(folder, path))).catch(() => undefined);
}
