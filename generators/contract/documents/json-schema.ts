import { posix } from "node:path";

import { nearestName } from "../../../runtime/encoding/field-fault.ts";
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

/** One violation of a schema: the path to the value, and what must be there. */
export interface Violation {
  readonly path: readonly string[];
  readonly message: string;
  /** What the schema says of the value. */
  readonly description?: string;
  /** A required property that is absent. */
  readonly missing?: string;
  /** The key is unknown; `meant` is the one that it looks like. */
  readonly isKey?: boolean;
  readonly meant?: string;
  /** The value is of another type: `far` if one of the two is a list or an object. */
  readonly wrongType?: "near" | "far";
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

/** The schema of each extension, by its name with `x-`; a `$ref` names its file, without. */
export type Vocabulary = ReadonlyMap<string, JsonObject>;

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
  vocabulary: Vocabulary,
  root?: JsonObject,
): readonly Violation[] {
  const found = findings(value, schema, vocabulary, root).filter((each) => "message" in each);
  const at = ({ path }: Violation, key: string): string => [...path, key].join("/");
  const misspelt = new Set(
    found.flatMap(({ path, meant }) =>
      meant === undefined ? [] : at({ path: path.slice(0, -1), message: "" }, meant),
    ),
  );
  // What a misspelt key stands for is not missing.
  return found.filter(
    (each) => !each.missing?.split(" or ").some((name) => misspelt.has(at(each, name))),
  );
}

/** The values that name something of the spec; of a choice, in the branch that fits. */
export function schemaMentions(
  value: Json,
  schema: Json,
  vocabulary: Vocabulary,
): readonly Mention[] {
  return findings(value, schema, vocabulary).filter(isMention);
}

type Finding = Violation | Mention;

function isMention(found: Finding): found is Mention {
  return "kind" in found;
}

function findings(
  value: Json,
  schema: Json,
  vocabulary: Vocabulary,
  root = objectIn(schema),
): readonly Finding[] {
  const found: Finding[] = [];
  compare(value, schema, { path: [], description: undefined, root, vocabulary, found });
  return found;
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

/** Where a value stands, what the schema says of it, and where findings go. */
interface Place {
  readonly path: readonly string[];
  readonly description: string | undefined;
  readonly root: JsonObject;
  readonly vocabulary: Vocabulary;
  readonly found: Finding[];
}

function say(
  { path, description, found }: Place,
  message: string,
  more: Omit<Violation, "path" | "message" | "description"> = {},
): void {
  found.push({ path, message, ...defined({ description }), ...more });
}

function within(place: Place, key: string | number): Place {
  return { ...place, path: [...place.path, String(key)], description: undefined };
}

function compare(value: Json, schema: Json, place: Place): void {
  if (schema === false) say(place, "must not be there");
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
  if (isName && typeof kind === "string") found.push({ path, name, kind });
}

function compareScalar(value: Json, schema: JsonObject, place: Place): void {
  const { type, enum: words, const: only, pattern } = schema;
  const allowed = only === undefined ? words : [only];
  if (isList(allowed) && !allowed.some((word) => sameJson(word, value))) {
    say(place, `must be ${allowed.map((word) => JSON.stringify(word)).join(" or ")}`);
    return;
  }
  const types = typeof type === "string" ? [type] : textsIn(type);
  if (types.length > 0 && !types.some((name) => isOfType(value, name))) {
    const isNear = isScalar(value) && types.some((name) => name !== "object" && name !== "array");
    say(place, `must be ${types.join(" or ")}`, { wrongType: isNear ? "near" : "far" });
    return;
  }
  if (typeof value === "number") compareRange(value, schema, ["minimum", "maximum", ""], place);
  if (typeof value !== "string") return;
  if (typeof pattern === "string" && !isOfForm(value, pattern)) {
    say(place, `must be of the form ${pattern}`);
  }
  compareRange([...value].length, schema, ["minLength", "maxLength", " characters"], place);
}

/** Whether a text has the form of a pattern. A broken pattern is a fault of its own. */
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

/** Of branches of which none fits, the one that the value was meant for says what is wrong. */
function compareChoice(
  value: Json,
  schema: JsonObject,
  key: "anyOf" | "oneOf",
  place: Place,
): void {
  const branches = listIn(schema[key]).map((branch) => {
    const found: Finding[] = [];
    compare(value, branch, { ...place, found });
    return found;
  });
  const fitting = branches.filter((found) => found.every(isMention));
  if (branches.length === 0) return;
  if (fitting.length > 1 && key === "oneOf") {
    say(place, "has several of the forms of which it may have one");
  } else if (fitting.length > 0) place.found.push(...fitting.flat());
  else {
    const [meant, other] = branches
      .map((found) => ({ found, distance: distanceOf(found, place) }))
      .sort((left, right) => left.distance - right.distance);
    const isOpen = other !== undefined && other.distance === meant?.distance;
    const missing = branches.flatMap(([first]) =>
      first === undefined || isMention(first) ? [] : (first.missing ?? []),
    );
    if (isOpen && missing.length === branches.length) {
      const names = [...new Set(missing)].join(" or ");
      say(place, `must have ${names}`, { missing: names });
    } else if (meant === undefined || meant.distance >= far) {
      say(place, "has none of the forms that it may have");
    } else place.found.push(...meant.found);
  }
}

const far = 1000;

/** How far a value is from a branch: its type and its keys say what it was meant to be. */
function distanceOf(found: readonly Finding[], { path }: Place): number {
  const distances = found.map((each): number => {
    if (isMention(each) || each.path.length > path.length + 1) return 0;
    if (each.isKey === true) return each.meant === undefined ? 10 : 1;
    if (each.path.length > path.length) return 0;
    if (each.missing !== undefined) return 10;
    return each.wrongType === undefined ? 1 : each.wrongType === "near" ? 100 : far;
  });
  return distances.reduce((sum, distance) => sum + distance, 0);
}

function compareObject(value: JsonObject, schema: JsonObject, place: Place): void {
  const { additionalProperties: rest = true, propertyNames = true } = schema;
  const keys = Object.keys(value);
  const dependent = Object.entries(objectIn(schema["dependentRequired"])).flatMap(([key, names]) =>
    Object.hasOwn(value, key) ? textsIn(names) : [],
  );
  for (const name of [...textsIn(schema["required"]), ...dependent]) {
    if (!Object.hasOwn(value, name)) say(place, `must have ${name}`, { missing: name });
  }
  for (const [key, item] of Object.entries(value)) {
    const known = member(schema["properties"], key);
    const inside = within(place, key);
    if (known === undefined && rest === false) {
      const free = Object.keys(objectIn(schema["properties"])).filter(
        (name) => !keys.includes(name),
      );
      const meant = nearestName(key, free);
      say(inside, "is not in the vocabulary", { isKey: true, ...defined({ meant }) });
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
