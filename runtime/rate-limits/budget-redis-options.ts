/** What a shared budget is made with. */

import type { Adapters } from "../defaults.ts";

/** The part of a Redis client that is used; that of the package `redis` has it. */
export interface RedisClient {
  readonly eval: (
    script: string,
    options: { readonly keys: string[]; readonly arguments: string[] },
  ) => Promise<unknown>;
}

/**
 * How processes share budgets. Those behind one prefix are given the same options, and lose Redis
 * together: who alone cannot reach it for longer than `retryMs` uses a share that nobody keeps.
 */
export interface RedisBudgetOptions {
  /** Names the exchange and the address that share; `tradespec` when absent. */
  readonly prefix?: string | undefined;
  /**
   * How much of each window one process uses while others may be without Redis, from above 0 to 1:
   * no more than 1 divided by the number of processes. What costs more than that waits.
   */
  readonly fallbackShare: number;
  /** How long Redis may take to answer, in milliseconds; 250 when absent. */
  readonly answerMs?: number | undefined;
  /**
   * How long Redis must be lost before a process goes on alone, and how long it then does so before
   * it tries again; 1 000 when absent.
   */
  readonly retryMs?: number | undefined;
  /**
   * How much later than the first the last process has found that Redis is back: what its client
   * needs to connect again, `retryMs` and `answerMs`; 5 000 when absent.
   */
  readonly apartMs?: number | undefined;
  readonly now?: Adapters["now"] | undefined;
  readonly after?: Adapters["after"] | undefined;
}
