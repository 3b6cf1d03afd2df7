/** Files of traffic, and the events that are read from them. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readFrames } from "../../../testing/observe/sources/frames.ts";
import { readHar } from "../../../testing/observe/sources/har.ts";
import { readFiles } from "../../../testing/observe/sources/read.node.ts";
import type { ObservedEvent } from "../../../testing/observe/traffic.ts";
import type { Call } from "../../../testing/recordings/conversation.ts";
import { newFolder } from "../../support/folder.ts";

/** Lines of NDJSON, and below them the events; `|` begins a new line. */
const frames = String.raw`
{"stream":"a@trade","data":{"e":1}}
  f:1, f, untimed 0 receives {"text":"{\"stream\":\"a@trade\",\"data\":{\"e\":1}}"}
{"e":"depthUpdate", "big":12345678901234567890}
  f:1, f, untimed 0 receives {"text":"{\"e\":\"depthUpdate\", \"big\":12345678901234567890}"}
{"at":5,"stream":"a","data":1}|{"e":1}|{"at":"6","e":1}
  f:1, f, 5 receives {"text":"{\"stream\":\"a\",\"data\":1}"}
  f:2, f, untimed 5 receives {"text":"{\"e\":1}"}
  f:3, f, untimed 5 receives {"text":"{\"e\":1}"}
{"at":1,"kind":"opens"}|   |{"at":1,"kind":"x","url":"u"}|{"at":1,"kind":"x","text":"t"}
  f:1, f, 1 receives {"text":"{\"kind\":\"opens\"}"}
  f:3, f, 1 receives {"text":"{\"kind\":\"x\",\"url\":\"u\"}"}
  f:4, f, 1 receives {"text":"{\"kind\":\"x\",\"text\":\"t\"}"}
{"connection":"c","e":1}
  f:1, f c, untimed 0 receives {"text":"{\"e\":1}"}
{"at":1,"connection":7,"opens":"/stream?streams=a"}|
  f:1, f 7, 1 opens {"url":"/stream?streams=a"}
{"at":1,"opens":{"path":"/stream","query":{"streams":"a@trade/b"}}}
  f:1, f, 1 opens {"url":"/stream?streams=a@trade/b"}
{"at":1,"kind":"opens","url":"/ws/a"}
  f:1, f, 1 opens {"url":"/ws/a"}
{"at":1,"kind":"receives","text":"x"}
  f:1, f, 1 receives {"text":"x"}
{"at":1,"kind":"sends","text":"x"}
  f:1, f, 1 sends {"text":"x"}
{"kind":"sends","data":"x"}
  f:1, f, untimed 0 receives {"text":"{\"kind\":\"sends\",\"data\":\"x\"}"}
{"at":1,"sends":{"id":1}}
  f:1, f, 1 sends {"text":"{\"id\":1}"}
{"at":1,"receives":{"id":1}}
  f:1, f, 1 receives {"text":"{\"id\":1}"}
{"at":1,"ends":{"by":"exchange","code":1001,"reason":"bye"}}
  f:1, f, 1 ends {"end":{"by":"exchange","code":1001,"reason":"bye"}}
{"sends":{"id":1}}
  f:1, f, untimed 0 receives {"text":"{\"sends\":{\"id\":1}}"}
{"at":1,"calls":{"x-request":{"method":"GET","path":"/api/v1/time","security":"NONE"},"x-response":{"status":200},"value":{}}}
  f:1, f, 1 calls GET /api/v1/time  + ""  > 200  "{}"
`;

