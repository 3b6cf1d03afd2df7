/** Assumptions that a single response shows. */

import { assumptions } from "../../../generated/assumptions.ts";
import { errorCodes, retry } from "../../../generated/errors.ts";
import { filters, filterTypeField } from "../../../generated/filters.ts";
import { limitRules, limits } from "../../../generated/limits.ts";
import { isRecord, rowsIn } from "../../../runtime/encoding/json-value.ts";
import { listedWindows } from "../../../runtime/rate-limits/windows.ts";
import { openEnvelope } from "../../documents/check-response.ts";
import { weightWindow } from "../../documents/weights.ts";
import type { ObservedCall } from "../traffic.ts";
import {
  type Checks,
  callsOf,
  codeOf,
  isRefused,
  neighbours,
  rowsOf,
  see,
  textOf,
  verdict,
  wholeNumber,
} from "./sighting.ts";

export const responseChecks = {
  /** A success is bare or in the envelope. */
  "bare-successes": function* ({ calls }) {
    for (const call of calls) {
      if (!call.ok || call.operation === undefined) continue;
      const isBare = openEnvelope(call.body, call.response.status) === call.body;
      yield see(call, isBare ? "bare" : "enveloped");
    }
  },

  /** An error has a timestamp besides code and msg. */
  "short-error-envelope": function* ({ calls }) {
    for (const call of errorsOf(calls)) {
      yield see(call, isRecord(call.body) && "timestamp" in call.body ? "whole" : "short");
    }
  },

  /** A success may be an object with code 200. */
  "success-code-200": function* ({ calls }) {
    for (const call of calls) {
      if (call.ok && isRecord(call.body) && call.body["code"] === 200) yield see(call, "holds");
    }
  },

  /** Errors of status 403 and 5xx may not be JSON. */
  "errors-without-json": function* ({ calls }) {
    for (const call of calls) {
      const { status, text } = call.response;
      if (text === undefined || call.body !== undefined) continue;
      if (status === 403 || status >= 500) yield see(call, "holds");
    }
  },

  "aggregate-trade-best-match": function* (traffic) {
    for (const call of callsOf(traffic, "trades.aggregate")) {
      for (const row of rowsOf(call).slice(0, 1))
        yield see(call, "M" in row ? "present" : "absent");
    }
  },

  "order-record-extras": function* (traffic) {
    for (const call of callsOf(traffic, "order.query", "orders.open", "orders.all")) {
      for (const row of rowsOf(call).slice(0, 1)) {
        yield see(call, "orderListId" in row ? "present" : "absent");
      }
    }
  },

  /** Outside the order query, whose spelling is documented. */
  "cumulative-quote-spelling": function* (traffic) {
    for (const call of callsOf(traffic, "order.place", "order.cancel")) {
      for (const row of rowsOf(call)) {
        if ("cumulativeQuoteQty" in row) yield see(call, "oneM");
        if ("cummulativeQuoteQty" in row) yield see(call, "twoM");
      }
    }
  },

  "reference-price-without-symbol": function* (traffic) {
    for (const call of callsOf(traffic, "getReferencePrice")) {
      if (call.sent["symbol"] !== undefined) continue;
      if (call.ok) yield see(call, "list");
      else if (call.code === codeOf("MISSING_PARAMETER")) yield see(call, "refused");
    }
  },

  "listen-key-response": function* (traffic) {
    for (const call of callsOf(traffic, "listenKey.create")) {
      if (call.ok) yield see(call, Array.isArray(call.payload) ? "list" : "object");
    }
  },

  /** Messages that the assumption quotes; an exchange may have others for other reasons. */
  "rejection-messages": function* ({ calls }) {
    const { choice } = assumptions["rejection-messages"];
    const quoted = [...choice.matchAll(/`([^`]+)`/g)].map(([, words = ""]) => words);
    for (const call of errorsOf(calls)) {
      if (quoted.some((words) => call.msg.startsWith(words))) {
        yield verdict(
          call,
          [codeOf("ORDER_REJECTED"), codeOf("FILTER_FAILURE")].includes(call.code),
        );
      }
    }
  },

  /** Each code has the HTTP status of the list. */
  "status-of-codes": function* ({ calls }) {
    for (const call of errorsOf(calls)) {
      const known = errorCodes.find(({ code }) => code === call.code);
      if (known === undefined || call.operation === undefined) continue;
      const { status } = call.response;
      yield verdict(call, status === known.status || status === limitRules.banned.status);
    }
  },

  /** A message that names a filter has the filter error code. */
  "filter-failure-code": function* ({ calls }) {
    for (const call of errorsOf(calls)) {
      const [, name = ""] = /(?<![A-Z_])([A-Z_]+)\.?$/.exec(call.msg) ?? [];
      if (Object.hasOwn(filters, name)) yield verdict(call, call.code === codeOf("FILTER_FAILURE"));
    }
  },

  /** Whole seconds: no wait for weight exceeds its window, and a ban states its end. */
  "retry-after-unit": function* ({ calls }) {
    const { exceeded } = limitRules;
    for (const call of calls) {
      const wait = wholeNumber(call.response.headers.get(retry.header.toLowerCase()));
      const end = banEnd(call);
      if (wait === undefined) continue;
      if (call.response.status === exceeded.status && call.code === exceeded.code) {
        yield verdict(call, wait * 1000 <= (weightWindow?.windowMs ?? 0));
      } else if (end !== undefined && call.timed) {
        yield verdict(call, Math.abs(end - call.at - wait * 1000) <= slackMs);
      }
    }
  },

  "retry-after-on-ban": function* ({ calls }) {
    for (const call of bansOf(calls)) {
      yield see(call, call.response.headers.has(retry.header.toLowerCase()) ? "sent" : "absent");
    }
  },

  "ban-end-in-message": function* ({ calls }) {
    for (const call of bansOf(calls)) {
      if (call.response.text === undefined) continue;
      yield see(call, banEnd(call) === undefined ? "absent" : "named");
    }
  },

  /** A new ban lasts between the shortest and the longest duration. */
  "ban-durations": function* ({ calls }) {
    const { firstMs, lastMs, status } = limitRules.banned;
    for (const [before, call] of neighbours(calls)) {
      const end = banEnd(call);
      const isNew = call.response.status === status && before.response.status !== status;
      if (!isNew || end === undefined || !call.timed) continue;
      const [least, most] = [end - before.at, end - call.at];
      yield verdict(call, least >= firstMs - slackMs && most <= lastMs + slackMs);
    }
  },

  /** The query of an unknown order. */
  "order-not-found": function* (traffic) {
    for (const call of callsOf(traffic, "order.query")) {
      const isUnknown = call.code === codeOf("NO_SUCH_ORDER");
      if (isUnknown || call.code === codeOf("CANCELLATION_REJECTED"))
        yield verdict(call, isUnknown);
    }
  },

  /** The order-rate amounts in exchange information. */
  "order-rate-numbers": function* (traffic) {
    const known = limits.filter(({ counts }) => counts === "orders");
    for (const call of callsOf(traffic, "exchange.info")) {
      const windows = rowsOf(call).flatMap((row) => listedWindows([], row, limitRules.listed));
      for (const { windowMs, amount } of windows.filter(({ counts }) => counts === "orders")) {
        const same = known.find((limit) => limit.windowMs === windowMs);
        yield verdict(call, same?.amount === amount);
      }
    }
  },

  /** The API family's spelling of a field that the interface calls `limit`. */
  "max-num-orders-spelling": function* (traffic) {
    for (const call of callsOf(traffic, "exchange.info")) {
      const symbols = rowsOf(call).flatMap((row) => rowsIn(row["symbols"]));
      const all = symbols.flatMap((symbol) => rowsIn(symbol["filters"]));
      const found = all.filter((each) => each[filterTypeField] === "MAX_NUM_ORDERS");
      if (found.some((each) => !("limit" in each) && "maxNumOrders" in each)) {
        yield see(call, "holds");
      }
    }
  },

  /** Refusals of unknown paths and methods. */
  "unknown-request-responses": function* ({ calls, rest }) {
    for (const call of calls) {
      if (call.operation !== undefined || !isRefused(call)) continue;
      const isPath = rest.operations.some(({ path }) => path === call.request.path);
      yield verdict(
        call,
        call.response.status === (isPath ? 405 : 404) && call.code === codeOf("UNKNOWN_ERROR"),
      );
    }
  },
} satisfies Checks;

/** Largest difference between the recording clock and the exchange's. */
const slackMs = 2000;

function errorsOf(calls: readonly ObservedCall[]): readonly ObservedCall[] {
  return calls.filter(({ ok, code }) => !ok && code !== undefined);
}

function bansOf(calls: readonly ObservedCall[]): readonly ObservedCall[] {
  return calls.filter(({ response }) => response.status === limitRules.banned.status);
}

function banEnd({ msg }: ObservedCall): number | undefined {
  const { endWord } = limitRules.banned;
  const [, end] = new RegExp(`\\b${endWord} (\\d{13})\\b`).exec(textOf(msg)) ?? [];
  return end === undefined ? undefined : Number(end);
}
