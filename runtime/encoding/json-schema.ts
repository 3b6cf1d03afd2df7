/**
 * Checks hand-written data against a JSON Schema of draft 2020-12, with messages that say how to
 * fix it: the inputs of the sandbox, and the extensions of the spec. Walks value and schema at
 * once, as both are small and most schemas are used once.
 */

import { nearestName, printableName } from "./field-issue.ts";
import { type Fields, isRecord } from "./json-value.ts";

/** The supported keywords; references point to `$defs` of one document. */
export interface JsonSchema {
  readonly $ref?: string;
  /** The expected value in words, for messages; derived from the other keywords when absent. */
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
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
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly additionalProperties?: boolean | JsonSchema;
  /** Like `additionalProperties`, but includes the properties of `oneOf` and `allOf`. */
  readonly unevaluatedProperties?: boolean;
  readonly propertyNames?: JsonSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  /** Objects whose properties are merged in. */
  readonly allOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  /** What the value names in the spec. */
  readonly "x-names"?: string;
  /** Members that differ between the items of a list. */
  readonly "x-unique"?: readonly string[];
}

/** Schemas by their names. */
export type JsonSchemas = Readonly<Record<string, JsonSchema>>;

/** One violation, with what a message about it may need. */
export interface Violation {
  readonly path: Path;
  readonly what: string;
  /** What to write instead, as the rest of the sentence. */
  readonly hint?: string;
  /** The schema's description of the value. */
  readonly description?: string;
  /** An absent required property; of several alternatives, each. */
  readonly missing?: string;
  /** The known key that an unknown one resembles. */
  readonly meant?: string;
}

/**
 * A value or key that refers to something in the spec, with its kind from `x-names`; of kind
 * `twice` for a duplicate in a list with `x-unique`.
 */
export interface Mention {
  readonly path: Path;
  readonly name: string | number;
  readonly kind: string;
}

type Path = readonly (string | number)[];

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

/** The place of a value, and where findings go. */
interface Place {
  readonly schemas: JsonSchemas;
  readonly path: Path;
  readonly description?: string | undefined;
  readonly found: { readonly violations: FoundViolation[]; readonly mentions: Mention[] };
}

/**
 * All violations of a schema by a value, each with its path, such as `rules[0].when.nth`, after
 * that of the whole; none when it is valid.
 */
export function violationsOf(schemas: JsonSchemas, schema: JsonSchema, value: unknown, at = "") {
  return compareWithSchema(schemas, schema, value).violations.map(({ path, what, hint }) => ({
    path: path.reduce<string>((all, step) => {
      if (typeof step === "number") return `${all}[${step}]`;
      return all === "" ? printableName(step) : `${all}.${printableName(step)}`;
    }, at),
    what: hint === undefined ? what : `${what}; ${hint}`,
  }));
}

/**
 * Every violation and mention in a value; for a choice those of the matching branch, or of the one
 * that was probably meant.
 */
export function compareWithSchema(
  schemas: JsonSchemas,
  schema: JsonSchema,
  value: unknown,
): Findings {
  return findingsOf(value, schema, { schemas, path: [] });
}

function findingsOf(value: unknown, schema: JsonSchema, place: Omit<Place, "found">): Findings {
  const found = { violations: [], mentions: [] };
  compare(value, schema, { ...place, found });
  return { ...found, violations: withoutMisspelt(found.violations) };
}

/** A misspelt key is not missing. */
function withoutMisspelt(violations: readonly FoundViolation[]): readonly FoundViolation[] {
  const misspelt = new Set(
    violations.flatMap(({ path, meant }) =>
      meant === undefined ? [] : [...path.slice(0, -1), meant].join("/"),
    ),
  );
  return violations.filter(({ path, level, missing }) => {
    const holder = path.slice(0, level);
    return !missing?.split(" or ").some((name) => misspelt.has([...holder, name].join("/")));
  });
}

