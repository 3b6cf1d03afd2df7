import { isList, isObject, listIn, member, objectIn, sameJson, textsIn } from "./json.ts";
import type { Json, JsonObject } from "./model.ts";
import { lookUp, pointerNames } from "./references.ts";

/** What a value lacks to fit a schema: the names that lead to the place, and what must be there. */
export interface Misfit {
  readonly path: readonly string[];
  readonly message: string;
  /** A property that would have to be written. */
  readonly missing?: string;
  /** Set where the last name of the path is the fault itself. */
  readonly isUnknown?: true;
}

/** Finds a schema by the name that a `$ref` gives its file. */
export type SchemaFiles = (name: string) => JsonObject | undefined;

/**
 * Compares a value with a JSON Schema of draft 2020-12, by walking both at once: the few small
 * schemas of the vocabulary are read once per run, so compiling them would cost more than it
 * gains. Returns every misfit. Of a choice that fits in no branch, the branch that came furthest
 * says why. Covers the keywords in `knownKeywords`; others would be a hole, see `unknownKeywords`.
 */
export function misfits(value: Json, schema: Json, files: SchemaFiles): readonly Misfit[] {
  return isObject(schema) ? compared(value, schema, { root: schema, files }) : [];
}

/** Keywords of a schema that are not compared, each with the object that holds it. */
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

interface Within {
  readonly root: JsonObject;
  readonly files: SchemaFiles;
}

function compared(value: Json, schema: Json, within: Within): readonly Misfit[] {
  if (schema === false) return [here("must not be there")];
  if (!isObject(schema)) return [];
  return [
    ...referred(value, schema, within),
    ...ofKind(value, schema),
    ...chosen(value, schema, within),
    ...(isObject(value) ? inObject(value, schema, within) : []),
    ...(isList(value) ? inList(value, schema, within) : []),
  ];
}

function referred(value: Json, schema: JsonObject, { root, files }: Within): readonly Misfit[] {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return [];
  const [file = "", pointer = ""] = reference.split("#");
  const target = file === "" ? root : files(file);
  const found = target && lookUp(target, pointerNames(`#${pointer}`));
  if (target === undefined || found === undefined) {
    return [here(`cannot be compared: the vocabulary has no ${reference}`)];
  }
  return compared(value, found, { root: target, files });
}

function ofKind(value: Json, schema: JsonObject): readonly Misfit[] {
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
  const isForeign =
    typeof value === "string" && typeof pattern === "string" && !RegExp(pattern, "u").test(value);
  return [
    ...(isForeign ? [here(`must be of the form ${String(pattern)}`)] : []),
    ...bounded(length, schema, ["minLength", "maxLength", "characters"]),
    ...bounded(typeof value === "number" ? value : undefined, schema, ["minimum", "maximum", ""]),
  ];
}

function bounded(
  amount: number | undefined,
  schema: JsonObject,
  [low, high, unit]: readonly [string, string, string],
): readonly Misfit[] {
  const { [low]: least, [high]: most } = schema;
  if (amount === undefined) return [];
  const told = (limit: number): string => `${limit} ${unit}`.trim();
  if (typeof least === "number" && amount < least) return [here(`must be ${told(least)} or more`)];
  if (typeof most === "number" && amount > most) return [here(`must be ${told(most)} or less`)];
  return [];
}

function chosen(value: Json, schema: JsonObject, within: Within): readonly Misfit[] {
  const all = listIn(schema["allOf"]).flatMap((part) => compared(value, part, within));
  const choices = ["anyOf", "oneOf"].flatMap((key) => {
    const branches = listIn(schema[key]).map((branch) => compared(value, branch, within));
    const fitting = branches.filter((found) => found.length === 0).length;
    if (branches.length === 0 || fitting === 1 || (key === "anyOf" && fitting > 0)) return [];
    if (fitting > 1) return [here("has several of the forms of which it may have one")];
    const depths = branches.map((found) => Math.max(...found.map(({ path }) => path.length)));
    const deepest = Math.max(...depths);
    const furthest = branches[depths.indexOf(deepest)] ?? [];
    return deepest > 0 ? furthest : [here("has none of the forms that it may have")];
  });
  return [...all, ...choices];
}

function inObject(value: JsonObject, schema: JsonObject, within: Within): readonly Misfit[] {
  const properties = objectIn(schema["properties"]);
  const keys = Object.keys(value);
  const dependent = Object.entries(objectIn(schema["dependentRequired"])).flatMap(([key, names]) =>
    Object.hasOwn(value, key) ? textsIn(names) : [],
  );
  const missing = [...textsIn(schema["required"]), ...dependent]
    .filter((name) => !Object.hasOwn(value, name))
    .map((name): Misfit => ({ ...here(`must have ${name}`), missing: name }));
  const inside = keys.flatMap((key) => {
    const known = member(properties, key);
    const rest = schema["additionalProperties"] ?? true;
    if (known === undefined && rest === false) {
      return [{ path: [key], message: "does not know", isUnknown: true as const }];
    }
    return compared(value[key] ?? null, known ?? rest, within).map((found) => at(key, found));
  });
  const named = keys.flatMap((key) =>
    compared(key, schema["propertyNames"] ?? true, within).map((found) => at(key, found)),
  );
  const amount = bounded(keys.length, schema, ["minProperties", "maxProperties", "entries"]);
  return [...missing, ...inside, ...named, ...amount];
}

function inList(value: readonly Json[], schema: JsonObject, within: Within): readonly Misfit[] {
  const inside = value.flatMap((item, index) =>
    compared(item, schema["items"] ?? true, within).map((found) => at(String(index), found)),
  );
  const twice = value.findIndex((item, index) =>
    value.slice(0, index).some((earlier) => sameJson(earlier, item)),
  );
  const isRepeated = schema["uniqueItems"] === true && twice >= 0;
  return [
    ...inside,
    ...(isRepeated ? [at(String(twice), here("must not be repeated"))] : []),
    ...bounded(value.length, schema, ["minItems", "maxItems", "entries"]),
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

function here(message: string): Misfit {
  return { path: [], message };
}

function at(key: string, misfit: Misfit): Misfit {
  return { ...misfit, path: [key, ...misfit.path] };
}
