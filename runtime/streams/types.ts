/** What the stream client is made of and told: tables of the spec, sockets, options, notices. */

import type { Adapters } from "../defaults.ts";
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
  /** What is lost by a reconnect, and how it is had again. */
  readonly afterReconnect: "nothing" | "newSnapshot" | "reconcile";
  readonly messages: readonly MessageDescriptor[];
}

/** One kind of message on a stream. */
export interface MessageDescriptor {
  readonly name: string;
  /** What the message says of itself in its field `e`; absent when it says nothing. */
  readonly eventType?: string;
  /** What tells one event from another; none where the spec does not say. */
  readonly eventKeys?: readonly EventKey[];
}

/** The generated data that a stream client works by. */
export interface StreamTables {
  readonly streams: Readonly<Record<string, StreamDescriptor>>;
  readonly limits: ConnectionLimits;
  readonly rules: ConnectionRules;
  /** How an address asks for streams. */
  readonly query: { readonly parameter: string; readonly separator: string };
  readonly backoff: RetryDescriptor["backoff"];
  /** What to do after HTTP statuses that an upgrade is answered with. */
  readonly statuses: readonly StatusAdvice[];
}

/** As much of the standard WebSocket as is used. */
export interface StreamSocket {
  binaryType: string;
  addEventListener(type: string, listener: (event: object) => void): void;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

/** A WebSocket class: the platform's, that of the package `ws`, or the sandbox's. */
export type StreamSocketClass = new (url: string) => StreamSocket;

/** What happens to an event that its consumer is too slow for. */
export type Backlog =
  /** Only the newest event waits. */
  | "latest"
  /** The oldest event goes, and is counted. */
  | "dropOldest"
  /** Nothing more is taken: what is left can be read, then reading fails. */
  | "stale";

/** Whether events arrive: not yet, now, not since a gap, never again. */
export type StreamState = "opening" | "live" | "gap" | "closed";

/** A stream by its name, and by its id where the spec has one. */
export interface NamedStream {
  readonly name: string;
  readonly id?: string;
}

/** One address, or several that carry the same. */
export type StreamAddresses = string | readonly string[];

/** How a stream client is made; times are in milliseconds. */
export interface StreamOptions {
  /**
   * Address, like `wss://stream.example.com/stream`; by stream where they differ. Of several, the
   * next is taken when one does not open, or is quiet.
   */
  readonly url: StreamAddresses | ((stream: NamedStream) => StreamAddresses);
  /** The platform's when absent; needed where the platform has none. */
  readonly WebSocket?: StreamSocketClass | undefined;
  readonly now?: Adapters["now"] | undefined;
  readonly after?: Adapters["after"] | undefined;
  readonly random?: Adapters["random"] | undefined;
  /** A connection without a message is asked whether it lives after this; 60 000 when absent. */
  readonly silenceMs?: number | undefined;
  /** How long an answer or an opening may take; 10 000 when absent. */
  readonly answerMs?: number | undefined;
  /** A living connection without an event this long is replaced; never when absent. */
  readonly quietMs?: number | undefined;
  /** Reconnects are spread over this time, so that a mass cut is no mass return; 10 000. */
  readonly spreadMs?: number | undefined;
  /** A connection is renewed this long before its life ends at the latest; 600 000. */
  readonly renewBeforeMs?: number | undefined;
  /**
   * How long an old connection and its successor deliver side by side at least, so that what the
   * one is behind the other is not lost; 10 000 when absent.
   */
  readonly overlapMs?: number | undefined;
  /** Events that wait for one consumer at most; 1 000 when absent. */
  readonly backlogMax?: number | undefined;
  /** Longest message that is read, in characters; 4 194 304 when absent. */
  readonly messageLengthMax?: number | undefined;
  /** Is told of connections, gaps, drops and faults; never of a listenKey. */
  readonly onEvent?: ((notice: StreamNotice) => void) | undefined;
}

/** What happened to the connections. `connection` counts from 1. */
export type StreamNotice =
  | { readonly kind: "connected"; readonly connection: number; readonly streams: number }
  | {
      readonly kind: "disconnected";
      readonly connection: number;
      readonly code: number;
      readonly reason: string;
      /** When it is tried again; `undefined` when it is not. */
      readonly retryMs: number | undefined;
    }
  | { readonly kind: "renewed"; readonly connection: number }
  /** Events of these streams may be missing from here on back to the last one. */
  | { readonly kind: "gap"; readonly streams: number; readonly reason: string }
  | { readonly kind: "quiet"; readonly connection: number }
  | { readonly kind: "refused"; readonly error: TradespecError }
  | { readonly kind: "unread"; readonly connection: number; readonly reason: string }
  | { readonly kind: "consumerFailed"; readonly error: Error };

/** The options with everything filled in. */
export interface StreamSettings extends Pick<Adapters, "now" | "after" | "random"> {
  readonly url: (stream: NamedStream) => readonly string[];
  readonly WebSocket: StreamSocketClass;
  readonly silenceMs: number;
  readonly answerMs: number;
  readonly quietMs: number;
  readonly spreadMs: number;
  readonly renewBeforeMs: number;
  readonly overlapMs: number;
  readonly backlogMax: number;
  readonly messageLengthMax: number;
  readonly notify: (notice: StreamNotice) => void;
}

/** A consumer of one stream. */
export interface StreamConsumer {
  readonly event?: (data: unknown) => void;
  /**
   * Takes the whole message as it came, wrapper included, in place of `event`: text from the
   * platform's WebSocket, UTF-8 bytes from the package `ws`. It is not decoded before.
   */
  readonly raw?: (message: string | Uint8Array) => void;
  /** Events may be missing between the last one and the next. */
  readonly gap?: (reason: string) => void;
  /** Events arrive from now on. */
  readonly live?: () => void;
  /** The exchange does not give the stream; nothing more comes. */
  readonly refused?: (error: Error) => void;
  /** The client was closed; nothing more comes. Without it `refused` is called. */
  readonly closed?: () => void;
}

/** One event as it came. */
export interface Arrival {
  readonly stream: string;
  /** What it says; absent where only its frame is wanted. */
  readonly data: unknown;
  readonly frame: string | Uint8Array;
}

/** What the owner of a lane is told. */
export interface LaneOwner {
  readonly event: (arrival: Arrival) => void;
  /** Events of these streams may be missing since the last one. */
  readonly gap: (names: readonly string[], reason: string) => void;
  /** These streams are delivered from now on. */
  readonly live: (names: readonly string[]) => void;
  /** The exchange does not give these streams, and asking again would not help. */
  readonly refused: (names: readonly string[], reason: string) => void;
  /** What is known of a stream by its name. */
  readonly descriptorOf: (name: string) => StreamDescriptor | undefined;
  /** Whether messages of this stream are wanted without decoding. */
  readonly isRaw: (name: string) => boolean;
}

/** One planned connection. */
export interface Lane {
  readonly names: ReadonlySet<string>;
  readonly add: (names: readonly string[]) => void;
  readonly remove: (names: readonly string[]) => void;
  readonly close: () => void;
}

/** How a lane is made. */
export interface LaneParts {
  /** The same under each. */
  readonly addresses: readonly string[];
  readonly number: number;
  readonly names: readonly string[];
  readonly owner: LaneOwner;
  readonly tables: StreamTables;
  readonly settings: StreamSettings;
  /** Resolves when one more connection may be opened. */
  readonly admit: () => Promise<void>;
}
