/**
 * The errors of the client. They are safe to show and log: foreign text is already redacted, and
 * requests are never kept.
 */

import type { RequestIssue } from "./encoding/field-issue.ts";
import { printable } from "./encoding/json-value.ts";
import type { Advice } from "./tables.ts";

export type { RequestIssue } from "./encoding/field-issue.ts";

/** Details of every error. */
export interface ErrorDetails {
  /** Id of the operation, like `placeOrder`. */
  readonly operation?: string | undefined;
  /** How many requests were sent for the call. */
  readonly attempts?: number | undefined;
  /** The reason, already redacted. */
  readonly cause?: Error | undefined;
}

/** Base class of all errors of this package. */
export class TradespecError extends Error {
  override readonly name: string = "TradespecError";
  /** The reason, already redacted. */
  declare readonly cause?: Error | undefined;
  /** Id of the operation, like `placeOrder`; absent outside a call. */
  readonly operation: string | undefined;
  /** How many requests were sent for the call. */
  readonly attempts: number;

  constructor(message: string, { operation, attempts = 0, cause }: ErrorDetails = {}) {
    super(message, cause && { cause });
    this.operation = operation;
    this.attempts = attempts;
  }

  /** All properties except the stack. */
  toJSON(): Record<string, unknown> {
    const { cause } = this;
    const reason = cause instanceof Error && { cause: `${cause.name}: ${cause.message}` };
    return { ...(this as object), message: this.message, ...reason };
  }
}

/** Each advice as a sentence for error messages. */
export const adviceSentences: Readonly<Record<Advice, string>> = {
  wait: "Wait before the next call.",
  backOff: "Slow down and try again later.",
  resyncClock: "Sync the clock with the exchange and send again.",
  newKey: "Create a new listen key.",
  queryFirst: "Query the order first: it may exist, or have ended.",
  fixRequest: "Correct the request; sending it unchanged cannot succeed.",
  fixCredentials:
    "Check apiSecret and apiKey: they must have been issued together, by the exchange at this " +
    "baseUrl, and allow this call from this address.",
  fixOrder: "Change the order, or the account, such as its balance; unchanged it is refused again.",
  stop: "Stop sending until the cause is fixed.",
};

/** @deprecated Use `RequestIssue`. */
export type RequestFault = RequestIssue;

/** @deprecated Use `ApiErrorFields`. */
export type ApiErrorFacts = ApiErrorFields;

/** The fields of an error response. */
export interface ApiErrorFields extends ErrorDetails {
  readonly status: number;
  readonly code?: number | undefined;
  /** Name of the code in spec/errors.yaml; absent for a code that is not there. */
  readonly codeName?: string | undefined;
  readonly serverMessage?: string | undefined;
  readonly advice: Advice;
  /** The advice as a sentence, or as several. */
  readonly adviceSentence?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly bannedUntilMs?: number | undefined;
}

/** The exchange responded with an error. */
export class ApiError extends TradespecError {
  override readonly name: string = "ApiError";
  /** HTTP status. */
  declare readonly status: number;
  /** The exchange's error code; absent when the body is not the exchange's. */
  declare readonly code: number | undefined;
  /** Name of the code in spec/errors.yaml, like `FILTER_FAILURE`; absent for an unlisted code. */
  declare readonly codeName: string | undefined;
  /** The exchange's own message, or the start of a body that is not JSON. */
  declare readonly serverMessage: string | undefined;
  /** What to do next. */
  declare readonly advice: Advice;
  /** How long the exchange asks to wait, in milliseconds. */
  declare readonly retryAfterMs: number | undefined;
  /** End of a ban in the exchange's Unix time in milliseconds, if it says so. */
  declare readonly bannedUntilMs: number | undefined;
  /** The filter that refused the order, like `LOT_SIZE`, when the message names it. */
  readonly filter: string | undefined;
  /** The request field that the message names. */
  readonly parameter: string | undefined;

