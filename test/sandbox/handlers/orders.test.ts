import { expect, test } from "vitest";

import { type Answer, codeOf, type Fields, foreignClient } from "../support/foreign-client.ts";

type Row = Readonly<Record<string, unknown>>;

const order = "/api/v1/order";
const limitBuy = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "0.01",
  price: "30000",
};
function place(client: ReturnType<typeof foreignClient>, fields: Row): Promise<Answer> {
  client.sandbox.clock?.advance(1000);
  return client.fresh({ method: "POST", path: order, query: Object.entries(fields) as Fields });
}

test("an order and a cancellation without an id get one of 22 letters and digits", async () => {
  const client = foreignClient();
  const { orderId, clientOrderId } = (await place(client, limitBuy)).body as Row;
  const query = { symbol: "BTCUSDT", orderId: String(orderId) };
  const cancel = { method: "DELETE", path: order, query: Object.entries(query) };
  const { clientOrderId: cancelId } = (await client.fresh(cancel)).body as Row;
  for (const id of [clientOrderId, cancelId]) expect(id).toMatch(/^[A-Za-z0-9]{22}$/);
});

test("a client id that is free again names the latest order of each symbol", async () => {
  const client = foreignClient();
  const ids: number[] = [];
  for (const symbol of ["BTCUSDT", "ETHUSDT", "BTCTHB"]) {
    const price = { BTCUSDT: "30000", ETHUSDT: "2000", BTCTHB: "1000000" }[symbol];
    const fields = { ...limitBuy, symbol, price, timeInForce: "IOC", newClientOrderId: "again" };
    const { body } = await place(client, fields);
    expect(body).toMatchObject({ status: "EXPIRED" });
    ids.push((body as { readonly orderId: number }).orderId);
  }
  const found: unknown[] = [];
  for (const symbol of ["BTCUSDT", "ETHUSDT", "BTCTHB"]) {
    const query: Fields = [
      ["symbol", symbol],
      ["origClientOrderId", "again"],
    ];
    found.push(((await client.fresh({ path: order, query })).body as Row)["orderId"]);
  }
  expect(found).toEqual(ids);
});

test("a listen key is made, kept, and closed by its owner alone", async () => {
  const client = foreignClient();
  const path = "/api/v1/listenKey";
  const { alice, bob } = client;
  const made = await client.open(path, "POST", alice.apiKey);
  const { listenKey } = made.body as { readonly listenKey: string };
  expect(listenKey).toMatch(/^[A-Za-z0-9]{60}$/);
  const again = await client.open(path, "POST", alice.apiKey);
  expect(again.body).toEqual(made.body);
  expect(codeOf(await client.open(path, "PUT", alice.apiKey))).toBe(-1102);
  expect(codeOf(await client.open(`${path}?listenKey=${listenKey}`, "PUT", bob.apiKey))).toBe(
    -1125,
  );
  client.sandbox.clock?.advance(59 * 60_000);
  expect((await client.open(`${path}?listenKey=${listenKey}`, "PUT", alice.apiKey)).body).toEqual(
    {},
  );
  client.sandbox.clock?.advance(60 * 60_000 - 1);
  expect((await client.open(`${path}?listenKey=${listenKey}`, "PUT", alice.apiKey)).body).toEqual(
    {},
  );
  client.sandbox.clock?.advance(60 * 60_000);
  expect(codeOf(await client.open(`${path}?listenKey=${listenKey}`, "PUT", alice.apiKey))).toBe(
    -1125,
  );
  const next = (await client.open(path, "POST", alice.apiKey)).body as {
    readonly listenKey: string;
  };
  const closing = `${path}?listenKey=${next.listenKey}`;
  expect(next.listenKey).not.toBe(listenKey);
  expect(codeOf(await client.open(closing, "DELETE", bob.apiKey))).toBe(-1125);
  expect((await client.open(closing, "DELETE", alice.apiKey)).body).toEqual({});
  expect((await client.open(closing, "DELETE", alice.apiKey)).body).toMatchObject({
    code: -1125,
    msg: "listenKey is not open; create a new one.",
  });
});
