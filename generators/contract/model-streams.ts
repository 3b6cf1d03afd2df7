/** The part of the contract model that tells of streams and their rules. */

import type { Origin, Schema } from "./model.ts";

/** One stream or the user data session, with the messages it carries. */
export interface Channel {
  readonly id: string;
  /** Name pattern with `{symbol}` or `{listenKey}` in it. */
  readonly address: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly letterCase: "lower" | "asIs" }[];
  readonly access: "public" | "userData";
  readonly afterReconnect: "nothing" | "newSnapshot" | "reconcile";
  readonly messages: readonly StreamMessage[];
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

export interface StreamMessage {
  readonly name: string;
  readonly description: string;
  /** The value of the field `e` that announces it; some messages carry none. */
  readonly eventType: string | undefined;
  readonly payload: Schema;
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

/** Connection limits, the session of user data and the upkeep of a local book. */
export interface StreamRules {
  readonly connection: {
    readonly lifetimeMs: number;
    readonly streams: number;
    readonly inboundMessages: number;
    readonly inboundWindowMs: number;
    readonly query: string;
    readonly separator: string;
  };
  readonly session: {
    readonly create: string;
    readonly keepAlive: string;
    readonly close: string;
    readonly keepAliveEveryMs: number;
  };
  readonly bookSync: {
    readonly channel: string;
    readonly snapshot: { readonly operation: string; readonly limit: number };
    readonly drop: string;
    readonly first: string;
    readonly next: string;
  };
  readonly origin: Origin;
}
