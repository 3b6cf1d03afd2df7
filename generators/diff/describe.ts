import { isList, isObject } from "../contract/documents/json.ts";
import * as read from "../contract/documents/read.ts";
import type { Json, JsonObject } from "../contract/model.ts";
import type { Difference } from "./model.ts";
import { fits, isText } from "./rules.ts";
import type { Usage } from "./usage.ts";
import { isDuration, moveOf, shown } from "./values.ts";

/** Looks up names in the REST documents; the first that has one decides. */
export function namesOf(
  document: Difference["document"],
  roots: readonly JsonObject[],
  usages: readonly Usage[],
) {
  const first = (path: readonly string[], key: string): Json | undefined =>
    roots.map((root) => read.at(root, ...path, key)).find((value) => value !== undefined);
  return {
    /** The operation of a path and a method, such as `getDepth`. */
    operation: (path: string, method: string): string => {
      const known = first(["paths", path, method], "operationId");
      return typeof known === "string" ? known : `${method.toUpperCase()} ${path}`;
    },
    /** The wire name of a shared parameter, and its operations. */
    parameter: (component: string): string => {
      if (document === "asyncapi") return `parameter ${component} of streams`;
      const name = first(["components", "parameters", component], "name") ?? component;
      const takers = usages.flatMap(({ takers: all }) => all.get(component) ?? []);
      const of = [...new Set(takers)].join(", ");
      return `parameter ${String(name)}${of === "" ? "" : ` of ${of}`}`;
    },
    /** The name of an error code, with a space before it; empty if it has none. */
    code: (code: string): string => {
      const codes = roots.flatMap((root) => read.list(root, "x-errors", "codes"));
      const entry = codes.find((item) => String(read.at(item, "code")) === code);
      return entry === undefined ? "" : ` ${String(read.at(entry, "name"))}`;
    },
  };
}

type Names = ReturnType<typeof namesOf>;

/** Describes a difference: its subject, the old and the new value. */
export function describe(
  difference: Difference,
  names: Names,
): { readonly subject: string; readonly what: string } {
  const { path, isListItem, isReordered, before, after, renamed } = difference;
  const isMark = path.at(-1) === "x-assumed";
  const owner = subjectOf(isMark ? path.slice(0, -1) : path, names);
  // Only schemas have property paths; `oneOf` of an order type is a plain key.
  const isOurs = path[0]?.startsWith("x-") === true;
  const { text, rest } = isOurs ? { text: "", rest: owner.rest } : schemaPath(owner.rest);
  const key = keyText(rest);
  const words = (): readonly string[] => {
    if (isMark) return [key, markText(difference)];
    if (isReordered) return [`order of ${key || "its items"}`];
    if (renamed !== undefined) {
      const { from, to, certainty, because } = renamed;
      const name = rest.at(-1) === to ? keyText(rest.slice(0, -1)) : key;
      return [name, `renamed ${shown(from)} → ${shown(to)} (${certainty}: ${because})`];
    }
    if (before !== undefined && after !== undefined) {
      return [key, changed(before.value, after.value, path)];
    }
    if (rest.length > 0 && isListItem) {
      return [
        keyText(rest.slice(0, -1)),
        after === undefined ? "loses" : "gains",
        `${rest.at(-1)}`,
      ];
    }
    // A flag that was written as off is off without it, too.
    const move = moveOf(difference) === "removed" || after === undefined ? "removed" : "added";
    return rest.length === 0 ? [move] : [key, brief((after ?? before)?.value ?? null), move];
  };
  const what = words().filter((word) => word !== "");
  return { subject: `${owner.text}${text}`, what: what.join(" ").trim() };
}

/** The path to a fact, such as `repeated.ban`, without the `x-` of our own keys. */
function keyText(names: readonly string[]): string {
  const words = names
    .filter((name) => name !== "x-stream")
    .map((name) => (name.startsWith("x-") ? name.slice(2).replaceAll("-", " ") : name))
    .map((name) => ownWords[name] ?? name);
  return words.join(".");
}

/** Names of entries that the comparison makes of several keys. */
const ownWords: Readonly<Record<string, string>> = {
  $ref: "type",
  comparison: "rule",
  openWords: "further words",
};

function changed(before: Json, after: Json, path: readonly string[]): string {
  const texts = [before, after].filter((value) => typeof value === "string");
  if (texts.length === 2 && texts.some(isProse) && isText(path)) return "reworded";
  const [old, now] = [shown(before), shown(after)];
  const isHash = texts.some((text) => text.length > wordMax && !text.includes(" "));
  // The difference may be beyond the part that fits on a line.
  const isCut = old === now || isHash || isTable(before) || isTable(after);
  return isCut ? "changed" : `${old} → ${now}`;
}

/** Longer words are keys and hashes, which nobody compares by eye. */
const wordMax = 40;

