import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
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
  const paths = filesIn(folder).filter((path) => !path.startsWith("docs/"));
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
  // Other folders in the output's are not ours: the output of another contract may be in one.
  const folders = new Set(files.map(({ path }) => dirname(path)));
  const own = [...there.keys()].filter((path) => folders.has(dirname(path)));
  const others = own.filter((path) => !paths.has(path));
  const isGenerated = (path: string): boolean =>
    there.get(path.replace(/\.map$/u, ""))?.startsWith(headerStart) ?? false;
  const isFirst = !own.some(isGenerated);
  return {
    written,
    deleted: others.filter(isGenerated),
    foreign: others.filter((path) => !isGenerated(path)),
    taken: isFirst ? [...paths].filter((path) => there.has(path)) : [],
    unchanged: files.length - written.length,
  };
}
