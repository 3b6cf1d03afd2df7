import { isList, isObject } from "../contract/documents/json.ts";
import type { Json } from "../contract/model.ts";
import type { Difference } from "./model.ts";
import { fits } from "./rules.ts";
import { isDuration, moveOf, shown } from "./values.ts";

/** Names of the spec that descriptions use. */
export interface Names {
  /** The operation of a path and a method, as `getDepth`. */
  readonly operation: (path: string, method: string) => string;
  /** The name on the wire of a shared parameter, and the operations that take it. */
  readonly parameter: (component: string) => string;
  /** The name of an error code, as ` TIMESTAMP_OUTSIDE_WINDOW`; empty where there is none. */
  readonly code: (code: string) => string;
}

/** Describes a difference: the thing that changed, and from what to what. */
export function describe(
  difference: Difference,
  names: Names,
): { readonly subject: string; readonly what: string } {
  const { path, before, after } = difference;
  const isMark = path.at(-1) === "x-assumed";
  const owner = subjectOf(isMark ? path.slice(0, -1) : path, names);
  // Only schemas have paths of properties; `oneOf` of an order type is a plain key.
  const isOurs = path[0]?.startsWith("x-") === true;
  const { text, rest } = isOurs ? { text: "", rest: owner.rest } : schemaPath(owner.rest);
  const subject = `${owner.text}${text}`;
  const key = keyText(rest);
  if (isMark) return { subject, what: `${key} ${markText(difference)}`.trim() };
  if (difference.isReordered) return { subject, what: `order of ${key || "its items"}` };
  if (before !== undefined && after !== undefined) {
    return { subject, what: `${key} ${changed(before.value, after.value)}`.trim() };
  }
  const value = (after ?? before)?.value ?? null;
  const move = moveOf(difference) === "removed" || after === undefined ? "removed" : "added";
  if (rest.length === 0) return { subject, what: move };
  if (difference.isListItem) {
    const verb = after === undefined ? "loses" : "gains";
    return { subject, what: `${keyText(rest.slice(0, -1))} ${verb} ${rest.at(-1)}`.trim() };
  }
  return { subject, what: [key, brief(value), move].filter((word) => word !== "").join(" ") };
}

/** The path to a fact, as in `repeated.ban`, without the `x-` of our own keys. */
function keyText(names: readonly string[]): string {
  const words = names
    .filter((name) => name !== "x-stream")
    .map((name) => (name.startsWith("x-") ? name.slice(2).replaceAll("-", " ") : name))
    .map((name) => ownWords[name] ?? name);
  return words.join(".");
}

/** Names for entries that the comparison makes of several keys. */
const ownWords: Readonly<Record<string, string>> = {
  $ref: "type",
  comparison: "rule",
  openWords: "further words",
};

function changed(before: Json, after: Json): string {
  const texts = [before, after].filter((value) => typeof value === "string");
  if (texts.length === 2 && texts.some(isProse)) return "reworded";
  const [old, now] = [shown(before), shown(after)];
  const isHash = texts.some((text) => text.length > wordMax && !text.includes(" "));
  // The difference may be beyond the part that fits on one line.
  const isCut = old === now || isHash || isTable(before) || isTable(after);
  return isCut ? "changed" : `${old} → ${now}`;
}

/** Longer words are keys and hashes, which nobody compares by eye. */
const wordMax = 40;

/** A value beside its name, where it is short. */
function brief(value: Json): string {
  if (isObject(value) && !isDuration(value)) return "";
  return typeof value === "string" && isProse(value) ? "" : shown(value);
}

/** A sentence, rather than a word, an expression or an address. */
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
  /** The names on the path behind the subject. */
  readonly rest: readonly string[];
}

type SubjectText = (names: Names, path: readonly string[]) => string;

/** The subject of all places at or below a pattern; the first pattern that fits decides. */
const subjects: readonly (readonly [pattern: string, text: string | SubjectText])[] = [
  ["paths/*/*/parameters/*", (names, path) => `parameter ${path[4]} of ${operation(names, path)}`],
  ["paths/*/*/requestBody", (names, path) => `body of ${operation(names, path)}`],
  ["paths/*/*/responses/*", (names, path) => `${response(path[4])} of ${operation(names, path)}`],
  ["paths/*/*/x-weight", (names, path) => `weight of ${operation(names, path)}`],
  ["paths/*/*/x-security", (names, path) => `security of ${operation(names, path)}`],
  ["paths/*/*", operation],
  ["components/schemas/*/x-rules/*", "filter rule {4} of {2}"],
  ["components/schemas/*", "{2}"],
  ["components/parameters/*", (names, path) => names.parameter(path[2] ?? "")],
  ["components/responses/*", "error {2}"],
  ["components/headers/*", "header {2}"],
  ["components/messages/*", "message {2}"],
  ["components/securitySchemes/*", "credentials {2}"],
  ["components/channelBindings/*", "connections of {2}"],
  ["components/tags/*", "tag {2}"],
  ["x-security-types/types/*", "security type {2}"],
  ["x-errors/codes/*", ({ code }, path) => `error ${path[2]}${code(path[2] ?? "")}`],
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
  ["x-book-sync", "book sync"],
  ["info", "document"],
];

/** The subject of a place; where no pattern fits, the outermost name without its `x-`. */
function subjectOf(path: readonly string[], names: Names): Subject {
  for (const [at, given] of subjects) {
    const pattern = at.split("/");
    if (!fits(pattern, path.slice(0, pattern.length))) continue;
    const text = typeof given === "string" ? filled(given, path) : given(names, path);
    return { text, rest: path.slice(pattern.length) };
  }
  const [first = "", ...rest] = path;
  return { text: first.replace(/^x-/u, "").replaceAll("-", " "), rest };
}

/**
 * Follows a path through schemas up to the first keyword that describes a value. The text has
 * `.price` for a property and `[]` for the items of a list.
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

function operation(names: Names, [, path = "", method = ""]: readonly string[]): string {
  return names.operation(path, method);
}

function response(status: string | undefined): string {
  return status?.startsWith("2") === true ? "response" : `error ${status}`;
}

function filled(text: string, path: readonly string[]): string {
  return text.replace(/\{(\d)\}/gu, (_, at: string) => path[Number(at)] ?? "");
}
