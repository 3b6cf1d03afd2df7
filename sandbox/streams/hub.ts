/** Who has subscribed to what, and what each is sent; knows nothing of sockets. */

import { streamName } from "../../generated/streams.ts";
import type { ExchangeEvent } from "../engine/messages.ts";
import { jsonText } from "../json.ts";
import type { Venue } from "../venue.ts";
import {
  balanceMessage,
  bookTickerMessage,
  depthMessage,
  executionReport,
  miniTickerMessage,
  positionMessage,
  tickerMessage,
  tradeMessage,
} from "./messages.ts";

export interface Hub {
  /** Opens a connection; `send` gets every message as text, in order. */
  readonly connect: (send: (text: string) => void, form: StreamForm) => Connection;
  /** How many connections are open. */
  readonly count: () => number;
}

/** Whether messages come bare, or with the name of their stream around them. */
export type StreamForm = "raw" | "combined";

export interface Connection {
  /** Adds streams; those that are there already stay. */
  readonly subscribe: (names: readonly string[]) => void;
  readonly unsubscribe: (names: readonly string[]) => void;
  readonly names: () => readonly string[];
  readonly close: () => void;
}

interface Subscriber {
  readonly send: (text: string) => void;
  readonly form: StreamForm;
}

type Subscribers = Map<string, Set<Subscriber>>;

/** A hub that follows a venue from now on. */
export function createHub(venue: Venue): Hub {
  const subscribers: Subscribers = new Map();
  const connections = new Set<Subscriber>();
  venue.listen((events) => {
    if (subscribers.size > 0) publish(venue, subscribers, events);
  });
  return {
    connect: (send, form) => {
      const subscriber = { send, form };
      connections.add(subscriber);
      return connect(subscribers, subscriber, () => connections.delete(subscriber));
    },
    count: () => connections.size,
  };
}

function connect(
  subscribers: Subscribers,
  subscriber: Subscriber,
  leave: () => void,
): Connection {
  const own = new Set<string>();
  const drop = (name: string): void => {
    own.delete(name);
    const others = subscribers.get(name);
    others?.delete(subscriber);
    if (others?.size === 0) subscribers.delete(name);
  };
  return {
    subscribe: (names) => {
      for (const name of names) {
        own.add(name);
        const others = subscribers.get(name);
        if (others === undefined) subscribers.set(name, new Set([subscriber]));
        else others.add(subscriber);
      }
    },
    unsubscribe: (names) => names.forEach(drop),
    names: () => [...own],
    close: () => {
      [...own].forEach(drop);
      leave();
    },
  };
}

function publish(venue: Venue, subscribers: Subscribers, events: readonly ExchangeEvent[]): void {
  const traded = new Set<string>();
  for (const event of events) {
    switch (event.kind) {
      case "book":
        send(subscribers, streamName("depth", event), () => depthMessage(event));
        break;
      case "trade":
        traded.add(event.symbol);
        send(subscribers, streamName("trade", event), () => tradeMessage(event));
        break;
      case "best":
        send(subscribers, streamName("bookTicker", event), () => bookTickerMessage(event));
        break;
      case "order":
        sendOwn(venue, subscribers, event.order.account, () => executionReport(event));
        break;
      case "position":
        sendOwn(venue, subscribers, event.account, () => positionMessage(event));
        break;
      case "transfer":
        sendOwn(venue, subscribers, event.account, () => balanceMessage(event));
        break;
    }
  }
  for (const symbol of traded) publishTickers(venue, subscribers, symbol);
}

function publishTickers(venue: Venue, subscribers: Subscribers, symbol: string): void {
  const market = venue.state.markets.get(symbol);
  if (market === undefined) return;
  const { now } = venue.state;
  send(subscribers, streamName("ticker", { symbol }), () => tickerMessage(market, now));
  send(subscribers, streamName("miniTicker", { symbol }), () => miniTickerMessage(market, now));
}

/** Sends to the account's own stream, while its key is valid. */
function sendOwn(
  venue: Venue,
  subscribers: Subscribers,
  account: string,
  message: () => object,
): void {
  for (const key of venue.listenKeys.keysOf(account, venue.now())) {
    send(subscribers, key, message);
  }
}

/** Writes a message once for each form, and only when somebody wants it. */
function send(subscribers: Subscribers, stream: string, message: () => object): void {
  const wanted = subscribers.get(stream);
  if (wanted === undefined) return;
  const raw = jsonText(message());
  const combined = `{"stream":${JSON.stringify(stream)},"data":${raw}}`;
  for (const subscriber of wanted) subscriber.send(subscriber.form === "raw" ? raw : combined);
}
