/** Options of a client. */

import type { SendingOptions } from "../call/options.ts";
import type { RateLimiter, RateLimiterOptions } from "../rate-limits/limiter.ts";

/** Options of a client. Only the address is required; times are in milliseconds. */
export interface ClientOptions extends SendingOptions {
  /**
   * How the client keeps to the rate limits of the exchange: calls wait for capacity, or fail with
   * a RateLimitError when the wait would exceed their deadline. `false` switches that off; a
   * limiter that `createRateLimiter` has made is shared with other clients of the same exchange.
   */
  readonly limits?: false | LimitOptions | RateLimiter | undefined;
}

/** The rate limits of one client. */
export interface LimitOptions extends RateLimiterOptions {
  /** Name of the account, for clients with several keys of it; the API key when absent. */
  readonly account?: string | undefined;
}
