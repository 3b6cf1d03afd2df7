/** Requests of all programs, one line each; newest first. */

import type { FeedRequest } from "../../feed/feed.ts";
import { askedOf, outcomeText } from "../../feed/summary.ts";
import { durationText } from "../../report/requests.ts";
import { senderOf } from "../feed.ts";
import { timeText } from "../parts/format.ts";
import { Row, Rows } from "./rows.tsx";

/** More rows would make the page slow, and nobody scrolls that far. */
const rowsShown = 300;

interface RequestListProps {
  readonly requests: readonly FeedRequest[];
  readonly chosen: number | undefined;
}

export function RequestList({ requests, chosen }: RequestListProps) {
  return (
    <Rows label="Requests, the newest first" empty="No request matches.">
      {requests
        .slice(-rowsShown)
        .reverse()
        .map((request) => {
          const { id, time, ms } = request;
          const kind = isSuccess(request) ? undefined : "failed";
          return (
            <Row key={id} href={`#inspect/requests/${id}`} isChosen={id === chosen} kind={kind}>
              <span class="muted">{timeText(time)}</span>
              <span class="name" title={`${askedOf(request)} → ${outcomeText(request)}`}>
                <b>{askedOf(request)}</b> <span>→ {outcomeText(request)}</span>
              </span>
              <span class="muted">{senderOf(request)}</span>
              <span class="muted number">{durationText(ms)}</span>
            </Row>
          );
        })}
    </Rows>
  );
}

/** Whether the exchange accepted a request, and its sender got the response. */
export function isSuccess({ verdict, response }: FeedRequest): boolean {
  return verdict?.outcome === "accepted" && response.status === 200 && !response.broken;
}
