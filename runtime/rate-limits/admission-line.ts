/** The line in which calls wait for room in their budgets. */

import type { Adapters } from "../defaults.ts";
import type { Entrant, Ticket } from "./admission-call.ts";
import type { BudgetStore, Refusal } from "./budget.ts";
import { later } from "./budget-memory.ts";
import { BannedError, RateLimitError } from "./limit-error.ts";

/** What a line works with. */
export interface LineParts {
  readonly take: (entrant: Entrant) => ReturnType<BudgetStore["take"]>;
  /** Makes the ticket of an entrant whose debits are made. */
  readonly letIn: (entrant: Entrant) => Ticket;
  /** Takes an entrant out again who came in when its call had ended. */
  readonly putOut: (entrant: Entrant) => void;
  readonly after: Adapters["after"];
}

/** Calls in the order of their turns. */
export interface Line {
  /** Whether somebody waits whom the entrant must not pass; it may go where they do not fit. */
  readonly blocks: (entrant: Entrant) => boolean;
  /** Waits for the entrant's turn; `refusal` is what it met if it has tried. */
  readonly join: (entrant: Entrant, refusal?: Refusal) => Promise<Ticket>;
  /** Lets in whoever can come in now. */
  readonly drain: () => void;
}

interface Waiter extends Entrant {
  readonly turnMs: number;
  readonly end: (result: Ticket | Error) => void;
  isGone: boolean;
}

/** A call is overtaken by those of the next higher priority that come up to this much later. */
const patienceMs = 60_000;

/** Makes an empty line. */
export function createLine({ take, letIn, putOut, after }: LineParts): Line {
  const waiters: Waiter[] = [];
  /** What is waited for, by budget or gate. */
  const blocked = new Map<string, Refusal>();
  let cancelTimer = (): void => undefined;
  let isDraining = false;
  let isDue = false;

  const blocks = ({ debits, gates }: Entrant): boolean =>
    blocked.size > 0 &&
    (gates.some((gate) => blocked.has(gate)) ||
      debits.some((debit) => {
        const tried = blocked.get(debit.key)?.debit;
        return tried !== undefined && debit.amount - debit.cost <= tried.amount - tried.cost;
      }));

  /** When the turn of an entrant comes, with all before it counted, and what it waits for. */
  const turnOf = (entrant: Entrant, place: number): Refusal | undefined => {
    let last: Refusal | undefined;
    for (const key of keysOf(entrant)) {
      const refusal = blocked.get(key);
      if (refusal === undefined) continue;
      const { amount = 1, windowMs = 0, cost = 0 } = debitOf(entrant, key) ?? {};
      const before = waiters.slice(0, place);
      const needed = before.reduce((sum, one) => sum + (debitOf(one, key)?.cost ?? 0), cost);
      const windows = Math.max(0, Math.ceil(needed / amount) - 1);
      last = later(last, { ...refusal, untilMs: refusal.untilMs + windows * windowMs });
    }
    return last;
  };

  /** Why an entrant may not wait, or how long it will. */
  const judge = (entrant: Entrant, place: number): Error | number => {
    const { operation, attempts, clock, leftMs } = entrant.call;
    const refusal = turnOf(entrant, place);
    if (refusal === undefined) return 0;
    const { reason, untilMs, debit, used } = refusal;
    const waitMs = Math.max(0, Math.ceil(untilMs - clock.serverMs()));
    const details = { operation: operation.id, attempts };
    if (reason === "banned") return new BannedError(untilMs, waitMs, details);
    const { window, amount } = debit ?? {};
    return waitMs < leftMs()
      ? waitMs
      : new RateLimitError({ ...details, window, used, amount, waitMs });
  };

  /** Wakes the line when the first of what it waits for is free. */
  const schedule = (): void => {
    if (isDraining) return;
    cancelTimer();
    const [first] = waiters;
    if (first === undefined) {
      blocked.clear();
      return;
    }
    const freeMs = Math.min(...[...blocked.values()].map(({ untilMs }) => untilMs));
    const waitMs = Math.max(1, Math.ceil(freeMs - first.call.clock.serverMs()));
    cancelTimer = after(waitMs, () => void drain());
  };

  const drain = async (): Promise<void> => {
    isDue = true;
    if (isDraining) return;
    isDraining = true;
    while (isDue) {
      isDue = false;
      let isBanned = false;
      blocked.clear();
      for (const waiter of [...waiters]) {
        if (waiter.isGone || (blocks(waiter) && !isBanned)) continue;
        const taken = take(waiter);
        const refusal = taken instanceof Promise ? await taken : taken;
        if (refusal !== undefined) blocked.set(refusal.key, refusal);
        isBanned = refusal?.reason === "banned";
        if (waiter.isGone) {
          if (refusal === undefined) putOut(waiter);
          continue;
        }
        const result = refusal === undefined ? letIn(waiter) : judge(waiter, 0);
        if (typeof result === "object") waiter.end(result);
      }
    }
    isDraining = false;
    schedule();
  };

  const join = (entrant: Entrant, refusal?: Refusal): Promise<Ticket> => {
    const { call } = entrant;
    if (refusal !== undefined) blocked.set(refusal.key, refusal);
    const turnMs = call.clock.serverMs() + call.priority * patienceMs;
    const behind = waiters.findIndex((other) => other.turnMs > turnMs);
    const place = behind === -1 ? waiters.length : behind;
    const verdict = judge(entrant, place);
    if (typeof verdict === "object") {
      schedule();
      return Promise.reject(verdict);
    }
    if (verdict > 0) call.onWait(verdict, turnOf(entrant, place)?.debit?.window);
    const turn = new Promise<Ticket>((resolve, reject) => {
      const leave = (): void => waiter.end(new Error("The call has ended."));
      const waiter: Waiter = {
        ...entrant,
        turnMs,
        isGone: false,
        end: (result) => {
          waiter.isGone = true;
          call.signal.removeEventListener("abort", leave);
          waiters.splice(waiters.indexOf(waiter), 1);
          if (result instanceof Error) reject(result);
          else resolve(result);
          schedule();
        },
      };
      waiters.splice(place, 0, waiter);
      call.signal.addEventListener("abort", leave);
      schedule();
    });
    call.onPressure();
    return turn;
  };

  return { blocks, join, drain: () => void drain() };
}

function keysOf({ debits, gates }: Entrant): readonly string[] {
  return [...gates, ...debits.map(({ key }) => key)];
}

function debitOf({ debits }: Entrant, key: string): Entrant["debits"][number] | undefined {
  return debits.find((debit) => debit.key === key);
}
