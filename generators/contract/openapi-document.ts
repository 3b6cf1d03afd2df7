import type { LimitDescriptor } from "../../runtime/tables.ts";
import {
  isList,
  isObject,
  mapValues,
  member,
  objectIn,
  textIn,
  textsIn,
} from "./documents/json.ts";
import type { Json, JsonObject } from "./documents/model.ts";

/** Parts of the contract that are repeated in the bundle. */
interface Parts {
  readonly limits: readonly LimitDescriptor[];
  readonly filters: readonly { readonly name: string }[];
}

const methods: ReadonlySet<string> = new Set(["get", "post", "put", "delete"]);

/**
 * The OpenAPI bundle with what standard tools expect in place and the sources say once elsewhere:
 * of each operation the security requirement, and the usage headers of its responses; the names of
 * all filters where an unknown one has none of them.
 */
export function buildOpenapiDocument(openapi: JsonObject, { limits, filters }: Parts): JsonObject {
  const known = objectIn(member(openapi["components"], "headers"));
  const headers = limits.filter(({ header }) => Object.hasOwn(known, header));
  const every = headers.filter(({ carriedBy }) => carriedBy === "everyResponse");
  const paths = mapValues(objectIn(openapi["paths"]), (item) =>
    mapValues(objectIn(item), (value, key) => {
      if (!methods.has(key) || !isObject(value)) return value;
      const isOrder = member(value["x-weight"], "account") !== undefined;
      const carried = isOrder ? headers : every;
      const responses = mapValues(objectIn(value["responses"]), (response) =>
        withHeaders(response, carried),
      );
      return { ...value, ...requirement(openapi, value), responses };
    }),
  );
  const components = objectIn(openapi["components"]);
  const responses = mapValues(objectIn(components["responses"]), (response) =>
    withHeaders(response, every),
  );
  const names = filters.map(({ name }) => name);
  const schemas = mapValues(objectIn(components["schemas"]), (schema) =>
    JSON.stringify(schema).includes('"x-none-of":') ? withoutThese(schema, names) : schema,
  );
  const parts = mapValues(components, (part, key) =>
    key === "responses" ? responses : key === "schemas" ? schemas : part,
  );
  return { ...openapi, paths, components: parts };
}

/** The OpenAPI security requirement for our security type. */
function requirement(openapi: JsonObject, operation: JsonObject): { readonly security?: Json } {
  const given = operation["x-security"];
  const name = isObject(given) ? textIn(given["type"]) : textIn(given);
  const types = member(objectIn(openapi["x-security-types"]), "types");
  const type = member(types, name);
  if (!isObject(type)) return {};
  const requires = textsIn(type["requires"]);
  if (requires.length === 0) return { security: [] };
  return { security: [Object.fromEntries(requires.map((scheme) => [scheme, []]))] };
}

function withHeaders(response: Json, limits: readonly LimitDescriptor[]): Json {
  if (!isObject(response) || Object.hasOwn(response, "$ref") || limits.length === 0)
    return response;
  const added = limits.map(({ header }) => [header, { $ref: `#/components/headers/${header}` }]);
  const { description, headers, ...rest } = response;
  return {
    ...(description === undefined ? {} : { description }),
    headers: { ...(Object.fromEntries(added) as JsonObject), ...objectIn(headers) },
    ...rest,
  };
}

/** The value with `not` and the names in place of each `x-none-of`. */
function withoutThese(value: Json, names: readonly string[]): Json {
  if (isList(value)) return value.map((item) => withoutThese(item, names));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, part]): [string, Json] =>
    key === "x-none-of" ? ["not", { enum: names }] : [key, withoutThese(part, names)],
  );
  return Object.fromEntries(entries);
}
