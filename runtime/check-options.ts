/** Checks the options of a factory, or the arguments of a function, by declared rules. */

import type { FieldIssue } from "./encoding/field-issue.ts";
import { fieldIssue, isWellFormed, nearestName, printableName } from "./encoding/field-issue.ts";
import { isRecord } from "./encoding/json-value.ts";
import { InvalidRequestError } from "./errors.ts";

/** Returns the issues of one option; never called with `undefined`. */
export type OptionRule = (value: unknown, name: string) => readonly FieldIssue[];

export type OptionRules = Readonly<Record<string, OptionRule>>;

/**
 * Checks all options of a factory; `undefined` counts as absent.
 * @throws InvalidRequestError with each wrong option and what it takes; shows no value.
 */
export function checkOptions(
  factory: string,
  options: unknown,
  rules: OptionRules,
  ...required: readonly string[]
): void {
  refuseOptions(factory, issuesOf(options, "", rules, required));
}

/** Throws an InvalidRequestError where options have issues. */
export function refuseOptions(factory: string, issues: readonly FieldIssue[]): void {
  if (issues.length === 0) return;
  throw new InvalidRequestError(issues, { operation: factory }, `${factory} has wrong options`);
}

/** An object of options, some of which are required. */
export function group(rules: OptionRules, ...required: readonly string[]): OptionRule {
  return (options, name) => issuesOf(options, name, rules, required);
}

function issuesOf(
  given: unknown,
  name: string,
  rules: OptionRules,
  required: readonly string[],
): readonly FieldIssue[] {
  if (!isRecord(given)) return wrong(name || "options", "an object");
  const issues: FieldIssue[] = [];
  for (const key of required) {
    if (given[key] === undefined) issues.push(fieldIssue(key, "required", "is missing", "add it"));
  }
  for (const key of Object.keys({ ...given, ...rules })) {
    const value = given[key];
    if (value === undefined) continue;
    const path = name === "" ? key : `${name}.${key}`;
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    const found = rule === undefined ? unknownOption(path, key, rules) : rule(value, path);
    // Most options are valid, and adding an empty list costs as much as adding a full one.
    if (found.length > 0) issues.push(...found);
    // Such as a getter of a class: options are copied, and a copy lacks what they inherit.
    if (!Object.hasOwn(given, key)) {
      issues.push(fieldIssue(path, "type", "is only inherited", "add it"));
    }
  }
  return issues;
}

function unknownOption(path: string, key: string, rules: OptionRules): readonly FieldIssue[] {
  const names = Object.keys(rules);
  const whole = names.find((name) => name.toLowerCase().endsWith(key.toLowerCase()));
  const nearest = whole ?? nearestName(key, names);
  const fix = nearest === undefined ? "leave it out" : `did you mean ${nearest}?`;
  return [fieldIssue(printableName(path), "unknown", "is not an option", fix)];
}

/** An option with a custom check, and its description in words. */
export function takes(words: string, accepts: (value: unknown) => boolean): OptionRule {
  return (value, name) => (accepts(value) ? none : wrong(name, words));
}

const none: readonly never[] = [];

function wrong(name: string, words: string): FieldIssue[] {
  return [fieldIssue(name, "type", "has an invalid value", `give ${words}`)];
}

/** A number between two bounds, both included; `unit`: what it is, in words. */
function range(unit: string, min: number, max = Infinity): OptionRule {
  const to = max === Infinity ? "" : ` to ${max}`;
  return takes(
    `${unit} from ${min}${to}`,
    (value) => typeof value === "number" && value >= min && value <= max,
  );
}

/** An integer between two bounds, both included. */
export function integer(min: number, max?: number): OptionRule {
  const rule = range("a whole number", min, max);
  return (value, name) => rule(Number.isInteger(value) ? value : Number.NaN, name);
}

/** Milliseconds; `Infinity` means no end. */
export const ms = (min: number): OptionRule => range("milliseconds", min);

/** A fraction of a whole, up to all of it. */
export const share = /* @__PURE__ */ takes("a number above 0 and up to 1", (value) => {
  return typeof value === "number" && value > 0 && value <= 1;
});

export const flag = /* @__PURE__ */ takes("true or false", (value) => typeof value === "boolean");

export const callable = /* @__PURE__ */ takes("a function", (value) => typeof value === "function");

export const unixTime = /* @__PURE__ */ takes(
  "a function that returns Unix milliseconds",
  (value) => {
    return typeof value === "function" && Number.isFinite(value());
  },
);

/** Text that is not blank. */
export const text = /* @__PURE__ */ takes(
  "text",
  (value) => typeof value === "string" && value.trim() !== "",
);

/** Whether this is an API key; a transport would throw an error that quotes a malformed one. */
export function isApiKey(value: unknown): boolean {
  return typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
}

export const keyText = /* @__PURE__ */ takes("the key as it was issued, without spaces", isApiKey);

/** Whether this is the secret of a key; one read from a file often ends with a line break. */
export function isApiSecret(value: unknown): boolean {
  return typeof value === "string" && /^\S(.*\S)?$/.test(value) && isWellFormed(value);
}

export const secretText = /* @__PURE__ */ takes(
  "the secret as it was issued, without spaces around it",
  isApiSecret,
);

export const signal = /* @__PURE__ */ takes("an AbortSignal", (value) => {
  return typeof Object(value).addEventListener === "function" && "aborted" in Object(value);
});

export const oneOf = (...words: readonly string[]): OptionRule =>
  takes(`one of ${words.join(", ")}`, (value) => words.includes(value as string));

/** An object with certain methods, described in words. */
export const methods = (words: string, ...names: readonly string[]): OptionRule =>
  takes(words, (value) => {
    const held = Object(value) as Readonly<Record<string, unknown>>;
    return names.every((name) => typeof held[name] === "function");
  });

/** A client that has certain methods. */
export const clientWith = (...names: readonly string[]): OptionRule =>
  methods("the result of createClient", ...names);

/** An object made by another factory. */
export const madeBy = (factory: string, ...names: readonly string[]): OptionRule =>
  takes(`the result of ${factory}`, (value) => {
    return typeof value === "object" && value !== null && names.every((name) => name in value);
  });

/** An object of any kind, but no list. */
export const record = /* @__PURE__ */ takes("an object", isRecord);

/** A value that is checked elsewhere. */
export const anything: OptionRule = () => [];
