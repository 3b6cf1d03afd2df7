import type { PagedList } from "../../../runtime/pagination/list.ts";
import { type BuildContext, milliseconds } from "../context.ts";
import { defined, isObject } from "../documents/json.ts";
import * as read from "../documents/read.ts";
import type { Json, JsonObject, NamedSchema, Operation, Parameter } from "../model.ts";
import { rowMeaning } from "../schemas/meaning.ts";

/** Builds the paging of an operation's list from `x-pages`. */
export function buildPages(
  context: BuildContext,
  { item, node }: { readonly item: JsonObject; readonly node: JsonObject },
  { parameters, responses }: Pick<Operation, "parameters" | "responses">,
  schemas: readonly NamedSchema[],
): PagedList | undefined {
  const given = node["x-pages"];
  if (!isObject(given)) return undefined;
  const [response] = responses;
  const row = response && rowMeaning(response.schema, schemas);
  const positions = row?.kind === "tuple" ? row.items.map(({ name }) => name) : [];
  const field = (named: Json | undefined): string | number | undefined => {
    const name = read.optionalText(named);
    const position = positions.indexOf(name ?? "");
    return position < 0 ? name : position;
  };
  const limit = read.text(given, "limit");
  const from = read.optionalText(given, "from");
  const identity = read.texts(given, "identity");
  const span = isObject(given["span"])
    ? spanOf(context, given["span"], parameters, field)
    : undefined;
  const isUnique = identity.length === 0;
  const stepsPast = span !== undefined || isInclusive(context, [item, node], from);
  return {
    operation: read.text(node, "operationId"),
    key: field(given["key"]) ?? "",
    ...(isUnique ? {} : { identity }),
    ...defined({
      time: field(given["time"]),
      from,
      start: read.optionalText(given, "start"),
      end: read.optionalText(given, "end"),
    }),
    limit,
    limitMax: parameters.find(({ name }) => name === limit)?.maximum ?? 1,
    overlaps: !(isUnique && stepsPast),
    ...defined({ span }),
  };
}

/** Whether the response includes the row that a parameter names. */
function isInclusive(
  context: BuildContext,
  holders: readonly JsonObject[],
  from: string | undefined,
): boolean {
  return holders
    .flatMap(({ parameters }) => read.list(parameters))
    .map((parameter) => read.resolved(context.openapi, parameter))
    .some(({ name, "x-inclusive": inclusive }) => name === from && inclusive === true);
}

/** Lengths of the unit suffixes of a parameter's values, such as `15m`. */
function spanOf(
  context: BuildContext,
  node: JsonObject,
  parameters: readonly Parameter[],
  field: (named: Json | undefined) => string | number | undefined,
): PagedList["span"] {
  const parameter = read.text(node, "parameter");
  const units = Object.entries(read.object(node, "units"));
  const { choices = [] } = parameters.find(({ name }) => name === parameter) ?? {};
  const word = choices.find((each) => !units.some(([unit]) => each.endsWith(unit)));
  if (word !== undefined) {
    const message = `The ${parameter} ${word} ends with none of the units.`;
    context.problems.report({ node, key: "units" }, message, "Give the length of its unit.");
  }
  return {
    parameter,
    last: field(node["last"]) ?? "",
    unitsMs: Object.fromEntries(units.map(([unit, length]) => [unit, milliseconds(length)])),
  };
}
