/** The files of the command: a configuration, and what was recorded of an exchange. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { load } from "js-yaml";
import { expect, test } from "vitest";

import { openLines, readOptions } from "../../scripts/sandbox/options.ts";
import { newFolder } from "../support/folder.ts";
import { storiesIn } from "../support/story.ts";
import { startProcess } from "./support/sandbox-process.ts";

const folder = newFolder();

const guide = readFileSync("docs/sandbox.md", "utf8");
const [, sample = ""] = /```yaml exchange.yaml\n([^]*?)```/u.exec(guide) ?? [];
const schema = JSON.parse(readFileSync("generated/documents/sandbox-config.schema.json", "utf8"));

test("the published schema accepts the guide's file, and no misspelt one", () => {
  const validate = new Ajv2020({ strict: false, discriminator: false }).compile(schema as object);
  const config = load(sample) as Record<string, unknown>;
  expect([validate(config), validate.errors]).toEqual([true, null]);
  for (const wrong of [
    { ...config, fee: {} },
    { ...config, limits: { weight: 1 } },
    { ...config, choices: { "self-trades": "no" } },
    { ...config, faults: [{ fault: "drop", ms: 1 }] },
    { ...config, symbols: [{ baseAsset: "A", quoteAsset: "B", filters: [{ limit: 1 }] }] },
  ]) {
    expect(validate(wrong)).toBe(false);
  }
  const faults = [{ fault: "delay", ms: 5, when: { nth: [1, 2] } }];
  expect(validate({ ...config, faults })).toBe(true);
});

test("a command with files starts the exchange that they describe", async () => {
  const [file, book, day] = ["exchange.yaml", "book.json", "day.ndjson"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(file, `${sample}depth: { COINUSD: book.json }\n`);
  writeFileSync(book, '{"value": {"bids": [["19.96", "2"]], "asks": [["20.01", "3"]]}}');
  const level = { e: "depthUpdate", E: 1, s: "COINUSD", b: [["19.91", "7"]], a: [] };
  writeFileSync(day, `${JSON.stringify({ stream: "coinusd@depth", data: level })}\n`);
  const args = ["--config", file, "--replay", day, "--cors", "http://app.example"];
  const sandbox = await startProcess(args);
  const headers = { Origin: "http://app.example" };
  const response = await fetch(`${sandbox.baseUrl}/api/v1/depth?symbol=COINUSD`, { headers });
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe("http://app.example");
  expect(await response.json()).toMatchObject({
    bids: [
      ["19.96000000", "2.00000000"],
      ["19.91000000", "7.00000000"],
    ],
    asks: [["20.01000000", "3.00000000"]],
  });
  const port = new URL(sandbox.baseUrl).port;
  const words = ["scripts/sandbox.js", "--port", port];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringMatching(`^Port ${port} is taken; give ano`)]);
  expect(await sandbox.end("SIGTERM")).toBe(0);
});

test("port 0 of a file is any free one, and its journal stands beside it", async () => {
  const file = join(folder, "own.yaml");
  writeFileSync(file, "port: 0\njournal: own.journal\nlog: text\n");
  const child = spawn(process.execPath, ["scripts/sandbox.js", "--config", file]);
  let output = "";
  for await (const text of child.stdout) {
    output += String(text);
    const [, port, stream] = /:(\d+)\/stream\?streams=(\S+)\n/.exec(output) ?? [];
    if (stream === undefined) continue;
    const isThere = existsSync(join(folder, "own.journal"));
    expect([port === "9700", stream, isThere]).toEqual([false, "btcusdt@trade", true]);
    child.kill();
  }
});

/** Files, whose names begin with @; command lines, and what they change of the defaults. */
const stories = storiesIn(import.meta.dirname, "command-options.txt").map(([name, text]) => {
  return [name, text.replaceAll(/^ {2}/gmu, "").replaceAll("@", `${folder}/`)] as const;
});
for (const [name, text] of stories)
  if (name.startsWith("@")) writeFileSync(join(folder, name.slice(1)), text);

const [, defaults = ""] = stories.find(([name]) => name === "none") ?? [];

test.each(stories.filter(([name]) => !name.startsWith("@")))("options: %s", (name, text) => {
  const [words = "", ...want] = text.split("\n");
  process.argv = words.replace("$", "node").split(" ");
  const { started, ...rest } = readOptions();
  const { clock, ...shown } = { clock: undefined, ...started };
  const all = { ...shown, ...(clock && { now: clock.now(), frozen: clock.isFrozen() }), ...rest };
  const lines = Object.entries(all).map(([option, value]) => `${option}: ${JSON.stringify(value)}`);
  const usual = name === "none" ? [] : defaults.split("\n");
  expect(lines.filter((line) => !usual.includes(line)).toSorted()).toEqual(want);
});

test("lines are added behind those of a file, and behind one that is cut", () => {
  const [path, said] = [join(folder, "lines"), [] as string[]];
  const add = (...lines: readonly string[]): string => {
    lines.forEach(openLines("--feed", path, (text) => said.push(text)));
    return readFileSync(path, "utf8");
  };
  expect([add("a", "b"), add("c")]).toEqual(["a\nb\n", "a\nb\nc\n"]);
  writeFileSync(path, "cut");
  expect(add("d", "e")).toBe("cut\nd\ne\n");
  ["f", "g"].forEach(openLines("--feed", "/dev/full", (text) => said.push(text)));
  expect(said).toEqual([expect.stringMatching(/^--feed cannot be written: ENOSPC/)]);
});

const unknown = "filters: [{ filterType: NONE }]";

const refusals: readonly (readonly [text: string, message: string, code?: number])[] = [
  ["fees:\n  makr: '0'\n", ":2: fees.makr is unknown; did you mean maker?"],
  ["symbols:\n  - baseAsset: A\n", ":2: symbols[0].quoteAsset is missing; give a name"],
  ["symbols:\n  -\nport: 1\n", ":1: symbols[0] must be an object"],
  ["port: 65536\n", ":1: port"],
  ["port: '1'\n", ":1: port"],
  ["accounts: [\n", ":2: "],
  [`fees: &f {}\nsymbols: [${"*f, ".repeat(21)}]\n`, ":2: aliases exceeded"],
  ["accounts:\n  - name: a\n  - name: a\n", "accounts[1].name is already taken."],
  ["exchangeInfo: none.json\n", "--exchange-info cannot be read: "],
  ["replay: cut.jsonl\n", "cut.jsonl:1 is not JSON."],
  ["exchangeInfo: cut.jsonl\n", "cut.jsonl:1 is not JSON."],
  [`symbols: [{ baseAsset: A, quoteAsset: B, ${unknown} }]\n`, "NONE is unknown and never", 0],
];

test.concurrent.for(refusals)("a file with %j is refused", async (row, { expect }) => {
  const [text, message, want = 2] = row;
  writeFileSync(join(folder, "cut.jsonl"), "{\n");
  const file = join(folder, `bad-${refusals.findIndex(([other]) => other === text)}.yaml`);
  writeFileSync(file, text);
  const words = ["scripts/sandbox.js", "--port", "0", "--config", file, "--", "true"];
  const child = spawn(process.execPath, words);
  let errors = "";
  child.stderr.on("data", (data) => (errors += String(data)));
  const [code] = await once(child, "close");
  expect([code, errors]).toEqual([want, expect.stringContaining(message)]);
});
