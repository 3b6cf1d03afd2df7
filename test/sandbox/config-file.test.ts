/** The files of the command: a configuration, and what was recorded of an exchange. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { load } from "js-yaml";
import { expect, test } from "vitest";

import { newFolder } from "../support/folder.ts";
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
  expect(await sandbox.end("SIGTERM")).toBe(0);
});

test("port 0 of a file is any free one, and its journal stands beside it", async () => {
  const file = join(folder, "own.yaml");
  writeFileSync(file, "port: 0\njournal: own.journal\nlog: text\n");
  const child = spawn(process.execPath, ["scripts/sandbox.js", "--config", file]);
  for await (const text of child.stdout) {
    const [, port] = /:(\d+)/.exec(String(text)) ?? [];
    if (port === undefined) continue;
    expect([port === "9700", existsSync(join(folder, "own.journal"))]).toEqual([false, true]);
    child.kill();
  }
});

const refusals: readonly (readonly [text: string, message: string])[] = [
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
];

test.concurrent.for(refusals)("a file with %j is refused", async ([text, message], { expect }) => {
  writeFileSync(join(folder, "cut.jsonl"), "{\n");
  const file = join(folder, `bad-${refusals.findIndex(([other]) => other === text)}.yaml`);
  writeFileSync(file, text);
  const child = spawn(process.execPath, ["scripts/sandbox.js", "--port", "0", "--config", file]);
  let errors = "";
  child.stderr.on("data", (data) => (errors += String(data)));
  const [code] = await once(child, "close");
  expect([code, errors]).toEqual([2, expect.stringContaining(message)]);
});