/** A short value, to show beside its name. */
function brief(value: Json): string {
  if (isObject(value) && !isDuration(value)) return "";
  return typeof value === "string" && isProse(value) ? "" : shown(value);
}

/** Whether a text is prose rather than a word, an expression or an address. */
function isProse(text: string): boolean {
  if (/[<>=≤≥&]| in steps of /u.test(text)) return false;
  return text.endsWith(".") || text.split(" ").length > 5;
}

function isTable(value: Json): boolean {
  return isList(value) && value.some((item) => isObject(item) && Object.keys(item).length > 2);
}

function markText({ before, after }: Difference): string {
  if (before === undefined) return `documented → assumed (${shown(after?.value)})`;
  if (after === undefined) return `assumed (${shown(before.value)}) → documented`;
  return `assumed by ${shown(before.value)} → ${shown(after.value)}`;
}

interface Subject {
  readonly text: string;
  /** The names on the path after the subject. */
  readonly rest: readonly string[];
}

/**
 * The subject of all places at or below a pattern; the first matching pattern decides. `{1}` is the
 * second name of the path.
 */
const subjects: readonly (readonly [pattern: string, text: string])[] = [
  ["paths/*/*/parameters/*", "parameter {4} of {operation}"],
  ["paths/*/*/requestBody", "body of {operation}"],
  ["paths/*/*/responses/*", "{response} of {operation}"],
  ["paths/*/*/x-weight", "weight of {operation}"],
  ["paths/*/*/x-security", "security of {operation}"],
  ["paths/*/*", "{operation}"],
  ["components/schemas/*/x-rules/*", "filter rule {4} of {2}"],
  ["components/schemas/*", "{2}"],
  ["components/parameters/*", "{parameter}"],
  ["components/responses/*", "error {2}"],
  ["components/headers/*", "header {2}"],
  ["components/messages/*", "message {2}"],
  ["components/securitySchemes/*", "credentials {2}"],
  ["components/channelBindings/*", "connections of {2}"],
  ["components/tags/*", "tag {2}"],
  ["x-security-types/types/*", "security type {2}"],
  ["x-errors/codes/*", "error {2}{code}"],
  ["x-errors/statuses/*", "status {2}"],
  ["x-limits/windows/*", "limit {2}"],
  ["x-retry/rules/*", "retry on {2}"],
  ["x-order-rules/types/*", "order type {2}"],
  ["x-order-states/states/*", "order state {2}"],
  ["x-order-states/transitions/*", "transition {2}"],
  ["x-balances/moves/*", "balance move {2}"],
  ["x-assumptions/*", "assumption {1}"],
  ["channels/*/parameters/*", "parameter {3} of stream {1}"],
  ["channels/*/messages/*", "message {3} of stream {1}"],
  ["channels/*", "stream {1}"],
  ["operations/*", "stream operation {1}"],
  ["x-security-types", "security"],
  ["x-retry", "retry policy"],
  ["x-user-data", "user data session"],
  ["info", "document"],
];

/** The subject of a place; without a matching pattern, its outermost name without `x-`. */
function subjectOf(path: readonly string[], names: Names): Subject {
  const [first = "", second = "", third = "", , fifth = ""] = path;
  const known: Readonly<Record<string, () => string>> = {
    operation: () => names.operation(second, third),
    parameter: () => names.parameter(third),
    code: () => names.code(third),
    response: () => (fifth.startsWith("2") ? "response" : `error ${fifth}`),
  };
  for (const [at, template] of subjects) {
    const pattern = at.split("/");
    if (!fits(pattern, path.slice(0, pattern.length))) continue;
    const text = template.replace(/\{(\w+)\}/gu, (_, key: string) => {
      return known[key]?.() ?? path[Number(key)] ?? "";
    });
    return { text, rest: path.slice(pattern.length) };
  }
  return { text: first.replace(/^x-/u, "").replaceAll("-", " "), rest: path.slice(1) };
}

/**
 * Follows a path through schemas to the first keyword of a value. The text has `.price` for a
 * property and `[]` for list items.
 */
function schemaPath(names: readonly string[]): Subject {
  let [text, rest] = ["", names];
  for (;;) {
    const [name = "", next] = rest;
    const isMap = /^(properties|patternProperties|content)$/u.test(name);
    if (name === "schema" || name === "payload") rest = rest.slice(1);
    else if (name === "items" && next !== undefined) [text, rest] = [`${text}[]`, rest.slice(1)];
    else if (isMap && next !== undefined) {
      [text, rest] = [name === "content" ? text : `${text}.${next}`, rest.slice(2)];
    } else if (/^(prefixItems|oneOf|anyOf|allOf)$/u.test(name) && next !== undefined) {
      [text, rest] = [`${text}${/^\d+$/u.test(next) ? `[${next}]` : ` | ${next}`}`, rest.slice(2)];
    } else return { text, rest };
  }
}
