/** Assumptions about lists: their order, their pages, their spans. */

import {
  aggTradePages,
  klinePages,
  tradePages,
  userTradePages,
} from "../../../generated/iterators.ts";
import type { Role } from "../../../generated/operations.ts";
import { listIn } from "../../../runtime/encoding/json-value.ts";
import type { Int64 } from "../../../runtime/tables.ts";
import type { ObservedCall, Traffic } from "../traffic.ts";
import {
  type Checks,
  callsOf,
  codeOf,
  int64In,
  rowsOf,
  see,
  verdict,
  wholeNumber,
} from "./sighting.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Another contract may have other lists. */
const lists = [tradePages, aggTradePages, userTradePages].filter((list) => list !== undefined);

/** Fields that set the start of a list or the owner of its rows. */
const starts = ["fromId", "startTime", "orderId"];

export const listChecks = {
  /** Oldest first. */
  "list-order": function* (traffic) {
    for (const { operation, time } of lists) {
      for (const call of callsOf(traffic, operation)) {
        const times = rowsOf(call).map((row) => Number(row[time]));
        const [first = 0, last = first] = [times[0], times.at(-1)];
        if (first !== last) yield verdict(call, first < last);
      }
    }
  },

  /** Of two lists without a start, the shorter one starts at the same row or later. */
  "list-pages": function* (traffic) {
    for (const { operation, key } of lists) {
      const open = callsOf(traffic, operation).filter(({ ok, sent }) => {
        return ok && starts.every((name) => sent[name] === undefined);
      });
      for (const [long, short] of pairsBySymbol(open)) {
        const [one, other] = [firstOf(long, key), firstOf(short, key)];
        if (one === undefined || other === undefined) continue;
        // Trades between the two calls only move the shorter list forward.
        if (other > one) yield see(short, "latest");
        else if (other === one) yield see(short, "oldest");
      }
    }
  },

  /** A limit above the maximum, where truncation is not documented. */
  "limit-above-maximum": function* ({ calls }) {
    for (const call of calls) {
      const limit = call.operation?.parameters.find(({ name }) => name === "limit");
      const maximum = wholeNumber(limit?.schema["maximum"]);
      const sent = wholeNumber(call.sent["limit"]);
      if (limit === undefined || maximum === undefined || limit.truncates) continue;
      if (sent === undefined || sent <= maximum) continue;
      if (call.ok && rowsOf(call).length <= maximum) yield see(call, "cut");
      else if (call.code === codeOf("INVALID_PARAMETER_VALUE")) yield see(call, "refused");
    }
  },

  /** An hour or more between both times. */
  "agg-trades-span": function* (traffic) {
    for (const [call, isAny] of spans(traffic, "trades.aggregate", hourMs)) {
      yield see(call, isAny ? "any" : "hour");
    }
  },

  /** More than a day between both times. */
  "user-trades-span": function* (traffic) {
    for (const [call, isAny] of spans(traffic, "trades.own", dayMs + 1)) {
      yield see(call, isAny ? "any" : "day");
    }
  },

  /** More klines between two times than the limit allows. */
  "klines-beyond-limit": function* (traffic) {
    for (const call of callsOf(traffic, "klines")) {
      const every = intervalMs(call.sent["interval"]);
      const [start, end] = [wholeNumber(call.sent["startTime"]), wholeNumber(call.sent["endTime"])];
      const opens = openTimes(call);
      const [first, last] = [opens[0], opens.at(-1)];
      if (every === undefined || start === undefined || end === undefined) continue;
      if (first === undefined || last === undefined || opens.length !== limitOf(call)) continue;
      const room = Math.floor((end - start) / every);
      if (room <= opens.length) continue;
      if (first < start + every) yield see(call, "oldest");
      else if (last > end - every) yield see(call, "newest");
    }
  },

  /** Three-day klines count from the epoch; weeks begin on Monday. */
  "kline-origins": function* (traffic) {
    // The epoch is a Thursday.
    const mondayMs = 4 * dayMs;
    for (const call of callsOf(traffic, "klines")) {
      const { interval } = call.sent;
      const origin = interval === "3d" ? 0 : interval === "1w" ? mondayMs : undefined;
      const every = intervalMs(interval);
      if (origin === undefined || every === undefined) continue;
      for (const open of openTimes(call)) yield verdict(call, (open - origin) % every === 0);
    }
  },

  /** A kline without trades repeats the last price, or is missing. */
  "klines-without-trades": function* (traffic) {
    const trades = 8;
    for (const call of callsOf(traffic, "klines")) {
      const every = intervalMs(call.sent["interval"]);
      if (every === undefined) continue;
      if (klinesOf(call).some((row) => row[trades] === 0)) yield see(call, "repeated");
      const opens = openTimes(call);
      if (opens.some((open, index) => open - (opens[index - 1] ?? open) > every)) {
        yield see(call, "absent");
      }
    }
  },
} satisfies Checks;

/** A longer list, and a shorter one of the same symbol that its limit cut. */
function* pairsBySymbol(
  calls: readonly ObservedCall[],
): Generator<readonly [long: ObservedCall, short: ObservedCall]> {
  for (const [long, short] of calls.flatMap((one) => calls.map((other) => [one, other] as const))) {
    const isSame =
      long.sent["symbol"] === short.sent["symbol"] && long.conversation === short.conversation;
    const isCut = rowsOf(short).length === limitOf(short);
    const isLater = long.at <= short.at;
    if (isSame && isCut && isLater && rowsOf(short).length < rowsOf(long).length) {
      yield [long, short];
    }
  }
}

function firstOf(call: ObservedCall, key: string): Int64 | undefined {
  return int64In(rowsOf(call)[0]?.[key]);
}

/** The sent limit, or its default. */
function limitOf({ operation, sent }: ObservedCall): number | undefined {
  const usual = operation?.parameters.find(({ name }) => name === "limit")?.schema["default"];
  return wholeNumber(sent["limit"] ?? usual);
}

function* spans(
  traffic: Traffic,
  role: Role,
  fromMs: number,
): Generator<readonly [call: ObservedCall, isAny: boolean]> {
  for (const call of callsOf(traffic, role)) {
    const [start, end] = [wholeNumber(call.sent["startTime"]), wholeNumber(call.sent["endTime"])];
    if (start === undefined || end === undefined || end - start < fromMs) continue;
    if (call.ok || call.code === codeOf("TIME_SPAN_TOO_LONG")) yield [call, call.ok];
  }
}

function klinesOf({ ok, payload }: ObservedCall): readonly (readonly unknown[])[] {
  return ok ? listIn(payload).map(listIn) : [];
}

/** Open times of the klines in a response. */
export function openTimes(call: ObservedCall): readonly number[] {
  return klinesOf(call).map((row) => Number(row[klinePages.time]));
}

/** Length of a kline; months have none. */
function intervalMs(interval = ""): number | undefined {
  const { unitsMs } = klinePages.span;
  const [, count, unit] = /^(\d+)([mhdw])$/.exec(interval) ?? [];
  return unit === undefined ? undefined : Number(count) * unitsMs[unit as keyof typeof unitsMs];
}
