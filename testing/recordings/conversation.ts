/** The traffic between a client and a server, in order. */

import { originHeader } from "../../sandbox/defaults.ts";
import { formType, type Pair, parsePairs, splitTarget, targetOf } from "./fields.ts";

/** A request and the response to it. */
export interface Call {
  readonly request: SentRequest;
  readonly response: ReceivedResponse;
}

/** A request as sent, decoded. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: readonly Pair[];
  readonly form: readonly Pair[];
  /** The text of a body that is not a form. */
  readonly text: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
}

/** A response as received. */
export interface ReceivedResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The body; `undefined` if a file of traffic lacks it. */
  readonly text: string | undefined;
}

/** One event; `at` is the time of the client's clock, in milliseconds. */
export type WireEvent = { readonly at: number } & (
  | { readonly kind: "opens"; readonly url: string }
  /** Stands where the request was sent; `call` is absent until the response has come. */
  | { readonly kind: "calls"; readonly call: Call | undefined }
  | { readonly kind: "sends" | "receives"; readonly text: string }
  | { readonly kind: "ends"; readonly end: ConnectionEnd }
);

/** Who closed a connection, and how. */
export interface ConnectionEnd {
  readonly by: "client" | "exchange";
  readonly code: number;
  readonly reason: string;
}

/** The calls with a response. */
export function callsOf(events: readonly WireEvent[]): readonly Call[] {
  return events.flatMap((event) =>
    event.kind === "calls" && event.call !== undefined ? [event.call] : [],
  );
}

/** The name that a server of ours gives itself in a response, or the host of an address. */
export function originOf(
  events: readonly WireEvent[],
  url: string | undefined,
): string | undefined {
  const named = callsOf(events).map(({ response }) => response.headers.get(originHeader));
  const host = url === undefined ? undefined : new URL(url).host;
  return named.find((name) => name !== undefined) ?? host;
}

/** The fields of a request, query first, in signing order. */
export function allFields(request: SentRequest): readonly Pair[] {
  return [...request.query, ...request.form];
}

/** Reads a request without consuming its body; its path without the `base` of the address. */
export async function readRequest(request: Request, base = ""): Promise<SentRequest> {
  const { path, query } = splitTarget(targetOf(request.url));
  const body = request.body === null ? "" : await request.clone().text();
  const isForm = request.headers.get("content-type")?.startsWith(formType) ?? body === "";
  return {
    method: request.method,
    path: path.slice(base.length),
    query: parsePairs(query),
    form: isForm ? parsePairs(body) : [],
    text: isForm ? "" : body,
    headers: new Map(request.headers.entries()),
  };
}
