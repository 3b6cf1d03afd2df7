/** The feed on a WebSocket: one event per message, as fast as its reader takes them. */

import type { SandboxSchemas } from "../../generated/sandbox.ts";
import { nearestName } from "../../runtime/encoding/field-issue.ts";
import { requireValid, ValidationError } from "../config/validation.ts";
import { machine } from "../defaults.ts";
import type { HttpRequest, HttpResponse } from "../http/messages.ts";
import { messageOf, type Subscriber } from "../streams/hub.ts";
import { type Feed, type RingName, ringNames } from "./feed.ts";

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
  const unknown = kinds?.find((kind) => !ringNames.includes(kind));
  if (unknown !== undefined) {
    const meant = nearestName(unknown, ringNames);
    const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
    throw new ValidationError(
      "kinds",
      `has no kind "${unknown}" among ${ringNames.join(", ")}${hint}`,
    );
  }
  const text = query.get("after") ?? "0";
  if (!/^\d+$/.test(text)) {
    throw new ValidationError("after", `is "${text}"; give the id of an event`);
  }
  return { kinds, account: query.get("account") ?? undefined, after: Number(text) };
}

/** An upgrade to the feed: who may not have it, what it asks for, and what answers its reads. */
interface FeedUpgrade {
  readonly refusal: string | undefined;
  readonly query: URLSearchParams;
  readonly read: (call: Omit<HttpRequest, "ip">) => HttpResponse | Promise<HttpResponse>;
}

export function openFeed(feed: Feed, { refusal, query, read }: FeedUpgrade) {
  if (refusal !== undefined) return { kind: "rejected", status: 403, message: refusal } as const;
  let wanted: ReturnType<typeof wantedOf>;
  try {
    wanted = wantedOf(query);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { kind: "rejected", status: 400, message: error.sentence } as const;
  }
  const start = ({ send, buffered }: FeedSocket) => {
    const reader = feed.reader(wanted);
    let cancel: (() => void) | undefined;
    const sendValue = (value: object): void => send(messageOf("", JSON.stringify(value)));
    const pump = (): void => {
      cancel = undefined;
      while (buffered() < unreadMax) {
        const events = reader.next(batch);
        for (const event of events) sendValue(event);
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
      message: (text: string) => void answer(text, read, sendValue),
      ended: () => {
        stop();
        cancel?.();
      },
    };
  };
  return { kind: "open", start } as const;
}

/** Answers a request of the interface that came as a message. */
async function answer(
  text: string,
  read: FeedUpgrade["read"],
  send: (value: SandboxSchemas["FeedAnswer"]) => void,
): Promise<void> {
  try {
    const { call, path, ...given } = requireValid("FeedCall", JSON.parse(text));
    const [pathname = "", ...rest] = path.split("?");
    const query = rest.join("?");
    const { method, headers: named = {}, body: sent = "" } = given;
    const byName = new Map(Object.entries(named).map(([name, text]) => [name.toLowerCase(), text]));
    const header = (name: string): string | undefined => byName.get(name);
    const request = { method, path: pathname, query, body: sent, header };
    const { status, headers, body } = await read(request);
    send({ kind: "answer", call, status, headers, body });
  } catch (error) {
    const message = error instanceof ValidationError ? error.sentence : "the call is not JSON.";
    send({ kind: "answer", call: 0, status: 400, body: JSON.stringify({ message }) });
  }
}
