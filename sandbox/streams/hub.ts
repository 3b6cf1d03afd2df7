/** Subscriptions: which connection receives which stream, and what the engine's events send. */

import {
  connectionRules,
  type StreamId,
  type StreamMessages,
  type StreamParameters,
  streamName,
} from "../../generated/streams.ts";
import type { BookEvent, ExchangeEvent } from "../engine/messages.ts";
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

/** One message, encoded once for all who receive it in the same format. */
export interface Message {
  /** The stream it belongs to; empty for the response to a control message. */
  readonly stream: string;
  readonly text: string;
  /** The text in UTF-8, for transports that send bytes. */
  readonly bytes: () => Uint8Array;
  /** Sent as a binary message, which only an injected fault does. */
  readonly isBinary?: boolean;
}

/** Whether messages come bare, or wrapped with the name of their stream. */
export type MessageFormat = "raw" | "combined";

/** The exchange's end of one connection. */
export interface Subscriber {
  readonly format: MessageFormat;
  /** Sends a message after those that were sent before. */
  readonly send: (message: Message) => void;
  /** Closes the connection with a WebSocket close frame. */
  readonly close: (code: number, reason: string) => void;
  /** Closes it without a close frame; messages that were not read yet are lost. */
  readonly cut: () => void;
}

/** Delivers a message of a stream to one of its subscribers. */
export type Deliver = (message: Message, subscriber: Subscriber) => void;

export interface Hub {
  /** Opens a connection; its subscriber gets every message of its streams, in order. */
  readonly connect: (subscriber: Subscriber) => Connection;
  /** How many connections are open. */
  readonly count: () => number;
  /** The open connections, oldest first. */
  readonly subscribers: () => readonly Subscriber[];
  /** How many subscribers each stream has, by its name. */
  readonly streams: () => ReadonlyMap<string, number>;
}

export interface Connection {
  /** Adds streams; those that are subscribed already stay. */
  readonly subscribe: (names: readonly string[]) => void;
  readonly unsubscribe: (names: readonly string[]) => void;
  readonly names: () => readonly string[];
  readonly close: () => void;
}

interface Stream {
  readonly subscribers: Set<Subscriber>;
  /** Cancels the timer that publishes the expiry of a listen key. */
  cancelExpiry: () => void;
}

interface HubState {
  readonly exchange: Exchange;
  readonly deliver: Deliver;
  readonly connections: Set<Subscriber>;
  /** Streams that have subscribers, by name. */
  readonly streams: Map<string, Stream>;
  /** Changes of books that are published together with later ones. */
  readonly heldDepth: Map<string, BookEvent>;
}

/** A hub that publishes an exchange's events from now on; `deliver` sends each message. */
export function createHub(exchange: Exchange, deliver: Deliver): Hub {
  const hub: HubState = {
    exchange,
    deliver,
    connections: new Set(),
    streams: new Map(),
    heldDepth: new Map(),
  };
  const { connections, streams } = hub;
  exchange.listen((events) => {
    if (streams.size > 0) publish(hub, events);
  });
  return {
    connect: (subscriber) => connect(hub, subscriber),
    count: () => connections.size,
    subscribers: () => [...connections],
    streams: () => new Map([...streams].map(([name, { subscribers }]) => [name, subscribers.size])),
  };
}

function connect(hub: HubState, subscriber: Subscriber): Connection {
  const { connections, streams } = hub;
  const own = new Set<string>();
  connections.add(subscriber);
  const unsubscribe = (name: string): void => {
    own.delete(name);
    const stream = streams.get(name);
    stream?.subscribers.delete(subscriber);
    if (stream?.subscribers.size !== 0) return;
    streams.delete(name);
    stream.cancelExpiry();
  };
  const subscribe = (name: string): void => {
    own.add(name);
    const stream = streams.get(name) ?? { subscribers: new Set(), cancelExpiry: () => {} };
    stream.subscribers.add(subscriber);
    if (streams.has(name)) return;
    streams.set(name, stream);
    watchExpiry(hub, name, stream);
  };
  return {
    subscribe: (names) => names.forEach(subscribe),
    unsubscribe: (names) => names.forEach(unsubscribe),
    names: () => [...own],
    close: () => {
      [...own].forEach(unsubscribe);
      connections.delete(subscriber);
    },
  };
}

