import type { BuildContext } from "../context.ts";
import { assumedBy, originOf, report, requiredText, suggestName, unwrapped } from "../context.ts";
import {
  isList,
  isObject,
  listIn,
  member,
  objectIn,
  optionalText,
  textIn,
} from "../documents/json.ts";
import type {
  BalanceMove,
  Json,
  JsonObject,
  NamedSchema,
  Operation,
  OrderRules,
  OrderState,
  OrderStates,
  OrderTransition,
  OrderTypeRule,
} from "../model.ts";

/** Where order rules look up field names and order types. */
export interface OrderWords {
  readonly operations: readonly Operation[];
  readonly schemas: ReadonlyMap<string, NamedSchema>;
}

/** The fields of orders by type, from spec/rules/orderParameters.yaml. */
export function buildOrderRules(context: BuildContext, words: OrderWords): OrderRules {
  const node = objectIn(context.openapi["x-order-rules"]);
  const types = objectIn(node["types"]);
  const knownTypes = choiceWords(words, "type") ?? Object.keys(types);
  const knownFields = placementFields(words);
  const check = (
    holder: Json | undefined,
    known: readonly string[],
    what: string,
  ): readonly string[] =>
    listIn(holder).flatMap((value, index) => {
      const name = textIn(unwrapped(value));
      if (name !== "" && known.includes(name)) return [name];
      report(context, {
        node: isList(holder) ? holder : node,
        key: index,
        message: `${JSON.stringify(unwrapped(value))} is no ${what}.`,
        fix: suggestName(name, known),
      });
      return [];
    });
  const fields = (holder: Json | undefined): readonly string[] =>
    check(holder, knownFields, "field of a placement");
  for (const type of Object.keys(types)) {
    if (knownTypes.includes(type)) continue;
    const message = `${type} is no order type.`;
    report(context, { node: types, key: type, message, fix: suggestName(type, knownTypes) });
  }
  for (const [name, value] of Object.entries(objectIn(node["fields"]))) {
    if (!knownFields.includes(name)) {
      const message = `${name} is no field of a placement.`;
      const fix = suggestName(name, knownFields);
      report(context, { node: objectIn(node["fields"]), key: name, message, fix });
    }
    check(member(value, "for"), knownTypes, "order type");
  }
  const becoming = (value: Json | undefined): string | undefined =>
    value === undefined ? undefined : check([value], knownTypes, "order type")[0];
  const rules = Object.entries(types).flatMap(([type, value]): OrderTypeRule[] => {
    if (!isObject(value)) return [];
    return [
      {
        type,
        required: fields(value["required"]),
        oneOf: listIn(value["oneOf"]).map(fields),
        forbidden: fields(value["forbidden"]),
        assumedFields: marks([value["required"], value["forbidden"]]),
        becomes: becoming(value["becomes"]),
        triggersWhenPrice: directions(value["triggersWhenPrice"]),
        description: textIn(value["description"]),
        assumed: assumedBy(value),
        origin: originOf(context, types, type),
      },
    ];
  });
  return { types: rules, algo: check(node["algo"], knownTypes, "order type") };
}

function directions(value: Json | undefined): OrderTypeRule["triggersWhenPrice"] {
  if (!isObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([side, way]) => [side, textIn(way)]));
}

/** The assumptions of single names in the lists. */
function marks(lists: readonly (Json | undefined)[]): Readonly<Record<string, string>> {
  const named = lists.flatMap(listIn).flatMap((value): (readonly [string, string])[] => {
    const assumed = assumedBy(value);
    return assumed === undefined ? [] : [[textIn(unwrapped(value)), assumed]];
  });
  return Object.fromEntries(named);
}

/** Order states and their transitions, from spec/rules/orderStates.yaml. */
export function buildOrderStates(context: BuildContext, words: OrderWords): OrderStates {
  const node = objectIn(context.openapi["x-order-states"]);
  const states = listIn(node["states"])
    .filter(isObject)
    .map(
      (state): OrderState => ({
        name: requiredText(context, state, "name"),
        description: textIn(state["description"]),
        final: unwrapped(state["final"]) === true,
        assumed: assumedBy(state) ?? assumedBy(state["final"]),
        origin: originOf(context, state),
      }),
    );
  const names = states.map(({ name }) => name);
  reportStates(context, { node, names }, choiceWords(words, "status"));
  const triggers = Object.keys(objectIn(node["triggers"]));
  const transitions = listIn(node["transitions"])
    .filter(isObject)
    .map((transition): OrderTransition => {
      const known = (key: string, among: readonly string[], what: string): string => {
        const name = requiredText(context, transition, key);
        if (name === "" || among.includes(name)) return name;
        const message = `${name} is no ${what}.`;
        report(context, { node: transition, key, message, fix: suggestName(name, among) });
        return name;
      };
      const trigger = textIn(transition["trigger"]);
      return {
        from: known("from", names, "state of an order"),
        trigger: triggers.length === 0 ? trigger : known("trigger", triggers, "trigger"),
        condition: textIn(transition["condition"]),
        to: known("to", names, "state of an order"),
        also: textIn(transition["also"]),
        assumed: assumedBy(transition),
        origin: originOf(context, transition),
      };
    });
  return { states, transitions };
}

/** What moves between free and locked, from spec/rules/balances.yaml. */
export function buildBalanceMoves(context: BuildContext): readonly BalanceMove[] {
  const moves = member(objectIn(context.openapi["x-balances"]), "moves");
  return listIn(moves)
    .filter(isObject)
    .map((move) => ({
      when: requiredText(context, move, "when"),
      side: optionalText(unwrapped(move["side"])),
      asset: requiredText(context, move, "asset"),
      from: optionalText(unwrapped(move["from"])),
      to: optionalText(unwrapped(move["to"])),
      description: textIn(move["description"]),
      assumed: assumedBy(move),
      origin: originOf(context, move),
    }));
}

function reportStates(
  context: BuildContext,
  { node, names }: { readonly node: JsonObject; readonly names: readonly string[] },
  words: readonly string[] | undefined,
): void {
  const states = listIn(node["states"]).filter(isObject);
  for (const [index, name] of names.entries()) {
    const state = states[index] ?? node;
    if (names.indexOf(name) < index) {
      const message = `The state ${name} is listed twice.`;
      report(context, { node: state, key: "name", message, fix: "Keep one of the two." });
    }
    if (words === undefined || name === "" || words.includes(name)) continue;
    const message = `${name} is no value of an order's status.`;
    report(context, { node: state, key: "name", message, fix: suggestName(name, words) });
  }
}

/** The parameters of placements; of all operations where there is no placement. */
function placementFields({ operations }: OrderWords): readonly string[] {
  const placements = operations.filter(({ placement }) => placement !== undefined);
  const asked = placements.length === 0 ? operations : placements;
  return [...new Set(asked.flatMap(({ parameters }) => parameters.map(({ name }) => name)))];
}

/** The values of an order field, from the placement's parameter or the order record. */
function choiceWords(
  { operations, schemas }: OrderWords,
  field: string,
): readonly string[] | undefined {
  const placement = operations.find((operation) => operation.placement !== undefined);
  const parameter = placement?.parameters.find(({ name }) => name === field);
  if (parameter?.choices !== undefined) return parameter.choices;
  const order = schemas.get("Order")?.schema;
  const property =
    order?.kind === "record" ? order.properties.find(({ name }) => name === field) : undefined;
  const schema = property?.schema;
  const meant = schema?.kind === "reference" ? schemas.get(schema.name)?.schema : schema;
  return meant?.kind === "choice" ? meant.values.map(({ value }) => value) : undefined;
}
