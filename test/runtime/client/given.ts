/** Small valid tables, and a client over a function of the test's own. Override one facet. */

import createClient from "openapi-fetch";

import type { CallContext } from "../../../runtime/call/context.ts";
import type { ClientTables } from "../../../runtime/call/options.ts";
import { apiOptions } from "../../../runtime/client/api-fetch.ts";
import type { BaseClient, ClientFeatures } from "../../../runtime/client/client.ts";
import { createBaseClient } from "../../../runtime/client/client.ts";
import { createClockSync } from "../../../runtime/client/clock-sync.ts";
import { optionChecks } from "../../../runtime/client/option-checks.ts";
import type { ClientOptions } from "../../../runtime/client/options.ts";
import { createOrders } from "../../../runtime/client/orders.ts";
import { writeFields } from "../../../runtime/encoding/wire.ts";
import { adviceSentences } from "../../../runtime/errors.ts";
import { createPlacements } from "../../../runtime/orders/placements.ts";
import type { FetchInit } from "../../../runtime/platform.ts";
import type {
  EnvelopeDescriptor,
  OperationDescriptor,
  ParameterDescriptor,
  RetryDescriptor,
  SigningDescriptor,
} from "../../../runtime/tables.ts";
import { contract } from "../../support/given.ts";

export const secret = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j";
export const key = "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A";

export const signing: SigningDescriptor = contract().signing;

export const retry: RetryDescriptor = {
  rules: [
    { status: { from: 418, to: 418 }, action: "never" },
    { status: { from: 429, to: 429 }, action: "retryAfterHeader" },
    { status: { from: 500, to: 599 }, action: "backOff" },
    { status: { from: 408, to: 408 }, action: "backOff" },
    { code: -1021, action: "resyncClock" },
    { code: -1003, action: "backOff" },
  ],
  header: "Retry-After",
  backoff: { firstMs: 1000, factor: 2, maxMs: 32000, jitter: "full" },
};

export function parameter(
  name: string,
  kind: ParameterDescriptor["kind"],
  facets: Partial<ParameterDescriptor> = {},
): ParameterDescriptor {
  return { name, kind, required: false, ...facets };
}

function operation(facets: Partial<OperationDescriptor> = {}): OperationDescriptor {
  return {
    id: "getTime",
    method: "GET",
    path: "/api/v1/time",
    sendsKey: false,
    signed: false,
    places: ["query"],
    parameters: [],
    weight: null,
    ...facets,
  };
}

const symbol = parameter("symbol", "text", { required: true });
const stamps = [
  parameter("recvWindow", "int64", { maximum: 60000 }),
  parameter("timestamp", "int64", { required: true }),
];
const account = { sendsKey: true, signed: true } as const;

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
    id: "convertDust",
    path: "/api/v1/dust",
    parameters: stamps,
    ...account,
    changes: true,
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

export const envelope: EnvelopeDescriptor = {
  code: "code",
  message: "msg",
  timestamp: "timestamp",
  data: "data",
  successCodes: [0, 200],
};

export const tables: ClientTables = {
  envelope,
  operations: Object.fromEntries(operations.map((each) => [each.id, each])),
  signing,
  retry,
  statuses: [
    { from: 418, to: 418, advice: "stop" },
    { from: 429, to: 429, advice: "wait" },
    { from: 408, to: 408, advice: "backOff", open: true },
  ],
  openCodes: [-1007, -1008],
  advice: {
    "-1021": "resyncClock",
    "-1022": "fixRequest",
    "-2015": "newKey",
    "-1003": "backOff",
    "-1008": "backOff",
    "-1007": "queryFirst",
  },
};

const codeNames = {
  TIMESTAMP_OUTSIDE_WINDOW: -1021,
  INVALID_SIGNATURE: -1022,
  INVALID_KEY: -2015,
  TOO_MANY_REQUESTS: -1003,
  BACKEND_TIMEOUT: -1007,
  OVERLOADED: -1008,
};

const features: ClientFeatures = {
  optionChecks,
  checkFields: writeFields,
  placements: createPlacements,
  exchangeClock: createClockSync,
  adviceSentences,
  errorNames: Object.fromEntries(Object.entries(codeNames).map(([name, code]) => [code, name])),
};

/** The placing method with the outcome as a value. */
export function tryPlaceOrder({ methods }: BaseClient, fields: object): Promise<unknown> {
  return (methods["tryPlaceOrder"] as (fields: object) => Promise<unknown>)(fields);
}

/** One request as the network saw it. */
export interface Seen extends FetchInit {
  readonly url: string;
}

/** Answers the requests in turn; the last answer is repeated. */
export type Script = readonly ((seen: Seen) => Response | Promise<Response>)[];

export function client(
  script: Script,
  options: Partial<ClientOptions> = {},
  parts: { readonly tables?: Partial<ClientTables>; readonly features?: ClientFeatures } = {},
) {
  const seen: Seen[] = [];
  const time = virtualTime();
  const given: ClientOptions = {
    baseUrl: "http://exchange.test",
    apiKey: key,
    apiSecret: secret,
    now: time.now,
    after: time.after,
    random: () => 0.5,
    // Scripts count every request.
    clockRefreshMs: Infinity,
    // Scripts count every timer, and let one request take all of the time.
    attemptTimeoutMs: Infinity,
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
  };
  const all = { ...features, ...parts.features };
  let context: CallContext | undefined;
  const called = { ...all, checkFields: all.checkFields ?? writeFields };
  const caller = createBaseClient({ ...tables, ...parts.tables }, given, called, (made) => {
    context = made;
    return createOrders(all, made);
  });
  if (context === undefined) throw new Error("The client has no context.");
  const api = createClient<Record<string, never>>(apiOptions(caller));
  return { caller, context, api, seen, time, call: caller.call };
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
