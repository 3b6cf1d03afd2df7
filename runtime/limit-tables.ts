/** Types of the generated rate-limit tables. */

/** One counted window. */
export interface LimitDescriptor {
  readonly id: string;
  readonly counts: "weight" | "orders";
  readonly per: "ip" | "account";
  readonly windowMs: number;
  /** `null` where the interface states no number and none is assumed. */
  readonly amount: number | null;
  readonly header: string;
  readonly carriedBy: "everyResponse" | "orderResponses";
  readonly assumed?: string;
}

/**
 * How the exchange refuses calls beyond the limits, and how responses list limits. Absent means not
 * stated.
 */
export interface LimitRules {
  /** The response to a call beyond a limit; `ordersCode` where orders are counted. */
  readonly exceeded: {
    readonly status: number;
    readonly code?: number;
    readonly ordersCode?: number;
  };
  /** The response to a banned address, the number of refusals before a ban, and its length. */
  readonly banned: {
    readonly status: number;
    readonly after?: number;
    readonly firstMs?: number;
    readonly lastMs?: number;
    /** The word before the end of the ban in the message. */
    readonly endWord?: string;
  };
  /** How exchange information lists limits; they replace the spec's amounts. */
  readonly listed?: ListedLimits;
}

/** How the response of an operation lists limits. */
export interface ListedLimits {
  readonly operation: string;
  /** What each kind of limit counts. */
  readonly kinds: Readonly<Record<string, Counted>>;
  /** Length of each unit of time, in milliseconds. */
  readonly unitsMs: Readonly<Record<string, number>>;
}

/** The counted unit and the scope of the count. */
export interface Counted {
  readonly counts: "weight" | "orders" | "requests";
  readonly per: "ip" | "account";
}
