/** The control endpoint: who may use it, what it takes, and what it shows. */

import { request as httpRequest } from "node:http";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startSandbox } from "../../../sandbox/index.node.ts";
import { createPacedClock, createSandbox, type Sandbox } from "../../../sandbox/index.ts";
import {
  isOpen,
  type Line,
  lineInProcess,
  lineOverPort,
  listenKey,
  place,
  stream,
} from "../support/fault-calls.ts";
import { memoryJournal } from "../support/memory-journal.ts";

let line: Line;
beforeAll(async () => (line = await lineOverPort()));
afterAll(() => line.close());

interface ControlResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Sends bytes as they are to the endpoint; fetch would not send a foreign Host or Origin. */
function send(
  method: string,
  body: string,
  headers: Record<string, string> = {},
  url = `${line.baseUrl}/control`,
): Promise<ControlResponse> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => {
        const body: unknown = text === "secret" ? text : JSON.parse(text);
        resolve({ status: response.statusCode ?? 0, body });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const post = (command: unknown): Promise<ControlResponse> => send("POST", JSON.stringify(command));

test("the state shows commands, rules and keys, and no secret or listen key", async () => {
  const key = await listenKey(line);
  const { socket, ended } = await stream(line, key, "btcusdt@trade");
  await post({ command: "addFaults", rules: [{ fault: "envelope", name: "wrapped" }] });
  const { status, body } = await send("GET", "");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    time: expect.any(Number),
    accounts: [
      { account: "alice", key: "sandbox-key-of-alice" },
      { account: "bob", key: "sandbox-key-of-bob" },
    ],
    clock: "the machine's",
    maker: "stopped",
    connections: 1,
    streams: { "user data of alice": 1, "btcusdt@trade": 1 },
    faults: {
      rules: [{ name: "wrapped", rule: { fault: "envelope" }, seen: 0, reached: 0 }],
      reached: { hang: 0 },
    },
  });
  const { commands } = body as { commands: { name: string }[] };
  expect(commands.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["addFaults", "removeFault", "cutSockets", "deposit", "clock"]),
  );
  const text = JSON.stringify(body);
  expect(text).not.toContain("secret");
  expect(text).not.toContain(key);
  socket.close();
  await ended;
  expect(await post({ command: "removeFault", name: "wrapped" })).toEqual({
    status: 200,
    body: null,
  });
});

const strangers: readonly (readonly [string, Record<string, string>, number])[] = [
  ["its own page", { Origin: "own" }, 200],
  ["no page", {}, 200],
  ["a name of this machine", { Host: "localhost:1" }, 200],
  ["the address in version 6", { Host: "[::1]:1" }, 200],
  ["a page of another origin", { Origin: "http://evil.test" }, 403],
  ["a page on another port here", { Origin: "http://127.0.0.1:1" }, 403],
  ["a page without an origin", { Origin: "null" }, 403],
  ["a name that was made to point here", { Host: "evil.test" }, 403],
  ["a name that only begins well", { Host: "127.0.0.1.evil.test" }, 403],
  ["a name that only ends well", { Host: "evil.localhost.test" }, 403],
  ["a Host that is none", { Host: "a b" }, 403],
  ["an address of another machine", { Host: "10.0.0.7" }, 403],
  ["its own page, as a browser says", { Origin: "own", "Sec-Fetch-Site": "same-origin" }, 200],
  ["somebody who typed the address", { "Sec-Fetch-Site": "none" }, 200],
  ["a page of another site", { "Sec-Fetch-Site": "cross-site" }, 403],
  ["a page on another port here, without Origin", { "Sec-Fetch-Site": "same-site" }, 403],
  [
    "a page of another site with our Origin",
    { Origin: "own", "Sec-Fetch-Site": "cross-site" },
    403,
  ],
];

test.each(strangers)("commands of %s", async (_, headers, status) => {
  const own = headers["Origin"] === "own" ? { ...headers, Origin: line.baseUrl } : headers;
  const body = JSON.stringify({ command: "clearFaults" });
  expect((await send("POST", body, own)).status).toBe(status);
  expect((await send("GET", "", own)).status).toBe(status);
});

