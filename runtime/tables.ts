/**
 * The frozen seam between generated data and hand-written behaviour: what the tables in
 * `generated/` must satisfy. Types only, not one line that runs.
 */

export type * from "./rate-limits/tables.ts";

/** An exact decimal as the wire carries it: digits, an optional point, never an exponent. */
export type Decimal = string;

/**
 * A 64-bit integer, exact. A value that a JavaScript number holds exactly is always a number and
 * every other one is always a bigint, so `===` and map keys work across responses.
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
  /** Fields of which one must be present when this one is not. */
  readonly orElse?: readonly string[];
  readonly pattern?: string;
  /** Entry in spec/assumptions.yaml when the interface does not show this field. */
  readonly assumed?: string;
}

/** What the spec says of a parameter or of a field of a message. */
export interface FieldDescription {
  readonly text: string;
  /** Entry in spec/assumptions.yaml when the interface does not show this field. */
  readonly assumed?: string;
  /** What each word means that the value may be. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Of an object, or of the objects of a list; by place for a list of fixed length. */
  readonly fields?: Readonly<Record<string, FieldDescription>>;
}

/** What the spec says of an operation. */
export interface OperationDescription {
  readonly summary: string;
  readonly description: string;
  /** Name of its security type. */
  readonly security: string;
  readonly assumed?: string;
  readonly parameters: Readonly<Record<string, FieldDescription>>;
}

