/** The gates that responses close, and for how long. */

import { expect, test } from "vitest";

import type { AttemptEnd, BackoffState } from "../../../runtime/rate-limits/backoff.ts";
import { afterResponse, noBackoff } from "../../../runtime/rate-limits/backoff.ts";

const windows = [
  { id: "weight", counts: "weight", per: "ip", windowMs: 60_000, amount: 1, header: "h" },
  { id: "orders", counts: "orders", per: "account", windowMs: 10_000, amount: 1, header: "o" },
] as const;
const tables = {
  windows: windows.map((window) => ({ ...window, carriedBy: "everyResponse" as const })),
  rules: {
    exceeded: { status: 429, code: -1003, ordersCode: -1015 },
    banned: { status: 418, firstMs: 120_000, lastMs: 259_200_000 },
  },
  backoff: { firstMs: 1000, factor: 2, maxMs: 32_000, jitter: "full" as const },
};
const orders = { status: 429, code: -1015, retryAfterMs: 20_000 };
const both = { status: 418, retryAfterMs: 7000, bannedUntilMs: 50_000 };
const after = (refusals: number, closedMs: number, sentMs?: number) => {
  return { before: { refusals, closedMs }, ...(sentMs !== undefined && { sentMs }) };
};

/** Name, result of an attempt, the gate that it closes, the refusals after it, what is unusual. */
const backoffRows: readonly (readonly [
  name: string,
  result: AttemptEnd["result"],
  closes: string,
  refusals: number,
  given?: { readonly before?: BackoffState; readonly sentMs?: number; readonly errorMs?: number },
])[] = [
  ["a success", { status: 200 }, "", 0],
  ["a success ends the backoff", { status: 399 }, "", 0, after(3, 9)],
  ["another error does not", { status: 400 }, "", 3, after(3, 9)],
  ["no response", {}, "", 3, after(3, 9)],
  ["429 without a wait", { status: 429 }, "ip 11001 throttled", 1],
  ["429 with a wait", { status: 429, retryAfterMs: 7000 }, "ip 17001 throttled", 1],
  ["429 beyond every window", { status: 429, retryAfterMs: 60_001 }, "ip 70002 throttled", 1],
  ["429 again, later", { status: 429 }, "ip 12001 throttled", 2, after(1, 9000, 9000)],
  ["429 again, sent before", { status: 429 }, "ip 11001 throttled", 1, after(1, 9000, 8999)],
  ["429 for the tenth time", { status: 429 }, "ip 42001 throttled", 10, after(9, 0)],
  ["the code in a success", { status: 200, code: -1003 }, "ip 11001 throttled", 1],
  ["too many orders", orders, "alice 30001 throttled", 1],
  ["an inexact clock", { status: 429 }, "ip 11501 throttled", 1, { errorMs: 500 }],
  ["an unknown clock", { status: 429 }, "ip 12001 throttled", 1, { errorMs: Infinity }],
  ["418 without an end", { status: 418 }, "ip 130001 banned", 0],
  ["418 with a wait", { status: 418, retryAfterMs: 300_000 }, "ip 310001 banned", 0],
  ["418 with an end", { status: 418, bannedUntilMs: 50_000 }, "ip 50000 banned", 0],
  ["418 with both, and an unknown clock", both, "ip 18001 banned", 0, { errorMs: Infinity }],
  ["418 that is over", { status: 418, bannedUntilMs: 10_000 }, "ip 130001 banned", 0],
  ["418 far away", { status: 418, bannedUntilMs: 1e15 }, "ip 259210001 banned", 0],
];

test.for(backoffRows)("backoff: %s", ([, result, closes, refusals, given = {}]) => {
  const { before = noBackoff, sentMs = 9999, errorMs = 0 } = given;
  const time = { nowMs: 10_000, errorMs };
  const { state, close } = afterResponse(
    before,
    { result, account: "alice", sentMs, time },
    tables,
  );
  expect(close === undefined ? "" : Object.values(close).join(" ")).toBe(closes);
  const closedMs = closes.endsWith("throttled") ? 10_000 : before.closedMs;
  expect(state).toEqual({ refusals, closedMs });
});
