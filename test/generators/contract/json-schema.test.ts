import { join, resolve } from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";

import { isList, isObject } from "../../../generators/contract/documents/json.ts";
import { unknownKeywords } from "../../../generators/contract/documents/keywords.ts";
import { load } from "../../../generators/contract/documents/load.ts";
import { readSpec } from "../../../generators/contract/documents/spec-files.ts";
import type { Json } from "../../../generators/contract/model.ts";
import { compareWithSchema, type JsonSchema } from "../../../runtime/encoding/json-schema.ts";

const project = resolve(import.meta.dirname, "../../..");

/** A value, a schema, and the places where the two do not fit. */
const rows: readonly (readonly [name: string, value: Json, schema: Json, places: string[]])[] = [
  ["a wrong type", 1, { type: "string" }, [""]],
  ["one of several types", null, { type: ["string", "null"] }, []],
  ["a whole number", 1.5, { type: "integer" }, [""]],
  ["a missing property", {}, { required: ["a", "b"] }, ["a", "b"]],
  ["a property that is not known", { b: 1 }, { additionalProperties: false }, ["b"]],
  [
    "the rest of the properties",
    { a: 1, b: "" },
    { properties: { a: {} }, additionalProperties: { type: "number" } },
    ["b"],
  ],
  ["names of properties", { A: 1 }, { propertyNames: { pattern: "^[a-z]$" } }, ["A"]],
  ["what a property asks for", { a: 1 }, { dependentRequired: { a: ["b"] } }, ["b"]],
  ["items", [1, "a"], { items: { type: "number" } }, ["1"]],
  ["items twice", [{ a: 1 }, { a: 1 }], { uniqueItems: true }, ["1"]],
  ["too few items", [], { minItems: 1 }, [""]],
  ["a text too short, in characters", "🚀", { minLength: 2 }, [""]],
  ["a word that is not listed", "c", { enum: ["a", "b"] }, [""]],
  ["a constant", { a: [1] }, { const: { a: [1] } }, []],
  [
    "a choice, reported where the nearest branch fails",
    { kind: "a", size: "x" },
    { anyOf: [{ type: "string" }, { properties: { size: { type: "number" } } }] },
    ["size"],
  ],
  ["a choice that fits nowhere", 1, { anyOf: [{ type: "string" }, { type: "object" }] }, [""]],
  ["a choice that fits twice", 1, { oneOf: [{ type: "number" }, { type: "integer" }] }, [""]],
  ["a reference to nothing", 1, { $ref: "nowhere.yaml" }, [""]],
];

for (const [name, value, schema, places] of rows) {
  test(`a schema is compared: ${name}`, () => {
    const found = compareWithSchema({}, schema as JsonSchema, value).violations;
    expect(found.map(({ path }) => path.join("/"))).toEqual(places);
  });
}

test("a keyword that is not compared is found, wherever it stands", () => {
  const schema = { properties: { a: { anyOf: [{ contains: {} }] } }, if: {} };
  expect(unknownKeywords(schema).map(({ key }) => key)).toEqual(["if", "contains"]);
});

test("the vocabulary is compared as a standard validator does it", () => {
  const location = { folder: join(project, "spec"), root: project };
  const { openapi, asyncapi, vocabulary, extensions: schemas } = load(location, readSpec(location));
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addKeyword({
    keyword: "x-assumable",
    macro: (value: object) => {
      const assumed = { $ref: "assumed.yaml#/$defs/value", properties: { value } };
      return { anyOf: [value, assumed] };
    },
  });
  for (const [name, schema] of vocabulary) ajv.addSchema(schema, `${name.slice(2)}.yaml`);
  const extensions = [...extensionsIn(openapi), ...extensionsIn(asyncapi)].filter(([key]) =>
    vocabulary.has(key),
  );
  expect(extensions.length).toBeGreaterThan(100);
  const property = fc.property(
    fc.constantFrom(...extensions),
    fc.array(fc.tuple(fc.nat(), fc.jsonValue({ maxDepth: 1 }).filter(isExact)), { maxLength: 2 }),
    ([key, value], changes) => {
      const changed = changes.reduce<Json>(
        (all, [at, to]) => changedAt(all, at, to as Json),
        value,
      );
      const schema = schemas[key.slice(2)] ?? {};
      const standard = ajv.getSchema(`${key.slice(2)}.yaml`)?.(changed);
      const { violations } = compareWithSchema(schemas, schema, changed);
      expect(violations.length === 0).toBe(standard);
    },
  );
  fc.assert(property, { numRuns: 3000, seed: 7 });
});

/** Whole numbers that JSON carries exactly: the checker takes no others. */
function isExact(value: unknown): boolean {
  if (typeof value === "object") return Object.values(value ?? {}).every(isExact);
  return !Number.isInteger(value) || Number.isSafeInteger(value);
}

function extensionsIn(value: Json): readonly (readonly [string, Json])[] {
  if (isList(value)) return value.flatMap(extensionsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inside]) =>
    key.startsWith("x-") ? [[key, inside] as const] : extensionsIn(inside),
  );
}

/** The value with one of its nodes replaced, chosen by a number. */
function changedAt(value: Json, at: number, to: Json): Json {
  let left = at % nodesIn(value);
  const visit = (node: Json): Json => {
    if (left-- === 0) return to;
    if (isList(node)) return node.map(visit);
    if (!isObject(node)) return node;
    return Object.fromEntries(Object.entries(node).map(([key, inside]) => [key, visit(inside)]));
  };
  return visit(value);
}

function nodesIn(value: Json): number {
  const inside = isList(value) ? value : isObject(value) ? Object.values(value) : [];
  return inside.reduce<number>((sum, node) => sum + nodesIn(node), 1);
}
