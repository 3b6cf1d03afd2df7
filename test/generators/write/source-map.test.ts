import { readFileSync } from "node:fs";
import { join } from "node:path";

import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { expect, test } from "vitest";

import { sourceMap } from "../../../generators/write/source-map.ts";
import { parse } from "../../../generators/write/typescript.ts";

/**
 * The maps of `generated/` are compared whole by drift.test.ts; here a few names are followed: a
 * file, the text to look for, the name behind it, and the line of the spec.
 */
const real: readonly [string, string, string, RegExp][] = [
  ["types.ts", "export interface Order {", "price", /spec\/schemas\/Order\.yaml: +price:/],
  ["types.ts", "export interface DepthUpdate {", "U", /DepthUpdate\.yaml: +U:/],
  ["client.ts", "export interface Exchange {", "placeOrder", /orders\/order\.yaml: *post:/],
];
for (const [path, owner, name, want] of real) {
  test(`generated/${path}: ${name} leads to its own line of the spec`, () => {
    const text = readFileSync(`generated/${path}`, "utf8");
    const trace = new TraceMap(readFileSync(`generated/${path}.map`, "utf8"));
    const found = new RegExp(`^ +(?:readonly )?(?=${name}\\b)`, "gm");
    found.lastIndex = text.indexOf(owner);
    const start = found.exec(text);
    const above = text.slice(0, (start?.index ?? 0) + (start?.[0].length ?? 0)).split("\n");
    const position = { line: above.length, column: above.at(-1)?.length ?? 0 };
    const { source, line } = originalPositionFor(trace, position);
    const file = join("generated", source ?? "");
    const lines = readFileSync(file, "utf8").split("\n");
    expect(`${file}: ${lines[(line ?? 0) - 1]}`).toMatch(want);
  });
}

test("a name in quotes leads to its line like any other", () => {
  const origins = new Map([["Order.a-b", { file: "spec/a.yaml", line: 9, column: 3 }]]);
  const map = sourceMap("types.ts", parse('interface Order { "a-b": string }'), origins, "..");
  const found = originalPositionFor(new TraceMap(map), { line: 1, column: 18 });
  expect(found).toMatchObject({ source: "../spec/a.yaml", line: 9, column: 2 });
});
