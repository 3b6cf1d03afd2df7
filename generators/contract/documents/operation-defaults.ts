import { isList, isObject, mapValues } from "./json.ts";
import type { Json, JsonObject } from "./model.ts";
import type { Places } from "./places.ts";
import * as read from "./read.ts";

const key = "x-operation-defaults";

/**
 * Adds to each operation the responses and parameters that `x-operation-defaults` states once:
 * those of `*` to all, others to those of a security type, or of the assumption behind their type.
 * What an operation states itself stays.
 */
export function withOperationDefaults(document: JsonObject, places: Places): JsonObject {
  const { [key]: defaults, ...rest } = document;
  if (!isObject(defaults)) return document;
  const nameOf = (parameter: Json) => read.resolved(document, parameter)["name"];
  const placed = <Value extends JsonObject | readonly Json[]>(value: Value, from: Json): Value => {
    if (isObject(from) || isList(from)) places.copy(from, value);
    return value;
  };
  const complete = (operation: Json, item: JsonObject): Json => {
    if (!isObject(operation) || !Object.hasOwn(operation, "operationId")) return operation;
    const security = operation["x-security"];
    const type = read.optionalText(
      read.at(security, "x-assumed") ?? read.at(security, "type") ?? security,
    );
    const more = ["*", type ?? ""].map((name) => read.object(defaults[name]));
    const own = read.list(operation, "parameters");
    const known = new Set([...read.list(item, "parameters"), ...own].map(nameOf));
    const added = more
      .flatMap((each) => read.list(each, "parameters"))
      .filter((each) => !known.has(nameOf(each)));
    const { responses, ...others } = operation;
    const { parameters } = others;
    const answers = more.map((each) => read.object(each, "responses"));
    return placed(
      {
        ...others,
        ...((parameters !== undefined || added.length > 0) && {
          parameters: placed([...own, ...added], parameters ?? operation),
        }),
        responses: placed(Object.assign({}, ...answers, responses), responses ?? operation),
      },
      operation,
    );
  };
  const paths = mapValues(read.object(rest, "paths"), (item) =>
    isObject(item)
      ? placed(
          mapValues(item, (each) => complete(each, item)),
          item,
        )
      : item,
  );
  return placed({ ...rest, paths: placed(paths, rest["paths"] ?? null) }, document);
}
