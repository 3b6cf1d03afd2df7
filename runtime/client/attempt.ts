/** One attempt of a call: stamp, sign, send, read the response, and classify it. */

import type { Outcome } from "../errors.ts";
import { ApiError, TimeoutError, TransportError, UnreadableResponseError } from "../errors.ts";
import type { Advice } from "../tables.ts";
import type { Attempt, CallContext, CallState, FailedAttempt } from "./context.ts";
import type { Deadline } from "./deadline.ts";
import { noSignal } from "./deadline.ts";
import { notify } from "./options.ts";
import type { Redact } from "./redact.ts";
import { errorCodeOf, isNotSent, redactedError, redactedHeaders, redactorFor } from "./redact.ts";
import type { OutgoingRequest } from "./request.ts";
import { writeRequest } from "./request.ts";
import type { BodyText } from "./response.ts";
import { isResponse, readBody, readResponse } from "./response.ts";
import { adviceForStatus, isOutcomeOpen, retryAfterMs, ruleFor } from "./retry.ts";

/** Sends once. Rejects when the call is interrupted, or the request could not be made. */
export async function attemptOnce(state: CallState, context: CallContext): Promise<Attempt> {
  const { request, plan, deadline } = state;
  const { settings, signer, clock } = context;
  deadline.check();
  const timestampMs = clock.serverMs();
  const before = plan.beforeSend?.(timestampMs);
  if (before !== undefined) await deadline.guard(() => before);
  const written = writeRequest(request, context, signer, timestampMs);
  const outgoing = written instanceof Promise ? await deadline.guard(() => written) : written;
  deadline.check();
  const limit = deadline.within(settings.attemptTimeoutMs);
  let received: Received;
  try {
    received = await limit.guard(() => transfer(outgoing, limit, state, context));
  } catch (error) {
    if (deadline.interruption() !== undefined) throw error;
    const isTimeout = limit.interruption() !== undefined;
    return isTimeout ? attemptTimeout(state, context) : transportFailure(error, state, context);
  } finally {
    limit.release();
  }
  return classify(received, state, context);
}

/** What came back; a redirect, and what is no response, come without a body. */
interface Received {
  readonly response: Response;
  readonly body?: BodyText;
}

/** Everything that uses the network. */
async function transfer(
  { url, headers, body, signature }: OutgoingRequest,
  limit: Deadline,
  state: CallState,
  context: CallContext,
): Promise<Received> {
  const { request, call, attempt } = state;
  const { fetch, responseBytesMax } = context.settings;
  const { id: operation, method, signed } = request.operation;
  notify(context, { kind: "request", call, operation, attempt });
  state.isUncertain = true;
  state.sent = attempt;
  state.signature = signature;
  const signal = fetch.usesDeadline === true ? noSignal : limit.signal;
  const init = { method, headers, body, redirect: "manual", signal, deadline: limit } as const;
  const sent = fetch(url, init);
  // Only now, so that the call takes the open connection.
  if (signed) context.refreshClock?.();
  const response = await sent;
  if (!isResponse(response)) return { response: Response.error() };
  const isRedirected = isRedirect(response);
  if (isRedirected || limit.interruption() !== undefined) {
    // Frees the connection of a transport that ignores the signal.
    response.body?.cancel().catch(() => undefined);
  }
  limit.check();
  notifyResponse(response, state, context);
  return isRedirected
    ? { response }
    : { response, body: await readBody(response, responseBytesMax) };
}

function notifyResponse(
  { status, headers }: Response,
  state: CallState,
  context: CallContext,
): void {
  if (context.settings.onEvent === undefined) return;
  const { request, call, attempt } = state;
  notify(context, {
    kind: "response",
    call,
    operation: request.operation.id,
    attempt,
    status,
    get headers() {
      return redactedHeaders(headers, redactorOf(state, context));
    },
  });
}

/** The last of the three: a transport that followed a redirect on its own. */
function isRedirect({ type, status, redirected }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400) || redirected;
}

