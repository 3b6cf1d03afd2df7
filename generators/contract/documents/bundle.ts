import { posix } from "node:path";

import { byText, isList, isObject, pointerNames, toPointer } from "./json.ts";
import type { Json, JsonObject } from "./model.ts";
import { kindUnder, type NodeKinds } from "./node-kinds.ts";
import { placed, placeholder } from "./places.ts";
import * as read from "./read.ts";
import {
  missing,
  type ReferenceContext,
  readReference,
  type Target,
  targetOf,
  targetText,
  targetValue,
} from "./references.ts";
import { ownName } from "./yaml.ts";

/** What to bundle: the entry file, its document format, and the context of references. */
export interface BundleInput extends ReferenceContext {
  readonly entry: string;
  readonly format: NodeKinds;
}

/** State of a bundling run: its input, and the components and references so far. */
interface Run extends BundleInput {
  /** The values of `components`, by section and name, as `schemas/Order`. */
  readonly components: Map<string, Component>;
  /** Names in `components`, by section and target. */
  readonly names: Map<string, string>;
  /** Components to copy. */
  readonly queue: (() => void)[];
  /** References within the entry file, checked once the bundle is complete. */
  readonly local: {
    readonly node: JsonObject;
    readonly copy: Copy;
    readonly pointer: readonly string[];
  }[];
}

type Copy = Record<string, Json> & { $ref?: string };

/** A value of `components` and its target. */
interface Component {
  readonly section: string;
  readonly name: string;
  readonly source: string;
  value: Json;
}

/** Position of a copy: its node kind, its file, and the references that led to it. */
interface Position {
  readonly kind: string;
  readonly file: string;
  readonly path: readonly string[];
}

/**
 * Bundles an entry file and everything it references. A node whose kind has a section in
 * `components` becomes a component, named like its file (or its key, in a file of many); all else
 * is copied to its reference. Components may reference each other in cycles; a cycle of copies
 * would be endless and is refused. Every node of the bundle keeps its source position.
 */
export function bundle(input: BundleInput): JsonObject {
  const root = input.open(input.entry);
  if (!isObject(root)) return {};
  const run: Run = { ...input, components: new Map(), names: new Map(), queue: [], local: [] };
  const { components, ...rest } = root;
  if (isObject(components)) addOwnComponents(run, components);
  const copy = read.object(
    copied(run, placed(rest, root), { kind: "Root", file: input.entry, path: [] }),
  );
  for (let next = run.queue.shift(); next !== undefined; next = run.queue.shift()) next();
  for (const component of run.components.values()) reportEndless(run, component);
  const whole = placed({ ...copy, components: componentsOf(run, components) }, root);
  for (const { node, copy, pointer } of run.local) {
    if (read.at(whole, ...pointer) !== undefined) continue;
    missing(run, node, { file: input.entry, pointer });
    delete copy.$ref;
  }
  return whole;
}

function copied(run: Run, value: Json, position: Position): Json {
  if ((!isObject(value) && !isList(value)) || position.kind === "Value") return value;
  if (isObject(value) && Object.hasOwn(value, "$ref")) {
    return referenced(run, value, position);
  }
  const inside = (key: string | number): Position => ({
    ...position,
    kind: kindUnder(run.format, position.kind, key),
  });
  if (isList(value)) {
    const items = value.map((item, index) => copied(run, item, inside(index)));
    return placed(items, value);
  }
  const members: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    const position = inside(key);
    if (position.kind === "Example" && isUnrecorded(run, item, position)) continue;
    members[key] = copied(run, item, position);
  }
  return placed(members, value);
}

/** The generated client makes the recordings, so a new operation has none yet. */
function isUnrecorded(run: Run, value: Json, { file }: Position): boolean {
  const reference = read.at(value, "$ref");
  const target = typeof reference === "string" ? readReference(reference, file) : undefined;
  if (!isObject(value) || target === undefined || !("file" in target)) return false;
  if (!target.file.startsWith("examples/") || run.open(target.file) !== undefined) return false;
  run.problems.note(
    { node: value, key: "$ref" },
    `The recording ${target.file} does not exist yet.`,
    "Run `npm run record`.",
  );
  return true;
}

function referenced(run: Run, node: JsonObject, position: Position): Json {
  const target = targetOf(run, node, position.file);
  if (target === undefined) return placeholder(node);
  const { $ref: _, ...siblings } = node;
  if (target.file === run.entry && target.pointer.length > 0) {
    const copy: Copy = { $ref: `#${toPointer(target.pointer)}`, ...siblings };
    run.local.push({ node, copy, pointer: target.pointer });
    return placed(copy as JsonObject, node);
  }
  const found = targetValue(run, target);
  if (found === undefined) return missing(run, node, target);
  const section = run.format.sections[position.kind];
  const reference = { node, target, found };
  if (section === undefined) return expanded(run, reference, position);
  if (!isObject(found)) return missing(run, node, target);
  const name = addComponent(run, reference, { section, kind: position.kind });
  return placed({ $ref: `#/components/${section}${toPointer([name])}`, ...siblings }, node);
}

