/** Follows placements whose outcome their sender does not know. */

import { roles } from "../../generated/operations.ts";
import type { SandboxSchemas } from "../../generated/sandbox.ts";
import { userDataRules } from "../../generated/streams.ts";
import { userRecords } from "../../generated/user-data.ts";
import type { FeedEvent, FeedRequest } from "../feed/feed.ts";
import { askedOf } from "../feed/summary.ts";
import {
  contentOf,
  durationText,
  type Find,
  fieldOf,
  isOutcomeOpen,
  operationOf,
} from "./requests.ts";

interface Unknown {
  readonly event: FeedRequest;
  readonly clientId: string | undefined;
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
  /** Ids that were sent, and those that a user data stream has reported, each with its account. */
  const sent = new Set<string>();
  const reported = new Set<string>();
  const listOf = (account: string) => unknown.filter(({ event }) => event.account === account);
  const resolve = (account: string, by: "queried" | "streamed", is: (one: Unknown) => boolean) => {
    const found = listOf(account).filter(is);
    counts[by] += found.length;
    unknown = unknown.filter((one) => !found.includes(one));
  };
  const place = (event: FeedRequest, account: string, clientId: string | undefined): void => {
    const content = contentOf(event, operationOf(event)?.placement?.clientId);
    const key = `${account} ${clientId}`;
    const hasId = (one: Unknown) => clientId !== undefined && one.clientId === clientId;
    const twin = listOf(account).find(
      (one) => !one.isAgain && (hasId(one) || one.content === content),
    );
    if (twin !== undefined && event.time >= twin.event.end) {
      twin.isAgain = true;
      const how = hasId(twin) ? "under the same id" : "under a new id";
      const after = durationText(event.time - twin.event.end);
      resent(event, `${askedOf(event)}: ${after} after a lost response, ${how}, without a query`);
    }
    addPlacement(counts, event, clientId !== undefined && sent.has(key));
    if (clientId !== undefined) remember(sent, key);
    if (!isOutcomeOpen(event)) return;
    unknown = [...unknown, { event, clientId, content, isAgain: false }];
    if (reported.has(key)) resolve(account, "streamed", (one) => one.clientId === clientId);
  };
  const query = (event: FeedRequest, account: string): void => {
    if (isOutcomeOpen(event) || event.verdict === undefined) return;
    resolve(account, "queried", (one) => isAnswered(event, one));
  };
  return {
    see: (event: FeedEvent): void => {
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
    atEnd: (_: number, find: Find): void => {
      for (const { event } of unknown) find(event, askedOf(event));
    },
    counts: (): Counts => ({ ...counts, open: unknown.length }),
  };
}

function addPlacement(counts: typeof none, event: FeedRequest, isRepeated: boolean): void {
  counts.sent += 1;
  if (event.verdict?.outcome === "accepted") counts.accepted += 1;
  if (event.verdict?.outcome === "refused") counts.refused += 1;
  if (isRepeated) counts.repeated += 1;
  if (isOutcomeOpen(event)) counts.unknown += 1;
}

const listing: readonly string[] = [...userDataRules.reconcileBy, roles["orders.all"]];

/** Whether a query says what became of a placement. */
function isAnswered(query: FeedRequest, { event, clientId }: Unknown): boolean {
  const { resolvedBy } = operationOf(event)?.placement ?? {};
  const { operation = "" } = query;
  if (query.time < event.time) return false;
  if (operation === resolvedBy?.operation) {
    return clientId !== undefined && fieldOf(query, resolvedBy.parameter) === clientId;
  }
  if (!listing.includes(operation)) return false;
  const symbol = fieldOf(query, "symbol");
  return symbol === undefined || symbol === fieldOf(event, "symbol");
}

/** The client id in a report of the user data stream. */
function reportedId(event: FeedEvent): string | undefined {
  if (event.kind !== "message") return undefined;
  const { event: name = "", text = "" } = event;
  const fields = name === "executionReport" ? userRecords.events[name].order.clientOrderId : [];
  const ids = fields.map((field) => new RegExp(`"${field}":"([^"]+)"`).exec(text)?.[1]);
  return ids.find((id) => id !== undefined);
}

function remember(ids: Set<string>, id: string): void {
  if (ids.size >= idsMax) ids.clear();
  ids.add(id);
}
