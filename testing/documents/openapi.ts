/**
 * The bundled OpenAPI document, read for checking: operations with their parameters, answers and
 * credentials, and validators for request values (closed sets) and answers (open sets).
 */

import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";

import { isRecord } from "../recordings/recording.ts";

/** An object of the document, of any kind. */
export type DocumentNode = Readonly<Record<string, unknown>>;

/** One documented operation, with every `$ref` on the way to it followed. */
export interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly DocumentedParameter[];
  /** The operation takes fields in a form body too. */
  readonly takesForm: boolean;
  /** Header and query fields that the security requirement asks for. */
  readonly credentials: readonly { readonly in: string; readonly name: string }[];
  readonly answers: readonly DocumentedAnswer[];
  readonly assumed: boolean;
}

export interface DocumentedParameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: DocumentNode;
  /** Where the schema stands, as a JSON pointer. */
  readonly pointer: string;
  /** A value over the maximum is cut, not refused. */
  readonly truncates: boolean;
  readonly onlyWith: readonly string[];
  readonly assumed: boolean;
}

export interface DocumentedAnswer {
  /** `200`, or a range such as `4XX`. */
  readonly status: string;
  /** Of an answer that several operations share, such as `TooManyRequests`. */
  readonly name: string | undefined;
  readonly headers: readonly string[];
  readonly schema: DocumentNode | undefined;
  readonly pointer: string;
  readonly assumed: boolean;
}

/** The document with its operations, and the ways to look into it. */
export interface Documents {
  readonly root: DocumentNode;
  readonly operations: readonly DocumentedOperation[];
  readonly find: (method: string, path: string) => DocumentedOperation | undefined;
  /** Checks a request value; sets of words are closed. Gives back what is wrong. */
  readonly checkValue: (pointer: string, value: unknown) => readonly ErrorObject[];
  /** Checks an answer; sets of words are open. Gives back what is wrong. */
  readonly checkAnswer: (pointer: string, value: unknown) => readonly ErrorObject[];
}

/** A node with its references followed, where it stands, and the name of its component if any. */
export interface Located {
  readonly node: DocumentNode;
  readonly pointer: string;
  readonly name: string | undefined;
}

/** Reads a bundled OpenAPI document; throws when it has no operation at all. */
export function readDocuments(openapi: unknown): Documents {
  return onceFor(openapi, alreadyRead, read);
}

/** Compiled schemas are dear, and most runs are held against one and the same document. */
const alreadyRead = new WeakMap<object, Documents>();

/** What is made of a document, made once. */
export function onceFor<Made>(
  document: unknown,
  made: WeakMap<object, Made>,
  make: (root: DocumentNode) => Made,
): Made {
  const root = asNode(document);
  const known = made.get(root) ?? make(root);
  made.set(root, known);
  return known;
}

function read(root: DocumentNode): Documents {
  const operations = listOperations(root);
  if (operations.length === 0) {
    throw new Error("The OpenAPI document has no operation: give the bundle, not the entry file.");
  }
  const byTarget = new Map(operations.map((each) => [`${each.method} ${each.path}`, each]));
  return {
    root,
    operations,
    find: (method, path) => byTarget.get(`${method} ${path}`),
    checkValue: createChecker(root),
    checkAnswer: createChecker(asNode(withOpenSets(root))),
  };
}

