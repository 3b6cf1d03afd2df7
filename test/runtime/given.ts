/** Small valid tables, and a client over a function of the test's own. Override one facet. */

import createClient from "openapi-fetch";
import { createCaller } from "../../runtime/calls/caller.ts";
import type { CallerOptions, CallerTables } from "../../runtime/calls/caller.ts";
import type { FetchInit } from "../../runtime/defaults.ts";
import type {
  OperationDescriptor,
  ParameterDescriptor,
  RetryDescriptor,
  SigningDescriptor,
} from "../../runtime/types.ts";

export const secret = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j";
export const key = "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A";

export const signing: SigningDescriptor = {
  algorithm: "HMAC-SHA256",
  header: "X-MBX-APIKEY",
  timestamp: "timestamp",
  window: "recvWindow",
  signature: "signature",
  pairSeparator: "&",
  partSeparator: "",
  trim: true,
  values: "raw",
  aheadMsBelow: 1000,
  windowMsDefault: 5000,
  windowMsMax: 60000,
  rejectedWith: -1021,
};

export const retry: RetryDescriptor = {
  rules: [
    { status: { from: 418, to: 418 }, action: "never" },
    { status: { from: 429, to: 429 }, action: "retryAfterHeader" },
    { status: { from: 500, to: 599 }, action: "backOff" },
    { status: { from: 408, to: 408 }, action: "backOff" },
    { code: -1021, action: "resyncClock" },
    { code: -1003, action: "backOff" },
  ],
  backoff: { firstMs: 1000, factor: 2, maxMs: 32000, jitter: "full" },
};

export function parameter(
  name: string,
  kind: ParameterDescriptor["kind"],
  facets: Partial<ParameterDescriptor> = {},
): ParameterDescriptor {
  return { name, kind, required: false, ...facets };
}

export function operation(facets: Partial<OperationDescriptor> = {}): OperationDescriptor {
  return {
    id: "getTime",
    method: "GET",
    path: "/api/v1/time",
    security: "NONE",
    sendsKey: false,
    signed: false,
    places: ["query"],
    parameters: [],
    weight: null,
    source: "spec/paths/general/time.yaml:1",
    ...facets,
  };
}

const symbol = parameter("symbol", "text", { required: true });
const stamps = [
  parameter("recvWindow", "int64", { maximum: 60000 }),
  parameter("timestamp", "int64", { required: true }),
];
const account = { security: "SIGNED", sendsKey: true, signed: true } as const;

export const orderParameters: readonly ParameterDescriptor[] = [
  symbol,
  parameter("side", "choice", { required: true, choices: ["BUY", "SELL"] }),
  parameter("type", "choice", { required: true, choices: ["LIMIT", "MARKET"], open: true }),
  parameter("timeInForce", "choice", { choices: ["GTC", "IOC", "FOK"] }),
  parameter("quantity", "decimal"),
  parameter("price", "decimal"),
  parameter("newClientOrderId", "text"),
  ...stamps,
];

const operations = [
  operation(),
  operation({
    id: "getDepth",
    path: "/api/v1/depth",
    parameters: [symbol, parameter("limit", "integer", { maximum: 1000, minimum: 1 })],
  }),
  operation({ id: "getAccount", path: "/api/v1/account", parameters: stamps, ...account }),
  operation({
    id: "getOrder",
    path: "/api/v1/order",
    parameters: [symbol, parameter("origClientOrderId", "text"), ...stamps],
    ...account,
  }),
  operation({
    id: "placeOrder",
    method: "POST",
    path: "/api/v1/order",
    places: ["query", "body"],
    parameters: orderParameters,
    placement: {
      clientId: "newClientOrderId",
      resolvedBy: { operation: "getOrder", parameter: "origClientOrderId" },
    },
    ...account,
  }),
  operation({
    id: "keepAliveListenKey",
    method: "PUT",
    path: "/api/v1/listenKey",
    places: ["query", "body"],
    parameters: [parameter("listenKey", "text", { required: true })],
    sendsKey: true,
  }),
];

export const tables: CallerTables = {
  operations: Object.fromEntries(operations.map((each) => [each.id, each])),
  signing,
  retry,
  statuses: [
    { from: 418, to: 418, condition: "banned", advice: "stop" },
    { from: 429, to: 429, condition: "too many requests", advice: "wait" },
    { from: 500, to: 599, condition: "server error", advice: "backOff" },
  ],
  errors: [
    { code: -1021, name: "TIMESTAMP_OUTSIDE_WINDOW", condition: "", advice: "resyncClock" },
    { code: -1022, name: "INVALID_SIGNATURE", condition: "", advice: "fixRequest" },
    { code: -2015, name: "INVALID_KEY", condition: "", advice: "newKey" },
    { code: -1003, name: "TOO_MANY_REQUESTS", condition: "", advice: "backOff" },
    { code: -1007, name: "BACKEND_TIMEOUT", condition: "", advice: "queryFirst" },
    { code: -1008, name: "OVERLOADED", condition: "", advice: "backOff" },
  ],
};

/** One request as the network saw it. */
export interface Seen extends FetchInit {
  readonly url: string;
}

/** Answers the requests in turn; the last answer is repeated. */
export type Script = readonly ((seen: Seen) => Response | Promise<Response>)[];

export function client(script: Script, options: Partial<CallerOptions> = {}) {
  const seen: Seen[] = [];
  const time = virtualTime();
  const caller = createCaller(tables, {
    baseUrl: "http://exchange.test",
    key,
    secret,
    now: time.now,
    after: time.after,
    random: () => 0.5,
    // Scripts count every request.
    clockRefreshMs: Infinity,
    // What the first failure says; how it is resolved is tested by itself.
    resolveMs: 0,
    fetch: async (url, init) => {
      seen.push({ url, ...init });
      const answer = script[Math.min(seen.length, script.length) - 1];
      if (answer === undefined) {
        throw new Error("The script is empty.");
      }
      return answer({ url, ...init });
    },
    ...options,
  });
  const api = createClient<Record<string, never>>(caller.clientOptions);
  api.use(caller.middleware);
  return { caller, api, seen, time, call: caller.through(api) };
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return new Response(text, {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

/** Time that passes only when nothing else can happen. */
export function virtualTime(startMs = 1_700_000_000_000) {
  let nowMs = startMs;
  const timers: { readonly atMs: number; readonly run: () => void }[] = [];
  const waits: number[] = [];
  return {
    waits,
    now: () => nowMs,
    after: (delayMs: number, run: () => void) => {
      const timer = { atMs: nowMs + delayMs, run };
      timers.push(timer);
      waits.push(delayMs);
      return () => {
        const index = timers.indexOf(timer);
        if (index !== -1) {
          timers.splice(index, 1);
        }
      };
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
    pending: () => timers.length,
    /** The outcome of the work, with every timer run as soon as all else rests. */
    outcome: async (work: Promise<unknown>): Promise<unknown> => {
      let isOver = false;
      const outcome = work
        .catch((error: unknown) => error)
        .finally(() => {
          isOver = true;
        });
      while (!isOver) {
        for (let turn = 0; turn < 5 && !isOver; turn += 1) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        timers.sort((one, other) => one.atMs - other.atMs);
        const next = isOver ? undefined : timers.shift();
        nowMs = Math.max(nowMs, next?.atMs ?? 0);
        next?.run();
      }
      return outcome;
    },
  };
}
