/** One HTTP exchange, reduced to what the sandbox looks at. */

export interface HttpRequest {
  readonly method: string;
  /** Path as it was sent, before any decoding. */
  readonly path: string;
  /** What follows the question mark, as it was sent. */
  readonly query: string;
  readonly body: string;
  /** Value of a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** Address of the other end of the connection; what the request claims does not count. */
  readonly ip: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What becomes of it on the way; absent when all goes well. */
  readonly spoilt?: Spoilt;
}

/** How a fault spoils an answer; whoever carries the answer does so. */
export interface Spoilt {
  /** No answer comes: the connection stays silent, ends, or is reset. */
  readonly lost?: "hang" | "drop" | "reset";
  /** What comes in place of an HTTP answer; then the connection ends. */
  readonly garble?: string;
  /** The body as bytes, in place of the text. */
  readonly bytes?: Uint8Array;
  /** The connection ends after so many bytes of the body. */
  readonly endAfter?: number;
  /** The body comes in pieces of so many bytes, one in so many milliseconds. */
  readonly pieces?: { readonly bytes: number; readonly everyMs: number };
}
