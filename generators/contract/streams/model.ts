/** The part of the contract model that tells of streams and their rules. */

import type { BookTable } from "../../../runtime/order-book/types.ts";
import type {
  ConnectionLimits,
  ConnectionRules,
  EventKey,
  SessionRules,
} from "../../../runtime/tables.ts";
import type { UserRecords } from "../../../runtime/user-data/records.ts";
import type { Origin } from "../documents/model.ts";
import type { Expression } from "../filters/expression-tree.ts";
import type { Operation } from "../operations/model.ts";
import type { NamedSchema, Schema } from "../schemas/model.ts";

/** One stream or the user data session, with the messages it carries. */
export interface Channel {
  readonly id: string;
  /** Name pattern with `{symbol}` or `{listenKey}` in it. */
  readonly address: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly letterCase: "lower" | "asIs" }[];
  readonly access: "public" | "userData";
  readonly afterReconnect: "nothing" | "newSnapshot" | "reconcile";
  /** What becomes of events that their reader is too slow for, where the spec tells. */
  readonly backlog: "latest" | "dropOldest" | "stale" | undefined;
  readonly messages: readonly StreamMessage[];
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

export interface StreamMessage {
  readonly name: string;
  readonly description: string;
  /** The value of the field `e` that announces it; some messages carry none. */
  readonly eventType: string | undefined;
  /** The value of the field `method`, of messages that ask for something. */
  readonly method: string | undefined;
  readonly payload: Schema;
  /** How copies of one event are known, where the spec tells. */
  readonly eventKeys: readonly EventKey[] | undefined;
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

/** Connection limits, the session of user data and the upkeep of a local book. */
export interface StreamRules {
  readonly connection: ConnectionLimits & { readonly query: string; readonly separator: string };
  readonly habits: ConnectionRules;
  readonly session: SessionRules;
  /** `undefined` where the spec does not tell all that a session needs. */
  readonly sessionRecords: SessionRecords | undefined;
  readonly bookSync: {
    readonly channel: string;
    readonly snapshot: { readonly operation: string; readonly limit: number };
    readonly drop: string;
    readonly first: string;
    readonly next: string;
    /** What is done when one of them does not hold. */
    readonly otherwise: "resynchronize";
    /** The level that leaves the book, as a condition on its quantity. */
    readonly removes: string;
    readonly afterReconnect: "newSnapshot";
  };
  readonly bookKeeping: BookKeeping;
  readonly origin: Origin;
}

/** What a session of user data keeps, and the operations that list it. */
export interface SessionRecords {
  readonly records: UserRecords;
  readonly calls: {
    readonly openOrders: string;
    readonly order: string;
    readonly trades: string;
    readonly balances: string;
  };
}

/** How a local order book reads its messages, and the rules by which they follow each other. */
export interface BookKeeping extends BookTable {
  readonly sequences: readonly BookSequence[];
}

/** One set of sequence rules; a condition that cannot be read is absent. */
export interface BookSequence {
  readonly name: "documented" | "overlapping";
  readonly assumed: string | undefined;
  readonly drop: Expression | undefined;
  readonly first: Expression | undefined;
  readonly late?: Expression | undefined;
  readonly next: Expression | undefined;
}

/** What the rules of streams may name: operations, channels and the fields of their messages. */
export interface StreamWords {
  readonly operations: readonly Operation[];
  readonly channels: readonly Channel[];
  readonly schemas: ReadonlyMap<string, NamedSchema>;
}