const link = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" };

test("who follows a link sees the state, but no form of another site is a command", async () => {
  const foreign = { ...link, "Sec-Fetch-Site": "cross-site" };
  expect((await send("GET", "", foreign)).status).toBe(200);
  expect((await send("POST", JSON.stringify({ command: "clearFaults" }), foreign)).status).toBe(
    403,
  );
});

test("the page is shown to its own machine and to who follows a link, and the interface to all", async () => {
  const page = (path: string) =>
    path === "/nothing" ? undefined : { status: 200, headers: {}, body: "secret" };
  const running = await startSandbox({ port: 0, page, host: "0.0.0.0" });
  const strange = { Host: "evil.test", "Sec-Fetch-Site": "cross-site", Origin: "http://evil.test" };
  const crossSite = { "Sec-Fetch-Site": "cross-site" };
  const rows: readonly (readonly [
    path: string,
    headers: Record<string, string>,
    status: number,
  ])[] = [
    ["/", {}, 200],
    ["/", { Host: "localhost" }, 200],
    ["/", { Host: "[::1]:80" }, 200],
    ["/", { Host: "0.0.0.0" }, 200],
    ["/", { Host: "evil.test" }, 403],
    ["/", { Host: "evil.test", ...crossSite, ...link }, 403],
    ["/", { Origin: "http://evil.test" }, 403],
    ["/", crossSite, 403],
    ["/", { ...crossSite, ...link }, 200],
    ["/", { ...crossSite, ...link, "Sec-Fetch-Dest": "iframe" }, 403],
    ["/nothing", strange, 404],
    ["/api/v1/time", strange, 200],
  ];
  for (const [path, headers, status] of rows) {
    const response = await send("GET", "", headers, `http://127.0.0.1:${running.port}${path}`);
    expect([path, headers, response.status]).toEqual([path, headers, status]);
    if (status === 403) expect(JSON.stringify(response.body)).not.toContain("secret");
  }
  await running.close();
});

test.each([
  ["127.0.0.1", 200],
  ["::1", 200],
  ["::ffff:127.0.0.1", 200],
  ["10.0.0.7", 403],
  ["::ffff:10.0.0.7", 403],
  ["", 403],
])("a connection from %s gets %i", async (ip, status) => {
  const request = new Request("http://sandbox/control");
  expect((await createSandbox().handle(request, { ip })).status).toBe(status);
});

const rejected: readonly (readonly [body: string, message: string])[] = [
  ["", "the body is not JSON: "],
  ['{"command":\n  "clearFaults",}', "(line 2 column 17)"],
  ["7", "it must be an object"],
  ["{}", "command must be one of addFaults"],
  ['{"command": "constructor"}', "command must be one of"],
  ['{"command": "clearFaults", "all": true}', "all is unknown"],
  ['{"command": "clearFaults", "__proto__": {}}', "__proto__ is unknown"],
  ['{"command": "removeFault"}', "name is missing"],
  ['{"command": "removeFault", "name": "none"}', "name does not match a rule"],
  ['{"command": "addFaults", "rules": [{"fault": "delay"}]}', "rules[0].ms is missing"],
  ['{"command": "loseListenKey", "account": "carol"}', "account is unknown"],
  ['[{"command": "clearFaults"}, {"command": "cutSockets", "code": 1}]', "command 2: code must"],
];

test.each(rejected)("%j is rejected with a message", async (body, message) => {
  const response = await send("POST", body);
  expect(response.status).toBe(400);
  expect((response.body as { message: string }).message).toContain(message);
});

test("a list with one bad command changes nothing", async () => {
  const add = { command: "addFaults", rules: [{ fault: "hang", when: { path: "/nowhere" } }] };
  expect((await post([add, { command: "addFaults", rules: 1 }])).status).toBe(400);
  expect(line.sandbox.faults.list()).toEqual([]);
  expect(await post([add, { command: "clearFaults" }])).toEqual({
    status: 200,
    body: [["hang 1"], null],
  });
});

