/** The monitor of a running client: what it finds, what it costs, and what it keeps to itself. */

import { expect, test } from "vitest";

import { createClient } from "../../../generated/client.ts";
import type { Choices } from "../../../generated/sandbox.ts";
import { createStreams } from "../../../generated/stream-client.ts";
import { createSandbox } from "../../../sandbox/index.ts";
import { type DriftMonitorOptions, driftMonitor, loadDocuments } from "../../../testing/index.ts";

const documents = await loadDocuments();

/** A client and streams on a sandbox, both watched. */
function watched(
  choices: Partial<Choices>,
  options: Partial<DriftMonitorOptions> = {},
  change: (text: string) => string = (text) => text,
) {
  const sandbox = createSandbox({ choices });
  const [account] = sandbox.accounts;
  if (account === undefined || sandbox.clock === undefined) throw new Error("There is no account");
  const { now, after } = sandbox.clock;
  const fetch = async (...given: Parameters<typeof globalThis.fetch>): Promise<Response> => {
    const response = await sandbox.fetch(new Request(...given));
    return new Response(change(await response.text()), response);
  };
  const { WebSocket } = sandbox;
  const monitor = driftMonitor({ ...documents, fetch, WebSocket, costMax: 1, ...options });
  const { apiKey, apiSecret } = account;
  const given = { baseUrl: "http://sandbox", fetch: monitor.fetch, now, after };
  const client = createClient({ ...given, apiKey, apiSecret, checkResponses: false });
  const streams = createStreams({
    url: "ws://sandbox/stream",
    WebSocket: monitor.WebSocket,
    now,
    after,
  });
  return { sandbox, clock: sandbox.clock, monitor, client, streams, account };
}

const symbol = "BTCUSDT";

test("nothing is found on the usual sandbox, over REST and streams", async () => {
  const { client, streams, monitor, clock } = watched({});
  const trades = streams.trade(symbol);
  await clock.run(10);
  await client.getAggTrades({ symbol });
  await client.placeOrder({ symbol, side: "BUY", type: "MARKET", quantity: "0.001" });
  await clock.run(10);
  await expect.poll(() => monitor.report().looked).toBeGreaterThan(3);
  expect(monitor.report().deviations).toEqual([]);
  trades.close();
  streams.close();
});

test("each deviation is emitted once and counted", async () => {
  const emitted: string[] = [];
  const { client, streams, monitor, clock } = watched(
    { "aggregate-trade-best-match": "present", "trade-event-payload": "withoutOrderIds" },
    { onDeviation: ({ subject }) => emitted.push(subject) },
  );
  streams.trade(symbol);
  await clock.run(10);
  for (let turn = 0; turn < 3; turn += 1) {
    await client.getAggTrades({ symbol });
    await client.placeOrder({ symbol, side: "BUY", type: "MARKET", quantity: "0.001" });
    await clock.run(10);
  }
  const found = () => monitor.report().deviations.toSorted((a, b) => a.text.localeCompare(b.text));
  const assumed = { kind: "assumption", by: "exchange", count: 3 };
  const text = (taken: string, other: string) =>
    `it is assumed that ${taken}, but ${other} was seen`;
  await expect.poll(found).toEqual([
    { ...assumed, subject: "aggregate-trade-best-match", text: text("absent", "present") },
    {
      ...{ ...assumed, subject: "trade-event-payload" },
      text: text("withOrderIds", "withoutOrderIds"),
    },
  ]);
  expect(emitted.toSorted()).toEqual(["aggregate-trade-best-match", "trade-event-payload"]);
  streams.close();
});

test("no value of the account is in a report", async () => {
  const secret = "7777123456";
  const { client, monitor, account } = watched({}, {}, (text) =>
    text
      .replace('"canTrade":true', `"canTrade":"${secret}"`)
      .replace('"balances":', `"${secret}":1,"owner":"${secret}","balances":`),
  );
  await client.getAccount();
  await expect.poll(() => monitor.report().deviations.length).toBe(3);
  // The measured time may have any digits.
  const shown = JSON.stringify({ ...monitor.report(), spentMs: 0 });
  expect(shown).toContain("/canTrade must be boolean");
  expect(shown).toContain("Account.owner");
  for (const value of [secret, account.apiKey, account.apiSecret, "10000"]) {
    expect(shown).not.toContain(value);
  }
});

