/** What the page records of requests and stream messages, against a sandbox on a real port. */

import { afterAll, expect, test } from "vitest";

import { createClient } from "../../../generated/client.ts";
import type { ClientOptions } from "../../../runtime/client/options.ts";
import type { FaultRule } from "../../../sandbox/faults/kinds.ts";
import { startSandbox } from "../../../sandbox/index.node.ts";
import { bodyLengthMax } from "../../../sandbox/page/wire/body.ts";
import type { RequestEntry } from "../../../sandbox/page/wire/entries.ts";
import { createHistory } from "../../../sandbox/page/wire/history.ts";
import { createWire, type Wire } from "../../../sandbox/page/wire/wire.ts";

const running = await startSandbox({ port: 0 });
afterAll(() => running.close());
const { sandbox, baseUrl } = running;
const [account] = sandbox.accounts;
if (account === undefined) throw new Error("no account");
const now = () => performance.timeOrigin + performance.now();
const order = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "0.01",
  price: "30000",
} as const;

function recorded(options: Partial<ClientOptions> = {}) {
  const wire = createWire({ fetch: (url, init) => fetch(url, init), now });
  const { apiKey, apiSecret } = account ?? {};
  const client = createClient({
    baseUrl,
    apiKey,
    apiSecret,
    fetch: wire.fetch,
    onEvent: (event) => wire.onCall(event, { account: "alice" }),
    random: () => 0,
    validate: false,
    clockRefreshMs: Infinity,
    ...options,
  });
  return { wire, client };
}

/** The requests of a call, when all of them have ended. */
async function ended(wire: Wire): Promise<readonly RequestEntry[]> {
  const isOpen = ({ endedMs }: RequestEntry) => endedMs === undefined;
  await expect.poll(() => wire.requests.entries().some(isOpen), { interval: 5 }).toBe(false);
  return wire.requests.entries();
}

const rule = (fault: object) =>
  ({ ...fault, when: { operation: "getDepth", count: 1 } }) as FaultRule;
const retried = { retry: { reason: "ApiError" } };
const elsewhere = { Location: "/elsewhere" };
const cut = { isCut: true, text: "x".repeat(bodyLengthMax) };
const failed = (pattern: RegExp) => ({ failure: expect.stringMatching(pattern) });

type Row = readonly [name: string, fault: object, options: Partial<ClientOptions>, object[]];

/** A fault, options of the client, and what the requests of one getDepth look like. */
const rows: readonly Row[] = [
  ["a response", { fault: "usage" }, {}, [{ status: 200, response: { isCut: false } }]],
  ["503", { fault: "status", status: 503 }, {}, [{ status: 503, ...retried }, { status: 200 }]],
  [
    "429 with a time to wait",
    { fault: "throttle", retryAfter: 0 },
    { limits: false },
    [{ status: 429, ...retried }, { status: 200 }],
  ],
  ["a lost connection", { fault: "drop" }, {}, [{ ...failed(/fetch failed/u), retry: {} }, {}]],
  [
    "a body that ends early",
    { fault: "truncate", bytes: 20 },
    {},
    [{ status: 200, ...failed(/terminated/u), response: { bytes: 20 }, retry: {} }, {}],
  ],
  [
    "no response in time",
    { fault: "hang" },
    { attemptTimeoutMs: 60, maxAttempts: 1 },
    [failed(/the time limit was reached/u)],
  ],
  ["a redirect", { fault: "response", status: 302, headers: elsewhere }, {}, [{ status: 302 }]],
  [
    "what is not JSON",
    { fault: "response", body: "<html>" },
    {},
    [{ status: 200, response: { text: "<html>", bytes: 6 } }],
  ],
  [
    "a body of a megabyte",
    { fault: "response", body: "x".repeat(1000), times: 1000 },
    {},
    [{ status: 200, response: cut }],
  ],
];

test.for(rows)("%s is recorded", async ([, fault, options, wanted]) => {
  const { wire, client } = recorded(options);
  sandbox.faults.add(rule(fault));
  await client.getDepth({ symbol: "BTCUSDT", limit: 5 }).catch(() => undefined);
  const requests = await ended(wire);
  sandbox.faults.clear();
  expect(requests).toMatchObject(wanted);
  expect(requests).toHaveLength(wanted.length);
  requests.forEach(({ sender, method, url, startedMs, endedMs }, index) => {
    const attempt = index + 1;
    expect(sender).toEqual({ account: "alice", call: 1, operation: "getDepth", attempt });
    expect([method, url]).toEqual(["GET", `${baseUrl}/api/v1/depth?symbol=BTCUSDT&limit=5`]);
    expect(endedMs).toBeGreaterThan(startedMs);
  });
});

