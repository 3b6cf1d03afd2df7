import type { PagedList } from "../../../runtime/pagination/list.ts";
import type { BuildContext } from "../context.ts";
import { followed, merged, milliseconds, report, requiredText, suggestName } from "../context.ts";
import {
  isObject,
  listIn,
  member,
  objectIn,
  optionalText,
  textIn,
  textsIn,
} from "../documents/json.ts";
import type { Json, JsonObject, Parameter } from "../model.ts";
import { lacksParameters } from "./parameters.ts";

/** How the responses of an operation are read as pages of one list, from its `x-pages`. */
export function buildPages(
  context: BuildContext,
  { id, node }: { readonly id: string; readonly node: JsonObject },
  parameters: readonly Parameter[],
): PagedList | undefined {
  const given = node["x-pages"];
  if (!isObject(given)) return undefined;
  if (!lacksParameters(context, node)) reportNames(context, given, parameters);
  const row = rowOf(context, node);
  const field = (key: string): string | number | undefined => placeIn(context, row, given, key);
  const limit = requiredText(context, given, "limit");
  const from = optionalText(given["from"]);
  const identity = textsIn(given["identity"]);
  const span = spanOf(context, given);
  const isUnique = identity.length === 0;
  const stepsPast = span !== undefined || isInclusive(context, node, from);
  return {
    operation: id,
    key: field("key") ?? "",
    ...(isUnique ? {} : { identity }),
    ...optional("time", field("time")),
    ...optional("from", from),
    ...optional("start", optionalText(given["start"])),
    ...optional("end", optionalText(given["end"])),
    limit,
    limitMax: parameters.find(({ name }) => name === limit)?.maximum ?? 1,
    overlaps: !(isUnique && stepsPast),
    ...optional("span", span),
  };
}

function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): Partial<Record<Key, Value>> {
  return value === undefined ? {} : ({ [key]: value } as Record<Key, Value>);
}

function reportNames(
  context: BuildContext,
  given: JsonObject,
  parameters: readonly Parameter[],
): void {
  const known = parameters.map(({ name }) => name);
  const named = ["from", "start", "end", "limit"].map((key) => ({ node: given, key }));
  const span = given["span"];
  for (const { node, key } of isObject(span)
    ? [...named, { node: span, key: "parameter" }]
    : named) {
    const name = optionalText(node[key]);
    if (name === undefined || known.includes(name)) continue;
    const message = `${name} is no parameter of the operation.`;
    report(context, { node, key, message, fix: suggestName(name, known) });
  }
}

/** The schema of one row of the list in the response. */
function rowOf(context: BuildContext, node: JsonObject): JsonObject {
  const response = merged(context, "openapi", member(node["responses"], "200"));
  const media = member(objectIn(response["content"]), "application/json");
  const list = followed(context, "openapi", member(media, "schema"));
  return followed(context, "openapi", list["items"]);
}

/** A field as its name, a tuple element as its index. */
function placeIn(
  context: BuildContext,
  row: JsonObject,
  given: JsonObject,
  key: string,
): string | number | undefined {
  const name = optionalText(given[key]);
  if (name === undefined) return undefined;
  const positions = listIn(row["prefixItems"]).map((item) => textIn(member(item, "title")));
  if (positions.includes(name)) return positions.indexOf(name);
  const fields = Object.keys(objectIn(row["properties"]));
  if (fields.includes(name)) return name;
  const message = `${name} is no field of a row.`;
  report(context, { node: given, key, message, fix: suggestName(name, [...fields, ...positions]) });
  return name;
}

/** Whether the response includes the row that a parameter names. */
function isInclusive(context: BuildContext, node: JsonObject, from: string | undefined): boolean {
  return listIn(node["parameters"])
    .map((parameter: Json) => merged(context, "openapi", parameter))
    .some(({ name, "x-inclusive": inclusive }) => name === from && inclusive === true);
}

function spanOf(context: BuildContext, given: JsonObject): PagedList["span"] {
  const node = given["span"];
  if (!isObject(node)) return undefined;
  const units = Object.entries(objectIn(node["units"]));
  return {
    parameter: requiredText(context, node, "parameter"),
    unitsMs: Object.fromEntries(
      units.map(([unit, length]) => [unit, milliseconds(context, objectIn(length))]),
    ),
  };
}
