/** Every house rule: the good spec keeps it, and one edit breaks it at one known line. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

import { expect, test } from "vitest";
import { parse } from "yaml";

import type { Finding } from "../../scripts/lint/findings.ts";
import { findInFiles, readRules } from "../../scripts/lint/spectral.ts";
import { goodSpec } from "./good-spec.ts";

/**
 * Rulesets, and edits that break their rules: the rule, the file, what in it becomes what, and a
 * text on the line of the finding. An edit of nothing is appended.
 */
const table = String.raw`
schemas
  description-is-own-sentence | schemas/Id.yaml | something. | something | description
  description-is-own-sentence | schemas/Id.yaml | A number | number | description
  description-is-own-sentence | schemas/Id.yaml | something. | something. TODO. | description
  property-has-description | schemas/OrderBook.yaml | , description: The last update in it. |  | lastUpdateId: {
  parameter-has-description | parameters.yaml |   description: The client's own id.\n |  | clientId:
  header-has-description | headers.yaml |     description: What was used.\n |  | X-USED
  money-is-a-decimal | schemas/OrderBook.yaml | bidPrice: { $ref: Decimal.yaml | bidPrice: { type: number | bidPrice: {
  money-is-a-decimal | schemas/OrderBook.yaml | bidPrice: { $ref: Decimal.yaml | bidPrice: { $ref: Id.yaml | bidPrice: {
  time-is-int64 | schemas/OrderBook.yaml | updateTime: { $ref: Milliseconds.yaml | updateTime: { type: integer | updateTime: {
  id-is-int64 | schemas/OrderBook.yaml | lastUpdateId: { $ref: Id.yaml | lastUpdateId: { type: integer | lastUpdateId: {
  documented-response-property-is-required | schemas/OrderBook.yaml | , updateTime] | ] | updateTime: {
  enum-lives-in-schemas | parameters.yaml | type: string, pattern | type: string, enum: [a], pattern | enum: [a]
  pattern-is-anchored | parameters.yaml | ^[a-z]+(-[a-z]+)*$ | [a-z]+ | pattern
  filter-has-vectors | filters/LOT_SIZE.yaml | x-vectors | x-vector | type: object
  schema-has-no-discriminator | schemas/OrderBook.yaml | type: object | type: object\ndiscriminator: { propertyName: kind } | discriminator
  recording-holds-no-secret | examples/getDepth.default.yaml | <redacted> | abc | signature
  recording-holds-no-secret | examples/getDepth.default.yaml | '5' | '${"0f".repeat(32)}' | limit
source
  operation-has-id-verb-noun | paths/depth.yaml | getDepth\n | Depth\n | operationId
  operation-has-id-verb-noun | paths/depth.yaml |   operationId: getDepth\n |  | get:
  operation-states-weight | paths/order.yaml |   x-weight: { ip: 1 }\n |  | post:
  signed-operation-takes-timestamp-and-window | paths/order.yaml | x-security: SIGNED | x-security: { type: SIGNED, x-assumed: own-fields } | post:
  signed-operation-takes-timestamp-and-window | paths/order.yaml |     - $ref: ../parameters.yaml#/recvWindow\n |  | post:
  signed-operation-takes-timestamp-and-window | paths/order.yaml | SIGNED | NONE | post:
  operation-has-a-recording | paths/depth.yaml |           examples:\n            default: { $ref: ../examples/getDepth.default.yaml }\n |  | '200'
  operation-has-one-tag | paths/order.yaml | [Orders] | [Orders, Market data] | tags
  operation-summary-is-short | paths/order.yaml | Place an order | Place an order. | summary
  limit-parameter-has-a-default | paths/depth.yaml | , default: 500 |  | schema: { type: integer
  path-is-a-ref-into-paths | openapi.yaml | { $ref: paths/depth.yaml } | { get: {} } | /api/v1/depth
  path-carries-its-version | openapi.yaml | /api/v1/depth | /api/depth | /api/depth
  entry-document-is-a-table-of-contents | openapi.yaml | OrderBook: { $ref: schemas/OrderBook.yaml } | OrderBook: { type: object } | OrderBook
  entry-document-is-a-table-of-contents | openapi.yaml | x-retry: { $ref: rules/retry.yaml } | x-retry: { rules: [] } | x-retry
  entry-document-is-a-table-of-contents | openapi.yaml | description: As small as a contract can be. | description: |\n${"    A line.\\n".repeat(11)} | description: |
streams
  channel-states-access-and-reconnect | asyncapi.yaml | access: public,  |  | x-stream
  channel-states-access-and-reconnect | asyncapi.yaml |     x-stream: { access: public, afterReconnect: newSnapshot }\n |  |   depth:
  channel-has-summary | asyncapi.yaml |     summary: Changes of the book.\n |  |   depth:
  channel-parameter-states-letter-case | asyncapi.yaml | , x-letter-case: lower |  | symbol: {
  channel-address-uses-its-parameters | asyncapi.yaml | {symbol}@depth | {symbol} depth | address
  message-is-a-ref-into-events | asyncapi.yaml | { $ref: events/depthUpdate.yaml } | { name: a, title: a, summary: A., payload: { type: object } } | depthUpdate: {
  message-has-name-title-and-summary | events/depthUpdate.yaml | title: Diff depth\n |  | name:
  stream-entry-holds-no-schemas | asyncapi.yaml | operations: | components: { schemas: { Text: { type: string } } }\noperations: | components
`;

