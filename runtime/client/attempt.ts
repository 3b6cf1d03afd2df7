/** One attempt of a call: stamp, sign, send, read, and say what it means. */

import type { TradespecError } from "../errors.ts";
import { ApiError, TransportError, UnreadableAnswerError } from "../errors.ts";
import type { Advice } from "../tables.ts";
import type { BodyText, ReadText } from "./body.ts";
import { readBody } from "./body.ts";
import { notify } from "./call-event.ts";
import { writeCall } from "./call-plan.ts";
import { codeOf, isNotSent } from "./connection-failure.ts";
import type { Course, PerformContext } from "./course.ts";
import { unheard } from "./deadline.ts";
import { readAnswer } from "./envelope.ts";
import { redactedError } from "./redact.ts";
import type { RetryFailure } from "./retry.ts";
import { adviceOfStatus, endOfBan, retryAfterMs, ruleFor } from "./retry.ts";

/** How an attempt ended. */
export type Attempt = Performed | FailedAttempt;

/** An answer that is a success: as it came, and what was decoded of it. */
export interface Performed {
  readonly kind: "done";
  readonly response: Response;
  readonly text: string;
  /** Length of the text in bytes. */
  readonly bytes: number;
  readonly value: unknown;
}

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

/** Stamps, signs and sends once. Rejects when the call is ended, or nothing could be sent. */
export async function attemptOnce(course: Course, context: PerformContext): Promise<Attempt> {
  const { deadline, attempt } = course;
  let answer: Answer;
  try {
    answer = await deadline.guard(() => transfer(course, context));
  } catch (error) {
    if (deadline.interruption() !== undefined || course.sent !== attempt) throw error;
    return broken(error, course);
  }
  const { response, body } = answer;
  if (body === undefined) {
    const reason = "is a redirect, which is not followed: key and signature stay at one address";
    return unreadable(reason, "", response, course);
  }
  if (body.kind === "fault") {
    return response.status >= 400
      ? refused(response, undefined, body.start, course, context)
      : unreadable(body.reason, body.start, response, course);
  }
  return interpret(response, body, course, context);
}

/** What came back; a redirect comes without its body. */
interface Answer {
  readonly response: Response;
  readonly body?: BodyText;
}

/** The whole exchange with the network. */
async function transfer(course: Course, context: PerformContext): Promise<Answer> {
  const { plan, deadline, attempt } = course;
  const { settings, signer, clock } = context;
  const { id: operation, method, signed } = plan.operation;
  if (signed) context.freshen?.();
  const stampMs = clock.serverMs();
  const told = context.beforeSend?.(stampMs);
  if (told !== undefined) await told;
  const written = writeCall(plan, context, signer, stampMs);
  const { url, headers, body } = written instanceof Promise ? await written : written;
  deadline.check();
  notify(context, { kind: "request", operation, attempt });
  course.isOpen = true;
  course.sent = attempt;
  const { fetch } = settings;
  const signal = fetch.hearsEnd === true ? unheard : deadline.signal;
  const init = { method, headers, body, redirect: "manual", signal, deadline } as const;
  const response = await fetch(url, init);
  const isRedirected = isRedirect(response);
  if (isRedirected || deadline.interruption() !== undefined) {
    // A transport that ignores the signal answers into the void: let go of its connection.
    response.body?.cancel().catch(() => undefined);
  }
  deadline.check();
  const { status } = response;
  notify(context, { kind: "answer", operation, attempt, status, headers: response.headers });
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
  { text, bytes }: ReadText,
  course: Course,
  context: PerformContext,
): Attempt {
  const { id } = course.plan.operation;
  const { tables, decode, settings } = context;
  const rules = { envelope: tables.envelope, decode, isLenient: settings.checkAnswers === false };
  const answer = readAnswer(response.status, text, rules, id);
  switch (answer.kind) {
    case "success":
      return { kind: "done", response, text, bytes, value: answer.value };
    case "failure":
      return refused(response, answer.code, answer.message ?? text, course, context);
    case "unreadable":
      return unreadable(answer.reason, text, response, course, answer.pointer);
  }
}

/** The exchange, or something in front of it, answered with a failure. */
function refused(
  { status, headers }: Response,
  code: number | undefined,
  words: string,
  { plan, attempt, redact }: Course,
  { tables, clock, limits, errorCodes, adviceSentences }: PerformContext,
): FailedAttempt {
  const known = tables.advice[code ?? 0] ?? adviceOfStatus(status, tables.statuses);
  const fallback: Advice = status >= 500 ? "backOff" : "fixRequest";
  const waitMs = retryAfterMs(headers.get("retry-after"), clock.serverMs());
  const ban = limits?.banned;
  const bannedUntilMs = status === ban?.status ? endOfBan(words, ban.endWord) : undefined;
  const advice = known ?? fallback;
  const error = new ApiError({
    operation: plan.operation.id,
    attempts: attempt,
    status,
    code,
    codeName: errorCodes?.find((known) => known.code === code)?.name,
    serverMessage: startOf(redact(words)),
    advice,
    adviceWords: adviceSentences?.[advice],
    retryAfterMs: waitMs,
    bannedUntilMs,
  });
  return {
    kind: "failed",
    error,
    failure: { status, code, retryAfterMs: waitMs, bannedUntilMs },
    headers,
    carriedOut: surelyRefused(status, error, tables) ? "no" : "unknown",
    isFinal: false,
  };
}

/**
 * A status of the 4xx class, or a failure code in a success, says that nothing was done, except
 * where the code itself says that nobody knows. A code that only means "try again later" is
 * trusted when the documented retry policy names it, and taken for "nobody knows" otherwise.
 */
function surelyRefused(status: number, error: ApiError, tables: PerformContext["tables"]): boolean {
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
  { plan, attempt, redact }: Course,
  pointer?: string,
): FailedAttempt {
  const details = { operation: plan.operation.id, attempts: attempt, pointer };
  const error = new UnreadableAnswerError(reason, status, startOf(redact(words)), details);
  const failure = { status };
  return { kind: "failed", error, failure, headers, carriedOut: "unknown", isFinal: true };
}

function broken(cause: unknown, { plan, attempt, redact }: Course): FailedAttempt {
  const operation = plan.operation.id;
  const notSent = isNotSent(cause);
  const where = notSent ? "could not reach the exchange" : "lost the connection to the exchange";
  const code = codeOf(cause);
  const error = new TransportError(
    `${operation} ${where}${code === undefined ? "" : ` (${redact(code)})`}. Try again later.`,
    notSent ? "notSent" : "unknown",
    { operation, attempts: attempt, cause: redactedError(cause, redact) },
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
