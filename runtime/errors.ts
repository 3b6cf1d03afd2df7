/**
 * The errors of the client. What is in them may be shown and logged: texts that came from
 * outside go through a redactor before they get here, and requests are never kept.
 */

import type { RequestFault } from "./encoding/field-fault.ts";
import type { Advice } from "./tables.ts";

export type { RequestFault } from "./encoding/field-fault.ts";

/** What every error knows. */
export interface ErrorDetails {
  /** Id of the operation, like `placeOrder`. */
  readonly operation?: string | undefined;
  /** How many requests were sent for the call. */
  readonly attempts?: number | undefined;
  /** The reason; redacted by whoever hands it in. */
  readonly cause?: Error | undefined;
}

/** The base of all errors here: `error instanceof TradespecError` finds them all. */
export class TradespecError extends Error {
  override readonly name: string = "TradespecError";
  readonly operation: string | undefined;
  readonly attempts: number;

  constructor(message: string, { operation, attempts = 0, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.operation = operation;
    this.attempts = attempts;
  }

  /** All that is known, without the stack. */
  toJSON(): Record<string, unknown> {
    const { cause } = this;
    const because = cause instanceof Error ? { cause: `${cause.name}: ${cause.message}` } : {};
    return { ...Object.fromEntries(Object.entries(this)), message: this.message, ...because };
  }
}

/** What is known of a failure that the exchange answered. */
export interface ApiFailure extends ErrorDetails {
  readonly status: number;
  readonly code?: number | undefined;
  /** Name of the code in spec/errors.yaml; absent for a code that is not there. */
  readonly codeName?: string | undefined;
  readonly serverMessage?: string | undefined;
  readonly advice: Advice;
  /** The advice as a sentence. */
  readonly adviceWords?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly bannedUntilMs?: number | undefined;
}

/** The exchange answered with a failure. */
export class ApiError extends TradespecError {
  override readonly name: string = "ApiError";
  /** HTTP status. */
  declare readonly status: number;
  /** The exchange's code; absent when the body was not the exchange's. */
  declare readonly code: number | undefined;
  declare readonly codeName: string | undefined;
  /** The exchange's own words, or the first of a body that is not JSON. */
  declare readonly serverMessage: string | undefined;
  /** What a client does next. */
  declare readonly advice: Advice;
  /** How long the exchange asks to wait. */
  declare readonly retryAfterMs: number | undefined;
  /** When a ban ends, as the exchange's Unix time in milliseconds, where it says so. */
  declare readonly bannedUntilMs: number | undefined;
  /** The filter that refused the order, when the message names it. */
  readonly filter: string | undefined;
  /** The request field that the message names. */
  readonly parameter: string | undefined;

  constructor(failure: ApiFailure) {
    super(describeFailure(failure), failure);
    const { operation: _, attempts: __, cause: ___, adviceWords: ____, ...known } = failure;
    Object.assign(this, known);
    const { serverMessage: words = "" } = known;
    this.filter = /filter failure:\s*([A-Z_]+)/i.exec(words)?.[1];
    this.parameter = /parameter\s+['"]?(\w+)/i.exec(words)?.[1];
  }
}

function describeFailure(failure: ApiFailure): string {
  const { operation, status, code, codeName, serverMessage, retryAfterMs } = failure;
  const what = code === undefined ? "" : ` and code ${code}${codeName ? ` ${codeName}` : ""}`;
  const words = serverMessage ? `: "${serverMessage}"` : "";
  const wait = retryAfterMs === undefined ? "" : ` The exchange asks to wait ${retryAfterMs} ms.`;
  const said = `${operation ?? "The call"} failed with status ${status}${what}${words}.`;
  const mend = failure.adviceWords ? ` ${failure.adviceWords}` : "";
  return said + wait + mend;
}

/** The request was not sent because fields of it are wrong; all of them are listed. */
export class InvalidRequestError extends TradespecError {
  override readonly name: string = "InvalidRequestError";
  readonly faults: readonly RequestFault[];

