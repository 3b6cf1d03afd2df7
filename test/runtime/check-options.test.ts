/** What every factory does with a wrong option: it names the option and what it takes. */

import { describe, expect, test } from "vitest";

import { createClient as createCore, placeOrder } from "../../generated/core.ts";
import { optionChecks } from "../../generated/features.ts";
import { compileFilters } from "../../generated/filters.ts";
import { createClient, eachTrade } from "../../generated/index.ts";
import { createRateLimiter } from "../../generated/limits.ts";
import { createOrderBook, watchOrderBook } from "../../generated/order-book.ts";
import {
  createRequestSigner,
  signing,
  signingMiddleware,
  signRequest,
} from "../../generated/signing.ts";
import { createStreams } from "../../generated/stream-client.ts";
import { watchUserData } from "../../generated/user-data.ts";
import { undiciFetch } from "../../runtime/client/transport-undici.node.ts";
import { InvalidRequestError } from "../../runtime/errors.ts";
import { openPlacementJournal } from "../../runtime/orders/journal.node.ts";
import { createRedisStore } from "../../runtime/rate-limits/redis-store.ts";
import { createSandbox, createVirtualClock, openJournal } from "../../sandbox/index.node.ts";
import { createFixtureServer, openFixturePort, runContract } from "../../testing/index.ts";

/** Options that are wrong, the names that the error holds, and words of its message. */
type Row = readonly [options: unknown, fields: readonly string[], words: string];

const baseUrl = "http://x";

const begin = () => undefined;

const clientRows: readonly Row[] = [
  [undefined, ["options"], "give an object"],
  [{}, ["baseUrl"], "baseUrl is missing"],
  [{ baseUrl: 5 }, ["baseUrl"], "give a plain HTTP address"],
  [{ baseUrl, streams: {} }, ["streams"], "give the result of createStreams"],
  ...[signing.windowMsMax + 1, -1, 0, 0.5, "abc", "5000", Number.NaN, null].map(
    (recvWindow): Row => [
      { baseUrl, recvWindow },
      ["recvWindow"],
      `recvWindow has an invalid value; give a whole number from 1 to ${signing.windowMsMax}.`,
    ],
  ),
  ...[Number.NaN, -1, 0, "1000", -Infinity, 5n].map(
    (timeoutMs): Row => [{ baseUrl, timeoutMs }, ["timeoutMs"], "give milliseconds from 1"],
  ),
  [{ baseUrl, attemptTimeoutMs: 0 }, ["attemptTimeoutMs"], "give milliseconds from 1"],
  [{ baseUrl, waitMsMax: -1 }, ["waitMsMax"], "give milliseconds from 0"],
  [{ baseUrl, clockRefreshMs: Number.NaN }, ["clockRefreshMs"], "give milliseconds from 0"],
  [{ baseUrl, resolveMs: "0" }, ["resolveMs"], "give milliseconds from 0"],
  ...[0, "x", 1.5, Infinity, -2].map(
    (maxAttempts): Row => [{ baseUrl, maxAttempts }, ["maxAttempts"], "give a whole number from 1"],
  ),
  [{ baseUrl, responseBytesMax: 0 }, ["responseBytesMax"], "give a whole number from 1"],
  [{ baseUrl, checkResponses: "no" }, ["checkResponses"], "give true or false"],
  [{ baseUrl, validate: 1 }, ["validate"], "give an object"],
  [{ baseUrl, validate: { waitMS: 5 } }, ["validate.waitMS"], "did you mean waitMs?"],
  [{ baseUrl, validate: { filters: 0 } }, ["validate.filters"], "give true or false"],
  [{ baseUrl, limits: true }, ["limits"], "give an object"],
  [{ baseUrl, limits: { share: 0 } }, ["limits.share"], "above 0 and up to 1"],
  [{ baseUrl, limits: { share: 1.01 } }, ["limits.share"], "above 0 and up to 1"],
  [{ baseUrl, journal: {} }, ["journal"], "give a journal"],
  ...["begin", "end", "pending"].map((method): Row => {
    const journal = { begin, end: begin, pending: begin, [method]: 5 };
    return [{ baseUrl, journal }, ["journal"], "give a journal"];
  }),
  [{ baseUrl, limits: { acquire: 5 } }, ["limits.acquire"], "is not an option"],
  [{ baseUrl, limits: { account: " " } }, ["limits.account"], "give text"],
  [{ baseUrl, validate: { orderFields: 0 } }, ["validate.orderFields"], "give true or false"],
  [{ baseUrl, validate: { waitMs: -1 } }, ["validate.waitMs"], "give milliseconds from 0"],
  ...["now", "random", "randomBytes", "after"].map(
    (name): Row => [{ baseUrl, [name]: 5 }, [name], "give a function"],
  ),
  ...[() => Number.NaN, () => "5", () => new Date(), () => undefined].map(
    (now): Row => [{ baseUrl, now }, ["now"], "give a function that returns Unix milliseconds"],
  ),
  [[], ["options"], "give an object"],
  [{ baseUrl, limits: [], validate: [] }, ["limits", "validate"], "give an object"],
  [{ baseUrl: "ws://x" }, ["baseUrl"], "like https://api.example.com."],
  [{ baseUrl: "http://x/#a" }, ["baseUrl"], "give a plain HTTP address"],
  [{ baseUrl, fetch: "fetch" }, ["fetch"], "give a function"],
  [{ baseUrl, onEvent: {} }, ["onEvent"], "give a function"],
  [{ baseUrl, timeoutMS: 5 }, ["timeoutMS"], "did you mean timeoutMs?"],
  [{ baseUrl, recvwindow: 5 }, ["recvwindow"], "did you mean recvWindow?"],
  [{ baseUrl, maxAttemps: 5 }, ["maxAttemps"], "did you mean maxAttempts?"],
  [{ baseUrl, somethingElse: 5 }, ["somethingElse"], "is not an option; leave it out"],
  [{ baseUrl, constructor: 5 }, ["constructor"], "is not an option"],
  [{ baseUrl, apiSecret: 5, apiKey: "a b" }, ["apiSecret", "apiKey"], "as it was issued"],
];

