import { assumedBy, type BuildContext, type Document } from "../context.ts";
import { defined, isList, isObject, isUnstated, repeated } from "../documents/json.ts";
import { placed, placeOf } from "../documents/places.ts";
import { suggestName } from "../documents/problems.ts";
import * as read from "../documents/read.ts";
import type {
  EnumValue,
  Json,
  JsonObject,
  NamedSchema,
  Property,
  ResponseDetail,
  Schema,
  TupleItem,
} from "../model.ts";

/**
 * Builds the named schemas of both documents. A schema referenced by both is built once; reports a
 * name with two different schemas.
 */
export function buildSchemas(context: BuildContext): readonly NamedSchema[] {
  const named = new Map<string, NamedSchema>();
  for (const document of ["openapi", "asyncapi"] as const) {
    const components = read.components(context[document], "schemas");
    for (const [name, value] of Object.entries(components)) {
      if (!isObject(value)) continue;
      const schema: NamedSchema = {
        name,
        description: read.text(value, "description"),
        schema: buildSchema(context, document, value),
        detail: detailOf(value),
        assumed: assumedBy(value),
        origin: placeOf(value),
      };
      const known = named.get(name);
      if (known === undefined) named.set(name, schema);
      else if (withoutPlaces(known) !== withoutPlaces(schema)) {
        const message = `The schema ${name} is also written in ${known.origin.file}.`;
        const fix = "Refer to one of the two from both documents, or rename one.";
        context.problems.report({ node: value }, message, fix);
      }
    }
  }
  return [...named.values()];
}

function withoutPlaces(schema: NamedSchema): string {
  return JSON.stringify(schema, (key, value: unknown) => (key === "origin" ? undefined : value));
}

/** Converts a schema object of a document to the contract model. */
export function buildSchema(
  context: BuildContext,
  document: Document,
  value: Json | undefined,
): Schema {
  if (!isObject(value)) return { kind: "unstated" };
  const given: SchemaNode = { context, document, node: value };
  const reference = read.at(value, "$ref");
  if (typeof reference === "string") {
    return { kind: "reference", name: reference.split("/").at(-1) ?? "" };
  }
  if (Object.hasOwn(value, "const")) return literal(given);
  if (Object.hasOwn(value, "enum")) return enumOf([value], given);
  if (Object.hasOwn(value, "anyOf")) return anyOf(given);
  if (Object.hasOwn(value, "oneOf")) return union(read.list(value, "oneOf"), given);
  if (Object.hasOwn(value, "allOf")) return allOf(given);
  return byType(given);
}

interface SchemaNode {
  readonly context: BuildContext;
  readonly document: Document;
  readonly node: JsonObject;
}

function detailOf({ "x-detail": node }: JsonObject): ResponseDetail | undefined {
  if (!isObject(node)) return undefined;
  const levels = Object.entries(read.object(node, "levels"));
  return {
    parameter: read.text(node, "parameter"),
    levels: Object.fromEntries(levels.map(([level, names]) => [level, read.texts(names)])),
    assumed: assumedBy(node),
  };
}

function byType(given: SchemaNode): Schema {
  const { node } = given;
  const { type, format } = node;
  if (Array.isArray(type)) {
    return union(
      type.map((one) => placed({ ...node, type: one }, node)),
      given,
    );
  }
  switch (type) {
    case "string":
      return { kind: format === "decimal" ? "decimal" : "text" };
    case "number":
    case "integer":
      if (format === "decimal") return { kind: "decimal" };
      if (format !== "int64") return { kind: type };
      return node["x-safe-integer"] === true ? { kind: "int64", safe: true } : { kind: "int64" };
    case "boolean":
      return { kind: "flag" };
    case "null":
      return { kind: "nothing" };
    case "array":
      return list(given);
    case "object":
      return record(given);
    default:
      return Object.hasOwn(node, "properties") ? record(given) : { kind: "unstated" };
  }
}

function literal({ node }: SchemaNode): Schema {
  const value = node["const"];
  if (value === null) return { kind: "nothing" };
  return typeof value === "object" || value === undefined
    ? { kind: "unstated" }
    : { kind: "literal", value };
}

function anyOf(given: SchemaNode): Schema {
  const branches = read.list(given.node, "anyOf");
  const isWords = (branch: Json): boolean =>
    Array.isArray(read.at(branch, "enum")) || isUnstated(branch);
  if (
    branches.some((branch) => Array.isArray(read.at(branch, "enum"))) &&
    branches.every(isWords)
  ) {
    return enumOf(branches, given);
  }
  return union(
    branches.filter((branch) => !isUnstated(branch)),
    given,
  );
}

