/** Who has subscribed to what, and what each is sent; knows nothing of sockets. */

import { connectionRules, streamName } from "../../generated/streams.ts";
import type { ExchangeEvent } from "../engine/messages.ts";
import { jsonText } from "../json.ts";
import type { Venue } from "../venue.ts";
import { createKeyWatch, type KeyWatch } from "./key-watch.ts";
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
import { type Deliver, deliverAtOnce, messageOf, type Reader } from "./reader.ts";

export interface Hub {
  /** Opens a connection; its reader gets every message of its streams, in order. */
  readonly connect: (reader: Reader) => Connection;
  /** How many connections are open. */
  readonly count: () => number;
  /** Those who read, in the order in which they came. */
  readonly readers: () => readonly Reader[];
  /** How many read each stream, by its name. */
  readonly streams: () => ReadonlyMap<string, number>;
}

export interface Connection {
  /** Adds streams; those that are there already stay. */
  readonly subscribe: (names: readonly string[]) => void;
  readonly unsubscribe: (names: readonly string[]) => void;
  readonly names: () => readonly string[];
  readonly close: () => void;
}

type Subscribers = Map<string, Set<Reader>>;

/** Who reads what, and how it gets to them. */
interface Audience {
  readonly subscribers: Subscribers;
  readonly deliver: Deliver;
}

/** A hub that follows a venue from now on. `deliver` sees each message to each reader. */
export function createHub(venue: Venue, deliver: Deliver = deliverAtOnce): Hub {
  const subscribers: Subscribers = new Map();
  const connections = new Set<Reader>();
  const audience = { subscribers, deliver };
  const keyWatch = createKeyWatch(venue, (key) => {
    send(audience, key, () => keyExpiredMessage(key, venue.now()));
  });
  venue.listen((events) => {
    if (subscribers.size > 0) publish(venue, audience, events);
  });
  return {
    connect: (reader) => {
      connections.add(reader);
      return connect({ subscribers, keyWatch }, reader, () => connections.delete(reader));
    },
    count: () => connections.size,
    readers: () => [...connections],
    streams: () => new Map([...subscribers].map(([name, { size }]) => [name, size])),
  };
}

function connect(
  { subscribers, keyWatch }: { readonly subscribers: Subscribers; readonly keyWatch: KeyWatch },
  reader: Reader,
  leave: () => void,
): Connection {
  const own = new Set<string>();
  const drop = (name: string): void => {
    own.delete(name);
    const others = subscribers.get(name);
    others?.delete(reader);
    if (others?.size !== 0) return;
    subscribers.delete(name);
    keyWatch.end(name);
  };
  return {
    subscribe: (names) => {
      for (const name of names) {
        own.add(name);
        const others = subscribers.get(name);
        if (others === undefined) {
          subscribers.set(name, new Set([reader]));
          keyWatch.begin(name);
        } else others.add(reader);
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

function publish(venue: Venue, audience: Audience, events: readonly ExchangeEvent[]): void {
  const traded = new Set<string>();
  for (const event of events) {
    switch (event.kind) {
      case "book":
        send(audience, streamName("depth", event), () => depthMessage(event));
        break;
      case "trade":
        traded.add(event.symbol);
        send(audience, streamName("trade", event), () => tradeMessage(event));
        break;
      case "best":
        send(audience, streamName("bookTicker", event), () => bookTickerMessage(event));
        break;
      case "order":
        sendOwn(venue, audience, event.order.account, () => executionReport(event));
        break;
      case "position":
        sendOwn(venue, audience, event.account, () => positionMessage(event));
        break;
      case "transfer":
        sendOwn(venue, audience, event.account, () => balanceMessage(event));
        break;
    }
  }
  for (const symbol of traded) publishTickers(venue, audience, symbol);
}

function publishTickers(venue: Venue, audience: Audience, symbol: string): void {
  const market = venue.state.markets.get(symbol);
  if (market === undefined) return;
  const { now } = venue.state;
  send(audience, streamName("ticker", { symbol }), () => tickerMessage(market, now));
  send(audience, streamName("miniTicker", { symbol }), () => miniTickerMessage(market, now));
}

/** Sends to the account's own stream, while its key is valid. */
function sendOwn(venue: Venue, audience: Audience, account: string, message: () => object): void {
  for (const key of venue.listenKeys.keysOf(account, venue.now())) {
    send(audience, key, message);
  }
}

const { wrapping } = connectionRules;
const beforeName = `{${JSON.stringify(wrapping.stream)}:`;
const behindName = `,${JSON.stringify(wrapping.data)}:`;

/** Writes a message once for each form, and only when somebody wants it. */
function send(audience: Audience, stream: string, content: () => object): void {
  const { subscribers, deliver } = audience;
  const wanted = subscribers.get(stream);
  if (wanted === undefined) return;
  const text = jsonText(content());
  const raw = messageOf(stream, text);
  const combined = messageOf(stream, `${beforeName}${JSON.stringify(stream)}${behindName}${text}}`);
  for (const reader of wanted) deliver(reader.form === "raw" ? raw : combined, reader);
}