function say(place: Place, what: string, more: Partial<FoundViolation> = {}): void {
  const { path, description, found } = place;
  const words = description === undefined ? {} : { description };
  found.violations.push({ path, what, level: path.length, ...words, ...more });
}

function within(place: Place, key: string | number): Place {
  return { ...place, path: [...place.path, key], description: undefined };
}

function compare(value: unknown, given: JsonSchema, outer: Place): void {
  const { schemas, path, found } = outer;
  const schema = resolved(schemas, given);
  const place = { ...outer, description: schema.description ?? outer.description };
  const { $ref: unknown, "x-names": kind, not, oneOf, anyOf } = schema;
  if (unknown !== undefined) return say(place, `cannot be checked: there is no ${unknown}`);
  const isName = typeof value === "string" || typeof value === "number";
  if (isName && kind !== undefined) found.mentions.push({ path, name: value, kind });
  const isOfType = hasType(schema, value);
  if (!isOfType || !fits(schema, value)) {
    // A constant of another type than its schema's must not be asked to be itself.
    const { const: only, ...typed } = schema;
    const wanted = !isOfType && isSame(only, value) ? typed : schema;
    return say(place, `must be ${expectation(schemas, wanted)}`, { otherType: !isOfType });
  }
  if (not !== undefined && findingsOf(value, not, place).violations.length === 0) {
    return say(place, not.title ?? `must not be ${expectation(schemas, not)}`);
  }
  if (oneOf !== undefined) return compareOneOf(value, schema, place);
  if (anyOf !== undefined) compareChoice(value, schema, anyOf, place);
  if (Array.isArray(value)) compareList(value, schema, place);
  else if (isRecord(value)) compareObject(value, schema, place);
}

/** Takes the branch with the value's constant, if the branches differ in one. */
function compareOneOf(value: unknown, schema: JsonSchema, place: Place): void {
  const branches = branchesOf(place.schemas, schema);
  const { properties = {} } = branches[0] ?? {};
  const tag = Object.keys(properties).find((name) => properties[name]?.const !== undefined);
  if (tag === undefined || !isRecord(value)) return compareChoice(value, schema, branches, place);
  const wordOf = (branch: JsonSchema): unknown => branch.properties?.[tag]?.const;
  const branch =
    branches.find((each) => wordOf(each) === value[tag] && Object.hasOwn(value, tag)) ??
    branches.find((each) => wordOf(each) === undefined);
  if (branch !== undefined) return compare(value, branch, place);
  const words = branches.map((each) => String(wordOf(each)));
  const meant = typeof value[tag] === "string" ? nearestName(value[tag], words) : undefined;
  const hint = meant === undefined ? {} : { hint: `did you mean ${meant}?` };
  say(within(place, tag), `must be one of ${words.join(", ")}`, hint);
}

/**
 * If no branch matches, reports the violations of the branch that was probably meant: of those for
 * the type of the value, the one with the fewest violations by the value itself.
 */
function compareChoice(
  value: unknown,
  schema: JsonSchema,
  choice: readonly JsonSchema[],
  place: Place,
): void {
  const { found, path } = place;
  const branches = choice.map((branch) => findingsOf(value, branch, place));
  const fitting = branches.filter(({ violations }) => violations.length === 0);
  if (fitting.length > 1 && schema.oneOf !== undefined) {
    return say(place, "matches several of its forms, and may match only one");
  }
  if (fitting.length > 0) {
    found.mentions.push(...fitting.flatMap(({ mentions }) => mentions));
    return;
  }
  const near = branches
    .map((branch) => ({
      ...branch,
      own: branch.violations.filter(({ level }) => level === path.length),
    }))
    .filter(({ own }) => !own.some(({ otherType }) => otherType));
  const [meant] = near.toSorted((left, right) => left.own.length - right.own.length);
  const missing = near.flatMap(({ violations: [first, ...others] }) =>
    others.length === 0 ? (first?.missing ?? []) : [],
  );
  if (meant === undefined || (schema.title !== undefined && !isRecord(value))) {
    say(place, `must be ${expectation(place.schemas, schema)}`, { otherType: true });
  } else if (near.length > 1 && missing.length === near.length) {
    const names = [...new Set(missing)].join(" or ");
    say(place, `must have ${names}`, { missing: names });
  } else {
    found.violations.push(...meant.violations);
    found.mentions.push(...meant.mentions);
  }
}

