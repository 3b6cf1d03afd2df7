/** Injects the faults of stream messages and of opening stream connections. */

import type { Exchange } from "../exchange/exchange.ts";
import type { Handshake } from "../streams/handshake.ts";
import {
  type Deliver,
  deliverNow,
  type Message,
  messageOf,
  type Subscriber,
} from "../streams/subscriber.ts";
import type { Facts } from "./matching.ts";
import type { FaultSource } from "./plan.ts";

/** Status of a rejected handshake when the rule names none. */
const statusDefault = 503;

/** The same handshake with the faults of a plan. */
export function withHandshakeFaults(
  exchange: Exchange,
  faults: FaultSource,
  handshake: Handshake,
): Handshake {
  return (target, ip) => {
    const result = handshake(target, ip);
    if (!faults.watches.opening) return result;
    const streams = result.kind === "open" ? result.names : [];
    const [active] = faults.due("opening", { now: exchange.now(), streams });
    if (active?.rule.fault !== "handshake") return result;
    active.reach();
    const { how = "reject", status = statusDefault } = active.rule;
    return how === "reject" ? { kind: "rejected", status } : { kind: how };
  };
}

/** The messages that one connection has not been sent yet. */
interface Backlog {
  /** Nothing is sent any more. */
  stalled: boolean;
  /** Messages that are sent after others of their stream. */
  reordered: Reordered[];
  /** Delayed messages and those behind them, in their order. */
  delayed: Delayed[];
}

interface Reordered {
  readonly message: Message;
  readonly stream: string;
  /** How many messages of the stream are still to be sent first. */
  left: number;
}

interface Delayed {
  readonly message: Message;
  readonly due: number;
}

/** Delivery with the faults of a plan; before the first rule about messages it costs nothing. */
export function withMessageFaults(exchange: Exchange, faults: FaultSource): Deliver {
  // Kept from the first rule on: delayed messages are sent after their rule is removed.
  let backlogs: WeakMap<Subscriber, Backlog> | undefined;
  return (message, subscriber) => {
    if (!faults.watches.event && backlogs === undefined) return deliverNow(message, subscriber);
    backlogs ??= new WeakMap();
    const backlog = backlogs.get(subscriber) ?? { stalled: false, reordered: [], delayed: [] };
    backlogs.set(subscriber, backlog);
    deliverWithFaults({ exchange, faults, subscriber, backlog }, message);
  };
}

interface Delivery {
  readonly exchange: Exchange;
  readonly faults: FaultSource;
  readonly subscriber: Subscriber;
  readonly backlog: Backlog;
}

function deliverWithFaults(delivery: Delivery, message: Message): void {
  const { exchange, faults, subscriber, backlog } = delivery;
  if (backlog.stalled) return;
  let copies: readonly Message[] = [message];
  let delayMs = 0;
  let behind = 0;
  for (const { rule, reach } of faults.due("event", factsOf(exchange, message))) {
    if (copies.length === 0) return;
    reach();
    switch (rule.fault) {
      case "dropEvent":
        copies = [];
        break;
      case "duplicateEvent":
        copies = copies.flatMap((copy) => [copy, copy]);
        break;
      case "replaceEvent":
        copies = copies.map(() => ({
          ...messageOf(message.stream, rule.text),
          isBinary: rule.binary === true,
        }));
        break;
      case "delayEvent":
        delayMs += rule.ms;
        break;
      case "reorderEvents":
        behind += rule.by ?? 1;
        break;
      case "stall":
        backlog.stalled = true;
        return;
      case "cut":
        if (rule.code === undefined) subscriber.cut();
        else subscriber.close(rule.code, rule.reason ?? "");
        return;
    }
  }
  if (behind > 0) {
    const { stream } = message;
    for (const copy of copies) backlog.reordered.push({ message: copy, stream, left: behind });
    return;
  }
  for (const copy of copies) sendAfter(delivery, copy, delayMs);
  if (copies.length > 0) releaseReordered(delivery, message.stream);
}

/** Sends at once, unless the message or one before it is delayed. */
function sendAfter(delivery: Delivery, message: Message, delayMs: number): void {
  const { exchange, subscriber, backlog } = delivery;
  const { delayed } = backlog;
  if (delayMs === 0 && delayed.length === 0) return subscriber.send(message);
  const due = Math.max(exchange.now() + delayMs, delayed.at(-1)?.due ?? 0);
  delayed.push({ message, due });
  if (delayed.length === 1) scheduleFirst(delivery);
}

function scheduleFirst(delivery: Delivery): void {
  const { exchange, subscriber, backlog } = delivery;
  const [first] = backlog.delayed;
  if (first === undefined) return;
  exchange.after(Math.max(0, first.due - exchange.now()), () => {
    backlog.delayed.shift();
    subscriber.send(first.message);
    scheduleFirst(delivery);
  });
}

/** Counts a message of a stream that was sent, and sends those that had to come after it. */
function releaseReordered(delivery: Delivery, stream: string): void {
  const { backlog } = delivery;
  const free: Reordered[] = [];
  backlog.reordered = backlog.reordered.filter((held) => {
    if (held.stream !== stream) return true;
    held.left -= 1;
    if (held.left <= 0) free.push(held);
    return held.left > 0;
  });
  for (const { message } of free) sendAfter(delivery, message, 0);
}

const eventType = /"e":"(\w+)"/;

/** The stream of a message names its symbol or its account, and the text its event type. */
function factsOf(exchange: Exchange, { stream, text }: Message): Facts {
  const now = exchange.now();
  const [symbol, kind] = stream.split("@");
  const event = eventType.exec(text)?.[1];
  return kind === undefined
    ? { now, event, account: exchange.listenKeys.accountOf(stream, now) }
    : { now, event, streams: [stream], symbol: symbol?.toUpperCase() };
}
