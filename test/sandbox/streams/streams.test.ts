import { expect, test } from "vitest";

import { createSandbox } from "../../../sandbox/index.ts";
import { streamExists } from "../../../sandbox/streams/handshake.ts";
import type { MessageFormat, Subscriber } from "../../../sandbox/streams/hub.ts";
import { units } from "../support/scenario.ts";

const limit = { kind: "place", account: "alice", symbol: "BTCUSDT", type: "LIMIT" } as const;
const order = { ...limit, timeInForce: "GTC", quantity: units("0.5") } as const;

/** A sandbox whose streams are kept as they come. */
function listening(...names: readonly string[]) {
  const sandbox = createSandbox();
  const came: Record<string, unknown>[] = [];
  const connection = sandbox.hub.connect(
    reader("raw", (text) => came.push(JSON.parse(text) as never)),
  );
  connection.subscribe(names);
  return { sandbox, came, connection, execute: sandbox.exchange.execute };
}

const deposit = { kind: "deposit", account: "alice", asset: "BTC" } as const;
const buy = { ...order, side: "BUY" } as const;

test("an account receives its orders, fills and balances, and others do not", () => {
  const { sandbox, came, connection, execute } = listening();
  connection.subscribe([sandbox.exchange.listenKeys.create("alice", sandbox.exchange.now())]);
  const briefly = () => came.splice(0).map(brief);
  execute({ ...buy, price: units("30000"), clientOrderId: "a" });
  expect(briefly()).toEqual([
    "executionReport NEW NEW a ",
    "outboundAccountPosition USDT 985000.00000000 15000.00000000",
  ]);
  execute({ ...buy, account: "bob", price: units("30000") });
  expect(briefly()).toEqual([]);
  const cancel = { kind: "cancel", account: "alice", symbol: "BTCUSDT", cancelId: "c" } as const;
  execute({ ...cancel, clientOrderId: "a" });
  expect(briefly()).toEqual([
    "executionReport CANCELED CANCELED c a",
    "outboundAccountPosition USDT 1000000.00000000 0.00000000",
  ]);
  execute({ ...buy, price: units("90000"), timeInForce: "IOC" });
  const executions = came.map((message) => message["x"] ?? message["e"]);
  const traded = executions.slice(1, -1).map(() => "TRADE");
  expect(executions).toEqual(["NEW", ...traded, "outboundAccountPosition"]);
  expect(came.at(-2)).toMatchObject({ X: "FILLED", z: "0.50000000", m: false });
  came.splice(0);
  execute({ ...deposit, amount: -units("1") });
  expect(came[0]).toMatchObject({ e: "balanceUpdate", a: "BTC", d: "-1.00000000" });
  came.splice(0);
  sandbox.clock?.advance(60 * 60_000);
  execute({ ...deposit, amount: units("1") });
  expect(came.map((message) => message["e"])).toEqual(["listenKeyExpired"]);
});

test("a trade is sent on every stream of its symbol, and on no other", () => {
  const own = ["trade", "bookTicker", "ticker", "miniTicker"].map((kind) => `btcusdt@${kind}`);
  const { sandbox, came, connection, execute } = listening(...own, "ethusdt@trade");
  const trades = sandbox.exchange.state.markets.get("BTCUSDT")?.trades.length ?? 0;
  const take = { ...buy, type: "MARKET", timeInForce: undefined, quantity: units("0.01") } as const;
  const kinds = () => {
    execute(take);
    return came.map((message) => message["e"] ?? "bookTicker");
  };
  expect(kinds()).toEqual(["trade", "bookTicker", "24hrTicker", "24hrMiniTicker"]);
  expect(came[0]).toMatchObject({ s: "BTCUSDT", t: trades, q: "0.01000000", m: false });
  expect(came[2]).toMatchObject({ L: trades, Q: "0.01000000" });
  came.splice(0);
  connection.unsubscribe(["btcusdt@trade", "btcusdt@ticker"]);
  expect(kinds()).toEqual(["bookTicker", "24hrMiniTicker"]);
  came.splice(0);
  connection.close();
  expect(kinds()).toEqual([]);
});

test("a combined connection names the stream of each message", () => {
  const sandbox = createSandbox();
  const came: string[] = [];
  const connection = sandbox.hub.connect(reader("combined", (text) => came.push(text)));
  connection.subscribe(["btcusdt@trade"]);
  sandbox.exchange.execute({ ...buy, price: units("90000"), quantity: units("0.001") });
  const trade = { stream: "btcusdt@trade", data: { e: "trade", s: "BTCUSDT" } };
  expect(JSON.parse(came[0] ?? "")).toMatchObject(trade);
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

/** A reader who keeps what comes. */
function reader(format: MessageFormat, take: (text: string) => void): Subscriber {
  return { format, send: ({ text }) => take(text), close: () => {}, cut: () => {} };
}

function brief(message: Readonly<Record<string, unknown>>): string {
  const [row] = (message["B"] ?? []) as readonly Record<string, string>[];
  return message["e"] === "executionReport"
    ? `${message["e"]} ${message["x"]} ${message["X"]} ${message["c"]} ${message["C"]}`
    : `${message["e"]} ${row?.["a"]} ${row?.["f"]} ${row?.["l"]}`;
}
