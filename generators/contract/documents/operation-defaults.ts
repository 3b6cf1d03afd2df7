import { isObject, mapValues } from "./json.ts";
import type { Json, JsonObject } from "./model.ts";
import { placed, placeMember } from "./places.ts";
import * as read from "./read.ts";

const key = "x-operation-defaults";

/**
 * Adds to each operation the responses and parameters that `x-operation-defaults` states once:
 * those of `*` to all, others to those of a security type, or of the assumption behind their type.
 * What an operation states itself stays.
 */
export function withOperationDefaults(document: JsonObject): JsonObject {
  const { [key]: defaults, ...rest } = document;
  if (!isObject(defaults)) return document;
  const nameOf = (parameter: Json) => read.resolved(document, parameter)["name"];
  const complete = (operation: Json, item: JsonObject): Json => {
    if (!isObject(operation) || !Object.hasOwn(operation, "operationId")) return operation;
    const security = operation["x-security"];
    const type = read.optionalText(
      read.at(security, "x-assumed") ?? read.at(security, "type") ?? security,
    );
    const more = ["*", type ?? ""].map((name) => read.object(defaults[name]));
    const own = read.list(operation, "parameters");
    const known = new Set([...read.list(item, "parameters"), ...own].map(nameOf));
    const lists = more.map((each) => read.list(each, "parameters"));
    const added = lists.flatMap((list) =>
      list.flatMap((each, at) => (known.has(nameOf(each)) ? [] : [{ list, at, each }])),
    );
    const { responses, ...others } = operation;
    const { parameters } = others;
    const all = placed([...own, ...added.map(({ each }) => each)], parameters ?? operation);
    for (const [index, { list, at }] of added.entries()) {
      placeMember(list, at, all, own.length + index);
    }
    const stated = read.object(responses);
    const answers = more.map((each) => read.object(each, "responses"));
    const merged = placed<JsonObject>(
      Object.assign({}, ...answers, stated),
      responses ?? operation,
    );
    for (const each of answers) {
      for (const status of Object.keys(each)) {
        if (!Object.hasOwn(stated, status)) placeMember(each, status, merged, status);
      }
    }
    const listed = parameters !== undefined || added.length > 0;
    return placed({ ...others, ...(listed && { parameters: all }), responses: merged }, operation);
  };
  const paths = mapValues(read.object(rest, "paths"), (item) =>
    isObject(item)
      ? placed(
          mapValues(item, (each) => complete(each, item)),
          item,
        )
      : item,
  );
  return placed({ ...rest, paths: placed(paths, rest["paths"]) }, document);
}
