/**
 * The names of fields: those of a contract, and their roles, by which the sandbox and scenarios
 * know them. A field without `x-role` has its own name as its role.
 */

import { fieldsIn, isRecord, listIn } from "../../runtime/encoding/json-value.ts";
import { child, type DocumentNode, locate, members } from "./json-pointers.ts";
import type { RestDocument } from "./openapi.ts";

/** A schema that a part of a value is of. */
export interface Place {
  readonly node: DocumentNode;
  readonly pointer: string;
  /** Names from the whole value to the record; 0 for each list. */
  readonly path: readonly (string | number)[];
}

/** A record with the schema that it is of. */
export interface Visited extends Place {
  readonly record: DocumentNode;
}

/** What becomes of the records, the lists and everything else in a value. */
interface Changes {
  readonly record: (visited: Visited) => DocumentNode;
  readonly list?: (list: readonly unknown[], place: Place) => readonly unknown[];
  readonly plain?: (value: unknown, place: Place) => unknown;
}

/**
 * Changes a value by the schema at a pointer, the innermost parts first. Its fields have either the
 * contract's names or their roles.
 */
export function changeValue(
  root: DocumentNode,
  pointer: string,
  value: unknown,
  changes: Changes,
  path: Place["path"] = [],
): unknown {
  const { record, list = (all) => all, plain = (each) => each } = changes;
  const { node, pointer: found } = locate(root, branchOf(root, pointer, value));
  const place = { node, pointer: found, path };
  const change = (each: unknown, step: string | number, ...from: readonly (string | number)[]) =>
    changeValue(root, child(found, ...from), each, changes, [...path, step]);
  if (Array.isArray(value)) {
    const firsts = listIn(node["prefixItems"]).length;
    const all = value.map((each: unknown, index) =>
      index < firsts ? change(each, 0, "prefixItems", index) : change(each, 0, "items"),
    );
    return list(all, place);
  }
  if (!isRecord(value)) return plain(value, place);
  const names = namesByRole(node);
  const entries = Object.entries(value).map(([key, each]) => {
    const name = names.get(key);
    return [key, name === undefined ? each : change(each, name, "properties", name)];
  });
  return record({ record: Object.fromEntries(entries), ...place });
}

/** A value with the role of each field beside the contract's name for it. */
export function withRoles(root: DocumentNode, pointer: string, value: unknown): unknown {
  const withOthers = ({ record, node }: Visited): DocumentNode => {
    const others = [...namesByRole(node)].filter(([role, name]) => role !== name && name in record);
    return { ...record, ...Object.fromEntries(others.map(([role, name]) => [role, record[name]])) };
  };
  return changeValue(root, pointer, value, { record: withOthers });
}

/** A response's payload with the role of each field beside the contract's name for it. */
export function payloadWithRoles(
  { root, operations }: RestDocument,
  operation: string,
  payload: unknown,
): unknown {
  const { responses = [] } = operations.find(({ id }) => id === operation) ?? {};
  const success = responses.find(({ status }) => status.startsWith("2"));
  return success === undefined ? payload : withRoles(root, success.pointer, payload);
}

/** A record with the contract's name for each field in place of its role, and no other field. */
export function withNames({ record, node }: Visited): DocumentNode {
  const { additionalProperties } = node;
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  const names = namesByRole(node);
  const entries = Object.entries(record).flatMap(([key, each]) => {
    const name = names.get(key) ?? (isOpen || names.size === 0 ? key : undefined);
    return name === undefined ? [] : [[name, each] as const];
  });
  return Object.fromEntries(entries);
}

/** The contract's name for a role in the records of a schema. */
export function nameOfRole(root: DocumentNode, pointer: string, role: string): string {
  return namesByRole(locate(root, pointer).node).get(role) ?? role;
}

/** The name of each role and of each property; a role counts before another property's name. */
function namesByRole(node: DocumentNode): ReadonlyMap<string, string> {
  const properties = Object.entries(fieldsIn(node["properties"]));
  const own = properties.map(([name]) => [name, name] as const);
  const roles = properties.flatMap(([name, property]) => {
    const { "x-role": role } = fieldsIn(property);
    return typeof role === "string" ? [[role, name] as const] : [];
  });
  return new Map([...own, ...roles]);
}

/** The alternative of a schema that a value has the type and the constants of, or the schema. */
function branchOf(root: DocumentNode, pointer: string, value: unknown): string {
  const type = Array.isArray(value) ? "array" : "object";
  const branch = members(root, pointer, "oneOf", "anyOf").find((each) => {
    const { node } = locate(root, each);
    const given = fieldsIn(value);
    const differs = Object.entries(fieldsIn(node["properties"])).some(([name, property]) => {
      const { const: only } = fieldsIn(property);
      return only !== undefined && only !== given[name];
    });
    return node["type"] === type && !differs;
  });
  return branch === undefined ? pointer : branchOf(root, branch, value);
}
