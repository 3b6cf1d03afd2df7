/** Histories by time, id and limit: every value next to a border, against a plain filter. */

import { describe, expect, test } from "vitest";

import { createSandbox } from "../../../sandbox/index.ts";
import { codeOf, type Fields, foreignClient } from "../support/foreign-client.ts";
import { openOrders } from "../support/orders-of.ts";
import { units } from "../support/scenario.ts";

type Row = Readonly<Record<string, unknown>> | readonly unknown[];
type Given = Readonly<Record<string, number>>;

const client = foreignClient();
const { exchange, clock } = client.sandbox;

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
  const price =
    type === "LIMIT"
      ? { price: units(symbol === "BTCUSDT" ? "30000" : "1500"), timeInForce: "GTC" as const }
      : {};
  const reply = exchange.execute({ ...common, quantity: units("0.01"), ...price });
  if (reply.kind !== "placed") throw new Error(`the order was ${reply.kind}`);
}

/** A list by an operation; each request comes in a window of its own. */
async function list(path: string, given: Given, more: Fields = []): Promise<readonly Row[]> {
  clock?.advance(60_000);
  const own = Object.entries(given).map(([name, value]) => [name, String(value)] as const);
  const query = [["symbol", "BTCUSDT"] as const, ...more, ...own];
  const isPublic = path === "klines" || (path.endsWith("rades") && path !== "userTrades");
  const target = query.map((pair) => pair.join("=")).join("&");
  const answer = isPublic
    ? await client.open(`/api/v1/${path}?${target}`)
    : await client.fresh({ path: `/api/v1/${path}`, query });
  expect([given, answer.status]).toEqual([given, 200]);
  return answer.body as readonly Row[];
}

const field = (name: string | number) => (row: Row) =>
  Number((row as Record<string, unknown>)[name]);

interface History {
  readonly path: string;
  readonly more?: Fields;
  readonly timeOf: (row: Row) => number;
  readonly idOf?: (row: Row) => number;
  /** The parameter that names the first id. */
  readonly from?: string;
}

const histories: readonly History[] = [
  { path: "allOrders", timeOf: field("time"), idOf: field("orderId"), from: "orderId" },
  { path: "userTrades", timeOf: field("time"), idOf: field("id"), from: "fromId" },
  { path: "aggTrades", timeOf: field("T"), idOf: field("a"), from: "fromId" },
  { path: "klines", more: [["interval", "1d"]], timeOf: field(0) },
];

const nextTo = (values: readonly number[]): number[] => [
  ...new Set(values.flatMap((value) => [value - 1, value, value + 1])),
];

