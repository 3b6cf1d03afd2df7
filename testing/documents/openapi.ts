/** The bundled OpenAPI document: its operations, and schema checkers. */

import { fieldsIn, isRecord, listIn } from "../../runtime/encoding/json-value.ts";
import { readWeight } from "../../runtime/rate-limits/weight.ts";
import type { Weight } from "../../runtime/tables.ts";
import {
  at,
  child,
  createSchemaChecker,
  type DocumentNode,
  locate,
  readOnce,
  type SchemaChecker,
} from "./json-pointers.ts";

export interface RestDocument {
  readonly root: DocumentNode;
  readonly operations: readonly DocumentedOperation[];
  readonly find: (method: string, path: string) => DocumentedOperation | undefined;
  /** Checks a request value; enums are closed. */
  readonly checkRequestValue: SchemaChecker;
  /** Checks a response body; enums are open. */
  readonly checkResponseBody: SchemaChecker;
}

/** One operation, with references resolved. */
export interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** JSON pointer to the operation. */
  readonly pointer: string;
  readonly parameters: readonly DocumentedParameter[];
  /** Parameters may also be sent in a form body. */
  readonly takesForm: boolean;
  /** Headers and query parameters of the security requirement. */
  readonly credentials: readonly { readonly in: string; readonly name: string }[];
  readonly responses: readonly DocumentedResponse[];
  /** Weight per IP address; absent if not stated. */
  readonly weight: Weight | undefined;
  readonly assumed: boolean;
}

export interface DocumentedParameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: DocumentNode;
  /** JSON pointers to the parameter: to its reference and to its definition. */
  readonly places: readonly string[];
  /** JSON pointer to its schema. */
  readonly pointer: string;
  /** The exchange truncates a value above the maximum. */
  readonly truncates: boolean;
  /** Parameters that must accompany this one. */
  readonly onlyWith: readonly string[];
  readonly assumed: boolean;
}

export interface DocumentedResponse {
  /** `200`, or a range such as `4XX`. */
  readonly status: string;
  /** Name of a shared response, such as `TooManyRequests`. */
  readonly name: string | undefined;
  readonly headers: readonly string[];
  readonly hasSchema: boolean;
  /** JSON pointers to the response, and to the schema of its body. */
  readonly place: string;
  readonly pointer: string;
  readonly assumed: boolean;
}

/** Reads a bundled OpenAPI document; throws when it has no operation. */
export const readOpenApi: (document: unknown) => RestDocument = readOnce((root) => {
  const operations = listOperations(root);
  if (operations.length === 0) {
    throw new Error("The OpenAPI document has no operation: pass the bundle, not the entry file.");
  }
  const byTarget = new Map(operations.map((each) => [`${each.method} ${each.path}`, each]));
  return {
    root,
    operations,
    find: (method, path) => byTarget.get(`${method} ${path}`),
    checkRequestValue: createSchemaChecker(root, { openEnums: false }),
    checkResponseBody: createSchemaChecker(root, { openEnums: true }),
  };
});

const methods = ["get", "post", "put", "delete"] as const;

function listOperations(root: DocumentNode): readonly DocumentedOperation[] {
  return Object.keys(fieldsIn(root["paths"])).flatMap((path) => {
    const item = locate(root, child("/paths", path));
    return methods
      .filter((method) => method in item.node)
      .map((method) => readOperation(root, { path, method }, child(item.pointer, method)));
  });
}

function readOperation(
  root: DocumentNode,
  { path, method }: Pick<DocumentedOperation, "path" | "method">,
  pointer: string,
): DocumentedOperation {
  const node = fieldsIn(at(root, pointer));
  const body = locate(root, child(pointer, "requestBody")).node;
  const parameters = listIn(node["parameters"])
    .map((_, index) => readParameter(root, child(pointer, "parameters", index)))
    .filter((parameter) => parameter !== undefined);
  const defaultOf = (name: string): unknown =>
    parameters.find((each) => each.name === name)?.schema["default"];
  return {
    id: String(node["operationId"]),
    method: method.toUpperCase(),
    path,
    pointer,
    parameters,
    takesForm: "application/x-www-form-urlencoded" in fieldsIn(body["content"]),
    credentials: readCredentials(root, listIn(node["security"] ?? root["security"])),
    responses: readResponses(root, child(pointer, "responses")),
    weight: readWeight(fieldsIn(node["x-weight"])["ip"], defaultOf),
    assumed: "x-assumed" in node,
  };
}

function readParameter(root: DocumentNode, pointer: string): DocumentedParameter | undefined {
  const outer = fieldsIn(at(root, pointer));
  const found = locate(root, pointer);
  if (found.node["in"] !== "query") return undefined;
  const own = child(found.pointer, "schema");
  const schema = locate(root, own);
  const keyword = (name: string): unknown => found.node[name] ?? schema.node[name];
  return {
    name: String(found.node["name"]),
    required: found.node["required"] === true,
    schema: { ...schema.node, ...fieldsIn(at(root, own)) },
    places: [pointer, found.pointer],
    pointer: own,
    truncates: keyword("x-above-maximum") === "truncate",
    onlyWith: listIn(keyword("x-only-with")).map(String),
    assumed: "x-assumed" in outer || "x-assumed" in found.node,
  };
}

function readCredentials(
  root: DocumentNode,
  security: readonly unknown[],
): DocumentedOperation["credentials"] {
  return Object.keys(fieldsIn(security[0])).map((scheme) => {
    const { node } = locate(root, child("/components/securitySchemes", scheme));
    return { in: String(node["in"]), name: String(node["name"]) };
  });
}

/** The responses of an operation; statuses of a class with a shared response are merged. */
function readResponses(root: DocumentNode, pointer: string): readonly DocumentedResponse[] {
  const statuses = Object.keys(fieldsIn(at(root, pointer)));
  const found = statuses.map((status) => readResponse(root, status, child(pointer, status)));
  const named = found.map((each) => {
    const isShared = ({ place, status }: DocumentedResponse): boolean =>
      place === each.place && status !== each.status;
    return found.some(isShared) ? { ...each, status: `${each.status.charAt(0)}XX` } : each;
  });
  return named.filter(
    ({ status }, at) => named.findIndex((other) => other.status === status) === at,
  );
}

function readResponse(root: DocumentNode, status: string, pointer: string): DocumentedResponse {
  const found = locate(root, pointer);
  const schema = child(found.pointer, "content", "application/json", "schema");
  return {
    status,
    name: found.name,
    headers: Object.keys(fieldsIn(found.node["headers"])),
    hasSchema: isRecord(at(root, schema)),
    place: found.pointer,
    pointer: schema,
    assumed: "x-assumed" in found.node,
  };
}
