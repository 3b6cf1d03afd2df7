import {
  isList,
  isObject,
  listIn,
  lookUp,
  member,
  objectIn,
  pointerNames,
  sameJson,
  textsIn,
} from "./json.ts";
import type { Json, JsonObject } from "./model.ts";

/** One violation of a schema: the path to the value, and what must be there. */
export interface Violation {
  readonly path: readonly string[];
  readonly message: string;
  /** What the schema says of the value. */
  readonly description?: string;
  /** A required property that is absent. */
  readonly missing?: string;
  /** Set where the schema has no property of the last name of the path. */
  readonly isUnknown?: true;
}

/**
 * A value or key that names something of the spec, and the kind of it, from `x-names`; of the kind
 * `twice` where `x-unique` of a list says that a member of its items differs, and it does not.
 */
export interface Mention {
  readonly path: readonly string[];
  readonly name: string | number;
  readonly kind: string;
}

/** Finds a schema by the file name in a `$ref`. */
type SchemaFiles = (name: string) => JsonObject | undefined;

/**
 * Validates a value against a JSON Schema of draft 2020-12 by walking both at once: the schemas of
 * the vocabulary are small and used once per run, so compiling them would cost more than it saves.
 * Returns every violation. If no branch of a choice fits, reports the branch that matched deepest.
 * Supports the keywords in `knownKeywords`; `unknownKeywords` finds the others. References within
 * are to `root`, the schema itself if absent.
 */
export function schemaViolations(
  value: Json,
  schema: Json,
  files: SchemaFiles,
  root?: JsonObject,
): readonly Violation[] {
  return findings(value, schema, files, root).filter((found) => "message" in found);
}

/** The values that name something of the spec; of a choice, in the branch that fits. */
export function schemaMentions(value: Json, schema: Json, files: SchemaFiles): readonly Mention[] {
  return findings(value, schema, files).filter(isMention);
}

type Finding = Violation | Mention;

function isMention(found: Finding): found is Mention {
  return "kind" in found;
}

function findings(
  value: Json,
  schema: Json,
  files: SchemaFiles,
  root = objectIn(schema),
): readonly Finding[] {
  return findingsOf(value, schema, { root, files });
}

/** Keywords of a schema that are not supported, each with the object that holds it. */
export function unknownKeywords(
  schema: Json,
): readonly { readonly node: JsonObject; readonly key: string }[] {
  if (!isObject(schema)) return [];
  const own = Object.keys(schema)
    .filter((key) => !knownKeywords.has(key) && !key.startsWith("x-"))
    .map((key) => ({ node: schema, key }));
  const one = ["items", "additionalProperties", "propertyNames"].map((key) => schema[key] ?? true);
  const lists = ["anyOf", "oneOf", "allOf"].flatMap((key) => listIn(schema[key]));
  const maps = ["properties", "$defs"].flatMap((key) => Object.values(objectIn(schema[key])));
  return [...own, ...[...one, ...lists, ...maps].flatMap(unknownKeywords)];
}

const knownKeywords: ReadonlySet<string> = new Set(
  (
    "$schema $id $ref $defs title description examples type enum const anyOf oneOf allOf " +
    "required properties additionalProperties propertyNames minProperties maxProperties " +
    "dependentRequired items minItems maxItems uniqueItems minLength maxLength pattern " +
    "minimum maximum"
  ).split(" "),
);

interface Scope {
  readonly root: JsonObject;
  readonly files: SchemaFiles;
}

function findingsOf(value: Json, schema: Json, scope: Scope): readonly Finding[] {
  if (schema === false) return [here("must not be there")];
  if (!isObject(schema)) return [];
  const found = [
    ...referenceFindings(value, schema, scope),
    ...mentions(value, schema),
    ...scalarFindings(value, schema),
    ...choiceFindings(value, schema, scope),
    ...(isObject(value) ? objectFindings(value, schema, scope) : []),
    ...(isList(value) ? listFindings(value, schema, scope) : []),
  ];
  const { description } = schema;
  if (typeof description !== "string") return found;
  return found.map((each) => (each.path.length === 0 ? { description, ...each } : each));
}

function referenceFindings(
  value: Json,
  schema: JsonObject,
  { root, files }: Scope,
): readonly Finding[] {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return [];
  const [file = "", pointer = ""] = reference.split("#");
  const target = file === "" ? root : files(file);
  const found = target && lookUp(target, pointerNames(`#${pointer}`));
  if (target === undefined || found === undefined) {
    return [here(`cannot be compared: the vocabulary has no ${reference}`)];
  }
  return findingsOf(value, found, { root: target, files });
}

function mentions(value: Json, { "x-names": kind }: JsonObject): readonly Mention[] {
  const isName = typeof value === "string" || typeof value === "number";
  return isName && typeof kind === "string" ? [{ path: [], name: value, kind }] : [];
}

