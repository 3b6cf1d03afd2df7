/** Follows placements whose outcome their sender does not know. */

import { roles } from "../../generated/operations.ts";
import { isFinal } from "../../generated/order-states.ts";
import type { SandboxSchemas } from "../../generated/sandbox.ts";
import { userRecords } from "../../generated/user-data.ts";
import type { PlacementDescriptor } from "../../runtime/tables.ts";
import type { FeedMessage, FeedOrder, FeedRequest } from "../feed/feed.ts";
import { askedOf } from "../feed/summary.ts";
import {
  contentOf,
  durationText,
  type Find,
  fieldOf,
  isOutcomeOpen,
  isRefused,
  operationOf,
} from "./requests.ts";

interface Unknown {
  readonly event: FeedRequest;
  readonly placement: PlacementDescriptor;
  /** Account and client id, if it has one. */
  readonly key: string | undefined;
  /** Without its id. */
  readonly content: string;
  isAgain: boolean;
}

type Counts = SandboxSchemas["Report"]["placements"];

const idsMax = 10_000;

const none = {
  ...{ sent: 0, accepted: 0, refused: 0, repeated: 0 },
  ...{ unknown: 0, queried: 0, streamed: 0 },
};

/**
 * Follows placements: `resent` notes those sent again blindly; those without a known outcome are
 * findings at the end.
 */
export function watchPlacements(resent: Find = () => {}) {
  const counts = { ...none };
  let unknown: readonly Unknown[] = [];
  // By key: those that were sent, when a user data stream has reported them, and their orders.
  const sent = new Map<string, true>();
  const reported = new Map<string, number>();
  const orders = new Map<string, FeedOrder>();
  const resolve = (by: "queried" | "streamed", is: (one: Unknown) => boolean): void => {
    const open = unknown.filter((one) => !is(one));
    counts[by] += unknown.length - open.length;
    unknown = open;
  };
  const place = (event: FeedRequest, placement: PlacementDescriptor): void => {
    const key = keyOf(event, fieldOf(event, placement.clientId));
    const content = contentOf(event, placement.clientId);
    const hasKey = (one: Unknown) => key !== undefined && one.key === key;
    const twin = unknown.find((one) => !one.isAgain && (hasKey(one) || one.content === content));
    if (twin !== undefined && event.time >= twin.event.end) {
      twin.isAgain = true;
      const how = hasKey(twin) ? "under the same id" : "under a new id";
      const after = durationText(event.time - twin.event.end);
      resent(event, `${askedOf(event)}: ${after} after a lost response, ${how}`);
    }
    addPlacement(counts, event, key !== undefined && sent.has(key));
    if (key !== undefined) remember(sent, key, true);
    if (!isOutcomeOpen(event)) return;
    unknown = [...unknown, { event, placement, key, content, isAgain: false }];
    // An id may have been that of an earlier order, too.
    const isReported = key !== undefined && (reported.get(key) ?? -1) >= event.time;
    if (isReported) resolve("streamed", hasKey);
  };
  return {
    request: (event: FeedRequest): void => {
      if (event.account === undefined) return;
      const { placement } = operationOf(event) ?? {};
      if (placement !== undefined) return place(event, placement);
      resolve("queried", (one) => isAnswered(event, one, orders.get(one.key ?? "")));
    },
    message: (event: FeedMessage): void => {
      const key = keyOf(event, reportedId(event));
      if (key === undefined) return;
      remember(reported, key, event.time);
      resolve("streamed", (one) => one.key === key);
    },
    order: (event: FeedOrder): void =>
      remember(orders, `${event.account} ${event.clientOrderId}`, event),
    atEnd: (_: number, find: Find): void => {
      for (const { event } of unknown) find(event, askedOf(event));
    },
    counts: (): Counts => ({ ...counts, open: unknown.length }),
  };
}

function keyOf({ account }: FeedRequest | FeedMessage, clientId: string | undefined) {
  return account === undefined || clientId === undefined ? undefined : `${account} ${clientId}`;
}

function addPlacement(counts: typeof none, event: FeedRequest, isRepeated: boolean): void {
  counts.sent += 1;
  if (event.verdict?.outcome === "accepted") counts.accepted += 1;
  if (event.verdict?.outcome === "refused") counts.refused += 1;
  if (isRepeated) counts.repeated += 1;
  if (isOutcomeOpen(event)) counts.unknown += 1;
}

/** Whether a response says what became of a placement; `order` is absent if there is none. */
function isAnswered(
  query: FeedRequest,
  { event, placement, key }: Unknown,
  order: FeedOrder | undefined,
): boolean {
  const { operation = "", verdict, response } = query;
  const { resolvedBy, notFoundCode = 0 } = placement;
  const isAccepted = verdict?.outcome === "accepted" && response.status === 200;
  const isMissing = isRefused(query, notFoundCode);
  if (query.account !== event.account || query.time < event.time) return false;
  if (!(isAccepted || isMissing) || isOutcomeOpen(query)) return false;
  const wanted = fieldOf(query, resolvedBy.parameter);
  if (wanted !== undefined) return keyOf(query, wanted) === key;
  const symbol = fieldOf(query, "symbol");
  if (symbol !== undefined && symbol !== fieldOf(event, "symbol")) return false;
  const isOpen = order !== undefined && !isFinal(order.status);
  const isTraded = Number(order?.executed) > 0;
  // A list shows the order, or leaves out one that has changed nothing.
  const lists: Readonly<Record<string, boolean>> = {
    [roles["orders.all"]]: true,
    [roles["orders.open"]]: isOpen || !isTraded,
    [roles["trades.own"]]: isTraded || !isOpen,
  };
  return lists[operation] === true;
}

/** The client id in a report of the user data stream. */
function reportedId({ event = "", text = "" }: FeedMessage): string | undefined {
  const fields = event === "executionReport" ? userRecords.events[event].order.clientOrderId : [];
  const ids = fields.map((field) => new RegExp(`"${field}":"([^"]+)"`).exec(text)?.[1]);
  return ids.find((id) => id !== undefined);
}

function remember<Value>(ids: Map<string, Value>, id: string, value: Value): void {
  if (ids.size >= idsMax) ids.clear();
  ids.set(id, value);
}
