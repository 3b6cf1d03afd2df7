/** Lets calls through while their limits have room; otherwise they wait, or are refused. */

import type { Adapters } from "../defaults.ts";
import { platform } from "../defaults.ts";
import type { AdmissionCall, AttemptOutcome, Entrant, Ticket } from "./admission-call.ts";
import { momentOf } from "./admission-call.ts";
import { createLine } from "./admission-line.ts";
import type { BudgetEvent, BudgetStore, Moment } from "./budget.ts";
import { createMemoryBudget } from "./budget-memory.ts";
import type { LimitTables } from "./counted-windows.ts";
import { countedWindows, debitsOf, listedWindows, usedBy } from "./counted-windows.ts";
import { addressGate, createThrottle } from "./throttle.ts";

/** How a client keeps to the limits. */
export interface RateLimiterOptions {
  /** How much of each amount is ours, from above 0 to 1; 1 when absent. */
  readonly share?: number | undefined;
  /** Who keeps count; the memory of this process when absent. */
  readonly store?: BudgetStore | undefined;
  /** Runs something after a delay and returns what cancels it; the platform's when absent. */
  readonly after?: Adapters["after"] | undefined;
}

/**
 * Keeps to the limits of one exchange. Clients behind one address may share it; its methods are
 * for them.
 */
export interface RateLimiter {
  /**
   * Lets one attempt through, at once or when its turn comes.
   * @throws RateLimitError when its turn would come too late; BannedError.
   */
  readonly admit: (call: AdmissionCall) => Ticket | Promise<Ticket>;
  /** The attempt is over; must be called once for each ticket. */
  readonly settle: (ticket: Ticket, outcome: AttemptOutcome | undefined) => void;
  /** What was taken for the exchange's time until now was wrong by this much. */
  readonly correct: (byMs: number, before: Moment) => void;
  /** Registers who is told what happens to the count. */
  readonly watch: (tell: (event: BudgetEvent) => void) => void;
}

/** Budgets of which more than this part is used are worth a look at the clock. */
const pressure = 0.25;

/** Makes the admission of one exchange. */
export function createRateLimiter(
  tables: LimitTables,
  options: RateLimiterOptions = {},
): RateLimiter {
  const { share = 1, store = createMemoryBudget(), after = platform.after } = options;
  const { listed } = tables.rules;
  let windows = countedWindows(tables.windows);
  const throttle = createThrottle(tables, store);

  const take = ({ call, debits, gates }: Entrant): ReturnType<BudgetStore["take"]> =>
    store.take({ debits, gates, ...momentOf(call.clock) });

  const letIn = ({ call, debits }: Entrant): Ticket => {
    return { call, debits, sentMs: call.clock.serverMs() };
  };

  const settle: RateLimiter["settle"] = (ticket, outcome = {}) => {
    const { call, debits, sentMs } = ticket;
    const used = usedBy(debits, outcome.headers);
    store.settle({ debits, used, sentMs, ...momentOf(call.clock) });
    const isUsed = debits.some(({ amount }, at) => (used[at] ?? 0) > amount * pressure);
    if (isUsed) call.onPressure();
    if (listed !== undefined && call.operation.id === listed.operation) {
      windows = listedWindows(windows, outcome.value, listed);
    }
    if (throttle(ticket, outcome)) line.drain();
  };

  const line = createLine({ take, letIn, putOut: (entrant) => settle(letIn(entrant), {}), after });

  return {
    admit: (call) => {
      const debits = debitsOf(windows, call, share);
      const isPlacement = call.operation.placement !== undefined;
      const gates = isPlacement ? [addressGate, call.account] : [addressGate];
      const entrant = { call, debits, gates };
      if (line.blocks(entrant)) return line.join(entrant);
      const taken = take(entrant);
      if (taken === undefined) return letIn(entrant);
      if (!(taken instanceof Promise)) return line.join(entrant, taken);
      return taken.then((refusal) => {
        if (refusal !== undefined) return line.join(entrant, refusal);
        const ticket = letIn(entrant);
        // Whoever ended the call meanwhile does not wait for the ticket.
        if (call.signal.aborted) settle(ticket, {});
        return ticket;
      });
    },
    settle,
    correct: (byMs, before) => {
      store.correct?.(byMs, before);
      line.drain();
    },
    watch: (tell) => store.watch?.(tell),
  };
}
