/** Assumptions about lists: their order, their pages, their spans. */

import {
  aggTradePages,
  klinePages,
  tradePages,
  userTradePages,
} from "../../../generated/iterators.ts";
import { listIn } from "../../../runtime/encoding/json-value.ts";
import type { Int64 } from "../../../runtime/tables.ts";
import type { ObservedCall } from "../traffic.ts";
import {
  type Checks,
  callsOf,
  codeOf,
  int64In,
  ofCalls,
  ofEveryCall,
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
  "list-order": function* (traffic, id) {
    for (const { operation, time } of lists) {
      yield* ofCalls([operation], (call) => {
        const times = rowsOf(call).map((row) => Number(row[time]));
        const [first = 0, last = first] = [times[0], times.at(-1)];
        return first === last ? undefined : verdict(first < last);
      })(traffic, id);
    }
  },

  /**
   * Of two lists without a start, the shorter one starts at the same row or later. Of own trades
   * the interface says that the latest come.
   */
  "list-pages": function* (traffic) {
    for (const { operation, key } of lists.filter((list) => list !== userTradePages)) {
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
  "limit-above-maximum": ofEveryCall((call) => {
    const limit = call.operation?.parameters.find(({ name }) => name === "limit");
    const maximum = wholeNumber(limit?.schema["maximum"]) ?? Number.POSITIVE_INFINITY;
    const sent = wholeNumber(call.sent["limit"]) ?? 0;
    if (limit === undefined || limit.truncates || sent <= maximum) return undefined;
    if (call.ok && rowsOf(call).length <= maximum) return "cut";
    return call.code === codeOf("INVALID_PARAMETER_VALUE") ? "refused" : undefined;
  }),

  /** An hour or more between both times. */
  "agg-trades-span": ofCalls(["trades.aggregate"], (call) => spanOf(call, hourMs, "hour")),

  /** More than a day between both times. */
  "user-trades-span": ofCalls(["trades.own"], (call) => spanOf(call, dayMs + 1, "day")),

  /** More klines between two times than the limit allows. */
  "klines-beyond-limit": ofCalls(["klines"], (call) => {
    const every = intervalMs(call.sent["interval"]);
    const [start, end] = [wholeNumber(call.sent["startTime"]), wholeNumber(call.sent["endTime"])];
    const opens = openTimes(call);
    const [first, last] = [opens[0], opens.at(-1)];
    if (every === undefined || start === undefined || end === undefined) return undefined;
    if (first === undefined || last === undefined || opens.length !== limitOf(call)) {
      return undefined;
    }
    if (Math.floor((end - start) / every) <= opens.length) return undefined;
    return first < start + every ? "oldest" : last > end - every ? "newest" : undefined;
  }),

  /** Three-day klines count from the epoch; weeks begin on Monday. */
  "kline-origins": ofCalls(["klines"], (call) => {
    const { interval } = call.sent;
    // The epoch is a Thursday.
    const origin = interval === "3d" ? 0 : interval === "1w" ? 4 * dayMs : undefined;
    const every = intervalMs(interval);
    if (origin === undefined || every === undefined) return undefined;
    return openTimes(call).map((open) => verdict((open - origin) % every === 0));
  }),

  /** A kline without trades repeats the last price, or is missing. */
  "klines-without-trades": ofCalls(["klines"], (call) => {
    const trades = 8;
    const every = intervalMs(call.sent["interval"]);
    if (every === undefined) return undefined;
    const isRepeated = klinesOf(call).some((row) => row[trades] === 0);
    const opens = openTimes(call);
    const isAbsent = opens.some((open, index) => open - (opens[index - 1] ?? open) > every);
    return [...(isRepeated ? ["repeated" as const] : []), ...(isAbsent ? ["absent" as const] : [])];
  }),
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

/** Whether a call gets its span of this length or more, or is limited to a shorter one. */
function spanOf<Limit extends string>(
  { ok, code, sent }: ObservedCall,
  fromMs: number,
  limited: Limit,
): "any" | Limit | undefined {
  const [start, end] = [wholeNumber(sent["startTime"]), wholeNumber(sent["endTime"])];
  if (start === undefined || end === undefined || end - start < fromMs) return undefined;
  return ok ? "any" : code === codeOf("TIME_SPAN_TOO_LONG") ? limited : undefined;
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
