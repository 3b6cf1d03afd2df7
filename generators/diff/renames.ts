import { isList, isObject, sameJson } from "../contract/documents/json.ts";
import * as read from "../contract/documents/read.ts";
import type { Json, JsonObject } from "../contract/model.ts";
import type { Entry } from "./entries.ts";
import type { Difference, Rename } from "./model.ts";
import { fits } from "./rules.ts";
import { unwrapped } from "./values.ts";

/** Places with named members: only these can be renamed. */
const named = [
  "paths/*/*/parameters",
  "**/properties",
  "**/enum",
  "**/headers",
  "channels/*/messages",
  "**/x-rules",
  "components/schemas",
  "channels",
  "channels/*/parameters",
  "operations",
  "x-assumptions",
  "x-errors/codes",
  "x-limits/windows",
  "x-order-rules/types",
  "x-order-states/states",
  "x-security-types/types",
].map((pattern) => pattern.split("/"));

/** Facts that are names, and what stays the same when they change. */
const names: readonly (readonly [at: string, same: string])[] = [
  ["paths/*/*/operationId", "same path and method"],
  ["x-errors/codes/*/name", "same code"],
  ["channels/*/address", "same stream"],
  ["components/messages/*/name", "same message"],
  ["components/parameters/*/name", "same parameter"],
  ["**/prefixItems/*/title", "same position"],
];

type Entries = ReadonlyMap<string, Entry>;

/** A removed and an added thing that are the same under two names. */
export interface Renamed extends Rename {
  readonly left: Entry;
  readonly right: Entry;
}

/** The change of a fact that is a name; nothing for other facts. */
export function renameAt({ path, before, after }: Difference): Rename | undefined {
  const [from, to] = [before?.value, after?.value];
  if (typeof from !== "string" || typeof to !== "string") return undefined;
  const [, because] = names.find(([at]) => fits(at.split("/"), path)) ?? [];
  return because === undefined ? undefined : { from, to, certainty: "certain", because };
}

/** Pairs removed with added things of the same form, if no other has it. */
export function renamesOf(
  { path, kind }: { readonly path: readonly string[]; readonly kind: string },
  before: Entries,
  after: Entries,
): readonly Renamed[] {
  const gone = [...before].filter(([name]) => !after.has(name));
  const come = [...after].filter(([name]) => !before.has(name));
  if (gone.length === 0 || come.length === 0) return [];
  const isNamed = kind !== "Schema" && named.some((pattern) => fits(pattern, path));
  if (!isNamed || path.includes("not")) return [];
  // A word has nothing but its place in the list.
  const isWords = gone.concat(come).every(([, entry]) => isWord(entry));
  if (isWords && (gone.length > 1 || come.length > 1)) return [];
  return gone.flatMap(([from, left]) => {
    const [to, right] = only(come, ([to, right]) => isAlike(left, right, { from, to })) ?? [];
    if (to === undefined || right === undefined) return [];
    const known = only(gone, ([name, one]) => isAlike(one, right, { from: name, to }));
    if (known === undefined) return [];
    return [{ from, to, left, right, ...certainty(left, right, { from, to }) }];
  });
}

/** The one item that fits. Of thousands with the same form, two are enough to know. */
function only<Item>(items: readonly Item[], isFit: (item: Item) => boolean): Item | undefined {
  const first = items.find(isFit);
  return first === items.findLast(isFit) ? first : undefined;
}

type Names = Pick<Rename, "from" | "to">;

function isWord({ value }: Entry): boolean {
  return typeof unwrapped(value).fact === "string";
}

function isAlike(left: Entry, right: Entry, pair: Names): boolean {
  if (isWord(left)) return left.key === right.key;
  return isSame(left, right, { ...pair, ignored: prose });
}

function certainty(left: Entry, right: Entry, pair: Names): Pick<Rename, "certainty" | "because"> {
  if (isWord(left)) return { certainty: "possible", because: "same place" };
  return isSame(left, right, pair)
    ? { certainty: "likely", because: "same form and description" }
    : { certainty: "possible", because: "same form" };
}

/** Text for people, which is not part of the form. */
const prose =
  /^(description|summary|title|condition|examples?|tags|x-enumDescriptions|x-vectors)$/u;

