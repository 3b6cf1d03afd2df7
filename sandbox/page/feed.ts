/** The feed of the sandbox as the page keeps it: the latest of all programs, and the report. */

import type { SandboxSchemas } from "../../generated/sandbox.ts";
import type { Fetch } from "../../runtime/platform.ts";
import { pageAddress } from "../defaults.ts";
import type { FeedEvent, FeedMessage, FeedRequest } from "../feed/feed.ts";
import { watchReactions } from "../report/reactions.ts";
import { createReporter, type Report } from "../report/report.ts";
import { createStore } from "./store.ts";

export type FeedLog = ReturnType<typeof openFeed>;

/** As many as the sandbox keeps; up to twice as many, so that few events move the rest. */
const kept = 1000;

const reconnectMs = 1000;

/** Follows the feed for the life of the page; a restarted sandbox begins a new one. */
export function openFeed() {
  const requests: FeedRequest[] = [];
  const messages: FeedMessage[] = [];
  const { set, subscribe } = createStore({});
  const calls = createCalls();
  let reporter = createReporter();
  let own = watchReactions();
  const clear = (): void => {
    requests.length = 0;
    messages.length = 0;
  };
  const see = (event: FeedEvent): void => {
    reporter.see(event);
    if (!("ip" in event) || event.ip === pageAddress) own.see(event);
    if (event.kind === "request") push(requests, event);
    if (event.kind === "message") push(messages, event);
    set({});
  };
  const connect = (): void => {
    const socket = new WebSocket("/control/feed?kinds=request,message,order,fault");
    socket.addEventListener("open", () => {
      clear();
      reporter = createReporter();
      own = watchReactions();
      calls.open(socket);
    });
    socket.addEventListener("message", ({ data }) => {
      const event = JSON.parse(String(data)) as FeedEvent | SandboxSchemas["FeedAnswer"];
      if (event.kind === "answer") calls.answer(event);
      else see(event);
    });
    socket.addEventListener("close", () => {
      calls.open(undefined);
      setTimeout(connect, reconnectMs);
    });
  };
  connect();
  return {
    /** Oldest first. The same array for the life of the page, so that no message copies it. */
    requests: requests as readonly FeedRequest[],
    /** Messages of users and of connections, market data left out. */
    messages: messages as readonly FeedMessage[],
    report: (): Report => reporter.report(),
    /** What the page's own clients did after each fault. */
    ownFaults: (): Report["faults"] => own.list(),
    clear,
    subscribe,
    /** Sends a request over the connection of the feed, in which it is no event. */
    fetch: calls.fetch as Fetch,
  };
}

/** Requests over a socket: sent once it is open, and answered by their number. */
function createCalls() {
  type Answer = SandboxSchemas["FeedAnswer"];
  const open = new Map<number, { text: string; done: (answer: Answer | undefined) => void }>();
  let socket: WebSocket | undefined;
  let count = 0;
  return {
    fetch: ((url, { method, headers, body, signal }) => {
      count += 1;
      const { pathname, search } = new URL(url);
      const given = { method, path: `${pathname}${search}`, headers, ...(body && { body }) };
      const text = JSON.stringify({ call: count, ...given });
      const call = count;
      return new Promise<Response>((resolve, reject) => {
        const done = (answer: Answer | undefined): void => {
          open.delete(call);
          if (answer === undefined) reject(new TypeError("the connection was lost"));
          else resolve(new Response(answer.body, answer));
        };
        open.set(call, { text, done });
        signal.addEventListener("abort", () => {
          // Else it would be sent late.
          open.delete(call);
          reject(signal.reason as Error);
        });
        // A closing socket sends nothing, and its end rejects the call.
        if (socket?.readyState === WebSocket.OPEN) socket.send(text);
      });
    }) satisfies Fetch,
    answer: (answer: Answer): void => open.get(answer.call)?.done(answer),
    open: (opened: WebSocket | undefined): void => {
      if (opened === undefined && socket !== undefined)
        for (const { done } of open.values()) done(undefined);
      socket = opened;
      if (socket !== undefined) for (const { text } of open.values()) socket.send(text);
    },
  };
}

function push<Event>(list: Event[], event: Event): void {
  list.push(event);
  if (list.length > 2 * kept) list.splice(0, kept);
}

/** What the page calls itself among the programs. */
export const ownName = "this page";

export function addressText(ip: string): string {
  return ip === pageAddress ? ownName : ip;
}

/** A program by its account; this page by itself. */
export function senderOf({ account = "no key", ip }: FeedRequest | FeedMessage): string {
  return ip === pageAddress ? ownName : account;
}
