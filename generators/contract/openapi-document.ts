import type { LimitDescriptor } from "../../runtime/tables.ts";
import { isObject, mapValues, member, objectIn, textIn, textsIn } from "./documents/json.ts";
import type { Json, JsonObject } from "./documents/model.ts";

const methods: ReadonlySet<string> = new Set(["get", "post", "put", "delete"]);

/**
 * The OpenAPI bundle with what standard tools expect at each operation and the sources say once
 * elsewhere: the security requirement, and the usage headers of the responses.
 */
export function buildOpenapiDocument(
  openapi: JsonObject,
  limits: readonly LimitDescriptor[],
): JsonObject {
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
  const isShared = Object.hasOwn(components, "responses");
  return {
    ...openapi,
    paths,
    components: isShared ? { ...components, responses } : components,
  };
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
