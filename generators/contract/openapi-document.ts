import type { LimitDescriptor, SigningDescriptor } from "../../runtime/tables.ts";
import { isList, isObject, mapValues, rewritten, withMember } from "./documents/json.ts";
import type { Json, JsonObject } from "./documents/model.ts";
import * as read from "./documents/read.ts";
import { listedStatuses } from "./errors/errors.ts";

/** Parts of the contract that the bundle repeats. */
interface Parts {
  readonly limits: readonly LimitDescriptor[];
  readonly filters: readonly { readonly name: string }[];
  readonly signing: SigningDescriptor;
}

const methods: ReadonlySet<string> = new Set(["get", "post", "put", "delete"]);

/**
 * Completes the OpenAPI bundle for standard tools with facts that the sources state once elsewhere:
 * security requirements and usage headers of each operation, and all filter names where unknown
 * ones exclude them.
 */
export function buildOpenapiDocument(
  openapi: JsonObject,
  { limits, filters, signing }: Parts,
): JsonObject {
  const known = read.components(openapi, "headers");
  const headers = limits.filter(({ header }) => Object.hasOwn(known, header));
  const every = headers.filter(({ carriedBy }) => carriedBy === "everyResponse");
  const statuses = listedStatuses(openapi).map(String);
  const bodies = recordedBodies(openapi, signing);
  const paths = mapValues(read.object(openapi, "paths"), (item) =>
    mapValues(read.object(item), (given, key) => {
      if (!methods.has(key)) return given;
      const value = read.object(given);
      const isOrder = Object.hasOwn(value, "x-placement");
      const carried = isOrder ? headers : every;
      const stated = withEachStatus(read.object(value, "responses"), statuses);
      const responses = mapValues(stated, (response) => withHeaders(response, carried));
      const body = withSamples(value, bodies.get(read.text(value, "operationId")));
      return { ...value, ...requirement(openapi, value), ...body, responses };
    }),
  );
  const components = read.object(openapi, "components");
  const responses = mapValues(read.object(components, "responses"), (response) =>
    withHeaders(response, every),
  );
  const names = filters.map(({ name }) => name);
  const schemas = mapValues(read.object(components, "schemas"), (schema) => {
    const hasWords = JSON.stringify(schema).includes('"x-words":');
    const listed = (part: JsonObject) => withMember(part, "x-words", ["enum", names]);
    return withWholeTuple(hasWords ? rewritten(schema, listed) : schema);
  });
  const parameters = mapValues(read.object(components, "parameters"), withPlainLength);
  const own: JsonObject = { responses, schemas, parameters };
  const parts = mapValues(components, (part, key) => own[key] ?? part);
  return { ...openapi, paths, components: parts };
}

/** The listed statuses of a class, such as those of 5XX, in its place. */
function withEachStatus(responses: JsonObject, statuses: readonly string[]): JsonObject {
  const others = statuses.filter((status) => !Object.hasOwn(responses, status));
  const named = Object.entries(responses).flatMap(([status, response]) => {
    const [, first] = /^(\d)XX$/u.exec(status) ?? [];
    const own = first === undefined ? [] : others.filter((each) => each.startsWith(first));
    return own.length === 0 ? [[status, response] as const] : own.map((each) => [each, response]);
  });
  return Object.fromEntries(named);
}

/**
 * Rewrites a tuple whose further items have one type, as one more position of that type. Tools
 * without `prefixItems` apply `items` to every position, and some require it.
 */
function withWholeTuple(schema: Json): Json {
  if (!isObject(schema) || !isList(schema["prefixItems"])) return schema;
  const { items, ...tuple } = schema;
  if (!isObject(items)) return { items: {}, ...schema };
  return { ...tuple, prefixItems: [...schema["prefixItems"], items], items: {} };
}

/**
 * Replaces a pattern that bounds the length of a long text by length keywords: tools that generate
 * values from a pattern run out of memory with thousands of repetitions.
 */
function withPlainLength(parameter: Json): Json {
  const schema = read.at(parameter, "schema");
  const pattern = read.text(schema, "pattern");
  const [, letters, least, most] = /^\^(\[[^\]]+\])\{(\d+),(\d{4,})\}\$$/u.exec(pattern) ?? [];
  if (!isObject(parameter) || !isObject(schema) || letters === undefined) return parameter;
  const lengths = { minLength: Number(least), maxLength: Number(most) };
  return { ...parameter, schema: { ...schema, pattern: `^${letters}+$`, ...lengths } };
}

/**
 * Recorded bodies as samples by operation, without what changes in each request. Their names differ
 * from those of the responses, because tools combine equal names into one call, whose required
 * query fields would be missing.
 */
function recordedBodies(
  openapi: JsonObject,
  signing: SigningDescriptor,
): ReadonlyMap<string, JsonObject> {
  const bodies = new Map<string, JsonObject>();
  const recorded = read.components(openapi, "examples");
  for (const [name, example] of Object.entries(recorded)) {
    const body = read.object(example, "x-request", "body");
    const { [signing.timestamp]: _, [signing.signature]: __, ...value } = body;
    if (Object.keys(value).length === 0) continue;
    const [, id = "", variant = ""] = /^(.+)\.(.+)/su.exec(name) ?? [];
    const sample = { summary: read.text(example, "summary"), value };
    bodies.set(id, { ...bodies.get(id), [`${variant}Body`]: sample });
  }
  return bodies;
}

/** Inserts the samples of an operation's form. */
function withSamples(operation: JsonObject, examples: JsonObject | undefined): JsonObject {
  const body = operation["requestBody"];
  const content = read.object(body, "content");
  const form = content[formType];
  if (!isObject(body) || !isObject(form) || examples === undefined) return {};
  return { requestBody: { ...body, content: { ...content, [formType]: { ...form, examples } } } };
}

export const formType = "application/x-www-form-urlencoded";

/** The OpenAPI security requirement for a security type. */
function requirement(openapi: JsonObject, operation: JsonObject): { readonly security?: Json } {
  const given = operation["x-security"];
  const name = isObject(given) ? read.text(given, "type") : read.text(given);
  const type = read.at(openapi, "x-security-types", "types", name);
  if (!isObject(type)) return {};
  const requires = read.texts(type, "requires");
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
    headers: { ...(Object.fromEntries(added) as JsonObject), ...read.object(headers) },
    ...rest,
  };
}
