import { adviceSentences } from "../../runtime/errors.ts";
import { listIn, objectIn, textIn } from "../contract/documents/json.ts";
import type { Contract, Json, JsonObject } from "../contract/model.ts";
import { facts, factTable } from "./facts.ts";
import { filterCards } from "./filters.ts";
import { code, type Html, html, prose, terms } from "./html.ts";
import type { Mark } from "./marks.ts";
import { orderBook } from "./order-book.ts";
import { stateDiagram } from "./state-diagram.ts";
import { grouped } from "./words.ts";

/** The page of rules that hold across operations, in the order that a new user needs them. */
export function rules(contract: Contract, mark: Mark): Html {
  const { openapi, asyncapi } = contract.documents;
  /** A block of the spec under its heading: text, tables of `shown`, and all other facts. */
  const section = (id: string, title: string, block: Json | undefined, shown: Shown = {}): Html => {
    const node = objectIn(block);
    return html`
<h2 id="${id}">${title}</h2>
<p>${prose(textIn(node["description"]))}</p>
${Object.values(shown)}
${facts(node, mark, Object.keys(shown))}`;
  };
  const of = (name: string): JsonObject => objectIn(openapi[name]);
  const rows = (name: string, key: string, columns?: readonly string[]): Html =>
    factTable(rowsOf(of(name)[key]), mark, columns);
  const orderColumns = ["name", "required", "oneOf", "forbidden", "description"];
  return html`
<h1>Rules</h1>
<p class="lead">
What holds across operations: how requests are signed, what they cost, which errors occur,
which fields and states an order has, and which values a symbol accepts.
</p>
${section("security", "Security types", of("x-security-types"), {
  types: rows("x-security-types", "types", ["name", "description", "requires"]),
})}
${section("signing", "Signing", of("x-signing"), {
  timing: timing(contract),
  windowGuidance: rows("x-signing", "windowGuidance"),
  vectors: vectors(contract, mark),
})}
${section("limits", "Limits and windows", of("x-limits"), { windows: rows("x-limits", "windows") })}
${section("errors", "Errors", of("x-errors"), {
  advice: terms(Object.entries(adviceSentences).map(([word, meaning]) => [code(word), meaning])),
  statuses: rows("x-errors", "statuses", ["status", "condition", "advice", "header"]),
  codes: rows("x-errors", "codes", ["code", "name", "condition", "advice", "status"]),
})}
${section("retry", "Retries", of("x-retry"), { rules: rows("x-retry", "rules") })}
${section("envelope", "Envelope", of("x-envelope"))}
${section("versioning", "Versions and change", of("x-versioning"))}
${section("order-types", "Order types and their fields", of("x-order-rules"), {
  types: rows("x-order-rules", "types", orderColumns),
})}
${section("order-states", "States of an order", of("x-order-states"), {
  states: html`${stateDiagram(contract.orderStates)}
${rows("x-order-states", "states", ["name", "description", "final"])}`,
  transitions: rows("x-order-states", "transitions"),
})}
${section("balances", "Balances", of("x-balances"), { moves: rows("x-balances", "moves") })}
${filterCards(contract, mark)}
${section("connection", "Stream connections", asyncapi["x-connection"])}
${section("session", "User data session", asyncapi["x-user-data"])}
${orderBook(contract, mark)}`;
}

/** Members of a block that have a form of their own. */
type Shown = Readonly<Record<string, Html>>;

/** The rows of a list, or of a map with the key of each as its name. */
function rowsOf(value: Json | undefined): readonly JsonObject[] {
  const named = Object.entries(objectIn(value)).map(([name, row]) => ({ name, ...objectIn(row) }));
  return [...listIn(value).map(objectIn), ...named];
}

function timing({ signing }: Contract): Html {
  const { timestamp, window, aheadMsBelow, rejectedWith, windowMsDefault, windowMsMax } = signing;
  return html`
<h3 id="timing">Time window</h3>
<p>A request is processed when both hold; otherwise it is refused with code
<code>${rejectedWith}</code>.</p>
<pre><code>${timestamp} &lt; serverTime + ${aheadMsBelow}
serverTime − ${timestamp} ≤ ${window}</code></pre>
<p><code>${window}</code> is ${grouped(windowMsDefault)} ms when it is not sent, and at most
${grouped(windowMsMax)} ms.</p>`;
}

function vectors({ documents }: Contract, mark: Mark): Html {
  const all = rowsOf(objectIn(documents.openapi["x-signing"])["vectors"]);
  return html`
<h3 id="vectors">Test vectors</h3>
<p>Query and body are shown unencoded, as they are signed.</p>
${all.map(
  (vector, index) =>
    html`<details class="card"${index === 0 ? html` open` : ""}><summary>${textIn(vector["name"])}</summary>
${facts(vector, mark, ["name"])}</details>`,
)}`;
}
