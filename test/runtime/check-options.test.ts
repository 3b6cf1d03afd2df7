/** What every factory does with a wrong option: it names the option and what it takes. */

import { describe, expect, test } from "vitest";

import { createClient as createCore, placeOrder } from "../../generated/core.ts";
import { optionChecks } from "../../generated/features.ts";
import { compileFilters } from "../../generated/filters.ts";
import { cancelAll, createClient, eachKline, eachTrade } from "../../generated/index.ts";
import { createRateLimiter, weightOf } from "../../generated/limits.ts";
import { createOrderBook, watchOrderBook } from "../../generated/order-book.ts";
import { signing } from "../../generated/signing.ts";
import { createStreams, streamName } from "../../generated/stream-client.ts";
import { watchUserData } from "../../generated/user-data.ts";
import { undiciFetch } from "../../runtime/client/transport-undici.node.ts";
import { InvalidRequestError } from "../../runtime/errors.ts";
import { openPlacementJournal } from "../../runtime/orders/journal.node.ts";
import { createRedisStore } from "../../runtime/rate-limits/redis-store.ts";
import {
  createPacedClock,
  createSandbox,
  createVirtualClock,
  openJournal,
  startSandbox,
} from "../../sandbox/index.node.ts";
import { createFixtureServer, openFixturePort, runContract } from "../../testing/index.ts";

/** Options that are wrong, words of the error, and the fields that it names: else the last one. */
type Row = readonly [options: unknown, words: string, ...fields: string[]];

const baseUrl = "http://x";

const begin = () => undefined;

const clientRows: readonly Row[] = [
  [undefined, "give an object", "options"],
  [{}, "baseUrl is missing", "baseUrl"],
  [Object.create({ baseUrl }), "baseUrl is only inherited; add it.", "baseUrl"],
  [{ baseUrl, limits: Object.create({ share: 1 }) }, "is only inherited", "limits.share"],
  [{ baseUrl: 5 }, "give a plain HTTP address"],
  [{ baseUrl, streams: {} }, "give the result of createStreams"],
  ...[signing.windowMsMax + 1, -1, 0, 0.5, "abc", "5000", Number.NaN, null].map(
    (recvWindow): Row => [
      { baseUrl, recvWindow },
      `recvWindow has an invalid value; give a whole number from 1 to ${signing.windowMsMax}.`,
    ],
  ),
  ...[Number.NaN, -1, 0, "1000", -Infinity, 5n].map(
    (timeoutMs): Row => [{ baseUrl, timeoutMs }, "give milliseconds from 1"],
  ),
  [{ baseUrl, attemptTimeoutMs: 0 }, "give milliseconds from 1"],
  [{ baseUrl, waitMsMax: -1 }, "give milliseconds from 0"],
  [{ baseUrl, clockRefreshMs: Number.NaN }, "give milliseconds from 0"],
  [{ baseUrl, resolveMs: "0" }, "give milliseconds from 0"],
  ...[0, "x", 1.5, Infinity, -2].map(
    (maxAttempts): Row => [{ baseUrl, maxAttempts }, "give a whole number from 1"],
  ),
  [{ baseUrl, responseBytesMax: 0 }, "give a whole number from 1"],
  [{ baseUrl, checkResponses: "no" }, "give true or false"],
  [{ baseUrl, validate: 1 }, "give an object"],
  [{ baseUrl, validate: { waitMS: 5 } }, "did you mean waitMs?", "validate.waitMS"],
  [{ baseUrl, validate: { filters: 0 } }, "give true or false", "validate.filters"],
  [{ baseUrl, limits: true }, "give an object"],
  [{ baseUrl, limits: { share: 0 } }, "above 0 and up to 1", "limits.share"],
  [{ baseUrl, limits: { share: 1.01 } }, "above 0 and up to 1", "limits.share"],
  [{ baseUrl, journal: {} }, "give a journal"],
  ...["begin", "end", "pending"].map((method): Row => {
    const journal = { begin, end: begin, pending: begin, [method]: 5 };
    return [{ baseUrl, journal }, "give a journal"];
  }),
  [{ baseUrl, limits: { acquire: 5 } }, "is not an option", "limits.acquire"],
  [{ baseUrl, limits: { account: " " } }, "give text", "limits.account"],
  [{ baseUrl, validate: { orderFields: 0 } }, "give true or false", "validate.orderFields"],
  [{ baseUrl, validate: { waitMs: -1 } }, "give milliseconds from 0", "validate.waitMs"],
  ...["now", "random", "randomBytes", "after"].map(
    (name): Row => [{ baseUrl, [name]: 5 }, "give a function"],
  ),
  ...[() => Number.NaN, () => "5", () => new Date(), () => undefined].map(
    (now): Row => [{ baseUrl, now }, "give a function that returns Unix milliseconds"],
  ),
  [[], "give an object", "options"],
  [{ baseUrl, limits: [], validate: [] }, "give an object", "limits", "validate"],
  [{ baseUrl: "ws://x" }, "like https://api.example.com."],
  ...["x.test", "ftp://x", "http://x/#a", "http://x/?a=b", "http://a@x", "http://a:b@x"].map(
    (wrong): Row => [{ baseUrl: wrong }, "give a plain HTTP address"],
  ),
  [{ baseUrl, fetch: "fetch" }, "give a function"],
  [{ baseUrl, onEvent: {} }, "give a function"],
  [{ baseUrl, timeoutMS: 5 }, "did you mean timeoutMs?"],
  [{ baseUrl, recvwindow: 5 }, "did you mean recvWindow?"],
  [{ baseUrl, maxAttemps: 5 }, "did you mean maxAttempts?"],
  [{ baseUrl, Secret: "s" }, "did you mean apiSecret?"],
  [{ baseUrl, somethingElse: 5 }, "is not an option; leave it out"],
  [{ baseUrl, constructor: 5 }, "is not an option"],
  [{ baseUrl, apiSecret: 5, apiKey: "a b" }, "as it was issued", "apiSecret", "apiKey"],
  [{ baseUrl, apiKey: "a\nx" }, "the key as it was issued"],
  ...[" ", "a\ud800"].map((apiSecret): Row => [{ baseUrl, apiSecret }, "the secret as it was"]),
];

