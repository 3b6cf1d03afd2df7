/** Walks an answer along its schema: what of the documents it shows, and what they do not know. */

import { isRecord } from "../recordings/recording.ts";
import { asList, asNode, child, type DocumentNode, locate } from "./openapi.ts";

/** A documented thing that an answer shows. */
export interface Found {
  readonly kind: "property" | "word";
  /** `Order.isWorking`, `Order.status=FILLED`, `Kline.0`. */
  readonly name: string;
}

export interface Walked {
  readonly found: readonly Found[];
  readonly notes: readonly string[];
}

/** Walks a payload; `owner` names what has no schema of its own. */
export function walkAnswer(
  root: DocumentNode,
  pointer: string,
  value: unknown,
  owner: string,
): Walked {
  const walk: Walk = { root, found: new Map(), notes: new Set() };
  visit(walk, pointer, value, owner);
  return { found: [...walk.found.values()], notes: [...walk.notes] };
}

interface Walk {
  readonly root: DocumentNode;
  readonly found: Map<string, Found>;
  readonly notes: Set<string>;
}

function visit(walk: Walk, pointer: string, value: unknown, owner: string): void {
  const located = locate(walk.root, pointer);
  const name = located.name ?? owner;
  if (typeof value === "string") visitWord(walk, located.pointer, value, name);
  for (const branch of branches(walk.root, located.pointer, value))
    visit(walk, branch, value, name);
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    const tuple = asList(located.node["prefixItems"]);
    items.forEach((item, index) => {
      if (index < tuple.length) {
        find(walk, "property", `${name}.${index}`);
        visit(walk, child(located.pointer, "prefixItems", index), item, `${name}.${index}`);
      } else if (isRecord(located.node["items"])) {
        visit(walk, child(located.pointer, "items"), item, name);
      }
    });
  } else if (isRecord(value)) {
    visitProperties(walk, located.pointer, value, name);
  }
}

function visitProperties(
  walk: Walk,
  pointer: string,
  value: Readonly<Record<string, unknown>>,
  owner: string,
): void {
  const known = knownProperties(walk.root, pointer);
  const own = asNode(locate(walk.root, pointer).node["properties"]);
  for (const [key, each] of Object.entries(value)) {
    if (key in own) {
      find(walk, "property", `${owner}.${key}`);
      visit(walk, child(pointer, "properties", key), each, `${owner}.${key}`);
    } else if (!known.has(key) && Object.keys(own).length > 0) {
      walk.notes.add(`the property ${owner}.${key} is not documented`);
    }
  }
}

function visitWord(walk: Walk, pointer: string, value: string, owner: string): void {
  const words = knownWords(walk.root, pointer);
  if (words.has(value)) find(walk, "word", `${owner}=${value}`);
  else if (words.size > 0 || "not" in locate(walk.root, pointer).node) {
    walk.notes.add(`${owner} holds the unknown word ${JSON.stringify(value)}`);
  }
}

function find(walk: Walk, kind: Found["kind"], name: string): void {
  walk.found.set(`${kind} ${name}`, { kind, name });
}

/** The words that a schema lists, in itself or in the branches of an open set. */
export function knownWords(root: DocumentNode, pointer: string): ReadonlySet<string> {
  const { node, pointer: found } = locate(root, pointer);
  const inner = asList(node["anyOf"]).flatMap((_, index) => [
    ...knownWords(root, child(found, "anyOf", index)),
  ]);
  return new Set([...asList(node["enum"]).map(String), ...inner]);
}

/** The members of a composed schema that this value may be an instance of. */
function branches(root: DocumentNode, pointer: string, value: unknown): readonly string[] {
  const { node } = locate(root, pointer);
  return ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
    if (typeof value === "string") return [];
    const all = asList(node[keyword]).map((_, index) => child(pointer, keyword, index));
    const fitting = all.filter((branch) => fits(locate(root, branch).node, value));
    return keyword === "oneOf" ? fitting.slice(0, 1) : fitting;
  });
}

/** Required properties and constants decide; they are what tells the members of a union apart. */
function fits(node: DocumentNode, value: unknown): boolean {
  if (Array.isArray(value)) return node["type"] === "array";
  if (!isRecord(value)) return node["type"] !== "array" && node["type"] !== "object";
  if (node["type"] === "array") return false;
  if (asList(node["required"]).some((name) => !(String(name) in value))) return false;
  return Object.entries(asNode(node["properties"])).every(([name, schema]) => {
    const wanted = asNode(schema)["const"];
    return wanted === undefined || !(name in value) || value[name] === wanted;
  });
}

function knownProperties(root: DocumentNode, pointer: string): ReadonlySet<string> {
  const { node, pointer: found } = locate(root, pointer);
  const inner = ["allOf", "anyOf", "oneOf"].flatMap((keyword) =>
    asList(node[keyword]).flatMap((_, index) => [
      ...knownProperties(root, child(found, keyword, index)),
    ]),
  );
  return new Set([...Object.keys(asNode(node["properties"])), ...inner]);
}
