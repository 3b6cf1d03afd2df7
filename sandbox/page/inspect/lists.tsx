/** The lists of requests and of stream messages of all programs: a line each, newest first. */

import type { ComponentChildren } from "preact";

import type { FeedMessage, FeedRequest } from "../../feed/feed.ts";
import { askedOf, outcomeText } from "../../feed/summary.ts";
import { durationText } from "../../report/requests.ts";
import { senderOf } from "../feed.ts";
import { sizeText, timeText } from "../parts/format.ts";

/** More rows would make the page slow, and nobody scrolls that far. */
const rowsShown = 300;

interface ListProps<Entry> {
  /** Oldest first. */
  readonly entries: readonly Entry[];
  readonly chosen: number | undefined;
}

export function RequestList(props: ListProps<FeedRequest>) {
  return (
    <Rows {...props} name="requests" none="No request matches." isBad={(one) => !isSuccess(one)}>
      {(request) => (
        <>
          <span class="name" title={`${askedOf(request)} → ${outcomeText(request)}`}>
            <b>{askedOf(request)}</b> <span>→ {outcomeText(request)}</span>
          </span>
          <span class="muted">{senderOf(request)}</span>
          <span class="muted number">{durationText(request.ms)}</span>
        </>
      )}
    </Rows>
  );
}

/** Whether the exchange accepted a request, and its sender got the response. */
export function isSuccess({ verdict, response }: FeedRequest): boolean {
  return verdict?.outcome === "accepted" && response.status === 200 && !response.broken;
}

export function FrameList(props: ListProps<FeedMessage>) {
  return (
    <Rows {...props} name="messages" none="No message matches.">
      {(frame) => (
        <>
          <span class="name">
            <b>{frameName(frame)}</b> <span class="muted">{frame.streams?.join(", ")}</span>
          </span>
          <span class="result muted">
            {frame.account} #{frame.connection}
          </span>
          <span class="muted number">{frame.text && sizeText(frame.text.length)}</span>
        </>
      )}
    </Rows>
  );
}

/** What a message is: its event, or what happened to the connection. */
export function frameName({ what, event }: FeedMessage): string {
  return event ?? what;
}

interface RowsProps<Entry> extends ListProps<Entry> {
  readonly name: "requests" | "messages";
  readonly none: string;
  readonly isBad?: (entry: Entry) => boolean;
  /** What a line says after the time. */
  readonly children: (entry: Entry) => ComponentChildren;
}

/** A list of links; the arrow keys move between them. */
function Rows<Entry extends FeedRequest | FeedMessage>(props: RowsProps<Entry>) {
  const { entries, chosen, name, none, isBad, children } = props;
  if (entries.length === 0) return <p class="empty rows">{none}</p>;
  const move = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const links = [...event.currentTarget.querySelectorAll("a")];
    const next = links[links.findIndex((link) => link.matches(":focus")) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    // Moving through a list adds nothing to the browser's history.
    location.replace(next.href);
  };
  const title = name === "requests" ? "Requests" : "Messages";
  return (
    <ol class="rows" aria-label={`${title}, the newest first`} onKeyDown={move}>
      {entries
        .slice(-rowsShown)
        .reverse()
        .map((entry) => (
          <li key={entry.id} class={isBad?.(entry) === true ? "failed" : undefined}>
            <a href={`#inspect/${name}/${entry.id}`} aria-current={entry.id === chosen}>
              <span class="muted">{timeText(entry.time)}</span>
              {children(entry)}
            </a>
          </li>
        ))}
    </ol>
  );
}
