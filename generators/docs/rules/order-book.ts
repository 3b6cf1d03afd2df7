import { evaluate } from "@marcbachmann/cel-js";

import { weigh } from "../../../runtime/rate-limits/weight.ts";
import * as read from "../../contract/documents/read.ts";
import type { Contract, JsonObject } from "../../contract/model.ts";
import { channelHref, operationHref } from "../links.ts";
import { code, link, list, type Md, md, prose, table } from "../markdown.ts";
import { alsoAssumed } from "../marks.ts";
import { expressionText } from "./filters.ts";
import { sentencesOf } from "./sentences.ts";

/** The steps of a local order book as sentences, an example, and what is assumed. */
export function orderBook(contract: Contract): Md {
  const sync = read.object(contract.documents.asyncapi, "x-book-sync");
  if (Object.keys(sync).length === 0)
    return md`# Order book\n\nThe contract does not say how a local order book is kept.`;
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

/** Ids of the example's events, in order, and of its snapshot. */
const snapshot = 105;
const events: readonly (readonly [first: number, last: number])[] = [
  [97, 99],
  [100, 103],
  [104, 108],
  [109, 111],
  [114, 117],
];

/** What the spec's conditions make of a snapshot and the events around it. */
export function bookExample(sync: JsonObject): Md {
  const names = read.object(sync, "fields");
  const [first, last] = [read.text(names, "first"), read.text(names, "last")];
  let previous: number | undefined;
  const rows = events.map((ids) => {
    const values = {
      ...{ [first]: ids[0], [last]: ids[1], lastUpdateId: snapshot },
      [`previous.${last}`]: previous ?? 0,
    };
    const [drop, apply] = ["drop", previous === undefined ? "first" : "next"].map((key) =>
      withNumbers(read.text(sync[key]), values),
    );
    const isDropped = previous === undefined && holds(drop);
    const isGap = !isDropped && !holds(apply);
    const verdict = isGap ? "a gap: fetch a new snapshot" : isDropped ? "dropped" : "applied";
    if (!isDropped) previous = ids[1];
    const why = code(expressionText((isDropped ? drop : apply) ?? ""));
    return [
      md`${code(first)} ${ids[0]}, ${code(last)} ${ids[1]}`,
      md`${verdict}`,
      isGap ? md`${why} does not hold` : why,
    ];
  });
  return md`The snapshot has ${code(`${read.text(sync, "snapshot", "last")} = ${snapshot}`)}.
${table(["Event", "Is", "Because"], rows)}`;
}

function holds(condition: string | undefined): boolean {
  return evaluate(condition ?? "") === true;
}

/** A condition with numbers for names: `104 <= 105 + 1`. */
function withNumbers(condition: string, values: Readonly<Record<string, number>>): string {
  return condition.replace(/[A-Za-z_][\w.]*/gu, (name) => String(values[name] ?? name));
}
