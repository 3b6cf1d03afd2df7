import type { JsonSchema } from "../../../runtime/encoding/json-schema.ts";
import { isObject } from "./json.ts";
import type { Json, JsonObject } from "./model.ts";
import { type Problems, suggestName } from "./problems.ts";
import * as read from "./read.ts";

/** Reports unsupported keywords of schemas: the validator would accept any value for them. */
export function reportKeywords(
  problems: Problems,
  schemas: Iterable<Json>,
  where: string,
  otherwise?: string,
): void {
  for (const { node, key } of [...schemas].flatMap(unknownKeywords)) {
    const message = `The keyword ${key} is not supported in ${where}.`;
    problems.report({ node, key }, message, otherwise ?? suggestName(key, keywords));
  }
}

/** Unsupported keywords of a schema, each with the object that contains it. */
export function unknownKeywords(
  schema: Json,
): readonly { readonly node: JsonObject; readonly key: string }[] {
  if (!isObject(schema)) return [];
  const own = Object.keys(schema)
    .filter((key) => !keywords.includes(key) && !key.startsWith("x-"))
    .map((key) => ({ node: schema, key }));
  const one = ["items", "additionalProperties", "propertyNames", "not", "x-assumable"].map(
    (key) => schema[key] ?? true,
  );
  const lists = ["anyOf", "oneOf", "allOf"].flatMap((key) => read.list(schema[key]));
  const maps = ["properties", "$defs"].flatMap((key) => Object.values(read.object(schema[key])));
  return [...own, ...[...one, ...lists, ...maps].flatMap(unknownKeywords)];
}

/** The keywords of runtime/encoding/json-schema.ts, and those that only inform. */
const keywords: readonly string[] = [
  ...["$schema", "$id", "$defs", "examples"],
  ...([
    ...(["$ref", "title", "description", "default", "type", "enum", "const"] as const),
    ...(["minimum", "maximum", "minLength", "maxLength", "pattern"] as const),
    ...(["items", "minItems", "maxItems", "uniqueItems"] as const),
    ...(["properties", "required", "dependentRequired", "additionalProperties"] as const),
    ...(["unevaluatedProperties", "propertyNames", "minProperties", "maxProperties"] as const),
    ...(["anyOf", "oneOf", "allOf", "not"] as const),
  ] satisfies (keyof JsonSchema)[]),
];
