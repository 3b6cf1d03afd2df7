/** Reads traffic from files and folders; detects the format by content. */

import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";

import { parseJsonOr } from "../../../runtime/encoding/json-or.ts";
import { isRecord } from "../../../runtime/encoding/json-value.ts";
import { readRecordings } from "../../recordings/recordings.ts";
import { parseExample } from "../../recordings/yaml.ts";
import type { ObservedEvent } from "../traffic.ts";
import { readFrames } from "./frames.ts";
import { readHar } from "./har.ts";
import { eventsOfRecordings } from "./recordings.ts";

/** The events of all files, secrets included. Throws an error that names an unreadable file. */
export async function readFiles(paths: readonly string[]): Promise<readonly ObservedEvent[]> {
  const events: ObservedEvent[] = [];
  for (const path of paths) {
    for (const file of await filesOf(path)) {
      try {
        // Without the byte order mark that programs of Windows put first.
        const text = new TextDecoder().decode(await readFile(file));
        for (const event of readText(file, text)) events.push(event);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`${file} cannot be read as traffic. ${reason}`, { cause: error });
      }
    }
  }
  return events;
}

/** All recording, HAR and NDJSON files in a folder. */
async function filesOf(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const files = await readdir(path, { recursive: true });
  return files
    .filter((file) => /\.(ya?ml|har|ndjson|jsonl)$/.test(file))
    .sort()
    .map((file) => join(path, file));
}

function readText(file: string, text: string): readonly ObservedEvent[] {
  const name = basename(file);
  if (/\.ya?ml$/.test(file)) return readRecording(file, text);
  if (file.endsWith(".har")) return readHar(name, JSON.parse(text));
  const value = parseJsonOr(text, undefined);
  if (isRecord(value) && "log" in value) return readHar(name, value);
  if (isRecord(value) && "x-request" in value) return readRecording(file, text);
  return readFrames(name, text);
}

function readRecording(file: string, text: string): readonly ObservedEvent[] {
  const problems: string[] = [];
  const example = parseExample(text, file, problems);
  const name = basename(file).replace(/\.(ya?ml|json)$/, "");
  const isStream = isRecord(example) && "x-steps" in example;
  const found = isStream ? { streams: { [name]: example } } : { calls: { [name]: example } };
  return eventsOfRecordings(readRecordings(found, problems));
}
