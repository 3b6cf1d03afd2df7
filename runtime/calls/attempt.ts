/** One attempt of a call: send, read, and say what it means. */

import { ApiError, TransportError, UnreadableAnswerError } from "../api-error.ts";
import type { TradespecError } from "../api-error.ts";
import { readBody } from "./body.ts";
import type { BodyText } from "./body.ts";
import type { OutgoingCall } from "./call-plan.ts";
import type { CallerTables, Settings } from "./caller-options.ts";
import type { CallEvent } from "./call-event.ts";
import { codesOf, isNotSent } from "./connection-failure.ts";
import type { Deadline } from "./deadline.ts";
import { readAnswer } from "./envelope.ts";
import { fetchCall } from "./fetch-parts.ts";
import { redactedError } from "./redact.ts";
import type { Redact } from "./redact.ts";
import { adviceFor, endOfBan, retryAfterMs, ruleFor } from "./retry.ts";
import type { RetryFailure } from "./retry.ts";
import type { Advice, OperationDescriptor } from "../types.ts";

/** How an attempt ended. */
export type Attempt =
  | {
      readonly kind: "done";
      readonly response: Response;
      readonly text: string;
      readonly bytes: number;
      readonly value: unknown;
    }
  | FailedAttempt;

/** A failure, and whether the exchange can have carried the call out all the same. */
export interface FailedAttempt {
  readonly kind: "failed";
  readonly error: TradespecError;
  readonly failure: RetryFailure;
  /** Those of the answer, where one came. */
  readonly headers?: Headers;
  /** `no`: surely not. `unknown`: it may have. */
  readonly carriedOut: "no" | "unknown";
  /** Sending it again cannot help, whatever the policy says. */
  readonly isFinal: boolean;
}

/** What an attempt needs to know. */
export interface AttemptContext {
  readonly operation: OperationDescriptor;
  readonly attempt: number;
  readonly settings: Settings;
  readonly tables: CallerTables;
  readonly deadline: Deadline;
  readonly redact: Redact;
  /** The exchange's time, for Retry-After dates. */
  readonly serverMs: () => number;
}

/** Sends once. Rejects only when the deadline ends the call. */
export async function sendOnce(call: OutgoingCall, context: AttemptContext): Promise<Attempt> {
  const { deadline } = context;
  try {
    const { response, body } = await deadline.guard(() => transfer(call, context));
    if (body === undefined) {
      const reason = "is a redirect, which is not followed: key and signature stay at one address";
      return unreadable(reason, "", response, context);
    }
    if (body.kind === "fault") {
      return response.status >= 400
        ? refused(response, undefined, body.start, context)
        : unreadable(body.reason, body.start, response, context);
    }
    return interpret(response, body, context);
  } catch (error) {
    if (deadline.interruption() !== undefined) {
      throw error;
    }
    return broken(error, context);
  }
}

/** The whole exchange with the network; a redirect comes without its body. */
async function transfer(
  call: OutgoingCall,
  context: AttemptContext,
): Promise<{ readonly response: Response; readonly body?: BodyText }> {
  const { settings, deadline, operation, attempt } = context;
  const response = await fetchCall(call, operation.method, settings.fetch, deadline);
  const isRedirected = isRedirect(response);
  if (isRedirected || deadline.interruption() !== undefined) {
    // A transport that ignores the signal answers into the void: let go of its connection.
    response.body?.cancel().catch(() => undefined);
  }
  if (deadline.interruption() !== undefined) return { response };
  const { status, headers } = response;
  notify(context, { kind: "answer", operation: operation.id, attempt, status, headers });
  return isRedirected
    ? { response }
    : { response, body: await readBody(response, settings.answerBytesMax) };
}

/** The last of the three: a transport that followed a redirect on its own. */
function isRedirect({ type, status, redirected }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400) || redirected;
}

