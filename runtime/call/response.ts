/** Reads a response: its body within a limit, and whether it is a success or an error. */

import { parseJson } from "../encoding/json.ts";
import type { Fields } from "../encoding/json-value.ts";
import { ApiError, UnreadableResponseError } from "../errors.ts";
import type { EnvelopeDescriptor } from "../tables.ts";
import type { Attempt, CallContext, CallState, FailedAttempt } from "./context.ts";
import { redactorFor } from "./redact.ts";
import { decide, retryAfterMs } from "./retry.ts";

/** The text of a body, and its length in bytes. */
export interface BodyText {
  readonly text: string;
  readonly bytes: number;
  /** Some bytes were not UTF-8 and were replaced. */
  readonly isReplaced?: boolean;
}

/** Made on first use; a new one per body would cost more than the reading. */
let utf8: TextDecoder | undefined;

/** The text of a whole body, without a byte order mark. */
export function bodyText(body: ArrayBuffer | Uint8Array): BodyText {
  const bytes = body.byteLength;
  try {
    utf8 ??= new TextDecoder("utf-8", { fatal: true });
    return { text: utf8.decode(body), bytes };
  } catch {
    return { text: new TextDecoder().decode(body), bytes, isReplaced: true };
  }
}

/**
 * Method of our own transports that gives a body without a stream; the same symbol in every copy of
 * the package.
 */
export const collectBody: unique symbol = Symbol.for("tradespec.collectBody");

/** A response of our own transports. */
export interface Collectable {
  /**
   * Reads to the end, or until more than `bytesMax` bytes have come; bytes that are not UTF-8 are
   * replaced. Rejects when the connection fails meanwhile.
   */
  readonly [collectBody]: (bytesMax: number) => Promise<BodyText>;
}

/** Whether a `fetch` gave an unread Response: a user's `fetch` may give anything. */
export function isResponse(given: unknown): given is Response {
  const { status, headers, body, bodyUsed } = Object(given);
  return status >= 0 && headers?.get && !bodyUsed && (body === null || body?.cancel);
}

/**
 * Reads at most `bytesMax` bytes after decompression and stops the transfer at the first byte
 * beyond. Rejects as the transport does when the connection fails meanwhile.
 */
export function readBody(
  response: Response & Partial<Collectable>,
  bytesMax: number,
): Promise<BodyText> {
  const collect = response[collectBody];
  if (collect !== undefined) return collect.call(response, bytesMax);
  // Several times faster than a stream.
  if (statedLength(response) <= bytesMax) {
    return response.arrayBuffer().then(bodyText);
  }
  return readStream(response, bytesMax);
}

/** The stated length, unless the body may be compressed by a header that we cannot see. */
function statedLength({ type, headers }: Response): number {
  const isPlain = type === "basic" && !headers.has("content-encoding");
  return isPlain ? Number(headers.get("content-length") ?? Infinity) : Infinity;
}

async function readStream(response: Response, bytesMax: number): Promise<BodyText> {
  const reader = response.body?.getReader();
  const parts: BlobPart[] = [];
  let bytes = 0;
  while (bytes <= bytesMax) {
    const part = await reader?.read();
    if (part === undefined || part.done) break;
    parts.push(part.value);
    bytes += part.value.byteLength;
  }
  // The transfer is cancelled, so its own error is irrelevant.
  reader?.cancel().catch(() => undefined);
  return bodyText(await new Blob(parts).arrayBuffer());
}

/**
 * `undefined` for everything but one whole object or list: the start of a longer body can be a
 * number or a word, but never a closed object. With `isAny` those become an object without fields.
 */
function parseBody(text: string, isAny: boolean): object | undefined {
  const other = isAny ? {} : undefined;
  if (text.trim() === "") return other;
  try {
    const value = parseJson(text);
    return typeof value === "object" && value !== null ? value : other;
  } catch {
    return undefined;
  }
}

interface Envelope {
  readonly code: number;
  readonly message: string | undefined;
}

/**
 * An object with a code and a message, or with a code and only envelope fields. More fields beside
 * a message are ignored: the exchange may add some, and an error must never be taken for an order.
 */
function envelopeOf(value: object | undefined, names: EnvelopeDescriptor): Envelope | undefined {
  // A list has none of these fields.
  const fields = Object(value) as Fields;
  const code = codeOf(fields[names.code]);
  const text = fields[names.message];
  const message = typeof text === "string" ? text : undefined;
  const known: readonly unknown[] = [names.code, names.message, names.timestamp, names.data];
  const isBare = (): boolean => Object.keys(fields).every((name) => known.includes(name));
  return code === undefined || (message === undefined && !isBare()) ? undefined : { code, message };
}

