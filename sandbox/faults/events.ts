/** Carries out the faults of messages on streams. */

import type { Deliver, Message, Reader } from "../streams/reader.ts";
import { deliverAtOnce, messageOf } from "../streams/reader.ts";
import type { Venue } from "../venue.ts";
import type { Facts } from "./match.ts";
import type { FaultSource } from "./plan.ts";

/** What a connection still has to be sent, and whether it is sent anything. */
interface Backlog {
  stalled: boolean;
  /** Messages that wait for others of their stream to go first. */
  held: Held[];
  /** Messages behind a delayed one, in their order. */
  waiting: Waiting[];
}

interface Held {
  readonly message: Message;
  readonly stream: string;
  /** How many of the stream's messages go first. */
  left: number;
}

interface Waiting {
  readonly message: Message;
  readonly due: number;
}

/** Delivery with the faults of a plan; before the first rule about messages, nothing more. */
export function withEventFaults(venue: Venue, faults: FaultSource): Deliver {
  // There are some from the first rule on: what it left waiting is sent when it is gone.
  let backlogs: WeakMap<Reader, Backlog> | undefined;
  return (message, reader) => {
    if (!faults.watches.event && backlogs === undefined) return deliverAtOnce(message, reader);
    backlogs ??= new WeakMap();
    const backlog = backlogs.get(reader) ?? { stalled: false, held: [], waiting: [] };
    backlogs.set(reader, backlog);
    deliverWithFaults({ venue, faults, reader, backlog }, message);
  };
}

interface Delivery {
  readonly venue: Venue;
  readonly faults: FaultSource;
  readonly reader: Reader;
  readonly backlog: Backlog;
}

function deliverWithFaults(delivery: Delivery, message: Message): void {
  const { venue, faults, reader, backlog } = delivery;
  if (backlog.stalled) return;
  let copies: readonly Message[] = [message];
  let delayMs = 0;
  let behind = 0;
  for (const { rule, reach } of faults.due("event", factsOf(venue, message))) {
    if (copies.length === 0) return;
    reach();
    switch (rule.fault) {
      case "dropEvent":
        copies = [];
        break;
      case "doubleEvent":
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
      case "swapEvents":
        behind += rule.by ?? 1;
        break;
      case "stall":
        backlog.stalled = true;
        return;
      case "cut":
        if (rule.code === undefined) reader.cut();
        else reader.close(rule.code, rule.reason ?? "");
        return;
    }
  }
  if (behind > 0) {
    for (const copy of copies) {
      backlog.held.push({ message: copy, stream: message.stream, left: behind });
    }
    return;
  }
  for (const copy of copies) sendLater(delivery, copy, delayMs);
  if (copies.length > 0) releaseHeld(delivery, message.stream);
}

/** Sends now, or when all that waits before it is sent. */
function sendLater({ venue, reader, backlog }: Delivery, message: Message, delayMs: number): void {
  const { waiting } = backlog;
  if (delayMs === 0 && waiting.length === 0) return reader.send(message);
  const due = Math.max(venue.now() + delayMs, waiting.at(-1)?.due ?? 0);
  waiting.push({ message, due });
  if (waiting.length === 1) waitForFirst(venue, reader, waiting);
}

function waitForFirst(venue: Venue, reader: Reader, waiting: Waiting[]): void {
  const [first] = waiting;
  if (first === undefined) return;
  venue.after(Math.max(0, first.due - venue.now()), () => {
    waiting.shift();
    reader.send(first.message);
    waitForFirst(venue, reader, waiting);
  });
}

/** One more message of a stream is sent: those held behind it may have their turn. */
function releaseHeld(delivery: Delivery, stream: string): void {
  const { backlog } = delivery;
  const free: Held[] = [];
  backlog.held = backlog.held.filter((held) => {
    if (held.stream !== stream) return true;
    held.left -= 1;
    if (held.left <= 0) free.push(held);
    return held.left > 0;
  });
  for (const { message } of free) sendLater(delivery, message, 0);
}

const eventType = /"e":"(\w+)"/;

/** A message tells its symbol or its account by its stream, and its type in its text. */
function factsOf(venue: Venue, { stream, text }: Message): Facts {
  const now = venue.now();
  const [symbol, kind] = stream.split("@");
  const event = eventType.exec(text)?.[1];
  return kind === undefined
    ? { now, event, account: venue.listenKeys.accountOf(stream, now) }
    : { now, event, streams: [stream], symbol: symbol?.toUpperCase() };
}