function classify({ response, body }: Received, state: CallState, context: CallContext): Attempt {
  if (body === undefined) {
    const reason =
      response.type === "error"
        ? "is no Response; give the client another fetch"
        : "is a redirect, which is not followed: key and signature stay at one address";
    return unreadable({ reason }, "", response, state, context);
  }
  const { text } = body;
  const { responseBytesMax: bytesMax, checkResponses } = context.settings;
  const read = readResponse(response.status, body, {
    bytesMax,
    envelope: context.tables.envelope,
    decode: context.decodeResponse,
    isLenient: checkResponses === false,
    id: state.request.operation.id,
    // The interface does not show what comes back for an order.
    takesAnyBody: state.request.placement !== undefined,
  });
  switch (read.kind) {
    case "success":
      return { kind: "done", response, ...body, value: read.value };
    case "error":
      return apiFailure(response, read.code, read.message ?? text, state, context);
    case "unreadable":
      return unreadable(read, text, response, state, context);
  }
}

/** The exchange, or a proxy in front of it, responded with an error. */
function apiFailure(
  { status, headers }: Response,
  code: number | undefined,
  message: string,
  state: CallState,
  context: CallContext,
): FailedAttempt {
  const { tables, clock, limits, errorNames, adviceSentences } = context;
  const fallback: Advice = status >= 500 ? "backOff" : "fixRequest";
  const advice = tables.advice[code ?? 0] ?? adviceForStatus(status, tables.statuses) ?? fallback;
  const waitMs = retryAfterMs(headers.get("retry-after"), clock.serverMs());
  const bannedUntilMs = limits?.banEndMs(status, message);
  const cause = { status, code, retryAfterMs: waitMs, bannedUntilMs };
  const error = new ApiError({
    ...cause,
    ...detailsOf(state),
    codeName: errorNames?.[code ?? 0],
    serverMessage: startOf(redactorOf(state, context)(message)),
    advice,
    adviceSentence: adviceSentences?.[advice],
  });
  const outcome = isSurelyRefused(error, tables) ? "notSent" : "unknown";
  return { kind: "failed", error, cause, headers, outcome };
}

/**
 * A 4xx status, or an error code in a 2xx response, says that nothing was done, unless the code
 * itself leaves that open. A code that only means "try again later" is trusted where the
 * documented retry policy names it.
 */
function isSurelyRefused(
  { status, code, advice }: ApiError,
  { retry, statuses }: CallContext["tables"],
): boolean {
  if (isOutcomeOpen(status, statuses) || advice === "queryFirst") return false;
  const rule = ruleFor(retry, { status, code });
  return advice !== "backOff" || (rule !== undefined && rule.assumed === undefined);
}

function unreadable(
  { reason, pointer }: { readonly reason: string; readonly pointer?: string | undefined },
  text: string,
  { status, headers }: Response,
  state: CallState,
  context: CallContext,
): FailedAttempt {
  const details = { ...detailsOf(state), pointer };
  const start = startOf(redactorOf(state, context)(text));
  const error = new UnreadableResponseError(reason, status, start, details);
  const cause = { status };
  return { kind: "failed", error, cause, headers, outcome: "unknown", isFinal: true };
}

function transportFailure(thrown: unknown, state: CallState, context: CallContext): FailedAttempt {
  const redact = redactorOf(state, context);
  const [outcome, what]: readonly [Outcome, string] = isNotSent(thrown)
    ? ["notSent", "could not reach the exchange"]
    : ["unknown", "lost the connection to the exchange"];
  const code = errorCodeOf(thrown);
  const error = new TransportError(
    `${state.request.operation.id} ${what}${code === undefined ? "" : ` (${redact(code)})`}. Try again later.`,
    outcome,
    { ...detailsOf(state), cause: redactedError(thrown, redact) },
  );
  return { kind: "failed", error, cause: {}, outcome };
}

function attemptTimeout(state: CallState, { settings }: CallContext): FailedAttempt {
  const limit = { name: "attemptTimeoutMs", ms: settings.attemptTimeoutMs } as const;
  const error = new TimeoutError(limit, "unknown", detailsOf(state));
  return { kind: "failed", error, cause: {}, outcome: "unknown" };
}

function redactorOf({ request, signature }: CallState, { settings }: CallContext): Redact {
  return redactorFor(settings, request.fields, signature);
}

function detailsOf({ request, attempt }: CallState) {
  return { operation: request.operation.id, attempts: attempt };
}

/** How much of a foreign text is shown. */
const startLength = 200;

function startOf(text: string): string {
  return text
    .slice(0, startLength)
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}/gu, "");
}
