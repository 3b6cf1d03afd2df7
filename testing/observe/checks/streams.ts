/** Assumptions about stream connections and their messages. */

import { bookTable } from "../../../generated/order-book.ts";
import { connectionRules, streams, userDataRules } from "../../../generated/streams.ts";
import { minus, plus } from "../../../runtime/encoding/int64-math.ts";
import { encodeJson } from "../../../runtime/encoding/json.ts";
import { fieldsIn } from "../../../runtime/encoding/json-value.ts";
import type { BookTable, DepthField } from "../../../runtime/order-book/types.ts";
import { eventKey } from "../../../runtime/streams/decode.ts";
import type { StreamDescriptor } from "../../../runtime/streams/types.ts";
import type { Int64 } from "../../../runtime/tables.ts";
import type { EventRecords } from "../../../runtime/user-data/types.ts";
import type { DocumentNode } from "../../documents/json-pointers.ts";
import { nameOfRole } from "../../documents/roles.ts";
import type { ObservedMessage, Traffic } from "../traffic.ts";
import {
  type Checks,
  callsOf,
  int64In,
  neighbours,
  ofMessages,
  recordsOf,
  rowsOf,
  see,
  textOf,
  verdict,
} from "./sighting.ts";

export const streamChecks = {
  /** Connections whose query names the streams. */
  "stream-wrapping": ({ messages }) =>
    messages.flatMap((message) => {
      if (message.wrapped === undefined) return [];
      return see(message, message.wrapped ? "wrapped" : "bare");
    }),

  /** Close codes of the exchange; without a close frame there is none. */
  "close-codes": function* ({ connections }) {
    const known: readonly number[] = Object.values(connectionRules.closeCodes);
    const withoutFrame = [1005, 1006];
    for (const { end } of connections) {
      if (end?.by !== "exchange" || withoutFrame.includes(end.code)) continue;
      yield see(end, verdict(known.includes(end.code)));
    }
  },

  /** Two messages with the same key are copies of one event. */
  "event-identity": function* ({ messages, streams: { root } }) {
    const seen = new Map<string, ObservedMessage>();
    for (const message of messages) {
      const key = keyOf(message);
      if (key === undefined) continue;
      const first = seen.get(key);
      if (first === undefined) seen.set(key, message);
      else yield see(message, verdict(isCopy(root, first, message)));
    }
  },

  /** A depth message continues right after the previous one. */
  "depth-sequence": function* (traffic) {
    for (const { before, after, gap } of depthSteps(traffic)) {
      if (before.place.text !== after.place.text && gap <= 0) yield see(after, verdict(gap === 0));
    }
  },

  /**
   * Snapshot levels have the quantity of the last depth message that changed them, where one
   * connection saw every update up to the snapshot.
   */
  "depth-quantities": function* (traffic) {
    const runs = depthRuns(traffic.messages);
    const names = ownBook?.snapshot;
    for (const snapshot of callsOf(traffic, "book.snapshot")) {
      const [book] = rowsOf(snapshot);
      const end = int64In(book?.[names?.last ?? ""]);
      if (end === undefined || !snapshot.timed) continue;
      const own = runs.find((run) => isOf(run, snapshot.sent["symbol"]) && spans(run, end)) ?? [];
      const before = own.filter((each) => (idOf(each, "last") ?? end) <= end);
      for (const side of ["bids", "asks"] as const) {
        const changes = new Map<string, readonly string[]>();
        for (const [price, quantity] of before.flatMap((each) =>
          levelsOf(depthField(each, side)),
        )) {
          changes.set(price, [...(changes.get(price) ?? []), quantity]);
        }
        for (const [price, quantity] of levelsOf(book?.[names?.[side] ?? ""])) {
          const changed = changes.get(price) ?? [];
          if (changed.length > 0 && changed.at(-1) !== quantity) yield see(snapshot, "fails");
          // After a single change, both readings give an empty level that quantity.
          else if (changed.slice(0, -1).some((each) => Number(each) > 0))
            yield see(snapshot, "holds");
        }
      }
    }
  },

  /** Depth messages come with every change, or collect the changes of a second. */
  "depth-update-pace": function* (traffic) {
    const paceMs = 1000;
    const events = depthEvents(traffic.messages);
    for (const event of events) {
      const [first, last] = [idOf(event, "first"), idOf(event, "last")];
      if (first !== undefined && last !== undefined && last > first)
        yield see(event, "everySecond");
    }
    for (const [before, after] of neighbours(events)) {
      // Messages sent once a second may be slightly closer or further apart.
      const apartMs = Number(depthField(after, "time")) - Number(depthField(before, "time"));
      if (apartMs < paceMs / 2) yield see(after, "everyChange");
    }
  },

  "trade-event-payload": ofMessages(isTrade, ({ data }) =>
    "a" in data && "b" in data ? "withOrderIds" : "withoutOrderIds",
  ),

  /** The previous client id, in reports that cancel nothing. */
  "execution-report-payload": ofMessages(sets("order"), ({ data: { x, C } }) => {
    if (x === "CANCELED") return undefined;
    return C === "" ? "emptyText" : C === null ? "null" : undefined;
  }),

  /** A key expires a fixed time after the last call that created it or kept it alive. */
  "listen-key-validity": ofMessages(sets("expired"), (message, traffic) => {
    const { data, at, timed } = message;
    const kept = lastKept(traffic, data[recordsOf(message)?.expired ?? ""], at);
    if (!timed || kept === undefined) return undefined;
    const lateMs = at - kept - userDataRules.validityMs;
    // If it comes late, somebody else may have kept the key alive.
    return lateMs < sweepMs ? verdict(lateMs > -clockMs) : undefined;
  }),

  /** A stream with an expired key reports that, or falls silent. */
  "listen-key-expired": function* (traffic) {
    const expired = traffic.messages.filter(sets("expired"));
    for (const message of expired) yield see(message, "event");
    for (const { names, end, conversation, timed } of traffic.connections) {
      const key = names.find((name) => !name.includes("@"));
      if (key === undefined || end === undefined || !timed) continue;
      const kept = lastKept(traffic, key, end.at);
      if (kept === undefined || end.at - kept <= userDataRules.validityMs) continue;
      const isNamed = expired.some((message) => message.conversation === conversation);
      if (!isNamed) yield see(end, "silence");
    }
  },
} satisfies Checks;