/** Entries of a HAR, and below them the events. */
const hars = `
{"startedDateTime":"1970-01-01T00:00:01Z","time":2.1,"request":{"method":"GET","url":"https://x:8/api/v1/time?a=1&b=%20","headers":[{"name":"X-A","value":"1"}]},"response":{"status":200,"headers":[{"name":"X-B","value":"2"}],"content":{"text":"{}"}}}
  h entry 0, https://x:8, 1000-1003 calls GET /api/v1/time a,1&b,  + "" x-a,1 > 200 x-b,2 "{}"
{"startedDateTime":"1970-01-01T00:00:02Z","request":{"method":"GET","url":"http://x/b"},"response":{"status":100,"content":{"size":0}}},{"startedDateTime":"1970-01-01T00:00:01Z","time":-1,"request":{"method":"GET","url":"http://x/a"},"response":{"status":200,"content":{"size":5}}}
  h entry 1, http://x, 1000 calls GET /a  + ""  > 200  undefined
  h entry 0, http://x, 2000 calls GET /b  + ""  > 100  ""
{"request":{"method":"GET","url":"http://x/a"},"response":{"status":200,"content":{"text":"e30=","encoding":"base64"}}}
  h entry 0, http://x, untimed 0 calls GET /a  + ""  > 200  "{}"
{"request":{"method":"GET","url":"http://x/a"},"response":{"status":200,"content":{"text":"1234"}}}
  h entry 0, http://x, untimed 0 calls GET /a  + ""  > 200  "1234"
{"request":{"method":"GET","url":"http://x/a"},"response":{"status":200,"content":{"text":"w6Q=","encoding":"base64"}}}
  h entry 0, http://x, untimed 0 calls GET /a  + ""  > 200  "ä"
{"request":{"method":"GET","url":"http://x/a"},"response":{"status":200,"content":{"text":"e","encoding":"base64"}}}
  h entry 0, http://x, untimed 0 calls GET /a  + ""  > 200  "e"
{"request":{"method":"GET","url":"http://x/a"},"response":{"status":200,"content":{"encoding":"base64"}}}
  h entry 0, http://x, untimed 0 calls GET /a  + ""  > 200  undefined
{"request":{"method":"GET","url":"http://x/a"},"response":{"status":99}}
{"request":{"method":"GET","url":"http://x/a"},"response":{"status":0}}
{"request":{"method":"GET","url":"http://x/a"}}
{"request":{"method":"GET","url":"file:///a"},"response":{"status":200}}
{"request":{"method":"GET","url":"about:http://a"},"response":{"status":200}}
{"request":{"method":"POST","url":"http://x/a","postData":{"mimeType":"application/x-www-form-urlencoded; charset=utf-8","text":"a=1&b=2"}},"response":{"status":200}}
  h entry 0, http://x, untimed 0 calls POST /a  +a,1&b,2 ""  > 200  undefined
{"request":{"method":"POST","url":"http://x/a","postData":{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"a","value":"1"},{"name":"b"}]}},"response":{"status":200}}
  h entry 0, http://x, untimed 0 calls POST /a  +a,1&b, ""  > 200  undefined
{"request":{"method":"POST","url":"http://x/a","postData":{"mimeType":"application/json","text":"{}"}},"response":{"status":200}}
  h entry 0, http://x, untimed 0 calls POST /a  + "{}"  > 200  undefined
{"request":{"method":"POST","url":"http://x/a","postData":{"text":7}},"response":{"status":200}}
  h entry 0, http://x, untimed 0 calls POST /a  + ""  > 200  undefined
{"startedDateTime":"1970-01-01T00:00:01Z","request":{"url":"wss://x/ws/a"},"response":{"status":101},"_webSocketMessages":[{"type":"send","time":1.5004,"opcode":1,"data":"s"},{"type":"receive","time":2,"opcode":1,"data":"r"},{"type":"receive","time":2,"opcode":2,"data":"AA=="},{"type":"receive","time":2,"opcode":1},{"type":"receive","data":"r"}]}
  h entry 0, h entry 0, 1000 opens {"url":"wss://x/ws/a"}
  h entry 0 message 4, h entry 0, 1000 receives {"text":"r"}
  h entry 0 message 0, h entry 0, 1500 sends {"text":"s"}
  h entry 0 message 1, h entry 0, 2000 receives {"text":"r"}
{"request":{"url":"https://x/stream?streams=a"},"response":{"status":101},"_webSocketMessages":[]}
  h entry 0, h entry 0, untimed 0 opens {"url":"https://x/stream?streams=a"}
{"request":{"url":"ws://x/streams"},"response":{"status":101}}
{"request":{"url":"ws://x/chat"},"response":{"status":101},"_webSocketMessages":[{"data":"r"}]}
{"request":{"url":"ws://x/stream"},"response":{"status":101}}
  h entry 0, h entry 0, untimed 0 opens {"url":"ws://x/stream"}
`;

