import { isList, isObject, sameJson } from "../contract/documents/json.ts";
import { kindUnder, type NodeKinds, nodeKinds } from "../contract/documents/node-kinds.ts";
import type { Json, Origin } from "../contract/model.ts";
import { type Entry, entriesOf } from "./entries.ts";
import {
  followedSpot,
  formName,
  formsOf,
  isChosen,
  referredName,
  type Side,
  type Spot,
} from "./forms.ts";
import type { Difference, Site } from "./model.ts";
import { isCostTable, isDuration, isLeftOpen, isPlainList, unwrapped } from "./values.ts";

/**
 * Every difference between two documents; of something added or removed, the outermost place. A
 * component is compared once, by its name, however often it is referenced. Recordings are not
 * compared, because they are recorded and not written.
 */
export function compareDocuments(
  document: Difference["document"],
  before: Side,
  after: Side,
): readonly Difference[] {
  const work: Work = {
    document,
    format: nodeKinds[document],
    before,
    after,
    found: [],
    references: [],
  };
  const root = { path: [], kind: "Root", holder: "", isListItem: false, isFlipped: false };
  compare(spotOf(before.root, before), spotOf(after.root, after), root, work);
  return work.found;
}

interface Work {
  readonly document: Difference["document"];
  readonly format: NodeKinds;
  readonly before: Side;
  readonly after: Side;
  readonly found: Difference[];
  /** Position in the new spec of the value that is being compared. */
  readonly place?: Origin | undefined;
  /** Pairs of references that are being followed; stops circles. */
  readonly references: readonly string[];
}

/** The place that is being compared. */
interface Where {
  readonly path: readonly string[];
  /** The kind of the node here, and of the node that holds it. */
  readonly kind: string;
  readonly holder: string;
  readonly isListItem: boolean;
  readonly isFlipped: boolean;
}

function compare(old: Spot | undefined, now: Spot | undefined, where: Where, work: Work): void {
  const { kind } = where;
  if (/^[[{]?(Example|MessageExample|RecordedMessage)[\]}]?$/u.test(kind)) return;
  if (old === undefined || now === undefined) {
    const only = old ?? now;
    if (only === undefined) return;
    if (isContainer(only.value, where)) compareInside(old, now, where, work);
    else note(old, now, where, work);
    return;
  }
  if (old.value === now.value) return;
  if (kind === "Data") compareFacts(old, now, where, work);
  else compareValues(old, now, where, work);
}

/** Facts of our vocabulary: whether one is assumed is a difference of its own. */
function compareFacts(old: Spot, now: Spot, where: Where, work: Work): void {
  const [before, after] = [unwrapped(old.value), unwrapped(now.value)];
  const isWrapped = before.assumed !== undefined || after.assumed !== undefined;
  if (!isWrapped || isOpenOrRecord(before.fact) || isOpenOrRecord(after.fact)) {
    return compareValues(old, now, where, work);
  }
  if (before.assumed !== after.assumed) {
    const inner = { ...where, path: [...where.path, "x-assumed"], isListItem: false };
    const mark = (spot: Spot, id: string | undefined): Spot | undefined =>
      id === undefined ? undefined : { ...spot, value: id, assumed: id };
    const within = { ...work, place: now.origin };
    note(mark(old, before.assumed), mark(now, after.assumed), inner, within);
  }
  const oldFact = { ...old, value: before.fact, assumed: before.assumed ?? old.assumed };
  const nowFact = { ...now, value: after.fact, assumed: after.assumed ?? now.assumed };
  compareValues(oldFact, nowFact, where, work);
}

/** An assumed record has `x-assumed` among its own members. */
function isOpenOrRecord(fact: Json): boolean {
  return isLeftOpen(fact) || (isObject(fact) && Object.hasOwn(fact, "x-assumed"));
}

function compareValues(old: Spot, now: Spot, where: Where, work: Work): void {
  if (old.value === now.value) return;
  const values = [old.value, now.value];
  const isAtom =
    where.kind === "Value" ||
    (values.every(isDuration) && hasSameMark(old, now)) ||
    values.some(isCostTable) ||
    isLeftOpen(old.value) !== isLeftOpen(now.value);
  const names = [referredName(old.value), referredName(now.value)];
  const isSection = Object.hasOwn(work.format.sections, where.kind);
  if (isAtom && !isEnumeration(where, values)) {
    if (!sameJson(old.value, now.value)) note(old, now, where, work);
  } else if (isSection && isNowChosen(old, now, work)) compareInside(old, now, where, work);
  else if (isSection && names[0] !== names[1]) compareReferenced(old, now, where, work);
  else if (values.every(isObject) || values.every(isList)) compareInside(old, now, where, work);
  else note(old, now, where, work);
}

/** The values of an enumeration are compared one by one, though a schema holds them as data. */
function isEnumeration({ path }: Where, values: readonly Json[]): boolean {
  return path.at(-1) === "enum" && values.every(isList);
}

