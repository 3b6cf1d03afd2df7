/** Checks hand-written data against a JSON Schema, with messages that say how to fix it. */

import { nearestName, printableName } from "./field-issue.ts";
import { type Fields, isRecord } from "./json-value.ts";

/** The supported keywords; references point to `$defs` of one document. */
export interface JsonSchema {
  readonly $ref?: string;
  /** The expected value in words, for messages; derived from the other keywords when absent. */
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  /** Like `additionalProperties`, but includes the properties of `oneOf` and `allOf`. */
  readonly unevaluatedProperties?: boolean;
  readonly propertyNames?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  /** Objects that differ in a property with a `const`; a branch without one takes the rest. */
  readonly oneOf?: readonly JsonSchema[];
  /** Objects whose properties are merged in. */
  readonly allOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
}

/** Schemas by their names. */
export type JsonSchemas = Readonly<Record<string, JsonSchema>>;

/** One violation: the path of the value, such as `rules[0].when.nth`, and what is wrong with it. */
export interface SchemaViolation {
  readonly path: string;
  readonly what: string;
}

/** All violations of a schema by a value at a path; none when it is valid. */
export function violationsOf(
  schemas: JsonSchemas,
  schema: JsonSchema,
  value: unknown,
  path = "",
): readonly SchemaViolation[] {
  const check = (part: JsonSchema, one: unknown, at: string) =>
    violationsOf(schemas, part, one, at);
  const found = resolved(schemas, schema);
  const must = (): readonly SchemaViolation[] => {
    return [{ path, what: `must be ${expectation(schemas, schema)}` }];
  };
  if (found.oneOf !== undefined) {
    if (!isRecord(value)) return [{ path, what: "must be an object" }];
    return branchViolations(schemas, found, value, path);
  }
  if (found.anyOf !== undefined) {
    const branches = found.anyOf.map((branch) => check(branch, value, path));
    if (branches.some((violations) => violations.length === 0)) return [];
    const near = found.anyOf.findIndex((each) => hasType(resolved(schemas, each), value));
    return found.title === undefined || isRecord(value) ? (branches[near] ?? must()) : must();
  }
  if (!hasType(found, value) || !fits(found, value)) return must();
  const { not } = found;
  if (not !== undefined && check(not, value, path).length === 0) {
    return [{ path, what: not.title ?? `must not be ${expectation(schemas, not)}` }];
  }
  if (Array.isArray(value)) {
    const { minItems = 0 } = found;
    if (value.length < minItems) {
      const what = value.length === 0 ? "is an empty list" : `has fewer than ${minItems} entries`;
      return [{ path, what }];
    }
    const { items = {} } = found;
    return value.flatMap((one, index) => check(items, one, `${path}[${index}]`));
  }
  return isRecord(value) ? objectViolations(schemas, found, value, path) : [];
}

/** The expected value of a schema, in words. */
export function expectation(schemas: JsonSchemas, schema: JsonSchema): string {
  const found = { ...resolved(schemas, schema), ...schema };
  const { title, enum: words, const: only, anyOf, type, minimum, maximum, maxLength } = found;
  if (title !== undefined) return title;
  if (only !== undefined) return String(only);
  if (words !== undefined) return `one of ${words.join(", ")}`;
  if (anyOf !== undefined) return anyOf.map((each) => expectation(schemas, each)).join(", or ");
  switch (type) {
    case "boolean":
      return "true or false";
    case "string":
      return maxLength === undefined ? "text" : `a text of 1 to ${maxLength} characters`;
    case "integer":
    case "number": {
      const what = type === "integer" ? "a whole number" : "a number";
      if (minimum === undefined) return what;
      return `${what} from ${minimum} ${maximum === undefined ? "up" : `to ${maximum}`}`;
    }
    case "array":
      return "a list";
    default:
      return type === "null" ? "null" : "an object";
  }
}

/** Resolves a reference and merges `allOf`. */
export function resolved(schemas: JsonSchemas, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined) return resolved(schemas, schemas[name] ?? {});
  const { allOf, ...own } = schema;
  if (allOf === undefined) return schema;
  return allOf.reduce((all: JsonSchema, part) => merged(resolved(schemas, part), all), own);
}

