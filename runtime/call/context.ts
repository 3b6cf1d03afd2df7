/** State that all calls of a client share, and the state of one running call. Types only. */

import type { Outcome, TradespecError } from "../errors.ts";
import type { Hmac, Signer } from "../signing/signature.ts";
import type { Advice, CodeNames } from "../tables.ts";
import type { Clock, ServerTime } from "./clock.ts";
import type { Deadline } from "./deadline.ts";
import type { DecodeResponse } from "./decode.ts";
import type { ClientTables, OptionChecks, Settings } from "./options.ts";
import type { CheckFields, PreparedRequest } from "./request.ts";
import type { RetryBudget, RetryCause } from "./retry.ts";

/** Optional parts of a call: each is given, so that a bundle contains only those that are used. */
export interface CallFeatures {
  /** Checks every option; without it the core checks address, key and secret alone. */
  readonly optionChecks?: OptionChecks | undefined;
  /** Checks request fields, by their rules or only that they are there and exact. */
  readonly checkFields: CheckFields;
  /** Signs in place of an HMAC with the secret; `externalSigner` makes it of the option `sign`. */
  readonly signer?: Hmac | undefined;
  /** Checks and decodes responses by their documented types; without it they are plain JSON. */
  readonly decodeResponse?: DecodeResponse | undefined;
  /** Names of error codes for `ApiError.codeName`. */
  readonly errorNames?: CodeNames | undefined;
  /** What to do next, as a sentence in error messages. */
  readonly adviceSentences?: Readonly<Record<Advice, string>> | undefined;
}

/** What all calls of a client share. */
export interface CallContext {
  readonly settings: Settings;
  readonly tables: ClientTables;
  readonly features: CallFeatures;
  readonly signer: Signer;
  readonly clock: ExchangeClock;
  readonly limits: CallLimiter | undefined;
  readonly retries: RetryBudget;
  /** Number of the next call, for its events. */
  readonly nextCall: () => number;
}

/** The exchange's time; without the feature it is the local time, which cannot be corrected. */
export interface ExchangeClock extends Clock {
  /**
   * Reads the exchange's time again; concurrent calls share one request. Resolves with what to do
   * where a timestamp is refused all the same.
   */
  readonly resync?: (() => Promise<string>) | undefined;
  /** Reads the exchange's time in the background when the last reading is old. */
  readonly refresh?: (() => void) | undefined;
  /** Waits until the exchange's time is known, or cannot be read. */
  readonly known?: (() => Promise<void>) | undefined;
}

/** What the trading rules say of a request. */
export interface RequestChecks {
  /**
   * Checks a request before it is sent, within the time that the call has left in milliseconds; at
   * once where it can. Throws or rejects with an InvalidRequestError to keep it from being sent.
   */
  readonly check?: (request: PreparedRequest, leftMs: number) => Promise<void> | undefined;
  /** What may be wrong in a refused request, as a sentence. */
  readonly hintFor?: (advice: Advice, request: PreparedRequest) => string | undefined;
}

/** Deviations of one call from the defaults. */
export interface CallPlan extends RequestChecks {
  /** Number of the call that the requests belong to; its own when absent. */
  readonly call?: number;
  /** Requests that were sent for the call before; none when absent. */
  readonly sent?: number;
  /** Most requests that it may send, with those; the client's option when absent. */
  readonly maxAttempts?: number;
  /** Receives the deadline of each call, to end it early. */
  readonly onStart?: (deadline: Deadline) => void;
  /** Is called when the call fails although the exchange may have executed it. */
  readonly onOpenOutcome?: () => void;
  /** Receives the timestamp of each attempt; nothing is sent before its promise is fulfilled. */
  readonly beforeSend?: (timestampMs: number) => Promise<void> | undefined;
  /** Is called when an attempt is sent. */
  readonly onSent?: () => void;
}

/** Keeps attempts within rate limits; see rate-limiting.ts. */
export interface CallLimiter {
  /** Sends once there is capacity: an attempt is stamped and signed no earlier. */
  readonly attempt: (
    state: CallState,
    context: CallContext,
    send: (state: CallState, context: CallContext) => Promise<Attempt>,
  ) => Promise<Attempt>;
  readonly correctClock: (byMs: number, before: ServerTime) => void;
  /** The end of the ban that a response states, in Unix milliseconds. */
  readonly banEndMs: (status: number, message: string) => number | undefined;
}

/** What changes while a call runs. */
export interface CallState {
  readonly request: PreparedRequest;
  readonly plan: CallPlan;
  readonly call: number;
  readonly deadline: Deadline;
  readonly timeoutMs: number;
  /** Signature of the current or last attempt. */
  signature?: string | undefined;
  /** Number of the current or next attempt; the first is 1. */
  attempt: number;
  /** Attempts that reached the network. */
  sent: number;
  /** A request is in flight, or an earlier one may have been executed. */
  isUncertain?: boolean;
  /** The clock was set for this call; what to do where its timestamp is refused again. */
  resynced?: string | undefined;
  hasSpentRetry?: boolean;
  last?: FailedAttempt;
}

export type Attempt = CompletedCall | FailedAttempt;

/** A successful response with its text and its decoded body. */
export interface CompletedCall {
  readonly kind: "done";
  readonly response: Response;
  readonly text: string;
  /** Length of the text in bytes. */
  readonly bytes: number;
  readonly value: unknown;
}

export interface FailedAttempt {
  readonly kind: "failed";
  readonly error: TradespecError;
  readonly cause: RetryCause;
  /** Headers of the response, if one came. */
  readonly headers?: Headers;
  readonly outcome: Outcome;
  /** A retry cannot help, whatever the retry policy says. */
  readonly isFinal?: true;
}
