/** Finds the properties and enum values of a schema in a value, and unknown ones. */

import { fieldsIn, isRecord, listIn } from "../../runtime/encoding/json-value.ts";
import type { StatementName } from "./coverage.ts";
import type { Issue } from "./issue.ts";
import { child, type DocumentNode, locate, members } from "./json-pointers.ts";

/**
 * Compares a value with the schema at a pointer; `owner` names parts without a component name.
 * Covered are properties and enum values, as `Order.isWorking`, `Order.status=FILLED`, `Kline.0`.
 */
export function coverSchema(
  root: DocumentNode,
  { pointer, owner }: { readonly pointer: string; readonly owner: string },
  value: unknown,
) {
  const found: Found = { root, covered: new Map(), notes: new Map(), pointers: new Set() };
  visit(found, pointer, value, owner);
  const { covered, notes, pointers } = found;
  return { covered: [...covered.values()], notes: [...notes.values()], pointers };
}

interface Found {
  readonly root: DocumentNode;
  readonly covered: Map<string, StatementName>;
  /** Undocumented parts, which clients must accept. */
  readonly notes: Map<string, Issue>;
  /** JSON pointers to the describing schemas. */
  readonly pointers: Set<string>;
}

function visit(found: Found, schema: string, value: unknown, owner: string): void {
  const { pointer, node, name = owner } = locate(found.root, schema);
  found.pointers.add(schema).add(pointer);
  if (value === null && "x-null" in node) found.pointers.add(child(pointer, "x-null"));
  if (typeof value === "string") visitText(found, pointer, value, name);
  for (const branch of matchingBranches(found.root, pointer, value)) {
    visit(found, branch, value, name);
  }
  if (Array.isArray(value)) {
    const tuple = listIn(node["prefixItems"]);
    for (const [index, item] of (value as readonly unknown[]).entries()) {
      if (index < tuple.length) {
        cover(found, "property", `${name}.${index}`);
        visit(found, child(pointer, "prefixItems", index), item, `${name}.${index}`);
      } else if (isRecord(node["items"])) {
        visit(found, child(pointer, "items"), item, name);
      }
    }
  } else if (isRecord(value)) {
    visitProperties(found, pointer, value, name);
  }
}

function visitProperties(
  found: Found,
  schema: string,
  value: Readonly<Record<string, unknown>>,
  owner: string,
): void {
  const known = knownProperties(found.root, schema);
  const own = fieldsIn(locate(found.root, schema).node["properties"]);
  for (const [key, each] of Object.entries(value)) {
    if (Object.hasOwn(own, key)) {
      cover(found, "property", `${owner}.${key}`);
      visit(found, child(schema, "properties", key), each, `${owner}.${key}`);
    } else if (!known.has(key) && Object.keys(own).length > 0) {
      const text = `the property ${owner}.${key} is not documented`;
      found.notes.set(text, { kind: "new field", text, pointer: schema });
    }
  }
}

function visitText(found: Found, pointer: string, value: string, owner: string): void {
  const known = enumValues(found.root, pointer).map((each) => each.value);
  if (known.includes(value)) {
    cover(found, "enum value", `${owner}=${value}`);
    for (const branch of members(found.root, pointer, "anyOf")) {
      if (enumValues(found.root, branch).some((each) => each.value === value)) {
        found.pointers.add(branch);
      }
    }
  } else if (known.length > 0 || "not" in locate(found.root, pointer).node) {
    const text = `${owner} has an unknown word`;
    found.notes.set(`${text} ${value}`, { kind: "new word", text, value, pointer });
  }
}

function cover(found: Found, kind: StatementName["kind"], name: string): void {
  found.covered.set(`${kind} ${name}`, { kind, name });
}

/** The enum values of a schema, also in the branches of an open enum. */
export function enumValues(
  root: DocumentNode,
  pointer: string,
  assumed = false,
): readonly { readonly value: string; readonly assumed: boolean }[] {
  const { node } = locate(root, pointer);
  const isAssumed = assumed || "x-assumed" in node;
  return [
    ...listIn(node["enum"]).map((value) => ({ value: String(value), assumed: isAssumed })),
    ...members(root, pointer, "anyOf").flatMap((branch) => enumValues(root, branch, isAssumed)),
  ];
}

/** The members of a composed schema that may describe this value. */
export function matchingBranches(
  root: DocumentNode,
  pointer: string,
  value: unknown,
): readonly string[] {
  if (typeof value === "string") return [];
  const matches = (branch: string): boolean => mayBe(locate(root, branch).node, value);
  const [one] = members(root, pointer, "oneOf").filter(matches);
  const all = members(root, pointer, "allOf", "anyOf").filter(matches);
  return one === undefined ? all : [...all, one];
}

/** Required properties and constants distinguish the members of a union. */
function mayBe(node: DocumentNode, value: unknown): boolean {
  if (Array.isArray(value)) return node["type"] === "array";
  if (!isRecord(value)) return node["type"] !== "array" && node["type"] !== "object";
  if (node["type"] === "array") return false;
  if (listIn(node["required"]).some((name) => !(String(name) in value))) return false;
  return Object.entries(fieldsIn(node["properties"])).every(([name, schema]) => {
    const wanted = fieldsIn(schema)["const"];
    return wanted === undefined || !(name in value) || value[name] === wanted;
  });
}

function knownProperties(root: DocumentNode, pointer: string): ReadonlySet<string> {
  const branches = members(root, pointer, "allOf", "anyOf", "oneOf");
  const inner = branches.flatMap((branch) => [...knownProperties(root, branch)]);
  return new Set([...Object.keys(fieldsIn(locate(root, pointer).node["properties"])), ...inner]);
}
