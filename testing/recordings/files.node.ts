/** Recordings on a disk: one YAML file each, named like the recording. */

import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { parseDocument, stringify } from "yaml";

import { type JsonObject, type Recording, readRecordings, writeExample } from "./recording.ts";
import { readStreamRecordings, type StreamRecording, writeSession } from "./session.ts";

/** No recording of one answer is larger; what is may be something else altogether. */
const fileBytesMax = 16 * 1024 * 1024;

/**
 * Reads every `.yaml` file of a folder. Throws one error that lists all bad files: broken or
 * truncated YAML with its line, foreign documents, bad names, files beyond 16 MB.
 */
export async function loadRecordings(folder: string): Promise<readonly Recording[]> {
  const { examples, problems } = await readFolder(folder);
  return readRecordings(examples, problems);
}

/** Reads the sessions of a folder in the same way. */
export async function loadStreamRecordings(folder: string): Promise<readonly StreamRecording[]> {
  const { examples, problems } = await readFolder(folder);
  return readStreamRecordings(examples, problems);
}

async function readFolder(folder: string) {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".yaml")).sort();
  const problems: string[] = [];
  const examples: [string, unknown][] = [];
  for (const file of files) {
    const path = join(folder, file);
    const { size } = await stat(path);
    if (size > fileBytesMax) {
      problems.push(`Recording ${file} is refused: ${size} bytes are too many for one answer.`);
      continue;
    }
    const example = parseExample(await readFile(path, "utf8"), file, problems);
    if (example !== undefined) examples.push([file.slice(0, -".yaml".length), example]);
  }
  return { examples: Object.fromEntries(examples), problems };
}

/** Writes a recording; gives the file's text, which is equal for equal recordings. */
export function formatRecording(recording: Recording): string {
  return format(writeExample(recording));
}

/** The same of a session. */
export function formatSession(recording: StreamRecording): string {
  return format(writeSession(recording));
}

function format(content: JsonObject): string {
  return stringify(content, {
    lineWidth: 0,
    aliasDuplicateObjects: false,
    defaultStringType: "PLAIN",
    singleQuote: false,
  });
}

/** Writes one recording's text where `loadRecordings` finds it; says whether the file changed. */
export async function saveRecording(folder: string, name: string, text: string): Promise<boolean> {
  const path = join(folder, `${name}.yaml`);
  const old = await readFile(path, "utf8").catch(() => undefined);
  if (old === text) return false;
  await writeFile(path, text);
  return true;
}

/** Reads the text of one recording; a fault is added to `problems` with file and line. */
export function parseExample(text: string, file: string, problems: string[]): unknown {
  const document = parseDocument(text, { prettyErrors: true });
  for (const error of document.errors) {
    const line = error.linePos?.[0].line ?? 1;
    const [reason] = error.message.split("\n");
    problems.push(
      `Recording ${file}, line ${line}: ${reason} Record it again with npm run record.`,
    );
  }
  return document.errors.length > 0 ? undefined : document.toJS();
}
