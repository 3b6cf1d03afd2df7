/** Options of a stream client, and their defaults. */

import {
  callable,
  checkOptions,
  integer,
  ms,
  type OptionRules,
  takes,
  unixTime,
} from "../check-options.ts";
import { TradespecError } from "../errors.ts";
import { type Adapters, platform } from "../platform.ts";
import { callGuarded, ignore } from "./queue.ts";
import type { NamedStream, StreamNotice, StreamSocketClass } from "./types.ts";

/** One address, or several that carry the same streams. */
type StreamAddresses = string | readonly string[];

/** Options of a stream client; times are in milliseconds. */
export interface StreamOptions {
  /**
   * Address, such as `wss://stream.example.com/stream`; a function if it depends on the stream. Of
   * several addresses the client tries the next when one does not open or brings no events.
   */
  readonly url: StreamAddresses | ((stream: NamedStream) => StreamAddresses);
  /**
   * The WebSocket class; the platform's when absent. Required where there is none, as on Node 20:
   * `WebSocket` from the package `ws`, which is also faster on later versions.
   */
  readonly WebSocket?: StreamSocketClass | undefined;
  /** Unix time in milliseconds; the platform's when absent. */
  readonly now?: Adapters["now"] | undefined;
  /** Runs something after a delay and returns its cancel function; the platform's when absent. */
  readonly after?: Adapters["after"] | undefined;
  /** Random numbers from 0 to below 1, to spread reconnects; the platform's when absent. */
  readonly random?: Adapters["random"] | undefined;
  /** A connection without any message for this long is probed; 45,000 when absent. */
  readonly probeAfterMs?: number | undefined;
  /** Timeout of opening, and of the reply to a control message; 10,000 when absent. */
  readonly responseTimeoutMs?: number | undefined;
  /** A connection that answers but brings no event for this long is replaced; never when absent. */
  readonly idleTimeoutMs?: number | undefined;
  /** Time over which the reconnects of many clients are spread; 10,000 when absent. */
  readonly reconnectSpreadMs?: number | undefined;
  /** A connection is renewed at least this long before its lifetime ends; 600,000 when absent. */
  readonly renewBeforeMs?: number | undefined;
  /**
   * How long the old and the new connection deliver side by side during a renewal at least, so that
   * a lag between them loses no event; 10,000 when absent.
   */
  readonly overlapMs?: number | undefined;
  /** Most events that wait for one consumer; 1,000 when absent. */
  readonly backlogMax?: number | undefined;
  /** Longest message accepted, in characters (bytes with `ws`); 4,194,304 when absent. */
  readonly messageLengthMax?: number | undefined;
  /** Receives notices of connections, gaps and errors; they never contain a listenKey. */
  readonly onEvent?: ((notice: StreamNotice) => void) | undefined;
}

/** Defaults of the number options. */
const defaults = {
  // Proxies and load balancers commonly end a connection that is silent for 60 seconds.
  probeAfterMs: 45_000,
  responseTimeoutMs: 10_000,
  idleTimeoutMs: Number.POSITIVE_INFINITY,
  reconnectSpreadMs: 10_000,
  renewBeforeMs: 600_000,
  overlapMs: 10_000,
  backlogMax: 1000,
  messageLengthMax: 4 * 1024 * 1024,
};

type NumberSettings = Readonly<typeof defaults>;

/** The options with all defaults filled in. */
export interface StreamSettings extends Pick<Adapters, "now" | "after" | "random">, NumberSettings {
  readonly url: (stream: NamedStream) => readonly string[];
  readonly WebSocket: StreamSocketClass;
  readonly notify: (notice: StreamNotice) => void;
}

/** The options of a single connection; see `StreamOptions`. */
export type ConnectionSettings = Omit<NumberSettings, "backlogMax" | "messageLengthMax">;

const rules: OptionRules = {
  url: takes("an address like wss://stream.example.com/stream, several, or a function", (value) => {
    const addresses = [value].flat();
    return typeof value === "function" || (addresses.length > 0 && addresses.every(isAddress));
  }),
  WebSocket: callable,
  now: unixTime,
  after: callable,
  random: callable,
  onEvent: callable,
  probeAfterMs: ms(1),
  responseTimeoutMs: ms(1),
  idleTimeoutMs: ms(1),
  reconnectSpreadMs: ms(0),
  renewBeforeMs: ms(0),
  overlapMs: ms(0),
  backlogMax: integer(1),
  messageLengthMax: integer(1),
};

function isAddress(value: unknown): boolean {
  // Stream names are appended.
  return typeof value === "string" && URL.canParse(value) && /^wss?:[^?#]+$/i.test(value);
}

/**
 * Checks the options and fills in the defaults.
 * @throws InvalidRequestError for a wrong option; TradespecError where the platform has no
 * WebSocket and the options give none.
 */
export function resolveOptions(options: StreamOptions): StreamSettings {
  checkOptions("createStreams", options, rules, "url");
  const { url, onEvent, WebSocket = platformSocket(), ...rest } = options;
  const { now = platform.now, after = platform.after, random = platform.random } = options;
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return {
    ...defaults,
    ...Object.fromEntries(given),
    ...{ now, random, WebSocket, after: readingFirst(after, now) },
    url: (stream) => [typeof url === "function" ? url(stream) : url].flat(),
    notify: (notice) => void callGuarded(ignore, () => onEvent?.(notice)),
  };
}

/** A timer as late as this fires after a stop of the process, and waits this long again. */
const stopMs = 1000;

/**
 * Timers of a process that was stopped fire before what arrived meanwhile is read. They wait for
 * that: it may be the very message whose absence they report.
 */
function readingFirst(after: Adapters["after"], now: Adapters["now"]): Adapters["after"] {
  return (delayMs, run) => {
    const dueMs = now() + delayMs;
    let cancel = after(delayMs, () => {
      if (now() - dueMs < stopMs) run();
      else cancel = after(stopMs, run);
    });
    return () => cancel();
  };
}

function platformSocket(): StreamSocketClass {
  const { WebSocket } = globalThis as { readonly WebSocket?: StreamSocketClass };
  if (WebSocket !== undefined) return WebSocket;
  throw new TradespecError(
    'This platform has no WebSocket: pass one in the options, like `WebSocket` from "ws".',
  );
}
