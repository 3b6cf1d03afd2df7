/** One call: a checked request, attempts until one succeeds or no retry is left, and its error. */

import type { GivenFields } from "../encoding/plain-fields.ts";
import type { Outcome } from "../errors.ts";
import {
  AbortedError,
  TimeoutError,
  TradespecError,
  TransportError,
  UnknownOutcomeError,
} from "../errors.ts";
import type { OperationDescriptor } from "../tables.ts";
import type {
  Attempt,
  CallContext,
  CallPlan,
  CallState,
  CompletedCall,
  FailedAttempt,
} from "./context.ts";
import { Deadline, noSignal } from "./deadline.ts";
import type { CallOptions } from "./options.ts";
import { notify } from "./options.ts";
import { isNotSent, reasonOf, redactedHeaders, redactorFor, safeError } from "./redact.ts";
import type { OutgoingRequest, PreparedRequest } from "./request.ts";
import { prepareRequest, writeRequest } from "./request.ts";
import type { Received } from "./response.ts";
import { classifyResponse, detailsOf, isResponse, readBody } from "./response.ts";
import type { RetryStep } from "./retry.ts";
import { nextStep } from "./retry.ts";

/**
 * Calls an operation.
 * @throws InvalidRequestError, ApiError, TransportError, TimeoutError, AbortedError,
 * UnreadableResponseError; UnknownOutcomeError for a placement that may have been carried out.
 */
export function performCall(
  operation: OperationDescriptor,
  given: GivenFields,
  options: CallOptions,
  context: CallContext,
  plan: CallPlan = noPlan,
): Promise<CompletedCall> {
  let request: PreparedRequest;
  try {
    request = prepareRequest(operation, given, options, context);
  } catch (error) {
    return Promise.reject(error);
  }
  // Not async: one promise less for every call.
  return sendRequest(request, options, context, plan);
}

const noPlan: CallPlan = {};

/** Sends a prepared request; throws like `performCall`. */
export async function sendRequest(
  request: PreparedRequest,
  options: CallOptions,
  context: CallContext,
  plan: CallPlan,
): Promise<CompletedCall> {
  const { settings, limits, retries } = context;
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs;
  const deadline = new Deadline(timeoutMs, settings, options.signal);
  plan.onStart?.(deadline);
  const call = plan.call ?? context.nextCall();
  const { sent = 0 } = plan;
  const state: CallState = { request, plan, call, deadline, timeoutMs, attempt: sent, sent };
  try {
    const checked = plan.check?.(request, deadline.leftMs());
    if (checked !== undefined) await deadline.guard(() => checked);
    retries.earn();
    for (;;) {
      state.attempt += 1;
      const ended = await (limits === undefined
        ? attemptOnce(state, context)
        : limits.attempt(state, context, attemptOnce));
      if (ended.kind === "done") {
        if (state.hasSpentRetry) retries.giveBack();
        return ended;
      }
      state.last = ended;
      state.isUncertain = ended.outcome === "unknown";
      await prepareRetry(ended, state, context);
    }
  } catch (thrown) {
    const wasEnded = deadline.interruption() !== undefined;
    const error = wasEnded ? interruptedError(state, request.operation.id) : thrown;
    if (!state.isUncertain || !(error instanceof TradespecError)) throw error;
    plan.onOpenOutcome?.();
    const { placement, operation } = request;
    if (placement === undefined) throw error;
    const details = { operation: operation.id, attempts: state.sent, cause: error };
    throw new UnknownOutcomeError(placement.clientId, placement.ask, details);
  } finally {
    deadline.release();
  }
}

/** Sends once. Rejects when the call is interrupted or the request cannot be built. */
async function attemptOnce(state: CallState, context: CallContext): Promise<Attempt> {
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
    return transportFailure(error, limit.interruption() !== undefined, state, context);
  } finally {
    limit.release();
  }
  return classifyResponse(received, state, context);
}

/** Everything that uses the network. */
async function transfer(
  { url, headers, body, signature }: OutgoingRequest,
  deadline: Deadline,
  state: CallState,
  context: CallContext,
): Promise<Received> {
  const { request, plan, call, attempt } = state;
  const { fetch, responseBytesMax } = context.settings;
  const { id: operation, method, signed } = request.operation;
  notify(context, { kind: "request", call, operation, attempt });
  // The listener may have ended the call.
  deadline.check();
  state.isUncertain = true;
  state.sent = attempt;
  plan.onSent?.();
  state.signature = signature;
  const signal = fetch.usesDeadline ? noSignal : deadline.signal;
  // Otherwise Next.js keeps responses and repeats them later, even the exchange's time.
  const next = { revalidate: 0 };
  const init = { method, headers, body, redirect: "manual", next, signal, deadline } as const;
  const sent = fetch(url, init);
  // Only now, so that the call gets the open connection.
  if (signed) context.clock.refresh?.();
  const response = await sent;
  if (!isResponse(response)) return { response: Response.error() };
  const isRedirected = isRedirect(response);
  if (isRedirected || deadline.interruption() !== undefined) {
    // Frees the connection of a transport that ignores the signal.
    response.body?.cancel().catch(() => undefined);
  }
  deadline.check();
  const { status } = response;
  const arrived = new ResponseEvent(() =>
    redactedHeaders(response.headers, redactorFor(context.settings, state)),
  );
  const what = { kind: "response", call, operation, attempt, status } as const;
  notify(context, Object.assign(arrived, what));
  return isRedirected
    ? { response }
    : { response, body: await readBody(response, responseBytesMax) };
}

