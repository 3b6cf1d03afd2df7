/** Recipes of CONTRIBUTING.md, on a copy of spec/. */

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { compile } from "../support/compile.ts";

const run = promisify(execFile);
const project = resolve(import.meta.dirname, "../..");

/** What a maintainer writes: new files, and texts of files with what takes their place. */
const newFiles: Readonly<Record<string, string>> = {
  "events/payloads/AveragePriceEvent.yaml": `
type: object
description: Average price of one symbol.
required: [e, E, s, w]
properties:
  e: { type: string, const: avgPrice, description: Event type. }
  E: { $ref: ../../schemas/Milliseconds.yaml, description: "Event time, in Unix milliseconds." }
  s: { $ref: ../../schemas/SymbolName.yaml, description: Symbol. }
  w: { $ref: ../../schemas/Decimal.yaml, description: "Average price, in the quote asset." }
`,
  "filters/MAX_NUM_BUYS.yaml": `
type: object
description: Largest number of open buy orders of one account on one symbol.
required: [filterType, limit]
properties:
  filterType: { type: string, const: MAX_NUM_BUYS, description: Kind of filter. }
  limit: { type: integer, description: Largest number of open buy orders. }
x-scope: symbol
x-rules:
  - id: open-buy-orders
    value: openBuyOrders + 1
    maximum: limit
    appliesWhen: side == "BUY"
    description: With this order there are no more open buy orders than the limit.
x-vectors: []
`,
  "events/avgPrice.yaml": `
name: avgPrice
title: Average price
summary: The average price of the last minutes.
contentType: application/json
payload: { $ref: payloads/AveragePriceEvent.yaml }
`,
  "events/channels/avgPrice.yaml": `
title: Average price
address: "{symbol}@avgPrice"
summary: The average price of the last minutes.
parameters: { symbol: { $ref: parameters.yaml#/symbol } }
bindings: { $ref: bindings.yaml#/streams }
tags: [{ $ref: ../../asyncapi.yaml#/components/tags/market }]
x-stream: { access: public, afterReconnect: nothing }
messages: { avgPrice: { $ref: ../avgPrice.yaml } }
`,
};

const edits: readonly (readonly [path: string, find: string, replace: string])[] = [
  [
    "asyncapi.yaml",
    "  userData: {",
    "  avgPrice: { $ref: events/channels/avgPrice.yaml }\n  userData: {",
  ],
  [
    "asyncapi.yaml",
    "  receiveUserData:",
    '  receiveAvgPrice:\n    action: receive\n    channel: { $ref: "#/channels/avgPrice" }\n  receiveUserData:',
  ],
  [
    "parameters.yaml",
    "interval:\n",
    "depthStep:\n  name: step\n  in: query\n  description: How many price steps make one level.\n" +
      "  schema: { type: integer, minimum: 1, maximum: 100, default: 1 }\n  example: 10\ninterval:\n",
  ],
  [
    "parameters.yaml",
    "side:\n",
    "trailingDelta:\n  name: trailingDelta\n  in: query\n  description: How far the market turns.\n" +
      "  schema: { type: integer, minimum: 1, maximum: 100 }\n  example: 10\nside:\n",
  ],
  [
    "paths/orders/order.yaml",
    "#/side\n",
    "#/side\n    - $ref: ../../parameters.yaml#/trailingDelta\n",
  ],
  ["schemas/TimeInForce.yaml", "enum: [GTC, ", "enum: [GTX, GTC, "],
  ["schemas/TimeInForce.yaml", "  GTC: The", "  GTX: The order never takes.\n  GTC: The"],
  [
    "schemas/Filter.yaml",
    "  - $ref: UnknownFilter",
    "  - $ref: ../filters/MAX_NUM_BUYS.yaml\n  - $ref: UnknownFilter",
  ],
  [
    "rules/marketData.yaml",
    "openAlgoOrders:\n",
    "openBuyOrders:\n  type: integer\n  unit: orders\n  description: Open buy orders.\n" +
      "  from: { operation: getOpenOrders, of: the rows whose side is BUY }\nopenAlgoOrders:\n",
  ],
  [
    "paths/market/depth.yaml",
    "#/depthLimit\n",
    "#/depthLimit\n    - $ref: ../../parameters.yaml#/depthStep\n",
  ],
  [
    "rules/retry.yaml",
    "  - on: { code: -1008 }",
    "  - on: { code: -1016 }\n    action: backOff\n    description: It may come back.\n  - on: { code: -1008 }",
  ],
  ["rules/signing.yaml", "  wrong: -1022", "  wrong: -1100"],
  ["limits.yaml", "value: accepted,", "value: every,"],
  ["errors.yaml", "been shut down.\n    advice: stop", "been shut down.\n    advice: backOff"],
];

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "contract-recipes-"));
  const spec = join(folder, "spec");
  await cp(join(project, "spec"), spec, { recursive: true });
  for (const [path, text] of Object.entries(newFiles))
    await writeFile(join(spec, path), text.trimStart());
  for (const [path, find, replace] of edits) {
    const text = await readFile(join(spec, path), "utf8");
    if (!text.includes(find)) throw new Error(`${path} lacks ${find}`);
    await writeFile(
      join(spec, path),
      text.replace(find, () => replace),
    );
  }
  for (const part of ["runtime", "node_modules"]) {
    await symlink(join(project, part), join(folder, part));
  }
  const options = ["--spec", spec, "--out", join(folder, "generated")];
  await run(process.execPath, [join(project, "scripts/generate.js"), ...options], { cwd: folder });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const generated = (name: string): Promise<string> =>
  readFile(join(folder, "generated", name), "utf8");

