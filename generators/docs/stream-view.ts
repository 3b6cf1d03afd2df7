import type { FieldMap, UserRecords } from "../../runtime/user-data/records.ts";
import { isObject, mapValues, objectIn, textIn } from "../contract/documents/json.ts";
import type { Channel, Contract, JsonObject, StreamRules } from "../contract/model.ts";
import { expressionText } from "./formula.ts";
import { assumedIn, markdownMark } from "./marks.ts";
import { withMarks, withoutExtensions } from "./rest-view.ts";
import { duration, grouped, spanInWords } from "./words.ts";

/**
 * The stream document for a standard renderer. Adds the data of our extensions (connection limits,
 * the user data session, the local book, reconnects) to the descriptions.
 */
export function streamView(contract: Contract): JsonObject {
  const marked = withMarks(contract.documents.asyncapi, contract);
  const byId = new Map(contract.channels.map((channel) => [channel.id, channel]));
  const channels = mapValues(objectIn(marked["channels"]), (value, id) => {
    const channel = byId.get(id);
    if (channel === undefined || !isObject(value)) return value;
    return { ...value, description: channelDescription(value, channel, contract) };
  });
  const operations = mapValues(objectIn(marked["operations"]), (value) => {
    const node = objectIn(value);
    const target = textIn(objectIn(node["channel"])["$ref"]).split("/").at(-1) ?? "";
    const channel = byId.get(target);
    if (channel === undefined) return value;
    const description = [textIn(node["description"]), afterReconnect(channel)].join("\n\n");
    return { ...node, description };
  });
  const info = { ...objectIn(marked["info"]), description: introduction(contract) };
  return { ...withoutExtensions(marked), info, channels, operations };
}

function introduction(contract: Contract): string {
  const { documents, streamRules } = contract;
  const { connection, connectionRules, session, bookSync } = streamRules;
  const info = objectIn(documents.asyncapi["info"]);
  const rules = objectIn(documents.asyncapi["x-connection"]);
  const counted = objectIn(rules["inbound"])["counts"];
  const kinds = Array.isArray(counted) ? ` (${counted.join(", ")})` : "";
  const window =
    connection.inboundWindowMs === 1000 ? "second" : duration(connection.inboundWindowMs);
  return [
    textIn(info["description"]),
    "### Connection",
    [
      "- One address for all streams, chosen with " +
        `\`?${connection.query}=first${connection.separator}second\`.`,
      `- At most ${grouped(connection.streams)} streams per connection.`,
      `- A connection lives at most ${spanInWords(rules["lifetime"]) ?? duration(connection.lifetimeMs)}.`,
      `- At most ${connection.inboundMessages} messages to the exchange per ${window}${kinds}.`,
      ...attempts(connection),
      ...pings(connectionRules),
      ...marks(rules, contract),
    ].join("\n"),
    "### User data session",
    [
      `1. \`${session.create}\` gives the listenKey; open \`?${connection.query}=<listenKey>\`.`,
      `2. \`${session.keepAlive}\` every ${duration(session.keepAliveEveryMs)} keeps it alive.`,
      `3. \`${session.close}\` closes it. After a reconnect, reconcile over REST.`,
      ...marks(objectIn(documents.asyncapi["x-user-data"]), contract),
    ].join("\n"),
    "### Keeping a local order book",
    [
      `1. Subscribe to \`${bookSync.channel}\` and buffer its messages.`,
      `2. Call \`${bookSync.snapshot.operation}\` with \`limit=${bookSync.snapshot.limit}\`.`,
      `3. Drop buffered events with \`${expressionText(bookSync.drop)}\`.`,
      `4. The first event that is applied has \`${expressionText(bookSync.first)}\`.`,
      `5. Each later one has \`${expressionText(bookSync.next)}\`; ` +
        "otherwise start again from a new snapshot.",
      "6. A quantity of 0 removes the level. After a reconnect, fetch a new snapshot.",
      ...marks(objectIn(documents.asyncapi["x-book-sync"]), contract),
    ].join("\n"),
    "Further pages: [overview](index.html), [REST](rest.html), [rules](rules.html), " +
      "[list of assumptions](assumptions.html).",
  ].join("\n\n");
}

