/** What a session requests over REST: from where on, up to where, and for which orders. */

import { expect, test } from "vitest";

import { ApiError, UnreadableResponseError } from "../../../generated/errors.ts";
import { canMove, isFinal } from "../../../generated/order-states.ts";
import { streams } from "../../../generated/streams.ts";
import { userRecords } from "../../../generated/user-data.ts";
import type { Fields } from "../../../runtime/encoding/json-value.ts";
import type { PageCursor } from "../../../runtime/pagination/list.ts";
import { UserAccount } from "../../../runtime/user-data/account.ts";
import { requestAll, takeBaseline } from "../../../runtime/user-data/reconcile.ts";
import type { SessionCalls, SessionTables } from "../../../runtime/user-data/types.ts";

const tables = {
  ...{ streams, stream: "userData", records: userRecords, isFinal, canMove },
} as unknown as SessionTables;

/** What the exchange has: open orders, trades by symbol, and other orders by their id. */
interface Exchange {
  readonly open?: readonly Fields[];
  readonly trades?: Readonly<Record<string, readonly Fields[]>>;
  readonly orders?: Readonly<Record<string, Fields | Error>>;
  readonly account?: unknown;
}

/** An account, the exchange behind it, and each request in its order. */
function given(exchange: Exchange, symbols?: readonly string[]) {
  const account = new UserAccount(tables);
  const requests: unknown[] = [];
  const options = { signal: new AbortController().signal };
  let [underWay, parallel] = [0, 0];
  const seen = <Value>(used: unknown, value: Value, ...request: readonly unknown[]) => {
    expect(used).toBe(options);
    requests.push(request.length === 1 ? request[0] : request);
    return Promise.resolve(value);
  };
  const calls: Partial<SessionCalls> = {
    openOrders: (used) => seen(used, (exchange.open ?? []) as readonly object[], "openOrders"),
    balances: (used) => seen(used, exchange.account as object, "balances"),
    lastTrade: (symbol, used) =>
      seen(used, exchange.trades?.[symbol]?.slice(-1) ?? [], "lastTrade", symbol),
    order: async (identity, used) => {
      await seen(used, undefined, "order", identity);
      underWay += 1;
      parallel = Math.max(parallel, underWay);
      await Promise.resolve();
      underWay -= 1;
      const found = exchange.orders?.[String((identity as Fields)["orderId"])];
      if (found instanceof Error) throw found;
      return found ?? {};
    },
    trades: (symbol, place, used) => {
      void seen(used, undefined, "trades", symbol, place);
      const rows = (exchange.trades?.[symbol] ?? []).filter(({ time }) => {
        return place.startMs === undefined || Number(time) >= place.startMs;
      });
      let cursor: PageCursor = {};
      const walk = async function* () {
        for (const row of rows) {
          if (row["error"] !== undefined) throw row["error"];
          cursor = { key: String(row["id"]) };
          yield row;
        }
      };
      return Object.assign(walk(), { cursor: () => cursor });
    },
  };
  const context = { tables, account, calls: calls as SessionCalls, options: { symbols } };
  return { account, requests, options, context, parallel: () => parallel };
}

const trade = (id: number, orderId = 1, symbol = "A"): Fields => ({
  symbol,
  id,
  orderId,
  time: id,
});
const order = (orderId: number, status = "NEW"): Fields => ({ symbol: "A", orderId, status });
const failure = (code?: number) =>
  new ApiError({ status: 400, code, advice: "fixRequest" } as never);

test("the baseline is the last trade of each symbol, and the time of the account", async () => {
  const { context, options, requests, account } = given(
    { account: { updateTime: 50 }, open: [order(1)], trades: { A: [trade(7)], C: [{}] } },
    ["B", "C"],
  );
  expect(await takeBaseline(context, options)).toEqual({ startMs: 50 });
  expect(requests).toEqual([
    ...["balances", "openOrders", ["lastTrade", "B"], ["lastTrade", "C"], ["lastTrade", "A"]],
    ["trades", "A", { toId: 7n }],
  ]);
  const cursors = ["A", "B", "C", "D"].map((symbol) => account.trades.cursor(symbol));
  expect(cursors).toEqual([{ key: "7" }, {}, {}, undefined]);
  expect(account.trades.symbols()).toEqual(["B", "C", "A"]);
});

