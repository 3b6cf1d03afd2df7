/** Reads a JSON document by JSON pointers, and checks values against its schemas. */

import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";

import {
  type Fields,
  fieldsIn,
  isRecord,
  listIn,
  pointerStep,
} from "../../runtime/encoding/json-value.ts";
import { once } from "./once.ts";

/** Any object of the document. */
export type DocumentNode = Fields;

/** A node with resolved references, its pointer, and its component name, if any. */
export interface Located {
  readonly node: DocumentNode;
  readonly pointer: string;
  readonly name: string | undefined;
}

/** Follows `$ref` to its end; only references inside the document are supported. */
export function locate(root: DocumentNode, pointer: string): Located {
  const known = locatedIn(root);
  const found = known.get(pointer) ?? find(root, pointer);
  known.set(pointer, found);
  return found;
}

/** Cached: documents do not change, and each checked value looks up nodes. */
const locatedIn = once<DocumentNode, Map<string, Located>>(() => new Map());

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

/** Pointers to the members of `allOf`, `anyOf` or `oneOf`, or of several of them. */
export function members(
  root: DocumentNode,
  pointer: string,
  ...keywords: readonly ("allOf" | "anyOf" | "oneOf")[]
): readonly string[] {
  const { node, pointer: found } = locate(root, pointer);
  return keywords.flatMap((keyword) =>
    listIn(node[keyword]).map((_, index) => child(found, keyword, index)),
  );
}

/** Checks a value against the schema at a pointer; returns the errors. */
export type SchemaChecker = (pointer: string, value: unknown) => readonly ErrorObject[];

/**
 * Compiles schemas of a document on first use. `openEnums`: for server data; allows unknown enum
 * values, and null where `x-null` says that it stands for a value.
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

/** An error in words; `whole` names the value if the error has no path. */
export function describeError(error: ErrorObject, whole: string): string {
  return [whole, error.instancePath, error.message ?? error.keyword].filter(Boolean).join(" ");
}

/** The pointer to the schema of an error, with references resolved. */
export function errorPointer(root: DocumentNode, error: ErrorObject, outer: string): string {
  const path = decodeURI(error.schemaPath.slice(error.schemaPath.indexOf("#") + 1));
  let pointer = "";
  // The last step is the keyword.
  for (const step of path.split("/").slice(1, -1)) {
    const next = step === "$ref" ? locate(root, pointer).pointer : `${pointer}/${step}`;
    // The checker wraps some schemas in `anyOf`.
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
  // Keep `not` unchanged: it lists forbidden values.
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
 * Caches what was read from a document: compiling schemas is expensive, and most runs use the same
 * document.
 */
export function readOnce<Read>(read: (root: DocumentNode) => Read): (document: unknown) => Read {
  const known = once(read);
  return (document) => known(fieldsIn(document));
}
