/** Every choice that the interface leaves open: each of its readings can be seen from outside. */

import { expect, test } from "vitest";

import { sandboxSchemas } from "../../generated/sandbox.ts";
import { signing } from "../../generated/signing.ts";
import { type Choices, choiceDefaults, createSandbox } from "../../sandbox/index.ts";
import { foreignClient, limitBuy } from "./support/foreign-client.ts";

type Line = ReturnType<typeof lineOf>;

/** What a probe sees under each reading. */
type Row = readonly [see: (line: Line) => unknown, want: Readonly<Record<string, unknown>>];

// biome-ignore lint/suspicious/noExplicitAny: whatever the exchange sends
type Message = Record<string, any>;

const limits = { weight10s: 20, weight1m: "off", orders10s: 2 } as const;

/** A sandbox of one choice, with few words for requests and streams. */
function lineOf(choices: Partial<Choices>) {
  const sandbox = createSandbox({ choices, limits });
  const client = foreignClient(sandbox);
  const { clock } = sandbox;
  if (clock === undefined) throw new Error("The sandbox has no clock.");
  const ask = async (...asked: Parameters<typeof client.ask>) => (await client.ask(...asked)).body;
  return {
    sandbox,
    clock,
    client,
    ask,
    place: (fields: object = {}) => ask("POST order", { ...resting, ...fields }),
    open: (path: string) => client.open(`/api/v1/${path}`),
    read: async (path: string) => (await client.open(`/api/v1/${path}`)).body,
    listen: async (target: string): Promise<Message[]> => {
      const socket = new sandbox.WebSocket(`ws://sandbox/${target}`);
      const messages: Message[] = [];
      socket.onmessage = ({ data }) => messages.push(JSON.parse(String(data)));
      await clock.run(0);
      return messages;
    },
    listenKey: async () =>
      (await client.open("/api/v1/listenKey", "POST", client.alice.apiKey)).body,
  };
}

const resting = { ...limitBuy, price: "40000" };
const symbol = "BTCUSDT";
const stop = { symbol, side: "BUY", type: "STOP_LOSS", quantity: "0.01", stopPrice: "60000" };
const market = { symbol, side: "BUY", type: "MARKET", quantity: "0.00013" };

/** Sends requests until one is refused. */
async function exhaust({ open }: Line): Promise<void> {
  while ((await open("time")).status === 200);
}

const longSpan = "more than 86400000 ms lie between startTime and endTime; request shorter spans.";

