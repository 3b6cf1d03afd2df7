import { expect, test } from "vitest";

import { opened, order } from "./answers.ts";
import { client, json, key } from "./given.ts";

const placed = () => json('{"orderId":9007199254740993}');

test("the address is used in its normal form; Next.js is to keep no response", async () => {
  const options = { baseUrl: " HTTP://Exchange.test/v\n" };
  const { call, seen } = client([() => json({ serverTime: 5 })], options);
  await call("getTime", {});
  const [url, next] = ["http://exchange.test/v/api/v1/time", { revalidate: 0 }];
  expect(seen).toEqual([expect.objectContaining({ url, next })]);
});

test("without the feature for the exchange's time the local one is sent, in milliseconds", async () => {
  const parts = { features: { exchangeClock: undefined } };
  const { call, context, seen } = client([placed], { now: () => 1_700_000_000_000.9 }, parts);
  await call("getAccount", {});
  expect(seen.map((each) => opened(each).all.get("timestamp"))).toEqual(["1700000000000"]);
  // How wrong it is stays unknown.
  expect(context.clock.errorMs()).toBe(Infinity);
});

test("a signed call carries key, time and last a signature over what is sent", async () => {
  const { call, seen, time } = client([placed], { recvWindow: 4000 });
  await call("placeOrder", { ...order, newClientOrderId: " é 😀&=+%#'\"() " });
  const [sent] = seen.map(opened);
  expect(sent?.isSigned).toBe(true);
  expect(sent?.query).toEqual([
    "symbol",
    "side",
    "type",
    "quantity",
    "price",
    "newClientOrderId",
    "recvWindow",
    "timestamp",
    "signature",
  ]);
  expect(sent?.all.get("newClientOrderId")).toBe("é 😀&=+%#'\"()");
  expect(sent?.all.get("timestamp")).toBe(String(time.now()));
  expect(seen[0]).toMatchObject({ method: "POST", headers: { "X-MBX-APIKEY": key } });
  expect(seen[0]?.body).toBeNull();
});

test("the response of a call by path reads as the standard says", async () => {
  const { api } = client([
    () => json('{"serverTime":9007199254740993}', 200, { "X-MBX-USED-WEIGHT-1M": "7" }),
  ]);
  const get = api.GET as unknown as (
    path: string,
    init?: object,
  ) => Promise<{ data: unknown; response: Response }>;
  const { data, response } = await get("/api/v1/time", { parseAs: "text" });
  expect(data).toBe('{"serverTime":9007199254740993}');
  expect(await response.clone().json()).toEqual({ serverTime: 9007199254740993n });
  expect((await response.clone().arrayBuffer()).byteLength).toBe(31);
  expect((await response.clone().blob()).size).toBe(31);
  expect([response.status, response.ok, response.headers.get("x-mbx-used-weight-1m")]).toEqual([
    200,
    true,
    "7",
  ]);
});

test("an invalid request fails at once, and nothing is sent", async () => {
  const { call, seen } = client([placed], { apiSecret: undefined });
  const error = await call("placeOrder", {
    symbol: "A",
    quantity: "1e-7",
    price: "-1",
    newClientOrderId: "\ud800",
  }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: "InvalidRequestError",
    operation: "placeOrder",
    fields: ["quantity", "price", "newClientOrderId", "side", "type", "apiSecret"],
    rules: ["notation", "wellFormed", "required", "credentials"],
  });
  const inBody = await call("getAccount", {}, { sendIn: "body" }).catch(
    (thrown: unknown) => thrown,
  );
  expect(inBody).toMatchObject({ rules: ["place", "credentials"] });
  expect(seen).toEqual([]);
});

test("an operation that the client does not have is named", async () => {
  const words = "The client has no operation getLuck; add it to operations.";
  await expect(client([]).call("getLuck", {})).rejects.toThrow(words);
});

test("filter and parameter are taken from the exchange's words", async () => {
  const words = ["Filter failure: PRICE_FILTER", "Mandatory parameter 'symbol' was not sent."];
  const errors = words.map((msg) =>
    client([() => json({ code: -1, msg }, 400)])
      .call("getAccount", {})
      .catch((thrown: unknown) => thrown),
  );
  expect(await Promise.all(errors)).toMatchObject([
    { filter: "PRICE_FILTER" },
    { parameter: "symbol" },
  ]);
});