  constructor(fields: ApiErrorFields) {
    super(describe(fields), fields);
    const { operation: _, attempts: __, cause: ___, adviceSentence: ____, ...known } = fields;
    Object.assign(this, known);
    const { serverMessage: message = "" } = known;
    this.filter = /filter failure:\s*([A-Z_]+)/i.exec(message)?.[1];
    this.parameter = /parameter\s+['"]?(\w+)/i.exec(message)?.[1];
  }
}

function describe(fields: ApiErrorFields): string {
  const { operation, status, code, codeName, serverMessage, retryAfterMs } = fields;
  const what = code === undefined ? "" : ` and code ${code}${codeName ? ` ${codeName}` : ""}`;
  const message = serverMessage ? `: "${serverMessage}"` : "";
  const wait = retryAfterMs === undefined ? "" : ` The exchange asks to wait ${retryAfterMs} ms.`;
  const text = `${operation} failed with status ${status}${what}${message}.`;
  return `${text}${wait} ${fields.adviceSentence ?? ""}`.trimEnd();
}

/** Nothing was sent: fields of the request, or options, are wrong. Lists all of them. */
export class InvalidRequestError extends TradespecError {
  override readonly name: string = "InvalidRequestError";
  /** Each issue with its field, the rule that it breaks, and what to do. */
  readonly issues: readonly RequestIssue[];

  /** `what`: begins the message. */
  constructor(
    issues: readonly RequestIssue[],
    details: ErrorDetails = {},
    what = `${details.operation ?? "The request"} was not sent`,
  ) {
    super(`${what}. ${issues.map((issue) => issue.message).join(" ")}`, details);
    this.issues = issues;
  }

  /** @deprecated Use `issues`. */
  get faults(): readonly RequestIssue[] {
    return this.issues;
  }

  /** Names of the wrong fields, each once. */
  get fields(): readonly string[] {
    return [...new Set(this.issues.map((issue) => issue.field))];
  }

  /** The rules that were broken, each once. */
  get rules(): readonly string[] {
    return [...new Set(this.issues.map((issue) => issue.rule))];
  }
}

/**
 * Whether the exchange may have executed a request. `notSent`: certainly not. `unknown`: perhaps.
 */
export type Outcome = "notSent" | "unknown";

/** No response came: the connection failed, or the call ended before. */
export class TransportError extends TradespecError {
  override readonly name: string = "TransportError";
  /** Whether the exchange may have executed the request. */
  readonly outcome: Outcome;

  /** `message`: what happened and what to do; the outcome follows it. */
  constructor(message: string, outcome: Outcome, details: ErrorDetails) {
    super(
      `${message} The exchange ${outcome === "unknown" ? "may have" : "has not"} executed it.`,
      details,
    );
    this.outcome = outcome;
  }
}

/**
 * A time limit of the client: `timeoutMs` for the whole call with all attempts and waits, and
 * `attemptTimeoutMs` for one request and its response.
 */
export interface TimeLimit {
  readonly name: "timeoutMs" | "attemptTimeoutMs";
  readonly ms: number;
  /** The server that did not respond, where the time went to that alone. */
  readonly host?: string;
}

/** A call, or its last attempt, did not end in time. */
export class TimeoutError extends TransportError {
  override readonly name: string = "TimeoutError";
  /** The option whose time ran out. */
  readonly limit: TimeLimit["name"];

  constructor({ name, ms, host }: TimeLimit, outcome: Outcome, details: ErrorDetails) {
    const what = `${details.operation} timed out after ${Math.round(ms)} ms`;
    const at = host === undefined ? "" : ` at ${host}`;
    super(`${what} (${name})${at}; allow it more time.`, outcome, details);
    this.limit = name;
  }
}

/** The caller's signal ended the call. */
export class AbortedError extends TransportError {
  override readonly name: string = "AbortedError";
}

/** Where a response violates the contract. */
export interface UnreadableDetails extends ErrorDetails {
  readonly pointer?: string | undefined;
}

/**
 * The body is not a response of this interface: HTML, empty, cut short, too long, or JSON without
 * documented parts.
 */
export class UnreadableResponseError extends TradespecError {
  override readonly name: string = "UnreadableResponseError";
  /** HTTP status; 0 when a browser hides it. */
  readonly status: number;
  /** The first characters of the body, without secrets. */
  readonly bodyStart: string;
  /** JSON pointer to the violation; absent where the body is not JSON. */
  readonly pointer: string | undefined;