function compareObject(value: Fields, schema: JsonSchema, place: Place): void {
  const { properties = {}, required = [], additionalProperties: rest = true } = schema;
  const { dependentRequired = {}, minProperties = 0, maxProperties = Infinity } = schema;
  const known = Object.keys(properties);
  const free = known.filter((name) => !Object.hasOwn(value, name));
  const level = place.path.length;
  for (const [name, one] of Object.entries(value)) {
    const inside = within(place, name);
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!checkName(name, schema, inside)) continue;
    if (property !== undefined) compare(one, property, inside);
    else if (rest === false) say(inside, "is unknown", { level, ...hintFor(name, free, known) });
    else if (rest !== true) compare(one, rest, inside);
  }
  const dependent = Object.keys(dependentRequired)
    .filter((name) => Object.hasOwn(value, name))
    .flatMap((name) => dependentRequired[name] ?? []);
  for (const name of [...required, ...dependent]) {
    if (Object.hasOwn(value, name)) continue;
    const hint = `give ${expectation(place.schemas, properties[name] ?? {})}`;
    say(within(place, name), "is missing", { level, missing: name, hint });
  }
  const count = Object.keys(value).length;
  if (count < minProperties) say(place, `has fewer than ${minProperties} entries`);
  if (count > maxProperties) say(place, `has more than ${maxProperties} entries`);
}

function checkName(name: string, { propertyNames }: JsonSchema, place: Place): boolean {
  if (propertyNames === undefined) return true;
  const { violations, mentions } = findingsOf(name, propertyNames, place);
  place.found.mentions.push(...mentions);
  if (violations.length === 0) return true;
  const names = resolved(place.schemas, propertyNames);
  const words = names.enum?.map(String);
  if (words !== undefined) say(place, "is unknown", hintFor(name, words, words));
  else say(place, `must be ${expectation(place.schemas, names)}`);
  return false;
}

function hintFor(name: string, free: readonly string[], known: readonly string[]) {
  const meant = nearestName(name, free);
  if (meant === undefined) return { hint: `known names are ${known.join(", ")}` };
  return { hint: `did you mean ${meant}?`, meant };
}

function compareList(value: readonly unknown[], schema: JsonSchema, place: Place): void {
  const { items = {}, minItems = 0, maxItems = Infinity, uniqueItems = false } = schema;
  const { "x-unique": unique = [] } = schema;
  if (value.length < minItems) {
    say(place, value.length === 0 ? "is an empty list" : `has fewer than ${minItems} entries`);
  }
  if (value.length > maxItems) say(place, `has more than ${maxItems} entries`);
  for (const [index, item] of value.entries()) {
    const inside = within(place, index);
    compare(item, items, inside);
    if (!uniqueItems && unique.length === 0) continue;
    const before = value.slice(0, index);
    if (uniqueItems && before.some((earlier) => isSame(earlier, item))) {
      say(inside, "must not be repeated", { hint: "keep one" });
    }
    for (const key of unique) {
      const [name, ...others] = [item, ...before].map((each) =>
        isRecord(each) ? each[key] : undefined,
      );
      const isName = typeof name === "string" || typeof name === "number";
      if (!isName || !others.includes(name)) continue;
      place.found.mentions.push({ path: [...inside.path, key], name, kind: "twice" });
    }
  }
}