const descriptors: Readonly<Record<string, StreamDescriptor>> = streams;

function isTrade({ documented }: ObservedMessage): boolean {
  const id = documented?.stream ?? "";
  return (descriptors[id]?.role ?? id) === "trade";
}

/** Messages that say this of an account. */
function sets(record: keyof EventRecords): (message: ObservedMessage) => boolean {
  return (message) => recordsOf(message)?.[record] !== undefined;
}

/** Within one connection: recordings of several exchanges may share ids. */
function keyOf({ documented, data, conversation }: ObservedMessage): string | undefined {
  const stream = descriptors[documented?.stream ?? ""];
  const key = stream && eventKey(stream, data);
  return key && `${conversation} ${documented?.name} ${key}`;
}

function isCopy(root: DocumentNode, one: ObservedMessage, other: ObservedMessage): boolean {
  const contents = [one, other].map(({ content }) => fieldsIn(content));
  // The event time belongs to the message, not to the event.
  const time = nameOfRole(root, one.documented?.pointer ?? "", "E");
  return contents.flatMap(Object.keys).every((name) => {
    const [its, others] = contents.map((fields) => encodeJson({ [name]: fields[name] }));
    return its === others || name === time;
  });
}

/**
 * Two depth messages of a symbol on one connection, and the update ids missing in between; their
 * number is negative for repeated updates.
 */
export function* depthSteps({ messages }: Traffic) {
  for (const [before, after] of neighbours(depthEvents(messages))) {
    const [last, first] = [idOf(before, "last"), idOf(after, "first")];
    if (last !== undefined && first !== undefined) {
      yield { before, after, gap: minus(first, plus(last, 1)) };
    }
  }
}

/** Depth messages, with the symbol added to their conversation. */
function depthEvents(messages: readonly ObservedMessage[]): readonly ObservedMessage[] {
  return messages
    .filter((each) => ownBook !== undefined && depthField(each, "type") === ownBook.message.type)
    .map((each) => {
      return {
        ...each,
        conversation: `${each.conversation} ${textOf(depthField(each, "symbol"))}`,
      };
    });
}

/** Another contract may keep no order book. */
const ownBook: BookTable | undefined = bookTable;

function depthField({ data }: ObservedMessage, field: DepthField): unknown {
  return data[ownBook?.message.fields[field] ?? ""];
}

function idOf(message: ObservedMessage, field: "first" | "last"): Int64 | undefined {
  return int64In(depthField(message, field));
}

type DepthRun = readonly ObservedMessage[];

/** Runs of depth messages without missing updates, by connection and symbol. */
function depthRuns(messages: readonly ObservedMessage[]): readonly DepthRun[] {
  const runs: ObservedMessage[][] = [];
  const open = new Map<string, ObservedMessage[]>();
  for (const event of depthEvents(messages)) {
    const run = open.get(event.conversation) ?? [];
    const last = run.at(-1);
    const [end, first] = [last && idOf(last, "last"), idOf(event, "first")];
    const isNext = end !== undefined && first !== undefined && minus(first, end) === 1;
    if (isNext) run.push(event);
    else {
      const next = [event];
      runs.push(next);
      open.set(event.conversation, next);
    }
  }
  return runs;
}

function isOf([first]: DepthRun, symbol: string | undefined): boolean {
  return first !== undefined && depthField(first, "symbol") === symbol;
}

function spans(run: DepthRun, id: Int64): boolean {
  const [first, last] = [run[0], run.at(-1)];
  const [start, end] = [first && idOf(first, "first"), last && idOf(last, "last")];
  return start !== undefined && end !== undefined && start <= id && id <= end;
}

function levelsOf(list: unknown): readonly (readonly [price: string, quantity: string])[] {
  return Array.isArray(list) ? (list as [string, string][]) : [];
}

const clockMs = 1000;

/** Longest delay before the exchange notices. */
const sweepMs = 60_000;

/** When a listen key was last created or kept alive before a time. */
function lastKept(traffic: Traffic, key: unknown, before: number): number | undefined {
  return callsOf(traffic, userDataRules.create, userDataRules.keepAlive)
    .filter(({ ok, timed, at }) => ok && timed && at <= before)
    .filter((call) => [...rowsOf(call), call.sent].some(({ listenKey }) => listenKey === key))
    .at(-1)?.at;
}
