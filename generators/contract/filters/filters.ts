import type { BuildContext } from "../context.ts";
import {
  assumedBy,
  originOf,
  report,
  requiredText,
  requiredWord,
  showsAlone,
  suggestName,
  unwrapped,
} from "../context.ts";
import {
  isList,
  isObject,
  listIn,
  member,
  objectIn,
  optionalText,
  textIn,
  textsIn,
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
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  return schemas.flatMap((named): Filter[] => {
    const node = member(components, named.name);
    if (!isObject(node) || !Object.hasOwn(node, "x-rules")) return [];
    const record = named.schema;
    const fields = record.kind === "record" ? record.properties : [];
    const values = valuesOf(context, fields, { node, schemas: byName });
    const names = namesOf(values);
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
        average: averageOf(context, node, names),
        besides: besidesOf(node),
        fields,
        values,
        rules,
        vectors: listIn(node["x-vectors"]).filter(isObject),
        origin: named.origin,
      },
    ];
  });
}

const bounds = ["minimum", "maximum", "multipleOf"] as const;

function buildRule(context: BuildContext, node: JsonObject, names: KnownNames): FilterRule {
  const read = (key: string, wanted: ValueType): ReadRule => {
    const text = optionalText(unwrapped(node[key]));
    if (text === undefined) return {};
    const tree = reportExpression(context, { node, key, wanted, names });
    return { text: text.trim(), tree };
  };
  const given = bounds.filter((bound) => Object.hasOwn(node, bound));
  const [kind = "minimum"] = given;
  if (given.length !== 1) {
    report(context, {
      node,
      key: given[1],
      message: "A rule has exactly one of minimum, maximum and multipleOf.",
      fix: given.length === 0 ? "Write one of them." : "Make one rule of each.",
    });
  }
  requiredText(context, node, "value");
  const [value, bound] = [read("value", "decimal"), read(kind, "decimal")];
  const from = read("from", "decimal");
  const disabledWhen = read("disabledWhen", "boolean");
  const appliesWhen = read("appliesWhen", "boolean");
  return {
    id: requiredText(context, node, "id"),
    description: textIn(node["description"]),
    value: value.text ?? "",
    bound: { kind, expression: bound.text ?? "" },
    from: from.text,
    disabledWhen: disabledWhen.text,
    appliesWhen: appliesWhen.text,
    disabledAssumed: assumedBy(node["disabledWhen"]),
    appliesAssumed: assumedBy(node["appliesWhen"]),
    trees: {
      value: value.tree,
      bound: bound.tree,
      from: from.tree,
      disabledWhen: disabledWhen.tree,
      appliesWhen: appliesWhen.tree,
    },
    assumed: assumedBy(node),
    origin: originOf(context, node),
  };
}

interface ReadRule {
  readonly text?: string;
  readonly tree?: Expression | undefined;
}

/** The average price of a filter, whose minutes are a field of the filter. */
function averageOf(
  context: BuildContext,
  filter: JsonObject,
  names: KnownNames,
): Filter["average"] {
  const node = filter["x-average"];
  if (!isObject(node)) return undefined;
  const minutes = requiredText(context, node, "minutes");
  if (names.get(minutes)?.scope !== "filter") {
    const own = [...names].filter(([, { scope }]) => scope === "filter").map(([name]) => name);
    const message = `${minutes} is no field of the filter.`;
    report(context, { node, key: "minutes", message, fix: suggestName(minutes, own) });
  }
  return { minutes, zero: requiredWord(context, node, "zero", ["lastPrice"]) };
}

function besidesOf({ "x-besides": node }: JsonObject): Filter["besides"] {
  const filter = optionalText(unwrapped(node));
  return filter === undefined ? undefined : { filter, assumed: assumedBy(node) };
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
      fix: `Write filterType: { const: ${name} }.`,
    });
  }
  const ids = rules.map(({ id }) => id);
  for (const [index, id] of ids.entries()) {
    if (ids.indexOf(id) === index) continue;
    const rule = listIn(node["x-rules"]).filter(isObject)[index] ?? node;
    const message = `The rule ${id} is listed twice.`;
    report(context, { node: rule, key: "id", message, fix: "Rename one of the two." });
  }
  for (const vector of listIn(node["x-vectors"]).filter(isObject)) {
    for (const key of ["violates", "unknown"]) {
      for (const [index, id] of textsIn(vector[key]).entries()) {
        // A spec without assumptions lacks assumed rules, which its vectors still name.
        if (ids.includes(id) || showsAlone(context)) continue;
        const list = vector[key];
        report(context, {
          node: isList(list) ? list : vector,
          key: index,
          message: `The vector names the rule ${id}, which the filter does not have.`,
          fix: `Its rules are ${ids.join(", ")}.`,
        });
      }
    }
  }
}
