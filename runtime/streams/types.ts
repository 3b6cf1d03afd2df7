/** Data types of the stream client: generated tables, sockets, consumers and notices. */

import type { TradespecError } from "../errors.ts";
import type {
  ConnectionLimits,
  ConnectionRules,
  EventKey,
  RetryDescriptor,
  StatusAdvice,
} from "../tables.ts";
import type { StreamPattern } from "./names.ts";

/** A stream of the spec. */
export interface StreamDescriptor extends StreamPattern {
  readonly access: "public" | "userData";
  /** What a reconnect loses, and how to recover it. */
  readonly afterReconnect: "nothing" | "newSnapshot" | "reconcile";
  /** The kinds of message on the stream. */
  readonly messages: readonly {
    readonly name: string;
    /** Value of the field `e`; absent for messages without it. */
    readonly eventType?: string;
    /** Fields that identify an event; absent where the spec names none. */
    readonly eventKeys?: readonly EventKey[];
  }[];
  /** The sandbox's name for it, where that is another. */
  readonly role?: string;
}

/** Generated tables of a stream client. */
export interface StreamTables {
  readonly streams: Readonly<Record<string, StreamDescriptor>>;
  readonly limits: ConnectionLimits;
  readonly rules: ConnectionRules;
  /** How a connection's address names its streams. */
  readonly query: { readonly parameter: string; readonly separator: string };
  readonly backoff: RetryDescriptor["backoff"];
  /** Advice for each HTTP status of a refused upgrade. */
  readonly statuses: readonly StatusAdvice[];
}

/** The part of the standard WebSocket that the client uses. */
export interface StreamSocket {
  binaryType: string;
  addEventListener(type: string, listener: (event: object) => void): void;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

/** A WebSocket class: the platform's, the one of the package `ws`, or the sandbox's. */
export type StreamSocketClass = new (url: string) => StreamSocket;

/** What happens to events of a slow consumer. */
export type Backlog =
  /** Keep only the newest event of each stream. */
  | "latest"
  /** Drop the oldest event and count it. */
  | "dropOldest"
  /** Accept no more events: reading the rest ends with a StreamStaleError. */
  | "stale";

/** `opening`: no events yet. `live`: events arrive. `gap`: some may be missing. `closed`: ended. */
export type StreamState = "opening" | "live" | "gap" | "closed";

/** A stream by name, and by id if the spec has it. */
export interface NamedStream {
  readonly name: string;
  readonly id?: string;
}

/** A consumer of one stream. */
export interface StreamConsumer {
  readonly event?: (data: unknown) => void;
  /**
   * Takes each message undecoded, wrapper included, instead of `event`: text from the platform's
   * WebSocket, UTF-8 bytes from the package `ws`.
   */
  readonly raw?: (message: string | Uint8Array) => void;
  /** Events may be missing between the last one and the next. */
  readonly gap?: (reason: string) => void;
  /** Events arrive from now on. */
  readonly live?: () => void;
  /** The exchange refused the stream; nothing more arrives. */
  readonly refused?: (error: Error) => void;
  /** The client was closed; nothing more arrives. If absent, `refused` is called. */
  readonly closed?: () => void;
}

/** An event of a stream, as received. */
export interface StreamMessage {
  readonly kind: "event";
  readonly stream: string;
  /** The decoded event; `undefined` while all consumers take raw messages. */
  readonly data: unknown;
  readonly raw: string | Uint8Array;
}

/** An event of the connections. `connection` counts from 1. */
export type StreamNotice = Readonly<
  /** A connection is open and carries this many streams. */
  | { kind: "connected"; connection: number; streams: number }
  /** `retryMs`: time until the next attempt; `undefined` for none. */
  | {
      kind: "disconnected";
      connection: number;
      code: number;
      reason: string;
      retryMs: number | undefined;
    }
  /** A new connection has replaced one before its lifetime ended; no event was lost. */
  | { kind: "renewed"; connection: number }
  /** Events of this many streams may be missing. */
  | { kind: "gap"; streams: number; reason: string }
  /** The connection answered, but brought no event for `idleTimeoutMs`. */
  | { kind: "idle"; connection: number }
  /** The exchange refused a stream. */
  | { kind: "refused"; error: TradespecError }
  /** A message could not be read, and was dropped. */
  | { kind: "invalidMessage"; connection: number; reason: string }
  /** A callback threw. */
  | { kind: "consumerFailed"; error: Error }
>;
