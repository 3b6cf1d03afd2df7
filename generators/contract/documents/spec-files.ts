import { readdirSync, readFileSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";

import { stagingPrefix } from "../../../runtime/files.node.ts";
import { byText } from "./json.ts";
import type { Origin } from "./model.ts";

/** A file of the spec on disk; the path is relative to the spec's folder. */
export interface SpecFile {
  readonly path: string;
  readonly text: string;
}

/** The folder of a spec, and the folder that displayed paths are relative to. */
export interface SpecLocation {
  readonly folder: string;
  /** The project's, or the working folder for a spec outside of one. */
  readonly root: string;
  /** Folder of the spec whose vocabulary is used when this one has none. */
  readonly vocabularyFrom?: string;
}

/**
 * Reads the YAML and JSON files of the spec's folder, without the lint rules. Does not follow
 * links, so it reads nothing outside; converts CRLF to LF. Throws when the folder cannot be read.
 */
export function readSpec({ folder, vocabularyFrom }: SpecLocation): readonly SpecFile[] {
  const files = readFolder(folder);
  if (vocabularyFrom === undefined || files.some(({ path }) => isVocabulary(path))) return files;
  const shared = readFolder(vocabularyFrom).filter(({ path }) => isVocabulary(path));
  return [...files, ...shared];
}

/** The path of a spec file in problems, headers and source maps. */
export function displayPath({ folder, root }: SpecLocation, path: string): string {
  const between = relative(root, folder);
  const prefix = isAbsolute(between) ? folder : between;
  return [...prefix.split(sep), path].filter((part) => part !== "").join("/");
}

/** The position where a file of the spec begins. */
export function startOf(location: SpecLocation, path: string): Origin {
  return { file: displayPath(location, path), line: 1, column: 1 };
}

/**
 * All files below a folder, sorted, as relative paths with slashes, but those that are still being
 * written. It goes down by itself, because the entries of a recursive list do not name their folder
 * in each file system, such as Yarn's.
 */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(stagingPrefix))
    .flatMap((entry) => {
      if (!entry.isDirectory()) return entry.isFile() ? [entry.name] : [];
      return filesIn(join(folder, entry.name)).map((path) => `${entry.name}/${path}`);
    })
    .sort(byText);
}

/** Reads sequentially: thousands of files at once take four times as long. */
function readFolder(folder: string): readonly SpecFile[] {
  return filesIn(folder)
    .filter((path) => /\.(ya?ml|json)$/u.test(path))
    .filter((path) => !path.startsWith("lint/") || isVocabulary(path))
    .map((path) => {
      const text = readFileSync(join(folder, path), "utf8");
      return { path, text: text.replaceAll("\r\n", "\n") };
    });
}

function isVocabulary(path: string): boolean {
  return path.startsWith("lint/vocabulary/");
}
