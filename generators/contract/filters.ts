import type { BuildContext } from "./context.ts";
import { assumedBy, originOf, report, requiredText, requiredWord, unwrapped } from "./context.ts";
import { checkExpression } from "./expressions.ts";
import type { ExpressionType } from "./expressions.ts";
import { isList, isObject, listIn, member, objectIn, optionalText, textIn, textsIn } from "./json.ts";
import type { Filter, FilterRule, JsonObject, NamedSchema, Property, Schema } from "./model.ts";

/** The trading rules of the exchange: every named schema that has rules and a scope. */
export function buildFilters(
  context: BuildContext,
  schemas: readonly NamedSchema[],
): readonly Filter[] {
  const components = objectIn(member(context.openapi["components"], "schemas"));
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  return schemas.flatMap((named): Filter[] => {
    const node = member(components, named.name);
    if (!isObject(node) || !Object.hasOwn(node, "x-rules")) return [];
    const record = named.schema;
    const fields = record.kind === "record" ? record.properties : [];
    const names = namesIn(fields, byName);
    const rules = listIn(node["x-rules"])
      .filter(isObject)
      .map((rule) => buildRule(context, rule, names));
    reportFilter(context, { node, name: named.name, fields, rules });
    return [
      {
        name: filterType(fields) ?? named.name,
        description: named.description,
        scope: requiredWord(context, node, "x-scope", ["symbol", "exchange"]),
        siteMayLack: unwrapped(node["x-site"]) === "mayLack",
        fields,
        rules,
        vectors: listIn(node["x-vectors"]).filter(isObject),
        origin: named.origin,
      },
    ];
  });
}

/** What expressions may name besides a filter's own fields: the order, and what is known of it. */
const orderNames: readonly (readonly [string, ExpressionType])[] = [
  ...["symbol", "side", "type", "timeInForce"].map((name) => [name, "text"] as const),
  ...["quantity", "quoteOrderQty", "price", "stopPrice", "icebergQty"].map(decimal),
  ...["averagePrice", "openOrders", "openAlgoOrders", "openIcebergOrders"].map(decimal),
  ...["openOrdersOnExchange", "openAlgoOrdersOnExchange"].map(decimal),
];

function decimal(name: string): readonly [string, ExpressionType] {
  return [name, "decimal"];
}

function namesIn(
  fields: readonly Property[],
  schemas: ReadonlyMap<string, NamedSchema>,
): ReadonlyMap<string, ExpressionType> {
  const names = new Map(orderNames);
  for (const { name, schema } of fields) {
    const type = expressionType(schema, schemas);
    if (type !== undefined) names.set(name, type);
  }
  return names;
}

function expressionType(
  schema: Schema,
  schemas: ReadonlyMap<string, NamedSchema>,
): ExpressionType | undefined {
  switch (schema.kind) {
    case "decimal":
    case "int64":
    case "integer":
    case "number":
      return "decimal";
    case "flag":
      return "flag";
    case "text":
    case "choice":
    case "literal":
      return "text";
    case "reference": {
      const meant = schemas.get(schema.name)?.schema;
      return meant === undefined || meant.kind === "reference"
        ? undefined
        : expressionType(meant, schemas);
    }
    case "nothing":
    case "list":
    case "tuple":
    case "record":
    case "union":
    case "unstated":
      return undefined;
  }
}

const bounds = ["minimum", "maximum", "multipleOf"] as const;

function buildRule(
  context: BuildContext,
  node: JsonObject,
  names: ReadonlyMap<string, ExpressionType>,
): FilterRule {
  const checked = (key: string, wanted: ExpressionType): string | undefined => {
    const text = optionalText(unwrapped(node[key]));
    if (text === undefined) return undefined;
    for (const { message, mend } of checkExpression(text, wanted, names)) {
      report(context, { node, key, message, mend });
    }
    return text.trim();
  };
  const given = bounds.filter((bound) => Object.hasOwn(node, bound));
  const [kind = "minimum"] = given;
  if (given.length !== 1) {
    report(context, {
      node,
      key: given[1],
      message: "A rule has exactly one of minimum, maximum and multipleOf.",
      mend: given.length === 0 ? "Write one of them." : "Make one rule of each.",
    });
  }
  requiredText(context, node, "value");
  return {
    id: requiredText(context, node, "id"),
    description: textIn(node["description"]),
    value: checked("value", "decimal") ?? "",
    bound: { kind, expression: checked(kind, "decimal") ?? "" },
    from: checked("from", "decimal"),
    disabledWhen: checked("disabledWhen", "flag"),
    appliesWhen: checked("appliesWhen", "flag"),
    assumed: assumedBy(node),
    origin: originOf(context, node),
  };
}

function filterType(fields: readonly Property[]): string | undefined {
  const type = fields.find(({ name }) => name === "filterType")?.schema;
  return type?.kind === "literal" && typeof type.value === "string" ? type.value : undefined;
}

function reportFilter(
  context: BuildContext,
  filter: {
    readonly node: JsonObject;
    readonly name: string;
    readonly fields: readonly Property[];
    readonly rules: readonly FilterRule[];
  },
): void {
  const { node, name, fields, rules } = filter;
  if (filterType(fields) !== name) {
    report(context, {
      node,
      message: `The filter's filterType is not its name, ${name}.`,
      mend: `Write filterType: { const: ${name} }.`,
    });
  }
  const ids = rules.map(({ id }) => id);
  for (const [index, id] of ids.entries()) {
    if (ids.indexOf(id) === index) continue;
    const rule = listIn(node["x-rules"]).filter(isObject)[index] ?? node;
    const message = `The rule ${id} is listed twice.`;
    report(context, { node: rule, key: "id", message, mend: "Rename one of the two." });
  }
  for (const vector of listIn(node["x-vectors"]).filter(isObject)) {
    for (const key of ["violates", "unknown"]) {
      for (const [index, id] of textsIn(vector[key]).entries()) {
        if (ids.includes(id)) continue;
        const list = vector[key];
        report(context, {
          node: isList(list) ? list : vector,
          key: index,
          message: `The vector names the rule ${id}, which the filter does not have.`,
          mend: `Its rules are ${ids.join(", ")}.`,
        });
      }
    }
  }
}
