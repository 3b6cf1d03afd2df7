/** Turns a response of the sandbox into a web-standard `Response`, with its injected fault. */

import type { Clock } from "../exchange/clock.ts";
import type { HttpResponse, TransportFault } from "./messages.ts";

/** What sending may wait for. */
export interface Delivery {
  readonly after: Clock["after"];
  /** Ends the wait for the response and the reading of its body. */
  readonly signal: AbortSignal | undefined;
}

/**
 * The `Response`. A broken connection rejects with the `TypeError` that fetch throws for it, or
 * makes reading the body fail; one that hangs waits for the signal.
 */
export async function responseOf(response: HttpResponse, delivery: Delivery): Promise<Response> {
  const { status, headers, transportFault: fault } = response;
  if (fault?.lost === "hang") return untilAborted(new Promise<never>(() => {}), delivery.signal);
  if (fault?.lost !== undefined) throw fetchFailure(fault.lost);
  if (fault?.garble !== undefined) throw fetchFailure("garble");
  if ([204, 205, 304].includes(status)) return new Response(null, { status, headers });
  const isWhole = fault?.endAfter === undefined && fault?.pieces === undefined;
  const body = isWhole ? (fault?.bytes ?? response.body) : streamOf(response, delivery);
  return new Response(body as BodyInit, { status, headers });
}

/** Waits for a promise, but no longer than until the signal. */
export async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return work;
  signal.throwIfAborted();
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function fetchFailure(how: keyof typeof causes): TypeError {
  return new TypeError("fetch failed", { cause: causeOf(how) });
}

/** The causes that fetch on Node gives, by which clients distinguish them. */
const causes = {
  drop: ["other side closed", "UND_ERR_SOCKET"],
  reset: ["read ECONNRESET", "ECONNRESET"],
  garble: ["Expected HTTP/", "HPE_INVALID_CONSTANT"],
} as const;

function causeOf(how: keyof typeof causes): Error {
  const [message, code] = causes[how];
  return Object.assign(new Error(message), { code });
}

/** The body in chunks, and whether the connection is closed after the last one. */
export interface BodyChunks {
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly everyMs: number;
  readonly isCut: boolean;
}

/** How the body of a response is to be sent. */
export function chunksOf(body: string, fault: TransportFault = {}): BodyChunks {
  const whole = fault.bytes ?? new TextEncoder().encode(body);
  const { endAfter = whole.byteLength, pieces } = fault;
  return {
    bytes: whole.subarray(0, endAfter),
    size: pieces?.bytes ?? Math.max(1, whole.byteLength),
    everyMs: pieces?.everyMs ?? 0,
    isCut: endAfter < whole.byteLength,
  };
}

/** The body chunk by chunk; it fails where the connection is closed before its end. */
function streamOf(response: HttpResponse, { after, signal }: Delivery): ReadableStream<Uint8Array> {
  const { bytes, size, everyMs, isCut } = chunksOf(response.body, response.transportFault);
  let sent = 0;
  return new ReadableStream({
    start: (controller) => {
      signal?.addEventListener("abort", () => controller.error(signal.reason), { once: true });
    },
    pull: async (controller) => {
      if (sent >= bytes.byteLength) {
        if (isCut) controller.error(new TypeError("terminated", { cause: causeOf("drop") }));
        else controller.close();
        return;
      }
      if (everyMs > 0 && sent > 0) await new Promise<void>((resolve) => after(everyMs, resolve));
      if (signal?.aborted === true) return;
      controller.enqueue(bytes.subarray(sent, sent + size));
      sent += size;
    },
  });
}