function scalarFindings(value: Json, schema: JsonObject): readonly Finding[] {
  const { type, enum: words, const: only, pattern } = schema;
  const allowed = only === undefined ? words : [only];
  if (isList(allowed) && !allowed.some((word) => sameJson(word, value))) {
    return [here(`must be ${allowed.map((word) => JSON.stringify(word)).join(" or ")}`)];
  }
  const types = typeof type === "string" ? [type] : textsIn(type);
  if (types.length > 0 && !types.some((name) => isOfType(value, name))) {
    return [here(`must be ${types.join(" or ")}`)];
  }
  const length = typeof value === "string" ? [...value].length : undefined;
  const isMismatch =
    typeof value === "string" && typeof pattern === "string" && !RegExp(pattern, "u").test(value);
  return [
    ...(isMismatch ? [here(`must be of the form ${String(pattern)}`)] : []),
    ...rangeFindings(length, schema, ["minLength", "maxLength", "characters"]),
    ...rangeFindings(typeof value === "number" ? value : undefined, schema, [
      "minimum",
      "maximum",
      "",
    ]),
  ];
}

function rangeFindings(
  amount: number | undefined,
  schema: JsonObject,
  [low, high, unit]: readonly [string, string, string],
): readonly Finding[] {
  const { [low]: least, [high]: most } = schema;
  if (amount === undefined) return [];
  const bound = (limit: number): string => `${limit} ${unit}`.trim();
  if (typeof least === "number" && amount < least) return [here(`must be ${bound(least)} or more`)];
  if (typeof most === "number" && amount > most) return [here(`must be ${bound(most)} or less`)];
  return [];
}

function choiceFindings(value: Json, schema: JsonObject, scope: Scope): readonly Finding[] {
  const all = listIn(schema["allOf"]).flatMap((part) => findingsOf(value, part, scope));
  const choices = ["anyOf", "oneOf"].flatMap((key) => {
    const branches = listIn(schema[key]).map((branch) => findingsOf(value, branch, scope));
    const fitting = branches.filter((found) => found.every(isMention));
    if (branches.length === 0) return [];
    if (fitting.length === 1 || (key === "anyOf" && fitting.length > 0)) return fitting.flat();
    if (fitting.length > 1) return [here("has several of the forms of which it may have one")];
    const depths = branches.map((found) => Math.max(...found.map(({ path }) => path.length)));
    const deepest = Math.max(...depths);
    const furthest = branches[depths.indexOf(deepest)] ?? [];
    return deepest > 0 ? furthest : [here("has none of the forms that it may have")];
  });
  return [...all, ...choices];
}

function objectFindings(value: JsonObject, schema: JsonObject, scope: Scope): readonly Finding[] {
  const properties = objectIn(schema["properties"]);
  const keys = Object.keys(value);
  const dependent = Object.entries(objectIn(schema["dependentRequired"])).flatMap(([key, names]) =>
    Object.hasOwn(value, key) ? textsIn(names) : [],
  );
  const missing = [...textsIn(schema["required"]), ...dependent]
    .filter((name) => !Object.hasOwn(value, name))
    .map((name): Violation => ({ ...here(`must have ${name}`), missing: name }));
  const inside = keys.flatMap((key) => {
    const known = member(properties, key);
    const rest = schema["additionalProperties"] ?? true;
    if (known === undefined && rest === false) {
      return [{ path: [key], message: "does not know", isUnknown: true as const }];
    }
    return findingsOf(value[key] ?? null, known ?? rest, scope).map((found) => at(key, found));
  });
  const named = keys.flatMap((key) =>
    findingsOf(key, schema["propertyNames"] ?? true, scope).map((found) => at(key, found)),
  );
  const amount = rangeFindings(keys.length, schema, ["minProperties", "maxProperties", "entries"]);
  return [...missing, ...inside, ...named, ...amount];
}

function listFindings(
  value: readonly Json[],
  schema: JsonObject,
  scope: Scope,
): readonly Finding[] {
  const inside = value.flatMap((item, index) =>
    findingsOf(item, schema["items"] ?? true, scope).map((found) => at(String(index), found)),
  );
  const twice = value.findIndex((item, index) =>
    value.slice(0, index).some((earlier) => sameJson(earlier, item)),
  );
  const isRepeated = schema["uniqueItems"] === true && twice >= 0;
  const repeated = textsIn(schema["x-unique"]).flatMap((key) =>
    value.flatMap((item, index): readonly Mention[] => {
      const name = member(item, key);
      if (typeof name !== "string" && typeof name !== "number") return [];
      const isFirst = value.findIndex((other) => member(other, key) === name) === index;
      return isFirst ? [] : [{ path: [String(index), key], name, kind: "twice" }];
    }),
  );
  return [
    ...inside,
    ...repeated,
    ...(isRepeated ? [at(String(twice), here("must not be repeated"))] : []),
    ...rangeFindings(value.length, schema, ["minItems", "maxItems", "entries"]),
  ];
}

function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case "object":
      return isObject(value);
    case "array":
      return isList(value);
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}

function here(message: string): Violation {
  return { path: [], message };
}

function at(key: string, found: Finding): Finding {
  return { ...found, path: [key, ...found.path] };
}
