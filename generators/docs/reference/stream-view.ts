import { isObject, mapValues, objectIn, textIn } from "../../contract/documents/json.ts";
import type { Channel, Contract, JsonObject } from "../../contract/model.ts";
import { assumedIn, markdownMark } from "../marks.ts";
import { bookLink } from "../rules/used-in.ts";
import { paragraphs, withMarks, withoutExtensions } from "./rest-view.ts";
import { recordedFrame, streamSamples } from "./stream-samples.ts";

/**
 * Prepares the stream document for a standard renderer: adds the facts of our extensions (access,
 * reconnects, duplicates) to the descriptions.
 */
export function streamView(contract: Contract): JsonObject {
  const marked = withMarks(contract.documents.asyncapi, contract);
  const byId = new Map(contract.channels.map((channel) => [channel.id, channel]));
  const channels = mapValues(objectIn(marked["channels"]), (value, id) => {
    const channel = byId.get(id);
    if (channel === undefined || !isObject(value)) return value;
    // The renderer would show the address as JSON of its binding.
    const { bindings, ...shown } = value;
    return { ...shown, description: channelDescription(value, channel, contract) };
  });
  const operations = mapValues(objectIn(marked["operations"]), (value) => {
    const node = objectIn(value);
    const target = textIn(objectIn(node["channel"])["$ref"]).split("/").at(-1) ?? "";
    const channel = byId.get(target);
    if (channel === undefined) return value;
    return { ...node, description: paragraphs(textIn(node["description"]), reconnect(channel)) };
  });
  const info = objectIn(marked["info"]);
  const further =
    "Limits of a [connection](rules.html#connection), the " +
    "[user data session](rules.html#session), and the steps of keeping a " +
    "[local order book](order-book.html) are on pages of their own. Further pages: " +
    "[overview](index.html), [REST](rest.html), [list of assumptions](assumptions.html).";
  const described = { ...info, description: paragraphs(textIn(info["description"]), further) };
  return { ...withoutExtensions(marked), info: described, channels, operations };
}

function channelDescription(node: JsonObject, channel: Channel, contract: Contract): string {
  const stream = objectIn(node["x-stream"]);
  const mark = (field: string): string =>
    markdownMark(assumedIn(stream[field]), contract.assumptions);
  const isPublic = channel.access === "public";
  return paragraphs(
    textIn(node["description"]),
    `**Access:** ${isPublic ? "public" : "only with the account's listen key"}.`,
    reconnect(channel),
    mark("afterReconnect"),
    channel.backlog === undefined ? "" : `**If the reader is too slow:** ${slow[channel.backlog]}.`,
    mark("backlog"),
    ...duplicates(channel),
    channel.id === contract.streamRules.bookSync.channel ? bookLink : "",
    ...codeBlocks(channel, contract),
  );
}

/** Code samples of the stream, and a recorded message. */
function codeBlocks(channel: Channel, contract: Contract): readonly string[] {
  const { typescript, python } = streamSamples(channel, contract);
  const frame = recordedFrame(channel, contract);
  return [
    `**TypeScript:**\n\n\`\`\`typescript\n${typescript}\`\`\``,
    `**Python**, after \`pip install websockets\`:\n\n\`\`\`python\n${python}\`\`\``,
    ...(frame === undefined ? [] : [`**A recorded message:**\n\n\`\`\`json\n${frame}\n\`\`\``]),
  ];
}

const reconnects: Readonly<Record<Channel["afterReconnect"], string>> = {
  nothing: "nothing to do",
  newSnapshot: "fetch a new snapshot",
  reconcile: "reconcile over REST with orders, open orders and own trades",
};

const slow: Readonly<Record<NonNullable<Channel["backlog"]>, string>> = {
  latest: "only the newest event is kept",
  dropOldest: "the oldest events are dropped and counted",
  stale: "events are discarded, and the data is synchronized again",
};

function reconnect({ afterReconnect }: Channel): string {
  return `**After a reconnect:** ${reconnects[afterReconnect]}.`;
}

/** The identifying fields of an event, one line per message. */
function duplicates({ messages }: Channel): readonly string[] {
  return messages.flatMap(({ name, eventKeys = [] }) => {
    const keys = eventKeys.map(({ fields, unless }) => {
      const condition = unless === undefined ? "" : ` unless \`${unless.field}\` is ${unless.is}`;
      return `${fields.map((field) => `\`${field}\``).join(", ")}${condition}`;
    });
    return keys.length === 0
      ? []
      : [`**Duplicates of ${name}** have the same ${keys.join("; otherwise the same ")}.`];
  });
}
