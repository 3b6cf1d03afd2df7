/**
 * The frozen seam between generated data and hand-written behaviour: what the tables in
 * `generated/` must satisfy. Types only, not one line that runs.
 */

/** An exact decimal as the wire carries it: digits, an optional point, never an exponent. */
export type Decimal = string;

/**
 * A 64-bit integer, exact. A value that a JavaScript number holds exactly is always a number and
 * every other one is always a bigint, so `===` and map keys work across answers.
 */
export type Int64 = number | bigint;

/** A known value, or one that the exchange added after this client was made. */
export type Open<Known extends string> = Known | (string & {});

/** How one value is written on the wire. */
export type ValueKind = "text" | "decimal" | "int64" | "integer" | "boolean" | "choice";

/** One request field. The order in a table is the order of the spec, not of sending. */
export interface ParameterDescriptor {
  readonly name: string;
  readonly kind: ValueKind;
  readonly required: boolean;
  /** Values a `choice` may take; closed unless `open`. */
  readonly choices?: readonly string[];
  readonly open?: boolean;
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /** What the exchange does with a value over `maximum`; refused when absent. */
  readonly aboveMaximum?: "truncate";
  /** Fields that must be present when this one is. */
  readonly onlyWith?: readonly string[];
  readonly pattern?: string;
  /** Ledger entry in spec/assumptions.yaml when the interface does not show this field. */
  readonly assumed?: string;
}

/** What one call costs in one budget. */
export type Weight =
  | { readonly kind: "fixed"; readonly weight: number }
  | {
      readonly kind: "byTier";
      readonly parameter: string;
      /** The parameter's value when it is not sent. */
      readonly default: number;
      readonly tiers: readonly WeightTier[];
    }
  | {
      readonly kind: "byPresence";
      readonly parameter: string;
      readonly present: number;
      readonly absent: number;
    };

/** Both borders belong to the tier. */
export interface WeightTier {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/** What one call costs, per IP address and per account; an absent budget is not touched. */
export interface OperationWeight {
  readonly ip?: Weight;
  readonly account?: Weight;
  readonly assumed?: string;
}

export type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/** One REST operation as data: everything the client and a server need to carry it out. */
export interface OperationDescriptor {
  readonly id: string;
  readonly method: HttpMethod;
  readonly path: string;
  /** Name of the security type in spec/rules/security.yaml. */
  readonly security: string;
  /** The call carries the API key header. */
  readonly sendsKey: boolean;
  /** The call carries a timestamp and a signature. */
  readonly signed: boolean;
  /** Fields may travel in the query, or for these also in a form body. */
  readonly places: readonly ("query" | "body")[];
  readonly parameters: readonly ParameterDescriptor[];
  /** `null` where the interface states no weight and none is assumed. */
  readonly weight: OperationWeight | null;
  /** Set on an operation that must never be repeated blindly. */
  readonly placement?: PlacementDescriptor;
  readonly assumed?: string;
  /** Where the operation is written, as `file:line`. */
  readonly source: string;
}

/** How an unknown outcome of a placement is resolved. */
export interface PlacementDescriptor {
  /** The field that makes a repeat harmless. */
  readonly clientId: string;
  /** The operation that finds the order again, and its field that takes the client id. */
  readonly resolvedBy: { readonly operation: string; readonly parameter: string };
}

/** The signing rules of spec/rules/signing.yaml. */
export interface SigningDescriptor {
  readonly algorithm: "HMAC-SHA256";
  readonly header: string;
  readonly timestamp: string;
  readonly window: string;
  readonly signature: string;
  readonly pairSeparator: string;
  readonly partSeparator: string;
  readonly trim: boolean;
  readonly values: "raw" | "percent";
  /** Accepted when timestamp < serverTime + aheadMsBelow … */
  readonly aheadMsBelow: number;
  /** … and serverTime - timestamp <= the window, which is this when it is not sent. */
  readonly windowMsDefault: number;
  readonly windowMsMax: number;
  /** Error code of a timestamp outside the window. */
  readonly rejectedWith: number;
}

/** What a client does next after a failure. */
export type Advice =
  | "wait"
  | "backOff"
  | "resyncClock"
  | "newKey"
  | "queryFirst"
  | "fixRequest"
  | "stop";

/** One documented or assumed failure code. */
export interface ErrorDescriptor {
  readonly code: number;
  readonly name: string;
  readonly condition: string;
  readonly advice: Advice;
  readonly status?: number;
  readonly assumed?: string;
}

/** One HTTP status that stands for a failure whatever the body says. `to` includes the border. */
export interface StatusDescriptor {
  readonly from: number;
  readonly to: number;
  readonly condition: string;
  readonly advice: Advice;
  readonly header?: string;
}

/** What is retried and how long is waited. */
export interface RetryDescriptor {
  readonly rules: readonly RetryRule[];
  readonly backoff: {
    readonly firstMs: number;
    readonly factor: number;
    readonly maxMs: number;
    readonly jitter: "full" | "none";
  };
}

/** The first rule that fits decides; a failure that no rule fits is final. */
export interface RetryRule {
  readonly status?: { readonly from: number; readonly to: number };
  readonly code?: number;
  readonly action: "retryAfterHeader" | "backOff" | "resyncClock" | "never";
}

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

/** Limits of one stream connection. */
export interface ConnectionLimits {
  readonly lifetimeMs: number;
  readonly streams: number;
  readonly inboundMessages: number;
  readonly inboundWindowMs: number;
}
