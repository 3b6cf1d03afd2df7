import { listIn, objectIn, textIn } from "../contract/documents/json.ts";
import type { BalanceMove, Contract, Json, JsonObject, OrderTypeRule } from "../contract/model.ts";
import { facts } from "./facts.ts";
import type { Html } from "./html.ts";
import { html, prose } from "./html.ts";
import type { Mark } from "./marks.ts";
import { assumedIn } from "./marks.ts";
import { table } from "./page.ts";
import { stateDiagram } from "./state-diagram.ts";

/** Fields by order type, the life of an order, and what happens to the balances meanwhile. */
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
    <p>Algo orders are ${codes(orderRules.algo)}.</p>
    ${facts(rules, mark, ["types", "algo"])}
    <h2 id="order-states">Life of an order</h2>
    ${stateDiagram(orderStates)}
    ${table(
      ["State", "Meaning", "Final"],
      orderStates.states.map(({ name, description, final, assumed }) => [
        html`<code>${name}</code>`,
        prose(description),
        html`${final ? "yes" : "no"}${mark(assumed)}`,
      ]),
    )}
    ${table(
      ["From", "By", "Condition", "To", "Also"],
      orderStates.transitions.map(({ from, trigger, condition, to, also, assumed }) => [
        html`<code>${from}</code>`,
        html`${trigger}${mark(assumed)}`,
        prose(condition),
        html`<code>${to}</code>`,
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

/** The fields that an order type needs. */
function needs({ required, oneOf }: OrderTypeRule, written: JsonObject, mark: Mark): Html {
  const names = fields(required, written["required"], mark);
  return listed([...names, ...oneOf.map((choice) => joined(choice, " or "))]);
}

/** The fields that it must not have. */
function forbidden({ forbidden: names }: OrderTypeRule, written: JsonObject, mark: Mark): Html {
  return listed(fields(names, written["forbidden"], mark));
}

/** Fields as the spec lists them; one whose place there is only assumed says so. */
function fields(names: readonly string[], written: Json | undefined, mark: Mark): readonly Html[] {
  const entries = listIn(written);
  return names.map((name) => {
    const entry = entries.find((one) => objectIn(one)["value"] === name);
    return html`<code>${name}</code>${mark(assumedIn(entry))}`;
  });
}

function listed(parts: readonly Html[]): Html {
  return html`${parts.map((one, index) => html`${index === 0 ? "" : ", "}${one}`)}`;
}

function codes(names: readonly string[]): Html {
  return joined(names, ", ");
}

function joined(names: readonly string[], separator: string): Html {
  return html`${names.map(
    (name, index) => html`${index === 0 ? "" : separator}<code>${name}</code>`,
  )}`;
}

function moved({ from, to }: BalanceMove): string {
  if (from !== undefined && to !== undefined) return `${from} → ${to}`;
  return from === undefined ? `+ ${to ?? ""}` : `− ${from}`;
}