test("a stream gets its name, its message and its methods", async () => {
  expect(await generated("streams.ts")).toMatch(
    /avgPrice: \{\s+pattern|readonly avgPrice: AveragePriceEvent/,
  );
  expect(await generated("types.ts")).toContain("export interface AveragePriceEvent");
});

test("the sandbox does not compile until it serves what is new", async () => {
  await mkdir(join(folder, "sandbox"), { recursive: true });
  for (const part of [
    "streams",
    "engine",
    "exchange",
    "handlers",
    "config",
    "faults",
    "http",
    "defaults.ts",
  ]) {
    await cp(join(project, "sandbox", part), join(folder, "sandbox", part), { recursive: true });
  }
  const { compilerOptions } = JSON.parse(
    await readFile(join(project, "tsconfig.json"), "utf8"),
  ) as { compilerOptions: object };
  const options = { ...compilerOptions, preserveSymlinks: true };
  const config = {
    compilerOptions: options,
    files: ["sandbox/streams/hub.ts", "sandbox/http/request-handler.ts"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const problems = (await compile(folder, "-p", "."))
    .split("\n")
    .filter((line) => line.includes("error TS"));
  expect(problems).toEqual([
    expect.stringMatching(/^sandbox\/engine\/placement\.ts.*'GTX' is missing/),
    expect.stringMatching(/^sandbox\/handlers\/orders\.ts.*PlaceOrderRequest/),
    expect.stringMatching(/^sandbox\/handlers\/trading-rules\.ts.*RuleData/),
    expect.stringMatching(/^sandbox\/streams\/hub\.ts.*'avgPrice' is missing/),
  ]);
});

test("a parameter is a field of its operation, with its bounds", async () => {
  expect(await generated("operations.ts")).toMatch(
    /name: "step",\s+kind: "integer",\s+required: false,\s+default: 1,\s+minimum: 1,\s+maximum: 100/,
  );
  expect(await generated("types.ts")).toContain("readonly step?:");
});

test("a retry rule is in the table that clients read", async () => {
  expect(await generated("tables.ts")).toMatch(/\{ code: -1016, action: "backOff" \}/);
});

test("the sandbox takes what the spec assumes", async () => {
  expect(await generated("sandbox.ts")).toContain('"order-count-rule": "every"');
});

test("the sandbox refuses a signature with the code of the rule", async () => {
  expect(await generated("sandbox.ts")).toContain("signatureWrong: -1100");
});
