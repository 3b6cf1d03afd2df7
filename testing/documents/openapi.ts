/** The bundled OpenAPI document: its operations, and schema checkers. */

import { fieldsIn, isRecord, listIn } from "../../runtime/encoding/json-value.ts";
import { readWeight } from "../../runtime/rate-limits/weight.ts";
import {
  at,
  child,
  createSchemaChecker,
  type DocumentNode,
  locate,
  readOnce,
} from "./json-pointers.ts";

export type RestDocument = ReturnType<typeof readOpenApi>;

/** One operation, with references resolved. */
export type DocumentedOperation = ReturnType<typeof readOperation>;
export type DocumentedParameter = NonNullable<ReturnType<typeof readParameter>>;
export type DocumentedResponse = ReturnType<typeof readResponse>;

/** Reads a bundled OpenAPI document; throws when it has no operation. */
export const readOpenApi = readOnce((root) => {
  const operations = listOperations(root);
  if (operations.length === 0) {
    throw new Error("The OpenAPI document has no operation: pass the bundle, not the entry file.");
  }
  const byTarget = new Map(operations.map((each) => [`${each.method} ${each.path}`, each]));
  return {
    root,
    operations,
    find: (method: string, path: string) => byTarget.get(`${method} ${path}`),
    /** Checks a request value; enums are closed. */
    checkRequestValue: createSchemaChecker(root, { openEnums: false }),
    /** Checks a response body; enums are open. */
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
  { path, method }: { readonly path: string; readonly method: string },
  pointer: string,
) {
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
    /** Parameters may also be sent in a form body. */
    takesForm: "application/x-www-form-urlencoded" in fieldsIn(body["content"]),
    /** Headers and query parameters of the security requirement. */
    credentials: readCredentials(root, listIn(node["security"] ?? root["security"])),
    responses: readResponses(root, child(pointer, "responses")),
    /** Weight per IP address; absent if not stated. */
    weight: readWeight(fieldsIn(node["x-weight"])["ip"], defaultOf),
    assumed: "x-assumed" in node,
  };
}

function readParameter(root: DocumentNode, pointer: string) {
  const outer = fieldsIn(at(root, pointer));
  const found = locate(root, pointer);
  if (found.node["in"] !== "query") return undefined;
  const own = child(found.pointer, "schema");
  const schema = locate(root, own);
  const keyword = (name: string): unknown => found.node[name] ?? schema.node[name];
  return {
    name: String(found.node["name"]),
    required: found.node["required"] === true,
    example: found.node["example"],
    schema: { ...schema.node, ...fieldsIn(at(root, own)) } as DocumentNode,
    /** JSON pointers to the parameter: to its reference and to its definition. */
    places: [pointer, found.pointer],
    /** JSON pointer to its schema. */
    pointer: own,
    /** The exchange truncates a value above the maximum. */
    truncates: keyword("x-above-maximum") === "truncate",
    /** Parameters that must accompany this one. */
    onlyWith: listIn(keyword("x-only-with")).map(String),
    assumed: "x-assumed" in outer || "x-assumed" in found.node,
  };
}

function readCredentials(root: DocumentNode, security: readonly unknown[]) {
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

function readResponse(root: DocumentNode, status: string, pointer: string) {
  const found = locate(root, pointer);
  const schema = child(found.pointer, "content", "application/json", "schema");
  return {
    /** `200`, or a range such as `4XX`. */
    status,
    /** Name of a shared response, such as `TooManyRequests`. */
    name: found.name,
    headers: Object.keys(fieldsIn(found.node["headers"])),
    hasSchema: isRecord(at(root, schema)),
    /** JSON pointers to the response, and to the schema of its body. */
    place: found.pointer,
    pointer: schema,
    assumed: "x-assumed" in found.node,
  };
}
