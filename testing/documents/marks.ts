/** Finds the assumption that a part of the documents, or of a value, rests on. */

import type { ErrorObject } from "ajv/dist/2020.js";

import { fieldsIn, listIn } from "../../runtime/encoding/json-value.ts";
import { at, child, type DocumentNode, locate } from "./json-pointers.ts";
import { matchingBranches } from "./schema-coverage.ts";

/** The assumption that a node of the documents, or a reference to it, is marked with. */
export function markAt(root: DocumentNode, pointer: string): string | undefined {
  const nodes = [fieldsIn(at(root, pointer)), locate(root, pointer).node];
  return nodes.map((node) => node["x-assumed"]).find((mark) => typeof mark === "string");
}

/**
 * The assumption that an error in a value rests on. The last pointer is that of the value's schema,
 * the others are of what contains it.
 */
export function assumptionBy(
  root: DocumentNode,
  pointers: readonly string[],
  value: unknown,
  { instancePath }: Pick<ErrorObject, "instancePath">,
): string | undefined {
  const marks = pointers.map((pointer) => markAt(root, pointer));
  const path = instancePath.split("/").slice(1);
  const whole = marks.find((mark) => mark !== undefined);
  return whole ?? assumptionOf(root, pointers.at(-1) ?? "", value, path);
}

/** The assumption that the part of a value at a path rests on, by the schema at a pointer. */
function assumptionOf(
  root: DocumentNode,
  pointer: string,
  value: unknown,
  path: readonly string[],
): string | undefined {
  const own = markAt(root, pointer);
  const [step, ...rest] = path;
  if (own !== undefined || step === undefined) return own;
  const { node, pointer: schema } = locate(root, pointer);
  const tuple = listIn(node["prefixItems"]);
  const index = Number(step) < tuple.length ? ["prefixItems", step] : ["items"];
  const inner = Array.isArray(value) ? child(schema, ...index) : child(schema, "properties", step);
  if (at(root, inner) !== undefined) {
    return assumptionOf(root, inner, Reflect.get(Object(value), step), rest);
  }
  const branches = matchingBranches(root, schema, value);
  const marks = branches.map((branch) => assumptionOf(root, branch, value, path));
  return marks.includes(undefined) ? undefined : marks[0];
}
