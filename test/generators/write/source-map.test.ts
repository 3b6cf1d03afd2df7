import { readFileSync } from "node:fs";
import { join } from "node:path";

import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { expect, test } from "vitest";

import { client } from "../../../generators/emitters/client.ts";
import { operations } from "../../../generators/emitters/operations.ts";
import { streams } from "../../../generators/emitters/streams/streams.ts";
import { types } from "../../../generators/emitters/types.ts";
import type { Emitter } from "../../../generators/write/emitter.ts";
import { finish } from "../../../generators/write/format.ts";
import * as given from "../../support/given.ts";

const order = "spec/schemas/Order.yaml";
const depthFile = "spec/paths/market/depth.yaml";
const contract = given.contract({
  schemas: [
    given.schema("ServerTime", { kind: "int64" }),
    given.schema("DepthUpdate", { kind: "text" }),
    given.schema("Order", {
      kind: "record",
      additional: undefined,
      properties: [
        given.property("price", { kind: "decimal" }, { origin: given.origin(order, 7, 3) }),
        given.property("a-b", { kind: "text" }, { origin: given.origin(order, 9, 3) }),
      ],
    }),
    given.schema("Kline", {
      kind: "tuple",
      rest: undefined,
      items: [
        {
          name: "openTime",
          description: "",
          schema: { kind: "int64" },
          origin: given.origin("spec/schemas/Kline.yaml", 5, 5),
        },
      ],
    }),
  ],
  operations: [
    given.operation({
      id: "getDepth",
      origin: given.origin(depthFile, 2, 1),
      parameters: [
        given.parameter("limit", { origin: given.origin("spec/parameters.yaml", 4, 1) }),
      ],
    }),
  ],
  channels: [
    given.channel({
      origin: given.origin("spec/asyncapi.yaml", 12, 3),
      messages: [given.message()],
    }),
  ],
});

/** Emitter, the text to look for, the name in it, and where its start leads. */
const cases: readonly [Emitter, string, string, string, number, number][] = [
  [types, "export interface Order {", "Order", order, 1, 0],
  [types, "readonly price: Decimal;", "price", order, 7, 2],
  [types, 'readonly "a-b": string;', '"a-b"', order, 9, 2],
  [types, "openTime: Int64", "openTime", "spec/schemas/Kline.yaml", 5, 4],
  [types, "readonly limit?: string", "limit", "spec/parameters.yaml", 4, 0],
  [client, "getDepth(request?:", "getDepth", depthFile, 2, 0],
  [client, "getDepth: (request", "getDepth", depthFile, 2, 0],
  [operations, "export const getDepth = {", "getDepth", depthFile, 2, 0],
  [streams, "depth: {", "depth", "spec/asyncapi.yaml", 12, 2],
  [
    streams,
    "export function isDepthUpdate(",
    "isDepthUpdate",
    "spec/events/depthUpdate.yaml",
    1,
    0,
  ],
];
for (const [emitter, line, name, file, wantLine, wantColumn] of cases) {
  test(`${emitter.name}: ${name} in "${line}" leads to ${file}:${wantLine}`, async () => {
    const drafts = await emitter.emit(contract);
    const [code, map] = await finish(drafts.map((draft) => ({ ...draft, emitter })));
    const text = code?.text ?? "";
    expect(text.trimEnd().split("\n").at(-1)).toBe(`//# sourceMappingURL=${code?.path}.map`);
    const trace = new TraceMap(map?.text ?? "");
    const start = text.indexOf(line) + line.indexOf(name);
    const above = text.slice(0, start).split("\n");
    const column = above.at(-1)?.length ?? 0;
    const at = (offset: number) =>
      originalPositionFor(trace, { line: above.length, column: column + offset });
    expect(text).toContain(line);
    expect(at(0)).toMatchObject({ source: `../${file}`, line: wantLine, column: wantColumn });
    expect(at(name.length)).toMatchObject({ line: wantLine, column: wantColumn + name.length });
  });
}

/** In the real output: a file, the text to look for, the name in it, and its line of the spec. */
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
