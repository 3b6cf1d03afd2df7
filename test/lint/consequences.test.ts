/** Which recordings are not asked, because what they are of is at fault itself. */

import { resolve } from "node:path";

import { expect, test } from "vitest";

import { load } from "../../generators/contract/documents/load.ts";
import { readSpec } from "../../generators/contract/documents/spec-files.ts";
import { partsMadeOf, recordedPart } from "../../scripts/lint/consequences.ts";
import { lineOf } from "../support/edited-files.ts";

const files = readSpec({ folder: resolve("spec"), root: process.cwd() });
const loaded = load({ folder: resolve("spec"), root: process.cwd() }, files);

const rows: readonly (readonly [path: string, text: string, parts: readonly string[]])[] = [
  ["paths/market/depth.yaml", "operationId: getDepth", ["getDepth"]],
  ["parameters.yaml", "depthLimit:", ["getDepth"]],
  ["paths/market/depth.yaml", "- { from: 101,", ["getDepth"]],
  ["schemas/PriceTicker.yaml", "required:", ["getTickerPrice"]],
  ["events/payloads/DepthUpdate.yaml", "  u: {", ["depth"]],
  ["rules/retry.yaml", "backoff:", []],
];

test.each(rows)("a fault in %s at %s concerns %s", (path, text, parts) => {
  const line = lineOf(files, path, text);
  const finding = { file: `spec/${path}`, line, column: 1, rule: "any", message: "Any." };
  expect([...partsMadeOf(loaded, [finding])]).toEqual(parts);
});

test("a recording is named after what it is of", () => {
  const paths = [
    "examples/getDepth.default.yaml",
    "examples/streams/depth.raw.yaml",
    "limits.yaml",
  ];
  expect(paths.map(recordedPart)).toEqual(["getDepth", "depth", ""]);
});