  constructor(reason: string, status: number, bodyStart: string, details: UnreadableDetails) {
    const start = bodyStart === "" ? "" : ` It starts with ${JSON.stringify(bodyStart)}.`;
    super(`${details.operation}: the response (status ${status}) ${reason}.${start}`, details);
    this.status = status;
    this.bodyStart = bodyStart;
    this.pointer = details.pointer;
  }
}

/** The query that resolves the outcome of a placement or cancellation. */
export interface OutcomeQuestion {
  /** Operation that finds the order. */
  readonly operation: string;
  /** Fields of that operation. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** There is no such order and will be none: it may be placed again. */
export class NotPlacedError extends TradespecError {
  override readonly name: string = "NotPlacedError";
  /** The client order id that was sent. */
  readonly clientId: string;

  /** `other`: another order with the client order id. */
  constructor(clientId: string, details: ErrorDetails, other?: object) {
    super(
      `${details.operation} placed no order: ${other ? "another" : "none"} has the ` +
        `client id ${clientId}, and the request can no longer be accepted.`,
      details,
    );
    this.clientId = clientId;
  }
}

/** A placement may or may not have been executed; sending it again could double it. */
export class UnknownOutcomeError extends TradespecError {
  override readonly name: string = "UnknownOutcomeError";
  /** The client order id that the order has if it exists. */
  readonly clientId: string;
  /** The call that finds out; it has no fields where the client does not know which one does. */
  readonly ask: OutcomeQuestion;

  constructor(clientId: string, ask: OutcomeQuestion, details: ErrorDetails) {
    const fields = fieldsOf(ask);
    const how = fields
      ? `Call ${ask.operation} with ${fields}`
      : `Query the order by its client id ${clientId}`;
    super(
      `${details.operation}: it is unknown whether the order was placed. ` +
        `${how} before sending anything again.` +
        because(details),
      details,
    );
    this.clientId = clientId;
    this.ask = ask;
  }
}

/** The cancellation changed nothing: the order had already ended in another way. */
export class NotCanceledError extends TradespecError {
  override readonly name: string = "NotCanceledError";
  /** Status of the order, like `FILLED`. */
  readonly status: string;
  /** The order, from a query. */
  readonly order: object;

  constructor(status: string, order: object, details: ErrorDetails) {
    super(`${details.operation} canceled nothing: the order was already ${status}.`, details);
    this.status = status;
    this.order = order;
  }

  override toJSON(): Record<string, unknown> {
    return printable(super.toJSON());
  }
}

/** A cancellation may or may not have been executed. Canceling again does no harm. */
export class UnknownCancellationError extends TradespecError {
  override readonly name: string = "UnknownCancellationError";
  /** The call that finds out. */
  readonly ask: OutcomeQuestion;
  /** The order, as the last successful query found it; absent if none did. */
  readonly order: object | undefined;

  constructor(ask: OutcomeQuestion, order: object | undefined, details: ErrorDetails) {
    const found = order === undefined ? "no query has found it" : "a query found it still open";
    super(
      `${details.operation}: it is unknown whether the order was canceled; ${found}. ` +
        `Cancel it again, or call ${ask.operation} with ${fieldsOf(ask)}.` +
        because(details),
      details,
    );
    this.ask = ask;
    this.order = order;
  }

  override toJSON(): Record<string, unknown> {
    return printable(super.toJSON());
  }
}

/** The message of the cause, to end another message with. */
export function because({ cause }: ErrorDetails): string {
  return cause ? ` Cause: ${cause.message}` : "";
}

function fieldsOf({ fields }: OutcomeQuestion): string {
  const named = Object.entries(fields).map(([name, text]) => `${name} ${text}`);
  return named.join(" and ");
}