test("checks stay within their share of the time", async () => {
  let time = 0;
  const { client, monitor } = watched({}, { costMax: 0.02, elapsed: () => (time += 1) });
  for (let turn = 0; turn < 40; turn += 1) {
    await client.getTime();
    time += 4;
  }
  const { looked, passed, spentMs } = monitor.report();
  expect([looked > 1, passed > looked, spentMs <= time * 0.02 + 1]).toEqual([true, true, true]);
});

test("responses that come at once cost no more, also after a quiet day", async () => {
  let time = 0;
  const { client, monitor } = watched({}, { costMax: 0.01, elapsed: () => (time += 1) });
  time += 86_400_000;
  await Promise.all(Array.from({ length: 20 }, () => client.getTime()));
  await expect.poll(() => monitor.report().passed).toBe(19);
  expect(monitor.report().looked).toBe(1);
});

test("the client receives a message before it is checked, and continues if the check fails", async () => {
  const order: string[] = [];
  const { streams, monitor, clock, client } = watched(
    { "trade-event-payload": "withoutOrderIds" },
    {
      onDeviation: () => {
        order.push("monitor");
        throw new Error("a fault of the listener");
      },
    },
  );
  streams.trade(symbol).each(() => order.push("client"));
  await clock.run(10);
  await client.placeOrder({ symbol, side: "BUY", type: "MARKET", quantity: "0.001" });
  await clock.run(10);
  await expect.poll(() => monitor.report().deviations.length).toBe(1);
  expect(order.slice(0, 2)).toEqual(["client", "monitor"]);
  streams.close();
});

test("a request whose body can be read only once is left alone", async () => {
  const received: string[] = [];
  const fetch = async (...given: Parameters<typeof globalThis.fetch>): Promise<Response> => {
    received.push(await new Request(...given).text());
    return new Response("{}");
  };
  const monitor = driftMonitor({ ...documents, fetch });
  const body = new Blob(["a=1"]).stream();
  const init = { method: "POST", body, duplex: "half" } as const;
  await monitor.fetch("http://exchange.test/api/v1/order", init);
  expect([received, monitor.report().looked]).toEqual([["a=1"], 0]);
});

test.each([[{ sample: 0 }], [{ sample: 0.5, random: () => 0.5 }]])(
  "with %j, nothing is checked",
  async (options) => {
    const { client, monitor } = watched({}, options);
    await client.getTime();
    expect(monitor.report()).toMatchObject({ looked: 0, passed: 1, deviations: [] });
  },
);

test.each([
  ["1000000", 1000],
  ["1000001", 0],
])("of %s bytes, %i new names are kept", async (length, want) => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz_ABCDE"];
  const names = letters.flatMap((one) => letters.map((other) => [one + other, 1]));
  const text = JSON.stringify({ serverTime: 1, ...Object.fromEntries(names) });
  const fetch = async () => new Response(text, { headers: { "content-length": length } });
  const monitor = driftMonitor({ ...documents, fetch, costMax: 1 });
  await monitor.fetch("http://exchange.test/api/v1/time");
  // The body is read after the response was given.
  await new Promise((resolve) => setTimeout(resolve, 20));
  await expect.poll(() => monitor.report().deviations.length).toBe(want);
});

test.each([
  [
    { sample: 2 },
    "driftMonitor has wrong options. sample has an invalid value; give a share from 0 to 1.",
  ],
  [{ sample: -0.1 }, "driftMonitor has wrong options. sample has an invalid value"],
  [{ costMax: "1" }, "driftMonitor has wrong options. costMax has an invalid value"],
  [
    { openapi: 1 },
    "driftMonitor has wrong options. openapi has an invalid value; give the bundled OpenAPI document.",
  ],
  [{ asyncapi: 1 }, "asyncapi has an invalid value; give the bundled AsyncAPI document."],
])("the option %j is refused", (option, message) => {
  expect(() => driftMonitor({ ...documents, ...(option as object) })).toThrow(message);
});
