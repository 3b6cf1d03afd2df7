/** What passes between a call and the admission: the wish, the ticket, and how it ended. */

import type { Clock } from "../client/clock.ts";
import type { Debit, Moment } from "./budget.ts";
import type { CountedCall } from "./counted-windows.ts";

/** One attempt that wants to be sent. */
export interface AdmissionCall extends CountedCall {
  readonly clock: Clock;
  /** Requests that the call has sent before. */
  readonly attempts: number;
  /** Time that the call has left, in milliseconds. */
  readonly leftMs: () => number;
  readonly signal: AbortSignal;
  /** Is told when the attempt has to wait, how long, and for which window. */
  readonly onWait: (waitMs: number, window: string | undefined) => void;
  /** Is told when budgets are used so much that it matters where their windows begin. */
  readonly onPressure: () => void;
}

/** An attempt before its limits. */
export interface Entrant {
  readonly call: AdmissionCall;
  readonly debits: readonly Debit[];
  readonly gates: readonly string[];
}

/** An attempt that was let through. */
export interface Ticket {
  readonly call: AdmissionCall;
  readonly debits: readonly Debit[];
  /** The exchange's time as it was known then. */
  readonly sentMs: number;
}

/** How an attempt ended, as far as limits are concerned. */
export interface AttemptOutcome {
  readonly status?: number | undefined;
  readonly code?: number | undefined;
  readonly headers?: Headers | undefined;
  /** How long the exchange asks to wait. */
  readonly retryAfterMs?: number | undefined;
  /** When the exchange says that a ban ends, in its own time. */
  readonly bannedUntilMs?: number | undefined;
  /** What a success answers. */
  readonly value?: unknown;
}

/** What is known of the exchange's time. */
export function momentOf(clock: Clock): Moment {
  return { nowMs: clock.serverMs(), errorMs: clock.errorMs() };
}
