/** Records the requests of the page's clients through a wrapped `fetch`. */

import type { CallEvent } from "../../../runtime/call/options.ts";
import type { Fetch } from "../../../runtime/platform.ts";
import { failureText, readBody } from "./body.ts";
import type { RequestEntry, Sender } from "./entries.ts";
import type { History } from "./history.ts";

/** What a recorder needs. */
export interface RequestRecording {
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly nextId: () => number;
  readonly requests: History<RequestEntry>;
}

export interface RequestRecorder {
  readonly fetch: Fetch;
  /** Receives each client event at once. */
  readonly onCall: (event: CallEvent, account: string) => void;
}

export function createRequestRecorder(recording: RequestRecording): RequestRecorder {
  const { requests } = recording;
  /** Of the next request that is passed to `fetch`. */
  let announced: Pick<RequestEntry, "sender"> = {};
  return {
    fetch: (url, init) => {
      const sender = announced;
      announced = {};
      return send(url, init, sender, recording);
    },
    onCall: (event, account) => {
      switch (event.kind) {
        case "request": {
          const { call, operation, attempt } = event;
          announced = { sender: { account, call, operation, attempt } };
          return;
        }
        case "retry": {
          const { call, waitMs, reason } = event;
          const key = callKey({ account, call });
          const sent = requests
            .entries()
            .findLast(({ sender }) => sender && callKey(sender) === key);
          if (sent !== undefined) requests.change(sent.id, { retry: { waitMs, reason } });
          return;
        }
      }
    },
  };
}

/** Key of a call among those of all accounts. */
export function callKey({ account, call }: Pick<Sender, "account" | "call">): string {
  return `${account} ${call}`;
}

const abortedText =
  "The client ended it: the time limit was reached, or the response was no longer needed.";

async function send(
  url: string,
  init: Parameters<Fetch>[1],
  sender: Pick<RequestEntry, "sender">,
  { fetch, now, nextId, requests }: RequestRecording,
): Promise<Response> {
  const { method, body = null } = init;
  const id = nextId();
  requests.add({ id, ...sender, method, url, body, startedMs: now() });
  try {
    const response = await fetch(url, init);
    const { type, status } = response;
    requests.change(id, { status });
    if (type === "opaqueredirect") {
      const failure = "A redirect, which the client does not follow; the browser hides its target.";
      requests.change(id, { failure, endedMs: now() });
      return response;
    }
    void readBody(response.clone().body).then(({ failure, ...read }) => {
      const change = { response: read, endedMs: now() };
      if (failure === undefined) return requests.change(id, change);
      const isAborted = init.signal.aborted;
      requests.change(id, { ...change, isAborted, failure: isAborted ? abortedText : failure });
    });
    return response;
  } catch (error) {
    const isAborted = init.signal.aborted;
    const failure = isAborted ? abortedText : failureText(error);
    requests.change(id, { failure, isAborted, endedMs: now() });
    throw error;
  }
}
