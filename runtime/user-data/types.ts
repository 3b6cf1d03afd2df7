/** Types of a user data session: states, events, options, and the tables and calls that it uses. */

import type { CallOptions } from "../call/options.ts";
import type { Fields } from "../encoding/json-value.ts";
import type { PageCursor } from "../pagination/list.ts";
import type { StreamClient } from "../streams/client.ts";
import type { StreamTables } from "../streams/types.ts";
import type { Int64, RetryDescriptor, UserDataRules } from "../tables.ts";

/**
 * `starting`: not live yet. `live`: everything is known, and events arrive. `stale`: events may be
 * missing and are requested over REST.
 */
export type SessionState = "starting" | "live" | "stale" | "closed";

/** An event of a session; events keep the order in which it received them. */
export type SessionEvent<
  Event = unknown,
  Order = Fields,
  Trade = Fields,
  Balance = Fields,
> = Readonly<
  /** Events may be missing from here on; the missed ones come before the next `live`. */
  | { kind: "gap"; reason: string }
  /** Everything is known, and events arrive. */
  | { kind: "live" }
  /** A stream event with something new. */
  | { kind: "event"; data: Event }
  /** A new state of an order that no event reported. */
  | { kind: "order"; from: "rest" | "stream"; order: Order }
  /** A trade that no event reported. */
  | { kind: "trade"; from: "rest"; trade: Trade }
  /** All balances, if they differ from what events reported. */
  | { kind: "balances"; from: "rest"; balances: readonly Balance[] }
>;

/** A notice from inside a session; contains no listenKey. */
export type SessionNotice = Readonly<
  /** The session created a listenKey, and why. */
  | { kind: "newKey"; reason: string }
  /** A request failed; it is repeated after `retryMs`, if given. */
  | {
      kind: "failed";
      what: "start" | "keepAlive" | "reconcile" | "close";
      error: Error;
      retryMs: number | undefined;
    }
  /** The exchange no longer knows an open order. */
  | { kind: "unknownOrder"; order: Fields }
  /** A callback of `each` threw. */
  | { kind: "consumerFailed"; error: Error }
>;

/** Options of a session; times are in milliseconds. */
export interface SessionOptions {
  /**
   * Keys created and closed by the caller; the session keeps them alive, and creates its own when
   * they are lost. When absent, it creates its own at the start.
   */
  readonly listenKey?: string | readonly string[] | undefined;
  /** Symbols whose trades are always requested, besides those of known orders and trades. */
  readonly symbols?: readonly string[] | undefined;
  /**
   * Time between two REST checks of a live session: a stream does not report its losses. 300,000
   * when absent; `Infinity` for no checks.
   */
  readonly checkEveryMs?: number | undefined;
  /** How long a check waits for the stream to report its findings; 5,000 when absent. */
  readonly checkGraceMs?: number | undefined;
  /** Most events buffered during a reconciliation; 10,000 when absent. */
  readonly bufferMax?: number | undefined;
  /** Most events of the stream that wait for one reader; 10,000 when absent. */
  readonly backlogMax?: number | undefined;
  /**
   * Longest wait of `close` for the keys to be closed, one that is being created among them; 5,000
   * when absent.
   */
  readonly closeTimeoutMs?: number | undefined;
  /** Receives notices of keys, failed requests and failed callbacks. */
  readonly onNotice?: ((notice: SessionNotice) => void) | undefined;
}

/** A user data session: `for await (const event of session)`. */
export interface Session<Event = SessionEvent, Order = Fields, Balance = Fields>
  extends AsyncIterable<Event> {
  readonly state: () => SessionState;
  /** The open orders, as far as known. */
  readonly orders: () => readonly Order[];
  /** An order by its `symbol` and `orderId`, recently ended ones included. */
  readonly order: (identity: Fields) => Order | undefined;
  /** The balances, as far as known. */
  readonly balances: () => readonly Balance[];
  /**
   * Calls a function with each event, one at a time: the next waits for its promise. When it
   * throws, `onNotice` receives the error, and the next event is delivered.
   */
  readonly each: (handle: (event: Event) => unknown) => Session<Event, Order, Balance>;
  /** Resolves when the session is live; rejects when it ends first. */
  readonly whenLive: () => Promise<void>;
  /**
   * Ends the session and all loops over it; leaves no timer and no listener. Resolves when the
   * session's own keys are closed, or after a timeout.
   */
  readonly close: () => Promise<void>;
}

/** Trades, and the position after the last one, by symbol. */
export interface ReadTrades {
  readonly trades: Fields[];
  readonly cursors: Map<string, PageCursor>;
}

/** The responses of one reconciliation. */
export interface Reconciled extends ReadTrades {
  readonly orders: readonly Fields[];
  /** Formerly open orders that the exchange no longer knows. */
  readonly unknownOrders: readonly Fields[];
  readonly account: Fields;
  /** Position of the balances before the first request. */
  readonly position: number;
}