/** Where the trades of a symbol are requested from, by what is known of it. */
test.each<[known: PageCursor | undefined, startMs: number | undefined, request: object | string]>([
  [undefined, undefined, { toId: 7n }],
  [undefined, 5, { startMs: 5, toId: 7n }],
  [{}, 5, { all: true, toId: 7n }],
  [{ key: "6" }, 5, { resume: { key: "6" }, toId: 7n }],
  [{ key: "7" }, 5, "nothing"],
  [{ key: "8" }, 5, "nothing"],
])("trades are requested from the place that is known, row %#", async (known, startMs, request) => {
  const { context, options, requests, account } = given({ trades: { A: [trade(6), trade(7)] } });
  account.trades.advance("A", known);
  const { cursors, trades } = await requestAll(context, { startMs }, options);
  const isNothing = request === "nothing";
  const ofOrder = ["order", { symbol: "A", orderId: 1 }];
  const more = isNothing ? [] : [["trades", "A", request], ofOrder];
  expect(requests).toEqual(["openOrders", ["lastTrade", "A"], ...more, "balances"]);
  expect(cursors).toEqual(new Map([["A", isNothing ? known : { key: "7" }]]));
  expect(trades).toEqual(isNothing ? [] : [trade(6), trade(7)]);
});

test("open orders that are no list are an error", async () => {
  const { context, options } = given({ open: { orders: [] } as never });
  await expect(requestAll(context, undefined, options)).rejects.toThrow("is not a list");
});

test("no trade since some time says nothing about trades before it", async () => {
  const { context, options } = given({ trades: { A: [trade(7)] } }, ["A", "B"]);
  const { cursors } = await requestAll(context, { startMs: 8 }, options);
  expect(cursors).toEqual(new Map([["B", {}]]));
});

test("orders are requested that were open, or traded, and are not listed or known to have ended", async () => {
  const { context, options, account, requests } = given({
    open: [order(1)],
    trades: {
      A: [trade(1, 1), trade(2, 3), trade(3, 4), trade(4, 4), { ...trade(5), orderId: undefined }],
    },
    orders: { 2: order(2, "CANCELED"), 4: failure(-2013), 5: order(5, "FILLED") },
  });
  for (const known of [order(1), order(2), order(3, "FILLED"), order(5)])
    account.orders.update(known);
  const { orders, unknownOrders } = await requestAll(context, undefined, options);
  const asked = requests.filter((one) => Array.isArray(one) && one[0] === "order");
  const identities = [2, 4, 5].map((orderId) => ({ symbol: "A", orderId }));
  expect(asked).toEqual(identities.map((identity) => ["order", identity]));
  expect(orders).toEqual([order(1), order(2, "CANCELED"), order(5, "FILLED")]);
  expect(unknownOrders).toEqual([{ symbol: "A", orderId: 4 }]);
});

test("ten orders are requested at a time, whatever the number of trades", async () => {
  const many = Array.from({ length: 200_000 }, (_, id) => trade(id, 25));
  const { context, options, account, parallel } = given({ trades: { A: many } });
  for (let orderId = 0; orderId < 25; orderId += 1) account.orders.update(order(orderId));
  const { orders, trades } = await requestAll(context, undefined, options);
  expect([orders.length, parallel(), trades.length]).toEqual([26, 10, 200_000]);
});

test.each([failure(-2011), failure(), new Error("cut")])("%s ends the requests", async (error) => {
  const { context, options, account } = given({ orders: { 1: error } });
  account.orders.update(order(1));
  await expect(requestAll(context, undefined, options)).rejects.toBe(error);
  // Where the spec names no such code, no error is of it.
  const { notFoundCode: _, ...rest } = userRecords.order;
  const other = { ...context, tables: { ...tables, records: { ...userRecords, order: rest } } };
  await expect(requestAll(other, undefined, options)).rejects.toBe(error);
});

test("trades that were read before a request failed are kept, and reading goes on there", async () => {
  const [open, rows] = [[order(1)], [trade(6), { error: new Error("cut") }, trade(7)]];
  const exchange = { open, trades: { A: rows, B: [trade(7, 1, "B")] } };
  const { context, options, requests } = given(exchange, ["B"]);
  await expect(requestAll(context, undefined, options)).rejects.toThrow("cut");
  [open, rows].forEach((list) => list.splice(0, 2));
  const { trades } = await requestAll(context, undefined, options);
  expect(trades).toEqual([trade(7, 1, "B"), trade(6), trade(7)]);
  expect(requests).toContainEqual(["trades", "A", { resume: { key: "6" }, toId: 7n }]);
});

const ids = (from: number, to: number, step = 1): readonly number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
const listOf = (orderIds: readonly number[], symbol = "A") =>
  orderIds.map((orderId) => ({ ...order(orderId, "FILLED"), symbol }));

/** Pages of ten orders that weigh ten; an order by itself weighs two. */
const pages = { key: "orderId", limit: 10, weight: 10, orderWeight: 2 };
const unstated = new UnreadableResponseError("is empty", 200, "", {});

/** Orders that ended, all that the exchange lists, where pages begin, orders queried alone. */
type PageRow = readonly [
  what: string,
  ended: readonly Fields[],
  all: readonly Fields[] | "latest" | Error | undefined,
  from: readonly unknown[],
  alone: readonly number[],
];
const large = 2n ** 60n;

