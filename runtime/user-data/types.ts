/** Types of a user data session: states, events and options; the tables and calls it works with. */

import type { CallOptions } from "../client/options.ts";
import type { Fields } from "../encoding/json-value.ts";
import type { PageCursor } from "../pagination/list.ts";
import type { StreamClient } from "../streams/client.ts";
import type { StreamTables } from "../streams/types.ts";
import type { RetryDescriptor, SessionRules } from "../tables.ts";
import type { UserRecords } from "./records.ts";

/**
 * `starting`: not live yet. `live`: everything is known, and events arrive. `stale`: events may be
 * missing, and are being requested over REST.
 */
export type SessionState = "starting" | "live" | "stale" | "closed";

/** What a session emits, in the order in which it received it. */
export type SessionEvent<
  Event = unknown,
  Order = Fields,
  Trade = Fields,
  Balance = Fields,
> = Readonly<
  /** Events may be missing from here on; what was missed comes before the next `live`. */
  | { kind: "gap"; reason: string }
  /** Everything is known, and events arrive. */
  | { kind: "live" }
  /** An event of the stream that brought something new. */
  | { kind: "event"; data: Event }
  /** The new state of an order that no event reported. */
  | { kind: "order"; from: "rest" | "stream"; order: Order }
  /** A trade that no event reported. */
  | { kind: "trade"; from: "rest"; trade: Trade }
  /** All balances, where they differ from what events reported. */
  | { kind: "balances"; from: "rest"; balances: readonly Balance[] }
>;

/** What happens inside a session; holds no listenKey. */
export type SessionNotice = Readonly<
  | { kind: "newKey"; reason: string }
  /** A request failed; it is repeated after `retryMs`, where that is given. */
  | {
      kind: "failed";
      what: "start" | "keepAlive" | "reconcile" | "close";
      error: Error;
      retryMs: number | undefined;
    }
  /** An order that was open is no longer known to the exchange. */
  | { kind: "unknownOrder"; order: Fields }
  /** A callback of `each` threw. */
  | { kind: "consumerFailed"; error: Error }
>;

/** Options of a session; times are in milliseconds. */
export interface SessionOptions {
  /**
   * Keys that were created elsewhere, and are closed there; the session keeps them alive. When they
   * are lost it creates its own. Absent, it creates its own at the start.
   */
  readonly listenKey?: string | readonly string[] | undefined;
  /** Symbols whose trades are always requested, besides those of orders and trades seen. */
  readonly symbols?: readonly string[] | undefined;
  /**
   * Time between two checks over REST of a live session: a stream does not say what it lost.
   * 300 000 when absent; `Infinity` for no checks.
   */
  readonly checkEveryMs?: number | undefined;
  /** How long a check waits for the stream to report what it found; 5 000 when absent. */
  readonly checkGraceMs?: number | undefined;
  /** Events that are buffered during a reconciliation at most; 10 000 when absent. */
  readonly bufferMax?: number | undefined;
  /** Events that wait for one reader at most; 10 000 when absent. */
  readonly backlogMax?: number | undefined;
  /** Longest time that `close` waits for a key to be closed; 5 000 when absent. */
  readonly closeTimeoutMs?: number | undefined;
  readonly onNotice?: ((notice: SessionNotice) => void) | undefined;
}

/** A user data session: `for await (const event of session)`. */
export interface Session<Event = SessionEvent, Order = Fields, Balance = Fields>
  extends AsyncIterable<Event> {
  readonly state: () => SessionState;
  /** The open orders, as far as they are known. */
  readonly orders: () => readonly Order[];
  /** An order by its identity; also one that ended not long ago. */
  readonly order: (identity: Fields) => Order | undefined;
  readonly balances: () => readonly Balance[];
  /**
   * Calls a function with each event, one after the other: the next waits for its promise. What it
   * throws goes to `onNotice`, and the next event comes all the same.
   */
  readonly each: (handle: (event: Event) => unknown) => Session<Event, Order, Balance>;
  /** Resolves when the session is live; rejects when it ends first. */
  readonly whenLive: () => Promise<void>;
  /**
   * Ends the session and all loops over it; no timer and no listener is left. Resolves when the
   * session's own keys are closed, or the time for that is over.
   */
  readonly close: () => Promise<void>;
}

/** The responses of one reconciliation. */
export interface Reconciled {
  readonly orders: readonly Fields[];
  /** Orders that were open, and that the exchange does not know any more. */
  readonly unknownOrders: readonly Fields[];
  readonly trades: readonly Fields[];
  /** The place behind the last trade, by symbol. */
  readonly cursors: ReadonlyMap<string, PageCursor>;
  readonly account: Fields;
  /** Position of the balances before the first request. */
  readonly position: number;
}

/** Where a request for trades starts, with the latest page where nothing is given, and ends. */
export interface TradePlace {
  readonly resume?: PageCursor | undefined;
  /** Starts with the first trade of all. */
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
  /** The latest own trade of a symbol, as a list. */
  readonly lastTrade: (symbol: string, options: CallOptions) => Promise<readonly object[]>;
  /** Own trades of a symbol from a place on. */
  readonly trades: (
    symbol: string,
    place: TradePlace,
    options: CallOptions,
  ) => AsyncIterable<object> & { readonly cursor: () => PageCursor };
  readonly balances: (options: CallOptions) => Promise<object>;
  /** Reports an order to the client, which may be waiting for the result of its placement. */
  readonly observe: (order: Fields) => void;
}

/** The generated tables and rules that a session works with. */
export interface SessionTables extends Pick<StreamTables, "streams"> {
  readonly rules: SessionRules;
  readonly records: UserRecords;
  readonly retry: RetryDescriptor;
  /** Id of the stream of user data. */
  readonly stream: string;
  /** The name of that stream for a key. */
  readonly streamName: (listenKey: string) => string;
  /** Field of the response that holds a new key. */
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
