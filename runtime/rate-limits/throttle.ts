/** What answers that say "too much" do to all calls behind the same budget. */

import type { AttemptOutcome, Ticket } from "./admission-call.ts";
import type { BudgetStore } from "./budget.ts";
import type { LimitTables } from "./counted-windows.ts";

/** The gate of everything that comes from one address. */
export const addressGate = "ip";

/** Waits are longer by what clocks may be apart, but never by more than this. */
const errorMsMax = 1000;

/**
 * Gives the function that shuts a gate when an answer asks for it, and says whether it did. Where
 * the answer does not say for how long, the wait grows with each refusal that follows a wait.
 */
export function createThrottle(
  { windows, rules: { exceeded, banned }, backoff }: LimitTables,
  { shut }: BudgetStore,
): (ticket: Ticket, outcome: AttemptOutcome) => boolean {
  const { firstMs = backoff.maxMs, lastMs = backoff.maxMs } = banned;
  let refusals = 0;
  let shutMs = 0;
  return ({ call, sentMs }, { status, code, retryAfterMs = 0, bannedUntilMs = 0 }) => {
    const { clock } = call;
    // The clock tells whole milliseconds, and those who share a gate may be apart that much.
    const nowMs = clock.serverMs() + 1 + Math.min(clock.errorMs(), errorMsMax);
    if (status === banned.status) {
      const endMs = Math.max(nowMs + retryAfterMs, bannedUntilMs);
      const untilMs = endMs > nowMs ? Math.min(endMs, nowMs + lastMs) : nowMs + firstMs;
      shut(addressGate, untilMs, "banned");
      return true;
    }
    const hasCode = (wanted: number | undefined): boolean => code !== undefined && code === wanted;
    const isOfOrders = hasCode(exceeded.ordersCode);
    if (status !== exceeded.status && !hasCode(exceeded.code) && !isOfOrders) {
      if (status !== undefined && status < 400) refusals = 0;
      return false;
    }
    // Of those that were on their way together only the first counts.
    if (sentMs >= shutMs) refusals += 1;
    shutMs = clock.serverMs();
    const pauseMs = Math.min(backoff.maxMs, backoff.firstMs * backoff.factor ** (refusals - 1));
    const per = isOfOrders ? "account" : "ip";
    const lengths = windows.filter((window) => window.per === per).map(({ windowMs }) => windowMs);
    const waitMs = Math.min(Math.max(retryAfterMs, pauseMs), Math.max(pauseMs, ...lengths));
    shut(isOfOrders ? call.account : addressGate, nowMs + waitMs, "throttled");
    return true;
  };
}
