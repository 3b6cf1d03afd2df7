/** Everything that goes over the wire, recorded while the page is open and nowhere kept. */

import type { CallEvent } from "../../../runtime/client/options.ts";
import type { Fetch } from "../../../runtime/defaults.ts";
import type { StreamNotice, StreamSocketClass } from "../../../runtime/streams/types.ts";
import { createStore } from "../store.ts";
import type { FrameEntry, NoticeEntry, RequestEntry } from "./entries.ts";
import { createFrameRecorder } from "./frames.ts";
import { type Bounds, createHistory, type History } from "./history.ts";
import { createRequestRecorder } from "./requests.ts";

/** The network that is recorded, and the time of its entries in Unix milliseconds. */
export interface WireOptions {
  readonly fetch: Fetch;
  readonly WebSocket: StreamSocketClass;
  readonly now: () => number;
  /** How much is kept of requests, messages and notices each. */
  readonly bounds?: Bounds;
}

/** Recorders to give to clients and streams, and what they have recorded. */
export interface Wire {
  readonly fetch: Fetch;
  readonly WebSocket: StreamSocketClass;
  readonly onCall: (event: CallEvent, account: { readonly account: string }) => void;
  readonly onStream: (notice: StreamNotice) => void;
  readonly requests: History<RequestEntry>;
  readonly frames: History<FrameEntry>;
  readonly notices: History<NoticeEntry>;
  /** Calls a listener after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Two thousand entries of each kind, and at most 8 million characters of text. */
const boundsDefault: Bounds = { entries: 2000, size: 8_000_000 };

/** What an entry holds beside its text, in characters. */
const entrySize = 500;

export function createWire({ bounds = boundsDefault, ...network }: WireOptions): Wire {
  const { set, subscribe } = createStore({});
  const changed = (): void => set({});
  let ids = 0;
  const nextId = (): number => {
    ids += 1;
    return ids;
  };
  const sizeOf = ({ text } = { text: "" }): number => entrySize + text.length;
  const requests = createHistory<RequestEntry>(bounds, ({ response }) => sizeOf(response), changed);
  const frames = createHistory<FrameEntry>(bounds, ({ body }) => sizeOf(body), changed);
  const notices = createHistory<NoticeEntry>(bounds, () => sizeOf(), changed);
  const recorder = createRequestRecorder({ ...network, nextId, requests });
  const addNotice = (notice: NoticeEntry["notice"]): void => {
    notices.add({ id: nextId(), atMs: network.now(), notice });
  };
  return {
    fetch: recorder.fetch,
    WebSocket: createFrameRecorder({ ...network, nextId, frames }),
    onCall: (event, { account }) => {
      recorder.onCall(event, account);
      // These two are the request itself.
      if (event.kind !== "request" && event.kind !== "response") addNotice(event);
    },
    onStream: addNotice,
    requests,
    frames,
    notices,
    subscribe,
  };
}