/** The expected value of a schema, in words. */
export function expectation(schemas: JsonSchemas, schema: JsonSchema): string {
  const found = resolved(schemas, schema);
  const { title, enum: words, const: only, pattern } = found;
  const branches = found.anyOf ?? found.oneOf;
  if (title !== undefined) return title;
  if (only !== undefined) return wordOf(only);
  if (words !== undefined) return `one of ${words.map(wordOf).join(", ")}`;
  if (branches !== undefined && found.type === undefined) {
    const forms = branches.map((each) => expectation(schemas, each));
    return [...new Set(forms)].join(", or ");
  }
  if (pattern !== undefined) return `of the form ${pattern}`;
  const types = [found.type ?? "object"].flat();
  return types.map((type) => typeWords(type, found)).join(" or ");
}

function typeWords(type: string, { minimum, maximum, maxLength }: JsonSchema): string {
  switch (type) {
    case "boolean":
      return "true or false";
    case "string":
      return maxLength === undefined ? "text" : `a text of 1 to ${maxLength} characters`;
    case "integer":
    case "number": {
      const what = type === "integer" ? "a whole number" : "a number";
      if (minimum === undefined) return maximum === undefined ? what : `${what} up to ${maximum}`;
      return `${what} from ${minimum} ${maximum === undefined ? "up" : `to ${maximum}`}`;
    }
    case "array":
      return "a list";
    default:
      return type === "null" ? "null" : "an object";
  }
}

function wordOf(word: unknown): string {
  return typeof word === "string" ? word : JSON.stringify(word);
}

/**
 * Resolves a reference, to which its schema may add, and merges `allOf`. A reference to nothing
 * stays.
 */
export function resolved(schemas: JsonSchemas, schema: JsonSchema): JsonSchema {
  if (schema.$ref === undefined && schema.allOf === undefined) return schema;
  const { $ref, allOf = [], ...own } = schema;
  if ($ref !== undefined) {
    const target = schemas[$ref.split("/").at(-1) ?? ""];
    if (target === undefined) return schema;
    const found = resolved(schemas, target);
    if (Object.keys(own).length === 0) return found;
    return { ...found, ...own, properties: { ...found.properties, ...own.properties } };
  }
  return allOf.reduce((all: JsonSchema, part) => merged(resolved(schemas, part), all), own);
}

/** Kept, as the sandbox asks for the same ones at each command. */
const known = new WeakMap<JsonSchemas, WeakMap<JsonSchema, readonly JsonSchema[]>>();

/** The branches of `oneOf`, those of nested ones included. */
export function branchesOf(schemas: JsonSchemas, schema: JsonSchema): readonly JsonSchema[] {
  const ofSchemas = known.get(schemas) ?? new WeakMap<JsonSchema, readonly JsonSchema[]>();
  known.set(schemas, ofSchemas);
  const branches = ofSchemas.get(schema) ?? mergedBranches(schemas, schema);
  ofSchemas.set(schema, branches);
  return branches;
}

function mergedBranches(schemas: JsonSchemas, schema: JsonSchema): readonly JsonSchema[] {
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

function hasType({ type, enum: words, const: only }: JsonSchema, value: unknown): boolean {
  if (type !== undefined) return [type].flat().some((each) => isOfType(value, each));
  const allowed = only === undefined ? words : [only];
  return allowed === undefined || allowed.some((word) => typeof word === typeof value);
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
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

/** Whether the value is allowed; of lists and objects only constants and words. */
function fits(schema: JsonSchema, value: unknown): boolean {
  const { enum: words, const: only, minimum, maximum, minLength, maxLength, pattern } = schema;
  if (only !== undefined && !isSame(only, value)) return false;
  if (words !== undefined && !words.some((word) => isSame(word, value))) return false;
  if (typeof value === "number") {
    return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
  }
  if (typeof value !== "string") return true;
  const length = [...value].length;
  if (length < (minLength ?? 0) || length > (maxLength ?? Infinity)) return false;
  return pattern === undefined || isOfForm(value, pattern);
}

/** Whether a text matches a pattern. That a pattern is invalid is reported elsewhere. */
function isOfForm(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object") return one === other;
  return JSON.stringify(one) === JSON.stringify(other);
}
