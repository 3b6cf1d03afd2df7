import type { MarketUnits, OrderUnits } from "../../../runtime/filters/tables.ts";
import type { BuildContext } from "../context.ts";
import { member, objectIn, optionalText } from "../documents/json.ts";
import type { JsonObject, NamedSchema, Property, Schema } from "../model.ts";
import { meaning } from "../schemas/meaning.ts";
import type { KnownName, KnownNames, ValueType } from "./expression-tree.ts";
import type { FilterValue } from "./model.ts";

/** The order fields that rules may name: those that the runtime reads. */
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

/** The market and account data that rules may name. */
const marketNames: Readonly<Record<keyof MarketUnits, ValueType>> = {
  averagePrice: "decimal",
  lastPrice: "decimal",
  openOrders: "integer",
  openAlgoOrders: "integer",
  openIcebergOrders: "integer",
  openOrdersOnExchange: "integer",
  openAlgoOrdersOnExchange: "integer",
};

/** All names that the rules of a filter may use; the filter's own fields take precedence. */
export function namesOf(values: readonly FilterValue[]): KnownNames {
  const known = (scope: KnownName["scope"], names: Readonly<Record<string, ValueType>>) =>
    Object.entries(names).map(([name, type]) => [name, { type, scope }] as const);
  const own = Object.fromEntries(values.map(({ name, type }) => [name, type]));
  return new Map([
    ...known("filter", own),
    ...[...known("order", orderNames), ...known("market", marketNames)].filter(
      ([name]) => !Object.hasOwn(own, name),
    ),
  ]);
}

/** The fields of a filter that rules may name: all but lists and objects. */
export function valuesOf(
  context: BuildContext,
  fields: readonly Property[],
  within: { readonly node: JsonObject; readonly schemas: readonly NamedSchema[] },
): readonly FilterValue[] {
  const properties = objectIn(within.node["properties"]);
  return fields.flatMap(({ name, schema }): FilterValue[] => {
    const type = valueTypes[meaning(schema, within.schemas).kind];
    if (type === undefined) return [];
    const alsoNamed = optionalText(member(properties[name], "x-also-named"));
    if (alsoNamed !== undefined && fields.some((field) => field.name === alsoNamed)) {
      context.problems.report({
        node: objectIn(properties[name]),
        key: "x-also-named",
        message: `The other name of ${name} is that of a field, ${alsoNamed}.`,
        fix: "Give a spelling that stands for this field alone.",
      });
    }
    return [{ name, type, alsoNamed }];
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
  choice: "text",
  literal: "text",
};
