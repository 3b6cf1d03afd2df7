/** Every house rule: the good spec keeps it, and one edit breaks it at one known line. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

import { expect, test } from "vitest";
import { parse } from "yaml";

import type { Finding } from "../../scripts/lint/findings.ts";
import { findInFiles, readRules } from "../../scripts/lint/spectral.ts";
import { goodSpec } from "./good-spec.ts";

interface Row {
  readonly rule: string;
  /** File that is edited, and what in it is replaced by what; an empty text is appended to. */
  readonly file: string;
  readonly edit: readonly [from: string, to: string];
  /** Text that stands on the line of the finding. */
  readonly at: string;
}

const schemas: readonly Row[] = [
  {
    rule: "description-is-own-sentence",
    file: "schemas/Id.yaml",
    edit: ["something.", "something"],
    at: "description",
  },
  {
    rule: "description-is-own-sentence",
    file: "schemas/Id.yaml",
    edit: ["A number", "number"],
    at: "description",
  },
  {
    rule: "description-is-own-sentence",
    file: "schemas/Id.yaml",
    edit: ["something.", "something. TODO."],
    at: "description",
  },
  {
    rule: "property-has-description",
    file: "schemas/OrderBook.yaml",
    edit: [", description: The last update in it.", ""],
    at: "lastUpdateId: {",
  },
  {
    rule: "parameter-has-description",
    file: "parameters.yaml",
    edit: ["  description: The client's own id.\n", ""],
    at: "clientId:",
  },
  {
    rule: "header-has-description",
    file: "headers.yaml",
    edit: ["    description: What was used.\n", ""],
    at: "X-USED",
  },
  {
    rule: "money-is-a-decimal",
    file: "schemas/OrderBook.yaml",
    edit: ["bidPrice: { $ref: Decimal.yaml", "bidPrice: { type: number"],
    at: "bidPrice: {",
  },
  {
    rule: "money-is-a-decimal",
    file: "schemas/OrderBook.yaml",
    edit: ["bidPrice: { $ref: Decimal.yaml", "bidPrice: { $ref: Id.yaml"],
    at: "bidPrice: {",
  },
  {
    rule: "time-is-int64",
    file: "schemas/OrderBook.yaml",
    edit: ["updateTime: { $ref: Milliseconds.yaml", "updateTime: { type: integer"],
    at: "updateTime: {",
  },
  {
    rule: "id-is-int64",
    file: "schemas/OrderBook.yaml",
    edit: ["lastUpdateId: { $ref: Id.yaml", "lastUpdateId: { type: integer"],
    at: "lastUpdateId: {",
  },
  {
    rule: "documented-response-property-is-required",
    file: "schemas/OrderBook.yaml",
    edit: [", updateTime]", "]"],
    at: "updateTime: {",
  },
  {
    rule: "enum-lives-in-schemas",
    file: "parameters.yaml",
    edit: ["type: string, pattern", "type: string, enum: [a], pattern"],
    at: "enum: [a]",
  },
  {
    rule: "pattern-is-anchored",
    file: "parameters.yaml",
    edit: ["^[a-z]+(-[a-z]+)*$", "[a-z]+"],
    at: "pattern",
  },
  {
    rule: "filter-has-vectors",
    file: "filters/LOT_SIZE.yaml",
    edit: ["x-vectors", "x-vector"],
    at: "type: object",
  },
  {
    rule: "schema-has-no-discriminator",
    file: "schemas/OrderBook.yaml",
    edit: ["type: object", "type: object\ndiscriminator: { propertyName: kind }"],
    at: "discriminator",
  },
  {
    rule: "recording-holds-no-secret",
    file: "examples/getDepth.default.yaml",
    edit: ["<redacted>", "abc"],
    at: "signature",
  },
  {
    rule: "recording-holds-no-secret",
    file: "examples/getDepth.default.yaml",
    edit: ["'5'", `'${"0f".repeat(32)}'`],
    at: "limit",
  },
];

const source: readonly Row[] = [
  {
    rule: "operation-has-id-verb-noun",
    file: "paths/depth.yaml",
    edit: ["getDepth\n", "depth\n"],
    at: "operationId",
  },
  {
    rule: "operation-has-id-verb-noun",
    file: "paths/depth.yaml",
    edit: ["  operationId: getDepth\n", ""],
    at: "get:",
  },
  {
    rule: "operation-states-weight",
    file: "paths/order.yaml",
    edit: ["  x-weight: { ip: 1 }\n", ""],
    at: "post:",
  },
  {
    rule: "signed-operation-takes-timestamp-and-window",
    file: "paths/order.yaml",
    edit: ["    - $ref: ../parameters.yaml#/timestamp\n", ""],
    at: "post:",
  },
  {
    rule: "signed-operation-takes-timestamp-and-window",
    file: "paths/order.yaml",
    edit: ["    - $ref: ../parameters.yaml#/recvWindow\n", ""],
    at: "post:",
  },
  {
    rule: "signed-operation-takes-timestamp-and-window",
    file: "paths/order.yaml",
    edit: ["SIGNED", "NONE"],
    at: "post:",
  },
  {
    rule: "operation-lists-429-and-418",
    file: "paths/order.yaml",
    edit: ["    '418': *failure\n", ""],
    at: "responses:",
  },
  {
    rule: "operation-has-a-recording",
    file: "paths/depth.yaml",
    edit: [
      "          examples:\n            default: { $ref: ../examples/getDepth.default.yaml }\n",
      "",
    ],
    at: "'200'",
  },
  {
    rule: "operation-has-one-tag",
    file: "paths/order.yaml",
    edit: ["[Orders]", "[Orders, Market data]"],
    at: "tags",
  },
  {
    rule: "operation-summary-is-short",
    file: "paths/order.yaml",
    edit: ["Place an order", "Place an order."],
    at: "summary",
  },
  {
    rule: "limit-parameter-has-a-default",
    file: "paths/depth.yaml",
    edit: [", default: 500", ""],
    at: "schema: { type: integer",
  },
  {
    rule: "path-is-a-ref-into-paths",
    file: "openapi.yaml",
    edit: ["{ $ref: paths/depth.yaml }", "{ get: {} }"],
    at: "/api/v1/depth",
  },
  {
    rule: "path-carries-its-version",
    file: "openapi.yaml",
    edit: ["/api/v1/depth", "/api/depth"],
    at: "/api/depth",
  },
  {
    rule: "entry-document-is-a-table-of-contents",
    file: "openapi.yaml",
    edit: ["OrderBook: { $ref: schemas/OrderBook.yaml }", "OrderBook: { type: object }"],
    at: "OrderBook",
  },
  {
    rule: "entry-document-is-a-table-of-contents",
    file: "openapi.yaml",
    edit: ["x-retry: { $ref: rules/retry.yaml }", "x-retry: { rules: [] }"],
    at: "x-retry",
  },
  {
    rule: "entry-document-is-a-table-of-contents",
    file: "openapi.yaml",
    edit: [
      "description: As small as a contract can be.",
      `description: |\n${"    A line.\n".repeat(11)}`,
    ],
    at: "description: |",
  },
];

