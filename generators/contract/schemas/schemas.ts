import type { BuildContext, Document } from "../context.ts";
import { assumedBy, merged, originOf, report } from "../context.ts";
import {
  isObject,
  listIn,
  member,
  objectIn,
  optionalNumber,
  textIn,
  textsIn,
} from "../documents/json.ts";
import type { Json, JsonObject, NamedSchema, Property, Schema, TupleItem } from "../model.ts";
import { choice, isUnstated } from "./schema-choice.ts";

/**
 * The named schemas of both documents, by name. A schema that both refer to is one schema; a name
 * that stands for two different ones is reported.
 */
export function buildSchemas(context: BuildContext): readonly NamedSchema[] {
  const named = new Map<string, NamedSchema>();
  for (const document of ["openapi", "asyncapi"] as const) {
    const components = member(member(context[document], "components"), "schemas");
    for (const [name, value] of Object.entries(objectIn(components))) {
      if (!isObject(value)) continue;
      const schema = namedSchema(context, document, { name, value });
      const known = named.get(name);
      if (known === undefined) named.set(name, schema);
      else if (!isSame(known, schema)) {
        report(context, {
          node: value,
          message: `The schema ${name} is also written in ${known.origin.file}.`,
          fix: "Refer to one of the two from both documents, or rename one.",
        });
      }
    }
  }
  return [...named.values()];
}

/** Two documents that were bundled apart may each hold the schema, as long as it is the same. */
function isSame(left: NamedSchema, right: NamedSchema): boolean {
  if (JSON.stringify(left.origin) === JSON.stringify(right.origin)) return true;
  return withoutPlaces(left) === withoutPlaces(right);
}

function withoutPlaces(schema: NamedSchema): string {
  return JSON.stringify(schema, (key, value: unknown) => (key === "origin" ? undefined : value));
}

/** The schema that an object of a document stands for. */
export function buildSchema(
  context: BuildContext,
  document: Document,
  value: Json | undefined,
): Schema {
  if (!isObject(value)) return { kind: "unstated" };
  const read: Reading = { context, document, node: value };
  const reference = member(value, "$ref");
  if (typeof reference === "string") {
    return { kind: "reference", name: reference.split("/").at(-1) ?? "" };
  }
  if (Object.hasOwn(value, "const")) return literal(read);
  if (Object.hasOwn(value, "enum")) return choice([value], read);
  if (Object.hasOwn(value, "anyOf")) return anyOf(read);
  if (Object.hasOwn(value, "oneOf")) return union(listIn(value["oneOf"]), read);
  if (Object.hasOwn(value, "allOf")) return allOf(read);
  return byType(read);
}

interface Reading {
  readonly context: BuildContext;
  readonly document: Document;
  readonly node: JsonObject;
}

function namedSchema(
  context: BuildContext,
  document: Document,
  { name, value }: { readonly name: string; readonly value: JsonObject },
): NamedSchema {
  return {
    name,
    description: textIn(value["description"]),
    schema: buildSchema(context, document, value),
    assumed: assumedBy(value),
    origin: originOf(context, value),
  };
}

function byType({ context, document, node }: Reading): Schema {
  const read = { context, document, node };
  const type = node["type"];
  const format = node["format"];
  if (Array.isArray(type)) {
    return union(
      type.map((one) => placed({ ...node, type: one }, node, context)),
      read,
    );
  }
  switch (type) {
    case "string":
      return { kind: format === "decimal" ? "decimal" : "text" };
    case "number":
    case "integer":
      if (format === "decimal") return { kind: "decimal" };
      return { kind: format === "int64" ? "int64" : type };
    case "boolean":
      return { kind: "flag" };
    case "null":
      return { kind: "nothing" };
    case "array":
      return list(read);
    case "object":
      return record(read);
    default:
      return Object.hasOwn(node, "properties") ? record(read) : { kind: "unstated" };
  }
}