const redis = { eval: async () => undefined };
const client = createClient({ baseUrl });
const streams = createStreams({ url: "ws://x", WebSocket });
const openapi = {};
const target = { baseUrl };
const file = "/nowhere/journal";

const of = (make: (options: never) => unknown, ...rows: readonly Row[]) => ({ make, rows });

const factories: Readonly<Record<string, ReturnType<typeof of>>> = {
  createClient: of(createClient, ...clientRows),
  "createClient of core": of(
    (options: object) => createCore({ ...options, operations: { placeOrder } } as never),
    [undefined, "give a plain HTTP address", "baseUrl"],
    [{ baseUrl: "x" }, "give a plain HTTP address"],
    [{ baseUrl, apiKey: "a b", apiSecret: " " }, "as it was issued", "apiKey", "apiSecret"],
  ),
  "createClient of core with all checks": of(
    (options: object) =>
      createCore({ ...options, optionChecks, operations: { placeOrder } } as never),
    [{ baseUrl, placement: () => ({}) }, "did you mean placements?"],
    [{ baseUrl, placements: {} }, "give a function"],
    [{ baseUrl, timeoutMs: Number.NaN }, "give milliseconds from 1"],
  ),
  undiciFetch: of(
    undiciFetch,
    [{ connections: 0 }, "give a whole number from 1"],
    [{ dispatcher: {} }, "give a dispatcher of undici"],
    [{ conections: 1 }, "did you mean connections?"],
  ),
  compileFilters: of(
    (options: object) => compileFilters([], options),
    [{ offset: "start" }, "give one of minimum, zero"],
    [{ exchangeFilters: {} }, "give a list of filters"],
    [{ offsets: "zero" }, "did you mean offset?"],
    [null, "give an object", "options"],
  ),
  "compileFilters of nothing": of(
    ({ filters }: { filters: [] }) => compileFilters(filters),
    ...[undefined, {}, "PRICE_FILTER"].map((filters): Row => [{ filters }, "give a list"]),
  ),
  checkOrder: of(
    ({ order, context }: { order: object; context?: object }) =>
      compileFilters([]).checkOrder(order as never, context),
    ...[undefined, null, 5, "x", []].map((order): Row => [{ order }, "give an object"]),
    ...[null, 5, "x", []].map((context): Row => [{ order: {}, context }, "an object", "context"]),
  ),
  accepts: of(
    ({ order }: { order: object }) => compileFilters([]).accepts(order as never),
    [{ order: null }, "give an object"],
  ),
  fitOrder: of(
    ({ order }: { order: object }) => compileFilters([]).fitOrder(order as never),
    [{ order: null }, "give an object"],
  ),
  weightOf: of(
    ({ operationId, params }: { operationId: "getTime"; params?: object }) =>
      weightOf(operationId, params as never),
    [{ operationId: undefined }, "is missing"],
    ...[null, "nosuch", "toString", 5].map((operationId): Row => [{ operationId }, "give one of"]),
    [{ operationId: "getDepth", params: null }, "give an object", "params"],
  ),
  streamName: of(
    ({ id }: { id: "depth" }) => streamName(id, { symbol: "BTCUSDT" }),
    ...["nosuch", "toString", null].map((id): Row => [{ id }, "give one of depth, trade"]),
  ),
  createVirtualClock: of(
    ({ time }: { time: number }) => createVirtualClock(time),
    ...[Number.NaN, "5", 0.5, -1].map((time): Row => [{ time }, "give a whole number from 0"]),
  ),
  createPacedClock: of(
    ({ machine }: { machine: never }) => createPacedClock(5, machine),
    [{ machine: undefined }, "is missing"],
    [{ machine: { now: () => 5 } }, "give a clock"],
  ),
  startSandbox: of(startSandbox, [null, "is missing", "port"], [{ port: -1 }, "give a whole"]),
  createSandbox: of(
    createSandbox,
    [{ now: () => Number.NaN }, "give a function that returns Unix milliseconds"],
    [{ depth: 5 }, "give an order book for each symbol"],
  ),
  resolvePending: of(
    (options: object) => client.resolvePending(options),
    [{ resolveMs: Number.NaN }, "give milliseconds from 0"],
    [{ timeoutMs: 5 }, "is not an option"],
    [{ signal: "now" }, "give an AbortSignal"],
  ),
  createRateLimiter: of(
    createRateLimiter,
    [{ share: 2 }, "give a number above 0 and up to 1"],
    [{ share: Number.NaN }, "give a number above 0 and up to 1"],
    [{ shares: 0.5 }, "did you mean share?"],
    [{ store: {} }, "give a store"],
    ...["acquire", "release", "closeGate"].map((missing): Row => {
      const store = { acquire: begin, release: begin, closeGate: begin, [missing]: undefined };
      return [{ store }, "give a store like that of createRedisStore"];
    }),
    [{ after: 5 }, "give a function"],
  ),
  createRedisStore: of(
    (options: object) => createRedisStore(redis, options as never),
    [{}, "fallbackShare is missing", "fallbackShare"],
    [{ fallbackShare: 0 }, "above 0"],
    [{ fallbackShare: 0.5, replyMs: 0 }, "give milliseconds from 1"],
    [{ fallbackShare: 0.5, retryMs: -1 }, "give milliseconds"],
    [{ fallbackShare: 0.5, returnMs: -1 }, "give milliseconds"],
    [{ fallbackShare: 0.5, now: 5 }, "give a function"],
    [{ fallbackShare: 0.5, after: 5 }, "give a function"],
    [{ fallbackShare: 0.5, prefix: "" }, "give text"],
    [{ fallbackShare: 0.5, prefix: "}a" }, "give text that does not begin with }"],
    [{ fallbackShare: 0.5, replayMs: 1 }, "did you mean replyMs?"],
  ),
  createStreams: of(
    createStreams,
    [{}, "url is missing", "url"],
    [{ url: "not an address" }, "give an address like wss://"],
    [{ url: "http://x" }, "give an address like wss://"],
    [{ url: ["ws://x", "ws://x?streams=a"] }, "give an address like wss://"],
    [{ url: "ws://x", WebSocket: {} }, "give a function"],
    [{ url: "ws://x", probeAfterMs: "5" }, "give milliseconds from 1"],
    ...[5, [], [5], ["ws://x", "no"]].map((url): Row => [{ url }, "several, or a function"]),
    [{ url: "ws://x", now: 5 }, "a function that returns Unix milliseconds"],
    ...Object.entries({
      "milliseconds from 1": ["probeAfterMs", "responseTimeoutMs", "idleTimeoutMs"],
      "a whole number from 1": ["backlogMax", "messageLengthMax"],
    }).flatMap(([fix, names]) =>
      names.map((name): Row => [{ url: "ws://x", [name]: 0 }, `give ${fix}`]),
    ),
    ...["reconnectSpreadMs", "renewBeforeMs", "overlapMs", "after", "random", "onEvent"].map(
      (name): Row => [
        { url: "ws://x", [name]: -1 },
        name.endsWith("Ms") ? "give milliseconds from 0" : "give a function",
      ],
    ),
    [{ url: "ws://x", probeAfter: 5 }, "did you mean probeAfterMs?"],
  ),
  subscribe: of(
    (options: object) => streams.depth("BTCUSDT", options),
    [{ backlog: "newest" }, "give one of latest, dropOldest, stale"],
    [{ backlogMax: 0.5 }, "give a whole number from 1"],
    [{ signal: {} }, "give an AbortSignal"],
    [{ ongap: () => undefined }, "did you mean onGap?"],
  ),
  "subscribe of a name": of(
    (name?: unknown) => streams.open(name as string),
    ["\ud800", "give the name of a stream", "name"],
  ),
  createOrderBook: of(
    (options: object) => createOrderBook("BTCUSDT", options),
    [{ limit: 0 }, "give a whole number from 1"],
    [{ bufferMax: -1 }, "give a whole number from 1"],
    [{ buffermax: 1 }, "did you mean bufferMax?"],
  ),
  watchOrderBook: of(
    (options: object) => watchOrderBook("BTCUSDT", options as never),
    [{}, "streams is missing", "streams", "client"],
    [{ client, streams, onState: 5 }, "give a function"],
    [{ client, streams: {} }, "give the result of createStreams"],
    [{ client: baseUrl, streams }, "give the result of createClient", "client"],
    [{ client: {}, streams }, "give the result of createClient", "client"],
    [{ client, streams, onChanged: 5 }, "did you mean onChange?"],
    [{ client, streams, limit: Number.NaN }, "give a whole number from 1"],
  ),
  watchUserData: of(
    watchUserData,
    [{}, "client is missing", "client", "streams"],
    [{ client, streams, checkEveryMs: -1 }, "give milliseconds from 1"],
    [{ client, streams, bufferMax: 0 }, "give a whole number from 1"],
    [{ client, streams: createStreams }, "give the result of createStreams"],
    [{ client: { ...client, getAccount: 5 }, streams }, "the result of createClient", "client"],
    [{ client, streams, symbols: "BTCUSDT" }, "give a list of symbols"],
    [{ client, streams, onNotices: 5 }, "did you mean onNotice?"],
  ),
  "openPlacementJournal of no path": of(
    ({ path }: { path: string }) => openPlacementJournal(path),
    ...[5, "", new URL("file:///a")].map((path): Row => [{ path }, "give text"]),
  ),
  openPlacementJournal: of(
    (options: object) => openPlacementJournal(file, options),
    [{ fsync: 1 }, "give true or false"],
    [{ linesMax: 0 }, "give a whole number from 1"],
    [{ sync: true }, "did you mean fsync?"],
  ),
  "Reading getTrades": of(
    (options: object) => eachTrade(client, { symbol: "BTCUSDT" }, options),
    [{ everyMs: -1 }, "give milliseconds from 0"],
    [{ follow: "yes" }, "give true or false"],
    [{ resume: { key: "x" } }, "give a value from cursor()"],
    [{ timeoutMs: Number.NaN }, "give milliseconds from 1"],
    [{ every: 5 }, "did you mean everyMs?"],
  ),
  eachKline: of(
    ({ client }: { client: never }) => eachKline(client, { symbol: "BTCUSDT", interval: "1m" }),
    [{ client: undefined }, "is missing"],
    [{ client: null }, "give the result of createClient"],
    [{ client: { getKlines: begin } }, "give the result of createClient"],
  ),
  cancelAll: of(
    ({ client }: { client: never }) => cancelAll(client, {}),
    [{ client: {} }, "give the result of createClient"],
  ),
  "cancelAll with options": of(
    (options: object) => cancelAll(client, {}, options),
    [null, "give an object", "options"],
    [{ timeoutMs: -1 }, "give milliseconds from 1"],
  ),
  getTrades: of(
    (options: object) => client.getTrades({ symbol: "BTCUSDT" }, options),
    [{ timeoutMs: -1 }, "give milliseconds from 1"],
    [{ timeoutMs: Number.NaN }, "give milliseconds from 1"],
    [{ timeoutms: 5 }, "did you mean timeoutMs?"],
    [{ signal: 5 }, "give an AbortSignal"],
    [{ sendIn: "header" }, "give one of query, body"],
  ),
  "getOpenOrders of no fields": of(
    ({ fields }: { fields: object }) => client.getOpenOrders(fields),
    ...[
      5,
      "X",
      [],
      new Map([["symbol", "X"]]),
      new URLSearchParams("symbol=X"),
      Promise.resolve({}),
    ].map(
      (fields): Row => [{ fields }, "give an object of fields", "request", "apiKey", "apiSecret"],
    ),
  ),
  "getTime with options in place of fields": of(
    (options: object) => client.getTime(options as never),
    [{ timeoutMs: 5, limit: 5 }, "timeoutMs is an option of the call", "timeoutMs", "limit"],
  ),
  placeOrder: of(
    (options: object) => client.tryPlaceOrder({} as never, options),
    [{ resolveMs: -1 }, "give milliseconds from 0"],
  ),
  "openJournal of no path": of(
    ({ path }: { path: string }) => openJournal(path),
    [{ path: null }, "give text"],
  ),
  openJournal: of(
    (options: object) => openJournal(file, options),
    [{ sync: "yes" }, "give true or false"],
  ),
  runContract: of(
    runContract,
    [{ openapi }, "target is missing", "target"],
    [{ openapi, target: { baseUrl, streamURL: "x" } }, "streamUrl?", "target.streamURL"],
    [{ openapi, target, messageTimeoutMs: 0 }, "give milliseconds from 1"],
    [{ openapi, target: { baseUrl, apiKey: "a\n" } }, "without spaces", "target.apiKey"],
    [{ openapi, target: { baseUrl, apiSecret: "a\n" } }, "around it", "target.apiSecret"],
    [{ openapi, target, trades: true }, "did you mean trade?"],
  ),
  createFixtureServer: of(
    (options: object) => createFixtureServer({}, options),
    [{ timing: -1 }, "give one of atOnce, real"],
  ),
  "createFixtureServer with recordings": of(
    (recordings?: object) => createFixtureServer(recordings as object),
    [undefined, "recordings is missing", "recordings"],
    [null, "give what loadRecordings returns", "recordings"],
    [[], "give what loadRecordings returns", "recordings"],
    [{ calls: {} }, "give what loadRecordings returns", "recordings"],
  ),
  openFixturePort: of(
    (options: object) => openFixturePort({}, options),
    [{ port: 1.5 }, "give a whole number from 0 to 65535"],
    [{ ports: 1 }, "did you mean port?"],
  ),
};