test("other methods get 405 with the allowed ones", async () => {
  const { status, headers } = await line.sandbox.fetch("http://sandbox/control", { method: "PUT" });
  expect([status, headers.get("allow")]).toEqual([405, "GET, POST"]);
});

test("sockets are cut, listen keys lost and addresses banned by command", async () => {
  const before = line.sandbox.faults.reached();
  const key = await listenKey(line);
  const streams = await Promise.all([stream(line, key), stream(line, "btcusdt@trade")]);
  expect(await post({ command: "loseListenKey", account: "alice" })).toMatchObject({ status: 200 });
  expect(line.sandbox.exchange.listenKeys.keysOf("alice", line.sandbox.exchange.now())).toEqual([]);
  expect(await post({ command: "cutSockets", code: 1012 })).toEqual({ status: 200, body: 2 });
  expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual([1012, 1012]);

  await post({ command: "ban", ip: "127.0.0.1", ms: 60_000 });
  for (const path of ["time", "nope", "depth?symbol=%FF"]) {
    expect((await fetch(`${line.baseUrl}/api/v1/${path}`)).status).toBe(418);
  }
  const after = line.sandbox.faults.reached();
  expect([after.cut - before.cut, after.loseListenKey - before.loseListenKey]).toEqual([2, 1]);
  expect(after.ban - before.ban).toBe(1);
});

test("money is moved, and neither more than there is nor finer than a unit", async () => {
  const { control, exchange } = createSandbox();
  const account = "alice";
  const free = () => exchange.state.accounts.get(account)?.balances.get("BTC")?.free ?? 0n;
  const before = free();
  await control({ command: "deposit", account, asset: "BTC", amount: "0.00000003" });
  expect(free() - before).toBe(3n);
  await control({ command: "withdraw", account, asset: "BTC", amount: "0.00000002" });
  expect(free() - before).toBe(1n);
  const wrong: readonly (readonly [given: object, message: string])[] = [
    [
      { account, asset: "BTC", amount: "99999999" },
      "amount is more than the free balance of the account",
    ],
    [{ account, asset: "BTC", amount: "0.000000001" }, "amount must be a decimal as text"],
    [{ account, asset: "BTC", amount: "-1" }, "amount must be a decimal as text"],
    [{ account, asset: "BTC", amount: 1 }, "amount must be a decimal as text"],
    [{ account, asset: "XYZ", amount: "1" }, "amount is more than the free balance of the account"],
    [{ account: "carol", asset: "BTC", amount: "1" }, "account is unknown"],
  ];
  for (const [given, message] of wrong) {
    await expect(control({ command: "withdraw", ...given })).rejects.toThrow(message);
  }
  expect(free() - before).toBe(1n);
});

test("the clock jumps, advances, freezes and runs in the order of the command", async () => {
  const real = { now: 0 };
  const clock = createPacedClock(1000, { now: () => real.now, after: () => () => {} });
  const { control } = createSandbox({ clock });
  const at = (given: object) => control({ command: "clock", ...given });
  expect(await at({ frozen: true })).toEqual({ time: 1000, frozen: true });
  real.now = 500;
  expect(await at({ jumpTo: 5000, advanceMs: 7 })).toEqual({ time: 5007, frozen: true });
  expect(await at({ frozen: false })).toEqual({ time: 5007, frozen: false });
  real.now = 600;
  expect(await at({})).toEqual({ time: 5107, frozen: false });
  expect(await at({ frozen: true, advanceMs: 3 })).toEqual({ time: 5110, frozen: true });
  const still = createSandbox();
  const frozen = still.control({ command: "clock", frozen: false });
  await expect(frozen).rejects.toThrow("frozen is for a clock that runs");
  const outside = createSandbox({ now: () => 0 });
  await expect(outside.control({ command: "clock" })).rejects.toThrow("it has the machine's time");
});