function codeOf(code: unknown): number | undefined {
  if (typeof code === "string" && /^-?[0-9]{1,9}$/.test(code)) return Number(code);
  return typeof code === "number" || typeof code === "bigint" ? Number(code) : undefined;
}

/** A received response; a redirect and an invalid response have no body. */
export interface Received {
  readonly response: Response;
  readonly body?: BodyText;
}

/**
 * What an attempt came to, by its response. The HTTP status decides first: from 400 on it is an
 * error whatever the body says. Below that, an envelope with an error code is an error, and any
 * other object or list is a success; for a placement also any other JSON and no body.
 */
export function classifyResponse(
  { response, body }: Received,
  state: CallState,
  context: CallContext,
): Attempt {
  const { tables, features, settings } = context;
  const { envelope: names } = tables;
  const { responseBytesMax: bytesMax, checkResponses } = settings;
  const { status, headers } = response;
  const unreadable = (reason: string, pointer?: string): FailedAttempt => {
    const start = startOf(redactorFor(settings, state)(body?.text ?? ""));
    const details = { ...detailsOf(state), pointer };
    const error = new UnreadableResponseError(reason, status, start, details);
    return { kind: "failed", error, cause: { status }, headers, outcome: "unknown", isFinal: true };
  };
  if (body === undefined) return unreadable(response.type === "error" ? noResponse : redirect);
  const { text, bytes, isReplaced } = body;
  const { operation, placement } = state.request;
  // The interface does not document the response to an order.
  const value = bytes > bytesMax ? undefined : parseBody(text, placement !== undefined);
  const envelope = names && envelopeOf(value, names);
  const failure = () =>
    apiFailure(response, envelope?.code, envelope?.message ?? text, state, context);
  if (status >= 400) return failure();
  if (status < 200 || status >= 300) return unreadable("is neither a success nor an error");
  if (bytes > bytesMax) {
    return unreadable(`is longer than ${bytesMax} bytes; raise responseBytesMax to allow it`);
  }
  if (isReplaced) return unreadable("is not UTF-8");
  if (value === undefined) {
    return unreadable(text.trim() === "" ? "is empty" : "cannot be read as JSON");
  }
  if (envelope !== undefined && !names?.successCodes.includes(envelope.code)) return failure();
  const payloadOf = (whole: unknown): unknown =>
    envelope === undefined ? whole : ((whole as Fields)[names?.data ?? ""] ?? {});
  const done = (decoded: unknown) => ({ kind: "done", response, ...body, value: decoded }) as const;
  const { decodeResponse: decode } = features;
  if (decode === undefined) return done(payloadOf(value));
  const given = { value: payloadOf(value), text, payloadOf };
  const decoded = decode(operation.id, given, checkResponses === false);
  if (decoded.kind === "value") return done(decoded.value);
  const { pointer, reason } = decoded;
  return unreadable(`is not as documented: ${pointer || "it"} ${reason}`, pointer);
}

/** The exchange, or a proxy in front of it, responded with an error. */
function apiFailure(
  { status, headers }: Response,
  code: number | undefined,
  message: string,
  state: CallState,
  context: CallContext,
): FailedAttempt {
  const { tables, clock, limits, features } = context;
  const { advice, isOpen } = decide({ status, code }, tables, state.request.operation);
  const cause = {
    status,
    code,
    retryAfterMs: retryAfterMs(headers.get(tables.retry.header), clock.serverMs()),
    bannedUntilMs: limits?.banEndMs(status, message),
  };
  const error = new ApiError({
    ...cause,
    ...detailsOf(state),
    codeName: features.errorNames?.[code ?? 0],
    serverMessage: startOf(redactorFor(context.settings, state)(message)),
    advice,
    adviceSentence: [
      (advice === "resyncClock" && state.resynced) || features.adviceSentences?.[advice],
      state.plan.hintFor?.(advice, state.request),
    ]
      .join(" ")
      .trim(),
  });
  return { kind: "failed", error, cause, headers, outcome: isOpen ? "unknown" : "notSent" };
}

const noResponse = "is not an unread Response; give the client another fetch";
const redirect = "is a redirect, which is not followed, to protect key and signature";

/** What every error of an attempt says. */
export function detailsOf({ request, attempt }: CallState) {
  return { operation: request.operation.id, attempts: attempt };
}

/** Characters of foreign text that are shown. */
const startLength = 200;

/** The start of a foreign text, on one line. */
function startOf(text: string): string {
  return text
    .slice(0, startLength)
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}/gu, "");
}
