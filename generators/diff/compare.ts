import {
  defined,
  isList,
  isObject,
  isUnstated,
  pointerNames,
  sameJson,
} from "../contract/documents/json.ts";
import { kindUnder, nodeKinds } from "../contract/documents/node-kinds.ts";
import { placeOf } from "../contract/documents/places.ts";
import * as read from "../contract/documents/read.ts";
import type { Json, JsonObject } from "../contract/model.ts";
import { type Entry, entriesOf, membersOf } from "./entries.ts";
import type { Difference, DiffPlace, Rename, Spot } from "./model.ts";
import { type Moved, movedOperations, renameAt, renamesOf } from "./renames.ts";
import { isCostTable, isDuration, isPlainList, unwrapped } from "./values.ts";

/**
 * Finds every difference between two documents; for an addition or removal, the outermost place. A
 * component is compared once, by name, however often it is referenced. Recordings are not compared:
 * they are not written by hand.
 */
export function compareDocuments(
  document: Difference["document"],
  before: JsonObject,
  after: JsonObject,
): readonly Difference[] {
  const root = { document, path: [], kind: "Root", holder: "", place: undefined, references: [] };
  const moved = movedOperations(before, after);
  const where: Where = { ...root, isListItem: false, isFlipped: false, moved };
  const [old, now] = [before, after].map((root): Spot => {
    return { value: root, origin: placeOf(root), assumed: undefined, root };
  });
  return [...compare(old, now, where)];
}

interface Where extends DiffPlace {
  readonly kind: string;
  /** Pairs of references being followed; stops cycles. */
  readonly references: readonly string[];
  /** Operations that moved to another path or method. */
  readonly moved: readonly Moved[];
}

type Differences = Generator<Difference, void>;

function* compare(old: Spot | undefined, now: Spot | undefined, where: Where): Differences {
  const { kind } = where;
  if (/^[[{]?(Example|MessageExample|RecordedMessage)[\]}]?$/u.test(kind)) return;
  const only = old ?? now;
  if (only === undefined) return;
  if (old !== undefined && isSame(old.value, now?.value, where)) return;
  if (old === undefined || now === undefined) {
    if (isContainer(only.value, where)) yield* compareInside(old, now, where);
    else yield difference(old, now, where);
  } else if (kind === "Data" || where.path.at(-2) === "enum")
    yield* compareExtensions(old, now, where);
  else yield* compareValues(old, now, where);
}

/**
 * Whether there is nothing to compare inside. The parameters of an operation are always read: a
 * reference to a shared one stands for the name that it has in requests.
 */
function isSame(old: Json, now: Json | undefined, { kind, path }: Where): boolean {
  if (old === now) return true;
  const isOfPath = path[0] === "paths" || kind === "Root";
  return now !== undefined && !isOfPath && sameJson(old, now);
}

/** What our extensions state: whether it is assumed is a separate difference. */
function* compareExtensions(old: Spot, now: Spot, where: Where): Differences {
  const [before, after] = [unwrapped(old.value), unwrapped(now.value)];
  const isOne = before.assumed === after.assumed;
  if ((isOne && before.assumed === undefined) || [before.fact, after.fact].some(isOpenOrRecord)) {
    return yield* compareValues(old, now, where);
  }
  if (!isOne) {
    const path = [...where.path, "x-assumed"];
    const mark = (spot: Spot, id: string | undefined): Spot | undefined =>
      id === undefined ? undefined : { ...spot, value: id, assumed: id };
    const inner = { ...where, path, isListItem: false, place: now.origin };
    yield difference(mark(old, before.assumed), mark(now, after.assumed), inner);
  }
  const oldFact = { ...old, value: before.fact, assumed: before.assumed ?? old.assumed };
  const nowFact = { ...now, value: after.fact, assumed: after.assumed ?? now.assumed };
  yield* compareValues(oldFact, nowFact, where);
}

/** An assumed record has `x-assumed` among its own members. */
function isOpenOrRecord(fact: Json): boolean {
  return isUnstated(fact) || (isObject(fact) && Object.hasOwn(fact, "x-assumed"));
}

function* compareValues(old: Spot, now: Spot, where: Where): Differences {
  if (old.value === now.value) return;
  const values = [old.value, now.value];
  // Enum values are compared one by one, though a schema holds them as data.
  const isEnumeration = where.path.at(-1) === "enum" && values.every(isList);
  const [oldMark, nowMark] = values.map((value) => read.at(value, "x-assumed"));
  const isAtom =
    where.kind === "Value" ||
    isType(where) ||
    (values.every(isDuration) && oldMark === nowMark) ||
    values.some(isCostTable) ||
    isUnstated(old.value) !== isUnstated(now.value);
  const isSection = Object.hasOwn(nodeKinds[where.document].sections, where.kind);
  if (isAtom && !isEnumeration) {
    if (!sameJson(old.value, now.value)) yield difference(old, now, where);
  } else if (isSection && referredName(old.value) !== referredName(now.value)) {
    yield* compareReferenced(old, now, where);
  } else if (values.every(isObject) || values.every(isList)) yield* compareInside(old, now, where);
  else yield difference(old, now, where);
}

