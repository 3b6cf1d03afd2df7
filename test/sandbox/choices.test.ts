/** Every choice that the interface leaves open: each of its readings can be seen from outside. */

import { expect, test } from "vitest";

import { sandboxSchemas } from "../../generated/sandbox.ts";
import { signing } from "../../generated/signing.ts";
import { type Choices, choiceDefaults, createSandbox } from "../../sandbox/index.ts";
import { foreignClient } from "./support/foreign-client.ts";

type Line = ReturnType<typeof lineOf>;
type Fields = Readonly<Record<string, string | number>>;

/** What a probe sees under each reading. */
interface Row {
  readonly see: (line: Line) => unknown;
  readonly want: Readonly<Record<string, unknown>>;
}

const limits = { weight10s: 20, weight1m: "off", orders10s: 2 } as const;

/** A sandbox of one choice, with few words for requests and streams. */
function lineOf(choices: Partial<Choices>) {
  const sandbox = createSandbox({ choices, limits });
  const foreign = foreignClient(sandbox);
  const { clock } = sandbox;
  if (clock === undefined) throw new Error("The sandbox has no clock.");
  const send = async (method: string, path: string, fields: Fields = {}) => {
    const query = Object.entries(fields).map(([name, value]) => [name, String(value)] as const);
    return foreign.fresh({ method, path: `/api/v1/${path}`, query });
  };
  const ask = async (path: string, fields: Fields = {}, method = "GET"): Promise<Answer> =>
    (await send(method, path, fields)).body as Answer;
  return {
    sandbox,
    clock,
    foreign,
    send,
    ask,
    place: (fields: Fields = {}) => ask("order", { ...resting, ...fields }, "POST"),
    open: async (path: string) => foreign.open(`/api/v1/${path}`),
    listen: async (target: string): Promise<Answer[]> => {
      const socket = new sandbox.WebSocket(`ws://sandbox/${target}`);
      const messages: Answer[] = [];
      socket.onmessage = ({ data }) => messages.push(JSON.parse(String(data)) as Answer);
      await new Promise((resolve) => (socket.onopen = resolve));
      return messages;
    },
    listenKey: async (): Promise<string> => {
      const { body } = await foreign.open("/api/v1/listenKey", "POST", foreign.alice.apiKey);
      return String((body as Answer)["listenKey"]);
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the exchange sends
type Answer = Record<string, any>;

const resting: Fields = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "0.01",
  price: "40000",
};
const stop: Fields = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "STOP_LOSS",
  quantity: "0.01",
  stopPrice: "60000",
};
const market: Fields = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.00013" };
const symbol = "BTCUSDT";

/** Sends requests until one is refused. */
async function exhaust(line: Line): Promise<void> {
  while ((await line.open("time")).status === 200);
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
}

const longSpan = "more than 86400000 ms lie between startTime and endTime; request shorter spans.";

const rows: { readonly [Id in keyof Choices]: Row } = {
  "bare-successes": {
    see: async ({ open }) => Object.keys((await open("time")).body as object),
    want: { bare: ["serverTime"], enveloped: ["code", "msg", "timestamp", "data"] },
  },
  "short-error-envelope": {
    see: async ({ open }) => Object.keys((await open("depth")).body as object),
    want: { whole: ["code", "msg", "timestamp"], short: ["code", "msg"] },
  },
  "order-record-extras": {
    see: async ({ ask, place }) => {
      const { orderId } = await place();
      return (await ask("order", { symbol, orderId }))["orderListId"];
    },
    want: { absent: undefined, present: -1 },
  },
  "aggregate-trade-best-match": {
    see: async ({ open }) =>
      ((await open("aggTrades?symbol=BTCUSDT&limit=1")).body as Answer[])[0]?.["M"],
    want: { absent: undefined, present: true },
  },
  "cumulative-quote-spelling": {
    see: async ({ ask, place }) => {
      const placed = await place();
      const canceled = await ask("order", { symbol, orderId: placed["orderId"] }, "DELETE");
      return [placed, canceled].flatMap((record) =>
        Object.keys(record).filter((name) => /mulativeQuoteQty/.test(name)),
      );
    },
    want: {
      oneM: ["cumulativeQuoteQty", "cumulativeQuoteQty"],
      twoM: ["cummulativeQuoteQty", "cummulativeQuoteQty"],
    },
  },
  "reference-price-without-symbol": {
    see: async ({ open }) => {
      const { msg } = (await open("referencePrice")).body as Answer;
      return [msg, (await open(`referencePrice?symbol=${symbol}`)).status];
    },
    want: { list: [undefined, 200], refused: ["symbol is missing; add it.", 200] },
  },
  "listen-key-response": {
    see: async ({ foreign }) => {
      const key = foreign.alice.apiKey;
      const { body } = await foreign.open("/api/v1/listenKey", "POST", key);
      return [body].flat().map((each) => (each as Answer)["type"] as unknown);
    },
    want: { object: [undefined], list: ["GLOBAL", "SITE"] },
  },
  "order-placement-response": {
    see: async ({ ask, clock }) => {
      const seen: boolean[] = [];
      for (const fields of [stop, resting, market]) {
        seen.push("fills" in (await ask("order", fields, "POST")));
        clock.advance(10_000);
      }
      return seen;
    },
    want: { full: [true, true, true], byType: [false, true, true] },
  },
  "duplicate-client-id": {
    see: async ({ clock, place }) => {
      const first = await place({ newClientOrderId: "same" });
      await place({ newClientOrderId: "other" });
      clock.advance(10_000);
      const second = await place({ newClientOrderId: "same" });
      clock.advance(10_000);
      const ended = { newClientOrderId: "ended", timeInForce: "IOC" };
      await place(ended);
      const poor = await place({ ...ended, quantity: "100" });
      // The whole record of the first, at its time; never one that has ended.
      const isFirst = JSON.stringify(second) === JSON.stringify(first);
      return [second["code"] ?? isFirst, poor["code"]];
    },
    want: { refused: [-2010, -2010], answered: [true, -2010] },
  },
  "parameter-in-both-places": {
    see: async ({ foreign }) => {
      const fields = Object.entries(resting).map(([name, value]) => [name, String(value)] as const);
      const body = [
        ["price", "41000"],
        ["newClientOrderId", "body"],
      ] as const;
      const sent = { method: "POST", path: "/api/v1/order", query: fields, body };
      const { code, price, clientOrderId } = (await foreign.fresh(sent)).body as Answer;
      return code ?? `${price} ${clientOrderId}`;
    },
    want: { refused: -1101, query: "40000.00000000 body", body: "41000.00000000 body" },
  },
  "retry-after-on-ban": {
    see: async ({ sandbox, open }) => {
      await sandbox.control({ command: "ban", ip: "127.0.0.1", ms: 5000 });
      return (await open("time")).headers.get("Retry-After");
    },
    want: { sent: "5", absent: null },
  },
  "ban-end-in-message": {
    see: async ({ sandbox, open }) => {
      await sandbox.control({ command: "ban", ip: "127.0.0.1", ms: 5000 });
      return /until \d{13}/.test(((await open("time")).body as Answer)["msg"]);
    },
    want: { named: true, absent: false },
  },
  "order-count-rule": {
    see: async ({ place }) => {
      for (let turn = 0; turn < 2; turn += 1) await place({ price: "40000.001" });
      return (await place())["code"];
    },
    want: { accepted: undefined, every: -1015 },
  },
  "window-alignment": {
    see: async (line) => {
      line.clock.advance(9000);
      await exhaust(line);
      line.clock.advance(1000);
      const early = (await line.open("time")).status;
      line.clock.advance(9000);
      return [early, (await line.open("time")).status];
    },
    want: { clock: [200, 200], sliding: [429, 200] },
  },
  "refused-request-weight": {
    see: async (line) => {
      await exhaust(line);
      return (await line.open("time")).headers.get("X-MBX-USED-WEIGHT-10S");
    },
    want: { free: "20", counted: "22" },
  },
  "agg-trades-span": {
    see: async ({ clock, open }) => {
      const statuses = [3_600_000, 3_599_999].map(async (ms) => {
        const span = `startTime=${clock.now() - ms}&endTime=${clock.now()}`;
        return (await open(`aggTrades?symbol=BTCUSDT&${span}`)).status;
      });
      return Promise.all(statuses);
    },
    want: { any: [200, 200], hour: [400, 200] },
  },
  "user-trades-span": {
    see: async ({ clock, ask }) => {
      const codes: unknown[] = [];
      for (const ms of [86_400_001, 86_400_000]) {
        const span = { startTime: clock.now() - ms, endTime: clock.now() };
        codes.push((await ask("userTrades", { symbol, ...span }))["msg"]);
        clock.advance(10_000);
        codes.push((await ask("userTrades", { symbol, endTime: clock.now() }))["code"]);
        clock.advance(10_000);
        codes.push((await ask("userTrades", { symbol, startTime: 1 }))["code"]);
      }
      return codes;
    },
    want: { any: Array(6).fill(undefined), day: [longSpan, ...Array(5).fill(undefined)] },
  },
  "klines-beyond-limit": {
    see: async ({ clock, open }) => {
      const start = clock.now() - 3_600_000;
      const opened = ["", `&endTime=${clock.now()}`].map(async (end) => {
        const query = `symbol=BTCUSDT&interval=1m&limit=1&startTime=${start}${end}`;
        const { body } = await open(`klines?${query}`);
        return Number((body as number[][])[0]?.[0]) - start;
      });
      return Promise.all(opened);
    },
    want: { oldest: [0, 0], newest: [0, 3_600_000] },
  },
  "limit-above-maximum": {
    see: async ({ ask, open }) => [
      (await open("trades?symbol=BTCUSDT&limit=99999")).status,
      (await ask("account", { recvWindow: signing.windowMsMax + 1 }))["code"],
    ],
    want: { refused: [400, -1131], cut: [200, -1131] },
  },
  "stream-wrapping": {
    see: async ({ listen, ask }) => {
      const messages = await listen("stream?streams=btcusdt@trade");
      await ask("order", market, "POST");
      await settle();
      return Object.keys(messages[0] ?? {}).slice(0, 2);
    },
    want: { wrapped: ["stream", "data"], bare: ["e", "E"] },
  },
  "listen-key-expired": {
    see: async ({ clock, listen, listenKey }) => {
      const messages = await listen(`ws/${await listenKey()}`);
      await clock.run(3_600_001);
      await settle();
      return messages.map(({ e }) => e as unknown);
    },
    want: { event: ["listenKeyExpired"], silence: [] },
  },
  "trade-event-payload": {
    see: async ({ listen, ask }) => {
      const messages = await listen("ws/btcusdt@trade");
      await ask("order", market, "POST");
      await settle();
      return ["a", "b"].map((name) => name in (messages[0] ?? {}));
    },
    want: { withOrderIds: [true, true], withoutOrderIds: [false, false] },
  },
  "execution-report-payload": {
    see: async ({ listen, listenKey, place }) => {
      const messages = await listen(`ws/${await listenKey()}`);
      await place();
      await settle();
      return messages.find(({ e }) => e === "executionReport")?.["C"];
    },
    want: { emptyText: "", null: null },
  },
  "self-trades": {
    see: async ({ open, place }) => {
      const [[price]] = ((await open("depth?symbol=BTCUSDT&limit=1")).body as Answer)["asks"];
      const better = (Number(price) - 0.01).toFixed(2);
      await place({ side: "SELL", price: better });
      return (await place({ price: better }))["msg"];
    },
    want: { allowed: undefined, refused: "Order would trade with an order of its own account." },
  },
  "working-flag": {
    see: async ({ ask }) => {
      const { orderId } = await ask("order", stop, "POST");
      return (await ask("order", { symbol, orderId }))["isWorking"];
    },
    want: { working: false, open: true },
  },
  "commission-rounding": {
    see: async ({ ask }) =>
      (await ask("order", { ...market, side: "SELL" }, "POST"))["fills"][0].commission,
    want: { down: "0.00580681", up: "0.00580682" },
  },
  "klines-without-trades": {
    see: async ({ clock, open }) => {
      const start = clock.now() - 10 * 86_400_000;
      const query = `symbol=BTCUSDT&interval=1m&startTime=${start}&limit=3`;
      return ((await open(`klines?${query}`)).body as unknown[][]).map((row) => row[8]);
    },
    want: { repeated: [1, 0, 0], absent: [1, 1, 1] },
  },
  "depth-update-pace": {
    see: async ({ clock, listen, place }) => {
      const messages = await listen("ws/btcusdt@depth");
      const begin = clock.now();
      const seen: unknown[] = [];
      // Twice at one price within a second, and once more after it.
      for (const [waitMs, isPlaced] of [[0, true], [500, true], [500], [9000, true], [1000]]) {
        clock.advance(Number(waitMs));
        if (isPlaced) await place();
        await settle();
        seen.push(messages.splice(0).map(({ E, U, u, b }) => [E - begin, u - U, b[0][1]]));
      }
      return seen;
    },
    want: {
      everyChange: [
        [[0, 0, "0.01000000"]],
        [[500, 0, "0.02000000"]],
        [],
        [[10_000, 0, "0.03000000"]],
        [],
      ],
      everySecond: [[], [], [[1000, 1, "0.02000000"]], [], [[11_000, 0, "0.03000000"]]],
    },
  },
  "list-pages": {
    see: async ({ open }) =>
      ((await open("trades?symbol=BTCUSDT&limit=1")).body as Answer[])[0]?.["id"],
    want: { latest: 405, oldest: 0 },
  },
  "market-lot-size-besides-lot-size": {
    see: async ({ sandbox }) => {
      const { choices } = sandbox.exchange.state;
      const { fresh } = foreignClient(lots(choices));
      const statuses: number[] = [];
      for (const fields of [market, { ...resting, price: "20" }]) {
        const query = Object.entries({ ...fields, quantity: "1" }).map(
          ([name, value]) => [name, String(value)] as const,
        );
        statuses.push((await fresh({ method: "POST", path: "/api/v1/order", query })).status);
      }
      return statuses;
    },
    want: { both: [400, 400], marketOnly: [200, 400] },
  },
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
  const { see, want } = rows[id];
  expect(Object.keys(want)).toEqual(readings);
  for (const reading of readings) {
    expect([reading, await see(lineOf({ [id]: reading }))]).toEqual([reading, want[reading]]);
  }
  expect(await see(lineOf({}))).toEqual(want[choiceDefaults[id]]);
  expect(new Set(Object.values(want).map((seen) => JSON.stringify(seen))).size).toBe(
    readings.length,
  );
});
