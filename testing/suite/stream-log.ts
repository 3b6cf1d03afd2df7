/** What happens on a connection and beside it, as it goes over the wire. */

import type { StreamSocket, StreamSocketClass } from "../../runtime/streams/types.ts";
import type { Conversation } from "../recordings/conversation.ts";
import type { StreamEnd } from "../recordings/session.ts";

/** One thing that happened; `at` is the time of the client's clock, in milliseconds. */
export type Happening = { readonly at: number } & (
  | { readonly kind: "opens"; readonly url: string }
  | CallHappening
  | { readonly kind: "sends" | "receives"; readonly text: string }
  | { readonly kind: "ends"; readonly end: StreamEnd }
);

/** A REST call takes its place when it is sent, and gets its conversation with the answer. */
export interface CallHappening {
  readonly at: number;
  readonly kind: "calls";
  conversation: Conversation | undefined;
}

/** Keeps what happens, in its order. */
export interface SessionLog {
  readonly happenings: readonly Happening[];
  readonly add: (happening: HappeningWithoutTime) => void;
  /** A call is sent; the result takes the conversation. */
  readonly call: () => (conversation: Conversation) => void;
}

type HappeningWithoutTime = Happening extends infer Each
  ? Each extends Happening
    ? Omit<Each, "at">
    : never
  : never;

/** An empty log. */
export function createLog(now: () => number): SessionLog {
  const happenings: Happening[] = [];
  return {
    happenings,
    add: (happening) => void happenings.push({ ...happening, at: now() } as Happening),
    call: () => {
      const happening: CallHappening = { at: now(), kind: "calls", conversation: undefined };
      happenings.push(happening);
      return (conversation) => {
        happening.conversation = conversation;
      };
    },
  };
}

/** The same sockets, with all that goes through them told to a log. */
export function observeSockets(Socket: StreamSocketClass, log: SessionLog): StreamSocketClass {
  return class ObservedSocket extends Socket implements StreamSocket {
    #hasEnded = false;

    constructor(url: string) {
      super(url);
      log.add({ kind: "opens", url });
      // Registered before the client's own, so that the log is never behind it.
      this.addEventListener("message", (event) => {
        const { data } = event as { readonly data: unknown };
        // What is no text cannot be recorded; nobody takes an empty message for a good one.
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

    #end(end: StreamEnd): void {
      if (!this.#hasEnded) log.add({ kind: "ends", end });
      this.#hasEnded = true;
    }
  };
}
