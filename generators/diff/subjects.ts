import { fits, patternOf } from "./patterns.ts";

/** What names of a spec the subjects are told with. */
export interface Names {
  /** The operation of a path and a method, as `getDepth`. */
  readonly operation: (path: string, method: string) => string;
  /** The name on the wire of a shared parameter, and the operations that take it. */
  readonly parameter: (component: string) => string;
  /** The name of a failure code, as ` TIMESTAMP_OUTSIDE_WINDOW`; empty where there is none. */
  readonly code: (code: string) => string;
}

/** What a place belongs to, in the contract's words, and what is left of the way to the place. */
export interface Subject {
  readonly text: string;
  readonly rest: readonly string[];
}

type Told = (names: Names, trail: readonly string[]) => string;

/** By pattern, what is told of the place that a trail leads to or through; the first that fits. */
const subjects: readonly (readonly [pattern: string, told: string | Told])[] = [
  ["paths/*/*/parameters/*", (names, way) => `parameter ${way[4]} of ${operation(names, way)}`],
  ["paths/*/*/requestBody", (names, trail) => `body of ${operation(names, trail)}`],
  ["paths/*/*/responses/*", (names, trail) => `${answer(trail[4])} of ${operation(names, trail)}`],
  ["paths/*/*/x-weight", (names, trail) => `weight of ${operation(names, trail)}`],
  ["paths/*/*/x-security", (names, trail) => `security of ${operation(names, trail)}`],
  ["paths/*/*", operation],
  ["components/schemas/*/x-rules/*", "filter rule {4} of {2}"],
  ["components/schemas/*", "{2}"],
  ["components/parameters/*", (names, trail) => names.parameter(trail[2] ?? "")],
  ["components/responses/*", "failure {2}"],
  ["components/headers/*", "header {2}"],
  ["components/messages/*", "message {2}"],
  ["components/securitySchemes/*", "credentials {2}"],
  ["components/channelBindings/*", "connections of {2}"],
  ["components/tags/*", "tag {2}"],
  ["x-security-types/types/*", "security type {2}"],
  ["x-errors/codes/*", ({ code }, trail) => `failure ${trail[2]}${code(trail[2] ?? "")}`],
  ["x-errors/statuses/*", "status {2}"],
  ["x-limits/windows/*", "limit {2}"],
  ["x-retry/rules/*", "retry on {2}"],
  ["x-order-rules/types/*", "order type {2}"],
  ["x-order-states/states/*", "order state {2}"],
  ["x-order-states/transitions/*", "transition {2}"],
  ["x-balances/moves/*", "balance move {2}"],
  ["x-assumptions/*", "ledger entry {1}"],
  ["channels/*/parameters/*", "parameter {3} of stream {1}"],
  ["channels/*/messages/*", "message {3} of stream {1}"],
  ["channels/*", "stream {1}"],
  ["operations/*", "stream operation {1}"],
  ["x-security-types", "security"],
  ["x-retry", "retry policy"],
  ["x-user-session", "user data session"],
  ["x-book-sync", "book sync"],
  ["info", "document"],
];

/** What a place belongs to; where no pattern fits, the outermost name without its `x-`. */
export function subjectOf(trail: readonly string[], names: Names): Subject {
  for (const [pattern, told] of subjects) {
    const wanted = patternOf(pattern);
    const head = trail.slice(0, wanted.length);
    if (!fits(wanted, head)) continue;
    const text = typeof told === "string" ? filled(told, trail) : told(names, trail);
    return { text, rest: trail.slice(wanted.length) };
  }
  const [first = "", ...rest] = trail;
  return { text: first.replace(/^x-/u, "").replaceAll("-", " "), rest };
}

/** Where in a schema a way leads, as people write it, and what is left of the way from there. */
export interface Path {
  /** `.price` of a property, `[]` of what is in a list; nothing of what the form alone asks for. */
  readonly text: string;
  readonly rest: readonly string[];
}

/** Follows a way through schemas, up to the first keyword that only says something of a value. */
export function pathOf(names: readonly string[]): Path {
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

function answer(status: string | undefined): string {
  return status?.startsWith("2") === true ? "answer" : `failure ${status}`;
}

function filled(text: string, trail: readonly string[]): string {
  return text.replace(/\{(\d)\}/gu, (_, at: string) => trail[Number(at)] ?? "");
}
