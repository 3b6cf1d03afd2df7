/** Logs all traffic: every request with its response, every message, with times. */

import type { StreamSocket, StreamSocketClass } from "../../runtime/streams/types.ts";
import type { Call, ConnectionEnd, SentRequest, WireEvent } from "../recordings/conversation.ts";
import { readRequest } from "../recordings/conversation.ts";

export type WireLog = ReturnType<typeof createWireLog>;

type WithoutTime<Event> = Event extends unknown ? Omit<Event, "at"> : never;

/** The part of `fetch` that the suite uses. */
export type Fetch = (request: Request) => Promise<Response>;

export function createWireLog(now: () => number) {
  const events: WireEvent[] = [];
  const intended: SentRequest[] = [];
  return {
    events: events as readonly WireEvent[],
    /** The client's requests, before any change. */
    intended: intended as readonly SentRequest[],
    add: (event: WithoutTime<WireEvent>) => void events.push({ ...event, at: now() } as WireEvent),
    /** Adds a request; call the result with the call when its response has come. */
    addRequest: (request: SentRequest) => {
      intended.push(request);
      const at = now();
      const index = events.push({ at, kind: "calls", call: undefined }) - 1;
      return (call: Call): void => {
        events[index] = { at, kind: "calls", call };
      };
    },
  };
}

/** A logging `fetch`; `change` may replace the client's request, and both are logged. */
export function logFetch(
  fetch: Fetch,
  baseUrl: string,
  log: () => WireLog,
  change: (request: Request) => Promise<Request>,
): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  const base = new URL(baseUrl).pathname.replace(/\/$/, "");
  return async (input, init) => {
    const intended = new Request(input, init);
    const asked = await readRequest(intended, base);
    const addCall = log().addRequest(asked);
    const outgoing = await change(intended);
    const request = outgoing === intended ? asked : await readRequest(outgoing, base);
    const response = await fetch(outgoing);
    const text = await response.clone().text();
    const headers = new Map(response.headers.entries());
    addCall({ request, response: { status: response.status, headers, text } });
    return response;
  };
}

/** The same WebSocket class, logging all traffic. */
export function logSockets(Socket: StreamSocketClass, log: WireLog): StreamSocketClass {
  return class LoggedSocket extends Socket implements StreamSocket {
    #hasEnded = false;

    constructor(url: string) {
      super(url);
      log.add({ kind: "opens", url });
      // Added before the client's own listeners, so that the log is never behind.
      this.addEventListener("message", (event) => {
        const { data } = event as { readonly data: unknown };
        // Binary data cannot be recorded; an empty message never passes the check.
        log.add({ kind: "receives", text: typeof data === "string" ? data : "" });
      });
      this.addEventListener("close", (event) => {
        const { code, reason } = event as { readonly code: number; readonly reason: string };
        this.#end({ by: "exchange", code, reason });
      });
    }

    override send(text: string): void {
      super.send(text);
      log.add({ kind: "sends", text });
    }

    override close(code = 1005, reason = ""): void {
      this.#end({ by: "client", code, reason });
      if (code === 1005) super.close();
      else super.close(code, reason);
    }

    #end(end: ConnectionEnd): void {
      if (!this.#hasEnded) log.add({ kind: "ends", end });
      this.#hasEnded = true;
    }
  };
}
