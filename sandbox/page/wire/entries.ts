/** The entries of the wire log. Times are Unix milliseconds. */

import type { CallEvent } from "../../../runtime/call/options.ts";
import type { StreamNotice } from "../../../runtime/streams/types.ts";

/** One request, with as much of its response as came. */
export interface RequestEntry {
  readonly id: number;
  /** The client that sent it; absent for requests outside of clients. */
  readonly sender?: Sender;
  readonly method: string;
  readonly url: string;
  readonly body: string | null;
  readonly startedMs: number;
  /** Absent until it came. */
  readonly status?: number;
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

/** A notice from a client. */
export interface NoticeEntry {
  readonly id: number;
  readonly atMs: number;
  readonly notice: CallEvent | StreamNotice;
}
