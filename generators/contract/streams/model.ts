/** The model of streams and their rules. */

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
import type { Schema } from "../schemas/model.ts";

/** One stream or the user data session, with the messages it carries. */
export interface Channel {
  readonly id: string;
  /** Name pattern with `{symbol}` or `{listenKey}` in it. */
  readonly address: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly letterCase: "lower" | "asIs" }[];
  readonly access: "public" | "userData";
  readonly afterReconnect: "nothing" | "newSnapshot" | "reconcile";
  /** What happens to events that their reader is too slow for, where the spec says it. */
  readonly backlog: "latest" | "dropOldest" | "stale" | undefined;
  readonly messages: readonly StreamMessage[];
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

export interface StreamMessage {
  readonly name: string;
  readonly description: string;
  /** The value of the field `e`, where the message has one. */
  readonly eventType: string | undefined;
  /** The value of the field `method`, where the message is a request. */
  readonly method: string | undefined;
  readonly payload: Schema;
  /** Fields that identify an event, so that copies are known; where the spec says them. */
  readonly eventKeys: readonly EventKey[] | undefined;
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

/** Connection limits, and the rules of user data sessions and local order books. */
export interface StreamRules {
  readonly connection: ConnectionLimits & { readonly query: string; readonly separator: string };
  readonly connectionRules: ConnectionRules;
  readonly session: SessionRules;
  /** `undefined` where the spec lacks a part of what a session needs. */
  readonly sessionRecords: SessionRecords | undefined;
  /** Where a local order book comes from. */
  readonly bookSync: {
    readonly channel: string;
    /** The operation that gives its snapshot. */
    readonly operation: string;
  };
  readonly bookKeeping: BookKeeping;
}

/** The records that a user data session tracks, and the operations that list them. */
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
  readonly drop: Expression | undefined;
  readonly first: Expression | undefined;
  readonly late?: Expression | undefined;
  readonly next: Expression | undefined;
}
