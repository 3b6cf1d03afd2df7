import type { EventRecords } from "../../../runtime/user-data/types.ts";
import { type BuildContext, milliseconds } from "../context.ts";
import {
  defined,
  isObject,
  objectIn,
  objectsIn,
  optionalText,
  textIn,
  textMembers,
  textsIn,
} from "../documents/json.ts";
import type { Channel, JsonObject, StreamRules, UserDataRecords } from "../model.ts";

/** Builds the lifecycle of a user data session, from spec/rules/userData.yaml. */
export function buildUserData({ asyncapi }: BuildContext): StreamRules["userData"] {
  const node = objectIn(asyncapi["x-user-data"]);
  const { validity } = node;
  return {
    ...textMembers(node, ["create", "keepAlive", "close"]),
    keepAliveEveryMs: isObject(node["keepAliveEvery"]) ? milliseconds(node["keepAliveEvery"]) : 0,
    ...defined({ validityMs: isObject(validity) ? milliseconds(validity) : undefined }),
    reconcileBy: textsIn(node["reconcileBy"]),
  };
}

/** Builds the records of a session; `undefined` if a part is missing. */
export function buildUserRecords(
  { asyncapi }: BuildContext,
  channels: readonly Channel[],
): UserDataRecords | undefined {
  const session = objectIn(asyncapi["x-user-data"]);
  const { order, trade, balance } = objectIn(session["records"]);
  if (!isObject(order) || !isObject(trade) || !isObject(balance)) return undefined;
  return {
    calls: {
      openOrders: textIn(order["listedBy"]),
      order: textIn(order["askedBy"]),
      ...defined({ orderPage: optionalText(order["pagedBy"]) }),
      trades: textIn(trade["listedBy"]),
      balances: textIn(balance["listedBy"]),
    },
    records: {
      order: {
        identity: textsIn(order["identity"]),
        ...textMembers(order, ["symbol", "status"]),
        filled: textsIn(order["filled"]),
        ...textMembers(order, ["working", "changed"]),
      },
      trade: { identity: textsIn(trade["identity"]), ...textMembers(trade, ["symbol", "id"]) },
      balance: textMembers(balance, ["list", "asset", "changed"]),
      events: eventsOf(session, channels),
    },
  };
}

/** The record mapping of each event, by event type. */
function eventsOf(
  session: JsonObject,
  channels: readonly Channel[],
): Readonly<Record<string, EventRecords>> {
  const messages = channels.flatMap((channel) => channel.messages);
  const rows = objectsIn(session["events"]).flatMap((node) => {
    const message = messages.find(({ name }) => name === node["message"]);
    if (message?.eventType === undefined || !isObject(node["sets"])) return [];
    const { "x-assumed": _, ...sets } = node["sets"];
    // The vocabulary gives `sets` the structure of the table.
    return [[message.eventType, sets as EventRecords] as const];
  });
  return Object.fromEntries(rows);
}