/**
 * An event that redacts headers when they are read: few listeners do. Its getter is one for all
 * events, because V8 keeps all that the getter of a literal refers to until a full collection.
 */
class ResponseEvent {
  declare readonly headers: Headers;
  readonly #redacted: () => Headers;

  constructor(redacted: () => Headers) {
    this.#redacted = redacted;
    Object.defineProperty(this, "headers", ResponseEvent.#headers);
  }

  static readonly #headers = {
    enumerable: true,
    get(this: ResponseEvent): Headers {
      return this.#redacted();
    },
  };
}

/** `redirected`: a transport that followed a redirect on its own. */
function isRedirect({ type, status, redirected }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400) || redirected;
}

/** Waits for the next attempt, or resyncs the clock for it; throws when there is none. */
async function prepareRetry(
  ended: FailedAttempt,
  state: CallState,
  context: CallContext,
): Promise<void> {
  const { deadline, request, call, attempt } = state;
  const step = retryStep(ended, state, context);
  if (step === undefined) throw ended.error;
  const waitMs = step === "resyncClock" ? 0 : step;
  const { id: operation } = request.operation;
  const reason = ended.error.name;
  notify(context, { kind: "retry", call, operation, attempt, waitMs, reason });
  if (step !== "resyncClock") return deadline.wait(waitMs);
  try {
    state.resynced = await deadline.guard(async () => context.clock.resync?.());
  } catch (error) {
    // Without the time the next attempt would fail the same way, and this error says more.
    throw error instanceof TradespecError ? ended.error : error;
  }
}

/** Decides about a retry. After an unknown outcome only what changes nothing is repeated. */
function retryStep(ended: FailedAttempt, state: CallState, context: CallContext): RetryStep {
  const { settings, tables, retries, clock } = context;
  const { request, plan, attempt, deadline, resynced } = state;
  const { method, changes } = request.operation;
  const isRepeatable = (method === "GET" && !changes) || ended.outcome === "notSent";
  const attemptsMax = plan.maxAttempts ?? settings.maxAttempts;
  if (!isRepeatable || ended.isFinal || attempt >= attemptsMax) return undefined;
  const step = nextStep(tables.retry, ended.cause, attempt, settings.random, settings.waitMsMax);
  if (step === "resyncClock") {
    return resynced || request.hasOwnTimestamp || !clock.resync ? undefined : step;
  }
  if (step === undefined) return undefined;
  // After a Retry-After the limiter waits until it is over by the exchange's clock, too.
  const spareMs = ended.cause.retryAfterMs ? 100 + Math.min(1000, clock.errorMs()) : 0;
  // A wait that leaves no time would only replace this error by a timeout.
  if (step + spareMs >= deadline.leftMs() || !retries.spend()) return undefined;
  state.hasSpentRetry = true;
  return step;
}

/** The error of a call that its deadline or its caller's signal ended. */
export function interruptedError(
  { deadline, timeoutMs, sent, isUncertain, last }: InterruptedCall,
  operation: string,
): TradespecError {
  const outcome: Outcome = isUncertain ? "unknown" : "notSent";
  const interruption = deadline.interruption();
  const aborted = interruption?.kind === "aborted";
  const cause = aborted ? safeError(interruption.reason) : last?.error;
  const details = { operation, attempts: sent, cause };
  return aborted
    ? new AbortedError(`${operation} was aborted by its caller.`, outcome, details)
    : new TimeoutError({ name: "timeoutMs", ms: timeoutMs }, outcome, details);
}

type InterruptedCall = Pick<CallState, "deadline" | "timeoutMs" | "sent" | "isUncertain" | "last">;

/** No response came, in time or at all. */
function transportFailure(
  thrown: unknown,
  isTimeout: boolean,
  state: CallState,
  { settings: { attemptTimeoutMs: ms, baseUrl } }: CallContext,
): FailedAttempt {
  const { operation } = state.request;
  // A path could hold a token.
  const host = new URL(baseUrl).origin;
  const outcome: Outcome = !isTimeout && isNotSent(thrown) ? "notSent" : "unknown";
  const [what, fix] =
    outcome === "notSent"
      ? ["could not reach", "check address and network"]
      : [
          "lost the connection to",
          operation.changes ? "query the outcome before sending it again" : "try again later",
        ];
  const message = `${operation.id} ${what} ${host} (${reasonOf(thrown)}); ${fix}.`;
  const error = isTimeout
    ? new TimeoutError({ name: "attemptTimeoutMs", ms, host }, outcome, detailsOf(state))
    : new TransportError(message, outcome, { ...detailsOf(state), cause: safeError(thrown) });
  return { kind: "failed", error, cause: {}, outcome };
}
