/**
 * The budgets of an exchange and whoever keeps count of them. Times are the exchange's, in
 * milliseconds: all who share a budget share that clock, however their own are set.
 */

/** What one call takes out of one counted window. */
export interface Debit {
  /** The budget: the window, and for that of an account its API key. Keep it out of logs. */
  readonly key: string;
  /** Id of the window. */
  readonly window: string;
  /** Length of the window, which begins at each multiple of it. */
  readonly windowMs: number;
  /** How much of the window this call may find used, itself included. */
  readonly amount: number;
  readonly cost: number;
  /** Tells in answers how much of the window is used; not known for every window. */
  readonly header?: string | undefined;
}

/** The exchange's time as it is known, in milliseconds. */
export interface Moment {
  readonly nowMs: number;
  /** How wrong that can be, either way; `Infinity` as long as nobody has asked. */
  readonly errorMs: number;
}

/** One call before it is sent: all its debits fit, or none is made. */
export interface Take extends Moment {
  readonly debits: readonly Debit[];
  /** What must not be shut. */
  readonly gates: readonly string[];
}

/** Why a call may not be sent. */
export interface Refusal {
  readonly reason: "full" | "throttled" | "banned";
  /** When it may come again, by the time that it was asked with. */
  readonly untilMs: number;
  /** Key of the budget, or name of the gate. */
  readonly key: string;
  /** The budget that is used up, where one is, and how much of it is used. */
  readonly debit?: Debit | undefined;
  readonly used?: number | undefined;
}

/** A call that is over. */
export interface Settled extends Moment {
  /** When it was let through. */
  readonly sentMs: number;
  readonly debits: readonly Debit[];
  /** What the answer says is used by now, for each debit; `undefined` where it does not. */
  readonly used: readonly (number | undefined)[];
}

/**
 * Keeps count of budgets, in memory or somewhere that processes share. `take` gives `undefined`
 * when the call may be sent, and otherwise the refusal that ends last; it never rejects. Each call
 * that was let through is settled once.
 */
export interface BudgetStore {
  readonly take: (take: Take) => Refusal | undefined | Promise<Refusal | undefined>;
  readonly settle: (settled: Settled) => void;
  /** Lets nothing through a gate until then; a gate that is shut for longer stays so. */
  readonly shut: (gate: string, untilMs: number, reason: "throttled" | "banned") => void;
  /** The time that the store was asked with before was wrong by this much. */
  readonly correct?: (byMs: number, before: Moment) => void;
  /** Registers who is told when the count is shared no longer, or is again. */
  readonly watch?: (tell: (event: BudgetEvent) => void) => void;
}

/** The store counts with others, or on its own because they cannot be reached. */
export interface BudgetEvent {
  readonly kind: "budget";
  readonly state: "shared" | "alone";
  readonly reason: string;
}
