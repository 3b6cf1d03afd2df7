/** One attempt of a call: stamp, sign, send, read the response, and classify it. */

import { ApiError, TransportError, UnreadableResponseError } from "../errors.ts";
import type { Advice } from "../tables.ts";
import type { Attempt, CallContext, CallState, FailedAttempt } from "./context.ts";
import { noSignal } from "./deadline.ts";
import { notify } from "./options.ts";
import { errorCodeOf, isNotSent, redactedError } from "./redact.ts";
import { writeRequest } from "./request.ts";
import type { BodyText } from "./response.ts";
import { readBody, readResponse } from "./response.ts";
import { adviceForStatus, banEndMs, retryAfterMs, ruleFor } from "./retry.ts";

/** Sends once. Rejects when the call is interrupted, or the request could not be made. */
export async function attemptOnce(state: CallState, context: CallContext): Promise<Attempt> {
  const { deadline, attempt } = state;
  let received: Received;
  try {
    received = await deadline.guard(() => transfer(state, context));
  } catch (error) {
    if (deadline.interruption() !== undefined || state.sent !== attempt) throw error;
    return transportFailure(error, state);
  }
  return classify(received, state, context);
}

/** What came back; a redirect comes without its body. */
interface Received {
  readonly response: Response;
  readonly body?: BodyText;
}

/** Everything that uses the network. */
async function transfer(state: CallState, context: CallContext): Promise<Received> {
  const { request, deadline, attempt } = state;
  const { settings, signer, clock } = context;
  const { id: operation, method, signed } = request.operation;
  if (signed) context.refreshClock?.();
  const timestampMs = clock.serverMs();
  const before = context.beforeSend?.(timestampMs);
  if (before !== undefined) await before;
  const written = writeRequest(request, context, signer, timestampMs);
  const { url, headers, body } = written instanceof Promise ? await written : written;
  deadline.check();
  notify(context, { kind: "request", operation, attempt });
  state.isUncertain = true;
  state.sent = attempt;
  const { fetch } = settings;
  const signal = fetch.usesDeadline === true ? noSignal : deadline.signal;
  const init = { method, headers, body, redirect: "manual", signal, deadline } as const;
  const response = await fetch(url, init);
  const isRedirected = isRedirect(response);
  if (isRedirected || deadline.interruption() !== undefined) {
    // Frees the connection of a transport that ignores the signal.
    response.body?.cancel().catch(() => undefined);
  }
  deadline.check();
  const { status } = response;
  notify(context, { kind: "response", operation, attempt, status, headers: response.headers });
  return isRedirected
    ? { response }
    : { response, body: await readBody(response, settings.responseBytesMax) };
}

/** The last of the three: a transport that followed a redirect on its own. */
function isRedirect({ type, status, redirected }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400) || redirected;
}

function classify({ response, body }: Received, state: CallState, context: CallContext): Attempt {
  const { id } = state.request.operation;
  if (body === undefined) {
    const reason = "is a redirect, which is not followed: key and signature stay at one address";
    return unreadable(reason, "", response, state);
  }
  if (body.kind === "fault") {
    return response.status >= 400
      ? apiFailure(response, undefined, body.start, state, context)
      : unreadable(body.reason, body.start, response, state);
  }
  const { text, bytes } = body;
  const read = readResponse(response.status, text, {
    envelope: context.tables.envelope,
    decode: context.decodeResponse,
    isLenient: context.settings.checkResponses === false,
    id,
  });
  switch (read.kind) {
    case "success":
      return { kind: "done", response, text, bytes, value: read.value };
    case "error":
      return apiFailure(response, read.code, read.message ?? text, state, context);
    case "unreadable":
      return unreadable(read.reason, text, response, state, read.pointer);
  }
}

/** The exchange, or a proxy in front of it, responded with an error. */
function apiFailure(
  { status, headers }: Response,
  code: number | undefined,
  message: string,
  { request, attempt, redact }: CallState,
  { tables, clock, limits, errorCodes, adviceSentences }: CallContext,
): FailedAttempt {
  const fallback: Advice = status >= 500 ? "backOff" : "fixRequest";
  const advice = tables.advice[code ?? 0] ?? adviceForStatus(status, tables.statuses) ?? fallback;
  const waitMs = retryAfterMs(headers.get("retry-after"), clock.serverMs());
  const ban = limits?.banned;
  const bannedUntilMs = status === ban?.status ? banEndMs(message, ban.endWord) : undefined;
  const cause = { status, code, retryAfterMs: waitMs, bannedUntilMs };
  const error = new ApiError({
    ...cause,
    operation: request.operation.id,
    attempts: attempt,
    codeName: errorCodes?.find((known) => known.code === code)?.name,
    serverMessage: startOf(redact(message)),
    advice,
    adviceSentence: adviceSentences?.[advice],
  });
  const carriedOut = isSurelyRefused(status, error, tables) ? "no" : "unknown";
  return { kind: "failed", error, cause, headers, carriedOut, isFinal: false };
}

/**
 * A 4xx status, or an error code in a 2xx response, says that nothing was done, unless the code
 * itself leaves that open. A code that only means "try again later" is trusted where the
 * documented retry policy names it.
 */
function isSurelyRefused(
  status: number,
  { code, advice }: ApiError,
  { retry }: CallContext["tables"],
): boolean {
  if (status >= 500 || status === 408 || advice === "queryFirst") return false;
  const rule = ruleFor(retry, { status, code });
  return advice !== "backOff" || (rule !== undefined && rule.assumed === undefined);
}

function unreadable(
  reason: string,
  text: string,
  { status, headers }: Response,
  { request, attempt, redact }: CallState,
  pointer?: string,
): FailedAttempt {
  const details = { operation: request.operation.id, attempts: attempt, pointer };
  const error = new UnreadableResponseError(reason, status, startOf(redact(text)), details);
  const cause = { status };
  return { kind: "failed", error, cause, headers, carriedOut: "unknown", isFinal: true };
}

function transportFailure(thrown: unknown, { request, attempt, redact }: CallState): FailedAttempt {
  const operation = request.operation.id;
  const notSent = isNotSent(thrown);
  const what = notSent ? "could not reach the exchange" : "lost the connection to the exchange";
  const code = errorCodeOf(thrown);
  const error = new TransportError(
    `${operation} ${what}${code === undefined ? "" : ` (${redact(code)})`}. Try again later.`,
    notSent ? "notSent" : "unknown",
    { operation, attempts: attempt, cause: redactedError(thrown, redact) },
  );
  const carriedOut = notSent ? "no" : "unknown";
  return { kind: "failed", error, cause: {}, carriedOut, isFinal: false };
}

/** How much of a foreign text is shown. */
const startLength = 200;

function startOf(text: string): string {
  return text
    .slice(0, startLength)
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}/gu, "");
}