/**
 * A reference with another target. Between two named types the difference is their names, and
 * differences of the targets decide its impact; otherwise those differences are reported.
 */
function* compareReferenced(old: Spot, now: Spot, where: Where): Differences {
  const [before, after] = [followedSpot(old), followedSpot(now)];
  const isTyped = where.kind === "Schema";
  const isChoice = [old, now].some((spot) => /^(any|one)Of$/u.test(readForms(spot)?.key ?? ""));
  if (isTyped && isChoice && formsOf(before, after) !== undefined) {
    return yield* compareInside(old, now, where);
  }
  const names = [referredName(old.value), referredName(now.value)];
  const step = names.join("|");
  if (where.references.includes(step)) return;
  const references = [...where.references, step];
  const inner = [...compareInside(before, after, { ...where, references })];
  const isNamed = isTyped && names.every((name) => name !== undefined);
  const isOtherType =
    isTyped &&
    inner.some(({ path }) => path.length === where.path.length + 1 && path.at(-1) === "type");
  if (!isNamed && !isOtherType && inner.length > 0) return yield* inner;
  const named = (spot: Spot): Spot => ({
    ...spot,
    value: isTyped ? formName(spot.value) : (referredName(spot.value) ?? inPlace),
  });
  const at = { ...where, path: [...where.path, "$ref"], holder: where.kind };
  yield { ...difference(named(old), named(now), at), inner };
}

function* compareInside(old: Spot | undefined, now: Spot | undefined, where: Where): Differences {
  const [before, after] = entriesOf(old, now);
  const isOfList = isList((old ?? now)?.value);
  const forms = where.kind === "Schema" ? formsOf(old, now) : undefined;
  if (forms !== undefined) {
    const inner = { ...where, path: [...where.path, "type"], holder: "Schema", isListItem: false };
    yield difference(...forms.spots, inner);
  }
  const inner = { ...where, isListItem: isOfList, place: now?.origin };
  const renames = renamesOf(where, before, after);
  for (const [name, left, right] of pairsOf(before, after, renames, where)) {
    if (forms?.keys.includes(name) === true) continue;
    yield* compare(left, right, memberOf(inner, name, (right ?? left)?.key ?? name));
  }
  for (const { left, right, ...rename } of renames) {
    yield* compareRenamed(left, right, rename, memberOf(inner, rename.to, right.key));
  }
  if (where.kind === "{PathItem}") yield* compareMoved(before, after, where);
  if (isOfList && old !== undefined && now !== undefined && !isSameOrder(before, after)) {
    const [was, is] = [
      { ...old, value: [...before.keys()] },
      { ...now, value: [...after.keys()] },
    ];
    yield { ...difference(was, is, where), isReordered: true };
  }
}

type Entries = ReadonlyMap<string, Entry>;

type Pair = readonly [name: string, left: Entry | undefined, right: Entry | undefined];

/** Pairs members by name, with those of one side only, except renamed ones. */
function pairsOf(
  before: Entries,
  after: Entries,
  renames: readonly Rename[],
  { path, kind, moved }: Where,
): readonly Pair[] {
  const [gone, come] = [renames.map(({ from }) => from), renames.map(({ to }) => to)];
  if (kind === "PathItem") {
    const own = path.at(-1);
    gone.push(...moved.filter(({ from }) => from.path === own).map(({ from }) => from.method));
    come.push(...moved.filter(({ to }) => to.path === own).map(({ to }) => to.method));
  }
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => {
    const left = gone.includes(name) ? undefined : before.get(name);
    return [name, left, come.includes(name) ? undefined : after.get(name)];
  });
}

function memberOf(where: Where, name: string, key: string | number): Where {
  const { kind, path, isFlipped } = where;
  return {
    ...where,
    path: [...path, name],
    kind: kind === "Value" ? "Value" : kindUnder(nodeKinds[where.document], kind, key),
    holder: kind,
    isFlipped: isFlipped !== (kind === "Schema" && name === "not"),
  };
}

/** A renamed thing: the rename, and its other differences. */
function* compareRenamed(left: Spot, right: Spot, renamed: Rename, where: Where): Differences {
  // A shared parameter states its name itself.
  const isShared = where.holder === "[Parameter]" && referredName(left.value) !== undefined;
  if (!isShared || referredName(left.value) !== referredName(right.value)) {
    yield { ...difference(left, right, where), renamed };
  }
  if (typeof unwrapped(left.value).fact === "object") yield* compare(left, right, where);
}

