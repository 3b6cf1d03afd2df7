import type { EventRecords } from "../../../runtime/user-data/types.ts";
import { type BuildContext, milliseconds } from "../context.ts";
import { defined, isObject } from "../documents/json.ts";
import * as read from "../documents/read.ts";
import type { Channel, JsonObject, StreamRules, UserDataRecords } from "../model.ts";

/** Builds the lifecycle of a user data session, from spec/rules/userData.yaml. */
export function buildUserData({ asyncapi }: BuildContext): StreamRules["userData"] {
  const node = read.object(asyncapi, "x-user-data");
  const { validity, keepAliveEvery } = node;
  return read.members(node, {
    ...read.each(read.text, "create", "keepAlive", "close"),
    keepAliveEveryMs: () => (isObject(keepAliveEvery) ? milliseconds(keepAliveEvery) : 0),
    validityMs: () => (isObject(validity) ? milliseconds(validity) : undefined),
    reconcileBy: read.texts,
  });
}

/** Builds the records of a session; `undefined` if a part is missing. */
export function buildUserRecords(
  context: BuildContext,
  channels: readonly Channel[],
): UserDataRecords | undefined {
  const session = read.object(context.asyncapi, "x-user-data");
  const { order, trade, balance } = read.object(session, "records");
  if (!isObject(order) || !isObject(trade) || !isObject(balance)) return undefined;
  const { text, texts } = read;
  return {
    calls: {
      openOrders: read.text(order, "listedBy"),
      order: read.text(order, "askedBy"),
      ...defined({ orderPage: read.optionalText(order, "pagedBy") }),
      trades: read.text(trade, "listedBy"),
      balances: read.text(balance, "listedBy"),
    },
    records: {
      order: read.members(order, {
        identity: texts,
        ...read.each(text, "symbol", "status"),
        filled: texts,
        ...read.each(text, "working", "changed"),
      }),
      trade: read.members(trade, { identity: texts, symbol: text, id: text }),
      balance: read.members(balance, read.each(text, "list", "asset", "changed")),
      events: eventsOf(context, session, channels),
    },
  };
}

/** The record mapping of each event, by event type. */
function eventsOf(
  { problems }: BuildContext,
  session: JsonObject,
  channels: readonly Channel[],
): Readonly<Record<string, EventRecords>> {
  const messages = channels.flatMap((channel) => channel.messages);
  const rows = read.objects(session, "events").flatMap((node) => {
    const message = messages.find(({ name }) => name === node["message"]);
    if (message === undefined || !isObject(node["sets"])) return [];
    if (message.eventType === undefined) {
      const text = `A session knows the events that it applies by e, which ${message.name} lacks.`;
      problems.report({ node, key: "message" }, text, "Write the const of e in its payload.");
      return [];
    }
    const { "x-assumed": _, ...sets } = node["sets"];
    // The vocabulary gives `sets` the structure of the table.
    return [[message.eventType, sets as EventRecords] as const];
  });
  return Object.fromEntries(rows);
}
