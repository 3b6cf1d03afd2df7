/** Brings a spoilt answer to a caller in the same process, as a network would. */

import type { Timekeeper } from "../clock.ts";
import type { HttpAnswer } from "../http/message.ts";

/** Where and until when somebody waits for an answer. */
export interface Waiting {
  readonly after: Timekeeper["after"];
  /** Ends the waiting, and the reading of the body. */
  readonly signal: AbortSignal | undefined;
}

/**
 * The answer as a `Response`. A connection that breaks rejects with the `TypeError` that fetch has
 * for it, or makes the body fail; one that hangs waits for the signal.
 */
export async function responseOf(answer: HttpAnswer, waiting: Waiting): Promise<Response> {
  const { status, headers, spoilt } = answer;
  if (spoilt?.lost !== undefined) return lose(spoilt.lost, waiting.signal);
  if (spoilt?.garble !== undefined) throw failed(causeOf("garble"));
  if ([204, 205, 304].includes(status)) return new Response(null, { status, headers });
  const isWhole = spoilt?.endAfter === undefined && spoilt?.pieces === undefined;
  const body = isWhole ? (spoilt?.bytes ?? answer.body) : streamOf(answer, waiting);
  return new Response(body as BodyInit, { status, headers });
}

/** Waits for what it is given, but no longer than until the signal. */
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

type Loss = "hang" | "drop" | "reset";

function lose(how: Loss, signal: AbortSignal | undefined): Promise<never> {
  if (how === "hang") return untilAborted(new Promise<never>(() => {}), signal);
  return Promise.reject(failed(causeOf(how)));
}

function failed(cause: Error): TypeError {
  return new TypeError("fetch failed", { cause });
}

/** The reasons that fetch on Node gives, by which clients tell the one from the other. */
function causeOf(how: "drop" | "reset" | "garble"): Error {
  const [message, code] = causes[how];
  return Object.assign(new Error(message), { code });
}

const causes = {
  drop: ["other side closed", "UND_ERR_SOCKET"],
  reset: ["read ECONNRESET", "ECONNRESET"],
  garble: ["Expected HTTP/", "HPE_INVALID_CONSTANT"],
} as const;

/** The pieces of a body, the size of each, and whether the connection ends behind them. */
export interface Pieces {
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly everyMs: number;
  readonly isCut: boolean;
}

/** How the body of a spoilt answer is to be sent. */
export function piecesOf({ body, spoilt = {} }: HttpAnswer): Pieces {
  const whole = spoilt.bytes ?? new TextEncoder().encode(body);
  const { endAfter = whole.byteLength, pieces } = spoilt;
  return {
    bytes: whole.subarray(0, endAfter),
    size: pieces?.bytes ?? Math.max(1, whole.byteLength),
    everyMs: pieces?.everyMs ?? 0,
    isCut: endAfter < whole.byteLength,
  };
}

/** The body piece by piece; it fails where the connection ends before its end. */
function streamOf(answer: HttpAnswer, { after, signal }: Waiting): ReadableStream<Uint8Array> {
  const { bytes, size, everyMs, isCut } = piecesOf(answer);
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
