/** Recording files: one YAML file each, named like the recording; streams in `streams/`. */

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { type TextFile, writeFiles } from "../../runtime/files.node.ts";
import { type Examples, type Recordings, readRecordings } from "./recordings.ts";
import { parseExample } from "./yaml.ts";

/** A file to write, with its path in the folder of the recordings. */
export type RecordedFile = TextFile;

/** No recording of a response is longer. */
const fileBytesMax = 16 * 1024 * 1024;

/**
 * Reads every `.yaml` file in a folder and in its folder `streams`. Throws an error that lists all
 * bad files: broken YAML with its line, foreign documents, bad names, files beyond 16 MB. The
 * recordings of the package are one compressed file.
 */
export async function loadRecordings(folder: string): Promise<Recordings> {
  if (folder.endsWith(".json.gz")) {
    return JSON.parse(gunzipSync(await readFile(folder)).toString("utf8")) as Recordings;
  }
  const problems: string[] = [];
  const calls = await readFolder(folder, problems);
  const hasStreams = (await readdir(folder)).includes("streams");
  const streams = hasStreams ? await readFolder(join(folder, "streams"), problems) : {};
  return readRecordings({ calls, streams }, problems);
}

/** Writes recordings for `loadRecordings`, all or none; returns the number of changed files. */
export async function saveRecordings(
  folder: string,
  files: readonly RecordedFile[],
): Promise<number> {
  const texts = await Promise.all(
    files.map(({ path }) => readFile(join(folder, path), "utf8").catch(() => undefined)),
  );
  const changed = files.filter(({ text }, at) => text !== texts[at]);
  await writeFiles(folder, changed);
  return changed.length;
}

async function readFolder(folder: string, problems: string[]): Promise<Examples> {
  const files = await readdir(folder);
  const examples: [string, unknown][] = [];
  for (const file of files.filter((each) => each.endsWith(".yaml")).sort()) {
    const path = join(folder, file);
    const { size } = await stat(path);
    if (size > fileBytesMax) {
      problems.push(`Recording ${file} is refused: ${size} bytes are too many for one response.`);
      continue;
    }
    const example = parseExample(await readFile(path, "utf8"), file, problems);
    if (example !== undefined) examples.push([file.slice(0, -".yaml".length), example]);
  }
  return Object.fromEntries(examples);
}