function literal({ node }: Reading): Schema {
  const value = node["const"];
  if (value === null) return { kind: "nothing" };
  return typeof value === "object" || value === undefined
    ? { kind: "unstated" }
    : { kind: "literal", value };
}

function anyOf(read: Reading): Schema {
  const branches = listIn(read.node["anyOf"]);
  const isWords = (branch: Json): boolean =>
    Array.isArray(member(branch, "enum")) || isUnstated(branch);
  if (branches.some((branch) => Array.isArray(member(branch, "enum"))) && branches.every(isWords)) {
    return choice(branches, read);
  }
  return union(
    branches.filter((branch) => !isUnstated(branch)),
    read,
  );
}

function union(branches: readonly Json[], { context, document }: Reading): Schema {
  const members = branches.map((branch) => buildSchema(context, document, branch));
  const [only] = members;
  if (only === undefined) return { kind: "unstated" };
  return members.length === 1 ? only : { kind: "union", members };
}

/** One schema with words added is that schema; several at once have no type of their own here. */
function allOf({ context, document, node }: Reading): Schema {
  const parts = listIn(node["allOf"]);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return buildSchema(context, document, only);
  report(context, {
    node,
    key: "allOf",
    message: "allOf with several schemas is not turned into a type.",
    fix: "Write the properties into one schema.",
  });
  return { kind: "unstated" };
}

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

function list({ context, document, node }: Reading): Schema {
  const items = buildSchema(context, document, node["items"]);
  const given = listIn(node["prefixItems"]).filter(isObject);
  if (given.length > 0) {
    const named = given.map((item, index) => tupleItem(context, document, { item, index }));
    const rest = Object.hasOwn(node, "items") && node["items"] !== false ? items : undefined;
    return { kind: "tuple", items: named, rest };
  }
  // A list of one exact, small length is a tuple; streams have no other way to write one.
  const length = optionalNumber(node["maxItems"]);
  if (length === undefined || length !== node["minItems"] || length > ordinals.length) {
    return { kind: "list", items };
  }
  const names = textsIn(node["x-positions"]);
  const same = ordinals.slice(0, length).map((ordinal, index): TupleItem => {
    const name = names[index] ?? ordinal;
    return { name, description: "", schema: items, origin: originOf(context, node) };
  });
  return { kind: "tuple", items: same, rest: undefined };
}

function tupleItem(
  context: BuildContext,
  document: Document,
  { item, index }: { readonly item: JsonObject; readonly index: number },
): TupleItem {
  return {
    name: textIn(item["title"]) || (ordinals[index] ?? `item${index + 1}`),
    description: textIn(merged(context, document, item)["description"]),
    schema: buildSchema(context, document, item),
    origin: originOf(context, item),
  };
}

/** A documented value that null may stand for. */
function orNull(node: JsonObject, schema: Schema): Schema {
  if (!Object.hasOwn(node, "x-null")) return schema;
  return { kind: "union", members: [schema, { kind: "nothing" }] };
}

function record({ context, document, node }: Reading): Schema {
  const required = new Set(textsIn(node["required"]));
  const holder = objectIn(node["properties"]);
  const properties = Object.entries(holder).flatMap(([name, value]): Property[] => {
    if (!isObject(value)) return [];
    const own = textIn(value["description"]);
    return [
      {
        name,
        description: own || textIn(merged(context, document, value)["description"]),
        schema: orNull(value, buildSchema(context, document, value)),
        required: required.has(name),
        ...(Object.hasOwn(value, "x-also-named") ? { alsoNamed: true } : {}),
        assumed: assumedBy(value),
        origin: originOf(context, holder, name),
      },
    ];
  });
  const more = node["additionalProperties"];
  const stated = more !== undefined && more !== false;
  const additional = stated ? buildSchema(context, document, more) : undefined;
  return { kind: "record", properties, additional };
}

function placed(node: JsonObject, from: JsonObject, { places }: BuildContext): JsonObject {
  places.copy(from, node);
  return node;
}
