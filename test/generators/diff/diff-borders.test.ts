/** Small documents: each keyword in both directions, each kind of rule, each border. */

import { expect, test } from "vitest";

import type { Json, JsonObject } from "../../../generators/contract/model.ts";
import { diff } from "../../../generators/diff/diff.ts";

/** The impacts alone; of a change with several lines the worst comes first. */
function impactOf(before: JsonObject, after: JsonObject, of: "openapi" | "asyncapi" = "openapi") {
  const spec = (document: JsonObject) => ({ openapi: {}, asyncapi: {}, [of]: document });
  return diff(spec(before), spec(after))[0]?.impact ?? "none";
}

const sent = (schema: Json): JsonObject => ({
  paths: { "/p": { get: { parameters: [{ name: "a", in: "query", schema }] } } },
});
const received = (schema: Json): JsonObject => ({
  paths: { "/p": { get: { responses: { 200: { content: { json: { schema } } } } } } },
});

type Schemas = readonly [before: JsonObject, after: JsonObject, sent: string, received: string];

const wider = ["minor", "breaking"] as const;
const narrower = ["breaking", "minor"] as const;
const other = ["breaking", "breaking"] as const;
const same = ["patch", "patch"] as const;

const schemas: readonly Schemas[] = [
  ...["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"].flatMap(
    (key): readonly Schemas[] => [
      [{ [key]: 5 }, { [key]: 6 }, ...wider],
      [{ [key]: 6 }, { [key]: 5 }, ...narrower],
      [{}, { [key]: 5 }, ...narrower],
      [{ [key]: 5 }, {}, ...wider],
      [{ not: { [key]: 5 } }, { not: { [key]: 6 } }, ...narrower],
    ],
  ),
  ...["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"].flatMap(
    (key): readonly Schemas[] => [
      [{ [key]: 5 }, { [key]: 6 }, ...narrower],
      [{ [key]: 6 }, { [key]: 5 }, ...wider],
      [{ not: { [key]: 5 } }, { not: { [key]: 6 } }, ...wider],
    ],
  ),
  [{}, { multipleOf: 2 }, ...narrower],
  [{ multipleOf: 2 }, { multipleOf: 4 }, ...other],
  [{ pattern: "a" }, { pattern: "b" }, ...other],
  [{ const: 1 }, { const: 2 }, ...other],
  [{ uniqueItems: true }, { uniqueItems: false }, ...wider],
  [{}, { uniqueItems: true }, ...narrower],
  [{ enum: ["a"] }, { enum: ["a", "b"] }, "minor", "minor"],
  [{ enum: ["a", "b"] }, { enum: ["a"] }, ...other],
  [{ default: 1 }, { default: 2 }, "breaking", "patch"],
  [{}, { additionalProperties: false }, "breaking", "minor"],
  [{ additionalProperties: false }, {}, "minor", "minor"],
  [{ additionalProperties: false }, { additionalProperties: true }, "minor", "minor"],
  [{ type: "integer" }, { type: "number" }, ...wider],
  [{ type: "number" }, { type: "integer" }, ...narrower],
  [{ type: "string" }, { type: ["string", "null"] }, ...wider],
  [{ type: "string" }, { type: "boolean" }, ...other],
  [{ description: "A." }, { description: "B." }, ...same],
  [{ title: "a" }, { title: "b" }, ...same],
  [{ prefixItems: [{ title: "a" }] }, { prefixItems: [{ title: "b" }] }, ...other],
  [{ required: ["a"] }, { required: ["a", "b"] }, ...narrower],
  [{ required: ["a", "b"] }, { required: ["a"] }, ...wider],
  [{ properties: {} }, { properties: { a: {} } }, "minor", "minor"],
  [{ properties: { a: {} } }, { properties: {} }, ...other],
  [{ properties: {} }, { properties: { a: {} }, required: ["a"] }, "breaking", "minor"],
];

test.each(schemas)("%j to %j", (before, after, inRequests, inResponses) => {
  expect(impactOf(sent(before), sent(after))).toBe(inRequests);
  expect(impactOf(received(before), received(after))).toBe(inResponses);
});

