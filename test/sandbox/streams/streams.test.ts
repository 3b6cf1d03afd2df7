import { expect, test } from "vitest";

import type { PlaceCommand } from "../../../sandbox/engine/messages.ts";
import { createSandbox } from "../../../sandbox/index.ts";
import { handleControlMessage } from "../../../sandbox/streams/control-messages.ts";
import { streamExists } from "../../../sandbox/streams/handshake.ts";
import type { MessageFormat, Subscriber } from "../../../sandbox/streams/hub.ts";
import { units } from "../support/scenario.ts";

type Level = readonly [price: string, quantity: string];

interface Depth {
  readonly U: number;
  readonly u: number;
  readonly b: readonly Level[];
  readonly a: readonly Level[];
}

interface Snapshot {
  readonly lastUpdateId: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

const order: Omit<PlaceCommand, "side" | "price"> = {
  kind: "place",
  account: "alice",
  symbol: "BTCUSDT",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: units("0.5"),
};

/** A sandbox whose streams are kept as they come. */
function listening(...names: readonly string[]) {
  const sandbox = createSandbox();
  const came: Record<string, unknown>[] = [];
  const connection = sandbox.hub.connect(
    reader("raw", (text) => came.push(JSON.parse(text) as never)),
  );
  connection.subscribe(names);
  const best = async (): Promise<Snapshot> => {
    const answer = await sandbox.fetch("http://sandbox/api/v1/depth?symbol=BTCUSDT&limit=1000");
    return (await answer.json()) as Snapshot;
  };
  return { sandbox, came, connection, best };
}

test("a snapshot kept up by the diffs is the exchange's book at every update", async () => {
  const { sandbox, came, best } = listening("btcusdt@depth");
  const snapshot = await best();
  const bids = new Map(snapshot.bids.map(([price, quantity]) => [price, quantity]));
  const asks = new Map(snapshot.asks.map(([price, quantity]) => [price, quantity]));
  let last = snapshot.lastUpdateId;
  const [ask = ""] = snapshot.asks[0] ?? [];
  const [bid = ""] = snapshot.bids[3] ?? [];
  for (const [side, price, clientOrderId] of [
    ["BUY", bid, "rest"],
    ["BUY", ask, "take"],
    ["SELL", bid, "sweep"],
    ["SELL", ask, "join"],
  ] as const) {
    sandbox.exchange.execute({ ...order, side, price: units(price), clientOrderId });
    for (const { U, u, b, a } of came.splice(0) as unknown as Depth[]) {
      expect(U).toBe(last + 1);
      last = u;
      for (const [price, quantity] of b) apply(bids, price, quantity);
      for (const [price, quantity] of a) apply(asks, price, quantity);
    }
    const now = await best();
    expect(last).toBe(now.lastUpdateId);
    expect(sorted(bids).reverse()).toEqual(now.bids);
    expect(sorted(asks)).toEqual(now.asks);
  }
});

test("an account receives its orders, fills and balances, and others do not", () => {
  const { sandbox, came, connection } = listening();
  const key = sandbox.exchange.listenKeys.create("alice", sandbox.exchange.now());
  connection.subscribe([key]);
  sandbox.exchange.execute({ ...order, side: "BUY", price: units("30000"), clientOrderId: "a" });
  expect(came.map(brief)).toEqual([
    "executionReport NEW NEW a",
    "outboundAccountPosition USDT 985000.00000000 15000.00000000",
  ]);
  came.splice(0);
  sandbox.exchange.execute({ ...order, account: "bob", side: "BUY", price: units("30000") });
  expect(came).toEqual([]);
  const cancel = { kind: "cancel", account: "alice", symbol: "BTCUSDT", cancelId: "c" } as const;
  sandbox.exchange.execute({ ...cancel, clientOrderId: "a" });
  expect(came.map(brief)).toEqual([
    "executionReport CANCELED CANCELED c",
    "outboundAccountPosition USDT 1000000.00000000 0.00000000",
  ]);
  expect(came[0]).toMatchObject({ c: "c", C: "a" });
  came.splice(0);
  sandbox.exchange.execute({ ...order, side: "BUY", price: units("90000"), timeInForce: "IOC" });
  expect(came.map((message) => message["x"] ?? message["e"])).toEqual([
    "NEW",
    ...came.slice(1, -1).map(() => "TRADE"),
    "outboundAccountPosition",
  ]);
  expect(came.at(-2)).toMatchObject({ X: "FILLED", z: "0.50000000", m: false });
  came.splice(0);
  sandbox.exchange.execute({
    kind: "deposit",
    account: "alice",
    asset: "BTC",
    amount: -units("1"),
  });
  expect(came[0]).toMatchObject({ e: "balanceUpdate", a: "BTC", d: "-1.00000000" });
  came.splice(0);
  sandbox.clock?.advance(60 * 60_000);
  sandbox.exchange.execute({ kind: "deposit", account: "alice", asset: "BTC", amount: units("1") });
  expect(came.map((message) => message["e"])).toEqual(["listenKeyExpired"]);
});

test("a trade is sent on every stream of its symbol, and on no other", () => {
  const { sandbox, came, connection } = listening(
    "btcusdt@trade",
    "btcusdt@bookTicker",
    "btcusdt@ticker",
    "btcusdt@miniTicker",
    "ethusdt@trade",
    "ethusdt@ticker",
  );
  const trades = sandbox.exchange.state.markets.get("BTCUSDT")?.trades.length ?? 0;
  const buy = { ...order, side: "BUY", type: "MARKET", timeInForce: undefined } as const;
  sandbox.exchange.execute({ ...buy, quantity: units("0.01") });
  expect(came.map((message) => message["e"] ?? "bookTicker")).toEqual([
    "trade",
    "bookTicker",
    "24hrTicker",
    "24hrMiniTicker",
  ]);
  expect(came[0]).toMatchObject({ s: "BTCUSDT", t: trades, q: "0.01000000", m: false });
  expect(came[2]).toMatchObject({ L: trades, Q: "0.01000000" });
  came.splice(0);
  connection.unsubscribe(["btcusdt@trade", "btcusdt@ticker"]);
  sandbox.exchange.execute({ ...buy, quantity: units("0.01") });
  expect(came.map((message) => message["e"] ?? "bookTicker")).toEqual([
    "bookTicker",
    "24hrMiniTicker",
  ]);
  came.splice(0);
  connection.close();
  sandbox.exchange.execute({ ...buy, quantity: units("0.01") });
  expect(came).toEqual([]);
});

test("a combined connection names the stream of each message", () => {
  const sandbox = createSandbox();
  const came: string[] = [];
  const connection = sandbox.hub.connect(reader("combined", (text) => came.push(text)));
  connection.subscribe(["btcusdt@trade"]);
  sandbox.exchange.execute({
    ...order,
    side: "BUY",
    price: units("90000"),
    quantity: units("0.001"),
  });
  expect(JSON.parse(came[0] ?? "")).toMatchObject({
    stream: "btcusdt@trade",
    data: { e: "trade", s: "BTCUSDT" },
  });
});

/** A stream's name, and whether there is one. */
const names: readonly (readonly [string, boolean])[] = [
  ["btcusdt@depth", true],
  ["btcthb@miniTicker", true],
  ["BTCUSDT@depth", false],
  ["btcusdt@kline_1m", false],
  ["btcuſdt@depth", false],
  ["btcusdt@depth@depth", false],
  ["nosuch@depth", false],
  ["@depth", false],
  ["no-listen-key", false],
  ["", false],
];

test.each(names)("%j names a stream: %s", (name, exists) => {
  expect(streamExists(createSandbox().exchange, name)).toBe(exists);
});

/** What a client sends, and what it is answered. */
const controls: readonly (readonly [string, unknown])[] = [
  ['{"method":"SUBSCRIBE","params":["btcusdt@depth"],"id":1}', { result: null, id: 1 }],
  ['{"method":"LIST_SUBSCRIPTIONS","id":2}', { result: ["btcusdt@depth"], id: 2 }],
  [
    '{"method":"SUBSCRIBE","params":["btcusdt@trade","x"],"id":3}',
    {
      error: { code: 2, msg: expect.stringContaining("stream 2 of the list does not exist") },
      id: 3,
    },
  ],
  ['{"method":"LIST_SUBSCRIPTIONS","id":4}', { result: ["btcusdt@depth"], id: 4 }],
  ['{"method":"UNSUBSCRIBE","params":["btcusdt@depth"],"id":5}', { result: null, id: 5 }],
  ['{"method":"LIST_SUBSCRIPTIONS","id":6}', { result: [], id: 6 }],
  ['{"method":"FLY","id":7}', { error: { code: 2 }, id: 7 }],
  ['{"method":"SUBSCRIBE","params":"btcusdt@depth","id":8}', { error: { code: 1 }, id: 8 }],
  ['{"method":"SUBSCRIBE","params":[1],"id":9}', { error: { code: 1 }, id: 9 }],
  ['{"method":"SUBSCRIBE","params":[],"id":"ten"}', { result: null, id: "ten" }],
  ['{"method":"SUBSCRIBE","params":[],"id":""}', { result: null, id: "" }],
  [
    '{"method":"SUBSCRIBE","params":[],"id":-9007199254740991}',
    { result: null, id: -(2 ** 53) + 1 },
  ],
  ['{"method":"SUBSCRIBE","params":[],"id":null}', { result: null, id: null }],
  ['{"method":"SUBSCRIBE","params":[]}', { result: null, id: null }],
  ['{"method":"FLY","id":"a"}', { error: { code: 2 }, id: "a" }],
  [`{"method":"LIST_SUBSCRIPTIONS","id":"${"a".repeat(36)}"}`, { result: [], id: "a".repeat(36) }],
  [`{"method":"LIST_SUBSCRIPTIONS","id":"${"a".repeat(37)}"}`, { error: { code: 2 }, id: null }],
  ...["true", "1.5", "1e30", "9007199254740993", "{}", "[1]"].map(
    (id) => [`{"method":"UNSUBSCRIBE","id":${id}}`, { error: { code: 2 }, id: null }] as const,
  ),
  ["not json", { error: { code: 3 }, id: null }],
  ["null", { error: { code: 3 }, id: null }],
];

test("control messages are carried out or rejected, each with its id", () => {
  const { exchange, hub } = createSandbox();
  const connection = hub.connect(reader("raw", () => {}));
  for (const [text, wanted] of controls) {
    const answer: unknown = JSON.parse(handleControlMessage(text, exchange, connection));
    expect(answer, text).toMatchObject(wanted as object);
  }
});

/** A reader who keeps what comes. */
function reader(format: MessageFormat, take: (text: string) => void): Subscriber {
  return { format, send: ({ text }) => take(text), close: () => {}, cut: () => {} };
}

function apply(side: Map<string, string>, price: string, quantity: string): void {
  if (Number(quantity) === 0) side.delete(price);
  else side.set(price, quantity);
}

function sorted(side: ReadonlyMap<string, string>): Level[] {
  return [...side].sort(([left], [right]) => Number(left) - Number(right));
}

function brief(message: Readonly<Record<string, unknown>>): string {
  const [row] = (message["B"] ?? []) as readonly Record<string, string>[];
  return message["e"] === "executionReport"
    ? `${message["e"]} ${message["x"]} ${message["X"]} ${message["c"]}`
    : `${message["e"]} ${row?.["a"]} ${row?.["f"]} ${row?.["l"]}`;
}
