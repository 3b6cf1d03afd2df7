/** Subscriptions: which connection has which streams, and what each engine event publishes. */

import {
  type StreamId,
  type StreamMessages,
  type StreamParameters,
  streamName,
  streams,
} from "../../generated/streams.ts";
import type { StreamDescriptor } from "../../runtime/streams/types.ts";
import type { BookEvent, ExchangeEvent } from "../engine/messages.ts";
import type { Market } from "../engine/state.ts";
import type { Exchange } from "../exchange/exchange.ts";
import {
  balanceMessage,
  bookTickerMessage,
  depthMessage,
  executionReport,
  keyExpiredMessage,
  miniTickerMessage,
  positionMessage,
  tickerMessage,
  tradeMessage,
} from "./messages.ts";
import { rules } from "./rules.ts";

/** A message, encoded once for all subscribers with the same format. */
export interface Message {
  /** Its stream; empty for replies to control messages. */
  readonly stream: string;
  readonly text: string;
  /** The text in UTF-8, for byte transports. */
  readonly bytes: () => Uint8Array;
  /** Sent as a binary message; only injected faults do that. */
  readonly isBinary?: boolean;
}

/** Whether messages are bare or wrapped with their stream name. */
export type MessageFormat = "raw" | "combined";

/** The exchange's end of a connection. */
export interface Subscriber {
  readonly format: MessageFormat;
  /** Sends a message after all earlier ones. */
  readonly send: (message: Message) => void;
  /** Closes the connection with a WebSocket close frame. */
  readonly close: (code: number, reason: string) => void;
  /** Closes it without a close frame; unread messages are lost. */
  readonly cut: () => void;
}

/** Delivers a message of a stream to one of its subscribers. */
export type Deliver = (message: Message, subscriber: Subscriber) => void;

export type Hub = ReturnType<typeof createHub>;

export type Connection = ReturnType<typeof connect>;

interface Stream {
  readonly subscribers: Set<Subscriber>;
  /** Cancels its timer: for the expiry of a listen key, or to publish what is held. */
  cancelTimer: () => void;
  /** Book changes that will be published together with later ones. */
  held?: BookEvent | undefined;
}

interface HubState {
  readonly exchange: Exchange;
  readonly deliver: Deliver;
  readonly complete: (stream: string, content: object) => unknown;
  readonly connections: Set<Subscriber>;
  /** Streams with subscribers, by name. */
  readonly streams: Map<string, Stream>;
  /** Ends the listening to the exchange; absent while no stream has a subscriber. */
  leave?: (() => void) | undefined;
}

/** Makes a hub that publishes an exchange's events; `deliver` sends each message. */
export function createHub(
  exchange: Exchange,
  deliver: Deliver,
  complete: HubState["complete"] = (_, content) => content,
) {
  const hub: HubState = {
    exchange,
    deliver,
    complete,
    connections: new Set(),
    streams: new Map(),
  };
  const { connections, streams } = hub;
  return {
    /** Opens a connection; its subscriber gets every message of its streams, in order. */
    connect: (subscriber: Subscriber) => connect(hub, subscriber),
    count: () => connections.size,
    /** Open connections, oldest first. */
    subscribers: () => [...connections],
    /** Number of subscribers by stream name. */
    streams: () => new Map([...streams].map(([name, { subscribers }]) => [name, subscribers.size])),
  };
}

function connect(hub: HubState, subscriber: Subscriber) {
  const { connections, streams } = hub;
  const own = new Set<string>();
  connections.add(subscriber);
  const unsubscribe = (name: string): void => {
    own.delete(name);
    const stream = streams.get(name);
    stream?.subscribers.delete(subscriber);
    if (stream?.subscribers.size !== 0) return;
    streams.delete(name);
    stream.cancelTimer();
    if (streams.size > 0) return;
    hub.leave?.();
    hub.leave = undefined;
  };
  const subscribe = (name: string): void => {
    own.add(name);
    const stream = streams.get(name) ?? { subscribers: new Set(), cancelTimer: () => {} };
    stream.subscribers.add(subscriber);
    if (streams.has(name)) return;
    hub.leave ??= hub.exchange.listen((events) => publish(hub, events));
    streams.set(name, stream);
    watchExpiry(hub, name, stream);
  };
  return {
    /** Adds streams; existing ones stay. */
    subscribe: (names: readonly string[]) => names.forEach(subscribe),
    unsubscribe: (names: readonly string[]) => names.forEach(unsubscribe),
    names: (): readonly string[] => [...own],
    close: () => {
      [...own].forEach(unsubscribe);
      connections.delete(subscriber);
    },
  };
}

/** Publishes the expiry of a listen key when its time is over, extensions included. */
function watchExpiry(hub: HubState, key: string, stream: Stream): void {
  const { now, after, listenKeys } = hub.exchange;
  const expiresAt = listenKeys.expiryOf(key);
  // Market streams have no key, and a closed key sends nothing.
  if (expiresAt === undefined) return;
  if (expiresAt <= now()) {
    const isSilent = hub.exchange.state.choices["listen-key-expired"] === "silence";
    if (!isSilent) send(hub, key, () => keyExpiredMessage(key, now()));
    return;
  }
  stream.cancelTimer = after(expiresAt - now(), () => watchExpiry(hub, key, stream));
}

/** An engine event, or the fact that a symbol was traded. */
type Occasion = ExchangeEvent | { readonly kind: "traded"; readonly market: Market };

