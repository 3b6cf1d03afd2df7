import { createRequire } from "node:module";

import type * as OpenapiTypescript from "openapi-typescript";
import type { GlobalContext, OpenAPI3 } from "openapi-typescript";
import type { TypeNode } from "typescript";

import {
  branchesOf,
  type JsonSchema,
  type JsonSchemas,
} from "../../runtime/encoding/json-schema.ts";
import contractSchema from "../contract/contract.schema.json" with { type: "json" };
import { isList, mapValues, rewritten } from "../contract/documents/json.ts";
import * as read from "../contract/documents/read.ts";
import type { Contract, Json, JsonObject } from "../contract/model.ts";
import type { Emitter } from "../write/emitter.ts";
import { ts } from "../write/typescript.ts";

// As CommonJS, which loads the same TypeScript, and without the checks of its command.
type Whole = typeof OpenapiTypescript;
const require = createRequire(import.meta.url);
const parts = "openapi-typescript/dist";
const transformSchema: Whole["transformSchema"] = require(`${parts}/transform/index.cjs`);
const { astToString }: Whole = require(`${parts}/lib/ts.cjs`);
const { resolveRef, scanDiscriminators }: Whole = require(`${parts}/lib/utils.cjs`);

/**
 * The two bundles for standard tools, the source places of their nodes, the model as plain JSON,
 * the JSON Schema of the sandbox's configuration, and openapi-typescript's types.
 */
export const documents: Emitter = {
  name: "documents",
  sources: ["spec/**/*.yaml"],
  emit: (contract) => {
    const { openapi, asyncapi } = contract.documents;
    const sandbox = Object.keys(contract.sandbox).length === 0 ? [] : sandboxFiles(contract);
    return [
      ...sandbox,
      { path: "schema.ts", text: typed(openapi, callersView(contract)) },
      { path: "documents/openapi.json", text: `${JSON.stringify(openapi, null, 1)}\n` },
      { path: "documents/asyncapi.json", text: `${JSON.stringify(asyncapi, null, 1)}\n` },
      {
        path: "documents/contract.json",
        text: `${JSON.stringify(plainModel(contract), null, 1)}\n`,
      },
      { path: "documents/contract.schema.json", text: `${JSON.stringify(contractSchema)}\n` },
      { path: "documents/places.json", text: `${JSON.stringify(contract.places, null, 1)}\n` },
    ];
  },
};

/** The whole model, for programs in any language: without positions, and what other files hold. */
function plainModel({
  documents: _,
  places: __,
  sandbox: ___,
  scenarios: ____,
  ...model
}: Contract): JsonObject {
  const text = JSON.stringify(model, (key, value: unknown) => {
    if (key === "origin" || key === "usedBy") return undefined;
    return typeof value === "bigint" ? String(value) : value;
  });
  return { $schema: "contract.schema.json", ...JSON.parse(text) };
}

function sandboxFiles({ title, version, sandbox }: Contract) {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Configuration of a sandbox",
    $ref: "#/$defs/Config",
    $defs: mapValues(sandbox, (schema) => spelledOut(schema, sandbox)),
  };
  const schemas = rewritten(sandbox, ({ $ref, not: _, ...part }) =>
    typeof $ref === "string" ? { $ref: $ref.replace("$defs", "components/schemas") } : part,
  );
  const document = {
    openapi: "3.1.0",
    info: { title, version },
    paths: {},
    components: { schemas },
  };
  return [
    {
      path: "sandbox-schema.ts",
      text: typed(document, (part) => part, { immutable: true, defaultNonNullable: false }),
    },
    { path: "documents/sandbox-config.schema.json", text: `${JSON.stringify(schema, null, 1)}\n` },
  ];
}

/**
 * A schema whose branches list all of their properties: YAML editors support
 * `additionalProperties`, but not `unevaluatedProperties`.
 */
function spelledOut(schema: Json, all: JsonObject): Json {
  const { unevaluatedProperties, properties: _, allOf: __, oneOf, ...rest } = read.object(schema);
  if (unevaluatedProperties === undefined) return schema;
  const branches = branchesOf(all as JsonSchemas, read.object(schema) as JsonSchema);
  const [only = null, ...others] = branches as unknown as readonly Json[];
  return oneOf === undefined ? only : { ...rest, oneOf: [only, ...others] };
}

/** The types of a checked bundle; all of openapi-typescript would bundle and check it again. */
function typed(
  given: JsonObject,
  change: (part: JsonObject) => JsonObject,
  options: Partial<GlobalContext> = {},
): string {
  const { examples: _, ...components } = read.object(given, "components");
  const document = rewritten({ ...given, components }, (part) =>
    withOpenChoice(withNull(change(part))),
  ) as unknown as OpenAPI3;
  const context = {
    defaultNonNullable: true,
    ...options,
    discriminators: scanDiscriminators(document, {}),
    injectFooter: [],
    resolve: <Part>(reference: string) => resolveRef<Part>(document, reference, { silent: true }),
    transform: (schemaObject) => wireType(schemaObject as unknown as JsonObject),
  } as GlobalContext;
  return astToString(transformSchema(document, context));
}

/** Types decimals as strings, 64-bit integers as exact ones, and leaves open enums open. */
function wireType(schemaObject: JsonObject): TypeNode | undefined {
  const { factory, SyntaxKind } = ts;
  const text = factory.createKeywordTypeNode(SyntaxKind.StringKeyword);
  if (schemaObject["format"] === "decimal") return text;
  if (schemaObject["format"] === "int64" && schemaObject["x-safe-integer"] === true) {
    return factory.createKeywordTypeNode(SyntaxKind.NumberKeyword);
  }
  if (schemaObject["format"] === "int64") {
    return factory.createUnionTypeNode([
      factory.createKeywordTypeNode(SyntaxKind.NumberKeyword),
      factory.createKeywordTypeNode(SyntaxKind.BigIntKeyword),
    ]);
  }
  const known = schemaObject["x-known"];
  if (!isList(known)) return undefined;
  const words = known.map((word) =>
    factory.createLiteralTypeNode(factory.createStringLiteral(String(word))),
  );
  const other = factory.createIntersectionTypeNode([text, factory.createTypeLiteralNode([])]);
  return factory.createUnionTypeNode([...words, factory.createParenthesizedType(other)]);
}

/** The document from the caller's view: what the client fills in is optional. */
function callersView({ signing }: Contract): (part: JsonObject) => JsonObject {
  return (part) =>
    part["in"] === "query" && part["name"] === signing.timestamp
      ? { ...part, required: false }
      : part;
}

/** Adds the null that may stand for a value, in standard keywords. */
function withNull(part: JsonObject): JsonObject {
  if (part["x-null"] === undefined) return part;
  const { "x-null": _, description, ...rest } = part;
  const words = description === undefined ? {} : { description };
  return { ...words, anyOf: [rest, { type: "null" }] };
}

/** Merges the values of an open enum, so that it becomes one type. */
function withOpenChoice(part: JsonObject): JsonObject {
  const branches = part["anyOf"];
  if (!isList(branches) || !branches.some((each) => "x-unstated" in read.object(each))) return part;
  const { anyOf: _, enum: __, ...rest } = part;
  const known = branches.flatMap((each) => read.list(each, "enum"));
  return { ...rest, "x-known": known };
}
