/** The generated tables of limits. Types only. */

/** One counted window. */
export interface LimitDescriptor {
  readonly id: string;
  readonly counts: "weight" | "orders";
  readonly per: "ip" | "account";
  readonly windowMs: number;
  /** `null` where the interface states no number and none is assumed. */
  readonly amount: number | null;
  readonly header: string;
  readonly carriedBy: "everyAnswer" | "orderAnswers";
  readonly assumed?: string;
}

/** What happens at and beyond the limits, and how an answer lists them. Absent is unstated. */
export interface LimitRules {
  /** How a call over a limit is answered; `ordersCode` where orders are counted. */
  readonly exceeded: {
    readonly status: number;
    readonly code?: number;
    readonly ordersCode?: number;
  };
  /** How a banned address is answered, after how many refusals, and how long bans last. */
  readonly banned: {
    readonly status: number;
    readonly after?: number;
    readonly firstMs?: number;
    readonly lastMs?: number;
    /** The word that stands before the end of the ban in its message. */
    readonly endWord?: string;
  };
  /** The words of listed limits, which take the place of the spec's amounts. */
  readonly listed?: ListedLimits;
}

/** How the answer of an operation lists limits. */
export interface ListedLimits {
  readonly operation: string;
  /** What each word for a kind counts. */
  readonly kinds: Readonly<Record<string, Counted>>;
  /** Length of each unit of time, in milliseconds. */
  readonly unitsMs: Readonly<Record<string, number>>;
}

/** What is counted for whom. */
export interface Counted {
  readonly counts: "weight" | "orders" | "requests";
  readonly per: "ip" | "account";
}