test("the state says whether the clock runs", async () => {
  const clock = createPacedClock(0, { now: () => 0, after: () => () => {} });
  const clockOf = async ({ fetch }: Sandbox) =>
    ((await (await fetch("http://sandbox/control")).json()) as { clock: string }).clock;
  expect(await clockOf(createSandbox({ clock }))).toBe("virtual, running");
  clock.freeze();
  expect(await clockOf(createSandbox({ clock }))).toBe("virtual, frozen");
  expect(await clockOf(createSandbox())).toBe("virtual, frozen");
});

test("a command that fails says so to the log alone", async () => {
  const reports: string[] = [];
  const journal = memoryJournal();
  const { fetch } = createSandbox({ journal, report: (text) => reports.push(text) });
  journal.isFull = true;
  const body = JSON.stringify({ command: "deposit", account: "alice", asset: "BTC", amount: "1" });
  const response = await fetch("http://sandbox/control", { method: "POST", body });
  const message = "the command failed; see the log of the sandbox.";
  expect([response.status, await response.json()]).toEqual([500, { message }]);
  expect(reports.at(-1)).toMatch(/^a command failed: the exchange cannot write its journal/);
});

test("the clock is not moved beyond what a date can hold", async () => {
  const { control, clock } = createSandbox({ startTime: 1000 });
  const last = Date.UTC(9999, 11, 31);
  for (const [given, field] of [
    [{ jumpTo: last + 1 }, "jumpTo"],
    [{ jumpTo: last, advanceMs: 1 }, "advanceMs"],
    [{ advanceMs: Number.MAX_SAFE_INTEGER }, "advanceMs"],
  ] as const) {
    const moved = control({ command: "clock", ...given });
    await expect(moved).rejects.toThrow(`${field} leads beyond the year 9999`);
  }
  expect(clock?.now()).toBe(1000);
  expect(await control({ command: "clock", jumpTo: last })).toEqual({ time: last, frozen: true });
});

test("the maker runs at the pace of a command, which is at least one millisecond", async () => {
  const { control, clock, exchange } = createSandbox();
  const trades = () => exchange.state.markets.get("BTCUSDT")?.trades.length ?? 0;
  for (const everyMs of [0, -1, 0.5, 86_400_001]) {
    await expect(control({ command: "maker", on: true, everyMs })).rejects.toThrow("everyMs must");
  }
  expect(await control({ command: "maker", on: true, everyMs: 1 })).toEqual({ running: true });
  const before = trades();
  clock?.advance(900);
  expect(trades()).toBeGreaterThan(before);
  expect(await control({ command: "maker", on: false })).toEqual({ running: false });
});

test("maintenance expires the orders of a symbol, and a status halts it", async () => {
  const line = await lineInProcess();
  const { control } = line.sandbox;
  await place(line, "mine");
  await control({ command: "maintenance", symbol: "ETHUSDT" });
  expect(isOpen(line, "mine")).toBe(true);
  const { expired } = (await control({ command: "maintenance" })) as { expired: number };
  expect([expired > 0, isOpen(line, "mine")]).toEqual([true, false]);
  await control({ command: "status", symbol: "BTCUSDT", status: "HALT" });
  expect((await place(line, "late")).status).toBe(400);
  await expect(control({ command: "status", symbol: "XYZ", status: "HALT" })).rejects.toThrow(
    "symbol is not listed",
  );
});

test("in one process the same commands are a function", async () => {
  const { control, faults, fetch } = createSandbox();
  expect(await control({ command: "addFaults", rules: [{ fault: "usage" }] })).toEqual(["usage 1"]);
  await expect(control({ command: "adFaults" })).rejects.toThrow("command must be one of");
  await fetch("http://sandbox/api/v1/time");
  expect(faults.reached().usage).toBe(1);
  const state = await (await fetch("http://sandbox/control")).json();
  expect(state).toMatchObject({ faults: { reached: { usage: 1 } } });
});