/** Publishes the expiry of a listen key once its time is over, however often it was extended. */
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
  stream.cancelExpiry = after(expiresAt - now(), () => watchExpiry(hub, key, stream));
}

/** An event of the exchange, or that some of them were trades of a symbol. */
type Occasion = ExchangeEvent | { readonly kind: "traded"; readonly symbol: string };

function publish(hub: HubState, events: readonly ExchangeEvent[]): void {
  const traded = new Set(events.flatMap((event) => (event.kind === "trade" ? event.symbol : [])));
  const ends = [...traded].map((symbol) => ({ kind: "traded", symbol }) as const);
  for (const occasion of [...events, ...ends]) {
    for (const publisher of allPublishers) publisher(hub, occasion);
  }
}

/**
 * What each stream publishes on which occasion. A stream of the contract that nobody serves here
 * does not compile.
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
    const { markets, now } = hub.exchange.state;
    const market = occasion.kind === "traded" ? markets.get(occasion.symbol) : undefined;
    if (market !== undefined) sendTo(hub, "ticker", market, () => tickerMessage(market, now));
  },
  miniTicker: (hub, occasion) => {
    const { markets, now } = hub.exchange.state;
    const market = occasion.kind === "traded" ? markets.get(occasion.symbol) : undefined;
    if (market !== undefined)
      sendTo(hub, "miniTicker", market, () => miniTickerMessage(market, now));
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
  // The session answers each control message where it reads it.
  control: () => {},
};

const allPublishers = Object.values(publishers);

const paceMs = 1000;

/** Publishes the changes of a book at once, or those of a second together. */
function publishDepth(hub: HubState, event: BookEvent): void {
  const { exchange, heldDepth } = hub;
  const { symbol } = event;
  const publishNow = (whole: BookEvent) => sendTo(hub, "depth", whole, () => depthMessage(whole));
  if (exchange.state.choices["depth-update-pace"] === "everyChange") return publishNow(event);
  const held = heldDepth.get(symbol);
  heldDepth.set(symbol, held === undefined ? event : joined(held, event));
  if (held !== undefined) return;
  exchange.after(paceMs, () => {
    const whole = heldDepth.get(symbol) ?? event;
    heldDepth.delete(symbol);
    publishNow({ ...whole, time: exchange.now() });
  });
}

/** Two changes of a book, one after the other, as one. */
function joined(first: BookEvent, second: BookEvent): BookEvent {
  const { firstUpdateId } = first;
  const bids = [...new Map([...first.bids, ...second.bids])];
  const asks = [...new Map([...first.asks, ...second.asks])];
  return { ...second, firstUpdateId, bids, asks };
}

/** Sends to the account's own stream, while its listen key is valid. */
function sendUserData(
  hub: HubState,
  account: string,
  message: () => StreamMessages["userData"],
): void {
  const { listenKeys, now } = hub.exchange;
  for (const key of listenKeys.keysOf(account, now())) send(hub, key, message);
}

/** Sends a message of a stream by its id and the parameters of its name. */
function sendTo<Id extends StreamId>(
  hub: HubState,
  id: Id,
  parameters: StreamParameters[Id],
  content: () => StreamMessages[Id],
): void {
  send(hub, streamName(id, parameters), content);
}

const { wrapping } = connectionRules;

/** Encodes a message once for each format, and only when somebody receives it. */
function send({ streams, deliver }: HubState, name: string, content: () => object): void {
  const stream = streams.get(name);
  if (stream === undefined) return;
  const text = JSON.stringify(content());
  const head = `{"${wrapping.stream}":${JSON.stringify(name)},"${wrapping.data}":`;
  const raw = messageOf(name, text);
  const combined = messageOf(name, `${head}${text}}`);
  for (const one of stream.subscribers) deliver(one.format === "raw" ? raw : combined, one);
}

const encoder = new TextEncoder();

/** A text as a message; its bytes are encoded when the first subscriber needs them. */
export function messageOf(stream: string, text: string): Message {
  let bytes: Uint8Array | undefined;
  return { stream, text, bytes: () => (bytes ??= encoder.encode(text)) };
}
