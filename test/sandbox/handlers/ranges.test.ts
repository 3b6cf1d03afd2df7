/** Histories by time, id and limit: every value next to a border, against a plain filter. */

import { describe, expect, test } from "vitest";

import { createSandbox } from "../../../sandbox/index.ts";
import { type Answer, codeOf, foreignClient } from "../support/foreign-client.ts";
import { openOrders } from "../support/orders-of.ts";
import { units } from "../support/scenario.ts";

// biome-ignore lint/suspicious/noExplicitAny: whatever the exchange sends
type Row = any;
type Given = Readonly<Record<string, string | number>>;
type Client = ReturnType<typeof foreignClient>;

/** Fewer trades than the longest list has. */
const client = foreignClient(createSandbox({ history: 400 }));
const { exchange, clock } = client.sandbox;
const symbol = "BTCUSDT";

/** Orders and own trades of two symbols, some in the same millisecond. */
for (const [passMs, symbol, type] of [
  [1000, "BTCUSDT", "LIMIT"],
  [0, "BTCUSDT", "MARKET"],
  [1000, "ETHUSDT", "MARKET"],
  [1, "ETHUSDT", "LIMIT"],
  [1, "BTCUSDT", "MARKET"],
  [1, "BTCUSDT", "LIMIT"],
  [60_000, "BTCUSDT", "MARKET"],
  [1, "BTCUSDT", "MARKET"],
] as const) {
  clock?.advance(passMs);
  const common = { kind: "place", account: "alice", symbol, side: "BUY", type } as const;
  const price = units(symbol === "BTCUSDT" ? "30000" : "1500");
  const limit = type === "LIMIT" ? ({ price, timeInForce: "GTC" } as const) : {};
  const reply = exchange.execute({ ...common, quantity: units("0.01"), ...limit });
  if (reply.kind !== "placed") throw new Error(`the order was ${reply.kind}`);
}

/** A request for a list, in a window of its own. */
async function ask(path: string, given: Given, { sandbox, open, ask }: Client = client) {
  sandbox.clock?.advance(60_000);
  const fields = path === "klines" ? { interval: "1d", symbol, ...given } : { symbol, ...given };
  const isPublic = /^(klines|trades|aggTrades)$/.test(path);
  const query = new URLSearchParams(fields as Record<string, string>);
  return isPublic ? open(`/api/v1/${path}?${query}`) : ask(`GET ${path}`, fields);
}

async function list(path: string, given: Given): Promise<readonly Row[]> {
  const answer: Answer = await ask(path, given);
  expect([given, answer.status]).toEqual([given, 200]);
  return answer.body;
}

const field = (name: string | number) => (row: Row) => Number(row[name]);

interface History {
  readonly path: string;
  readonly timeOf: (row: Row) => number;
  readonly idOf?: (row: Row) => number;
  /** The parameter that names the first id. */
  readonly from?: string;
}

const histories: readonly History[] = [
  { path: "allOrders", timeOf: field("time"), idOf: field("orderId"), from: "orderId" },
  { path: "userTrades", timeOf: field("time"), idOf: field("id"), from: "fromId" },
  { path: "aggTrades", timeOf: field("T"), idOf: field("a"), from: "fromId" },
  { path: "klines", timeOf: field(0) },
];

const nextTo = (values: readonly number[]): number[] => [
  ...new Set(values.flatMap((value) => [value - 1, value, value + 1])),
];

