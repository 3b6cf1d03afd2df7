/** Assumptions that a single response shows. */

import { assumptions } from "../../../generated/assumptions.ts";
import { envelope, errorCodes, retry } from "../../../generated/errors.ts";
import { limitRules, limits } from "../../../generated/limits.ts";
import { isRecord, rowsIn } from "../../../runtime/encoding/json-value.ts";
import { listedWindows } from "../../../runtime/rate-limits/windows.ts";
import { openEnvelope } from "../../documents/check-response.ts";
import { weightWindow } from "../../documents/weights.ts";
import { filterOf, filterTable } from "../filters.ts";
import type { ObservedCall } from "../traffic.ts";
import {
  type Check,
  type Checks,
  codeOf,
  isRefused,
  ofCalls,
  ofEveryCall,
  ofPairs,
  rowsOf,
  textOf,
  verdict,
  wholeNumber,
} from "./sighting.ts";

export const responseChecks = {
  /** A success is bare or in the envelope. */
  "bare-successes": ofEveryCall((call) => {
    if (!call.ok || call.operation === undefined) return undefined;
    return openEnvelope(call.body, call.response.status) === call.body ? "bare" : "enveloped";
  }),

  /** An error has a timestamp besides code and msg. */
  "short-error-envelope": ofErrors(({ body }) =>
    isRecord(body) && envelope.timestamp in body ? "whole" : "short",
  ),

  /** A success may be an object with code 200. */
  "success-code-200": ofEveryCall(({ ok, body }) =>
    ok && isRecord(body) && body[envelope.code] === 200 ? "holds" : undefined,
  ),

  /** Errors of status 403 and 5xx may not be JSON. */
  "errors-without-json": ofEveryCall(({ response: { status, text }, body }) => {
    const isOther = text !== undefined && body === undefined;
    return isOther && (status === 403 || status >= 500) ? "holds" : undefined;
  }),

  "aggregate-trade-best-match": ofCalls(["trades.aggregate"], (call) => {
    const [row] = rowsOf(call);
    return row && ("M" in row ? "present" : "absent");
  }),

  "order-record-extras": ofCalls(["order.query", "orders.open", "orders.all"], (call) => {
    const [row] = rowsOf(call);
    return row && ("orderListId" in row ? "present" : "absent");
  }),

  /** Outside the order query, whose spelling is documented. */
  "cumulative-quote-spelling": ofCalls(["order.place", "order.cancel"], (call) => {
    const names = rowsOf(call).flatMap((row) => Object.keys(row));
    return names.flatMap((name) => spellings.get(name) ?? []);
  }),

  "reference-price-without-symbol": ofCalls(["getReferencePrice"], ({ ok, sent, code }) => {
    if (sent["symbol"] !== undefined) return undefined;
    return ok ? "list" : code === codeOf("MISSING_PARAMETER") ? "refused" : undefined;
  }),

  "listen-key-response": ofCalls(["listenKey.create"], ({ ok, payload }) => {
    return ok ? (Array.isArray(payload) ? "list" : "object") : undefined;
  }),

  /** Messages that the assumption quotes; an exchange may have others for other reasons. */
  "rejection-messages": ofErrors(({ msg, code }) => {
    const { choice } = assumptions["rejection-messages"];
    const quoted = [...choice.matchAll(/`([^`]+)`/g)].map(([, words = ""]) => words);
    if (!quoted.some((words) => msg.startsWith(words))) return undefined;
    return verdict([codeOf("ORDER_REJECTED"), codeOf("FILTER_FAILURE")].includes(code));
  }),

  /** Each code has the HTTP status of the list. */
  "status-of-codes": ofErrors(({ code, operation, response: { status } }) => {
    const known = errorCodes.find((each) => each.code === code);
    if (known === undefined || operation === undefined) return undefined;
    return verdict(status === known.status || status === limitRules.banned.status);
  }),

  /** A message that names a filter has the filter error code. */
  "filter-failure-code": ofErrors(({ msg, code }) => {
    const [, name = ""] = /(?<!\w)(\w+)\.?$/.exec(msg) ?? [];
    return Object.hasOwn(filterTable, name)
      ? verdict(code === codeOf("FILTER_FAILURE"))
      : undefined;
  }),

  /** Whole seconds: no wait for weight exceeds its window, and a ban states its end. */
  "retry-after-unit": ofEveryCall((call) => {
    const { exceeded } = limitRules;
    const wait = wholeNumber(call.response.headers.get(retry.header.toLowerCase()));
    const end = banEnd(call);
    if (wait === undefined) return undefined;
    if (call.response.status === exceeded.status && call.code === exceeded.code) {
      return verdict(wait * 1000 <= (weightWindow?.windowMs ?? 0));
    }
    if (end === undefined || !call.timed) return undefined;
    return verdict(Math.abs(end - call.at - wait * 1000) <= slackMs);
  }),

  "retry-after-on-ban": ofEveryCall((call) => {
    if (!isBan(call)) return undefined;
    return call.response.headers.has(retry.header.toLowerCase()) ? "sent" : "absent";
  }),

  "ban-end-in-message": ofEveryCall((call) => {
    if (!isBan(call) || call.response.text === undefined) return undefined;
    return banEnd(call) === undefined ? "absent" : "named";
  }),

  /** A new ban lasts between the shortest and the longest duration. */
  "ban-durations": ofPairs((before, call) => {
    const { firstMs, lastMs } = limitRules.banned;
    const end = banEnd(call);
    const isNew = isBan(call) && !isBan(before);
    if (!isNew || end === undefined || !call.timed) return undefined;
    const [least, most] = [end - before.at, end - call.at];
    return verdict(least >= firstMs - slackMs && most <= lastMs + slackMs);
  }),

  /** The query of an unknown order. */
  "order-not-found": ofCalls(["order.query"], ({ code }) => {
    const isUnknown = code === codeOf("NO_SUCH_ORDER");
    const isOther = code === codeOf("CANCELLATION_REJECTED");
    return isUnknown || isOther ? verdict(isUnknown) : undefined;
  }),

  /** The order-rate amounts in exchange information. */
  "order-rate-numbers": ofCalls(["exchange.info"], (call) => {
    const known = limits.filter(({ counts }) => counts === "orders");
    const windows = rowsOf(call).flatMap((row) => listedWindows([], row, limitRules.listed));
    return windows
      .filter(({ counts }) => counts === "orders")
      .map(({ windowMs, amount }) =>
        verdict(known.find((limit) => limit.windowMs === windowMs)?.amount === amount),
      );
  }),

  /** The other spelling of a field of a filter. */
  "max-num-orders-spelling": ofCalls(["exchange.info"], (call) => {
    const symbols = rowsOf(call).flatMap((row) => rowsIn(row["symbols"]));
    const isOther = symbols
      .flatMap((symbol) => rowsIn(symbol["filters"]))
      .some((each) => {
        const { alsoNamed = {} } = filterOf(each) ?? {};
        return Object.entries(alsoNamed).some(([name, other]) => !(name in each) && other in each);
      });
    return isOther ? "holds" : undefined;
  }),

  /** Refusals of unknown paths and methods. */
  "unknown-request-responses": ofEveryCall((call, { rest }) => {
    if (call.operation !== undefined || !isRefused(call)) return undefined;
    const isPath = rest.operations.some(({ path }) => path === call.request.path);
    const isAsAssumed = call.response.status === (isPath ? 405 : 404);
    return verdict(isAsAssumed && call.code === codeOf("UNKNOWN_ERROR"));
  }),
} satisfies Checks;

const spellings = new Map([
  ["cumulativeQuoteQty", "oneM"],
  ["cummulativeQuoteQty", "twoM"],
] as const) as ReadonlyMap<string, "oneM" | "twoM">;

/** Largest difference between the recording clock and the exchange's. */
const slackMs = 2000;

/** A check of the responses with an error code. */
function ofErrors<Reading extends string>(
  read: (call: ObservedCall) => Reading | undefined,
): Check<Reading> {
  return ofEveryCall((call) => (call.ok || call.code === undefined ? undefined : read(call)));
}

function isBan({ response }: ObservedCall): boolean {
  return response.status === limitRules.banned.status;
}

function banEnd({ msg }: ObservedCall): number | undefined {
  const { endWord } = limitRules.banned;
  const [, end] = new RegExp(`\\b${endWord} (\\d{13})\\b`).exec(textOf(msg)) ?? [];
  return end === undefined ? undefined : Number(end);
}
