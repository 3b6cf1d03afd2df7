/** Follows placements whose outcome their sender does not know. */

import { userSession } from "../../generated/streams.ts";
import type { FeedEvent, FeedRequest } from "../feed/feed.ts";
import { askedOf } from "../feed/summary.ts";
import { contentOf, durationText, fieldOf, isOutcomeOpen, operationOf } from "./requests.ts";
import type { Find, Watcher } from "./watcher.ts";

/** A placement without a known outcome. */
interface Unknown {
  readonly event: FeedRequest;
  readonly clientId: string | undefined;
  /** Without its id. */
  readonly content: string;
  isAgain: boolean;
}

export interface PlacementCounts {
  sent: number;
  accepted: number;
  refused: number;
  repeated: number;
  unknown: number;
  queried: number;
  streamed: number;
}

interface Notes {
  /** A placement was sent again blindly. */
  readonly resent?: Find;
  /** Whether placements without a known outcome are findings at the end. */
  readonly isListed?: boolean;
  readonly counts?: PlacementCounts;
}

const idsMax = 10_000;

/** Follows placements; the same for the checks and the counts of a report. */
export function watchPlacements({ resent, isListed = false, counts }: Notes): Watcher & {
  readonly unresolved: () => number;
} {
  const unknown = new Map<string, Unknown[]>();
  /** Ids that were sent, and those that a user data stream has reported, each with its account. */
  const sent = new Set<string>();
  const reported = new Set<string>();
  const listOf = (account: string): Unknown[] => unknown.get(account) ?? [];
  const resolve = (account: string, by: "queried" | "streamed", is: (one: Unknown) => boolean) => {
    const found = listOf(account).filter(is);
    if (counts !== undefined) counts[by] += found.length;
    unknown.set(
      account,
      listOf(account).filter((one) => !found.includes(one)),
    );
  };
  const place = (event: FeedRequest, account: string, clientId: string | undefined): void => {
    const content = contentOf(event, operationOf(event)?.placement?.clientId);
    const key = `${account} ${clientId}`;
    const twin = listOf(account).find(
      (one) => !one.isAgain && (one.clientId === clientId || one.content === content),
    );
    if (twin !== undefined && event.time >= twin.event.end) {
      twin.isAgain = true;
      const how = twin.clientId === clientId && clientId ? "under the same id" : "under a new id";
      const after = durationText(event.time - twin.event.end);
      resent?.(event, `${askedOf(event)}: ${after} after a lost response, ${how}, without a query`);
    }
    if (counts !== undefined) addPlacement(counts, event, clientId !== undefined && sent.has(key));
    if (clientId !== undefined) remember(sent, key);
    if (!isOutcomeOpen(event)) return;
    unknown.set(account, [...listOf(account), { event, clientId, content, isAgain: false }]);
    if (reported.has(key)) resolve(account, "streamed", (one) => one.clientId === clientId);
  };
  const query = (event: FeedRequest, account: string): void => {
    if (isOutcomeOpen(event) || event.verdict === undefined) return;
    resolve(account, "queried", (one) => isAnswered(event, one));
  };
  return {
    see: (event) => {
      const { account } = event as { readonly account?: string };
      if (account === undefined) return;
      if (event.kind === "request") {
        const { placement } = operationOf(event) ?? {};
        if (placement === undefined) query(event, account);
        else place(event, account, fieldOf(event, placement.clientId));
      }
      const clientId = reportedId(event);
      if (clientId === undefined) return;
      remember(reported, `${account} ${clientId}`);
      resolve(account, "streamed", (one) => one.clientId === clientId);
    },
    atEnd: (_, find) => {
      if (!isListed) return;
      for (const { event } of [...unknown.values()].flat()) find(event, askedOf(event));
    },
    unresolved: () => [...unknown.values()].flat().length,
  };
}

function addPlacement(counts: PlacementCounts, event: FeedRequest, isRepeated: boolean): void {
  counts.sent += 1;
  if (event.verdict?.outcome === "accepted") counts.accepted += 1;
  if (event.verdict?.outcome === "refused") counts.refused += 1;
  if (isRepeated) counts.repeated += 1;
  if (isOutcomeOpen(event)) counts.unknown += 1;
}

const listing: readonly string[] = userSession.reconcileBy;

/** whether a query says what became of a placement. */
function isAnswered(query: FeedRequest, { event, clientId }: Unknown): boolean {
  const { resolvedBy } = operationOf(event)?.placement ?? {};
  const { operation = "" } = query;
  if (query.time < event.time) return false;
  if (operation === resolvedBy?.operation) {
    return fieldOf(query, resolvedBy.parameter) === clientId;
  }
  if (!listing.includes(operation) && operation !== "getAllOrders") return false;
  const symbol = fieldOf(query, "symbol");
  return symbol === undefined || symbol === fieldOf(event, "symbol");
}

const clientIds = /"[cC]":"([^"]+)"/g;

/** The client id in a report of the user data stream. */
function reportedId(event: FeedEvent): string | undefined {
  if (event.kind !== "message" || event.event !== "executionReport") return undefined;
  return [...(event.text ?? "").matchAll(clientIds)][0]?.[1];
}

function remember(ids: Set<string>, id: string): void {
  if (ids.size >= idsMax) ids.clear();
  ids.add(id);
}