const streams: readonly Row[] = [
  {
    rule: "channel-states-access-and-reconnect",
    file: "asyncapi.yaml",
    edit: ["access: public, ", ""],
    at: "x-stream",
  },
  {
    rule: "channel-states-access-and-reconnect",
    file: "asyncapi.yaml",
    edit: ["    x-stream: { access: public, afterReconnect: newSnapshot }\n", ""],
    at: "  depth:",
  },
  {
    rule: "channel-has-summary",
    file: "asyncapi.yaml",
    edit: ["    summary: Changes of the book.\n", ""],
    at: "  depth:",
  },
  {
    rule: "channel-parameter-states-letter-case",
    file: "asyncapi.yaml",
    edit: [", x-letter-case: lower", ""],
    at: "symbol: {",
  },
  {
    rule: "channel-address-uses-its-parameters",
    file: "asyncapi.yaml",
    edit: ["{symbol}@depth", "{symbol} depth"],
    at: "address",
  },
  {
    rule: "message-is-a-ref-into-events",
    file: "asyncapi.yaml",
    edit: [
      "{ $ref: events/depthUpdate.yaml }",
      "{ name: a, title: a, summary: A., payload: { type: object } }",
    ],
    at: "depthUpdate: {",
  },
  {
    rule: "message-has-name-title-and-summary",
    file: "events/depthUpdate.yaml",
    edit: ["title: Diff depth\n", ""],
    at: "name:",
  },
  {
    rule: "stream-entry-holds-no-schemas",
    file: "asyncapi.yaml",
    edit: ["operations:", "components: { schemas: { Text: { type: string } } }\noperations:"],
    at: "components",
  },
];

const own = new Set([...schemas, ...source, ...streams].map(({ rule }) => rule));

for (const [ruleset, rows] of [
  ["schemas", schemas],
  ["source", source],
  ["streams", streams],
] as const) {
  const ownRules = readRules(`spec/lint/${ruleset}.yaml`);

  test(`the good spec keeps the rules of ${ruleset}`, async () => {
    const found = await lint(goodSpec);
    expect(found.filter(({ rule }) => own.has(rule))).toEqual([]);
  });

  for (const {
    rule,
    file,
    edit: [from, to],
    at,
  } of rows) {
    test(`${rule} finds ${JSON.stringify(to.slice(0, 40))} in ${file}`, async () => {
      const text = goodSpec[file] ?? "";
      expect(text).toContain(from);
      const edited = from === "" ? `\n${to}` : text.replace(from, to);
      const found = await lint({ ...goodSpec, [file]: edited });
      const line =
        edited
          .trimStart()
          .split("\n")
          .findIndex((one) => one.includes(at)) + 1;
      const hits = found.filter((one) => one.rule === rule);
      expect([...new Set(hits.map((one) => `${one.file}:${one.line}`))]).toEqual([
        `${file}:${line}`,
      ]);
      expect(hits.every(({ message }) => message.length > 20)).toBe(true);
    });
  }

  test(`every rule of ${ruleset} has a row`, async () => {
    const text = await readFile(`spec/lint/${ruleset}.yaml`, "utf8");
    const rules = (parse(text) as { rules: Record<string, unknown> }).rules;
    const written = Object.keys(rules).filter((name) => typeof rules[name] === "object");
    expect(new Set(rows.map(({ rule }) => rule))).toEqual(new Set(written));
  });

  async function lint(files: Readonly<Record<string, string>>): Promise<readonly Finding[]> {
    const folder = await mkdtemp(join(tmpdir(), "tradespec-lint-test-"));
    try {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text.trimStart());
      }
      const entries = {
        schemas: Object.keys(files),
        source: ["openapi.yaml"],
        streams: ["asyncapi.yaml"],
      };
      const paths = entries[ruleset].map((path) => join(folder, path));
      const found = await findInFiles(await ownRules, paths);
      return found.map((one) => ({
        ...one,
        file: relative(folder, join(process.cwd(), one.file)),
      }));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