const minutes = (every: number): JsonObject => ({ every, unit: "minute" });
const assumed = (value: Json): JsonObject => ({ value, "x-assumed": "id" });

type Rule = readonly [path: string, before: Json, after: Json, up: string, down: string];

/** A change at a place of the REST document, and the same change the other way round. */
const rules: readonly Rule[] = [
  ["x-limits.repeated.after", 5, 6, "minor", "breaking"],
  ["x-limits.repeated.ban.last", minutes(1), minutes(2), "breaking", "minor"],
  ["x-limits.repeated.ban.last", minutes(1), { every: 60, unit: "second" }, "patch", "patch"],
  ["x-signing.timing.aheadMsBelow", 1, 2, "minor", "breaking"],
  ["x-signing.joined.parts", ["query", "body"], ["body", "query"], "breaking", "breaking"],
  ["x-signing.joined.parts", ["query"], ["query", "body"], "breaking", "breaking"],
  ["x-retry.backoff.maxMs", 1, 2, "minor", "minor"],
  ["x-errors.shape", "a", "b", "breaking", "breaking"],
  ["x-errors.shape", assumed("a"), assumed("b"), "minor", "minor"],
  ["x-errors.shape", assumed("a"), "a", "minor", "minor"],
  ["x-errors.shape", "a", { "x-unstated": "id" }, "breaking", "minor"],
  ["paths./p.get.x-weight.ip", 1, 2, "breaking", "minor"],
  ["paths./p.get.x-pages.key", "a", "b", "breaking", "breaking"],
  ["paths./p.get.deprecated", false, true, "minor", "patch"],
  ["components.parameters.p.required", false, true, "breaking", "minor"],
  ["components.parameters", { p: {} }, { p: { required: false } }, "minor", "minor"],
  ["components.parameters", { p: {} }, { p: { required: true } }, "breaking", "minor"],
  ["paths./p.get.responses.200.headers.h.schema", {}, { "x-null": {} }, "breaking", "minor"],
  ["paths./p.get.parameters", [], [{ name: "a", in: "query" }], "minor", "breaking"],
  ["paths./p.get.requestBody.required", false, true, "breaking", "minor"],
];

const streamRules: readonly Rule[] = [
  ["x-connection.pingPong.answeredWithin", minutes(1), minutes(2), "minor", "breaking"],
  ["x-connection.streams", 1, 2, "minor", "breaking"],
  ["x-connection.inbound.window", minutes(1), minutes(2), "breaking", "minor"],
  ["x-user-data.keepAliveEvery", minutes(1), minutes(2), "minor", "breaking"],
  ["x-book-sync.steps", ["a"], ["a", "b"], "breaking", "breaking"],
  ["x-book-sync.pace", "a", "b", "minor", "minor"],
  ["channels.c.address", "a", "b", "breaking", "breaking"],
  ["channels.c.address", assumed("a"), assumed("b"), "breaking", "breaking"],
  ["channels.c.parameters", {}, { p: {} }, "breaking", "minor"],
  ["channels.c.x-stream.access", "a", "b", "breaking", "breaking"],
];

for (const [document, rows] of [["openapi", rules] as const, ["asyncapi", streamRules] as const]) {
  test.each(rows)(`${document} %s: %j, %j`, (path, before, after, up, down) => {
    const [one, two] = [at(path.split("."), before), at(path.split("."), after)];
    expect([impactOf(one, two, document), impactOf(two, one, document)]).toEqual([up, down]);
  });
}

function at([name, ...rest]: readonly string[], value: Json): JsonObject {
  return { [name ?? ""]: rest.length === 0 ? value : at(rest, value) };
}

test("types that refer to each other are compared once", () => {
  const document = (first: string, second: string, maximum: number): JsonObject => ({
    ...received({ $ref: `#/components/schemas/${first}` }),
    components: {
      schemas: {
        [first]: { properties: { next: { $ref: `#/components/schemas/${second}` } } },
        [second]: { maximum, properties: { next: { $ref: `#/components/schemas/${first}` } } },
      },
    },
  });
  expect(impactOf(document("A", "B", 5), document("C", "D", 6))).toBe("breaking");
});
