import { expect, test } from "vitest";

import { documents } from "../../../generators/emitters/documents.ts";
import { type EmitterCase, emitted, testEmitter } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const openapi = (schemas: object, parameters: readonly object[] = []) =>
  given.contract({
    documents: {
      openapi: {
        openapi: "3.1.0",
        info: { title: "t", version: "1" },
        paths: { "/a": { get: { operationId: "a", parameters: [...parameters], responses: {} } } },
        components: { schemas: JSON.parse(JSON.stringify(schemas)) },
      } as never,
      asyncapi: { asyncapi: "3.0.0", info: { title: "t", version: "1" } },
    },
  });

const cases: readonly EmitterCase[] = [
  {
    name: "a decimal is text, a 64-bit integer exact",
    given: openapi({
      Price: { type: "number", format: "decimal" },
      Id: { type: "integer", format: "int64" },
    }),
    want: `
      Price: string;
      /** Format: int64 */
      Id: number | bigint;`,
  },
  {
    name: "an open choice takes words of tomorrow",
    given: openapi({
      Type: {
        type: "string",
        anyOf: [{ enum: ["A"] }, { enum: ["B"], "x-assumed": "b" }, { "x-unstated": "c" }],
      },
    }),
    want: `Type: "A" | "B" | (string & {});`,
  },
  {
    name: "a closed choice does not",
    given: openapi({ Side: { type: "string", enum: ["BUY", "SELL"] } }),
    want: `Side: "BUY" | "SELL";`,
  },
  {
    name: "the timestamp is optional, because the client fills it in",
    given: openapi({}, [
      { in: "query", name: "timestamp", required: true, schema: { type: "integer" } },
      { in: "query", name: "symbol", required: true, schema: { type: "string" } },
    ]),
    want: `
      timestamp?: number;
      symbol: string;`,
  },
];

testEmitter(documents, cases);

test("the bundles are printed as they are", async () => {
  for (const [path, version] of [
    ["documents/openapi.json", `"openapi": "3.1.0",`],
    ["documents/asyncapi.json", `"asyncapi": "3.0.0",`],
  ] as const) {
    expect(await emitted(documents, given.contract(), path)).toContain(version);
  }
});
