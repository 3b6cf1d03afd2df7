/** The wire log: requests and notices of the clients of the page, stored nowhere else. */

import type { CallEvent } from "../../../runtime/call/options.ts";
import type { Fetch } from "../../../runtime/platform.ts";
import type { StreamNotice } from "../../../runtime/streams/types.ts";
import { createStore } from "../store.ts";
import type { NoticeEntry, RequestEntry } from "./entries.ts";
import { type Bounds, createHistory, type History } from "./history.ts";
import { createRequestRecorder } from "./requests.ts";

/** The recorded network, and the clock of the entries in Unix milliseconds. */
export interface WireOptions {
  readonly fetch: Fetch;
  readonly now: () => number;
  /** Limits for requests, messages and notices each. */
  readonly bounds?: Bounds;
}

/** Recorders for clients and streams, and their entries. */
export interface Wire {
  readonly fetch: Fetch;
  readonly onCall: (event: CallEvent, account: { readonly account: string }) => void;
  readonly onStream: (notice: StreamNotice) => void;
  readonly requests: History<RequestEntry>;
  readonly notices: History<NoticeEntry>;
  /** Calls a listener after each change; returns a function that removes it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Two thousand entries of each kind, and at most 8 million characters. */
const boundsDefault: Bounds = { entries: 2000, size: 8_000_000 };

/** Size of an entry without its text, in characters. */
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
  const notices = createHistory<NoticeEntry>(bounds, () => sizeOf(), changed);
  const recorder = createRequestRecorder({ ...network, nextId, requests });
  const addNotice = (notice: NoticeEntry["notice"]): void => {
    notices.add({ id: nextId(), atMs: network.now(), notice });
  };
  return {
    fetch: recorder.fetch,
    onCall: (event, { account }) => {
      recorder.onCall(event, account);
      // These two are the request itself.
      if (event.kind !== "request" && event.kind !== "response") addNotice(event);
    },
    onStream: addNotice,
    requests,
    notices,
    subscribe,
  };
}