const order = { method: "POST", url: "http://x/api/v1/order" };
const credentials = { apiKey: "k", apiSecret: "s" };
const redis = { eval: async () => undefined };
const client = createClient({ baseUrl });
const streams = createStreams({ url: "ws://x", WebSocket });
const openapi = {};
const target = { baseUrl };
const file = "/nowhere/journal";

const factories: Readonly<Record<string, readonly [(options: never) => unknown, readonly Row[]]>> =
  {
    createClient: [createClient, clientRows],
    "createClient of core": [
      (options: object) => createCore({ ...options, operations: { placeOrder } } as never),
      [
        [undefined, ["baseUrl"], "give a plain HTTP address"],
        [{ baseUrl: "x" }, ["baseUrl"], "give a plain HTTP address"],
        [{ baseUrl, apiKey: "a b", apiSecret: " " }, ["apiKey", "apiSecret"], "as it was issued"],
      ],
    ],
    "createClient of core with all checks": [
      (options: object) =>
        createCore({ ...options, optionChecks, operations: { placeOrder } } as never),
      [
        [{ baseUrl, placement: () => ({}) }, ["placement"], "did you mean placements?"],
        [{ baseUrl, placements: {} }, ["placements"], "give a function"],
        [{ baseUrl, timeoutMs: Number.NaN }, ["timeoutMs"], "give milliseconds from 1"],
      ],
    ],
    undiciFetch: [
      undiciFetch,
      [
        [{ connections: 0 }, ["connections"], "give a whole number from 1"],
        [{ dispatcher: {} }, ["dispatcher"], "give a dispatcher of undici"],
        [{ conections: 1 }, ["conections"], "did you mean connections?"],
      ],
    ],
    signingMiddleware: [
      signingMiddleware,
      [
        [undefined, ["options"], "give an object"],
        [{ apiKey: "k" }, ["apiSecret"], "apiSecret is missing"],
        [{ apiKey: "k", apiSecret: "s", now: 5 }, ["now"], "give a function"],
        [{ apiKey: 5, apiSecret: "s" }, ["apiKey"], "give the key as it was issued"],
      ],
    ],
    signRequest: [
      ({ request, ...credentials }: { request?: object }) =>
        signRequest({ ...order, ...request } as never, credentials as never),
      [
        [{ apiKey: "k" }, ["apiSecret"], "apiSecret is missing"],
        [{ apiKey: "a\nb", apiSecret: "\ud800" }, ["apiKey", "apiSecret"], "as it was issued"],
        [{ ...credentials, now: 5 }, ["now"], "give a function"],
        [{ ...credentials, nowMs: 5 }, ["nowMs"], "is not an option"],
        [{ ...credentials, request: { method: "post" } }, ["method"], "give one of GET, POST"],
        [{ ...credentials, request: { url: "http://x/a?b=1" } }, ["url"], "without a query"],
        [{ ...credentials, request: { fields: {} } }, ["fields"], "is not an option"],
        [{ ...credentials, request: { url: ["http://x/a"] } }, ["url"], "without a query"],
        [{ ...credentials, request: { url: "" } }, ["url"], "give an address without a query"],
        [{ ...credentials, request: { method: "PATCH" } }, ["method"], "GET, POST, PUT, DELETE"],
        [{ ...credentials, request: { body: 5 } }, ["body"], "give an object of fields"],
        [{ ...credentials, request: { query: null } }, ["query"], "give an object of fields"],
        ...[new URLSearchParams("a=1"), new Map([["a", "1"]]), ["a"], Promise.resolve({})].map(
          (query): Row => [
            { ...credentials, request: { query } },
            ["query"],
            "give an object of fields",
          ],
        ),
      ],
    ],
    compileFilters: [
      (options: object) => compileFilters([], options),
      [
        [{ offset: "start" }, ["offset"], "give one of minimum, zero"],
        [{ exchangeFilters: {} }, ["exchangeFilters"], "give a list of filters"],
        [{ offsets: "zero" }, ["offsets"], "did you mean offset?"],
        [null, ["options"], "give an object"],
      ],
    ],
    "compileFilters of nothing": [
      ({ filters }: { filters: [] }) => compileFilters(filters),
      [undefined, {}, "PRICE_FILTER"].map(
        (filters): Row => [{ filters }, ["filters"], filters ? "give a list" : "is missing"],
      ),
    ],
    createVirtualClock: [
      ({ time }: { time: number }) => createVirtualClock(time),
      [Number.NaN, "5", 0.5, -1].map(
        (time): Row => [{ time }, ["time"], "give a whole number from 0"],
      ),
    ],
    createSandbox: [
      createSandbox,
      [
        [{ now: () => Number.NaN }, ["now"], "give a function that returns Unix milliseconds"],
        [{ depth: 5 }, ["depth"], "give an order book for each symbol"],
      ],
    ],
    createRequestSigner: [
      ({ secret }: { secret: string }) => createRequestSigner(secret),
      [5, "", " ", "\udc00", "abc\n", "abc\r\n", " abc", "abc\t", "\ufeffabc", "a\nc"].map(
        (secret): Row => [{ secret }, ["secret"], "without spaces around it"],
      ),
    ],
    resolvePending: [
      (options: object) => client.resolvePending(options),
      [
        [{ resolveMs: Number.NaN }, ["resolveMs"], "give milliseconds from 0"],
        [{ timeoutMs: 5 }, ["timeoutMs"], "is not an option"],
        [{ signal: "now" }, ["signal"], "give an AbortSignal"],
      ],
    ],
    createRateLimiter: [
      createRateLimiter,
      [
        [{ share: 2 }, ["share"], "give a number above 0 and up to 1"],
        [{ share: Number.NaN }, ["share"], "give a number above 0 and up to 1"],
        [{ shares: 0.5 }, ["shares"], "did you mean share?"],
        [{ store: {} }, ["store"], "give a store"],
        [{ after: 5 }, ["after"], "give a function"],
      ],
    ],
    createRedisStore: [
      (options: object) => createRedisStore(redis, options as never),
      [
        [{}, ["fallbackShare"], "fallbackShare is missing"],
        [{ fallbackShare: 0 }, ["fallbackShare"], "above 0"],
        [{ fallbackShare: 0.5, replyMs: -1 }, ["replyMs"], "give milliseconds from 1"],
        [{ fallbackShare: 0.5, retryMs: Number.NaN }, ["retryMs"], "give milliseconds"],
        [{ fallbackShare: 0.5, prefix: "" }, ["prefix"], "give text"],
        [{ fallbackShare: 0.5, replayMs: 1 }, ["replayMs"], "did you mean replyMs?"],
      ],
    ],
    createStreams: [
      createStreams,
      [
        [{}, ["url"], "url is missing"],
        [{ url: "not an address" }, ["url"], "give an address like wss://"],
        [{ url: "http://x" }, ["url"], "give an address like wss://"],
        [{ url: ["ws://x", "ws://x?streams=a"] }, ["url"], "give an address like wss://"],
        [{ url: "ws://x", WebSocket: {} }, ["WebSocket"], "give a function"],
        [{ url: "ws://x", probeAfterMs: "5" }, ["probeAfterMs"], "give milliseconds from 1"],
        ...[5, [], [5], ["ws://x", "no"]].map(
          (url): Row => [{ url }, ["url"], "several, or a function"],
        ),
        [{ url: "ws://x", now: 5 }, ["now"], "a function that returns Unix milliseconds"],
        ...Object.entries({
          "milliseconds from 1": ["probeAfterMs", "responseTimeoutMs", "idleTimeoutMs"],
          "a whole number from 1": ["backlogMax", "messageLengthMax"],
        }).flatMap(([fix, names]) =>
          names.map((name): Row => [{ url: "ws://x", [name]: 0 }, [name], `give ${fix}`]),
        ),
        ...["reconnectSpreadMs", "renewBeforeMs", "overlapMs", "after", "random", "onEvent"].map(
          (name): Row => [
            { url: "ws://x", [name]: -1 },
            [name],
            name.endsWith("Ms") ? "give milliseconds from 0" : "give a function",
          ],
        ),
        [{ url: "ws://x", probeAfter: 5 }, ["probeAfter"], "did you mean probeAfterMs?"],
      ],
    ],
    subscribe: [
      (options: object) => streams.depth("BTCUSDT", options),
      [
        [{ backlog: "newest" }, ["backlog"], "give one of latest, dropOldest, stale"],
        [{ backlogMax: 0.5 }, ["backlogMax"], "give a whole number from 1"],
        [{ signal: {} }, ["signal"], "give an AbortSignal"],
        [{ ongap: () => undefined }, ["ongap"], "did you mean onGap?"],
      ],
    ],
    createOrderBook: [
      (options: object) => createOrderBook("BTCUSDT", options),
      [
        [{ limit: 0 }, ["limit"], "give a whole number from 1"],
        [{ bufferMax: -1 }, ["bufferMax"], "give a whole number from 1"],
        [{ buffermax: 1 }, ["buffermax"], "did you mean bufferMax?"],
      ],
    ],
    watchOrderBook: [
      (options: object) => watchOrderBook("BTCUSDT", options as never),
      [
        [{}, ["streams", "client"], "streams is missing"],
        [{ client, streams, onState: 5 }, ["onState"], "give a function"],
        [{ client, streams: {} }, ["streams"], "give the result of createStreams"],
        [{ client: baseUrl, streams }, ["client"], "give the result of createClient"],
        [{ client, streams, onChanged: 5 }, ["onChanged"], "did you mean onChange?"],
        [{ client, streams, limit: Number.NaN }, ["limit"], "give a whole number from 1"],
      ],
    ],
    watchUserData: [
      watchUserData,
      [
        [{}, ["client", "streams"], "client is missing"],
        [{ client, streams, checkEveryMs: -1 }, ["checkEveryMs"], "give milliseconds from 1"],
        [{ client, streams, bufferMax: 0 }, ["bufferMax"], "give a whole number from 1"],
        [{ client, streams: createStreams }, ["streams"], "give the result of createStreams"],
        [{ client, streams, symbols: "BTCUSDT" }, ["symbols"], "give a list of symbols"],
        [{ client, streams, onNotices: 5 }, ["onNotices"], "did you mean onNotice?"],
      ],
    ],
    "openPlacementJournal of no path": [
      ({ path }: { path: string }) => openPlacementJournal(path),
      [5, "", new URL("file:///a")].map((path): Row => [{ path }, ["path"], "give text"]),
    ],
    openPlacementJournal: [
      (options: object) => openPlacementJournal(file, options),
      [
        [{ fsync: 1 }, ["fsync"], "give true or false"],
        [{ linesMax: 0 }, ["linesMax"], "give a whole number from 1"],
        [{ sync: true }, ["sync"], "did you mean fsync?"],
      ],
    ],
    "Reading getTrades": [
      (options: object) => eachTrade(client, { symbol: "BTCUSDT" }, options),
      [
        [{ everyMs: -1 }, ["everyMs"], "give milliseconds from 0"],
        [{ follow: "yes" }, ["follow"], "give true or false"],
        [{ resume: { key: "x" } }, ["resume"], "give a value from cursor()"],
        [{ timeoutMs: Number.NaN }, ["timeoutMs"], "give milliseconds from 1"],
        [{ every: 5 }, ["every"], "did you mean everyMs?"],
      ],
    ],
    getTrades: [
      (options: object) => client.getTrades({ symbol: "BTCUSDT" }, options),
      [
        [{ timeoutMs: -1 }, ["timeoutMs"], "give milliseconds from 1"],
        [{ timeoutMs: Number.NaN }, ["timeoutMs"], "give milliseconds from 1"],
        [{ timeoutms: 5 }, ["timeoutms"], "did you mean timeoutMs?"],
        [{ signal: 5 }, ["signal"], "give an AbortSignal"],
        [{ sendIn: "header" }, ["sendIn"], "give one of query, body"],
      ],
    ],
    "getOpenOrders of no fields": [
      ({ fields }: { fields: object }) => client.getOpenOrders(fields),
      [
        5,
        "X",
        [],
        new Map([["symbol", "X"]]),
        new URLSearchParams("symbol=X"),
        Promise.resolve({}),
      ].map(
        (fields): Row => [
          { fields },
          ["request", "apiKey", "apiSecret"],
          "give an object of fields",
        ],
      ),
    ],
    "getTime with options in place of fields": [
      (options: object) => client.getTime(options as never),
      [[{ timeoutMs: 5, limit: 5 }, ["timeoutMs", "limit"], "timeoutMs is an option of the call"]],
    ],
    placeOrder: [
      (options: object) => client.tryPlaceOrder({} as never, options),
      [[{ resolveMs: -1 }, ["resolveMs"], "give milliseconds from 0"]],
    ],
    openJournal: [
      (options: object) => openJournal(file, options),
      [[{ sync: "yes" }, ["sync"], "give true or false"]],
    ],
    runContract: [
      runContract,
      [
        [{ openapi }, ["target"], "target is missing"],
        [{ openapi, target: { baseUrl, streamURL: "x" } }, ["target.streamURL"], "streamUrl?"],
        [
          { openapi, target, messageTimeoutMs: 0 },
          ["messageTimeoutMs"],
          "give milliseconds from 1",
        ],
        [{ openapi, target: { baseUrl, apiKey: "a\n" } }, ["target.apiKey"], "without spaces"],
        [{ openapi, target: { baseUrl, apiSecret: "a\n" } }, ["target.apiSecret"], "around it"],
        [{ openapi, target, trades: true }, ["trades"], "did you mean trade?"],
      ],
    ],
    createFixtureServer: [
      (options: object) => createFixtureServer({}, options),
      [[{ timing: -1 }, ["timing"], "give one of atOnce, real"]],
    ],
    "createFixtureServer with recordings": [
      (recordings?: object) => createFixtureServer(recordings as object),
      [
        [undefined, ["recordings"], "recordings is missing"],
        [null, ["recordings"], "give what loadRecordings returns"],
        [[], ["recordings"], "give what loadRecordings returns"],
        [{ calls: {} }, ["recordings"], "give what loadRecordings returns"],
      ],
    ],
    openFixturePort: [
      (options: object) => openFixturePort({}, options),
      [
        [{ port: 1.5 }, ["port"], "give a whole number from 0 to 65535"],
        [{ ports: 1 }, ["ports"], "did you mean port?"],
      ],
    ],
  };

for (const [name, [factory, rows]] of Object.entries(factories)) {
  describe(name, () => {
    rows.forEach(([options, fields, words], index) => {
      test(`row ${index + 1}: ${fields.join(" and ")}, ${words}`, async () => {
        const error: unknown = await Promise.resolve()
          .then(() => factory(options as never))
          .catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(InvalidRequestError);
        const { message, fields: named } = error as InvalidRequestError;
        expect(named).toEqual(fields);
        expect(message).toMatch(
          new RegExp(`^${name.split(/ (?:of|with) /)[0]}(?: was not sent)?\\. `),
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
