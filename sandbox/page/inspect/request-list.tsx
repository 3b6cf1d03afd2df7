/** Requests grouped by call; newest call first. */

import { durationText, timeText } from "../parts/format.ts";
import type { RequestEntry } from "../wire/entries.ts";
import { groupCalls, hasFailed, statusText } from "../wire/request-view.ts";
import { Row, Rows } from "./rows.tsx";

/** More rows would make the page slow, and nobody scrolls that far. */
const callsShown = 200;

interface RequestListProps {
  readonly requests: readonly RequestEntry[];
  readonly chosen: number | undefined;
}

export function RequestList({ requests, chosen }: RequestListProps) {
  const groups = groupCalls(requests).slice(-callsShown).reverse();
  return (
    <Rows label="Requests, the newest call first" empty="No request matches.">
      {groups.flatMap(([first, ...others]) => {
        if (first === undefined) return [];
        const { sender: caller } = first;
        return [
          <RequestRow key={first.id} entry={first} chosen={chosen} />,
          ...others.map((entry) => (
            <RequestRow key={entry.id} entry={entry} chosen={chosen} caller={caller?.operation} />
          )),
        ];
      })}
    </Rows>
  );
}

interface RequestRowProps {
  readonly entry: RequestEntry;
  readonly chosen: number | undefined;
  /** Operation of the call, on the rows after its first request. */
  readonly caller?: string | undefined;
}

function RequestRow({ entry, chosen, caller }: RequestRowProps) {
  const { id, sender, method, url, startedMs, endedMs, retry } = entry;
  const { operation = method, attempt = 1 } = sender ?? {};
  const failed = hasFailed(entry) ? "failed" : undefined;
  const kind = caller === undefined ? failed : failed ? "inner failed" : "inner";
  return (
    <Row href={`#inspect/requests/${id}`} isChosen={id === chosen} kind={kind}>
      <span class="muted">{timeText(startedMs)}</span>
      <span class="name">
        <b>{operation === caller ? `attempt ${attempt}` : operation}</b>{" "}
        <span class="muted">
          {caller === undefined ? `${method} ${new URL(url).pathname}` : ""}
        </span>
      </span>
      <span class="result">
        {statusText(entry)}
        {retry && <span title="Sent again">{` ↻ ${durationText(retry.waitMs)}`}</span>}
      </span>
      <span class="muted number">
        {endedMs === undefined ? "…" : durationText(endedMs - startedMs)}
      </span>
    </Row>
  );
}

/** Whether a request contains a text. */
export function fitsFilter(filter: string): (entry: RequestEntry) => boolean {
  const wanted = filter.toLowerCase();
  return (entry) => {
    const { url, sender, failure = "", response } = entry;
    const texts = [url, sender?.operation ?? "", statusText(entry), failure, response?.text ?? ""];
    return texts.some((text) => text.toLowerCase().includes(wanted));
  };
}
