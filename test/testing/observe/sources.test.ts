/** Files of traffic, and the events that are read from them. */

import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { readFrames } from "../../../testing/observe/sources/frames.ts";
import { readHar } from "../../../testing/observe/sources/har.ts";
import { readFiles } from "../../../testing/observe/sources/read.node.ts";
import type { ObservedEvent } from "../../../testing/observe/traffic.ts";
import type { Call } from "../../../testing/recordings/conversation.ts";
import { newFolder } from "../../support/folder.ts";

const refused = [
  ["f.ndjson", "{}\n\n{", "f.ndjson:3 is not JSON."],
  ["f.ndjson", '{"at":1,"ends":{}}', "Recording f.ndjson:1 is refused: ends.by is not valid."],
  ["f.har", '\ufeff{"log":{}}', "It has no log.entries: it is not HAR."],
  ["f.har", '{"log":{"entries":[\n{}', "Expected ',' or ']' after array element in JSON at"],
] as const;

const folder = newFolder();

/** Lines of NDJSON, and below them the events; `|` begins a new line, as on Windows. */
test.each(partsOf("frames.txt"))("%s", (lines, ...want) => {
  expect(readFrames("f", lines.replaceAll("|", "\r\n")).map(shown)).toEqual(want);
});

/** Entries of a HAR, and below them the events. */
test.each(partsOf("hars.txt"))("%s", (entries, ...want) => {
  const har = JSON.parse(`{"log":{"entries":[${entries}]}}`) as unknown;
  expect(readHar("h", har).map(shown)).toEqual(want);
});

test.each(refused)("%s: %s is refused", async (name, text, reason) => {
  const path = join(newFolder(), name);
  await writeFile(path, text);
  await expect(readFiles([dirname(path)])).rejects.toThrow(
    `${path} cannot be read as traffic. ${reason}`,
  );
});

const request = { method: "GET", path: "/api/v1/time", security: "NONE" };
const entry = { request: { method: "GET", url: "http://x" }, response: { status: 200 } };
const recording = { value: {}, "x-request": request, "x-response": { status: 200 } };

test.each([
  ["getTime.one.json", recording, "getTime.one.yaml"],
  ["traffic.json", { log: { entries: [entry] } }, "traffic.json entry 0"],
])("%s is read for what it holds", async (name, value, place) => {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify(value));
  expect((await readFiles([path])).map((event) => event.place)).toEqual([place]);
});

test("a folder is read with all its files, each by its content", async () => {
  const call =
    "x-request: { method: GET, path: /api/v1/time, security: NONE }\nx-response: { status: 200 }\n";
  const steps = "[{ at: 0, opens: { path: /ws/a, query: {} } }, { at: 1, receives: { e: 1 } }]";
  const inner = join(folder, "a", "b");
  await mkdir(inner, { recursive: true });
  await writeFile(join(inner, "getTime.one.yaml"), `x-origin: a\n${call}value: {}\n`);
  await writeFile(join(inner, "trade.one.yml"), `x-origin: b\nx-steps: ${steps}\n`);
  await writeFile(join(inner, "c.har"), '\ufeff{"log":{"entries":[]}}');
  await writeFile(join(folder, "a", "d.jsonl"), '\ufeff{"e":1}');
  await writeFile(join(inner, "e.yaml.txt"), "{");
  expect((await readFiles([join(folder, "a")])).map(shown)).toEqual([
    'getTime.one.yaml, getTime.one.yaml of a, untimed 0 calls GET /api/v1/time  + ""  > 200  "{}"',
    'streams/trade.one.yaml step 0, streams/trade.one.yaml of b, 0 opens {"url":"/ws/a?"}',
    'streams/trade.one.yaml step 1, streams/trade.one.yaml of b, 1 receives {"text":"{\\"e\\":1}"}',
    'd.jsonl:1, d.jsonl, untimed 0 receives {"text":"{\\"e\\":1}"}',
  ]);
});

function partsOf(file: string): readonly (readonly [line: string, ...want: string[]])[] {
  return readFileSync(join(import.meta.dirname, file), "utf8")
    .trim()
    .split(/\n(?=\S)/)
    .map((part) => part.split(/\n +/) as [string, ...string[]]);
}

function shown({ event, place, conversation, origin, timed, endedAt }: ObservedEvent): string {
  const { at, kind, ...rest } = event;
  const isOfHost = origin === undefined || conversation.endsWith(`//${origin}`);
  const from = isOfHost ? conversation : `${conversation} of ${origin}`;
  const time = endedAt === undefined || endedAt === at ? at : `${at}-${endedAt}`;
  const what = "call" in rest && rest.call !== undefined ? textOf(rest.call) : JSON.stringify(rest);
  return `${place}, ${from}, ${timed ? "" : "untimed "}${time} ${kind} ${what}`;
}

function textOf({ request, response }: Call): string {
  const { method, path, query, form, text, headers } = request;
  return [
    `${method} ${path} ${query.join("&")} +${form.join("&")} "${text}" ${[...headers].join("&")}`,
    `${response.status} ${[...response.headers].join("&")} ${JSON.stringify(response.text)}`,
  ].join(" > ");
}