/** Operations under another path or method. */
function* compareMoved(before: Entries, after: Entries, where: Where): Differences {
  for (const { from, to } of where.moved) {
    const [old, now] = [before.get(from.path), after.get(to.path)];
    if (old === undefined || now === undefined) continue;
    const item = memberOf({ ...where, isListItem: false, place: now.origin }, to.path, to.path);
    const [left, right] = [membersOf(old).get(from.method), membersOf(now).get(to.method)];
    if (left === undefined || right === undefined) continue;
    const because = "same operation id";
    const renamed = { from: from.place, to: to.place, certainty: "certain", because } as const;
    yield* compareRenamed(left, right, renamed, memberOf(item, to.method, to.method));
  }
}

/** Whether the common items of both lists have the same order. */
function isSameOrder(before: Entries, after: Entries): boolean {
  const old = [...before.keys()].filter((name) => after.has(name));
  const now = [...after.keys()].filter((name) => before.has(name));
  return old.join("\n") === now.join("\n");
}

/** Whether a value only groups things: its members are added or removed, not the group. */
function isContainer(value: Json, where: Where): boolean {
  const { kind, isListItem } = where;
  if (typeof value !== "object" || value === null || isType(where)) return false;
  if (kind === "Data" && isList(value) && !isListItem) {
    return value.length > 0 && isPlainList(value.map((item) => unwrapped(item).fact));
  }
  // A choice among schemas is a keyword, not a group.
  return /^\{|^\[Parameter/u.test(kind) || kind === "PathItem" || kind === "Components";
}

/** Whether a place is the keyword `type`, whose words belong together. */
function isType({ path, holder }: Where): boolean {
  return holder === "Schema" && path.at(-1) === "type";
}

function difference(
  old: Spot | undefined,
  now: Spot | undefined,
  { kind: _, references: __, moved: ___, ...place }: Where,
): Difference {
  const [before, after] = [old && unwrappedSpot(old), now && unwrappedSpot(now)];
  const made = { ...place, isReordered: false, before, after };
  return { ...made, ...defined({ renamed: renameAt(made) }) };
}

function unwrappedSpot(spot: Spot): Spot {
  const { fact, assumed } = unwrapped(spot.value);
  return { ...spot, value: fact, assumed: assumed ?? spot.assumed };
}

/** The last name of a reference in the document, such as `Order`; nothing for other values. */
function referredName(value: Json | undefined): string | undefined {
  const reference = read.at(value, "$ref");
  return typeof reference === "string" ? pointerNames(reference).at(-1) : undefined;
}

/** The target of a reference, at the position of the reference. */
function followedSpot(spot: Spot): Spot {
  const { value, root } = spot;
  if (referredName(value) === undefined || !isObject(value)) return spot;
  const held = spot.held ?? placeOf(value, "$ref");
  return { ...spot, value: read.resolved(root, value), held };
}

const inPlace = "what is written in place";

/**
 * The forms of a value whose describing keyword changed, as from `type: integer` to `anyOf`: one
 * difference instead of several. Nothing where the keyword is the same.
 */
function formsOf(
  old: Spot | undefined,
  now: Spot | undefined,
): { readonly spots: readonly [Spot, Spot]; readonly keys: readonly string[] } | undefined {
  const [before, after] = [readForms(old), readForms(now)];
  if (old === undefined || now === undefined) return undefined;
  if (before === undefined || after === undefined || before.key === after.key) return undefined;
  const spots = [
    { ...old, value: before.forms },
    { ...now, value: after.forms },
  ] as const;
  return { spots, keys: [before.key, after.key, "format", "items"] };
}

function readForms(
  spot: Spot | undefined,
): { readonly key: string; readonly forms: readonly string[] } | undefined {
  const schema = spot?.value;
  if (!isObject(schema)) return undefined;
  const keys = ["$ref", "type", "anyOf", "oneOf"].filter((key) => Object.hasOwn(schema, key));
  const [key] = keys;
  if (key === undefined || keys.length > 1) return undefined;
  if (key === "$ref") return { key, forms: [formName(schema)] };
  if (key !== "type") return { key, forms: read.list(schema[key]).map(branchName) };
  const types = read.texts([schema["type"] ?? ""].flat());
  return { key, forms: types.map((type) => formName({ ...schema, type })) };
}

/** The form of a value in a word or two: a name, a type, or a list of these. */
function formName(schema: Json | undefined): string {
  const name = referredName(schema);
  if (name !== undefined || !isObject(schema)) return name ?? "anything";
  if (schema["type"] === "array") return `list of ${formName(schema["items"])}`;
  const words = [...read.texts([schema["type"] ?? ""].flat()), read.text(schema, "format")];
  return words.filter((word) => word !== "").join(" ") || inPlace;
}

/** The form of a branch with its other keywords, so that branches differ in text. */
function branchName(branch: Json): string {
  const more = Object.entries(read.object(branch)).filter(
    ([key]) => !/^(type|format|items|\$ref|description|x-.*)$/u.test(key),
  );
  const others = more.map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  return [formName(branch), ...others].join(" ");
}
