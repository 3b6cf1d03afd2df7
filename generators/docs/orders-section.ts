import { listIn, objectIn, textIn } from "../contract/documents/json.ts";
import type { BalanceMove, Contract, Json, JsonObject, OrderTypeRule } from "../contract/model.ts";
import { facts } from "./facts.ts";
import type { Html } from "./html.ts";
import { code, html, joined, prose } from "./html.ts";
import type { Mark } from "./marks.ts";
import { assumedIn } from "./marks.ts";
import { table } from "./page.ts";
import { stateDiagram } from "./state-diagram.ts";

/** Fields by order type, the states of an order, and the moves of balances. */
export function ordersSection(contract: Contract, mark: Mark): Html {
  const { orderRules, orderStates, balanceMoves, documents } = contract;
  const rules = objectIn(documents.openapi["x-order-rules"]);
  const states = objectIn(documents.openapi["x-order-states"]);
  const balances = objectIn(documents.openapi["x-balances"]);
  return html` <h2 id="order-types">Order types and their fields</h2>
    ${table(
      ["Type", "Needs", "Must not have", "Meaning"],
      orderRules.types.map((rule) => [
        html`<code>${rule.type}</code>${mark(rule.assumed)}`,
        needs(rule, objectIn(objectIn(rules["types"])[rule.type]), mark),
        forbidden(rule, objectIn(objectIn(rules["types"])[rule.type]), mark),
        prose(rule.description),
      ]),
    )}
    <p>Algo orders are ${joined(orderRules.algo.map(code))}.</p>
    ${facts(rules, mark, ["types", "algo"])}
    <h2 id="order-states">States of an order</h2>
    ${stateDiagram(orderStates)}
    ${table(
      ["State", "Meaning", "Final"],
      orderStates.states.map(({ name, description, final, assumed }) => [
        code(name),
        prose(description),
        html`${final ? "yes" : "no"}${mark(assumed)}`,
      ]),
    )}
    ${table(
      ["From", "By", "Condition", "To", "Also"],
      orderStates.transitions.map(({ from, trigger, condition, to, also, assumed }) => [
        code(from),
        html`${trigger}${mark(assumed)}`,
        prose(condition),
        code(to),
        prose(also),
      ]),
    )}
    ${facts(states, mark, ["states", "transitions"])}
    <h2 id="balances">Balances</h2>
    <p>The total of an asset is <code>${textIn(balances["total"])}</code>.</p>
    ${table(
      ["When", "Asset", "Moves", "Meaning"],
      balanceMoves.map((move) => [
        html`${[move.when, move.side].filter((word) => word !== undefined).join(" of a ")}`,
        html`${move.asset}`,
        html`${moved(move)}${mark(move.assumed)}`,
        prose(move.description),
      ]),
    )}
    ${facts(balances, mark, ["total", "moves"])}`;
}

function needs({ required, oneOf }: OrderTypeRule, written: JsonObject, mark: Mark): Html {
  const names = fields(required, written["required"], mark);
  return joined([...names, ...oneOf.map((choice) => joined(choice.map(code), " or "))]);
}

function forbidden({ forbidden: names }: OrderTypeRule, written: JsonObject, mark: Mark): Html {
  return joined(fields(names, written["forbidden"], mark));
}

/** Field names, marked where the spec only assumes them. */
function fields(names: readonly string[], written: Json | undefined, mark: Mark): readonly Html[] {
  const entries = listIn(written);
  return names.map((name) => {
    const entry = entries.find((one) => objectIn(one)["value"] === name);
    return html`${code(name)}${mark(assumedIn(entry))}`;
  });
}

function moved({ from, to }: BalanceMove): string {
  if (from !== undefined && to !== undefined) return `${from} → ${to}`;
  return from === undefined ? `+ ${to ?? ""}` : `− ${from}`;
}
