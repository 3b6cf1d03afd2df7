/** An HTTP request and its response, reduced to what the sandbox uses. */

import { bodyBytesMax, originHeader } from "../defaults.ts";
import { RequestError } from "../exchange/request-error.ts";

export interface HttpRequest {
  readonly method: string;
  /** Path as sent, not decoded. */
  readonly path: string;
  /** The part after the question mark, as sent. */
  readonly query: string;
  readonly body: string;
  /** A header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** Address of the peer; forwarding headers are ignored. */
  readonly ip: string;
  /** Offset of the time for this request; set by an injected fault. */
  readonly clockOffsetMs?: number;
  /** Takes what to do if the sender leaves before it has the response. */
  readonly onLeave?: (run: () => void) => void;
  /** Takes notes of what becomes of the request, for the feed. */
  notes?: RequestNotes | undefined;
}

/** What the parts of the sandbox note about a request. */
export interface RequestNotes {
  /** The rules of the faults that it met. */
  faults: readonly string[];
  weight: number | undefined;
  /** Why the exchange refused it, or what failed. */
  error: unknown;
  /** The exchange's own response; absent while no fault let the request through. */
  answer: HttpResponse | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Sent instead of the text. */
  readonly bytes?: Uint8Array;
  /** How an injected fault disturbs the sending, if it does. */
  readonly transportFault?: TransportFault;
}

/** A fault while a response is sent; each transport implements it. */
export interface TransportFault {
  /** No response: the connection hangs, is closed, or is reset. */
  readonly lost?: "hang" | "drop" | "reset";
  /** Sent instead of an HTTP response; then the connection is closed. */
  readonly garble?: string;
  /** Closes the connection after this many bytes of the body. */
  readonly endAfter?: number;
  /** Sends the body in chunks of `bytes`, one every `everyMs`. */
  readonly pieces?: { readonly bytes: number; readonly everyMs: number };
}

/** Handles a request, synchronously where possible; never throws or rejects. */
export type RequestHandler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

const ownHeaders = {
  "Content-Type": "application/json; charset=utf-8",
  [originHeader]: "sandbox",
};

export function jsonResponse(
  status: number,
  value: unknown,
  headers: HttpResponse["headers"] = {},
): HttpResponse {
  return { status, headers: { ...headers, ...ownHeaders }, body: JSON.stringify(value) };
}

/** The error for a body longer than any documented request. */
export function bodyTooLong(): RequestError {
  const what = `the body is longer than ${bodyBytesMax} bytes.`;
  return new RequestError("TOO_MANY_PARAMETERS", what, { status: 413 });
}

/** The chunks of the body, which may be cut off after the last one. */
export function chunksOf(response: HttpResponse): {
  readonly bytes: Uint8Array;
  /** Length of the whole body, also if it is cut off. */
  readonly length: number;
  readonly size: number;
  readonly everyMs: number;
  readonly isCut: boolean;
} {
  const { bytes = new TextEncoder().encode(response.body), transportFault } = response;
  const { byteLength: length } = bytes;
  const { endAfter = length, pieces } = transportFault ?? {};
  return {
    bytes: bytes.subarray(0, endAfter),
    length,
    size: pieces?.bytes ?? Math.max(1, length),
    everyMs: pieces?.everyMs ?? 0,
    isCut: endAfter < length,
  };
}

/** How long a fault stretches the sending of a response. */
export function sendingMs(response: HttpResponse): number {
  if (response.transportFault?.pieces === undefined) return 0;
  const { bytes, size, everyMs } = chunksOf(response);
  return (Math.ceil(bytes.byteLength / size) - 1) * everyMs;
}

/**
 * Calls `next` with a value, synchronously unless it is a promise. Node's HMAC is synchronous, so
 * requests are then handled in the order in which they come.
 */
export function whenReady<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result,
): Result | Promise<Awaited<Result>> {
  return value instanceof Promise ? (value.then(next) as Promise<Awaited<Result>>) : next(value);
}
