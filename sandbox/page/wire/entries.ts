/** What the page remembers of everything that went over the wire. Times are Unix milliseconds. */

import type { CallEvent } from "../../../runtime/client/options.ts";
import type { Pair } from "../../../runtime/encoding/percent.ts";
import type { StreamNotice } from "../../../runtime/streams/types.ts";

/** One request, with its response as far as it came. */
export interface RequestEntry {
  readonly id: number;
  /** Whose client sent it; absent for requests that no client has announced. */
  readonly sender?: Sender;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Pair[];
  readonly body: string | null;
  readonly startedMs: number;
  /** How long it waited for rate-limit capacity, and for which window. */
  readonly wait?: { readonly waitMs: number; readonly window: string | undefined };
  /** Absent until the head of a response came, as are its headers. */
  readonly status?: number;
  readonly responseHeaders?: readonly Pair[];
  readonly headMs?: number;
  readonly response?: Body;
  /** When it was all there, or failed; absent while it is open. */
  readonly endedMs?: number;
  /** Why there is no response, or only a part of one. */
  readonly failure?: string;
  /** The client ended it: its time was up, or nobody wanted the response any more. */
  readonly isAborted?: boolean;
  /** The client sent it once more. */
  readonly retry?: { readonly waitMs: number; readonly reason: string };
}

/** Which call a request belongs to. */
export interface Sender {
  readonly account: string;
  /** Its number among the calls of that account's client. */
  readonly call: number;
  readonly operation: string;
  readonly attempt: number;
}

/** A text that was read, up to a length. */
export interface Body {
  readonly text: string;
  /** How much came, in bytes of UTF-8. */
  readonly bytes: number;
  /** There was more, which was not kept. */
  readonly isCut: boolean;
}

/** A message of a stream connection, or its beginning or end. */
export interface FrameEntry {
  readonly id: number;
  /** Connections count from 1. */
  readonly connection: number;
  readonly atMs: number;
  readonly direction: "in" | "out";
  /** Name of the message in the contract, or what is wrong with it; `connection` for its ends. */
  readonly name: string;
  /** What happened to the connection, in a few words. */
  readonly title?: string;
  readonly facts?: Readonly<Record<string, string>>;
  readonly stream?: string | undefined;
  /** The text that came or was sent; absent for binary data, of which there are only the bytes. */
  readonly body?: Body;
  readonly bytes?: number;
  readonly isFaulty?: boolean;
}

/** Something that a client reported of its own work. */
export interface NoticeEntry {
  readonly id: number;
  readonly atMs: number;
  readonly notice: CallEvent | StreamNotice;
}
