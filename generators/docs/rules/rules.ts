import { componentsOf, objectIn, textIn } from "../../contract/documents/json.ts";
import { orderSchema } from "../../contract/known-names.ts";
import type { Contract, Json } from "../../contract/model.ts";
import { fieldList, fieldTable, rowsOf } from "../field-list.ts";
import { type Html, html, joined, prose } from "../html.ts";
import type { Mark } from "../marks.ts";
import { connectionKeys, connectionSentences } from "./connection.ts";
import { errors, retries } from "./errors.ts";
import { inOrder } from "./filters.ts";
import { orderTypes } from "./order-types.ts";
import { stateDiagram } from "./state-diagram.ts";

/** The page of rules across operations, with links to rules on other pages. */
export function rules(contract: Contract, mark: Mark): Html {
  const { openapi, asyncapi } = contract.documents;
  /** A block of the spec under its heading: text, tables of `shown`, and all other facts. */
  const section = (id: string, title: string, block: Json | undefined, shown: Shown = {}): Html => {
    const node = objectIn(block);
    return html`
<h2 id="${id}">${title}</h2>
<p>${prose(textIn(node["description"]))}</p>
${Object.values(shown)}
${fieldList(node, mark, Object.keys(shown), id)}`;
  };
  return html`
<h1>Rules</h1>
<p class="lead">
Rules for all operations: how requests are signed, what they cost, which errors occur,
which fields and states an order has, and which values a symbol accepts.
</p>
${ownPages(contract)}
${section("errors", "Errors", openapi["x-errors"], errors(contract, mark))}
${section("retry", "Retries", openapi["x-retry"], retries(contract, mark))}
${section("envelope", "Envelope", openapi["x-envelope"])}
${section("versioning", "Versioning", openapi["x-versioning"])}
${section("order-types", "Order types and their fields", openapi["x-order-rules"], {
  types: orderTypes(contract, mark),
})}
${section("order-states", "Order states", openapi["x-order-states"], {
  states: html`${stateDiagram(contract.orderStates)}${states(contract, mark)}`,
  transitions: fieldTable(rowsOf(objectIn(openapi["x-order-states"])["transitions"]), mark),
})}
${section("balances", "Balances", openapi["x-balances"], {
  moves: fieldTable(rowsOf(objectIn(openapi["x-balances"])["moves"]), mark),
})}
${section("connection", "Stream connections", asyncapi["x-connection"], {
  ...Object.fromEntries(connectionKeys.map((key) => [key, html``])),
  lifetime: html`<ul>${connectionSentences(contract, mark).map((one) => html`<li>${one}</li>`)}</ul>`,
})}
${section("session", "User data session", asyncapi["x-user-data"])}`;
}

/** The states, with what the schema of an order's status says about each. */
function states(contract: Contract, mark: Mark): Html {
  const { openapi } = contract.documents;
  const status = orderSchema(contract, "status") ?? "";
  const meanings = objectIn(componentsOf(openapi, "schemas")[status])["x-enumDescriptions"];
  const rows = rowsOf(objectIn(openapi["x-order-states"])["states"]).map((row) => {
    return { ...row, description: textIn(objectIn(meanings)[textIn(row["name"])]) };
  });
  return fieldTable(rows, mark, ["name", "description", "final"], "state");
}

/** Members of a block with their own rendering. */
type Shown = Readonly<Record<string, Html>>;

/** Links to the rules with their own pages. */
function ownPages(contract: Contract): Html {
  const names = inOrder(contract).map(
    ({ name }) => html`<a href="filters.html#${name}">${name}</a>`,
  );
  return html`<ul class="cards-list">
<li><a href="signing.html"><strong>Signing</strong></a>: what is signed and how, a worked example, and
the <a href="signing.html#timing">time window</a>.
<a href="signing.html#security">Which operations are signed</a>,
<a href="signing.html#vectors">test vectors</a>.</li>
<li><a href="responses.html"><strong>Error responses</strong></a>: what the client does with each status and
code, and whether an order may have been placed.</li>
<li><a href="limits.html"><strong>Limits</strong></a>: weights, windows, headers, and what is left after
your calls.</li>
<li><a href="filters.html"><strong>Filters</strong></a>: a calculator that checks and rounds an order.
${joined(names)}.</li>
<li><a href="order-book.html"><strong>Order book</strong></a>: how to keep a local one in six steps.</li>
</ul>`;
}
