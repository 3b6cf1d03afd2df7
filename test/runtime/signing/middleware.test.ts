/** The middleware over a plain openapi-fetch client and the sandbox. */

import createClient, { type Middleware } from "openapi-fetch";
import { expect, test } from "vitest";

import type { paths } from "../../../generated/schema.ts";
import { signingMiddleware } from "../../../generated/signing.ts";
import { createSandbox } from "../../../sandbox/index.ts";
import { resting as order } from "../../support/world.ts";

class OwnRequest extends Request {}

function world(...earlier: readonly Middleware[]) {
  const sandbox = createSandbox();
  const [alice] = sandbox.accounts;
  const { apiKey = "", apiSecret = "" } = alice ?? {};
  const sent: Request[] = [];
  const api = createClient<paths>({
    baseUrl: "http://sandbox",
    Request: OwnRequest,
    fetch: (request: Request) => {
      sent.push(request.clone());
      return sandbox.fetch(request);
    },
  });
  const middleware = signingMiddleware({ apiKey, apiSecret, now: () => sandbox.exchange.now() });
  api.use(...earlier, middleware);
  return { api, middleware, sent, apiKey };
}

const headers = { "Content-Type": "application/x-www-form-urlencoded" };
const { symbol, ...rest } = order;

test.for<readonly [name: string, init: object]>([
  ["fields in the query", { params: { query: order } }],
  ["fields in a form", { body: order, headers }],
  ["fields in a body that openapi-fetch writes as JSON", { body: order }],
  ["fields in both", { params: { query: { symbol } }, body: rest, headers }],
  ["space around a value", { params: { query: { ...order, price: " 30000 " } } }],
])("an order is signed and accepted: %s", async ([, init]) => {
  const { api, sent, apiKey } = world();
  const { data, error } = await api.POST("/api/v1/order", init as never);
  expect(error).toBeUndefined();
  expect(data).toMatchObject({ symbol: "BTCUSDT", side: "BUY", type: "LIMIT" });
  expect(sent[0]?.headers.get("X-MBX-APIKEY")).toBe(apiKey);
});

test("what an earlier middleware changes is signed; what a later one changes is not", async () => {
  const change: Middleware = {
    onRequest: ({ request }) => new OwnRequest(`${request.url}&recvWindow=4000`, request),
  };
  const [earlier, later] = [world(change), world()];
  later.api.use(change);
  const query = { symbol: "BTCUSDT" };
  const { error } = await earlier.api.GET("/api/v1/openOrders", { params: { query } });
  expect(error).toBeUndefined();
  const refused = await later.api.GET("/api/v1/openOrders", { params: { query } });
  expect(refused.error).toMatchObject({ code: -1022 });
});

test("two signing middlewares are noticed", async () => {
  const { api, middleware } = world();
  api.use(middleware);
  await expect(api.GET("/api/v1/account")).rejects.toThrow("signature");
});