  constructor(faults: readonly RequestFault[], details: ErrorDetails = {}) {
    const sentences = faults.map((fault) => fault.message).join(" ");
    super(`${details.operation ?? "The request"} was not sent. ${sentences}`, details);
    this.faults = faults;
  }

  /** Names of the wrong fields, each once. */
  get fields(): readonly string[] {
    return [...new Set(this.faults.map((fault) => fault.field))];
  }

  /** The rules that were broken, each once. */
  get rules(): readonly string[] {
    return [...new Set(this.faults.map((fault) => fault.rule))];
  }
}

/**
 * Whether the exchange can have seen a request. `notSent`: surely not, or it surely did nothing
 * with it. `unknown`: it may have been carried out.
 */
export type Outcome = "notSent" | "unknown";

/** The connection failed. */
export class TransportError extends TradespecError {
  override readonly name: string = "TransportError";
  readonly outcome: Outcome;

  constructor(message: string, outcome: Outcome, details: ErrorDetails) {
    super(message, details);
    this.outcome = outcome;
  }
}

/** The call did not end within its time, all attempts and waits included. */
export class TimeoutError extends TransportError {
  override readonly name: string = "TimeoutError";
}

/** The caller's signal ended the call. */
export class AbortedError extends TransportError {
  override readonly name: string = "AbortedError";
}

/** An answer that has no form of this interface, and where it parts from it. */
export interface AnswerDetails extends ErrorDetails {
  readonly pointer?: string | undefined;
}

/**
 * What came back is no answer of this interface: HTML, nothing, cut short, too long, or JSON that
 * lacks what is documented.
 */
export class UnreadableAnswerError extends TradespecError {
  override readonly name: string = "UnreadableAnswerError";
  /** HTTP status; 0 when a browser hides it. */
  readonly status: number;
  /** The first characters of the body, without secrets. */
  readonly answerStart: string;
  /** JSON pointer to what is not as documented; absent for what is no whole JSON. */
  readonly pointer: string | undefined;

  constructor(reason: string, status: number, answerStart: string, details: AnswerDetails) {
    const start = answerStart === "" ? "" : ` It starts with ${JSON.stringify(answerStart)}.`;
    super(`${details.operation ?? "The call"}: the answer (status ${status}) ${reason}.${start}`, {
      ...details,
    });
    this.status = status;
    this.answerStart = answerStart;
    this.pointer = details.pointer;
  }
}

/** How to find out what became of a placement. */
export interface OutcomeQuestion {
  /** Operation that finds the order. */
  readonly operation: string;
  /** Its fields. */
  readonly fields: Readonly<Record<string, string>>;
}

/** There is certainly no such order and there will be none: it may be placed anew. */
export class NotPlacedError extends TradespecError {
  override readonly name: string = "NotPlacedError";
  readonly clientId: string;

  constructor(clientId: string, details: ErrorDetails) {
    super(
      `${details.operation ?? "A placement"} came to nothing: no order of it exists under the ` +
        `client id ${clientId}, and the request can no longer be accepted.`,
      details,
    );
    this.clientId = clientId;
  }
}

/** A placement may or may not have been carried out; sending it anew could double it. */
export class UnknownOutcomeError extends TradespecError {
  override readonly name: string = "UnknownOutcomeError";
  /** The id that the order carries if it exists. */
  readonly clientId: string;
  readonly ask: OutcomeQuestion;

  constructor(clientId: string, ask: OutcomeQuestion, details: ErrorDetails) {
    const asked = Object.entries(ask.fields).map(([name, text]) => `${name} ${text}`);
    super(
      `${details.operation ?? "A placement"}: nobody knows whether the order was taken. ` +
        `Call ${ask.operation} with ${asked.join(" and ")} before sending anything again.`,
      details,
    );
    this.clientId = clientId;
    this.ask = ask;
  }
}