/** Whether a choice replaced a named type, or the reverse. */
function isNowChosen(old: Spot, now: Spot, work: Work): boolean {
  if (!isChosen(old, now)) return false;
  const forms = formsOf(followedSpot(work.before, old), followedSpot(work.after, now));
  return forms !== undefined;
}

function hasSameMark(old: Spot, now: Spot): boolean {
  const mark = ({ value }: Spot): Json | undefined => (isObject(value) ? value["x-assumed"] : "");
  return mark(old) === mark(now);
}

/**
 * A reference with another target. Between two named types, the difference is their names, and the
 * differences between the targets decide its impact; otherwise reports those differences.
 */
function compareReferenced(old: Spot, now: Spot, where: Where, work: Work): void {
  const names = [referredName(old.value), referredName(now.value)];
  const step = names.join("|");
  if (work.references.includes(step)) return;
  const inside: Work = { ...work, found: [], references: [...work.references, step] };
  compareInside(followedSpot(work.before, old), followedSpot(work.after, now), where, inside);
  const isTyped = where.kind === "Schema";
  const areBoth = names.every((name) => name !== undefined) && isTyped;
  const isOther = inside.found.some(
    ({ path }) => isTyped && path.length === where.path.length + 1 && path.at(-1) === "type",
  );
  if (!areBoth && !isOther) work.found.push(...inside.found);
  if (!areBoth && !isOther && inside.found.length > 0) return;
  const named = (spot: Spot, name: string | undefined): Site => ({
    ...siteOf(spot),
    value: name ?? (isTyped ? formName(spot.value) : "what is written in place"),
  });
  work.found.push({
    ...differenceAt({ ...where, path: [...where.path, "$ref"], holder: where.kind }, work),
    before: named(old, names[0]),
    after: named(now, names[1]),
    inner: inside.found,
  });
}

function compareInside(
  old: Spot | undefined,
  now: Spot | undefined,
  where: Where,
  work: Work,
): void {
  const [before, after] = entriesOf(
    { spot: old, side: work.before },
    { spot: now, side: work.after },
  );
  const isList = Array.isArray((old ?? now)?.value);
  const forms = where.kind === "Schema" ? formsOf(old, now) : undefined;
  if (forms !== undefined) {
    const inner = { ...where, path: [...where.path, "type"], holder: "Schema" };
    note(...forms.spots, { ...inner, isListItem: false }, work);
  }
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (forms?.keys.includes(name) === true) continue;
    const [left, right] = [before.get(name), after.get(name)];
    const key = (right ?? left)?.key ?? name;
    const inner: Where = {
      path: [...where.path, name],
      kind: where.kind === "Value" ? "Value" : kindUnder(work.format, where.kind, key),
      holder: where.kind,
      isListItem: isList,
      isFlipped: where.isFlipped !== (where.kind === "Schema" && name === "not"),
    };
    compare(left?.spot, right?.spot, inner, { ...work, place: now?.origin });
  }
  if (!isList || old === undefined || now === undefined) return;
  if (!isSameOrder(before, after)) {
    work.found.push({
      ...differenceAt(where, work),
      isReordered: true,
      before: { ...siteOf(old), value: [...before.keys()] },
      after: { ...siteOf(now), value: [...after.keys()] },
    });
  }
}

/** Whether the items that both lists have stand in the same order. */
function isSameOrder(
  before: ReadonlyMap<string, Entry>,
  after: ReadonlyMap<string, Entry>,
): boolean {
  const common = [...after.keys()].filter((name) => before.has(name));
  return [...before.keys()].filter((name) => after.has(name)).join("\n") === common.join("\n");
}

/** Whether a value only groups things: its members are added or removed, not the group. */
function isContainer(value: Json, { kind, isListItem }: Where): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (kind === "Data" && isList(value) && !isListItem) {
    return value.length > 0 && isPlainList(value.map((item) => unwrapped(item).fact));
  }
  // A choice among schemas is not a group but a keyword.
  return /^\{|^\[Parameter/u.test(kind) || kind === "PathItem" || kind === "Components";
}

function note(old: Spot | undefined, now: Spot | undefined, where: Where, work: Work): void {
  work.found.push({
    ...differenceAt(where, work),
    before: old && siteOf(old),
    after: now && siteOf(now),
  });
}

function differenceAt(where: Where, { document, place }: Work): Difference {
  const { kind: _, ...at } = where;
  const isMark = where.path.at(-1) === "x-assumed" && place !== undefined;
  const nothing = { isReordered: false, before: undefined, after: undefined };
  return { document, ...at, ...nothing, ...(isMark ? { place } : {}) };
}

function siteOf({ value, origin, assumed }: Spot): Site {
  const { fact, assumed: own } = unwrapped(value);
  return { value: fact, origin, assumed: own ?? assumed };
}

function spotOf(value: Json, { places }: Side): Spot {
  const origin = places.of(isObject(value) ? value : {});
  return { value, origin, assumed: undefined, held: undefined };
}
