/** Reads a JSON document by JSON pointers, and checks values against the schemas in it. */

import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";

import {
  type Fields,
  fieldsIn,
  isRecord,
  listIn,
  pointerStep,
} from "../../runtime/encoding/json-value.ts";

/** An object of the document, of any kind. */
export type DocumentNode = Fields;

/** A node with its references resolved, its pointer, and the name of its component, if any. */
export interface Located {
  readonly node: DocumentNode;
  readonly pointer: string;
  readonly name: string | undefined;
}

/** Follows `$ref` to its end; only references inside the document are known. */
export function locate(root: DocumentNode, pointer: string): Located {
  const known = located.get(root) ?? new Map<string, Located>();
  located.set(root, known);
  const found = known.get(pointer) ?? find(root, pointer);
  known.set(pointer, found);
  return found;
}

/** Documents do not change, and their nodes are asked for with each value that is checked. */
const located = new WeakMap<DocumentNode, Map<string, Located>>();

function find(root: DocumentNode, pointer: string): Located {
  const node = fieldsIn(at(root, pointer));
  const reference = node["$ref"];
  if (typeof reference === "string") return locate(root, reference.replace(/^#/, ""));
  const name = /^\/components\/\w+\/([^/]+)$/.exec(pointer)?.[1];
  return { node, pointer, name: name === undefined ? undefined : unescapeStep(name) };
}

/** The value at a pointer, without following references. */
export function at(root: DocumentNode, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((node, step) => {
      if (Array.isArray(node)) return (node as readonly unknown[])[Number(step)];
      return fieldsIn(node)[unescapeStep(step)];
    }, root);
}

export function child(pointer: string, ...names: readonly (string | number)[]): string {
  return [pointer, ...names.map(pointerStep)].join("");
}

/** Pointers to the members of `allOf`, `anyOf` or `oneOf`. */
export function members(root: DocumentNode, pointer: string, keyword: string): readonly string[] {
  const { node, pointer: found } = locate(root, pointer);
  return listIn(node[keyword]).map((_, index) => child(found, keyword, index));
}

/** Checks a value against the schema at a pointer; returns what is wrong. */
export type SchemaChecker = (pointer: string, value: unknown) => readonly ErrorObject[];

/**
 * Compiles schemas of a document when they are first used. `openEnums`: for what a server sends;
 * unknown enum values are allowed there, and null where `x-null` says that it stands for a value.
 */
export function createSchemaChecker(
  document: DocumentNode,
  { openEnums }: { readonly openEnums: boolean },
): SchemaChecker {
  const root = openEnums ? fieldsIn(withOpenEnums(document)) : document;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false });
  ajv.addFormat("decimal", /^-?\d+(\.\d+)?$/);
  ajv.addFormat("int64", { type: "number", validate: Number.isInteger });
  ajv.addSchema(root, "document");
  const compiled = new Map<string, ValidateFunction>();
  return (pointer, value) => {
    const validate =
      compiled.get(pointer) ?? ajv.compile({ $ref: `document#${encodeURI(pointer)}` });
    compiled.set(pointer, validate);
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

/** An error of the checker in words; `whole` names the value where the error has no path. */
export function describeError(error: ErrorObject, whole: string): string {
  return [whole, error.instancePath, error.message ?? error.keyword].filter(Boolean).join(" ");
}

/** The pointer to the schema that an error names, with its references resolved. */
export function errorPointer(root: DocumentNode, error: ErrorObject, outer: string): string {
  const path = decodeURI(error.schemaPath.slice(error.schemaPath.indexOf("#") + 1));
  let pointer = "";
  // The last step is the keyword.
  for (const step of path.split("/").slice(1, -1)) {
    const next = step === "$ref" ? locate(root, pointer).pointer : `${pointer}/${step}`;
    // The checker puts some schemas into an `anyOf`.
    if (at(root, next) !== undefined) pointer = next;
  }
  return locate(root, pointer === "" ? outer : pointer).pointer;
}

function withOpenEnums(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOpenEnums);
  if (!isRecord(value)) return value;
  if ("x-null" in value) {
    const { "x-null": _, ...rest } = value;
    return { anyOf: [withOpenEnums(rest), { type: "null" }] };
  }
  // `not` stays as it is: it lists values that must not occur.
  const entries = Object.entries(value)
    .filter(([key, each]) => !(key === "enum" && Array.isArray(each)))
    .map(([key, each]) => [key, key === "not" ? each : withOpenEnums(each)]);
  return Object.fromEntries(entries);
}

function unescapeStep(step: string): string {
  if (!step.includes("%") && !step.includes("~")) return step;
  return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
}

/**
 * Remembers what was read from a document: compiling its schemas is expensive, and most runs check
 * against the same one.
 */
export function readOnce<Read>(read: (root: DocumentNode) => Read): (document: unknown) => Read {
  const known = new WeakMap<object, Read>();
  return (document) => {
    const root = fieldsIn(document);
    const found = known.get(root) ?? read(root);
    known.set(root, found);
    return found;
  };
}
