/** Borders of time ranges and ids in histories: both ends belong to the range. */

import { expect, test } from "vitest";

import { type Answer, type Fields, foreignClient } from "../support/foreign-client.ts";

type Row = Readonly<Record<string, unknown>>;

const client = foreignClient();
const begin = client.now() + 1;

/** Two fills at one time, one later, and three at the end; other symbols lie between. */
for (const waitMs of [1, 0, 1000, 500, 0, 0]) {
  client.sandbox.clock?.advance(waitMs);
  for (const [symbol, account] of [
    ["BTCUSDT", "alice"],
    ["ETHUSDT", "alice"],
    ["BTCUSDT", "bob"],
  ] as const) {
    const order = { kind: "place", account, symbol, side: "BUY", type: "MARKET" } as const;
    client.sandbox.exchange.execute({ ...order, quantity: 1_000_000n });
  }
}

/** The paths with the names of a row's time and id, and of the first id that is asked for. */
const histories = [
  ["/api/v1/allOrders", "time", "orderId", "orderId"],
  ["/api/v1/userTrades", "time", "id", "fromId"],
  ["/api/v1/aggTrades", "T", "a", "fromId"],
] as const;

const marks = [begin - 1, begin, begin + 1, begin + 1000, begin + 1499, begin + 1500, begin + 1501];
const ends = [undefined, ...marks];

for (const [path, time, id, from] of histories) {
  test(`${path} includes both ends of a time range`, async () => {
    const all = (await ask(path, { limit: 1000 })).filter((row) => Number(row[time]) >= begin);
    expect(all.length).toBeGreaterThanOrEqual(6);
    for (const startTime of marks) {
      for (const endTime of ends) {
        if (endTime !== undefined && endTime < startTime) continue;
        for (const limit of [2, 1000]) {
          const wanted = all.filter((row) => {
            const at = Number(row[time]);
            return at >= startTime && at <= (endTime ?? Number.POSITIVE_INFINITY);
          });
          const rows = await ask(path, { startTime, endTime, limit });
          expect(rows, `${startTime} to ${endTime}`).toEqual(wanted.slice(0, limit));
        }
      }
    }
  });

  test(`${path} begins with the id that was asked for, and ends with the latest`, async () => {
    const all = (await ask(path, { limit: 1000 })).filter((row) => Number(row[time]) >= begin);
    const [first, second, third] = all.map((row) => Number(row[id]));
    for (const [asked, wanted] of [
      [second, all.slice(1)],
      [(first ?? 0) + 1, all.slice(1)],
      [third, all.slice(2)],
      [Number(all.at(-1)?.[id]), all.slice(-1)],
      [Number(all.at(-1)?.[id]) + 1, []],
    ] as const) {
      expect(await ask(path, { [from]: asked, limit: 1000 })).toEqual(wanted);
    }
    expect(await ask(path, { [from]: second, limit: 1 })).toEqual(all.slice(1, 2));
    expect(await ask(path, { limit: 1 })).toEqual(all.slice(-1));
    expect(await ask(path, { endTime: begin, limit: 1 })).toEqual(
      all.filter((row) => row[time] === begin).slice(-1),
    );
  });
}

test("open orders of one symbol, and of all in the order of their numbers", async () => {
  const ids: number[] = [];
  for (const symbol of ["ETHUSDT", "BTCUSDT", "ETHUSDT"]) {
    const order = { kind: "place", account: "alice", side: "BUY", type: "LIMIT" } as const;
    const rest = {
      symbol,
      timeInForce: "GTC",
      price: 10_000_000_000n,
      quantity: 1_000_000n,
    } as const;
    const reply = client.sandbox.exchange.execute({ ...order, ...rest });
    if (reply.kind === "placed") ids.push(reply.order.orderId);
  }
  const [first, second, third] = ids;
  const open = async (fields: Readonly<Record<string, string>>) =>
    (await ask("/api/v1/openOrders", fields)).map((row) => row["orderId"]);
  expect(await open({})).toEqual(ids);
  expect(await open({ symbol: "ETHUSDT" })).toEqual([first, third]);
  expect(await open({ symbol: "BTCUSDT" })).toEqual([second]);
  expect(await open({ symbol: "BTCTHB" })).toEqual([]);
});

test("klines include the candle that opens at either end", async () => {
  const minute = 60_000;
  const opened = begin - (begin % minute);
  for (const [startTime, endTime, wanted] of [
    [opened, opened, [opened]],
    [opened - 1, opened, [opened]],
    [opened - minute, opened - 1, [opened - minute]],
    [opened - minute, opened, [opened - minute, opened]],
    [opened + 1, opened + 1, []],
  ] as const) {
    const fields = { interval: "1m", startTime, endTime };
    const rows = (await ask(
      "/api/v1/klines",
      fields,
    )) as unknown as readonly (readonly unknown[])[];
    expect(rows.map(([openTime]) => openTime)).toEqual(wanted);
  }
});

/** Asks for rows of BTCUSDT, unless another symbol or none is given for open orders. */
async function ask(
  path: string,
  fields: Readonly<Record<string, string | number | undefined>>,
): Promise<readonly Row[]> {
  client.sandbox.clock?.advance(1000);
  const symbol = path.endsWith("openOrders") ? {} : { symbol: "BTCUSDT" };
  const query: Fields = Object.entries({ ...symbol, ...fields }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  const isPublic = /aggTrades|klines/.test(path);
  const text = query.map((pair) => pair.join("=")).join("&");
  const answer: Answer = isPublic
    ? await client.open(`${path}?${text}`)
    : await client.fresh({ path, query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as readonly Row[];
}
