/** The feed on a WebSocket: one event per message, as fast as its reader takes them. */

import { machine } from "../defaults.ts";
import type { HttpResponse } from "../http/messages.ts";
import { messageOf, type Subscriber } from "../streams/hub.ts";
import type { Feed, RingName } from "./feed.ts";

/** Most unread bytes of a reader; until it reads them, newer events wait in the rings. */
const unreadMax = 262_144;

/** Pause before new events are sent, and before a full connection is tried again. */
const pauseMs = 20;

const batch = 200;

interface FeedSocket extends Pick<Subscriber, "send"> {
  readonly buffered: () => number;
}

/** Which events a reader wants by the query of its address: `kinds`, `account` and `after`. */
function wantedOf(query: URLSearchParams) {
  const kinds = query.get("kinds")?.split(",") as RingName[] | undefined;
  const after = Number(query.get("after") ?? 0);
  return { kinds, account: query.get("account") ?? undefined, after };
}

/** An upgrade to the feed. */
export function openFeed(
  feed: Feed,
  { refused, query }: { readonly refused: HttpResponse | undefined; query: URLSearchParams },
) {
  if (refused !== undefined) {
    const { message = "" } = JSON.parse(refused.body) as { readonly message?: string };
    return { kind: "rejected", status: refused.status, message } as const;
  }
  const start = ({ send, buffered }: FeedSocket) => {
    const reader = feed.reader(wantedOf(query));
    let cancel: (() => void) | undefined;
    const pump = (): void => {
      cancel = undefined;
      while (buffered() < unreadMax) {
        const events = reader.next(batch);
        for (const event of events) send(messageOf("", JSON.stringify(event)));
        if (events.length < batch) return;
      }
      // The machine's time: the exchange's may stand still.
      cancel = machine.after(pauseMs, pump);
    };
    const schedule = (): void => {
      cancel ??= machine.after(pauseMs, pump);
    };
    const stop = reader.onMore(schedule);
    schedule();
    return {
      message: () => {},
      ended: () => {
        stop();
        cancel?.();
      },
    };
  };
  return { kind: "open", start } as const;
}
