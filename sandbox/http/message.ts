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
}