/** Whether two values are the same, apart from ignored keys and the rename. */
function isSame(
  { value: old, root: before }: Entry,
  { value: now, root: after }: Entry,
  { from, to, ignored }: Names & { readonly ignored?: RegExp },
): boolean {
  const isName = (one: string, other: string): boolean =>
    one === other || (one === from && other === to);
  const compare = (one: Json, other: Json, seen: readonly Json[]): boolean => {
    if (seen.includes(one)) return true;
    const left = isObject(one) ? read.resolved(before, one) : one;
    const right = isObject(other) ? read.resolved(after, other) : other;
    if (isList(left) && isList(right)) {
      const isPair = (item: Json, at: number): boolean =>
        compare(item, right[at] ?? null, [...seen, one]);
      return left.length === right.length && left.every(isPair);
    }
    if (!isObject(left) || !isObject(right)) return isName(String(left), String(right));
    const [lefts, rights] = [left, right].map((node) =>
      Object.entries(node).filter(([key]) => ignored?.test(key) !== true),
    ) as [[string, Json][], [string, Json][]];
    return (
      lefts.length === rights.length &&
      lefts.every(([key, inner]) => {
        const pair = rights.find(([name]) => isName(key, name));
        return pair !== undefined && compare(inner, pair[1], [...seen, one]);
      })
    );
  };
  return compare(old, now, []);
}

/** An operation with its place, such as `GET /api/v1/depth`. */
interface Placed {
  readonly place: string;
  readonly path: string;
  readonly method: string;
}

/** Operations in both documents at different places. */
export interface Moved {
  readonly from: Placed;
  readonly to: Placed;
}

/** Operations under another path or method, matched by id. */
export function movedOperations(before: JsonObject, after: JsonObject): readonly Moved[] {
  const [old, now] = [placesOf(before), placesOf(after)];
  return [...now].flatMap(([id, to]) => {
    const from = old.get(id);
    return from === undefined || from.place === to.place ? [] : [{ from, to }];
  });
}

function placesOf(document: JsonObject): ReadonlyMap<string, Placed> {
  const items = Object.entries(read.object(document, "paths"));
  return new Map(
    items.flatMap(([path, item]) =>
      Object.entries(read.object(item)).flatMap(([method, operation]) => {
        const id = read.at(operation, "operationId");
        const place = `${method.toUpperCase()} ${path}`;
        return typeof id === "string" ? [[id, { place, path, method }] as const] : [];
      }),
    ),
  );
}

/** Whether a difference only repeats a rename at a reference. */
export function isConsequence(
  difference: Difference,
  all: readonly Difference[],
  renames: ReadonlyMap<string, string>,
): boolean {
  const { before, after, path, renamed, isReordered } = difference;
  if (renamed !== undefined || renames.size === 0 || isReordered) return false;
  if (before !== undefined && after !== undefined) {
    return sameJson(withNames(before.value, renames), after.value);
  }
  const isGone = after === undefined;
  return all.some((other) => {
    const [old, now] = isGone ? [difference, other] : [other, difference];
    if (old.before === undefined || old.after !== undefined) return false;
    if (now.after === undefined || now.before !== undefined) return false;
    return (
      old.path.length === path.length &&
      now.path.length === path.length &&
      old.path.every((name, at) => nameIn(name, renames) === now.path[at]) &&
      sameJson(withNames(old.before.value, renames), now.after.value)
    );
  });
}

function withNames(value: Json, renames: ReadonlyMap<string, string>): Json {
  if (typeof value === "string") return nameIn(value, renames);
  if (typeof value === "number") {
    const renamed = renames.get(String(value));
    return renamed === undefined ? value : Number(renamed);
  }
  if (isList(value)) return value.map((item) => withNames(item, renames));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, inner]) => {
    return [nameIn(key, renames), withNames(inner, renames)] as const;
  });
  return Object.fromEntries(members);
}

function nameIn(text: string, renames: ReadonlyMap<string, string>): string {
  return renames.get(text) ?? text.replace(/[\w-]+/gu, (word) => renames.get(word) ?? word);
}
