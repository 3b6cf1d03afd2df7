import { weigh } from "../../../runtime/rate-limits/weight.ts";
import { listIn, numberIn, objectIn, textIn } from "../../contract/documents/json.ts";
import type { Contract, JsonObject } from "../../contract/model.ts";
import { fieldList } from "../field-list.ts";
import { code, type Html, html, prose } from "../html.ts";
import { channelHref, operationHref } from "../links.ts";
import type { Mark } from "../marks.ts";
import { bookFigure } from "./book-figure.ts";
import { expressionText } from "./filters.ts";

/** The steps of a local order book as sentences, a figure, and all other facts. */
export function orderBook(contract: Contract, mark: Mark): Html {
  const sync = objectIn(contract.documents.asyncapi["x-book-sync"]);
  const steps = stepSentences(contract, sync);
  const order = [...listIn(sync["steps"]).map(String), "afterReconnect"];
  const shown = [...Object.keys(steps), "steps", "channel", "otherwise"];
  return html`
<h1>Order book</h1>
<p class="lead">${prose(textIn(sync["description"]))} The client does all of this in
<code>watchOrderBook</code>.</p>
<h2 id="book">Keeping a local order book</h2>
<ol class="steps">${order.map(
    (name) =>
      html`<li id="book-${name}">${steps[name] ?? fieldList({ [name]: sync[name] ?? "" }, mark)}</li>\n`,
  )}</ol>
<h2 id="figure">Which events count</h2>
${bookFigure(sync)}
<h2 id="facts">More about local order books</h2>
${fieldList(sync, mark, shown, "book")}`;
}

/** One sentence for each named step of the spec. */
function stepSentences(
  contract: Contract,
  sync: JsonObject,
): Readonly<Record<string, Html | undefined>> {
  const { operations, channels } = contract;
  const snapshot = objectIn(sync["snapshot"]);
  const fields = objectIn(sync["fields"]);
  const operation = operations.find(({ id }) => id === snapshot["operation"]);
  const channel = channels.find(({ id }) => id === sync["channel"]);
  const limit = numberIn(snapshot["limit"]);
  const weight = operation?.weight?.ip;
  const cost = weight === undefined ? "" : ` Its weight is ${weigh(weight, { limit })}.`;
  const stream = channel && html`<a href="${channelHref(channel)}">${code(channel.address)}</a>`;
  const call =
    operation &&
    html`<a href="${operationHref(operation)}">${code(`${operation.method} ${operation.path}`)}</a>`;
  const condition = (name: string): Html => code(expressionText(textIn(sync[name])));
  const [first, last] = [code(textIn(fields["first"])), code(textIn(fields["last"]))];
  const lastUpdateId = code(textIn(snapshot["last"]));
  return {
    buffer: html`<strong>Subscribe</strong> to ${stream} and buffer its events.
Each covers the update ids from ${first} to ${last}.`,
    snapshot: html`<strong>Fetch a snapshot</strong>: ${call} with ${code(`limit=${limit}`)}. Its ${lastUpdateId} is the last update that it
contains.${cost}`,
    drop: html`<strong>Drop</strong> buffered events with ${condition("drop")}: the snapshot contains them.`,
    first: html`<strong>Start</strong> with the first event for which ${condition("first")}.`,
    next: html`<strong>Continue</strong> while each event has ${condition("next")}. Otherwise updates are
missing: start again with a new snapshot.`,
    afterReconnect: html`<strong>After a reconnect</strong>, start again with a new snapshot: the events
in between are lost.`,
  };
}
