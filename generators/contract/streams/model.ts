/** Streams in the contract model. */

import type { BookTable } from "../../../runtime/order-book/types.ts";
import type {
  ConnectionLimits,
  ConnectionRules,
  EventKey,
  UserDataRules,
} from "../../../runtime/tables.ts";
import type { UserRecords } from "../../../runtime/user-data/types.ts";
import type { Origin } from "../documents/model.ts";
import type { Expression } from "../filters/model.ts";
import type { Schema } from "../schemas/model.ts";

/** One stream or the user data session, with its messages. */
export interface Channel {
  readonly id: string;
  /** Name pattern with parameters such as `{symbol}` or `{listenKey}`. */
  readonly address: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly letterCase: "lower" | "asIs" }[];
  readonly access: "public" | "userData";
  readonly afterReconnect: "nothing" | "newSnapshot" | "reconcile";
  /** What happens to events of a slow reader, if the spec says it. */
  readonly backlog: "latest" | "dropOldest" | "stale" | undefined;
  readonly messages: readonly StreamMessage[];
  /** The sandbox's name for it, where that is another. */
  readonly role?: string;
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

export interface StreamMessage {
  readonly name: string;
  readonly description: string;
  /** Value of the field `e`, if the message has it. */
  readonly eventType: string | undefined;
  /** Value of the field `method`, if the message is a request. */
  readonly method: string | undefined;
  readonly payload: Schema;
  /** Fields that identify copies of an event, if the spec says it. */
  readonly eventKeys: readonly EventKey[] | undefined;
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

/** Connection limits, and the rules of user data sessions and local order books. */
export interface StreamRules {
  readonly connection: ConnectionLimits & { readonly query: string; readonly separator: string };
  readonly connectionRules: ConnectionRules;
  readonly userData: UserDataRules;
  /** `undefined` if the spec lacks something that a session needs. */
  readonly userRecords: UserDataRecords | undefined;
  /** The sources of a local order book. */
  readonly bookSync: {
    readonly channel: string;
    /** The operation of its snapshot. */
    readonly operation: string;
  };
  readonly bookKeeping: BookKeeping;
}

/** The records of a user data session, and the operations that list them. */
export interface UserDataRecords {
  readonly records: UserRecords;
  readonly calls: {
    readonly openOrders: string;
    readonly order: string;
    readonly orderPage?: string | undefined;
    readonly trades: string;
    readonly balances: string;
  };
}

/** How a local order book reads messages, and its sequence rules. */
interface BookKeeping extends BookTable {
  readonly sequences: readonly BookSequence[];
}

/** One set of sequence rules; an invalid condition is absent. */
export interface BookSequence {
  readonly name: "documented" | "overlapping";
  readonly drop: Expression | undefined;
  readonly first: Expression | undefined;
  readonly late?: Expression | undefined;
  readonly next: Expression | undefined;
}
