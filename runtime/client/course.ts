/** One call while it runs, and what all calls of a client share. */

import type { Signer } from "../signing/signature.ts";
import type { Advice, ErrorCodeDescriptor } from "../tables.ts";
import type { AnswerDecoder } from "./answer-shapes.ts";
import type { FailedAttempt } from "./attempt.ts";
import type { CallPlan, PlanContext } from "./call-plan.ts";
import type { Clock } from "./clock.ts";
import type { Deadline } from "./deadline.ts";
import type { ClientLimits } from "./rate-limiting.ts";
import type { Redact } from "./redact.ts";
import { createRedactor } from "./redact.ts";
import type { RetryBudget } from "./retry-budget.ts";

/** What all calls of a client share. */
export interface PerformContext extends PlanContext {
  /** Checks and decodes what operations answer; it comes as it is when this is absent. */
  readonly decode?: AnswerDecoder | undefined;
  /** Names of error codes. */
  readonly errorCodes?: readonly ErrorCodeDescriptor[] | undefined;
  readonly adviceSentences?: AdviceSentences | undefined;
  readonly signer: Signer;
  readonly clock: Clock;
  /** Learns the exchange's time anew; concurrent calls share one question. Absent without it. */
  readonly resync?: (() => Promise<void>) | undefined;
  /** Has the exchange's time asked again in the background when what is known of it is old. */
  readonly freshen?: (() => void) | undefined;
  /** Waits until the exchange's time is known, or cannot be had. */
  readonly timeKnown?: (() => Promise<void>) | undefined;
  /** What retries may add to the load. */
  readonly retries: RetryBudget;
  /** Keeps the calls within the exchange's limits; absent where nothing does. */
  limits?: ClientLimits | undefined;
  /**
   * Is asked before a placement is sent; gets the time that the call has left, in milliseconds.
   * Rejects with an InvalidRequestError to keep the placement from being sent.
   */
  guard?: (plan: CallPlan, leftMs: number) => Promise<void>;
  /** Is handed the deadline of a call that begins, so as to end it early. */
  readonly begun?: (deadline: Deadline) => void;
  /** Is told each timestamp before its request is signed, and awaited before a byte leaves. */
  readonly beforeSend?: (stampMs: number) => Promise<void> | undefined;
}

/** A sentence for each advice. */
export type AdviceSentences = Readonly<Record<Advice, string>>;

/** What changes while a call runs. */
export interface Course {
  readonly plan: CallPlan;
  readonly deadline: Deadline;
  readonly redact: Redact;
  /** Number of the attempt that runs or comes next; the first is 1. */
  attempt: number;
  /** Attempts that were begun on the network. */
  sent: number;
  /** A request is on its way, or one before it may have been carried out. */
  isOpen?: boolean;
  hasResynced?: boolean;
  hasSpent?: boolean;
  last?: FailedAttempt;
}

/** Hides the secrets of a call. */
export function redactorFor({ query, body }: CallPlan, { settings }: PerformContext): Redact {
  // Made when something goes wrong: most calls never need one.
  return (text) => {
    const hidden = [...query, ...body].filter(([name]) => secretName.test(name));
    const secrets = [settings.apiKey, settings.apiSecret, ...hidden.map(([, value]) => value)];
    return createRedactor(secrets)(text);
  };
}

const secretName = /listenKey|secret|signature/i;
