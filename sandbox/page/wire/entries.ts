/** The entries of the wire log. Times are Unix milliseconds. */

import type { CallEvent } from "../../../runtime/call/options.ts";
import type { Pair } from "../../../runtime/encoding/percent.ts";
import type { StreamNotice } from "../../../runtime/streams/types.ts";

/** One request, with as much of its response as came. */
export interface RequestEntry {
  readonly id: number;
  /** The client that sent it; absent for requests outside of clients. */
  readonly sender?: Sender;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Pair[];
  readonly body: string | null;
  readonly startedMs: number;
  /** How long it waited for rate-limit capacity, and for which window. */
  readonly wait?: { readonly waitMs: number; readonly window: string | undefined };
  /** Status and headers; absent until they came. */
  readonly status?: number;
  readonly responseHeaders?: readonly Pair[];
  readonly headMs?: number;
  readonly response?: Body;
  /** When it ended or failed; absent while it is open. */
  readonly endedMs?: number;
  /** Why there is no response, or only a part of it. */
  readonly failure?: string;
  /** The client aborted it: timeout, or the response was no longer wanted. */
  readonly isAborted?: boolean;
  /** The client retried it. */
  readonly retry?: { readonly waitMs: number; readonly reason: string };
}

/** The call of a request. */
export interface Sender {
  readonly account: string;
  /** Its number among the calls of the account's client. */
  readonly call: number;
  readonly operation: string;
  readonly attempt: number;
}

/** A text, cut at a maximum length. */
export interface Body {
  readonly text: string;
  /** Full length in bytes of UTF-8. */
  readonly bytes: number;
  /** The text was cut. */
  readonly isCut: boolean;
}

/** A stream message, or the open or close of a connection. */
export interface FrameEntry {
  readonly id: number;
  /** Connections count from 1. */
  readonly connection: number;
  readonly atMs: number;
  readonly direction: "in" | "out";
  /** The message's name in the contract, or why it has none; `connection` for open and close. */
  readonly name: string;
  /** The event of the connection, in a few words. */
  readonly title?: string;
  readonly details?: Readonly<Record<string, string>>;
  readonly stream?: string | undefined;
  /** The text; absent for binary data, of which only the size is kept. */
  readonly body?: Body;
  readonly bytes?: number;
  readonly isFaulty?: boolean;
}

/** A notice from a client. */
export interface NoticeEntry {
  readonly id: number;
  readonly atMs: number;
  readonly notice: CallEvent | StreamNotice;
}
