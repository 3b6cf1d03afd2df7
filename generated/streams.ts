// Generated from spec/{asyncapi*,events/**,rules/*} by generators/emitters/streams/streams.ts.
// Do not edit: change the spec, then run `npm run generate`.

import { checkOptions, oneOf } from "../runtime/check-options.ts";
import { fillStreamName, hasEventType } from "../runtime/streams/names.ts";
import type { ConnectionLimits, ConnectionRules, UserDataRules } from "../runtime/tables.ts";
import type {
  BalanceUpdate,
  BookTickerEvent,
  ControlError,
  ControlReply,
  DepthUpdate,
  ExecutionReport,
  ListenKeyExpired,
  ListSubscriptionsRequest,
  MiniTickerEvent,
  OutboundAccountPosition,
  SubscribeRequest,
  TickerEvent,
  TradeEvent,
  UnsubscribeRequest,
} from "./types.ts";

/**
 * Every stream by its id: the pattern of its name, who may open it, its messages, and what a
 * subscriber does after a reconnect.
 *
 * @see spec/asyncapi.yaml
 */
export const streams = {
  depth: {
    address: "{symbol}@depth",
    access: "public",
    afterReconnect: "newSnapshot",
    parameters: [{ name: "symbol", letterCase: "lower" }],
    messages: [
      { name: "depthUpdate", eventType: "depthUpdate", eventKeys: [{ fields: ["s", "U", "u"] }] },
    ],
    source: "spec/events/channels/depth.yaml:1",
  },
  trade: {
    address: "{symbol}@trade",
    access: "public",
    afterReconnect: "nothing",
    parameters: [{ name: "symbol", letterCase: "lower" }],
    messages: [{ name: "trade", eventType: "trade", eventKeys: [{ fields: ["s", "t"] }] }],
    source: "spec/events/channels/trade.yaml:1",
  },
  bookTicker: {
    address: "{symbol}@bookTicker",
    access: "public",
    afterReconnect: "nothing",
    parameters: [{ name: "symbol", letterCase: "lower" }],
    messages: [{ name: "bookTicker", eventKeys: [{ fields: ["s", "u"] }] }],
    source: "spec/events/channels/bookTicker.yaml:1",
  },
  ticker: {
    address: "{symbol}@ticker",
    access: "public",
    afterReconnect: "nothing",
    parameters: [{ name: "symbol", letterCase: "lower" }],
    messages: [
      { name: "ticker", eventType: "24hrTicker", eventKeys: [{ fields: ["s", "E", "n"] }] },
    ],
    source: "spec/events/channels/ticker.yaml:1",
  },
  miniTicker: {
    address: "{symbol}@miniTicker",
    access: "public",
    afterReconnect: "nothing",
    parameters: [{ name: "symbol", letterCase: "lower" }],
    messages: [
      {
        name: "miniTicker",
        eventType: "24hrMiniTicker",
        eventKeys: [{ fields: ["s", "E", "c", "v", "q"] }],
      },
    ],
    source: "spec/events/channels/miniTicker.yaml:1",
  },
  userData: {
    address: "{listenKey}",
    access: "userData",
    afterReconnect: "reconcile",
    parameters: [{ name: "listenKey", letterCase: "asIs" }],
    messages: [
      {
        name: "executionReport",
        eventType: "executionReport",
        eventKeys: [{ fields: ["s", "i", "t", "x", "w", "z", "T"] }],
      },
      { name: "outboundAccountPosition", eventType: "outboundAccountPosition" },
      {
        name: "balanceUpdate",
        eventType: "balanceUpdate",
        eventKeys: [{ fields: ["E", "a", "d", "T"] }],
      },
      {
        name: "listenKeyExpired",
        eventType: "listenKeyExpired",
        eventKeys: [{ fields: ["listenKey"] }],
      },
    ],
    source: "spec/events/channels/userData.yaml:1",
  },
  control: {
    address: "",
    access: "public",
    afterReconnect: "nothing",
    parameters: [],
    messages: [
      { name: "subscribe" },
      { name: "unsubscribe" },
      { name: "listSubscriptions" },
      { name: "controlReply" },
      { name: "controlError" },
    ],
    assumed: "control-messages",
    source: "spec/events/channels/control.yaml:1",
  },
} as const;

/** The id of a stream. */
export type StreamId = keyof typeof streams;

/** The parameters of each stream name. Letters may have any case. */
export interface StreamParameters {
  /** Changes of the order book's price levels, to keep a local book. */
  readonly depth: { readonly symbol: string };
  /** Executed trades, as they happen. */
  readonly trade: { readonly symbol: string };
  /** The best bid and the best ask. */
  readonly bookTicker: { readonly symbol: string };
  /** Statistics over the last 24 hours. */
  readonly ticker: { readonly symbol: string };
  /** Lightweight price updates. */
  readonly miniTicker: { readonly symbol: string };
  /** Orders and balances of the account that made the listenKey. */
  readonly userData: { readonly listenKey: string };
  /** Adds streams to an open connection and removes them; each request gets a response. */
  readonly control: Readonly<Record<string, never>>;
}

/** The messages of each stream. */
export interface StreamMessages {
  /** Changes of the order book's price levels, to keep a local book. */
  readonly depth: DepthUpdate;
  /** Executed trades, as they happen. */
  readonly trade: TradeEvent;
  /** The best bid and the best ask. */
  readonly bookTicker: BookTickerEvent;
  /** Statistics over the last 24 hours. */
  readonly ticker: TickerEvent;
  /** Lightweight price updates. */
  readonly miniTicker: MiniTickerEvent;
  /** Orders and balances of the account that made the listenKey. */
  readonly userData: ExecutionReport | OutboundAccountPosition | BalanceUpdate | ListenKeyExpired;
  /**
   * Adds streams to an open connection and removes them; each request gets a response.
   * Assumed, not documented: control-messages
   */
  readonly control:
    | SubscribeRequest
    | UnsubscribeRequest
    | ListSubscriptionsRequest
    | ControlReply
    | ControlError;
}

