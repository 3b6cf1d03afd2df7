/** Recorded stream sessions against the documents: each fault is reported at its own line. */

import { expect, test } from "vitest";

import { load } from "../../generators/contract/documents/load.ts";
import { readSpec } from "../../generators/contract/documents/spec-files.ts";
import { findInStreamRecordings } from "../../scripts/lint/stream-recordings.ts";

type Rule = (
  document: object,
  options: undefined,
  context: { path: string[] },
) => {
  readonly path: readonly string[];
}[];

const rulePath: string = "../../spec/lint/functions/no-secret.js";
const { default: noSecret } = (await import(rulePath)) as { readonly default: Rule };
const location = { folder: "spec", root: process.cwd() };
const files = await readSpec(location);
const loaded = load(location, files);

interface Row {
  readonly name: string;
  readonly file: string;
  readonly edit: readonly [from: string | RegExp, to: string];
  /** Text on the line of the finding. */
  readonly at: string;
  readonly said: RegExp;
}

const rows: readonly Row[] = [
  {
    name: "a documented field that is missing",
    file: "depth.default",
    edit: [/ U: \d+/, " V: 1"],
    at: "receives:",
    said: /^recorded-message-fits-its-schema .*depthUpdate must have required property 'U'/,
  },
  {
    name: "a decimal that is a number",
    file: "trade.default",
    edit: [/ p: "([\d.]+)"/, " p: $1"],
    at: "receives:",
    said: /^recorded-message-fits-its-schema .*trade \/p must be string/,
  },
  {
    name: "a message of another stream, in the raw form",
    file: "depth.raw",
    edit: ["e: depthUpdate", "e: trade"],
    at: "receives:",
    said: /^recorded-message-fits-its-schema the message is not of its stream/,
  },
  {
    name: "a time before the beginning",
    file: "trade.default",
    edit: ["at: 0", "at: -1"],
    at: "at: -1",
    said: /^stream-recording-fits-its-schema x-steps\/0\/at/,
  },
  {
    name: "a step of no kind",
    file: "control.changes",
    edit: ["sends:", "says:"],
    at: "says:",
    said: /^stream-recording-fits-its-schema x-steps\/1/,
  },
  {
    name: "no session at all",
    file: "control.changes",
    edit: ["x-steps", "x-parts"],
    at: "summary:",
    said: /^stream-recording-fits-its-schema This is not a recorded session/,
  },
];

test("the recordings of this project are without fault", () => {
  expect(findInStreamRecordings(location, files, loaded)).toEqual([]);
});

for (const { name, file, edit, at, said } of rows) {
  test(`reported with its line: ${name}`, () => {
    const path = `examples/streams/${file}.yaml`;
    const text = files.find((each) => each.path === path)?.text ?? "";
    const edited = text.replace(edit[0], edit[1]);
    expect(edited).not.toBe(text);
    const [found] = findInStreamRecordings(location, [{ path, text: edited }], loaded);
    expect(`${found?.rule} ${found?.message}`).toMatch(said);
    expect(found?.file).toBe(`spec/${path}`);
    expect(edited.split("\n")[(found?.line ?? 0) - 1]).toContain(at);
  });
}

test("a recording is named after a stream", () => {
  const path = "examples/streams/nothing.default.yaml";
  const text = files.find((each) => each.path.endsWith("trade.default.yaml"))?.text ?? "";
  const [found] = findInStreamRecordings(location, [{ path, text }], loaded);
  expect(found?.message).toMatch(/^There is no stream nothing. Name the file after one of depth/);
});

test("an example that shows another message is reported at its place", () => {
  const edited = files.map((file) =>
    file.path === "events/balanceUpdate.yaml"
      ? { ...file, text: file.text.replace(/userData\.deposit.*data/, "$&/E") }
      : file,
  );
  const [found] = findInStreamRecordings(location, edited, load(location, edited));
  expect(`${found?.rule} ${found?.message}`).toMatch(
    /^message-example-fits-its-schema In this example the message balanceUpdate must be object/,
  );
  expect(found?.file).toMatch(/balanceUpdate|userData\.deposit/);
});

test("a documented message without a recorded example is reported", () => {
  const edited = files.map((file) =>
    file.path === "events/depthUpdate.yaml"
      ? { ...file, text: file.text.replace(/examples:[^]*/, "") }
      : file,
  );
  const found = findInStreamRecordings(location, edited, load(location, edited));
  expect(found.map(({ file, rule }) => `${file} ${rule}`)).toEqual([
    "spec/events/depthUpdate.yaml message-has-a-recording",
  ]);
});

test("a listen key that is not redacted is reported, in a URL as in a message", () => {
  const secret = "k".repeat(60);
  const session = {
    "x-steps": [
      { at: 0, opens: { path: "/stream", query: { streams: secret } } },
      { at: 1, receives: { e: "listenKeyExpired", listenKey: "short" } },
    ],
  };
  const found = noSecret(session, undefined, { path: [] });
  expect(found.map(({ path }) => path.join("/"))).toEqual([
    "x-steps/0/opens/query/streams",
    "x-steps/1/receives/listenKey",
  ]);
  const clean = JSON.parse(
    JSON.stringify(session).replaceAll(secret, "redactedListenKey").replace("short", "redactedX"),
  ) as object;
  expect(noSecret(clean, undefined, { path: [] })).toEqual([]);
});