const refused = [
  ["f.ndjson", "{}\n\n{", "f.ndjson:3 is not JSON."],
  ["f.ndjson", '{"at":1,"ends":{}}', "Recording f.ndjson:1 is refused: ends.by is not valid."],
  ["f.har", '\ufeff{"log":{}}', "It has no log.entries: it is not HAR."],
  ["f.har", '{"log":{"entries":[\n{}', "Expected ',' or ']' after array element in JSON at"],
] as const;

const folder = newFolder();

test.each(partsOf(frames))("%s", (lines, ...want) => {
  expect(readFrames("f", lines.replaceAll("|", "\n")).map(shown)).toEqual(want);
});

test.each(partsOf(hars))("%s", (entries, ...want) => {
  const har = JSON.parse(`{"log":{"entries":[${entries}]}}`) as unknown;
  expect(readHar("h", har).map(shown)).toEqual(want);
});

test.each(refused)("%s: %s is refused", async (name, text, reason) => {
  const path = join(folder, name);
  await writeFile(path, text);
  await expect(readFiles([path])).rejects.toThrow(`${path} cannot be read as traffic. ${reason}`);
});

test("a recording may be JSON", async () => {
  const path = join(folder, "getTime.one.json");
  const request = { method: "GET", path: "/api/v1/time", security: "NONE" };
  const recording = { value: {}, "x-request": request, "x-response": { status: 200 } };
  await writeFile(path, JSON.stringify(recording));
  expect((await readFiles([path])).map(({ place }) => place)).toEqual(["getTime.one.yaml"]);
});

test("a folder is read with all its files, each by its content", async () => {
  const call =
    "x-request: { method: GET, path: /api/v1/time, security: NONE }\nx-response: { status: 200 }\n";
  const steps = "[{ at: 0, opens: { path: /ws/a, query: {} } }, { at: 1, receives: { e: 1 } }]";
  const inner = join(folder, "a", "b");
  await mkdir(inner, { recursive: true });
  await writeFile(join(inner, "getTime.one.yaml"), `summary: One.\n${call}value: {}\n`);
  await writeFile(join(inner, "trade.one.yml"), `summary: One.\nx-steps: ${steps}\n`);
  await writeFile(join(inner, "c.har"), '\ufeff{"log":{"entries":[]}}');
  await writeFile(join(inner, "d.jsonl"), '\ufeff{"e":1}');
  await writeFile(join(inner, "e.yaml.txt"), "{");
  expect((await readFiles([join(folder, "a")])).map(shown)).toEqual([
    'd.jsonl:1, d.jsonl, untimed 0 receives {"text":"{\\"e\\":1}"}',
    'getTime.one.yaml, getTime.one.yaml, untimed 0 calls GET /api/v1/time  + ""  > 200  "{}"',
    'streams/trade.one.yaml step 0, streams/trade.one.yaml, 0 opens {"url":"/ws/a?"}',
    'streams/trade.one.yaml step 1, streams/trade.one.yaml, 1 receives {"text":"{\\"e\\":1}"}',
  ]);
});

function partsOf(story: string): readonly (readonly [line: string, ...want: string[]])[] {
  return story
    .trim()
    .split(/\n(?=\S)/)
    .map((part) => part.split(/\n +/) as [string, ...string[]]);
}

function shown({ event, place, conversation, timed, endedAt }: ObservedEvent): string {
  const { at, kind, ...rest } = event;
  const time = endedAt === undefined || endedAt === at ? at : `${at}-${endedAt}`;
  const what = "call" in rest && rest.call !== undefined ? textOf(rest.call) : JSON.stringify(rest);
  return `${place}, ${conversation}, ${timed ? "" : "untimed "}${time} ${kind} ${what}`;
}

function textOf({ request, response }: Call): string {
  const { method, path, query, form, text, headers } = request;
  return [
    `${method} ${path} ${query.join("&")} +${form.join("&")} "${text}" ${[...headers].join("&")}`,
    `${response.status} ${[...response.headers].join("&")} ${JSON.stringify(response.text)}`,
  ].join(" > ");
}
