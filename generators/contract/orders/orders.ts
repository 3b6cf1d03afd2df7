import { assumedBy, type BuildContext, milliseconds, textsByName } from "../context.ts";
import {
  isObject,
  listIn,
  member,
  objectIn,
  objectsIn,
  optionalText,
  textIn,
  textMembers,
  unwrapped,
} from "../documents/json.ts";
import type { Json, OrderRules, OrderStates, OrderTypeRule, RulesRefresh } from "../model.ts";

/** Builds the order fields by type, from spec/rules/orderRules.yaml. */
export function buildOrderRules({ openapi }: BuildContext): OrderRules {
  const node = objectIn(openapi["x-order-rules"]);
  const rules = Object.entries(objectIn(node["types"])).map(([type, value]): OrderTypeRule => {
    const { required, oneOf, anyOf, forbidden, becomes, triggersWhenPrice, ...rest } =
      objectIn(value);
    return {
      type,
      required: namesIn(required),
      oneOf: listIn(oneOf).map(namesIn),
      anyOf: listIn(anyOf).map(namesIn),
      forbidden: namesIn(forbidden),
      assumedFields: marks([required, forbidden]),
      becomes: optionalText(becomes),
      triggersWhenPrice: isObject(triggersWhenPrice) ? textsByName(triggersWhenPrice) : undefined,
      refusedWhen: optionalText(rest["refusedWhen"]),
      description: textIn(rest["description"]),
      assumed: assumedBy(value),
    };
  });
  return {
    types: rules,
    algo: namesIn(node["algo"]),
    fieldNeeds: Object.entries(objectIn(node["fields"])).flatMap(([field, row]) =>
      Object.entries(textsByName(member(row, "needs"))).map(([other, value]) => {
        return { field, other, value, assumed: assumedBy(row) };
      }),
    ),
  };
}

function namesIn(list: Json | undefined): readonly string[] {
  return listIn(list).map((value) => textIn(value));
}

/** The assumptions on single names in the lists. */
function marks(lists: readonly (Json | undefined)[]): Readonly<Record<string, string>> {
  const named = lists.flatMap(listIn).flatMap((value): (readonly [string, string])[] => {
    const assumed = assumedBy(value);
    return assumed === undefined ? [] : [[textIn(value), assumed]];
  });
  return Object.fromEntries(named);
}

/** Builds order states and transitions, from spec/rules/orderStates.yaml. */
export function buildOrderStates({ openapi }: BuildContext): OrderStates {
  const node = objectIn(openapi["x-order-states"]);
  return {
    states: objectsIn(node["states"]).map((state) => ({
      name: textIn(state["name"]),
      final: unwrapped(state["final"]) === true,
      assumed: assumedBy(state) ?? assumedBy(state["final"]),
    })),
    transitions: objectsIn(node["transitions"]).map((transition) => ({
      ...textMembers(transition, ["from", "trigger", "to"]),
      assumed: assumedBy(transition),
    })),
  };
}

/** Builds the refresh of trading rules, from `tradingRules` of spec/rules/versioning.yaml. */
export function buildRulesRefresh({ openapi }: BuildContext): RulesRefresh | undefined {
  const rules = member(openapi["x-versioning"], "tradingRules");
  const node = member(rules, "refresh");
  return isObject(node)
    ? { operation: textIn(node["operation"]), everyMs: milliseconds(node) }
    : undefined;
}