function attempts({ attempts, attemptsWindowMs }: StreamRules["connection"]): readonly string[] {
  if (attempts === undefined || attemptsWindowMs === undefined) return [];
  const window = duration(attemptsWindowMs);
  return [`- An address opens at most ${grouped(attempts)} connections per ${window}.`];
}

function pings({ pings: known }: StreamRules["connectionRules"]): readonly string[] {
  if (known === undefined) return [];
  const [every, within] = [duration(known.everyMs), duration(known.answeredWithinMs)];
  return [`- The exchange sends a ping every ${every}; a pong must follow within ${within}.`];
}

/** One line per assumption that a block of rules names. */
function marks(block: JsonObject, { assumptions }: Contract): readonly string[] {
  return Object.entries(block).flatMap(([name, value]) => {
    const entries = isObject(value) ? [[name, value] as const, ...inside(value, name)] : [];
    return entries.flatMap(([path, node]) => {
      const id = textIn(node["x-assumed"]) || textIn(node["x-unstated"]);
      return id === "" ? [] : [`- ${path}: ${markdownMark(id, assumptions)}`];
    });
  });
}

function inside(node: JsonObject, name: string): readonly (readonly [string, JsonObject])[] {
  return Object.entries(node).flatMap(([key, value]) =>
    isObject(value) ? [[`${name}.${key}`, value] as const] : [],
  );
}

function channelDescription(node: JsonObject, channel: Channel, contract: Contract): string {
  const stream = objectIn(node["x-stream"]);
  const access =
    channel.access === "public" ? "open to everybody" : "for the owner of the listenKey";
  const mark = (field: string): string => {
    const guess = assumedIn(stream[field]);
    return guess === undefined ? "" : markdownMark(guess, contract.assumptions);
  };
  const parts = [
    `**Access:** ${access}.`,
    afterReconnect(channel),
    mark("afterReconnect"),
    backlog(channel),
    mark("backlog"),
    ...duplicates(channel),
    ...updates(channel, contract.streamRules.sessionRecords?.records),
  ];
  return [textIn(node["description"]), ...parts].filter((one) => one !== "").join("\n\n");
}

/** The fields that identify duplicates of an event, one line per message. */
function duplicates({ messages }: Channel): readonly string[] {
  return messages.flatMap(({ name, eventKeys = [] }) => {
    const keys = eventKeys.map(({ fields, unless }) => {
      const condition = unless === undefined ? "" : ` unless \`${unless.field}\` is ${unless.is}`;
      return `${fields.map((field) => `\`${field}\``).join(", ")}${condition}`;
    });
    return keys.length === 0
      ? []
      : [`**Duplicates of ${name}** agree in ${keys.join("; else in ")}.`];
  });
}

/** The fields of an event that update the records of a session. */
function updates(
  { messages, access }: Channel,
  records: UserRecords | undefined,
): readonly string[] {
  if (access !== "userData" || records === undefined) return [];
  return messages.flatMap(({ name, eventType = "" }) => {
    const { order, trade, balances } = records.events[eventType] ?? {};
    const maps = { "the order": order, "the trade": trade, "each balance": balances?.fields };
    return Object.entries(maps).flatMap(([what, map]) =>
      map === undefined ? [] : [`**${name} updates ${what}:** ${mapInWords(map)}.`],
    );
  });
}

function mapInWords(map: FieldMap): string {
  const texts = Object.entries(map).map(([name, source]) => {
    if (typeof source === "string") return `\`${name}\` in \`${source}\``;
    if ("field" in source) return `\`${name}\` when \`${source.field}\` is ${source.is}`;
    return `\`${name}\` in ${source.map((each) => `\`${each}\``).join(", else in ")}`;
  });
  return texts.join(", ");
}

function afterReconnect({ afterReconnect: next }: Channel): string {
  switch (next) {
    case "nothing":
      return "**After a reconnect:** nothing needs to be fetched.";
    case "newSnapshot":
      return "**After a reconnect:** fetch a new snapshot.";
    case "reconcile":
      return "**After a reconnect:** reconcile over REST with orders, open orders and own trades.";
  }
}

function backlog({ backlog: policy }: Channel): string {
  switch (policy) {
    case "latest":
      return "**For a slow reader:** the newest event waits.";
    case "dropOldest":
      return "**For a slow reader:** the oldest events are dropped and counted.";
    case "stale":
      return "**For a slow reader:** reading fails and starts again.";
    case undefined:
      return "";
  }
}