/**
 * The name of a stream as a connection subscribes to it: `btcusdt@depth`.
 *
 * @throws InvalidRequestError for an unknown stream, or a value that no name can have.
 */
export function streamName<Stream extends StreamId>(
  id: Stream,
  parameters: StreamParameters[Stream],
): string {
  if (!Object.hasOwn(streams, id)) {
    checkOptions("streamName", { id }, { id: oneOf(...Object.keys(streams)) }, "id");
  }
  return fillStreamName(streams[id], parameters);
}

/**
 * Whether a message is of the type `DepthUpdate`. Price levels that changed since the previous
 * update.
 *
 * @see spec/events/depthUpdate.yaml
 */
export function isDepthUpdate(message: unknown): message is DepthUpdate {
  return hasEventType(message, "depthUpdate");
}

/**
 * Whether a message is of the type `TradeEvent`. One executed trade.
 *
 * Assumed, not documented: trade-event-payload
 *
 * @see spec/events/trade.yaml
 */
export function isTrade(message: unknown): message is TradeEvent {
  return hasEventType(message, "trade");
}

/**
 * Whether a message is of the type `TickerEvent`. Statistics of one symbol over the last 24 hours.
 *
 * Assumed, not documented: ticker-event-payload
 *
 * @see spec/events/ticker.yaml
 */
export function isTicker(message: unknown): message is TickerEvent {
  return hasEventType(message, "24hrTicker");
}

/**
 * Whether a message is of the type `MiniTickerEvent`. A lightweight price update of one symbol.
 *
 * Assumed, not documented: mini-ticker-event-payload
 *
 * @see spec/events/miniTicker.yaml
 */
export function isMiniTicker(message: unknown): message is MiniTickerEvent {
  return hasEventType(message, "24hrMiniTicker");
}

/**
 * Whether a message is of the type `ExecutionReport`. An order changed its status, was filled or
 * was canceled.
 *
 * Assumed, not documented: execution-report-payload
 *
 * @see spec/events/executionReport.yaml
 */
export function isExecutionReport(message: unknown): message is ExecutionReport {
  return hasEventType(message, "executionReport");
}

/**
 * Whether a message is of the type `OutboundAccountPosition`. The assets that an event possibly
 * changed.
 *
 * Assumed, not documented: account-position-payload
 *
 * @see spec/events/outboundAccountPosition.yaml
 */
export function isOutboundAccountPosition(message: unknown): message is OutboundAccountPosition {
  return hasEventType(message, "outboundAccountPosition");
}

/**
 * Whether a message is of the type `BalanceUpdate`. An individual balance changed.
 *
 * Assumed, not documented: balance-update-payload
 *
 * @see spec/events/balanceUpdate.yaml
 */
export function isBalanceUpdate(message: unknown): message is BalanceUpdate {
  return hasEventType(message, "balanceUpdate");
}

/**
 * Whether a message is of the type `ListenKeyExpired`. The listenKey of this stream is no longer
 * valid.
 *
 * Assumed, not documented: listen-key-expired
 *
 * @see spec/events/listenKeyExpired.yaml
 */
export function isListenKeyExpired(message: unknown): message is ListenKeyExpired {
  return hasEventType(message, "listenKeyExpired");
}

/**
 * Limits of a connection; times in milliseconds.
 *
 * @see spec/rules/connection.yaml
 */
export const connectionLimits = {
  lifetimeMs: 86_400_000,
  streams: 1024,
  inboundMessages: 5,
  inboundWindowMs: 1000,
  attempts: 300,
  attemptsWindowMs: 300_000,
} as const satisfies ConnectionLimits;

/**
 * How the address of a connection names its streams.
 *
 * @see spec/rules/connection.yaml
 */
export const connectionQuery = { parameter: "streams", separator: "/" } as const;

/**
 * Rules of a connection: pings, the wrapper of messages, methods of control messages, and close
 * codes of the exchange. What the spec does not state is absent.
 *
 * @see spec/rules/connection.yaml
 */
export const connectionRules = {
  pings: { everyMs: 180_000, answeredWithinMs: 600_000 },
  wrapping: { stream: "stream", data: "data" },
  unwrapped: { path: "/ws" },
  methods: { subscribe: "SUBSCRIBE", unsubscribe: "UNSUBSCRIBE", list: "LIST_SUBSCRIPTIONS" },
  idLengthMax: 36,
  refusals: { within: "error", code: "code", message: "msg" },
  closeCodes: { lifetime: 1001, shutdown: 1001, inboundExcess: 1008, unansweredPing: 1008 },
} as const satisfies ConnectionRules;

/**
 * How a user data session is kept alive and reconciled.
 *
 * @see spec/rules/userData.yaml
 */
export const userDataRules = {
  create: "createListenKey",
  keepAlive: "keepAliveListenKey",
  close: "closeListenKey",
  keepAliveEveryMs: 1_800_000,
  validityMs: 3_600_000,
  reconcileBy: ["getOrder", "getOpenOrders", "getUserTrades"],
} as const satisfies UserDataRules;

/**
 * @deprecated Use `userDataRules`.
 * @alias
 */
export const userSession = userDataRules;

//# sourceMappingURL=streams.ts.map