/** An enum; a branch without values makes it open. */
function enumOf(branches: readonly Json[], { context, node }: SchemaNode): Schema {
  const meanings = read.object(node, "x-enumDescriptions");
  const values = new Map<string, EnumValue>();
  for (const branch of branches) {
    const words = read.at(branch, "enum");
    if (!isObject(branch) || !isList(words)) continue;
    const own = read.object(branch, "x-enumDescriptions");
    for (const [index, word] of words.entries()) {
      if (typeof word !== "string" || values.has(word)) {
        const [message, fix] =
          typeof word === "string"
            ? [`The value ${word} is listed twice.`, "Keep one of the two."]
            : [`The value ${JSON.stringify(word)} is not text.`, "Put it in quotes, or use const."];
        context.problems.report({ node: words, key: index }, message, fix);
        continue;
      }
      const description = read.text(own[word]) || read.text(meanings[word]);
      if (description === "" && Object.keys({ ...meanings, ...own }).length > 0) {
        const fix = "Add a line for it to x-enumDescriptions.";
        const message = `The value ${word} has no description.`;
        context.problems.report({ node: words, key: index }, message, fix);
      }
      values.set(word, { value: word, description, assumed: assumedBy(branch) });
    }
  }
  for (const { "x-enumDescriptions": given } of [node, ...read.objects(branches)]) {
    const described = read.object(given);
    for (const word of Object.keys(described).filter((each) => !values.has(each))) {
      const message = `x-enumDescriptions describes ${word}, which is not a value here.`;
      const fix = suggestName(word, [...values.keys()]);
      context.problems.report({ node: described, key: word }, message, fix);
    }
  }
  return { kind: "enum", values: [...values.values()], open: branches.some(isUnstated) };
}

function union(branches: readonly Json[], { context, document }: SchemaNode): Schema {
  const referenceOf = (branch: Json) => read.optionalText(branch, "$ref");
  for (const node of repeated(branches.filter(isObject), referenceOf)) {
    const message = `${referenceOf(node)} is listed twice.`;
    context.problems.report({ node, key: "$ref" }, message, "Keep one of the two.");
  }
  const members = branches.map((branch) => buildSchema(context, document, branch));
  const [only] = members;
  if (only === undefined) return { kind: "unstated" };
  return members.length === 1 ? only : { kind: "union", members };
}

/** `allOf` with one schema is that schema; several are not supported. */
function allOf({ context, document, node }: SchemaNode): Schema {
  const parts = read.list(node, "allOf");
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return buildSchema(context, document, only);
  const message = "allOf with several schemas is not supported.";
  context.problems.report({ node, key: "allOf" }, message, "Write the properties into one schema.");
  return { kind: "unstated" };
}

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

function list({ context, document, node }: SchemaNode): Schema {
  const items = buildSchema(context, document, node["items"]);
  const given = read.objects(node, "prefixItems");
  const names = read.texts(node, "x-positions");
  if (given.length > 0) {
    if (names.length > 0) {
      const message = "x-positions names elements that prefixItems describes.";
      const fix = "Write each name as the title of its item.";
      context.problems.report({ node, key: "x-positions" }, message, fix);
    }
    const named = given.map((item, index) => ({
      name: read.text(item, "title") || (ordinals[index] ?? `item${index + 1}`),
      description: read.text(read.resolved(context[document], item), "description"),
      schema: buildSchema(context, document, item),
      origin: placeOf(item),
    }));
    const rest = Object.hasOwn(node, "items") && node["items"] !== false ? items : undefined;
    return { kind: "tuple", items: named, rest };
  }
  // A list with an exact, small length is a tuple; AsyncAPI has no other notation.
  const most = read.optionalNumber(node, "maxItems");
  const length = most === node["minItems"] ? most : undefined;
  if (names.length > 0 && names.length !== length) {
    context.problems.report(
      { node, key: "x-positions" },
      `x-positions names ${names.length} elements of a list of ${length ?? "any length"}.`,
      "Name each element once, and write their number as minItems and maxItems.",
    );
  }
  const positions = names.length > 0 ? names : ordinals.slice(0, length);
  if (positions.length !== length) return { kind: "list", items };
  const origin = placeOf(node);
  const same = positions.map((name): TupleItem => {
    return { name, description: "", schema: items, origin };
  });
  return { kind: "tuple", items: same, rest: undefined };
}

/** Makes a value nullable. */
function orNull(node: JsonObject, schema: Schema): Schema {
  if (!Object.hasOwn(node, "x-null")) return schema;
  return { kind: "union", members: [schema, { kind: "nothing" }] };
}

function record({ context, document, node }: SchemaNode): Schema {
  const required = new Set(read.texts(node, "required"));
  const holder = read.object(node, "properties");
  const properties = Object.entries(holder).flatMap(([name, value]): Property[] => {
    if (!isObject(value)) return [];
    const shared = read.text(read.resolved(context[document], value), "description");
    return [
      {
        name,
        description: read.description(value, shared),
        schema: orNull(value, buildSchema(context, document, value)),
        required: required.has(name),
        ...(Object.hasOwn(value, "x-also-named") ? { alsoNamed: true } : {}),
        ...defined({ role: read.optionalText(value, "x-role") }),
        assumed: assumedBy(value),
        origin: placeOf(holder, name),
      },
    ];
  });
  const more = node["additionalProperties"];
  const stated = more !== undefined && more !== false;
  const additional = stated ? buildSchema(context, document, more) : undefined;
  return { kind: "record", properties, additional };
}
