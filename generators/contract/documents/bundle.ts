import { posix } from "node:path";

import type { BundleInput, Named, Position, Work } from "./bundle-work.ts";
import { missing, placed, resolved, sourceOf, targetOf, unknown, within } from "./bundle-work.ts";
import { kindUnder } from "./grammar.ts";
import { byText, isList, isObject, member, objectIn } from "./json.ts";
import type { Json, JsonObject } from "./model.ts";
import type { Target } from "./references.ts";
import { lookUp, readReference, toPointer } from "./references.ts";

/**
 * Makes one document of an entry file and everything it names. What has a section in `components`
 * is kept there under the name of its file (or of its key, in a file of many) and referred to;
 * everything else is written out in place. Circles are fine among named values and refused where
 * they would have no end. Every node of the bundle knows where it is written in the sources.
 */
export function bundle(input: BundleInput): JsonObject {
  const root = input.open(input.entry);
  if (!isObject(root) || Object.keys(root).length === 0) input.onLost();
  if (!isObject(root)) return {};
  const work: Work = { ...input, sections: new Map(), names: new Map(), queue: [], local: [] };
  const { components, ...rest } = root;
  input.places.copy(root, rest);
  if (isObject(components)) keepOwnComponents(components, work);
  const start = { kind: "Root", file: input.entry, path: [] };
  const copy = objectIn(copied(rest, start, work));
  for (let next = work.queue.shift(); next !== undefined; next = work.queue.shift()) next();
  const whole = placed({ ...copy, components: componentsOf(components, work) }, root, work);
  reportDangling(whole, work);
  return whole;
}

function copied(value: Json, position: Position, work: Work): Json {
  if (!isObject(value) && !isList(value)) return value;
  if (isObject(value) && Object.hasOwn(value, "$ref") && position.kind !== "Value") {
    return referred(value, position, work);
  }
  const inside = (key: string | number): Position => ({
    ...position,
    kind: position.kind === "Value" ? "Value" : kindUnder(work.grammar, position.kind, key),
  });
  if (isList(value)) {
    return placed(
      value.map((item, index) => copied(item, inside(index), work)),
      value,
      work,
    );
  }
  const members: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    const position = inside(key);
    if (position.kind === "Example" && isUnrecorded(item, position, work)) continue;
    members[key] = copied(item, position, work);
  }
  return placed(members, value, work);
}

/** Recordings are made by the generated client, so an operation comes before its recordings. */
function isUnrecorded(value: Json, { file }: Position, work: Work): boolean {
  const reference = member(value, "$ref");
  const target = typeof reference === "string" ? readReference(reference, file) : undefined;
  if (!isObject(value) || target === undefined || !("file" in target)) return false;
  if (!target.file.startsWith("examples/") || work.open(target.file) !== undefined) return false;
  work.problems.note({
    node: value,
    key: "$ref",
    message: `The recording ${target.file} does not exist yet.`,
    fix: "Run `npm run record`.",
  });
  return true;
}

function referred(node: JsonObject, position: Position, work: Work): Json {
  const target = targetOf(node, position.file, work);
  if (target === undefined) return unknown(node, work);
  const { $ref: _, ...siblings } = node;
  if (target.file === work.entry && target.pointer.length > 0) {
    work.local.push({ node, pointer: target.pointer });
    return placed({ $ref: `#${toPointer(target.pointer)}`, ...siblings }, node, work);
  }
  const found = lookUp(work.open(target.file), target.pointer);
  if (found === undefined) return missing(node, target, work);
  const section = work.grammar.sections[position.kind];
  if (section === undefined) return writtenOut(node, target, found, position, work);
  const name = keep(node, target, found, { section, kind: position.kind }, work);
  return placed({ $ref: `#/components/${section}${toPointer([name])}`, ...siblings }, node, work);
}

/** Copies what is named into the place of the reference; own words of the place win. */
function writtenOut(
  node: JsonObject,
  target: Target,
  found: Json,
  position: Position,
  work: Work,
): Json {
  const source = sourceOf(target);
  if (position.path.includes(source)) {
    work.problems.report({
      node,
      key: "$ref",
      message: `The $ref to ${source} leads back to itself.`,
      fix: "Break the circle; only named components may refer to each other in a circle.",
    });
    return unknown(node, work);
  }
  const path = [...position.path, source];
  const copy = copied(found, { kind: position.kind, file: target.file, path }, work);
  const { $ref: _, ...siblings } = node;
  if (Object.keys(siblings).length === 0 || !isObject(copy)) return copy;
  const own = objectIn(copied(placed(siblings, node, work), position, work));
  return placed({ ...copy, ...own }, copy, work);
}

/** Puts what is named into its section, once, and returns the name it has there. */
function keep(
  node: JsonObject,
  target: Target,
  found: Json,
  { section, kind }: { readonly section: string; readonly kind: string },
  work: Work,
): string {
  const source = sourceOf(target);
  const names = within(work.names, section);
  const known = names.get(source);
  if (known !== undefined) return known;
  const name = target.pointer.at(-1) ?? posix.basename(target.file).replace(/\.[a-z]+$/u, "");
  const other = within(work.sections, section).get(name);
  if (other !== undefined) {
    work.problems.report({
      node,
      key: "$ref",
      message: `The name ${name} stands for both ${other.source} and ${source}.`,
      fix: "Rename one of the two.",
    });
    return name;
  }
  names.set(source, name);
  const entry: Named = { source, value: {} };
  within(work.sections, section).set(name, entry);
  work.queue.push(() => {
    entry.value = copied(found, { kind, file: target.file, path: [source] }, work);
  });
  return name;
}

/** Names that the entry file gives in its own `components` are taken before all others. */
function keepOwnComponents(components: JsonObject, work: Work): void {
  for (const [section, given] of Object.entries(components)) {
    const start = { kind: "Data", file: work.entry, path: [] };
    const whole = resolved(given, { file: work.entry, pointer: ["components", section] }, work);
    if (whole === undefined || !isObject(whole.value)) continue;
    const kind = kindUnder(work.grammar, kindUnder(work.grammar, "Components", section), "");
    for (const [name, value] of Object.entries(whole.value)) {
      const place = { file: whole.target.file, pointer: [...whole.target.pointer, name] };
      const real = resolved(value, place, work);
      if (real === undefined) continue;
      const source = sourceOf(real.target);
      if (!within(work.names, section).has(source)) within(work.names, section).set(source, name);
      const entry: Named = { source, value: {} };
      within(work.sections, section).set(name, entry);
      const position = { ...start, kind, file: real.target.file, path: [source] };
      work.queue.push(() => {
        entry.value = copied(real.value, position, work);
      });
    }
  }
}

function componentsOf(given: Json | undefined, work: Work): JsonObject {
  const order = Object.values(work.grammar.sections);
  const rank = (section: string): number => [...order, section].indexOf(section);
  const sections = [...work.sections]
    .sort(([left], [right]) => rank(left) - rank(right) || byText(left, right))
    .map(([section, named]) => {
      const sorted = [...named].sort(([left], [right]) => byText(left, right));
      const values = Object.fromEntries(sorted.map(([name, { value }]) => [name, value]));
      const own = member(given, section);
      return [section, isObject(own) ? placed(values, own, work) : values] as const;
    });
  const components: JsonObject = Object.fromEntries(sections);
  return isObject(given) ? placed(components, given, work) : components;
}

/** References within the document can be followed only once the document is whole. */
function reportDangling(whole: JsonObject, work: Work): void {
  for (const { node, pointer } of work.local) {
    if (lookUp(whole, pointer) === undefined) missing(node, { file: work.entry, pointer }, work);
  }
}
