/** The core: small, and as careful as the whole client with what it sends. */

import { expect, test } from "vitest";

import type { ClientFeatures } from "../../../generated/core.ts";
import {
  adviceSentences,
  createClient,
  getOrder,
  operations,
  placeOrder,
} from "../../../generated/core.ts";
import * as all from "../../../generated/features.ts";
import { createSandbox } from "../../../sandbox/index.ts";
import { resting as order } from "../../support/world.ts";

const { externalSigner: _, ...features } = all;
const { exchangeClock, placements, rateLimits } = features;

/** A core over a sandbox; `lose` drops so many answers to placements that were taken. */
function world<Features extends ClientFeatures>(features: Features, lose = 0) {
  const sandbox = createSandbox();
  const [alice] = sandbox.accounts;
  const sent: string[] = [];
  let left = lose;
  const options = {
    baseUrl: "http://sandbox",
    apiKey: alice?.apiKey,
    apiSecret: alice?.apiSecret,
    now: () => sandbox.exchange.now(),
    resolveMs: 1,
    fetch: async (url: string, init: Parameters<typeof sandbox.fetch>[1]) => {
      const asked = new URL(url);
      sent.push(`${init?.method} ${asked.pathname}`);
      const answer = await sandbox.fetch(url, init);
      if (init?.method !== "POST" || left === 0) return answer;
      left -= 1;
      throw new Error("The connection was cut.");
    },
  };
  return {
    sandbox,
    sent,
    options,
    exchange: createClient({ ...options, ...features, operations }),
  };
}

test("an order is placed under a client id that was made here", async () => {
  const { exchange, sent } = world({});
  const { clientOrderId } = await exchange.placeOrder(order);
  expect(clientOrderId).toMatch(/^[0-9A-Za-z]{22}$/);
  const asked = { symbol: "BTCUSDT", origClientOrderId: clientOrderId ?? "" };
  expect(await exchange.getOrder(asked, { timeoutMs: 9999 })).toMatchObject({ clientOrderId });
  expect(sent).toEqual(["POST /api/v1/order", "GET /api/v1/order"]);
});

test("a placement whose answer is lost is not sent again, and says what to ask", async () => {
  const { exchange, sent } = world({}, 9);
  const error = await exchange.placeOrder(order).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "UnknownOutcomeError", ask: { operation: "getOrder" } });
  const { ask } = error as { ask: { fields: Record<string, string> } };
  expect(ask.fields["symbol"]).toBe("BTCUSDT");
  expect(sent).toEqual(["POST /api/v1/order"]);
  expect(exchange).not.toHaveProperty("tryPlaceOrder");
});

test("with `placements` it finds out by itself", async () => {
  const { exchange, sent } = world({ exchangeClock, placements }, 1);
  const placement = await exchange.tryPlaceOrder(order, { resolveMs: 1000 });
  expect(placement.kind).toBe("placed");
  expect(sent.filter((each) => each === "POST /api/v1/order")).toHaveLength(1);
});

test("features add their checks", async () => {
  const { exchange, sent } = world({ ...features, adviceSentences });
  const refused = exchange.placeOrder({ ...order, price: "30000.001" });
  await expect(refused).rejects.toMatchObject({ issues: [{ filter: "PRICE_FILTER" }] });
  expect(sent).not.toContain("POST /api/v1/order");
  expect(await exchange.placeOrder(order)).toMatchObject({ symbol: "BTCUSDT" });
  const { checkOrder } = await exchange.filters("BTCUSDT");
  expect(checkOrder(order).violations).toEqual([]);
});

test("a client has the methods of its operations", async () => {
  const { options } = world({});
  const client = createClient({ ...options, operations: { placeOrder, getOrder } });
  expect(Object.keys(client)).toEqual(["after", "now", "placeOrder", "getOrder"]);
  expect(await client.placeOrder(order)).toMatchObject({ symbol: "BTCUSDT" });
});

test("an option whose feature was not given is refused, not ignored", () => {
  const { options } = world({});
  const journal = { begin: () => undefined, end: () => undefined, pending: () => [] };
  const sign = () => "";
  const given = { ...options, operations, journal, limits: {}, sign, validate: true };
  expect(() => createClient(given as never)).toThrow(
    /^createClient has wrong options. journal has an invalid value;/,
  );
  expect(() => createClient(given as never)).toThrow(
    expect.objectContaining({
      issues: [
        "journal has an invalid value; give the feature placements beside it.",
        "limits has an invalid value; give the feature rateLimits beside it.",
        "sign has an invalid value; give the feature signer beside it.",
        "validate has an invalid value; give the feature orderChecks beside it.",
      ].map((message) => expect.objectContaining({ message })),
    }),
  );
  for (const absent of [false, undefined] as const) {
    const none = { limits: absent, validate: absent, journal: undefined, sign: undefined };
    expect(() => createClient({ ...options, operations, ...none })).not.toThrow();
  }
  expect(() => createClient({ baseUrl: "http://x", apiKey: undefined, operations })).not.toThrow();
  expect(() => createClient({ ...options, operations, limits: {}, rateLimits })).not.toThrow();
});
