import type { OrderUnits } from "../../../runtime/filters/tables.ts";
import { assumedBy, type BuildContext } from "../context.ts";
import { isObject } from "../documents/json.ts";
import { placed, placeOf } from "../documents/places.ts";
import * as read from "../documents/read.ts";
import type {
  Contract,
  Filter,
  FilterRule,
  JsonObject,
  NamedSchema,
  Operation,
  Property,
  Schema,
} from "../model.ts";
import { meaning } from "../schemas/meaning.ts";
import { reportExpression } from "./expressions.ts";
import type {
  Expression,
  FilterValue,
  KnownName,
  KnownNames,
  MarketDatum,
  ValueType,
} from "./model.ts";

/** The filters of the exchange: every named schema with `x-rules`. */
export function buildFilters(
  context: BuildContext,
  { schemas, operations, marketData }: Pick<Contract, "schemas" | "operations" | "marketData">,
): readonly Filter[] {
  const placing = operations.find(({ placement }) => placement !== undefined);
  const orderFields = fieldsOf(placing, schemas);
  const components = read.components(context.openapi, "schemas");
  return schemas.flatMap(({ name, description, schema, origin }): Filter[] => {
    const node = components[name];
    if (!isObject(node) || !Object.hasOwn(node, "x-rules")) return [];
    const fields = schema.kind === "record" ? schema.properties : [];
    const values = valuesOf(context, fields, { node, schemas });
    const names = namesOf(values, orderFields, marketData);
    if (filterType(fields) !== name) {
      const type = read.at(node, "properties", "filterType");
      const message = `The filter's filterType is not its name, ${name}.`;
      const fix = `Write filterType: { const: ${name} }.`;
      context.problems.report({ node: isObject(type) ? type : node, key: "const" }, message, fix);
    }
    return [
      {
        name,
        description,
        scope: read.word("symbol", "exchange")(node["x-scope"]),
        siteMayLack: node["x-site"] === "mayLack",
        average: read.optional(node["x-average"], read.each(read.text, "minutes", "zero")),
        besides: besidesOf(node),
        fields,
        values,
        rules: read
          .objects(node, "x-rules")
          .map((rule) => buildRule(context, withCondition(context, rule), names)),
        vectors: read.objects(node, "x-vectors"),
        origin,
      },
    ];
  });
}

/** A rule with the condition of the orders that it applies to. */
function withCondition({ openapi }: BuildContext, rule: JsonObject): JsonObject {
  const { algo, icebergWhen = "" } = read.object(openapi, "x-order-rules");
  const conditions: JsonObject = {
    algo: `type in [${read
      .texts(algo)
      .map((type) => JSON.stringify(type))
      .join(", ")}]`,
    iceberg: icebergWhen,
  };
  const appliesWhen = conditions[read.text(rule, "appliesTo")];
  if (appliesWhen === undefined) return rule;
  return placed({ ...rule, appliesWhen }, rule);
}

const bounds = ["minimum", "maximum", "multipleOf"] as const;

function buildRule(context: BuildContext, node: JsonObject, names: KnownNames): FilterRule {
  const tree = (key: string, wanted: ValueType = "decimal"): Expression | undefined =>
    reportExpression(context, { node, key, wanted, names });
  const kind = bounds.find((bound) => Object.hasOwn(node, bound)) ?? "minimum";
  return {
    ...read.members(node, read.each(read.text, "id", "description", "value")),
    bound: { kind, expression: read.text(node[kind]) },
    from: read.text(node, "from") || undefined,
    disabledWhen: read.text(node, "disabledWhen") || undefined,
    appliesWhen: read.text(node, "appliesWhen") || undefined,
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
    origin: placeOf(node),
  };
}

function besidesOf({ "x-besides": node }: JsonObject): Filter["besides"] {
  const filter = read.optionalText(node);
  return filter === undefined ? undefined : { filter, assumed: assumedBy(node) };
}

function filterType(fields: readonly Property[]): string | undefined {
  const type = fields.find(({ name }) => name === "filterType")?.schema;
  return type?.kind === "literal" && typeof type.value === "string" ? type.value : undefined;
}

/** The order fields that every check reads; rules may name any other one of a placement too. */
export const orderNames: Readonly<Record<Exclude<keyof OrderUnits, "one">, ValueType>> = {
  symbol: "text",
  side: "text",
  type: "text",
  timeInForce: "text",
  quantity: "decimal",
  quoteOrderQty: "decimal",
  price: "decimal",
  stopPrice: "decimal",
  icebergQty: "decimal",
};

/** The market and account data of spec/rules/marketData.yaml. */
export function buildMarketData({ openapi }: BuildContext): readonly MarketDatum[] {
  const entries = read.object(openapi, "x-market-data");
  return Object.entries(entries).map(([name, value]) => {
    const from = { operation: read.text, field: read.optionalText, of: read.optionalText };
    return {
      name,
      ...read.members(value, {
        type: read.word("decimal", "integer"),
        ...read.each(read.text, "unit", "description"),
      }),
      from: read.members(read.at(value, "from"), from),
      assumed: assumedBy(value),
      origin: placeOf(entries, name),
    };
  });
}

/** All names that the rules of a filter may use; the filter's own fields take precedence. */
export function namesOf(
  values: readonly FilterValue[],
  orderFields: KnownNames = fieldsOf(undefined, []),
  marketData: readonly Pick<MarketDatum, "name" | "type">[] = [],
): KnownNames {
  return new Map<string, KnownName>([
    ...marketData.map(({ name, type }) => [name, { type, scope: "market" }] as const),
    ...orderFields,
    ...values.map(({ name, type, words }) => [name, { type, scope: "filter", words }] as const),
  ]);
}

/** The order fields that rules may name, with the words that each may be. */
function fieldsOf(placing: Operation | undefined, schemas: readonly NamedSchema[]): KnownNames {
  const own = placing?.parameters ?? [];
  const others = own.flatMap(({ name, schema }) =>
    name in orderNames
      ? []
      : [[name, valueTypes[meaning(schema, schemas).kind] ?? "text"] as const],
  );
  return new Map(
    [...Object.entries(orderNames), ...others].map(([name, type]) => {
      const words = own.find((each) => each.name === name)?.choices;
      return [name, { type, scope: "order", words }];
    }),
  );
}

/** The fields of a filter that rules may name: all but lists and objects. */
function valuesOf(
  context: BuildContext,
  fields: readonly Property[],
  within: { readonly node: JsonObject; readonly schemas: readonly NamedSchema[] },
): readonly FilterValue[] {
  const properties = read.object(within.node, "properties");
  return fields.flatMap(({ name, schema }): FilterValue[] => {
    const meant = meaning(schema, within.schemas);
    const type = valueTypes[meant.kind];
    if (type === undefined) return [];
    const words = meant.kind === "enum" ? meant.values.map(({ value }) => value) : undefined;
    const alsoNamed = read.optionalText(properties[name], "x-also-named");
    if (alsoNamed !== undefined && fields.some((field) => field.name === alsoNamed)) {
      context.problems.report(
        { node: read.object(properties[name]), key: "x-also-named" },
        `The other name of ${name} is that of a field, ${alsoNamed}.`,
        "Give a spelling that stands for this field alone.",
      );
    }
    return [{ name, type, alsoNamed, words }];
  });
}

/** The types of values that rules may name; a list or an object is none. */
const valueTypes: Readonly<Partial<Record<Schema["kind"], ValueType>>> = {
  decimal: "decimal",
  number: "decimal",
  int64: "integer",
  integer: "integer",
  flag: "boolean",
  text: "text",
  enum: "text",
  literal: "text",
};
