import { posix } from "node:path";

import { nearestName } from "../../../runtime/encoding/field-issue.ts";
import {
  defined,
  isList,
  isObject,
  listIn,
  lookUp,
  member,
  objectIn,
  optionalText,
  pointerNames,
  sameJson,
  textsIn,
} from "./json.ts";
import type { Json, JsonObject } from "./model.ts";

/** One violation of a schema: the path to the value, and what is expected. */
export interface Violation {
  readonly path: readonly string[];
  readonly message: string;
  /** The schema's description of the value. */
  readonly description?: string;
  /** An absent required property. */
  readonly missing?: string;
  /** The known key that an unknown one resembles. */
  readonly meant?: string;
}

/**
 * A value or key that refers to something in the spec, with its kind from `x-names`; of kind
 * `twice` for a duplicate in a list with `x-unique`.
 */
export interface Mention {
  readonly path: readonly string[];
  readonly name: string | number;
  readonly kind: string;
}

/** Schema of each extension, by its name with `x-`; a `$ref` gives its file without. */
export type Vocabulary = ReadonlyMap<string, JsonObject>;

/**
 * Validates a value against a JSON Schema of draft 2020-12 by walking both at once: the schemas are
 * small and used once per run, so compiling them would not pay. Returns every violation and
 * mention; for a choice those of the matching branch, or of the closest one. Supports the keywords
 * in `knownKeywords`; `unknownKeywords` finds others. References within are relative to `root`.
 */
export function compareWithSchema(
  value: Json,
  schema: Json,
  vocabulary: Vocabulary,
  root = objectIn(schema),
): Findings {
  return findingsOf(value, schema, { path: [], description: undefined, root, vocabulary });
}

function findingsOf(value: Json, schema: Json, place: Omit<Place, "found">): Findings {
  const found = { violations: [], mentions: [] };
  compare(value, schema, { ...place, found });
  return { ...found, violations: withoutMisspelt(found.violations) };
}

/** A misspelt key is not missing. */
function withoutMisspelt(violations: readonly FoundViolation[]): readonly FoundViolation[] {
  const misspelt = new Set(
    violations.flatMap(({ path, meant }) =>
      meant === undefined ? [] : path.with(-1, meant).join("/"),
    ),
  );
  return violations.filter(
    ({ path, missing }) =>
      !missing?.split(" or ").some((name) => misspelt.has([...path, name].join("/"))),
  );
}

interface Findings {
  readonly violations: readonly FoundViolation[];
  readonly mentions: readonly Mention[];
}

interface FoundViolation extends Violation {
  /** Length of the path to the value with the problem; that of an unknown key is of its object. */
  readonly level: number;
  /** The value has another type, so this branch of a choice was not meant. */
  readonly otherType?: boolean;
}

/** Unsupported keywords of a schema, each with the object that contains it. */
export function unknownKeywords(
  schema: Json,
  known = knownKeywords,
): readonly { readonly node: JsonObject; readonly key: string }[] {
  if (!isObject(schema)) return [];
  const own = Object.keys(schema)
    .filter((key) => !known.has(key) && !key.startsWith("x-"))
    .map((key) => ({ node: schema, key }));
  const one = ["items", "additionalProperties", "propertyNames", "not"].map(
    (key) => schema[key] ?? true,
  );
  const lists = ["anyOf", "oneOf", "allOf"].flatMap((key) => listIn(schema[key]));
  const maps = ["properties", "$defs"].flatMap((key) => Object.values(objectIn(schema[key])));
  return [...own, ...[...one, ...lists, ...maps].flatMap((each) => unknownKeywords(each, known))];
}

const knownKeywords: ReadonlySet<string> = new Set(
  (
    "$schema $id $ref $defs title description examples type enum const anyOf oneOf allOf " +
    "required properties additionalProperties propertyNames minProperties maxProperties " +
    "dependentRequired items minItems maxItems uniqueItems minLength maxLength pattern " +
    "minimum maximum"
  ).split(" "),
);

/** The place of a value, its schema, and where findings go. */
interface Place {
  readonly path: readonly string[];
  readonly description: string | undefined;
  readonly root: JsonObject;
  readonly vocabulary: Vocabulary;
  readonly found: { readonly violations: FoundViolation[]; readonly mentions: Mention[] };
}

function say(
  { path, description, found }: Place,
  message: string,
  more: Partial<FoundViolation> = {},
): void {
  found.violations.push({
    path,
    message,
    level: path.length,
    ...defined({ description }),
    ...more,
  });
}

function within(place: Place, key: string | number): Place {
  return { ...place, path: [...place.path, String(key)], description: undefined };
}

function compare(value: Json, schema: Json, place: Place): void {
  if (schema === false) say(place, "is not allowed");
  if (!isObject(schema)) return;
  const here = { ...place, description: optionalText(schema["description"]) ?? place.description };
  compareReference(value, schema, here);
  mention(value, schema["x-names"], here);
  compareScalar(value, schema, here);
  for (const part of listIn(schema["allOf"])) compare(value, part, here);
  compareChoice(value, schema, "anyOf", here);
  compareChoice(value, schema, "oneOf", here);
  if (isObject(value)) compareObject(value, schema, here);
  if (isList(value)) compareList(value, schema, here);
}

function compareReference(value: Json, schema: JsonObject, place: Place): void {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return;
  const [file = "", pointer = ""] = reference.split("#");
  const root =
    file === "" ? place.root : place.vocabulary.get(`x-${posix.basename(file, ".yaml")}`);
  const found = root && lookUp(root, pointerNames(`#${pointer}`));
  if (root === undefined || found === undefined) {
    say(place, `cannot be compared: the vocabulary has no ${reference}`);
  } else compare(value, found, { ...place, root });
}

