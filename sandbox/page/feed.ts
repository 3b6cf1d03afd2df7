/** The feed of the sandbox as the page keeps it: the latest of all programs, and the report. */

import { pageAddress } from "../defaults.ts";
import type { FeedEvent, FeedMessage, FeedRequest } from "../feed/feed.ts";
import { createReporter, type Report } from "../report/report.ts";
import { createStore } from "./store.ts";

export interface FeedLog {
  /** Oldest first. The same array for the life of the page, so that no message copies it. */
  readonly requests: readonly FeedRequest[];
  /** Messages of users and of connections, market data left out. */
  readonly messages: readonly FeedMessage[];
  readonly report: () => Report;
  readonly clear: () => void;
  /** Calls a listener after each event; returns a function that removes it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** As many as the sandbox keeps; up to twice as many, so that few events move the rest. */
const kept = 1000;

const reconnectMs = 1000;

/** Follows the feed for the life of the page; a restarted sandbox begins a new one. */
export function openFeed(): FeedLog {
  const requests: FeedRequest[] = [];
  const messages: FeedMessage[] = [];
  const { set, subscribe } = createStore({});
  let reporter = createReporter();
  const clear = (): void => {
    requests.length = 0;
    messages.length = 0;
  };
  const see = (event: FeedEvent): void => {
    reporter.see(event);
    if (event.kind === "request") push(requests, event);
    if (event.kind === "message") push(messages, event);
    set({});
  };
  const connect = (): void => {
    const origin = location.origin.replace(/^http/u, "ws");
    const socket = new WebSocket(`${origin}/control/feed?kinds=request,message,order,fault`);
    socket.addEventListener("open", () => {
      clear();
      reporter = createReporter();
    });
    socket.addEventListener("message", ({ data }) => see(JSON.parse(String(data)) as FeedEvent));
    socket.addEventListener("close", () => setTimeout(connect, reconnectMs));
  };
  connect();
  return { requests, messages, report: () => reporter.report(), clear, subscribe };
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
