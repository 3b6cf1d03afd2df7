/** The sandbox as a function from `Request` to `Response`; faults look like those of fetch. */

import { bodyBytesMax } from "../defaults.ts";
import type { Clock } from "../exchange/clock.ts";
import { bodyTooLong, chunksOf, type HttpRequest, type HttpResponse } from "./messages.ts";
import { errorResponse } from "./request-handler.ts";
import { type HttpRoutes, route } from "./routes.ts";

/**
 * Handles a request from an address. Rejects like fetch when an injected fault breaks the
 * connection or the signal is aborted; the request may be executed all the same.
 */
export type FetchHandler = (
  request: Request,
  caller: { readonly ip: string; readonly signal?: AbortSignal | null | undefined },
) => Promise<Response>;

/** Makes a handler for `Request` and `Response` from routes. */
export function createFetchHandler(routes: HttpRoutes): FetchHandler {
  const { after } = routes.exchange;
  return async (request, { ip, signal = null }) => {
    signal?.throwIfAborted();
    const reader: Reader = { after, signal, leave: () => {} };
    const onLeave = (leave: () => void) => void Object.assign(reader, { leave });
    const sent = handle(routes, request, { ip, onLeave });
    const response = sent.then((whole) => responseOf(whole, reader));
    return signal === null ? response : untilAborted(response, signal, reader);
  };
}

/** Who reads a response, and leaves by a signal. */
interface Reader extends Pick<Clock, "after"> {
  readonly signal: AbortSignal | null;
  readonly leave: () => void;
}

async function handle(
  routes: HttpRoutes,
  request: Request,
  sender: Pick<HttpRequest, "ip" | "onLeave">,
): Promise<HttpResponse> {
  const url = new URL(request.url);
  const body = await readBody(request);
  if (body === undefined) return errorResponse(routes.exchange, sender.ip, bodyTooLong());
  return route(routes, {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    body,
    header: (name) => request.headers.get(name) ?? undefined,
    ...sender,
  });
}

/** The body as text, or `undefined` when it is too long; stops reading at the limit. */
async function readBody(request: Request): Promise<string | undefined> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let text = "";
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > bodyBytesMax) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * The `Response`. A broken connection rejects with fetch's `TypeError`, or makes reading the body
 * fail; a hanging one never settles.
 */
function responseOf(response: HttpResponse, reader: Reader): Response | Promise<never> {
  const { status, headers, transportFault: fault } = response;
  if (fault?.lost === "hang") return new Promise(() => {});
  if (fault?.lost !== undefined) throw brokenConnection("fetch failed", fault.lost);
  if (fault?.garble !== undefined) throw brokenConnection("fetch failed", "garble");
  if ([204, 205, 304].includes(status)) return new Response(null, { status, headers });
  const isWhole = fault?.endAfter === undefined && fault?.pieces === undefined;
  const body = isWhole ? (response.bytes ?? response.body) : streamOf(response, reader);
  return new Response(body as BodyInit, { status, headers });
}

/** Waits for a promise, but only until the signal. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal, reader: Reader) {
  return new Promise<Result>((resolve, reject) => {
    const stop = (): void => {
      reader.leave();
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", stop, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** The causes of fetch on Node, by which clients distinguish them. */
const causes = {
  drop: ["other side closed", "UND_ERR_SOCKET"],
  reset: ["read ECONNRESET", "ECONNRESET"],
  garble: ["Expected HTTP/", "HPE_INVALID_CONSTANT"],
} as const;

function brokenConnection(text: string, how: keyof typeof causes): TypeError {
  const [message, code] = causes[how];
  return new TypeError(text, { cause: Object.assign(new Error(message), { code }) });
}

/** The body in chunks; fails where the connection is closed early. */
function streamOf(response: HttpResponse, reader: Reader) {
  const { after, signal } = reader;
  const { bytes, size, everyMs, isCut } = chunksOf(response);
  let sent = 0;
  let stop = (): void => {};
  const forget = (): void => signal?.removeEventListener("abort", stop);
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      stop = () => {
        reader.leave();
        controller.error(signal?.reason);
      };
      signal?.addEventListener("abort", stop);
    },
    cancel: forget,
    pull: async (controller) => {
      if (sent >= bytes.byteLength) {
        forget();
        if (isCut) controller.error(brokenConnection("terminated", "drop"));
        else controller.close();
        return;
      }
      if (everyMs > 0 && sent > 0) await new Promise<void>((resolve) => after(everyMs, resolve));
      controller.enqueue(bytes.subarray(sent, sent + size));
      sent += size;
    },
  });
}