test.each<PageRow>([
  ["as much as a page weighs", listOf(ids(1, 5)), listOf(ids(1, 5)), [], ids(1, 5)],
  ["more than a page weighs", listOf(ids(1, 6)), listOf(ids(1, 6)), [1], []],
  ["a full page", listOf(ids(1, 10)), listOf(ids(1, 10)), [1], []],
  ["one more than a page has", listOf(ids(1, 11)), listOf(ids(1, 11)), [1], [11]],
  ["a second page that does not pay", listOf(ids(1, 15)), listOf(ids(1, 15)), [1], ids(11, 15)],
  ["a second page that pays", listOf(ids(1, 16)), listOf(ids(1, 16)), [1, 11], []],
  ["in any order", listOf([...ids(1, 16)].reverse()), listOf(ids(1, 16)), [1, 11], []],
  ["later orders", listOf(ids(1, 6)), listOf(ids(1, 40)), [1], []],
  ["earlier orders", listOf(ids(31, 36)), listOf(ids(1, 40)), [31], []],
  ["orders of others between", listOf(ids(2, 24, 2)), listOf(ids(1, 24)), [2, 12], [22, 24]],
  ["many orders between", listOf(ids(1, 901, 100)), listOf(ids(1, 999)), [1], ids(101, 901, 100)],
  ["an order that is not listed", listOf(ids(1, 7)), listOf([...ids(1, 4), 6, 7]), [1], [5]],
  ["a page that is the last", listOf(ids(1, 20)), listOf(ids(1, 8)), [1], ids(9, 20)],
  ["nothing listed", listOf(ids(1, 7)), [], [1], ids(1, 7)],
  ["a page of the latest orders, whatever was asked", listOf(ids(1, 12)), "latest", [1], [1, 2]],
  ["pages that are refused", listOf(ids(1, 7)), failure(-1102), [1], ids(1, 7)],
  ["pages that cannot be read", listOf(ids(1, 7)), unstated, [1], ids(1, 7)],
  ["no pages", listOf(ids(1, 7)), undefined, [], ids(1, 7)],
  [
    "several symbols",
    [...listOf(ids(1, 6)), ...listOf(ids(11, 15), "B"), ...listOf(ids(21, 27), "C")],
    [...listOf(ids(1, 6)), ...listOf(ids(11, 15), "B"), ...listOf(ids(21, 27), "C")],
    [1, 21],
    ids(11, 15),
  ],
  [
    "ids that are long",
    ids(0, 6).map((step) => ({ ...order(0), orderId: large + BigInt(step) })),
    ids(0, 6).map((step) => ({ ...order(0, "FILLED"), orderId: large + BigInt(step) })),
    [large],
    [],
  ],
])("%s: orders are read in pages where that weighs less", async (_, ended, all, from, alone) => {
  const known = Array.isArray(all) ? all : [];
  const orders = Object.fromEntries(ended.map((each) => [String(each["orderId"]), each]));
  const { context, options, requests, account } = given({ orders });
  for (const each of ended) account.orders.update({ ...each, status: "NEW" });
  const starts: unknown[] = [];
  const records = { ...userRecords, order: { ...userRecords.order, pages } };
  const paged = {
    ...context,
    tables: { ...tables, records, retry: { ...tables.retry, rules: [] } } as never,
    calls: {
      ...context.calls,
      ...(all !== undefined && {
        orderPage: async (symbol: string, first: number | bigint) => {
          starts.push(first);
          if (all instanceof Error) throw all;
          if (all === "latest") return ended.slice(-pages.limit);
          const rows = known.filter((each) => each["symbol"] === symbol);
          return rows.filter(({ orderId }) => Number(orderId) >= first).slice(0, pages.limit);
        },
      }),
    },
  };
  const found = await requestAll(paged, undefined, options);
  const asked = requests.flatMap((one) => (Array.isArray(one) && one[0] === "order" ? one[1] : []));
  expect(starts).toEqual(from);
  expect(asked.map(({ orderId }) => orderId)).toEqual(alone);
  const names = (list: readonly Fields[]) =>
    list.map(({ symbol, orderId }) => `${symbol} ${orderId}`).sort();
  expect(names(found.orders)).toEqual(names(ended));
  expect(found.unknownOrders).toEqual([]);
});

test("a page that fails for now ends the requests, to be repeated with all of them", async () => {
  const { context, options, account } = given({});
  for (const each of ids(1, 7)) account.orders.update(order(each));
  const broken = new ApiError({ status: 503, advice: "backOff" } as never);
  const records = { ...userRecords, order: { ...userRecords.order, pages } };
  const rules = [{ status: { from: 500, to: 599 }, action: "backOff" }];
  const paged = {
    ...context,
    tables: { ...tables, records, retry: { rules } } as never,
    calls: { ...context.calls, orderPage: () => Promise.reject(broken) },
  };
  await expect(requestAll(paged, undefined, options)).rejects.toBe(broken);
});
