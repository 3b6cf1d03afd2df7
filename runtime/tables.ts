/**
 * Types of the generated tables: the interface between `generated/` and hand-written code. Types
 * only.
 */

export type * from "./limit-tables.ts";

/** An exact decimal as on the wire: digits, an optional point, never an exponent. */
export type Decimal = string;

/**
 * An exact 64-bit integer: a number where that is exact, otherwise a bigint. So `===` and map keys
 * work across responses.
 */
export type Int64 = number | bigint;

/** A known value, or one that the exchange added after this client was made. */
export type Open<Known extends string> = Known | (string & {});

/** How a value is written on the wire. */
export type ValueKind = "text" | "decimal" | "int64" | "integer" | "boolean" | "choice";

/** One request field, in the order of the spec, not of sending. */
export interface ParameterDescriptor {
  readonly name: string;
  readonly kind: ValueKind;
  readonly required: boolean;
  /** Values of a `choice` (an enum); closed unless `open`. */
  readonly choices?: readonly string[];
  readonly open?: boolean;
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /** What the exchange does with a value above `maximum`; refused when absent. */
  readonly aboveMaximum?: "truncate";
  /** Fields that must accompany this one. */
  readonly onlyWith?: readonly string[];
  /** Fields one of which must be present when this one is not. */
  readonly orElse?: readonly string[];
  readonly pattern?: string;
  /** The sandbox's name for it, where that is another. */
  readonly role?: string;
  /** Entry in spec/assumptions.yaml when the interface does not show this field. */
  readonly assumed?: string;
}

/** The spec's description of a parameter or of a message field. */
export interface FieldDescription {
  readonly text: string;
  /** Entry in spec/assumptions.yaml when the interface does not show this field. */
  readonly assumed?: string;
  /** Meaning of each enum value. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Fields of an object, or of a list's objects; by index for a list of fixed length. */
  readonly fields?: Readonly<Record<string, FieldDescription>>;
}

/** The spec's description of an operation. */
export interface OperationDescription {
  readonly summary: string;
  readonly description: string;
  /** Name of its security type. */
  readonly security: string;
  readonly assumed?: string;
  readonly parameters: Readonly<Record<string, FieldDescription>>;
}

/** The spec's description of a stream message. */
export interface MessageDescription {
  readonly text: string;
  /** Value of the field `e`, if the message has one. */
  readonly eventType?: string;
  /** Value of the field `method`, if the message is a request. */
  readonly method?: string;
  readonly assumed?: string;
  readonly fields?: Readonly<Record<string, FieldDescription>>;
}

/** Cost of one call in one budget. */
export type Weight =
  | { readonly kind: "fixed"; readonly weight: number }
  | {
      readonly kind: "byTier";
      readonly parameter: string;
      /** Value of the parameter when it is not sent. */
      readonly default: number;
      readonly tiers: readonly WeightTier[];
    }
  | {
      readonly kind: "byPresence";
      readonly parameter: string;
      readonly present: number;
      readonly absent: number;
    };

