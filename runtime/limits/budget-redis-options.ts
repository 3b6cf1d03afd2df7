/** What a shared budget is made with. */

import type { Adapters } from "../defaults.ts";

/** The part of a Redis client that is used; that of the package `redis` has it. */
export interface RedisClient {
  readonly eval: (
    script: string,
    options: { readonly keys: string[]; readonly arguments: string[] },
  ) => Promise<unknown>;
}

/** How processes share budgets. */
export interface RedisBudgetOptions {
  /** Names the exchange and the address that share; `tradespec` when absent. */
  readonly prefix?: string | undefined;
  /**
   * How much of what is left one process uses while Redis cannot be reached, from above 0 to 1:
   * no more than 1 divided by the number of processes.
   */
  readonly fallbackShare: number;
  /** How long Redis may take to answer, in milliseconds; 250 when absent. */
  readonly answerMs?: number | undefined;
  /** How long a process goes on alone before it tries again; 1 000 when absent. */
  readonly retryMs?: number | undefined;
  readonly now?: Adapters["now"] | undefined;
  readonly after?: Adapters["after"] | undefined;
}