interface Reference {
  readonly node: JsonObject;
  readonly target: Target;
  readonly found: Json;
}

/** Copies the target in place of its reference; members beside the `$ref` win. */
function expanded(run: Run, { node, target, found }: Reference, position: Position): Json {
  const source = targetText(target);
  if (position.path.includes(source)) {
    run.problems.report(
      { node, key: "$ref" },
      `The $ref to ${source} is circular.`,
      "Remove one of its references; only named components may refer to each other in a circle.",
    );
    return placeholder(node);
  }
  const path = [...position.path, source];
  const copy = copied(run, found, { kind: position.kind, file: target.file, path });
  const { $ref: _, ...siblings } = node;
  if (Object.keys(siblings).length === 0 || !isObject(copy)) return copy;
  const own = read.object(copied(run, placed(siblings, node), position));
  return placed({ ...copy, ...own }, copy);
}

/** Makes a component of a target, once, and returns its name. */
function addComponent(
  run: Run,
  { node, target, found }: Reference,
  { section, kind }: { readonly section: string; readonly kind: string },
): string {
  const source = targetText(target);
  const known = run.names.get(`${section} ${source}`);
  if (known !== undefined) return known;
  const given = target.pointer.at(-1) ?? posix.basename(target.file).replace(/\.[a-z]+$/u, "");
  const refuse = (message: string, fix: string): void =>
    run.problems.report({ node, key: "$ref" }, message, fix);
  const name = ownName(given, refuse);
  const other = run.components.get(`${section}/${name}`);
  if (other !== undefined) {
    refuse(
      `The name ${name} stands for both ${other.source} and ${source}.`,
      "Rename one of the two.",
    );
    return name;
  }
  run.names.set(`${section} ${source}`, name);
  const position = { kind, file: target.file, path: [source] };
  queueComponent(run, { section, name, source, value: found }, position);
  return name;
}

/** Adds a component whose value will be copied from the queue. */
function queueComponent(run: Run, component: Component, position: Position): void {
  run.components.set(`${component.section}/${component.name}`, component);
  run.queue.push(() => {
    component.value = copied(run, component.value, position);
  });
}

/** Reports a component that is a reference to others and in the end to itself. */
function reportEndless(run: Run, component: Component): void {
  const seen = new Set<Json>();
  for (let value: Json | undefined = component.value; isObject(value); ) {
    const reference = read.at(value, "$ref");
    if (typeof reference !== "string") return;
    if (seen.has(value)) {
      const message = `The references of ${component.source} lead back to it.`;
      const fix = "Write in one of the files what it stands for.";
      run.problems.report({ node: value }, message, fix);
      component.value = placeholder(value);
      return;
    }
    seen.add(value);
    value = run.components.get(pointerNames(reference).slice(1).join("/"))?.value;
  }
}

/** Reserves names for the entry file's own `components` first. */
function addOwnComponents(run: Run, components: JsonObject): void {
  for (const [section, given] of Object.entries(components)) {
    const whole = resolved(run, given, { file: run.entry, pointer: ["components", section] });
    if (whole === undefined || !isObject(whole.value)) continue;
    const kind = kindUnder(run.format, kindUnder(run.format, "Components", section), "");
    for (const [name, value] of Object.entries(whole.value)) {
      const place = { file: whole.target.file, pointer: [...whole.target.pointer, name] };
      const real = resolved(run, value, place);
      if (real === undefined) continue;
      const source = targetText(real.target);
      const key = `${section} ${source}`;
      if (!run.names.has(key)) run.names.set(key, name);
      const position = { kind, file: real.target.file, path: [source] };
      queueComponent(run, { section, name, source, value: real.value }, position);
    }
  }
}

/** A value with its place: itself, or the target of its `$ref` into another file. */
function resolved(
  run: Run,
  value: Json,
  place: Target,
): { readonly value: Json; readonly target: Target } | undefined {
  if (!isObject(value) || !Object.hasOwn(value, "$ref")) return { value, target: place };
  const target = targetOf(run, value, place.file);
  if (target === undefined) return undefined;
  if (target.file === run.entry) return { value, target: place };
  const found = targetValue(run, target);
  if (found === undefined) missing(run, value, target);
  return found === undefined ? undefined : { value: found, target };
}

function componentsOf(run: Run, given: Json | undefined): JsonObject {
  const order = Object.values(run.format.sections);
  const rank = (section: string): number => [...order, section].indexOf(section);
  const all = [...run.components.values()].sort((left, right) => byText(left.name, right.name));
  const sections = [...new Set(all.map(({ section }) => section))]
    .sort((left, right) => rank(left) - rank(right) || byText(left, right))
    .map((section) => {
      const named = all.filter((each) => each.section === section);
      const values = Object.fromEntries(named.map(({ name, value }) => [name, value]));
      const own = read.at(given, section);
      return [section, placed(values, own)] as const;
    });
  const components: JsonObject = Object.fromEntries(sections);
  return placed(components, given);
}
