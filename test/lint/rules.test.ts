/** Every house rule: the template for new specs keeps it, and one edit breaks it at one line. */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

import { load } from "js-yaml";
import { expect, test } from "vitest";

import { readSpec } from "../../generators/contract/documents/spec-files.ts";
import type { Finding } from "../../scripts/lint/findings.ts";
import { findInFiles, readRules } from "../../scripts/lint/spectral.ts";
import { newFolder } from "../support/folder.ts";

const template = readSpec({ folder: "generators/template", root: process.cwd() });
const goodSpec = Object.fromEntries(template.map(({ path, text }) => [path, text]));

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
  parameter-has-description | parameters.yaml |   description: Your own id of the order.\n |  | clientOrderId:
  header-has-description | responses.yaml | Refused:\n | Refused:\n  headers: { X-USED: { schema: { type: integer } } }\n | X-USED
  header-has-description | headers.yaml | description: The weight used in this minute., |  | X-USED-WEIGHT: {
  message-is-a-ref-into-events | asyncapi.yaml | { $ref: events/channels/depth.yaml } | { address: a, messages: { a: { name: a } } } | depth: {
  message-is-a-ref-into-events | events/channels/depth.yaml | { $ref: ../depthUpdate.yaml } | { name: depthUpdate } | messages
  money-is-a-decimal | schemas/Order.yaml | price: { $ref: Decimal.yaml | price: { type: number | price: {
  money-is-a-decimal | schemas/Order.yaml | price: { $ref: Decimal.yaml | price: { $ref: Id.yaml | price: {
  time-is-int64 | schemas/Order.yaml | $ref: Milliseconds.yaml | type: integer | placedTime:
  id-is-int64 | schemas/OrderBook.yaml | lastUpdateId: { $ref: Id.yaml | lastUpdateId: { type: integer | lastUpdateId: {
  documented-response-property-is-required | schemas/OrderBook.yaml | , asks] | ] | asks:
  enum-lives-in-schemas | parameters.yaml | type: string, pattern | type: string, enum: [a], pattern | enum: [a]
  pattern-is-anchored | parameters.yaml | ^[A-Z0-9]+$ | [A-Z0-9]+ | pattern
  filter-has-vectors | filters/LOT_SIZE.yaml | x-vectors | x-vector | # A trading rule
  schema-has-no-discriminator | schemas/OrderBook.yaml | type: object | type: object\ndiscriminator: { propertyName: kind } | discriminator
  recording-holds-no-secret | examples/placeOrder.default.yaml | redactedSignature | abc | signature
  recording-holds-no-secret | examples/getDepth.default.yaml | BTCUSDT | ${"0f".repeat(32)} | symbol
source
  operation-has-id-verb-noun | paths/depth.yaml | getDepth\n | Depth\n | operationId
  operation-has-id-verb-noun | paths/depth.yaml |   operationId: getDepth\n |  | get:
  operation-states-weight | paths/order.yaml |   x-weight: { ip: 1 }\n |  | post:
  signed-operation-takes-timestamp-and-window | paths/order.yaml | x-security: SIGNED | x-security: { type: SIGNED, x-assumed: own-fields } | post:
  signed-operation-takes-timestamp-and-window | paths/time.yaml | NONE | { type: SIGNED, x-assumed: own }\n  parameters: [{ $ref: ../parameters.yaml#/timestamp }] | get:
  signed-operation-takes-timestamp-and-window | paths/time.yaml | NONE | NONE\n  parameters: [{ $ref: ../parameters.yaml#/recvWindow }] | get:
  operation-has-a-recording | paths/depth.yaml |           examples: { default: { $ref: ../examples/getDepth.default.yaml } }\n |  | '200'
  operation-has-one-tag | paths/order.yaml | [Orders] | [Orders, Market data] | tags
  operation-summary-is-short | paths/order.yaml | Place an order | Place an order. | summary
  limit-parameter-has-a-default | parameters.yaml | default: 100,  |  | schema: { type: integer
  path-is-a-ref-into-paths | openapi.yaml | { $ref: paths/depth.yaml } | { get: {} } | /api/v1/depth
  path-carries-its-version | openapi.yaml | /api/v1/depth | /api/depth | /api/depth
  entry-document-is-a-table-of-contents | openapi.yaml | { $ref: headers.yaml#/X-USED-WEIGHT } | { schema: {} } | X-USED-WEIGHT
  entry-document-is-a-table-of-contents | openapi.yaml | x-retry: { $ref: rules/retry.yaml } | x-retry: { rules: [] } | x-retry
  entry-document-is-a-table-of-contents | openapi.yaml | The interface of my exchange, as far as my programs use it. | |\n${"    A line.\\n".repeat(11)} | description: |
streams
  channel-states-access-and-reconnect | events/channels/depth.yaml | access: public,  |  | x-stream
  channel-states-access-and-reconnect | events/channels/depth.yaml | x-stream: { access: public, afterReconnect: newSnapshot }\n |  | address
  channel-has-summary | events/channels/depth.yaml | summary: Changes of a symbol's order book.\n |  | address
  channel-is-received | asyncapi.yaml | action: receive | action: send | depth: {
  channel-parameter-states-letter-case | events/channels/depth.yaml | , x-letter-case: lower |  | symbol: {
  channel-address-uses-its-parameters | events/channels/depth.yaml | {symbol}@depth | {symbol} depth | address
  message-has-name-title-and-summary | events/depthUpdate.yaml | title: Changes of the order book\n |  | name:
  stream-entry-holds-no-schemas | asyncapi.yaml | components:\n | components:\n  schemas: { Text: { type: string } }\n | schemas: {
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
    const list = "type: string\ndescription: |\n  One of:\n\n  - a\n  - b\n";
    const found = await lint({ ...goodSpec, "schemas/List.yaml": list });
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
      ruleset === "schemas" ? [`${path}:22:27`] : [],
    );
  });

  test(`every rule of ${ruleset} has a row`, async () => {
    const text = await readFile(`spec/lint/${ruleset}.yaml`, "utf8");
    const rules = (load(text) as { rules: Record<string, unknown> }).rules;
    const written = Object.keys(rules).filter((name) => typeof rules[name] === "object");
    expect(new Set(rows.map(([rule]) => rule))).toEqual(new Set(written));
  });

  async function lint(
    files: Readonly<Record<string, string>>,
    edited?: string,
  ): Promise<readonly Finding[]> {
    const folder = newFolder();
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
  }
}
