/** Errors of calls that were not sent because the exchange would have refused them. */

import type { ErrorDetails, Outcome } from "../errors.ts";
import { TradespecError } from "../errors.ts";

/** @deprecated Use `RateLimitErrorFields`. */
export type RateLimitFacts = RateLimitErrorFields;

/** The exhausted limit. */
export interface RateLimitErrorFields extends ErrorDetails {
  readonly window?: string | undefined;
  readonly used?: number | undefined;
  readonly amount?: number | undefined;
  readonly waitMs: number;
}

/** The call was not sent: the wait for rate-limit capacity would exceed the deadline. */
export class RateLimitError extends TradespecError {
  override readonly name: string = "RateLimitError";
  /** The exchange has not seen the request. */
  readonly outcome: Outcome = "notSent";
  /** Id of the full window; absent when the exchange asked all callers to wait. */
  readonly window: string | undefined;
  /** Current usage of the window. */
  readonly used: number | undefined;
  /** How much of the window this call may use. */
  readonly amount: number | undefined;
  /** How long the call would have to wait, in milliseconds. */
  readonly waitMs: number;

  constructor(fields: RateLimitErrorFields) {
    const { operation = "The call", window, used, amount, waitMs } = fields;
    const why =
      window === undefined
        ? "the exchange asked to wait"
        : `${used} of ${amount} are used in the window ${window}`;
    super(
      `${operation} was not sent: the wait for rate-limit capacity (${waitMs} ms) would exceed ` +
        `the deadline; ${why}. Allow the call more time, or call less often.`,
      fields,
    );
    this.window = window;
    this.used = used;
    this.amount = amount;
    this.waitMs = waitMs;
  }
}

/** The call was not sent: the exchange banned this address. */
export class BannedError extends TradespecError {
  override readonly name: string = "BannedError";
  /** The exchange has not seen the request. */
  readonly outcome: Outcome = "notSent";
  /** End of the ban, as the exchange's Unix time in milliseconds. */
  readonly untilMs: number;
  /** Milliseconds until then. */
  readonly waitMs: number;

  constructor(untilMs: number, waitMs: number, details: ErrorDetails) {
    super(
      `${details.operation ?? "The call"} was not sent: the exchange banned this address ` +
        `for another ${waitMs} ms. Send nothing until then.`,
      details,
    );
    this.untilMs = untilMs;
    this.waitMs = waitMs;
  }
}