const rulesets = table
  .trim()
  .split(/\n(?=\S)/)
  .map((part) => {
    const [ruleset = "", ...lines] = part.split("\n");
    const rows = lines.map((line) => line.trimStart().split(" | "));
    return [ruleset as keyof typeof entriesOf, rows] as const;
  });

const own = new Set(rulesets.flatMap(([, rows]) => rows.map(([rule]) => rule)));
/** What a ruleset reads: every file alone, or a whole document. */
const entriesOf = {
  schemas: Object.keys(goodSpec),
  source: ["openapi.yaml"],
  streams: ["asyncapi.yaml"],
};

for (const [ruleset, rows] of rulesets) {
  const ownRules = readRules(`spec/lint/${ruleset}.yaml`);

  test(`the good spec keeps the rules of ${ruleset}`, async () => {
    const found = await lint(goodSpec);
    expect(found.filter(({ rule }) => own.has(rule))).toEqual([]);
  });

  for (const [rule = "", file = "", ...cells] of rows) {
    const [from = "", to = "", at = ""] = cells.map((cell) => cell.replaceAll("\\n", "\n"));
    test(`${rule} finds ${JSON.stringify(to.slice(0, 40))} in ${file}`, async () => {
      const text = goodSpec[file] ?? "";
      expect(text).toContain(from);
      const edited = from === "" ? `\n${to}` : text.replace(from, to);
      const found = await lint({ ...goodSpec, [file]: edited }, file);
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

  test(`a broken reference is reported by ${ruleset} where its own file is checked`, async () => {
    const path = "paths/depth.yaml";
    const broken = (goodSpec[path] ?? "").replace("OrderBook.yaml", "NoBook.yaml");
    const found = await lint({ ...goodSpec, [path]: broken }, path);
    const places = found.filter(({ rule }) => rule === "invalid-ref");
    expect(places.map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual(
      ruleset === "schemas" ? [`${path}:24:27`] : [],
    );
  });

  test(`every rule of ${ruleset} has a row`, async () => {
    const text = await readFile(`spec/lint/${ruleset}.yaml`, "utf8");
    const rules = (parse(text) as { rules: Record<string, unknown> }).rules;
    const written = Object.keys(rules).filter((name) => typeof rules[name] === "object");
    expect(new Set(rows.map(([rule]) => rule))).toEqual(new Set(written));
  });

  async function lint(
    files: Readonly<Record<string, string>>,
    edited?: string,
  ): Promise<readonly Finding[]> {
    const folder = await mkdtemp(join(tmpdir(), "tradespec-lint-test-"));
    try {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text.trimStart());
      }
      const isOfFiles = ruleset === "schemas" && edited !== undefined;
      const entries = isOfFiles ? [edited] : entriesOf[ruleset];
      const paths = entries.map((path) => join(folder, path));
      const rules = await ownRules;
      // Each run compiles AsyncAPI's own schema again, which takes most of a second.
      for (const [name, rule] of Object.entries(rules.rules))
        rule.enabled &&= !/-(un)?resolved$/.test(name);
      const found = await findInFiles(rules, paths);
      return found.map((one) => ({
        ...one,
        file: relative(folder, join(process.cwd(), one.file)),
      }));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
