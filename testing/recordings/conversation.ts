/** One request and its answer as they went over the wire, and how to watch them go. */

import { formType, type Pair, parsePairs, splitTarget, targetOf } from "./fields.ts";

/** A request and the answer to it. */
export interface Conversation {
  readonly request: SentRequest;
  readonly answer: ReceivedAnswer;
}

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: readonly Pair[];
  readonly form: readonly Pair[];
  /** The text of a body that is no form. */
  readonly text: string;
  readonly headers: ReadonlyMap<string, string>;
}

export interface ReceivedAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** The part of `fetch` that a client needs. */
export type Fetch = (request: Request) => Promise<Response>;

/**
 * A `fetch` that tells of every request that it sends and of the answer that comes. `change` may
 * put another request in the place of the client's own; both are told.
 */
export function observe(
  fetch: Fetch,
  watch: {
    readonly change?: (request: Request) => Promise<Request>;
    readonly meant: (request: SentRequest) => void;
    readonly done: (conversation: Conversation) => void;
  },
): (asked: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (asked, init) => {
    const request = new Request(asked, init);
    watch.meant(await readRequest(request));
    const outgoing = watch.change === undefined ? request : await watch.change(request);
    const sent = await readRequest(outgoing);
    const response = await fetch(outgoing);
    const text = await response.clone().text();
    const headers = new Map(response.headers.entries());
    watch.done({ request: sent, answer: { status: response.status, headers, text } });
    return response;
  };
}

/** The fields of a request from both places, in the order in which they are signed. */
export function allFields(request: SentRequest): readonly Pair[] {
  return [...request.query, ...request.form];
}

/** Reads a request without using it up. */
export async function readRequest(request: Request): Promise<SentRequest> {
  const { path, query } = splitTarget(targetOf(request.url));
  const body = request.body === null ? "" : await request.clone().text();
  const isForm = request.headers.get("content-type")?.startsWith(formType) ?? body === "";
  return {
    method: request.method,
    path,
    query: parsePairs(query),
    form: isForm ? parsePairs(body) : [],
    text: isForm ? "" : body,
    headers: new Map(request.headers.entries()),
  };
}
