import { weigh } from "../../../runtime/rate-limits/weight.ts";
import * as read from "../../contract/documents/read.ts";
import type { Contract, JsonObject } from "../../contract/model.ts";
import { channelHref, operationHref } from "../links.ts";
import { code, link, list, type Md, md, prose } from "../markdown.ts";
import { alsoAssumed } from "../marks.ts";
import { bookExample } from "./book-example.ts";
import { expressionText } from "./filters.ts";
import { sentencesOf } from "./sentences.ts";

/** The steps of a local order book as sentences, an example, and what is assumed. */
export function orderBook(contract: Contract): Md {
  const sync = read.object(contract.documents.asyncapi, "x-book-sync");
  const steps = stepSentences(contract, sync);
  const order = [...read.texts(sync, "steps"), "afterReconnect"];
  const text = md`
# Order book

${prose(read.text(sync, "description"))} The client does all of this in
\`watchOrderBook\`.

## {#book} Keeping a local order book

${list(
  order.map((name) => steps[name]),
  true,
)}

## {#example} Which events count

${bookExample(sync)}

## {#more} More about local order books

${list(sentencesOf(contract, "x-book-sync"))}`;
  return md`${text}${alsoAssumed(contract, contract.documents.asyncapi, sync, text)}`;
}

/** One sentence for each named step of the spec. */
function stepSentences(
  contract: Contract,
  sync: JsonObject,
): Readonly<Record<string, Md | undefined>> {
  const { operations, channels } = contract;
  const snapshot = read.object(sync, "snapshot");
  const fields = read.object(sync, "fields");
  const operation = operations.find(({ id }) => id === snapshot["operation"]);
  const channel = channels.find(({ id }) => id === sync["channel"]);
  const limit = read.number(snapshot, "limit");
  const weight = operation?.weight?.ip;
  const cost = weight === undefined ? "" : ` Its weight is ${weigh(weight, { limit })}.`;
  const stream = channel && link(channelHref(channel), code(channel.address));
  const call =
    operation && link(operationHref(operation), code(`${operation.method} ${operation.path}`));
  const condition = (name: string): Md => code(expressionText(read.text(sync[name])));
  const [first, last] = [code(read.text(fields, "first")), code(read.text(fields, "last"))];
  const lastUpdateId = code(read.text(snapshot, "last"));
  return {
    buffer: md`**Subscribe** to ${stream} and buffer its events.
Each covers the update ids from ${first} to ${last}.`,
    snapshot: md`**Fetch a snapshot**: ${call} with ${code(`limit=${limit}`)}. Its ${lastUpdateId} is the last update that it
contains.${cost}`,
    drop: md`**Drop** buffered events with ${condition("drop")}: the snapshot contains them.`,
    first: md`**Start** with the first event for which ${condition("first")}.`,
    next: md`**Continue** while each event has ${condition("next")}. Otherwise updates are
missing: start again with a new snapshot.`,
    afterReconnect: md`**After a reconnect**, start again with a new snapshot: the events
in between are lost.`,
  };
}
