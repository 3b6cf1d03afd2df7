/** One HTTP request and its response, reduced to what the sandbox reads and writes. */

export interface HttpRequest {
  readonly method: string;
  /** Path as it was sent, before any decoding. */
  readonly path: string;
  /** What follows the question mark, as it was sent. */
  readonly query: string;
  readonly body: string;
  /** Value of a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** Address of the other end of the connection; forwarding headers do not count. */
  readonly ip: string;
  /** Added to the time by which this request is handled; set by an injected fault. */
  readonly clockOffsetMs?: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Sent in place of the text, where it is encoded as the headers say. */
  readonly bytes?: Uint8Array;
  /** How an injected fault disturbs the sending; absent when it does not. */
  readonly transportFault?: TransportFault;
}

/** What goes wrong while a response is sent; each transport carries it out its own way. */
export interface TransportFault {
  /** No response: the connection stays open and silent, is closed, or is reset. */
  readonly lost?: "hang" | "drop" | "reset";
  /** Sent in place of an HTTP response; then the connection is closed. */
  readonly garble?: string;
  /** The body as bytes, in place of the text. */
  readonly bytes?: Uint8Array;
  /** The connection is closed after so many bytes of the body. */
  readonly endAfter?: number;
  /** The body is sent in chunks of `bytes`, one every `everyMs`. */
  readonly pieces?: { readonly bytes: number; readonly everyMs: number };
}

/** Handles one request, without waiting unless it has to; never throws or rejects. */
export type RequestHandler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

const jsonType = { "Content-Type": "application/json; charset=utf-8" };

/** A response with a value as JSON. */
export function jsonResponse(
  status: number,
  value: unknown,
  headers: HttpResponse["headers"] = {},
): HttpResponse {
  return { status, headers: { ...headers, ...jsonType }, body: JSON.stringify(value) };
}

/** How the body is to be sent: in chunks, and perhaps cut off after the last one. */
export function chunksOf({ body, transportFault = {} }: HttpResponse): {
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly everyMs: number;
  readonly isCut: boolean;
} {
  const whole = transportFault.bytes ?? new TextEncoder().encode(body);
  const { endAfter = whole.byteLength, pieces } = transportFault;
  return {
    bytes: whole.subarray(0, endAfter),
    size: pieces?.bytes ?? Math.max(1, whole.byteLength),
    everyMs: pieces?.everyMs ?? 0,
    isCut: endAfter < whole.byteLength,
  };
}

/**
 * Calls `next` with a value, at once unless it is a promise. Node computes an HMAC synchronously,
 * and then requests are handled in the order in which they arrive.
 */
export function whenReady<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result,
): Result | Promise<Awaited<Result>> {
  return value instanceof Promise ? (value.then(next) as Promise<Awaited<Result>>) : next(value);
}
