/** Injects faults of stream messages and of opening stream connections. */

import type { Exchange } from "../exchange/exchange.ts";
import { type Handshake, readStreamName } from "../streams/handshake.ts";
import { type Deliver, type Message, messageOf, type Subscriber } from "../streams/hub.ts";
import type { FaultSource, Subject } from "./plan.ts";

const statusDefault = 503;

export function withHandshakeFaults(
  exchange: Exchange,
  faults: FaultSource,
  handshake: Handshake,
): Handshake {
  return (target, ip) => {
    const result = handshake(target, ip);
    if (!faults.watches("opening")) return result;
    const streams = result.kind === "open" ? result.names : [];
    const [active] = faults.due("opening", { now: exchange.now(), streams });
    if (active === undefined) return result;
    active.reach();
    const { how = "reject", status = statusDefault } = active.rule;
    if (how !== "reject") return { kind: how };
    return { kind: "rejected", status, message: "an injected fault rejects the connection." };
  };
}

/** Delivery with the faults of a plan; before the first message rule it costs nothing. */
export function withMessageFaults(exchange: Exchange, faults: FaultSource): Deliver {
  // Kept from the first rule on: delayed messages are sent after their rule is removed.
  let queues: WeakMap<Subscriber, FaultyQueue> | undefined;
  return (message, subscriber) => {
    if (!faults.watches("event") && queues === undefined) return subscriber.send(message);
    queues ??= new WeakMap();
    const queue = queues.get(subscriber) ?? new FaultyQueue(exchange, faults, subscriber);
    queues.set(subscriber, queue);
    queue.deliver(message);
  };
}

/** The unsent messages of one connection. */
class FaultyQueue {
  readonly #exchange: Exchange;
  readonly #faults: FaultSource;
  readonly #subscriber: Subscriber;
  /** Whether sending has stopped for good. */
  #isStalled = false;
  /** Messages to send after `left` others of their stream. */
  #reordered: { readonly message: Message; readonly stream: string; left: number }[] = [];
  /** Delayed messages, and those behind them, in order; and when the last of them is due. */
  readonly #delayed: Message[] = [];
  #due = 0;

  constructor(exchange: Exchange, faults: FaultSource, subscriber: Subscriber) {
    this.#exchange = exchange;
    this.#faults = faults;
    this.#subscriber = subscriber;
  }

  deliver(message: Message): void {
    if (this.#isStalled) return;
    const { stream } = message;
    let sent = message;
    let copies = 1;
    let delayMs = 0;
    let behind = 0;
    for (const { rule, reach } of this.#faults.due("event", subjectOf(this.#exchange, message))) {
      reach();
      switch (rule.fault) {
        case "dropEvent":
          return;
        case "duplicateEvent":
          copies *= 2;
          break;
        case "replaceEvent":
          sent = { ...messageOf(stream, rule.text), isBinary: rule.binary === true };
          break;
        case "delayEvent":
          delayMs += rule.ms;
          break;
        case "reorderEvents":
          behind += rule.by ?? 1;
          break;
        case "stall":
          this.#isStalled = true;
          return;
        case "cut":
          if (rule.code === undefined) this.#subscriber.cut();
          else this.#subscriber.close(rule.code, rule.reason ?? "");
          return;
      }
    }
    for (let copy = 0; copy < copies; copy += 1) {
      if (behind > 0) this.#reordered.push({ message: sent, stream, left: behind });
      else this.#send(sent, delayMs);
    }
    if (behind === 0) this.#release(stream);
  }

  /** Sends at once, unless this message or an earlier one is delayed. */
  #send(message: Message, delayMs: number): void {
    const isFirst = this.#delayed.length === 0;
    if (delayMs === 0 && isFirst) return this.#subscriber.send(message);
    const now = this.#exchange.now();
    this.#due = Math.max(isFirst ? 0 : this.#due, now + delayMs);
    this.#delayed.push(message);
    this.#exchange.after(this.#due - now, () => {
      const first = this.#delayed.shift();
      if (first !== undefined) this.#subscriber.send(first);
    });
  }

  /** Counts a sent message of a stream, and sends those that had to come after it. */
  #release(stream: string): void {
    for (const held of this.#reordered) if (held.stream === stream) held.left -= 1;
    const free = this.#reordered.filter(({ left }) => left === 0);
    this.#reordered = this.#reordered.filter(({ left }) => left > 0);
    for (const { message } of free) this.#send(message, 0);
  }
}

const eventType = /"e":"(\w+)"/;

/** The stream name gives symbol or account, the text the event type. */
function subjectOf(exchange: Exchange, { stream, text }: Message): Subject {
  const now = exchange.now();
  const event = eventType.exec(text)?.[1];
  const { pattern, values } = readStreamName(stream) ?? {};
  return pattern?.access === "public"
    ? { now, event, streams: [stream], symbol: values?.["symbol"]?.toUpperCase() }
    : { now, event, account: exchange.listenKeys.accountOf(stream, now) };
}
