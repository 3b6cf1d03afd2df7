/** The web-standard face of the sandbox: a function from `Request` to `Response`. */

import { bodyBytesMax } from "../choices.ts";
import { controlPath } from "../control/http.ts";
import { responseOf, untilAborted } from "../faults/delivery.ts";
import type { Venue } from "../venue.ts";
import { type Answerer, answerRefusal, knowsPath } from "./answer.ts";
import type { HttpAnswer, HttpRequest } from "./message.ts";
import { Refusal } from "./refusal.ts";

export interface Caller {
  /** Address of the other end of the connection. */
  readonly ip: string;
  /** Ends the waiting for the answer; what was sent may be carried out all the same. */
  readonly signal?: AbortSignal | null | undefined;
}

/** Answers a request for a page beside the interface, or passes. */
export type PageHook = (request: Request) => Response | undefined;

/**
 * Answers any request. Rejects as fetch does: when the signal says so, and where a fault of the
 * plan breaks the connection.
 */
export type Handler = (request: Request, caller: Caller) => Promise<Response>;

/** What stands behind the handler. */
export interface HandlerParts {
  readonly venue: Venue;
  readonly answer: Answerer;
  /** Answers at the control endpoint. */
  readonly keeper: (request: HttpRequest) => Promise<HttpAnswer>;
  readonly page?: PageHook | undefined;
}

/** Puts the answerer behind `Request` and `Response`. */
export function createHandler({ venue, answer, keeper, page }: HandlerParts): Handler {
  const carry = async (request: Request, ip: string): Promise<HttpAnswer> => {
    const url = new URL(request.url);
    const body = await readBody(request);
    if (body === undefined) return answerRefusal(venue, ip, bodyTooLong());
    const read: HttpRequest = {
      method: request.method,
      path: url.pathname,
      query: url.search.slice(1),
      body,
      header: (name) => request.headers.get(name) ?? undefined,
      ip,
    };
    return url.pathname === controlPath ? keeper(read) : answer(read);
  };
  return async (request, { ip, signal }) => {
    signal?.throwIfAborted();
    const { pathname } = new URL(request.url);
    const isOurs = pathname === controlPath || knowsPath(pathname);
    const served = isOurs ? undefined : servePage(venue, page, request);
    if (served !== undefined) return served;
    const waiting = { after: venue.after, signal: signal ?? undefined };
    return responseOf(await untilAborted(carry(request, ip), waiting.signal), waiting);
  };
}

/** What the page hook answers; one that breaks is told to the keeper and answered with 500. */
export function servePage(
  venue: Venue,
  page: PageHook | undefined,
  request: Request,
): Response | undefined {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  try {
    return page?.(request);
  } catch (error) {
    venue.report(`the page failed: ${error instanceof Error ? error.message : String(error)}`);
    return new Response("The page failed; see the log of the sandbox.", { status: 500 });
  }
}

/** The refusal of a body that no documented request could have. */
export function bodyTooLong(): Refusal {
  const what = `the body is longer than ${bodyBytesMax} bytes.`;
  return new Refusal("TOO_MANY_PARAMETERS", what, { status: 413 });
}

/** The body as text, or `undefined` when it is too long; stops reading where that is known. */
async function readBody(request: Request): Promise<string | undefined> {
  if (request.body === null) return "";
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let text = "";
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    if (length > bodyBytesMax) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