describe.each(histories)("$path", ({ path, more = [], timeOf, idOf, from = "" }) => {
  /** The rows by a plain filter; the latest ones unless a start is given. */
  const wanted = (all: readonly Row[], given: Given): readonly Row[] => {
    const { startTime = -Infinity, endTime = Infinity, limit = 500 } = given;
    const first = given[from] ?? -Infinity;
    const rows = all
      .filter((row) => timeOf(row) >= startTime && timeOf(row) <= endTime)
      .filter((row) => idOf === undefined || idOf(row) >= first);
    const fromStart = given["startTime"] !== undefined || given[from] !== undefined;
    return fromStart ? rows.slice(0, limit) : rows.slice(-limit);
  };
  /** Every row that there is, oldest first; the last candle still moves, so it is left out. */
  const whole = async (): Promise<readonly Row[]> => {
    const start = path === "klines" ? { startTime: 0 } : {};
    return list(path, { ...start, limit: 1000 }, more);
  };

  test("every value next to a border", async () => {
    const all = await whole();
    expect(all.length).toBeGreaterThan(3);
    const picked = [all[0], all[1], all.at(-2), all.at(-1)].filter((row) => row !== undefined);
    const times = nextTo(picked.map(timeOf)).filter((time) => time >= 0);
    const ids = idOf === undefined ? [] : nextTo(picked.map(idOf)).filter((id) => id >= 0);
    const limits = nextTo([2, Math.min(all.length, 999)]);
    const given: Given[] = [
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
      const rows = await list(path, one, more);
      expect([one, rows]).toEqual([one, wanted(all, one)]);
    }
  });

  test("a range may be one moment long, and not end before it begins", async () => {
    const query = [...more, ["symbol", "BTCUSDT"], ["startTime", "1000"], ["endTime", "999"]];
    const target = query.map((pair) => pair.join("=")).join("&");
    const sent = { path: `/api/v1/${path}`, query: query as unknown as Fields };
    const isSigned = path === "allOrders" || path === "userTrades";
    const answer = isSigned
      ? await client.fresh(sent)
      : await client.open(`${sent.path}?${target}`);
    expect(codeOf(answer)).toBe(-1128);
    expect(await list(path, { startTime: 1000, endTime: 1000 }, more)).toEqual([]);
    const other = [...more, ["symbol", "NOSUCH"]] as unknown as Fields;
    const unknown = isSigned
      ? await client.fresh({ path: sent.path, query: other })
      : await client.open(`${sent.path}?${other.map((pair) => pair.join("=")).join("&")}`);
    expect(codeOf(unknown)).toBe(-1121);
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
  const ids = (symbol?: string) =>
    open
      .filter((row) => symbol === undefined || row.symbol === symbol)
      .map((row) => row.orderId)
      .sort((one, other) => one - other);
  const sent = { path: "/api/v1/openOrders" };
  expect(((await client.fresh(sent)).body as Row[]).map(field("orderId"))).toEqual(ids());
  for (const symbol of ["BTCUSDT", "ETHUSDT"]) {
    const answer = await client.fresh({ ...sent, query: [["symbol", symbol]] });
    expect((answer.body as Row[]).map(field("orderId"))).toEqual(ids(symbol));
    expect(ids(symbol).length).toBeGreaterThan(0);
  }
});

test("own trades of one order are those of no other", async () => {
  const all = await list("userTrades", {});
  for (const orderId of new Set(all.map(field("orderId")))) {
    const rows = all.filter((row) => field("orderId")(row) === orderId);
    expect(await list("userTrades", { orderId })).toEqual(rows);
  }
});

test("klines without a range are those of the last ten days, and none is of the future", async () => {
  const day = 86_400_000;
  const times = async (given: Given) =>
    (await list("klines", given, [["interval", "1d"]])).map(field(0));
  const { now } = exchange;
  const all = (await times({ startTime: 0, limit: 1000 })).filter((time) => time <= now());
  expect(await times({})).toEqual(all.filter((time) => time >= now() - 10 * day));
  expect(await times({ startTime: now() - day, endTime: now() + 9 * day })).toEqual(all.slice(-1));
  expect(await times({ endTime: now() - 5 * day, limit: 2 })).toEqual(
    all.filter((time) => time <= now() - 5 * day).slice(-2),
  );
  // The default start does not move with the end.
  expect(await times({ endTime: now() - 5 * day })).toEqual(
    all.filter((time) => time >= now() - 10 * day && time <= now() - 5 * day),
  );
  const [, , , , , , closeTime] = (
    await list("klines", { limit: 1 }, [["interval", "1d"]])
  )[0] as number[];
  expect(closeTime).toBe((all.at(-1) ?? 0) + day - 1);
});

test("rates of the account and of its fees are its own", async () => {
  const own = exchange.state.accounts.get("alice");
  Object.assign(own ?? {}, { makerRate: 70_000n, takerRate: 120_000n });
  expect((await client.fresh({ path: "/api/v1/account" })).body).toMatchObject({
    ...{ makerCommission: 7, takerCommission: 12, buyerCommission: 0, sellerCommission: 0 },
  });
  const query: Fields = [["symbol", "BTCUSDT"]];
  const fees = await client.fresh({ path: "/api/v1/asset/tradeFee", query });
  expect(fees.body).toEqual([
    { symbol: "BTCUSDT", makerCommission: "0.00070000", takerCommission: "0.00120000" },
  ]);
});

test("the reference price is that of the last trade, at its time", async () => {
  const { body } = await client.open("/api/v1/referencePrice?symbol=BTCUSDT");
  const last = exchange.state.markets.get("BTCUSDT")?.trades.at(-1);
  clock?.advance(5);
  const later = await client.open("/api/v1/referencePrice?symbol=BTCUSDT");
  expect(later.body).toEqual(body);
  expect(body).toMatchObject({ timestamp: last?.time });
});

test("what was dropped from a history is not counted in ids", async () => {
  const { sandbox, open, fresh } = foreignClient(createSandbox({ history: 4 }));
  for (let count = 0; count < 6; count += 1) {
    const order = { kind: "place", account: "alice", symbol: "BTCUSDT", side: "BUY" } as const;
    sandbox.exchange.execute({ ...order, type: "MARKET", quantity: units("0.01") });
  }
  const query: Fields = [["symbol", "BTCUSDT"]];
  for (const [path, id, from] of [
    ["allOrders", "orderId", "orderId"],
    ["userTrades", "id", "fromId"],
    ["aggTrades", "a", "fromId"],
  ] as const) {
    const ask = async (more: Fields): Promise<readonly Row[]> => {
      sandbox.clock?.advance(10_000);
      const fields = [...query, ...more];
      const text = fields.map((pair) => pair.join("=")).join("&");
      const sent = { path: `/api/v1/${path}`, query: fields };
      const { body } =
        path === "aggTrades" ? await open(`${sent.path}?${text}`) : await fresh(sent);
      return body as readonly Row[];
    };
    const all = await ask([]);
    const ids = all.map(field(id));
    expect([path, all.length >= 4, (ids[0] ?? 0) > 0]).toEqual([path, true, true]);
    expect(await ask([[from, "0"]])).toEqual(all);
    expect(await ask([[from, String(ids[2])]])).toEqual(all.slice(2));
  }
});