function interpret(
  response: Response,
  { text, bytes }: { readonly text: string; readonly bytes: number },
  context: AttemptContext,
): Attempt {
  const answer = readAnswer(response.status, text, context.tables.decode, context.operation.id);
  switch (answer.kind) {
    case "success":
      return { kind: "done", response, text, bytes, value: answer.value };
    case "failure":
      return refused(response, answer.code, answer.message ?? text, context);
    case "unreadable":
      return unreadable(answer.reason, text, response, context, answer.pointer);
  }
}

/** The exchange, or something in front of it, answered with a failure. */
function refused(
  { status, headers }: Response,
  code: number | undefined,
  words: string,
  context: AttemptContext,
): FailedAttempt {
  const { operation, attempt, tables, redact, serverMs } = context;
  const known = adviceFor(code, tables.codes) ?? adviceFor(status, tables.statuses);
  const { codeNames = {}, adviceWords } = tables;
  const fallback: Advice = status >= 500 ? "backOff" : "fixRequest";
  const waitMs = retryAfterMs(headers.get("retry-after"), serverMs());
  const ban = tables.limits?.rules.banned;
  const bannedUntilMs = status === ban?.status ? endOfBan(words, ban.endWord) : undefined;
  const advice = known ?? fallback;
  const error = new ApiError({
    operation: operation.id,
    attempts: attempt,
    status,
    code,
    codeName: Object.keys(codeNames).find((name) => codeNames[name] === code),
    serverMessage: startOf(redact(words)),
    advice,
    adviceWords: adviceWords?.[advice],
    retryAfterMs: waitMs,
    bannedUntilMs,
  });
  return {
    kind: "failed",
    error,
    failure: { status, code, retryAfterMs: waitMs, bannedUntilMs },
    headers,
    carriedOut: surelyRefused(status, error, context) ? "no" : "unknown",
    isFinal: false,
  };
}

/**
 * A status of the 4xx class, or a failure code in a success, says that nothing was done, except
 * where the code itself says that nobody knows. A code that only means "try again later" is
 * trusted when the documented retry policy names it, and taken for "nobody knows" otherwise.
 */
function surelyRefused(status: number, error: ApiError, { tables }: AttemptContext): boolean {
  if (status >= 500 || status === 408 || error.advice === "queryFirst") {
    return false;
  }
  const { code } = error;
  const rule = ruleFor(tables.retry, { status, code });
  return error.advice !== "backOff" || (rule !== undefined && rule.assumed === undefined);
}

function unreadable(
  reason: string,
  words: string,
  { status, headers }: Response,
  { operation, attempt, redact }: AttemptContext,
  pointer?: string,
): FailedAttempt {
  const details = { operation: operation.id, attempts: attempt, pointer };
  const error = new UnreadableAnswerError(reason, status, startOf(redact(words)), details);
  const failure = { status };
  return { kind: "failed", error, failure, headers, carriedOut: "unknown", isFinal: true };
}

function broken(cause: unknown, context: AttemptContext): FailedAttempt {
  const { operation, attempt, redact } = context;
  const notSent = isNotSent(cause);
  const where = notSent ? "could not reach the exchange" : "lost the connection to the exchange";
  const code = codesOf(cause)[0];
  const error = new TransportError(
    `${operation.id} ${where}${code === undefined ? "" : ` (${redact(code)})`}. Try again later.`,
    notSent ? "notSent" : "unknown",
    { operation: operation.id, attempts: attempt, cause: redactedError(cause, redact) },
  );
  const carriedOut = notSent ? "no" : "unknown";
  return { kind: "failed", error, failure: {}, carriedOut, isFinal: false };
}

/** How much of a foreign text is shown. */
const startLength = 200;

function startOf(text: string): string {
  return text
    .slice(0, startLength)
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}/gu, "");
}

/** A hook that throws must not change how a call ends. */
export function notify(
  { settings: { onEvent } }: Pick<AttemptContext, "settings">,
  event: CallEvent,
): void {
  if (onEvent === undefined) return;
  try {
    onEvent(event);
  } catch {
    // Its owner has to look after it.
  }
}