test("a refused timestamp, the reading of the time and the repeated call are distinguished", async () => {
  const { wire, client } = recorded();
  sandbox.faults.add({ fault: "clockOffset", ms: 60_000 });
  const [balances] = await Promise.all([client.getAccount(), client.getOpenOrders()]);
  sandbox.faults.clear();
  expect(balances).toBeDefined();
  const requests = await ended(wire);
  const found = [1, 2, 3].map((call) =>
    requests
      .filter(({ sender }) => sender?.call === call)
      .map(({ sender, status }) => `${sender?.operation} ${status}`),
  );
  expect(found.toSorted()).toEqual([
    ["getAccount 400", "getAccount 200"],
    ["getOpenOrders 400", "getOpenOrders 200"],
    ["getTime 200"],
  ]);
  expect(wire.notices.entries().map(({ notice }) => notice.kind)).toContain("resync");
});

test("the query for the outcome of an order belongs to its placement", async () => {
  const { wire, client } = recorded();
  sandbox.faults.add({ fault: "drop", accepted: true, when: { operation: "placeOrder" } });
  const placement = await client.tryPlaceOrder(order);
  sandbox.faults.clear();
  expect(placement.kind).toBe("placed");
  const requests = await ended(wire);
  expect(requests.map(({ sender }) => `${sender?.call} ${sender?.operation}`)).toEqual([
    "1 placeOrder",
    "1 getOrder",
  ]);
});

test("a call that its caller ends is recorded as ended", async () => {
  const { wire, client } = recorded();
  sandbox.faults.add({ fault: "hang", when: { operation: "getTime" } });
  const caller = new AbortController();
  const call = client.getTime({}, { signal: caller.signal });
  await expect.poll(() => wire.requests.entries().length, { interval: 5 }).toBe(1);
  caller.abort();
  await expect(call).rejects.toMatchObject({ name: "AbortedError" });
  sandbox.faults.clear();
  const [request] = await ended(wire);
  expect(request?.failure).toContain("ended");
});

test("a request that no client has announced belongs to no call", async () => {
  const { wire, client } = recorded();
  await client.getTime();
  const init = { method: "GET", headers: {}, redirect: "manual" } as const;
  await wire.fetch(`${baseUrl}/api/v1/time`, { ...init, signal: new AbortController().signal });
  const [announced, foreign] = await ended(wire);
  expect(announced?.sender).toBeDefined();
  expect(foreign).toMatchObject({ status: 200 });
  expect(foreign?.sender).toBeUndefined();
});

test("no record holds the secret", async () => {
  const { wire, client } = recorded();
  await client.tryPlaceOrder(order);
  await ended(wire);
  const everything = JSON.stringify([wire.requests.entries(), wire.notices.entries()]);
  expect(everything).toContain("placeOrder");
  expect(everything).not.toContain(account.apiKey);
  expect(everything).not.toContain(account.apiSecret);
});

test("thousands of entries are bounded, by their number and by their size", () => {
  let changes = 0;
  const history = createHistory<{ id: number; size: number }>(
    { entries: 100, size: 1000 },
    ({ size }) => size,
    () => {
      changes += 1;
    },
  );
  for (let id = 1; id <= 5000; id += 1) history.add({ id, size: 1 });
  expect(history.entries()).toHaveLength(100);
  expect(history.entries().at(0)?.id).toBe(4901);
  history.change(1, { size: 7 });
  expect(changes).toBe(5000);
  // An entry that grows pushes out others, but never the newest.
  history.change(4950, { size: 940 });
  expect(
    history
      .entries()
      .map(({ id }) => id)
      .at(0),
  ).toBe(4940);
  history.add({ id: 5001, size: 1_000_000 });
  expect(history.entries()).toEqual([{ id: 5001, size: 1_000_000 }]);
  history.clear();
  expect(history.entries()).toEqual([]);
});