/** Follows `$ref` as far as it goes; only references inside the document are known. */
export function locate(root: DocumentNode, pointer: string): Located {
  const node = asNode(at(root, pointer));
  const reference = node["$ref"];
  if (typeof reference === "string") return locate(root, reference.replace(/^#/, ""));
  const name = /^\/components\/\w+\/([^/]+)$/.exec(pointer)?.[1];
  return { node, pointer, name: name === undefined ? undefined : unescape(name) };
}

/** The pointer to a child. */
export function child(pointer: string, ...names: readonly (string | number)[]): string {
  const steps = names.map((name) => String(name).replaceAll("~", "~0").replaceAll("/", "~1"));
  return [pointer, ...steps].join("/");
}

/** An object, or an empty one in its place. */
export function asNode(value: unknown): DocumentNode {
  return isRecord(value) ? value : {};
}

/** A list, or an empty one in its place. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

const methods = ["get", "post", "put", "delete"] as const;

function listOperations(root: DocumentNode): readonly DocumentedOperation[] {
  return Object.keys(asNode(root["paths"])).flatMap((path) => {
    const item = locate(root, child("/paths", path));
    return methods
      .filter((method) => method in item.node)
      .map((method) => readOperation(root, path, method, child(item.pointer, method)));
  });
}

function readOperation(
  root: DocumentNode,
  path: string,
  method: string,
  pointer: string,
): DocumentedOperation {
  const node = asNode(at(root, pointer));
  const body = locate(root, child(pointer, "requestBody")).node;
  return {
    id: String(node["operationId"]),
    method: method.toUpperCase(),
    path,
    parameters: asList(node["parameters"])
      .map((_, index) => readParameter(root, child(pointer, "parameters", index)))
      .filter((parameter) => parameter !== undefined),
    takesForm: "application/x-www-form-urlencoded" in asNode(body["content"]),
    credentials: readCredentials(root, asList(node["security"] ?? root["security"])),
    answers: Object.keys(asNode(node["responses"])).map((status) =>
      readAnswer(root, status, child(pointer, "responses", status)),
    ),
    assumed: "x-assumed" in node,
  };
}

function readParameter(root: DocumentNode, pointer: string): DocumentedParameter | undefined {
  const outer = asNode(at(root, pointer));
  const found = locate(root, pointer);
  if (found.node["in"] !== "query") return undefined;
  const schema = locate(root, child(found.pointer, "schema"));
  const facet = (name: string): unknown => found.node[name] ?? schema.node[name];
  return {
    name: String(found.node["name"]),
    required: found.node["required"] === true,
    schema: schema.node,
    pointer: schema.pointer,
    truncates: facet("x-above-maximum") === "truncate",
    onlyWith: asList(facet("x-only-with")).map(String),
    assumed: "x-assumed" in outer || "x-assumed" in found.node,
  };
}

function readCredentials(
  root: DocumentNode,
  security: readonly unknown[],
): DocumentedOperation["credentials"] {
  return Object.keys(asNode(security[0])).map((scheme) => {
    const { node } = locate(root, child("/components/securitySchemes", scheme));
    return { in: String(node["in"]), name: String(node["name"]) };
  });
}

function readAnswer(root: DocumentNode, status: string, pointer: string): DocumentedAnswer {
  const found = locate(root, pointer);
  const media = child(found.pointer, "content", "application/json", "schema");
  const schema = at(root, media);
  return {
    status,
    name: found.name,
    headers: Object.keys(asNode(found.node["headers"])),
    schema: isRecord(schema) ? schema : undefined,
    pointer: media,
    assumed: "x-assumed" in found.node,
  };
}

/**
 * The document with the sets of words in it opened, but for those that say what must not be, and
 * with null allowed where it is said to stand for a value.
 */
export function withOpenSets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOpenSets);
  if (!isRecord(value)) return value;
  if ("x-null" in value) {
    const { "x-null": _, ...rest } = value;
    return { anyOf: [withOpenSets(rest), { type: "null" }] };
  }
  const entries = Object.entries(value)
    .filter(([key, each]) => !(key === "enum" && Array.isArray(each)))
    .map(([key, each]) => [key, key === "not" ? each : withOpenSets(each)]);
  return Object.fromEntries(entries);
}

/** Checks values against schemas of a document, by pointer. */
export function createChecker(root: DocumentNode): Documents["checkValue"] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false });
  ajv.addFormat("decimal", /^-?\d+(\.\d+)?$/);
  ajv.addFormat("int64", { type: "number", validate: Number.isInteger });
  ajv.addSchema(root, "openapi");
  const compiled = new Map<string, ValidateFunction>();
  return (pointer, value) => {
    const validate =
      compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${encodeURI(pointer)}` });
    compiled.set(pointer, validate);
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

function at(root: DocumentNode, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((node, step) => {
      if (Array.isArray(node)) return (node as readonly unknown[])[Number(step)];
      return asNode(node)[unescape(step)];
    }, root);
}

function unescape(step: string): string {
  return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
}