for (const [name, { make, rows }] of Object.entries(factories)) {
  describe(name, () => {
    rows.forEach(([options, words, ...named], index) => {
      const fields = named.length > 0 ? named : Object.keys(Object(options)).slice(-1);
      test(`row ${index + 1}: ${fields.join(" and ")}, ${words}`, async () => {
        const error: unknown = await Promise.resolve()
          .then(() => make(options as never))
          .catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(InvalidRequestError);
        const { message } = error as InvalidRequestError;
        expect((error as InvalidRequestError).fields).toEqual(fields);
        expect(message).toMatch(
          new RegExp(`^${name.split(/ (?:of|with) /)[0]}(?: was not sent| has wrong options)\\. `),
        );
        expect(message).toContain(words);
      });
    });
  });
}

test("a wrong option is never quoted", () => {
  const secret = "secret of somebody";
  for (const name of ["apiKey", "baseUrl", "timeoutMs", "fetch", "limits"]) {
    expect(() => createClient({ baseUrl, [name]: secret })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(secret) }),
    );
  }
});

test("what is allowed is taken, borders too, and undefined is absent", () => {
  for (const options of [
    { recvWindow: signing.windowMsMax },
    { recvWindow: 1 },
    { timeoutMs: Infinity, attemptTimeoutMs: Infinity, waitMsMax: Infinity },
    { timeoutMs: 1, waitMsMax: 0, clockRefreshMs: 0, resolveMs: 0, maxAttempts: 1 },
    { limits: false, validate: { waitMs: 0 } },
    { limits: { share: 1, account: "a" }, apiKey: undefined },
    { limits: createRateLimiter(), validate: true },
    { journal: { begin: async () => {}, end: async () => {}, pending: async () => [] } },
    { streams },
    { limits: {}, validate: false },
    { validate: { orderFields: true, filters: false } },
  ] as const) {
    expect(createClient({ baseUrl, ...options })).toBeDefined();
  }
});
