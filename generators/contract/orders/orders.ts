import type { ListingField } from "../../../runtime/orders/symbols.ts";
import { assumedBy, type BuildContext, milliseconds, textsByName } from "../context.ts";
import { isObject } from "../documents/json.ts";
import * as read from "../documents/read.ts";
import type {
  Contract,
  Json,
  OrderRules,
  OrderStates,
  OrderTypeRule,
  Property,
  RulesRefresh,
  Schema,
} from "../model.ts";
import { rowMeaning } from "../schemas/meaning.ts";

/** Builds the order fields by type, from spec/rules/orderRules.yaml. */
export function buildOrderRules({ openapi }: BuildContext): OrderRules {
  const node = read.object(openapi, "x-order-rules");
  const rules = Object.entries(read.object(node, "types")).map(([type, value]): OrderTypeRule => {
    const { required, oneOf, anyOf, forbidden, becomes, triggersWhenPrice, ...rest } =
      read.object(value);
    return {
      type,
      required: namesIn(required),
      oneOf: read.list(oneOf).map(namesIn),
      anyOf: read.list(anyOf).map(namesIn),
      forbidden: namesIn(forbidden),
      assumedFields: marks([required, forbidden]),
      becomes: read.optionalText(becomes),
      triggersWhenPrice: isObject(triggersWhenPrice) ? textsByName(triggersWhenPrice) : undefined,
      refusedWhen: read.optionalText(rest, "refusedWhen"),
      description: read.text(rest, "description"),
      assumed: assumedBy(value),
    };
  });
  return {
    types: rules,
    algo: namesIn(node["algo"]),
    fieldNeeds: Object.entries(read.object(node, "fields")).flatMap(([field, row]) =>
      Object.entries(textsByName(read.at(row, "needs"))).map(([other, value]) => {
        return { field, other, value, assumed: assumedBy(row) };
      }),
    ),
  };
}

function namesIn(list: Json | undefined): readonly string[] {
  return read.list(list).map((value) => read.text(value));
}

/** The assumptions on single names in the lists. */
function marks(lists: readonly (Json | undefined)[]): Readonly<Record<string, string>> {
  const named = lists
    .flatMap((list) => read.list(list))
    .flatMap((value): (readonly [string, string])[] => {
      const assumed = assumedBy(value);
      return assumed === undefined ? [] : [[read.text(value), assumed]];
    });
  return Object.fromEntries(named);
}

/** Builds order states and transitions, from spec/rules/orderStates.yaml. */
export function buildOrderStates({ openapi }: BuildContext): OrderStates {
  const node = read.object(openapi, "x-order-states");
  return {
    states: read.objects(node, "states").map((state) => ({
      name: read.text(state, "name"),
      final: read.unwrapped(state, "final") === true,
      assumed: assumedBy(state) ?? assumedBy(state["final"]),
    })),
    transitions: read.objects(node, "transitions").map((transition) => ({
      ...read.members(transition, read.each(read.text, "from", "trigger", "to")),
      assumed: assumedBy(transition),
    })),
  };
}

/** Builds the refresh of trading rules, from `tradingRules` of spec/rules/versioning.yaml. */
export function buildRulesRefresh(
  { openapi, problems }: BuildContext,
  { operations, schemas }: Pick<Contract, "operations" | "schemas">,
): RulesRefresh | undefined {
  const rules = read.at(openapi, "x-versioning", "tradingRules");
  const node = read.at(rules, "refresh");
  if (!isObject(node)) return undefined;
  const operation = read.text(node, "operation");
  const [response] = operations.find(({ id }) => id === operation)?.responses ?? [];
  const found = (schema: Schema | undefined, role: ListingField): Property | undefined => {
    const record = schema && rowMeaning(schema, schemas);
    if (record?.kind !== "record") return undefined;
    const { properties } = record;
    const property = properties.find((each) => (each.role ?? each.name) === role);
    if (property === undefined && role !== "exchangeFilters") {
      const message = `The response of ${operation} has no ${role}, and orders are checked by them.`;
      const fix = `Write x-role: ${role} at the property that has them.`;
      problems.report({ node, key: "operation" }, message, fix);
    }
    return property;
  };
  const info = response?.schema;
  const symbols = found(info, "symbols");
  const row = symbols?.schema;
  const all = [
    symbols,
    found(info, "exchangeFilters"),
    found(row, "symbol"),
    found(row, "filters"),
  ];
  const names = all.flatMap((each) => (each?.role === undefined ? [] : [[each.role, each.name]]));
  const other = names.length === 0 ? {} : { names: Object.fromEntries(names) };
  return { operation, everyMs: milliseconds(node), ...other };
}
