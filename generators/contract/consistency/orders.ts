import { type BuildContext, showsAlone } from "../context.ts";
import { isList, repeated } from "../documents/json.ts";
import type { Node } from "../documents/places.ts";
import * as read from "../documents/read.ts";
import { orderSchema } from "../known-names.ts";
import type { Contract, Json, JsonObject, OrderTypeRule } from "../model.ts";

/**
 * Reports statuses without a state, unreachable states, dead ends that are not final, duplicate
 * transitions, transitions out of a final state, and triggers without a transition.
 */
export function reportOrderStates(context: BuildContext, contract: Contract): void {
  const table = read.object(context.openapi, "x-order-states");
  const { states, transitions } = contract.orderStates;
  if (states.length === 0) return;
  const known = new Set(states.map(({ name }) => name));
  for (const { word, ...place } of wordsOf(context, orderSchema(contract, "status"))) {
    if (known.has(word)) continue;
    const message = `The status ${word} has no state in x-order-states.`;
    const fix = "Add it to `states` of spec/rules/orderStates.yaml, with the transitions to it.";
    context.problems.report(place, message, fix);
  }
  const nodes = read.objects(table, "states");
  const unreached = nodes.flatMap((node) =>
    node["unreached"] === true ? read.text(node, "name") : [],
  );
  const reached = new Set([states[0]?.name, ...unreached]);
  // Sets grow while they are iterated.
  for (const name of reached) {
    for (const { from, to } of transitions) if (from === name) reached.add(to);
  }
  for (const [index, { name, final }] of states.entries()) {
    const report = (key: string, message: string, fix: string): void =>
      context.problems.report({ node: nodes[index] ?? table, key }, message, fix);
    const isLeft = transitions.some(({ from }) => from === name);
    const isStated = read.unwrapped(nodes[index], "final") === false;
    if (!reached.has(name)) {
      const message = `No transition leads to ${name}.`;
      report("name", message, "Add one to `transitions`, or delete the state.");
    } else if (isStated && !isLeft) {
      const message = `${name} is not final, and no transition leads out of it.`;
      report("final", message, "Add one, or write final: true.");
    } else if (final && isLeft) {
      const message = `${name} is final, and a transition leads out of it.`;
      report("final", message, "Delete the transition, or write final: false.");
    }
  }
  reportRepeated(context, table["transitions"]);
  const pulled = new Set(transitions.map(({ trigger }) => trigger));
  const triggers = read.object(table, "triggers");
  for (const key of Object.keys(triggers).filter((name) => !pulled.has(name))) {
    const message = `No transition has the trigger ${key}, so it has no effect.`;
    context.problems.report({ node: triggers, key }, message, "Name it in one, or delete it.");
  }
}

function reportRepeated({ problems }: BuildContext, given: Json | undefined): void {
  const nameOf = (node: JsonObject) => {
    const { from, to, trigger } = read.members(node, read.each(read.text, "from", "to", "trigger"));
    return `The transition from ${from} to ${to} by ${trigger}`;
  };
  for (const node of repeated(read.objects(given), nameOf)) {
    problems.report({ node }, `${nameOf(node)} is listed twice.`, "Keep one of the two.");
  }
}

/** Reports cancellations that lead to no state. */
export function reportCancellations(context: BuildContext, { operations }: Contract): void {
  for (const { path, method, cancellation } of operations) {
    if (cancellation?.canceled.length !== 0) continue;
    const item = read.at(context.openapi, "paths", path, method.toLowerCase());
    const node = read.object(item, "x-cancellation");
    const message = `No transition of x-order-states is triggered by ${read.text(node, "trigger")}.`;
    const fix = "Name another trigger, or add the transition.";
    context.problems.report({ node, key: "trigger" }, message, fix);
  }
}

/**
 * Reports order types without a row of fields, fields that a row both requires and forbids, and
 * types that become another one without the fields that it requires.
 */
export function reportOrderTypes(context: BuildContext, contract: Contract): void {
  const types = read.object(context.openapi, "x-order-rules", "types");
  const known = contract.orderRules.types.map(({ type }) => type);
  if (known.length === 0 || showsAlone(context)) return;
  for (const { word, ...place } of wordsOf(context, orderSchema(contract, "type"))) {
    if (known.includes(word)) continue;
    const message = `The order type ${word} has no row in x-order-rules.`;
    const fix = "Say in `types` of spec/rules/orderRules.yaml which fields it needs.";
    context.problems.report(place, message, fix);
  }
  for (const rule of contract.orderRules.types) {
    const { type, required, forbidden, becomes } = rule;
    reportTwice(context, read.at(types[type], "required"), required);
    const list = read.at(types[type], "forbidden");
    reportTwice(context, list, forbidden);
    for (const [index, name] of forbidden.entries()) {
      if (!needsOf(rule).flat().includes(name)) continue;
      const message = `${name} is both required and forbidden for ${type}.`;
      const fix = "Take it out of one of the two lists.";
      context.problems.report({ node: isList(list) ? list : types, key: index }, message, fix);
    }
    for (const name of neededAfter(rule, contract)) {
      context.problems.report(
        { node: read.object(types[type]), key: "becomes" },
        `${type} becomes ${becomes}, which requires ${name}, but ${type} does not require it.`,
        "Add it to `required`, or name another type in `becomes`.",
      );
    }
  }
}

/** Reports names that a list has twice, plain or assumed. */
function reportTwice(
  { problems }: BuildContext,
  list: Json | undefined,
  names: readonly string[],
): void {
  for (const [index, name] of names.entries()) {
    if (!isList(list) || names.indexOf(name) === index) continue;
    const message = `${name} is listed twice.`;
    problems.report({ node: list, key: index }, message, "Keep one of the two.");
  }
}

/** What the type that an order becomes requires, and its own type does not. */
function neededAfter(rule: OrderTypeRule, { orderRules }: Contract): readonly string[] {
  const next = orderRules.types.find(({ type }) => type === rule.becomes);
  if (next === undefined) return [];
  const own = needsOf(rule);
  return needsOf(next)
    .filter((names) => !own.some((met) => met.every((name) => names.includes(name))))
    .map((names) => names.join(" or "));
}

/** The fields of a type that must be sent: of each list at least one. */
function needsOf({ required, oneOf, anyOf }: OrderTypeRule): readonly (readonly string[])[] {
  return [...required.map((name) => [name]), ...oneOf, ...anyOf];
}

/** The values of a named enum, each with its position. */
function wordsOf(
  { openapi }: BuildContext,
  name: string | undefined,
): readonly { readonly word: string; readonly node: Node; readonly key: number }[] {
  const schema = read.object(openapi, "components", "schemas", name ?? "");
  return [schema, ...read.objects(schema, "anyOf")].flatMap(({ enum: words }) =>
    isList(words) ? words.map((word, key) => ({ word: read.text(word), node: words, key })) : [],
  );
}
