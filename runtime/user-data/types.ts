/** What a session of user data is made of and told. */

import type { CallOptions } from "../client/options.ts";
import type { PageCursor } from "../pagination/list.ts";
import type { StreamClient } from "../streams/client.ts";
import type { StreamTables } from "../streams/types.ts";
import type { RetryDescriptor, SessionRules } from "../tables.ts";
import type { Fields, UserRecords } from "./records.ts";

/** `opening`: not yet live. `gap`: events may be missing, and are being looked for. */
export type SessionState = "opening" | "live" | "gap" | "closed";

/** What a session tells, in the order in which it came to know it. */
export type SessionEvent<Event = unknown, Order = Fields, Trade = Fields, Balance = Fields> =
  /** Events may be missing from here on; what was missed comes before the next `live`. */
  | { readonly kind: "gap"; readonly reason: string }
  /** All is known, and events arrive. */
  | { readonly kind: "live" }
  /** An event of the stream that brought something new. */
  | { readonly kind: "event"; readonly data: Event }
  /** An order as it is now, where no event told it. */
  | { readonly kind: "order"; readonly from: "rest" | "stream"; readonly order: Order }
  /** A trade that no event told. */
  | { readonly kind: "trade"; readonly from: "rest"; readonly trade: Trade }
  /** The balances that are not what events told. */
  | { readonly kind: "balances"; readonly from: "rest"; readonly balances: readonly Balance[] };

/** What happens in the machinery; holds no listenKey. */
export type SessionNotice =
  | { readonly kind: "newKey"; readonly reason: string }
  /** A call failed, and is made again after a while. */
  | {
      readonly kind: "failed";
      readonly what: "open" | "keepAlive" | "reconcile" | "close";
      readonly error: Error;
      readonly retryMs: number | undefined;
    }
  /** An order that was open is no longer known to the exchange. */
  | { readonly kind: "forgotten"; readonly order: Fields }
  | { readonly kind: "consumerFailed"; readonly error: Error };

/** How a session is kept; times are in milliseconds. */
export interface SessionOptions {
  /**
   * Keys that somebody else has made and closes, in place of one that the session makes, keeps and
   * closes. When they are lost the session makes its own.
   */
  readonly listenKey?: string | readonly string[] | undefined;
  /** Symbols whose trades are always looked for, besides those of orders and trades seen. */
  readonly symbols?: readonly string[] | undefined;
  /**
   * While all seems well it is asked this often whether it is: a stream says nothing of what it
   * lost. 300 000 when absent; `Infinity` for never.
   */
  readonly checkEveryMs?: number | undefined;
  /** What a check finds is believed missed when the stream has not told it by then; 5 000. */
  readonly lateMs?: number | undefined;
  /** Events that wait while it is reconciled at most; 10 000 when absent. */
  readonly heldMax?: number | undefined;
  /** Events that wait for one reader at most; 10 000 when absent. */
  readonly backlogMax?: number | undefined;
  /** Longest wait for the key to be closed at the end; 5 000 when absent. */
  readonly closeMs?: number | undefined;
  readonly onNotice?: ((notice: SessionNotice) => void) | undefined;
}

/** A user data session: `for await (const event of session)`. */
export interface Session<Event = SessionEvent, Order = Fields, Balance = Fields>
  extends AsyncIterable<Event> {
  readonly state: () => SessionState;
  /** The open orders, as far as they are known. */
  readonly orders: () => readonly Order[];
  /** An order by what tells it from others; also one that ended not long ago. */
  readonly order: (identity: Fields) => Order | undefined;
  readonly balances: () => readonly Balance[];
  /**
   * Calls a function with each event, one after the other: the next waits for its promise. One
   * that throws is told to `onNotice`, and called again with the next event.
   */
  readonly each: (handle: (event: Event) => unknown) => Session<Event, Order, Balance>;
  /** Resolves when the session is live; rejects when it ends first. */
  readonly whenLive: () => Promise<void>;
  /**
   * Ends the session and all loops over it; no timer and no listener is left. Resolves when the
   * key is closed, where it is the session's own, or could not be in time.
   */
  readonly close: () => Promise<void>;
}

/** Where a walk through trades begins, with the latest page where nothing is said, and ends. */
export interface TradePlace {
  readonly resume?: PageCursor | undefined;
  /** Begins with the first trade that there is. */
  readonly all?: boolean;
  /** Begins at a time, in milliseconds. */
  readonly startMs?: number;
  readonly toId: bigint;
}

/** The calls that a session makes. */
export interface SessionCalls {
  readonly createKey: (options: CallOptions) => Promise<unknown>;
  readonly keepAlive: (listenKey: string, options: CallOptions) => Promise<unknown>;
  readonly closeKey: (listenKey: string, options: CallOptions) => Promise<unknown>;
  readonly openOrders: (options: CallOptions) => Promise<readonly object[]>;
  /** Asks for one order by its identity. */
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
  /** Tells a placement whose answer is lost what became of it. */
  readonly observe: (order: Fields) => void;
}

/** The generated data that a session works by. */
export interface SessionTables extends Pick<StreamTables, "streams"> {
  readonly rules: SessionRules;
  readonly records: UserRecords;
  readonly retry: RetryDescriptor;
  /** Id of the stream of user data. */
  readonly stream: string;
  /** The name of that stream for a key. */
  readonly streamName: (listenKey: string) => string;
  /** Field of the answer that makes a key. */
  readonly keyField: string;
  readonly isFinal: (status: string) => boolean;
  readonly canMove: (from: string, to: string) => boolean;
}

/** All that a session is made of. */
export interface SessionParts {
  readonly tables: SessionTables;
  readonly calls: SessionCalls;
  readonly streams: StreamClient;
  readonly options: SessionOptions;
}