describe.each(histories)("$path", ({ path, timeOf, idOf, from = "" }) => {
  /** The rows by a plain filter; the latest ones unless a start is given. */
  const wanted = (all: readonly Row[], given: Readonly<Record<string, number>>) => {
    const { startTime = -Infinity, endTime = Infinity, limit = 500 } = given;
    const first = given[from] ?? -Infinity;
    const rows = all
      .filter((row) => timeOf(row) >= startTime && timeOf(row) <= endTime)
      .filter((row) => idOf === undefined || idOf(row) >= first);
    const fromStart = given["startTime"] !== undefined || given[from] !== undefined;
    return fromStart ? rows.slice(0, limit) : rows.slice(-limit);
  };

  test("every value next to a border", async () => {
    const start = path === "klines" ? { startTime: 0 } : {};
    const all = await list(path, { ...start, limit: 1000 });
    expect(all.length).toBeGreaterThan(3);
    const picked = [all[0], all[1], all.at(-2), all.at(-1)];
    const times = nextTo(picked.map(timeOf)).filter((time) => time >= 0);
    const ids = idOf === undefined ? [] : nextTo(picked.map(idOf)).filter((id) => id >= 0);
    const limits = nextTo([2, Math.min(all.length, 999)]);
    const given = [
      ...times.flatMap((time) => [{ startTime: time }, { startTime: time, endTime: time }]),
      ...times.flatMap((time) => limits.map((limit) => ({ startTime: time, limit }))),
      ...ids.flatMap((id) => [{ [from]: id }, { [from]: id, limit: 2 }]),
      ...ids.flatMap((id) => times.map((time) => ({ [from]: id, startTime: time, limit: 3 }))),
      ...ids.flatMap((id) => times.map((time) => ({ [from]: id, endTime: time }))),
      ...(path === "klines" ? [] : [{}, ...times.map((endTime) => ({ endTime }))]),
      ...(path === "klines" ? [] : limits.map((limit) => ({ limit }))),
      ...(path === "klines" ? [] : times.map((endTime) => ({ endTime, limit: 2 }))),
    ];
    for (const one of given) {
      expect([one, await list(path, one)]).toEqual([one, wanted(all, one)]);
    }
  });

  test("a range may be one moment long, and not end before it begins", async () => {
    expect(codeOf(await ask(path, { startTime: 1000, endTime: 999 }))).toBe(-1128);
    expect(await list(path, { startTime: 1000, endTime: 1000 })).toEqual([]);
    expect(codeOf(await ask(path, { symbol: "NOSUCH" }))).toBe(-1121);
  });
});

test("trades are the latest ones", async () => {
  const all = await list("trades", { limit: 1000 });
  for (const limit of nextTo([2, all.length]).filter((most) => most <= 1000)) {
    expect(await list("trades", { limit })).toEqual(all.slice(-limit));
  }
  expect(await list("trades", {})).toEqual(all.slice(-500));
});

test("open orders are those of one symbol, or of all, oldest first", async () => {
  const open = openOrders(exchange.state.accounts.get("alice"));
  for (const symbol of ["BTCUSDT", "ETHUSDT", undefined]) {
    const own = open.filter((row) => symbol === undefined || row.symbol === symbol);
    const ids = own.map(({ orderId }) => orderId).sort((one, other) => one - other);
    const { body } = await client.ask("GET openOrders", { symbol });
    expect(body.map(field("orderId"))).toEqual(ids);
    expect(ids.length).toBeGreaterThan(0);
  }
});

test("klines without a range are those of the last ten days, and none is of the future", async () => {
  const day = 86_400_000;
  const times = async (given: Given) => (await list("klines", given)).map(field(0));
  const { now } = exchange;
  const all = (await times({ startTime: 0, limit: 1000 })).filter((time) => time <= now());
  expect(await times({})).toEqual(all.filter((time) => time >= now() - 10 * day));
  expect(await times({ startTime: now() - day, endTime: now() + 9 * day })).toEqual(all.slice(-1));
  const early = all.filter((time) => time <= now() - 5 * day);
  expect(await times({ endTime: now() - 5 * day, limit: 2 })).toEqual(early.slice(-2));
  // The default start does not move with the end.
  const tenDays = early.filter((time) => time >= now() - 10 * day);
  expect(await times({ endTime: now() - 5 * day })).toEqual(tenDays);
  const [latest] = await list("klines", { limit: 1 });
  expect(latest[6]).toBe((all.at(-1) ?? 0) + day - 1);
});

test.each([
  ["allOrders", "orderId", "orderId"],
  ["userTrades", "id", "fromId"],
  ["aggTrades", "a", "fromId"],
])("what was dropped from %s is not counted in ids", async (path, id, from) => {
  const short = foreignClient(createSandbox({ history: 4 }));
  const order = { kind: "place", account: "alice", symbol, side: "BUY", type: "MARKET" } as const;
  for (let count = 0; count < 6; count += 1) {
    short.sandbox.exchange.execute({ ...order, quantity: units("0.01") });
  }
  const rows = async (given: Given) => (await ask(path, given, short)).body;
  const all = await rows({});
  expect([all.length >= 4, all[0][id] > 0]).toEqual([true, true]);
  expect(await rows({ [from]: "0" })).toEqual(all);
  expect(await rows({ [from]: all[2][id] })).toEqual(all.slice(2));
});