function publish(hub: HubState, events: readonly ExchangeEvent[]): void {
  const { markets } = hub.exchange.state;
  const symbols = new Set(events.flatMap((event) => (event.kind === "trade" ? event.symbol : [])));
  const traded = [...symbols].flatMap((symbol) => markets.get(symbol) ?? []);
  const ends = traded.map((market) => ({ kind: "traded", market }) as const);
  for (const occasion of [...events, ...ends]) {
    for (const publisher of allPublishers) publisher(hub, occasion);
  }
}

/**
 * What each stream publishes on which occasion, by its role. A stream of the contract without an
 * entry does not compile.
 */
const publishers: { readonly [Id in StreamId]: (hub: HubState, occasion: Occasion) => void } = {
  depth: (hub, occasion) => {
    if (occasion.kind === "book") publishDepth(hub, occasion);
  },
  trade: (hub, occasion) => {
    if (occasion.kind !== "trade") return;
    const { choices } = hub.exchange.state;
    sendTo(hub, "trade", occasion, () => tradeMessage(occasion, choices));
  },
  bookTicker: (hub, occasion) => {
    if (occasion.kind !== "best") return;
    sendTo(hub, "bookTicker", occasion, () => bookTickerMessage(occasion));
  },
  ticker: (hub, occasion) => {
    if (occasion.kind !== "traded") return;
    const { market } = occasion;
    sendTo(hub, "ticker", market, () => tickerMessage(market, hub.exchange.state.now));
  },
  miniTicker: (hub, occasion) => {
    if (occasion.kind !== "traded") return;
    const { market } = occasion;
    sendTo(hub, "miniTicker", market, () => miniTickerMessage(market, hub.exchange.state.now));
  },
  userData: (hub, occasion) => {
    const { choices } = hub.exchange.state;
    if (occasion.kind === "order") {
      sendUserData(hub, occasion.order.account, () => executionReport(occasion, choices));
    } else if (occasion.kind === "position") {
      sendUserData(hub, occasion.account, () => positionMessage(occasion));
    } else if (occasion.kind === "transfer") {
      sendUserData(hub, occasion.account, () => balanceMessage(occasion));
    }
  },
  // The connection replies to each control message itself.
  control: () => {},
};

/** The stream of each role; one without a role goes by its id. */
const byRole: ReadonlyMap<string, StreamId> = new Map(
  Object.entries<StreamDescriptor>(streams).map(([id, { role = id }]) => [role, id as StreamId]),
);

/** Whether there is something to publish on a stream; of another contract, not on each. */
export function isPublished({
  id,
  role = id,
}: StreamDescriptor & { readonly id: string }): boolean {
  return Object.hasOwn(publishers, role);
}

const allPublishers = Object.entries(publishers)
  .filter(([role]) => byRole.has(role))
  .map(([, publisher]) => publisher);

const paceMs = 1000;

/** Publishes book changes at once, or together after a second. */
function publishDepth(hub: HubState, event: BookEvent): void {
  const { exchange } = hub;
  const name = nameOf("depth", event);
  const publishNow = (whole: BookEvent) => send(hub, name, () => depthMessage(whole));
  if (exchange.state.choices["depth-update-pace"] === "everyChange") return publishNow(event);
  const stream = hub.streams.get(name);
  if (stream === undefined) return;
  const { held } = stream;
  stream.held = held === undefined ? event : joined(held, event);
  if (held !== undefined) return;
  stream.cancelTimer = exchange.after(paceMs, () => {
    const { held: whole = event } = stream;
    stream.held = undefined;
    publishNow({ ...whole, time: exchange.now() });
  });
}

/** Merges two consecutive changes of a book. */
function joined(first: BookEvent, second: BookEvent): BookEvent {
  const { firstUpdateId } = first;
  const bids = [...new Map([...first.bids, ...second.bids])];
  const asks = [...new Map([...first.asks, ...second.asks])];
  return { ...second, firstUpdateId, bids, asks };
}

/** Sends to the account's own stream while its listen key is valid. */
function sendUserData(
  hub: HubState,
  account: string,
  message: () => StreamMessages["userData"],
): void {
  const { listenKeys, now } = hub.exchange;
  for (const key of listenKeys.keysOf(account, now())) send(hub, key, message);
}

/** Sends a message of a stream, given by role and name parameters. */
function sendTo<Id extends StreamId>(
  hub: HubState,
  role: Id,
  parameters: StreamParameters[Id],
  content: () => StreamMessages[Id],
): void {
  send(hub, nameOf(role, parameters), content);
}

function nameOf<Id extends StreamId>(role: Id, parameters: StreamParameters[Id]): string {
  return streamName(byRole.get(role) ?? role, parameters);
}

const { wrapping } = rules;

/** Encodes a message once per format, and only if somebody receives it. */
function send(
  { streams: open, deliver, complete }: HubState,
  name: string,
  content: () => object,
): void {
  const stream = open.get(name);
  if (stream === undefined) return;
  const text = JSON.stringify(complete(name, content()));
  const head = `{"${wrapping.stream}":${JSON.stringify(name)},"${wrapping.data}":`;
  const raw = messageOf(name, text);
  const combined = messageOf(name, `${head}${text}}`);
  for (const one of stream.subscribers) deliver(one.format === "raw" ? raw : combined, one);
}

const encoder = new TextEncoder();

/** A text as a message; encoded to bytes on first use. */
export function messageOf(stream: string, text: string): Message {
  let bytes: Uint8Array | undefined;
  return { stream, text, bytes: () => (bytes ??= encoder.encode(text)) };
}