/** Start and end of a request for trades; starts with the latest page when nothing is given. */
export interface TradePlace {
  readonly resume?: PageCursor | undefined;
  /** Starts with the very first trade. */
  readonly all?: boolean;
  /** Starts at a time, in milliseconds. */
  readonly startMs?: number;
  readonly toId: bigint;
}

export interface SessionCalls {
  readonly createKey: (options: CallOptions) => Promise<unknown>;
  readonly keepAlive: (listenKey: string, options: CallOptions) => Promise<unknown>;
  readonly closeKey: (listenKey: string, options: CallOptions) => Promise<unknown>;
  readonly openOrders: (options: CallOptions) => Promise<readonly object[]>;
  /** One order by its identity. */
  readonly order: (identity: object, options: CallOptions) => Promise<object>;
  /**
   * A page of all orders of a symbol from an id on, ended ones too; absent where the spec or the
   * client has no such operation.
   */
  readonly orderPage?: (
    symbol: string,
    from: Int64,
    options: CallOptions,
  ) => Promise<readonly object[] | undefined>;
  /** The latest own trade of a symbol, as a list. */
  readonly lastTrade: (symbol: string, options: CallOptions) => Promise<readonly object[]>;
  /** Own trades of a symbol from a position on. */
  readonly trades: (
    symbol: string,
    place: TradePlace,
    options: CallOptions,
  ) => AsyncIterable<object> & { readonly cursor: () => PageCursor };
  readonly balances: (options: CallOptions) => Promise<object>;
  /** Passes an order to the client, which may be waiting for a placement's outcome. */
  readonly observe: (order: Fields) => void;
}

/** The order fields that a session uses. */
export interface OrderFields {
  /** Fields that identify an order. */
  readonly identity: readonly string[];
  readonly symbol: string;
  readonly status: string;
  /** Decimals that only grow; the first decides which record is later. */
  readonly filled: readonly string[];
  /** Changes from false to true once. */
  readonly working: string;
  /** Time of the last change, in milliseconds. */
  readonly changed: string;
  /** Code of the query for one order, where the exchange has none. */
  readonly notFoundCode?: number | undefined;
  /** How all orders of a symbol are listed. */
  readonly pages?: OrderPages;
}

/** Pages of orders, and what they weigh per IP address. */
export interface OrderPages {
  /** Field with the id that pages are sorted by and begin with. */
  readonly key: string;
  /** Most orders on a page. */
  readonly limit: number;
  readonly weight: number;
  /** Weight of the query for one order. */
  readonly orderWeight: number;
}

/** The fields of own trades that a session uses. */
export interface TradeFields {
  readonly identity: readonly string[];
  readonly symbol: string;
  /** Grows with each trade of a symbol. */
  readonly id: string;
}

/** The account fields that a session uses. */
interface BalanceFields {
  readonly list: string;
  readonly asset: string;
  /** Time of the account's last change, in milliseconds. */
  readonly changed: string;
}

/** Whether a field has a value. */
export interface FieldCondition {
  readonly field: string;
  readonly is: string | number;
}

/**
 * Fields of a record, and their source in an event: a field, the first of several fields that is
 * neither null nor empty, or a condition on a field.
 */
export type FieldMap = Readonly<Record<string, string | readonly string[] | FieldCondition>>;

export interface EventRecords {
  readonly order?: FieldMap;
  readonly trade?: FieldMap;
  /** When true, the event has no trade. */
  readonly noTrade?: FieldCondition;
  readonly balances?: {
    readonly list: string;
    readonly changed: string;
    readonly fields: FieldMap;
  };
  /** Field with the expired listenKey. */
  readonly expired?: string;
}

/** Generated table of the records that a session tracks. */
export interface UserRecords {
  readonly order: OrderFields;
  readonly trade: TradeFields;
  readonly balance: BalanceFields;
  /** By event type, the value of the field `e`. */
  readonly events: Readonly<Record<string, EventRecords>>;
}

export interface SessionTables extends Pick<StreamTables, "streams"> {
  readonly rules: UserDataRules;
  readonly records: UserRecords;
  readonly retry: RetryDescriptor;
  /** Id of the user data stream. */
  readonly stream: string;
  /** Name of that stream for a key. */
  readonly streamName: (listenKey: string) => string;
  /** Response field with a new key. */
  readonly keyField: string;
  readonly isFinal: (status: string) => boolean;
  readonly canMove: (from: string, to: string) => boolean;
}

export interface SessionParts {
  readonly tables: SessionTables;
  readonly calls: SessionCalls;
  readonly streams: StreamClient;
  readonly options: SessionOptions;
}