/** The branches of `oneOf`, those of nested ones included. */
export function branchesOf(schemas: JsonSchemas, schema: JsonSchema): readonly JsonSchema[] {
  const { oneOf, ...shared } = resolved(schemas, schema);
  if (oneOf === undefined) return [shared];
  const branches = oneOf.flatMap((branch) => branchesOf(schemas, branch));
  return branches.map((branch) => merged(shared, branch));
}

/** Merges shared properties into a branch, so that it lists all of its properties. */
function merged(shared: JsonSchema, own: JsonSchema): JsonSchema {
  const { unevaluatedProperties: rest, ...schema } = { ...shared, ...own };
  const required = [...(own.required ?? []), ...(shared.required ?? [])];
  return {
    ...schema,
    ...(required.length > 0 && { required }),
    properties: { ...own.properties, ...shared.properties },
    ...(rest !== undefined && { additionalProperties: rest }),
  };
}

function branchViolations(
  schemas: JsonSchemas,
  schema: JsonSchema,
  value: Fields,
  path: string,
): readonly SchemaViolation[] {
  const branches = branchesOf(schemas, schema);
  const { properties = {} } = branches[0] ?? {};
  const tag = Object.keys(properties).find((name) => properties[name]?.const !== undefined) ?? "";
  const wordOf = (branch: JsonSchema): unknown => branch.properties?.[tag]?.const;
  const branch =
    branches.find((each) => wordOf(each) === value[tag] && Object.hasOwn(value, tag)) ??
    branches.find((each) => wordOf(each) === undefined);
  if (branch !== undefined) return violationsOf(schemas, branch, value, path);
  const words = branches.map((each) => String(wordOf(each)));
  const near = typeof value[tag] === "string" ? nearestName(value[tag], words) : undefined;
  const hint = near === undefined ? "" : `; did you mean ${near}?`;
  return [{ path: memberOf(path, tag), what: `must be one of ${words.join(", ")}${hint}` }];
}

function objectViolations(
  schemas: JsonSchemas,
  schema: JsonSchema,
  value: Fields,
  path: string,
): readonly SchemaViolation[] {
  const { properties = {}, required = [], additionalProperties: rest = true } = schema;
  const { propertyNames } = schema;
  const known = Object.keys(properties);
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => {
      const wanted = expectation(schemas, properties[name] ?? {});
      return { path: memberOf(path, name), what: `is missing; give ${wanted}` };
    });
  const wrong = Object.entries(value).flatMap(([name, one]): readonly SchemaViolation[] => {
    const at = memberOf(path, printableName(name));
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property !== undefined) return violationsOf(schemas, property, one, at);
    if (rest === false) return [{ path: at, what: `is unknown; ${hintFor(name, known)}` }];
    const names = propertyNames && resolved(schemas, propertyNames);
    const badName = names && violationsOf(schemas, names, name).length > 0;
    if (badName && names.enum !== undefined) {
      return [{ path: at, what: `is unknown; ${hintFor(name, names.enum.map(String))}` }];
    }
    if (badName) return [{ path: at, what: `must be ${expectation(schemas, names)}` }];
    return rest === true ? [] : violationsOf(schemas, rest, one, at);
  });
  return [...wrong, ...missing];
}

function hintFor(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === undefined ? `known names are ${known.join(", ")}` : `did you mean ${near}?`;
}

function memberOf(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function hasType({ type, enum: words }: JsonSchema, value: unknown): boolean {
  switch (type) {
    case undefined:
      return words === undefined || words.some((word) => typeof word === typeof value);
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return Number.isFinite(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}

/** Whether a scalar is valid. */
function fits(schema: JsonSchema, value: unknown): boolean {
  const { enum: words, const: only, minimum, maximum, minLength, maxLength, pattern } = schema;
  if (only !== undefined && value !== only) return false;
  if (words !== undefined && !words.includes(value)) return false;
  if (typeof value === "number") {
    return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
  }
  if (typeof value !== "string") return true;
  if (value.length < (minLength ?? 0) || value.length > (maxLength ?? Infinity)) return false;
  return pattern === undefined || new RegExp(pattern, "u").test(value);
}
