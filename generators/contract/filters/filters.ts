import type { BuildContext } from "../context.ts";
import { assumedBy } from "../context.ts";
import {
  isObject,
  member,
  objectIn,
  objectsIn,
  optionalText,
  textIn,
  wordIn,
} from "../documents/json.ts";
import type { Filter, FilterRule, JsonObject, NamedSchema, Property } from "../model.ts";
import type { Expression, KnownNames, ValueType } from "./expression-tree.ts";
import { reportExpression } from "./expressions.ts";
import { namesOf, valuesOf } from "./filter-names.ts";

/** The filters of the exchange: every named schema with `x-rules`. */
export function buildFilters(
  context: BuildContext,
  schemas: readonly NamedSchema[],
): readonly Filter[] {
  const components = objectIn(member(context.openapi["components"], "schemas"));
  return schemas.flatMap(({ name, description, schema, origin }): Filter[] => {
    const node = components[name];
    if (!isObject(node) || !Object.hasOwn(node, "x-rules")) return [];
    const fields = schema.kind === "record" ? schema.properties : [];
    const values = valuesOf(context, fields, { node, schemas });
    const names = namesOf(values);
    if (filterType(fields) !== name) {
      context.problems.report({
        node,
        message: `The filter's filterType is not its name, ${name}.`,
        fix: `Write filterType: { const: ${name} }.`,
      });
    }
    const average = node["x-average"];
    return [
      {
        name: filterType(fields) ?? name,
        description,
        scope: wordIn(node["x-scope"], ["symbol", "exchange"]),
        siteMayLack: node["x-site"] === "mayLack",
        average: isObject(average)
          ? { minutes: textIn(average["minutes"]), zero: textIn(average["zero"]) }
          : undefined,
        besides: besidesOf(node),
        fields,
        values,
        rules: objectsIn(node["x-rules"]).map((rule) => buildRule(context, rule, names)),
        vectors: objectsIn(node["x-vectors"]),
        origin,
      },
    ];
  });
}

const bounds = ["minimum", "maximum", "multipleOf"] as const;

function buildRule(context: BuildContext, node: JsonObject, names: KnownNames): FilterRule {
  const tree = (key: string, wanted: ValueType = "decimal"): Expression | undefined =>
    reportExpression(context, { node, key, wanted, names });
  const kind = bounds.find((bound) => Object.hasOwn(node, bound)) ?? "minimum";
  return {
    id: textIn(node["id"]),
    description: textIn(node["description"]),
    value: textIn(node["value"]),
    bound: { kind, expression: textIn(node[kind]) },
    from: textIn(node["from"]) || undefined,
    disabledWhen: textIn(node["disabledWhen"]) || undefined,
    appliesWhen: textIn(node["appliesWhen"]) || undefined,
    disabledAssumed: assumedBy(node["disabledWhen"]),
    appliesAssumed: assumedBy(node["appliesWhen"]),
    trees: {
      value: tree("value"),
      bound: tree(kind),
      from: tree("from"),
      disabledWhen: tree("disabledWhen", "boolean"),
      appliesWhen: tree("appliesWhen", "boolean"),
    },
    assumed: assumedBy(node),
    origin: context.places.of(node),
  };
}

function besidesOf({ "x-besides": node }: JsonObject): Filter["besides"] {
  const filter = optionalText(node);
  return filter === undefined ? undefined : { filter, assumed: assumedBy(node) };
}

function filterType(fields: readonly Property[]): string | undefined {
  const type = fields.find(({ name }) => name === "filterType")?.schema;
  return type?.kind === "literal" && typeof type.value === "string" ? type.value : undefined;
}