/** What the spec says of a stream message. */
export interface MessageDescription {
  readonly text: string;
  /** The value of the field `e`, where the message has one. */
  readonly eventType?: string;
  /** The value of the field `method`, where the message is a request. */
  readonly method?: string;
  readonly assumed?: string;
  readonly fields?: Readonly<Record<string, FieldDescription>>;
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
interface WeightTier {
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

/** One REST operation as data: everything that a client needs to carry it out. */
export interface OperationDescriptor {
  readonly id: string;
  readonly method: HttpMethod;
  readonly path: string;
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
  /** The operation that gives the exchange's time, and the field that holds it. */
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
  | "stop";

/** One documented or assumed error code. */
export interface ErrorCodeDescriptor {
  readonly code: number;
  readonly name: string;
  readonly condition: string;
  readonly status?: number;
  readonly assumed?: string;
}

/** An error code together with what to do after it. */
export interface ErrorDescriptor extends ErrorCodeDescriptor {
  readonly advice: Advice;
}

/** The name of each error code. */
export type CodeNames = Readonly<Record<number, string>>;

/** What to do after each error code. */
export type CodeAdvice = Readonly<Record<number, Advice>>;

/** What to do after a range of HTTP statuses; both ends belong to it. */
export interface StatusAdvice {
  readonly from: number;
  readonly to: number;
  readonly advice: Advice;
}

/** A range of HTTP statuses that are errors whatever the body says. */
export interface StatusDescriptor extends StatusAdvice {
  readonly condition: string;
  readonly header?: string;
}

/** The object that errors come in; successes may come in it too. */
export interface EnvelopeDescriptor {
  /** Name of the property that holds the code; so on for the others. */
  readonly code: string;
  readonly message: string;
  readonly timestamp: string;
  readonly data: string;
  /** Codes of a success; every other one is an error. */
  readonly successCodes: readonly number[];
}

/** A value of a response without parts. */
export type ScalarType = "text" | "decimal" | "int64" | "integer" | "boolean" | "null" | "any";

/** The type of a value in a response; other texts than scalar types name one of `types`. */
export type ResponseType =
  | ScalarType
  | (string & {})
  | { readonly list: ResponseType }
  | { readonly tuple: readonly ResponseType[] }
  | { readonly oneOf: readonly ResponseType[] }
  | { readonly record: RecordType }
  /** Not shown by the interface, so that nothing of it is rejected. */
  | { readonly assumed: ResponseType };

/** The fields of an object. */
export interface RecordType {
  /** Fields that always have this value; they distinguish the records of one list. */
  readonly constants?: Readonly<Record<string, unknown>>;
  readonly required?: Readonly<Record<string, ResponseType>>;
  readonly optional?: Readonly<Record<string, ResponseType>>;
  readonly assumed?: Readonly<Record<string, ResponseType>>;
}

/** What operations respond with. */
export interface ResponseTables {
  /** Types by name. */
  readonly types: Readonly<Record<string, ResponseType>>;
  /** The type of each operation's response, by operation id. */
  readonly responses: Readonly<Record<string, ResponseType>>;
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
  /** How the outcome of a placement is found out; nothing is certain where it is absent. */
  readonly placements?: PlacementRules;
}

/** What responses to the query of an order mean, and how an order is recognised. */
interface PlacementRules {
  /** Code that says that no order has the client id. */
  readonly notFoundCode?: number;
  /** Code and message that refuse an order because an open one has its client id. */
  readonly refusedRepeatCode?: number;
  readonly refusedRepeatMessage?: string;
  /** How long after its window has closed a request may still come to light, in milliseconds. */
  readonly settleMs?: number;
  readonly record: OrderRecordRules;
}

/** Names in the record of an order. */
interface OrderRecordRules {
  readonly clientId: string;
  /** Holds the exchange's time when the order was placed, in milliseconds. */
  readonly placedMs: string;
  /** By the name of a request's field, the name of the record's field that says the same. */
  readonly sent: Readonly<Record<string, string>>;
}

/** The first rule that fits decides; an error that no rule matches is final. */
export interface RetryRule {
  readonly status?: { readonly from: number; readonly to: number };
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
  /** Connections that one address may open in a window; absent where the spec states none. */
  readonly attempts?: number;
  readonly attemptsWindowMs?: number;
}

/** Habits of a stream connection. What the spec does not state is absent. */
export interface ConnectionRules {
  /** When the exchange asks whether the client is there, and how long it waits for a pong. */
  readonly pings?: { readonly everyMs: number; readonly answeredWithinMs: number };
  /** Keys of the object that messages come in when streams are requested by the query. */
  readonly wrapping?: { readonly stream: string; readonly data: string };
  /** Methods of the messages that change what an open connection carries. */
  readonly methods: {
    readonly subscribe?: string;
    readonly unsubscribe?: string;
    readonly list?: string;
  };
  /** Fields of the reply to a refused one, at its top or within an object of that name. */
  readonly refusals?: {
    readonly within?: string;
    readonly code: string;
    readonly message: string;
  };
  /** Longest text that may be the id of such a message, in characters. */
  readonly idLengthMax?: number;
  /** WebSocket codes of the exchange's good-bye, by its reason. */
  readonly closeCodes?: {
    readonly lifetime: number;
    readonly shutdown: number;
    readonly inboundExcess: number;
    readonly unansweredPing: number;
  };
}

/** Upkeep of user data: operations, and how long a key lives without being kept alive. */
export interface SessionRules {
  readonly create: string;
  readonly keepAlive: string;
  readonly close: string;
  readonly keepAliveEveryMs: number;
  /** Absent where the spec does not state it. */
  readonly validityMs?: number;
  readonly reconcileBy: readonly string[];
}

/**
 * How copies of one event are known: by equal `fields`, unless the field of `unless` holds its
 * number; then the next key decides. A message that lacks a field is like no other.
 */
export interface EventKey {
  readonly fields: readonly string[];
  readonly unless?: { readonly field: string; readonly is: number };
}

/** What the interface does not show, and how traffic shows whether what is taken for it holds. */
export interface AssumptionDescriptor {
  readonly kind: "assumed" | "open" | "observed";
  readonly gap: string;
  readonly choice: string;
  /** The reading of the sandbox, where it knows several. */
  readonly taken?: string;
  readonly check:
    | { readonly name: string; readonly needs: "response" | "calls" | "stream" | "probe" }
    | { readonly never: string };
}
