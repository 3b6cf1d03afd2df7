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

/** One stream as the spec describes it. */
export interface StreamDescriptor extends StreamPattern {
  readonly access: "public" | "userData";
  /** What a reconnect loses, and how to recover it. */
  readonly afterReconnect: "nothing" | "newSnapshot" | "reconcile";
  readonly messages: readonly MessageDescriptor[];
}

/** One kind of message on a stream. */
interface MessageDescriptor {
  readonly name: string;
  /** The value of field `e`; absent for messages without that field. */
  readonly eventType?: string;
  /** Fields that identify an event; absent where the spec names none. */
  readonly eventKeys?: readonly EventKey[];
}

/** The generated data that a stream client works with. */
export interface StreamTables {
  readonly streams: Readonly<Record<string, StreamDescriptor>>;
  readonly limits: ConnectionLimits;
  readonly rules: ConnectionRules;
  /** How the address of a connection names its streams. */
  readonly query: { readonly parameter: string; readonly separator: string };
  readonly backoff: RetryDescriptor["backoff"];
  /** What to do after each HTTP status with which the exchange may refuse an upgrade. */
  readonly statuses: readonly StatusAdvice[];
}

/** The part of the standard WebSocket that the client uses. */
export interface StreamSocket {
  binaryType: string;
  addEventListener(type: string, listener: (event: object) => void): void;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

/** A WebSocket class: the platform's, `WebSocket` of the package `ws`, or the sandbox's. */
export type StreamSocketClass = new (url: string) => StreamSocket;

/** What happens to an event when its consumer is too slow. */
export type Backlog =
  /** Only the newest event of each stream waits. */
  | "latest"
  /** The oldest event is dropped and counted. */
  | "dropOldest"
  /** The queue takes no more events: reading the rest ends with a StreamStaleError. */
  | "stale";

/** Whether events arrive: not yet, now, not since a gap, never again. */
export type StreamState = "opening" | "live" | "gap" | "closed";

/** A stream by its name, and by its id where the spec has one. */
export interface NamedStream {
  readonly name: string;
  readonly id?: string;
}

/** A consumer of one stream. */
export interface StreamConsumer {
  readonly event?: (data: unknown) => void;
  /**
   * Takes each message without decoding, wrapper included, in place of `event`: text from the
   * platform's WebSocket, UTF-8 bytes from the package `ws`.
   */
  readonly raw?: (message: string | Uint8Array) => void;
  /** Events may be missing between the last one and the next. */
  readonly gap?: (reason: string) => void;
  /** Events arrive from now on. */
  readonly live?: () => void;
  /** The exchange refused the stream; nothing more arrives. */
  readonly refused?: (error: Error) => void;
  /** The client was closed; nothing more arrives. Without it `refused` is called. */
  readonly closed?: () => void;
}

/** An event of a stream, as received. */
export interface StreamMessage {
  readonly kind: "event";
  readonly stream: string;
  /** The decoded event; `undefined` while only the raw message is wanted. */
  readonly data: unknown;
  readonly raw: string | Uint8Array;
}

/** Something that happened to the connections. `connection` counts from 1. */
export type StreamNotice = Readonly<
  | { kind: "connected"; connection: number; streams: number }
  /** `retryMs` is the time until the next attempt; `undefined` when there is none. */
  | {
      kind: "disconnected";
      connection: number;
      code: number;
      reason: string;
      retryMs: number | undefined;
    }
  | { kind: "renewed"; connection: number }
  /** Events of this many streams may be missing since the last one received. */
  | { kind: "gap"; streams: number; reason: string }
  /** The connection answered, and brought no event for `idleTimeoutMs`. */
  | { kind: "idle"; connection: number }
  | { kind: "refused"; error: TradespecError }
  | { kind: "invalidMessage"; connection: number; reason: string }
  | { kind: "consumerFailed"; error: Error }
>;