const rows: { readonly [Id in keyof Choices]: Row } = {
  "bare-successes": [
    async ({ read }) => Object.keys(await read("time")),
    { bare: ["serverTime"], enveloped: ["code", "msg", "timestamp", "data"] },
  ],
  "short-error-envelope": [
    async ({ read }) => Object.keys(await read("depth")),
    { whole: ["code", "msg", "timestamp"], short: ["code", "msg"] },
  ],
  "order-record-extras": [
    async ({ ask, place }) => {
      const { orderId } = await place();
      return (await ask("GET order", { symbol, orderId })).orderListId;
    },
    { absent: undefined, present: -1 },
  ],
  "aggregate-trade-best-match": [
    async ({ read }) => (await read("aggTrades?symbol=BTCUSDT&limit=1"))[0].M,
    { absent: undefined, present: true },
  ],
  "cumulative-quote-spelling": [
    async ({ ask, place }) => {
      const placed = await place();
      const canceled = await ask("DELETE order", { symbol, orderId: placed.orderId });
      const names = [placed, canceled].flatMap(Object.keys);
      return names.filter((name) => /mulativeQuoteQty/.test(name));
    },
    {
      oneM: ["cumulativeQuoteQty", "cumulativeQuoteQty"],
      twoM: ["cummulativeQuoteQty", "cummulativeQuoteQty"],
    },
  ],
  "reference-price-without-symbol": [
    async ({ read, open }) => {
      const { msg } = await read("referencePrice");
      return [msg, (await open(`referencePrice?symbol=${symbol}`)).status];
    },
    { list: [undefined, 200], refused: ["symbol is missing; add it.", 200] },
  ],
  "listen-key-response": [
    async ({ listenKey }) => [await listenKey()].flat().map(({ type }) => type),
    { object: [undefined], list: ["GLOBAL", "SITE"] },
  ],
  "order-placement-response": [
    async ({ ask, clock }) => {
      const seen: boolean[] = [];
      for (const fields of [stop, resting, market]) {
        seen.push("fills" in (await ask("POST order", fields)));
        clock.advance(10_000);
      }
      return seen;
    },
    { full: [true, true, true], byType: [false, true, true] },
  ],
  "duplicate-client-id": [
    async ({ clock, place }) => {
      const first = await place({ newClientOrderId: "same" });
      await place({ newClientOrderId: "other" });
      clock.advance(10_000);
      const second = await place({ newClientOrderId: "same" });
      clock.advance(10_000);
      const ended = { newClientOrderId: "ended", timeInForce: "IOC" };
      await place(ended);
      const poor = await place({ ...ended, quantity: "100" });
      // The whole record of the first, at its time; never one that has ended.
      return [second.code ?? JSON.stringify(second) === JSON.stringify(first), poor.code];
    },
    { refused: [-2010, -2010], answered: [true, -2010] },
  ],
  "parameter-in-both-places": [
    async ({ client }) => {
      const body = { price: "41000", newClientOrderId: "body" };
      const sent = { method: "POST", path: "/api/v1/order", query: resting, body };
      const { code, price, clientOrderId } = (await client.fresh(sent)).body;
      return code ?? `${price} ${clientOrderId}`;
    },
    { refused: -1101, query: "40000.00000000 body", body: "41000.00000000 body" },
  ],
  "retry-after-on-ban": [
    async ({ sandbox, open }) => {
      await sandbox.control({ command: "ban", ip: "127.0.0.1", ms: 5000 });
      return (await open("time")).headers.get("Retry-After");
    },
    { sent: "5", absent: null },
  ],
  "ban-end-in-message": [
    async ({ sandbox, read }) => {
      await sandbox.control({ command: "ban", ip: "127.0.0.1", ms: 5000 });
      return /until \d{13}/.test((await read("time")).msg);
    },
    { named: true, absent: false },
  ],
  "order-count-rule": [
    async ({ place }) => {
      for (let turn = 0; turn < 2; turn += 1) await place({ price: "40000.001" });
      return (await place()).code;
    },
    { accepted: undefined, every: -1015 },
  ],
  "window-alignment": [
    async (line) => {
      await line.open("time");
      line.clock.advance(9000);
      await exhaust(line);
      // In a second only what the first request weighs is free.
      const wait = (await line.open("account")).headers.get("Retry-After");
      line.clock.advance(1000);
      const early = (await line.open("ticker/price")).status;
      line.clock.advance(9000);
      await exhaust(line);
      line.clock.jump(line.clock.now() - 3_600_000);
      return [wait, early, (await line.open("account")).headers.get("Retry-After")];
    },
    { clock: ["1", 200, null], sliding: ["10", 429, "10"] },
  ],
  "refused-request-weight": [
    async (line) => {
      await exhaust(line);
      return (await line.open("time")).headers.get("X-MBX-USED-WEIGHT-10S");
    },
    { free: "20", counted: "22" },
  ],
  "agg-trades-span": [
    async ({ clock, open }) => {
      const statuses = [3_600_000, 3_599_999].map(async (ms) => {
        const span = `startTime=${clock.now() - ms}&endTime=${clock.now()}`;
        return (await open(`aggTrades?symbol=BTCUSDT&${span}`)).status;
      });
      return Promise.all(statuses);
    },
    { any: [200, 200], hour: [400, 200] },
  ],
  "user-trades-span": [
    async ({ clock, ask }) => {
      const codes: unknown[] = [];
      for (const ms of [86_400_001, 86_400_000]) {
        const span = { startTime: clock.now() - ms, endTime: clock.now() };
        codes.push((await ask("GET userTrades", { symbol, ...span })).msg);
        clock.advance(10_000);
        codes.push((await ask("GET userTrades", { symbol, endTime: clock.now() })).code);
        clock.advance(10_000);
        codes.push((await ask("GET userTrades", { symbol, startTime: 1 })).code);
      }
      return codes;
    },
    { any: Array(6).fill(undefined), day: [longSpan, ...Array(5).fill(undefined)] },
  ],
  "klines-beyond-limit": [
    async ({ clock, read }) => {
      const start = clock.now() - 3_600_000;
      const opened = ["", `&endTime=${clock.now()}`].map(async (end) => {
        const query = `symbol=BTCUSDT&interval=1m&limit=1&startTime=${start}${end}`;
        return (await read(`klines?${query}`))[0][0] - start;
      });
      return Promise.all(opened);
    },
    { oldest: [0, 0], newest: [0, 3_600_000] },
  ],
  "limit-above-maximum": [
    async ({ ask, open }) => [
      (await open("trades?symbol=BTCUSDT&limit=99999")).status,
      (await ask("GET account", { recvWindow: signing.windowMsMax + 1 })).code,
    ],
    { refused: [400, -1131], cut: [200, -1131] },
  ],
  "stream-wrapping": [
    async ({ clock, listen, ask }) => {
      const messages = await listen("stream?streams=btcusdt@trade");
      await ask("POST order", market);
      await clock.run(0);
      return Object.keys(messages[0] ?? {}).slice(0, 2);
    },
    { wrapped: ["stream", "data"], bare: ["e", "E"] },
  ],
  "listen-key-expired": [
    async ({ clock, listen, listenKey }) => {
      const messages = await listen(`ws/${(await listenKey()).listenKey}`);
      await clock.run(3_600_001);
      return messages.map(({ e }) => e);
    },
    { event: ["listenKeyExpired"], silence: [] },
  ],
  "trade-event-payload": [
    async ({ clock, listen, ask }) => {
      const messages = await listen("ws/btcusdt@trade");
      await ask("POST order", market);
      await clock.run(0);
      return ["a", "b"].map((name) => name in (messages[0] ?? {}));
    },
    { withOrderIds: [true, true], withoutOrderIds: [false, false] },
  ],
  "execution-report-payload": [
    async ({ clock, listen, listenKey, place }) => {
      const messages = await listen(`ws/${(await listenKey()).listenKey}`);
      await place();
      await clock.run(0);
      return messages.find(({ e }) => e === "executionReport")?.["C"];
    },
    { emptyText: "", null: null },
  ],
  "self-trades": [
    async ({ read, place }) => {
      const [[price]] = (await read("depth?symbol=BTCUSDT&limit=1")).asks;
      const better = (Number(price) - 0.01).toFixed(2);
      await place({ side: "SELL", price: better });
      return (await place({ price: better })).msg;
    },
    { allowed: undefined, refused: "Order would trade with an order of its own account." },
  ],
  "working-flag": [
    async ({ ask }) => {
      const { orderId } = await ask("POST order", stop);
      return (await ask("GET order", { symbol, orderId })).isWorking;
    },
    { working: false, open: true },
  ],
  "commission-rounding": [
    async ({ ask }) => (await ask("POST order", { ...market, side: "SELL" })).fills[0].commission,
    { down: "0.00628345", up: "0.00628346" },
  ],
  "klines-without-trades": [
    async ({ clock, read }) => {
      const start = clock.now() - 10 * 86_400_000 - 60_000;
      const query = `symbol=BTCUSDT&interval=1m&startTime=${start}&limit=3`;
      return (await read(`klines?${query}`)).map((row: unknown[]) => row[8]);
    },
    { repeated: [1, 0, 0], absent: [1, 1, 1] },
  ],
  "depth-update-pace": [
    async ({ clock, listen, place }) => {
      const messages = await listen("ws/btcusdt@depth");
      const begin = clock.now();
      const seen: unknown[] = [];
      // Twice at one price within a second, and once more after it.
      for (const [waitMs, isPlaced] of [[0, true], [500, true], [500], [9000, true], [1000]]) {
        clock.advance(Number(waitMs));
        if (isPlaced) await place();
        await clock.run(0);
        seen.push(messages.splice(0).map(({ E, U, u, b }) => `${E - begin} ${u - U} ${b[0][1]}`));
      }
      return seen.map(String);
    },
    {
      everyChange: ["0 0 0.01000000", "500 0 0.02000000", "", "10000 0 0.03000000", ""],
      everySecond: ["", "", "1000 1 0.02000000", "", "11000 0 0.03000000"],
    },
  ],
  "list-pages": [
    async ({ read, ask, place }) => {
      for (const quantity of ["0.001", "0.002"]) await place({ price: "60000", quantity });
      const own = await ask("GET userTrades", { symbol, limit: "1" });
      return [(await read("trades?symbol=BTCUSDT&limit=1"))[0].id, own[0].qty];
    },
    { latest: [3369, "0.00200000"], oldest: [0, "0.00200000"] },
  ],
  "market-lot-size-besides-lot-size": [
    async ({ sandbox }) => {
      const { place } = foreignClient(lots(sandbox.exchange.state.choices));
      const orders = [{ ...market, timeInForce: undefined, price: undefined }, { price: "20" }];
      const placed = orders.map((order) => place({ ...order, quantity: "1" }));
      return (await Promise.all(placed)).map(({ status }) => status);
    },
    { both: [400, 400], marketOnly: [200, 400] },
  ],
};

/** A symbol whose MARKET orders may be smaller than others. */
function lots(choices: Choices) {
  const filters = [
    { filterType: "LOT_SIZE", minQty: "5", maxQty: "9", stepSize: "1" },
    { filterType: "MARKET_LOT_SIZE", minQty: "1", maxQty: "9", stepSize: "1" },
  ] as const;
  const symbols = [{ baseAsset: "BTC", quoteAsset: "USDT", price: "20", filters }];
  return createSandbox({ choices, symbols });
}

test.each(Object.keys(rows) as (keyof Choices)[])("%s", async (id) => {
  const { enum: readings = [] } = sandboxSchemas.Choices.properties[id];
  const [see, want] = rows[id];
  const seen = new Map<string, unknown>();
  for (const reading of readings) seen.set(reading, await see(lineOf({ [id]: reading })));
  expect(Object.fromEntries(seen)).toStrictEqual(want);
  expect(await see(lineOf({}))).toEqual(want[choiceDefaults[id]]);
  expect(new Set([...seen.values()].map((each) => JSON.stringify(each))).size).toBe(seen.size);
});