function mention(name: Json | undefined, kind: Json | undefined, { path, found }: Place): void {
  const isName = typeof name === "string" || typeof name === "number";
  if (isName && typeof kind === "string") found.mentions.push({ path, name, kind });
}

function compareScalar(value: Json, schema: JsonObject, place: Place): void {
  const { type, enum: words, const: only, pattern } = schema;
  const allowed = only === undefined ? words : [only];
  if (isList(allowed) && !allowed.some((word) => sameJson(word, value))) {
    const otherType = !isScalar(value) && allowed.every(isScalar);
    say(place, `must be ${allowed.map((word) => JSON.stringify(word)).join(" or ")}`, {
      otherType,
    });
    return;
  }
  const types = typeof type === "string" ? [type] : textsIn(type);
  if (types.length > 0 && !types.some((name) => isOfType(value, name))) {
    say(place, `must be ${types.join(" or ")}`, { otherType: true });
    return;
  }
  if (typeof value === "number") compareRange(value, schema, ["minimum", "maximum", ""], place);
  if (typeof value !== "string") return;
  if (typeof pattern === "string" && !isOfForm(value, pattern)) {
    say(place, `must be of the form ${pattern}`);
  }
  compareRange([...value].length, schema, ["minLength", "maxLength", " characters"], place);
}

/** Whether a text matches a pattern. An invalid pattern is a separate problem. */
function isOfForm(text: string, pattern: string): boolean {
  try {
    return RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

function compareRange(
  amount: number,
  schema: JsonObject,
  [low, high, unit]: readonly [string, string, string],
  place: Place,
): void {
  const { [low]: least, [high]: most } = schema;
  if (typeof least === "number" && amount < least) say(place, `must be ${least}${unit} or more`);
  if (typeof most === "number" && amount > most) say(place, `must be ${most}${unit} or less`);
}

/**
 * If no branch matches, reports the violations of the branch that was probably meant: of those for
 * the type of the value, the one with the fewest violations by the value itself.
 */
function compareChoice(
  value: Json,
  schema: JsonObject,
  key: "anyOf" | "oneOf",
  place: Place,
): void {
  const branches = listIn(schema[key]).map((branch) => findingsOf(value, branch, place));
  const isOwn = ({ level }: FoundViolation): boolean => level === place.path.length;
  if (branches.length === 0) return;
  const fitting = branches.filter(({ violations }) => violations.length === 0);
  if (fitting.length > 1 && key === "oneOf") {
    say(place, "matches several of its forms, and may match only one");
    return;
  }
  if (fitting.length > 0) {
    place.found.mentions.push(...fitting.flatMap(({ mentions }) => mentions));
    return;
  }
  const near = branches
    .map((branch) => ({ ...branch, own: branch.violations.filter(isOwn) }))
    .filter(({ own }) => !own.some(({ otherType }) => otherType));
  const [meant] = near.toSorted((left, right) => left.own.length - right.own.length);
  const missing = near.flatMap(({ violations: [first, ...others] }) =>
    others.length === 0 ? (first?.missing ?? []) : [],
  );
  if (meant === undefined) {
    const forms = branches.flatMap(
      ({ violations: [first] }) => first?.message.replace(/^must be /u, "") ?? [],
    );
    say(place, `must be ${[...new Set(forms)].join(" or ")}`, { otherType: true });
  } else if (near.length > 1 && missing.length === near.length) {
    const names = [...new Set(missing)].join(" or ");
    say(place, `must have ${names}`, { missing: names });
  } else {
    place.found.violations.push(...meant.violations);
    place.found.mentions.push(...meant.mentions);
  }
}

function compareObject(value: JsonObject, schema: JsonObject, place: Place): void {
  const { additionalProperties: rest = true, propertyNames = true } = schema;
  const keys = Object.keys(value);
  const dependent = Object.entries(objectIn(schema["dependentRequired"])).flatMap(([key, names]) =>
    Object.hasOwn(value, key) ? textsIn(names) : [],
  );
  for (const name of [...textsIn(schema["required"]), ...dependent]) {
    if (Object.hasOwn(value, name)) continue;
    say(place, `must have ${name}`, { missing: name });
  }
  for (const [key, item] of Object.entries(value)) {
    const known = member(schema["properties"], key);
    const inside = within(place, key);
    if (known === undefined && rest === false) {
      const free = Object.keys(objectIn(schema["properties"])).filter(
        (name) => !keys.includes(name),
      );
      const meant = nearestName(key, free);
      say(inside, "is not a known key", { level: place.path.length, ...defined({ meant }) });
    } else compare(item, known ?? rest, inside);
    compare(key, propertyNames, inside);
  }
  compareRange(keys.length, schema, ["minProperties", "maxProperties", " entries"], place);
}

function compareList(value: readonly Json[], schema: JsonObject, place: Place): void {
  const { items = true, uniqueItems } = schema;
  for (const [index, item] of value.entries()) {
    const inside = within(place, index);
    const before = value.slice(0, index);
    compare(item, items, inside);
    if (uniqueItems === true && before.some((earlier) => sameJson(earlier, item))) {
      say(inside, "must not be repeated");
    }
    for (const key of textsIn(schema["x-unique"])) {
      const name = member(item, key);
      const isTwice = before.some((earlier) => member(earlier, key) === name);
      if (isTwice) mention(name, "twice", within(inside, key));
    }
  }
  compareRange(value.length, schema, ["minItems", "maxItems", " entries"], place);
}

function isScalar(value: Json): boolean {
  return !isObject(value) && !isList(value);
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