/** Both ends belong to the tier. */
interface WeightTier {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/** Cost of one call per IP address and per account; an absent budget is not charged. */
export interface OperationWeight {
  readonly ip?: Weight;
  readonly account?: Weight;
  readonly assumed?: string;
}

export type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/** One REST operation: everything that a client needs to call it. */
export interface OperationDescriptor {
  readonly id: string;
  readonly method: HttpMethod;
  readonly path: string;
  /** The call carries the API key header. */
  readonly sendsKey: boolean;
  /** The call carries a timestamp and a signature. */
  readonly signed: boolean;
  /** Fields go in the query, or where listed also in a form body. */
  readonly places: readonly ("query" | "body")[];
  readonly parameters: readonly ParameterDescriptor[];
  /** `null` where the interface states no weight and none is assumed. */
  readonly weight: OperationWeight | null;
  /** Set on an operation that must never be repeated blindly. */
  readonly placement?: PlacementDescriptor;
  /** Set where a call changes something else: it is not sent again blindly either. */
  readonly changes?: boolean;
}

/** How the unknown outcome of a placement is resolved, and how its order is recognised. */
export interface PlacementDescriptor {
  /** The field that makes a repeat harmless. */
  readonly clientId: string;
  /** The operation that finds the order, and its parameter for the client id. */
  readonly resolvedBy: { readonly operation: string; readonly parameter: string };
  /** Code of that operation for an unknown client id. */
  readonly notFoundCode?: number;
  /** Code and message for a client id that an open order has. */
  readonly refusedRepeatCode?: number;
  readonly refusedRepeatMessage?: string;
  /** How long after its window a request may still take effect, in milliseconds. */
  readonly settleMs?: number;
  /** Nothing is certain where it is absent. */
  readonly record?: OrderRecordRules;
}

/** Field names in the record of an order. */
interface OrderRecordRules {
  readonly clientId: string;
  /** Field with the id that the exchange gave the order. */
  readonly orderId: string;
  /** Field with the placement time, in the exchange's milliseconds. */
  readonly placedMs: string;
  /** The record's field for each request field. */
  readonly sent: Readonly<Record<string, string>>;
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
  /** The operation that returns the exchange's time, and the field of it. */
  readonly time: { readonly operation: string; readonly field: string };
  /** Accepted when timestamp < serverTime + aheadMsBelow … */
  readonly aheadMsBelow: number;
  /** … and serverTime - timestamp <= the window, which is this when it is not sent. */
  readonly windowMsDefault: number;
  readonly windowMsMax: number;
  /** Error code of a timestamp outside the window. */
  readonly rejectedWith: number;
}

/** What a caller should do after an error. */
export type Advice =
  | "wait"
  | "backOff"
  | "resyncClock"
  | "newKey"
  | "queryFirst"
  | "fixRequest"
  | "fixCredentials"
  | "fixOrder"
  | "stop";

/** One documented or assumed error code. */
export interface ErrorCodeDescriptor {
  readonly code: number;
  readonly name: string;
  readonly condition: string;
  readonly status?: number;
  readonly assumed?: string;
}

/** An error code and the advice for it. */
export interface ErrorDescriptor extends ErrorCodeDescriptor {
  readonly advice: Advice;
  /** The request may have been executed. */
  readonly open?: boolean;
}

/** Names of error codes. */
export type CodeNames = Readonly<Record<number, string>>;

/** Advice for each error code. */
export type CodeAdvice = Readonly<Record<number, Advice>>;

/** HTTP statuses, both ends included. */
export interface StatusRange {
  readonly from: number;
  readonly to: number;
}

/** Advice for a range of HTTP statuses. */
export interface StatusAdvice extends StatusRange {
  readonly advice: Advice;
  /** The request may have been executed. */
  readonly open?: boolean;
  /** Entry in spec/assumptions.yaml, where the interface does not show the status. */
  readonly assumed?: string;
}

/** A range of HTTP statuses that are errors whatever the body says. */
export interface StatusDescriptor extends StatusAdvice {
  readonly condition: string;
  readonly header?: string;
}

/** The object that errors arrive in; successes may use it too. */
export interface EnvelopeDescriptor {
  /** Name of the property with the code; likewise the others. */
  readonly code: string;
  readonly message: string;
  readonly timestamp?: string;
  readonly data?: string;
  /** Codes of a success; every other one is an error. */
  readonly successCodes: readonly number[];
}

/** Type of a scalar in a response. */
export type ScalarType = "text" | "decimal" | "int64" | "integer" | "boolean" | "null" | "any";

/** Type of a value in a response; text other than a scalar type names one of `types`. */
export type ResponseType =
  | ScalarType
  | (string & {})
  | { readonly list: ResponseType }
  | { readonly tuple: readonly ResponseType[] }
  | { readonly oneOf: readonly ResponseType[] }
  | { readonly record: RecordType }
  /** Not documented, so never rejected. */
  | { readonly assumed: ResponseType };

/** The fields of an object. */
export interface RecordType {
  /** Fields with a constant value, which distinguish the records of a list. */
  readonly constants?: Readonly<Record<string, unknown>>;
  readonly required?: Readonly<Record<string, ResponseType>>;
  readonly optional?: Readonly<Record<string, ResponseType>>;
  readonly assumed?: Readonly<Record<string, ResponseType>>;
}

/** Response types of the operations. */
export interface ResponseTables {
  /** Types by name. */
  readonly types: Readonly<Record<string, ResponseType>>;
  /** Response type by operation id. */
  readonly responses: Readonly<Record<string, ResponseType>>;
}

/** The retry policy: what is retried, after which pause. */
export interface RetryDescriptor {
  readonly rules: readonly RetryRule[];
  /** Header of an error response that says how long to wait. */
  readonly header: string;
  readonly backoff: {
    readonly firstMs: number;
    readonly factor: number;
    readonly maxMs: number;
    readonly jitter: "full" | "none";
  };
}

/** The first rule that matches decides; an error that no rule matches is final. */
export interface RetryRule {
  readonly status?: StatusRange;
  readonly code?: number;
  readonly action: "retryAfterHeader" | "backOff" | "resyncClock" | "never";
  /** Entry in spec/assumptions.yaml, where the interface does not show the rule. */
  readonly assumed?: string;
}

/** Limits of stream connections. */
export interface ConnectionLimits {
  readonly lifetimeMs: number;
  readonly streams: number;
  readonly inboundMessages: number;
  readonly inboundWindowMs: number;
  /** Connections that one address may open per window; absent where the spec states none. */
  readonly attempts?: number;
  readonly attemptsWindowMs?: number;
}

/** Rules of a stream connection. Absent means not stated. */
export interface ConnectionRules {
  /** When the exchange pings, and how long it waits for the pong. */
  readonly pings?: { readonly everyMs: number; readonly answeredWithinMs: number };
  /** Keys of the wrapper object around messages, when the query names the streams. */
  readonly wrapping?: { readonly stream: string; readonly data: string };
  /** Path of connections whose messages come without that object; a stream's name may follow. */
  readonly unwrapped?: { readonly path: string };
  /** Methods of the control messages. */
  readonly methods: {
    readonly subscribe?: string;
    readonly unsubscribe?: string;
    readonly list?: string;
  };
  /** Fields of an error reply, at its top level or in an object of that name. */
  readonly refusals?: {
    readonly within?: string;
    readonly code: string;
    readonly message: string;
  };
  /** Longest control-message id, in characters. */
  readonly idLengthMax?: number;
  /** WebSocket close codes of the exchange, by reason. */
  readonly closeCodes?: {
    readonly lifetime: number;
    readonly shutdown: number;
    readonly inboundExcess: number;
    readonly unansweredPing: number;
  };
}

/** Operations of the user data stream, and how long a listenKey lives without keep-alive. */
export interface UserDataRules {
  readonly create: string;
  readonly keepAlive: string;
  readonly close: string;
  readonly keepAliveEveryMs: number;
  /** Absent means not stated. */
  readonly validityMs?: number;
  readonly reconcileBy: readonly string[];
}

/**
 * Identifies copies of one event: by equal `fields`, unless the `unless` field holds its number;
 * then the next key decides. A message without a field matches no other.
 */
export interface EventKey {
  readonly fields: readonly string[];
  readonly unless?: { readonly field: string; readonly is: number };
}

/** An undocumented fact, and how traffic shows whether our assumption holds. */
export interface AssumptionDescriptor {
  readonly kind: "assumed" | "open" | "observed";
  readonly gap: string;
  readonly choice: string;
  /** The default of the sandbox, where it has several options. */
  readonly taken?: string;
  readonly check:
    | { readonly name: string; readonly needs: "response" | "calls" | "stream" | "probe" }
    | { readonly never: string };
}
