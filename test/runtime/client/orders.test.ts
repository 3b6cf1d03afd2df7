/** The code of placements, which the first of them loads: late, several at once, or not at all. */

import { expect, test } from "vitest";

import { cancellations } from "../../../generated/call-features.ts";
import type { Client } from "../../../generated/index.ts";
import { operations } from "../../../generated/operations.ts";
import { tables } from "../../../generated/tables.ts";
import { createBaseClient } from "../../../runtime/client/client.ts";
import { optionChecks } from "../../../runtime/client/option-checks.ts";
import { ordersLater } from "../../../runtime/client/orders.ts";
import { writeFields } from "../../../runtime/encoding/wire.ts";
import { createListedSymbols } from "../../../runtime/orders/symbols.ts";
import { createSandbox } from "../../../sandbox/index.ts";
import { resting as order } from "../../support/world.ts";

type Methods = Pick<Client, "tryPlaceOrder" | "tryCancelOrder" | "resolvePending" | "observeOrder">;
type Load = () => Promise<typeof import("../../../generated/placements.ts")>;

const loadIt: Load = () => import("../../../generated/placements.ts");
const never: Load = () => new Promise(() => undefined);
const missing: Load = () => Promise.reject(new TypeError("no /placements.js?key=secret"));

/** A client of a sandbox that loads its code this way. */
function world(load: Load) {
  const sandbox = createSandbox();
  const [{ apiKey, apiSecret } = {}] = sandbox.accounts;
  const sent: string[] = [];
  const loads = [load];
  const { call, methods } = createBaseClient(
    { ...tables, operations },
    {
      ...{ baseUrl: "http://sandbox", apiKey, apiSecret, now: () => sandbox.exchange.now() },
      fetch: (url, init) => {
        sent.push(`${init.method} ${new URL(url).pathname}`);
        return sandbox.fetch(url, init);
      },
    },
    { checkFields: writeFields, optionChecks },
    (context) => {
      const load = () => (loads.at(-1) ?? missing)();
      const methods = ["tryPlaceOrder", "resolvePending"];
      const later = { load, operations: ["placeOrder"], methods };
      return ordersLater(later, cancellations, createListedSymbols(), context);
    },
  );
  return { call, methods: methods as unknown as Methods, sent, loads };
}

const lost =
  "The code of placements could not be loaded (TypeError); serve all files of the bundle.";
const gone = AbortSignal.abort();

/** How an order ends that waits for its code. */
const ends: readonly (readonly [name: string, Load, object, error: object])[] = [
  ["is not there", missing, {}, { name: "TransportError", message: expect.stringContaining(lost) }],
  ["comes too late", never, { timeoutMs: 5 }, { name: "TimeoutError", limit: "timeoutMs" }],
  ["is no longer waited for", never, { signal: gone }, { name: "AbortedError" }],
];

for (const [name, load, options, error] of ends) {
  test(`an order whose code ${name} is not sent, and the next one is`, async () => {
    const { call, methods, sent, loads } = world(load);
    const known = { ...error, outcome: "notSent", attempts: 0 };
    await expect(call("placeOrder", order, options)).rejects.toMatchObject(known);
    const tried = await methods.tryPlaceOrder(order, options);
    expect(tried).toEqual({ kind: "rejected", error: expect.objectContaining(known), attempts: 0 });
    expect(sent).toEqual([]);
    loads.push(loadIt);
    expect(await methods.tryPlaceOrder(order)).toMatchObject({ kind: "placed" });
  });
}

test("wrong options are refused before anything waits for the code", async () => {
  const { methods } = world(never);
  for (const options of [{ timeoutMs: -1 }, { signal: "none" }] as const) {
    const [name] = Object.keys(options);
    const error = { name: "InvalidRequestError", fields: [name] };
    await expect(methods.tryPlaceOrder(order, options as object)).rejects.toMatchObject(error);
    await expect(methods.resolvePending(options as object)).rejects.toMatchObject(error);
  }
});

test("first orders at one time know of each other, and later ones load nothing", async () => {
  const { methods, sent, loads } = world(loadIt);
  const twice = { ...order, newClientOrderId: "same" };
  const kinds = await Promise.all([methods.tryPlaceOrder(twice), methods.tryPlaceOrder(twice)]);
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(["placed", "rejected"]);
  expect(sent).toEqual(["GET /api/v1/exchangeInfo", "POST /api/v1/order"]);
  loads.push(missing);
  expect(await methods.tryPlaceOrder(order)).toMatchObject({ kind: "placed" });
});

test("without that code orders are observed and canceled, and pending ones stay", async () => {
  const { call, methods, sent } = world(missing);
  expect(methods.observeOrder({ clientOrderId: "a" })).toBeUndefined();
  await expect(methods.resolvePending()).rejects.toThrow(lost);
  const wrong = { symbol: "BTCUSDT", orderId: 9 };
  await expect(call("cancelOrder", wrong)).rejects.toMatchObject({ name: "ApiError" });
  expect(await methods.tryCancelOrder(wrong)).toMatchObject({ kind: "rejected" });
  expect(sent).toEqual(["DELETE /api/v1/order", "DELETE /api/v1/order"]);
});
