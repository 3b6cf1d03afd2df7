/** The control endpoint: who may use it, what it takes, and what it shows. */

import { request as httpRequest } from "node:http";

import { afterAll, beforeAll, expect, test } from "vitest";

import { sandboxSchemas } from "../../../generated/sandbox.ts";
import { encodePlain } from "../../../sandbox/exchange/plain-data.ts";
import { startSandbox } from "../../../sandbox/index.node.ts";
import { createPacedClock, createSandbox } from "../../../sandbox/index.ts";
import * as calls from "../support/fault-calls.ts";
import { memoryJournal } from "../support/memory-journal.ts";

const { isOpen, lineInProcess, lineOverPort, listenKey, place, stream } = calls;

let line: calls.Line;
beforeAll(async () => (line = await lineOverPort()));
afterAll(() => line.close());

/** Sends bytes as they are to the endpoint; fetch would not send a foreign Host or Origin. */
function send(
  method: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  url = `${line.baseUrl}/control`,
  // biome-ignore lint/suspicious/noExplicitAny: whatever the endpoint sends
): Promise<{ readonly status: number; readonly body: any }> {
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

const post = (command: unknown) => send("POST", JSON.stringify(command));

test("the state shows commands, rules and keys, and no secret or listen key", async () => {
  const key = await listenKey(line);
  const { socket, ended } = await stream(line, key, "btcusdt@trade");
  await post({ command: "addFaults", rules: [{ fault: "envelope", name: "wrapped" }] });
  const { status, body } = await send("GET", "");
  expect([status, body]).toMatchObject([
    200,
    {
      ...{ time: expect.any(Number), clock: "the machine's", maker: "stopped", connections: 1 },
      accounts: [
        { account: "alice", key: "sandbox-key-of-alice" },
        { account: "bob", key: "sandbox-key-of-bob" },
      ],
      streams: { "user data of alice": 1, "btcusdt@trade": 1 },
      faults: {
        rules: [{ name: "wrapped", rule: { fault: "envelope" }, seen: 0, reached: 0 }],
        reached: { hang: 0 },
      },
    },
  ]);
  const names = body.commands.map(({ name }: { readonly name: string }) => name);
  const some = ["addFaults", "removeFault", "cutSockets", "deposit", "clock"];
  expect(names).toEqual(expect.arrayContaining(some));
  expect(JSON.stringify(body)).not.toContain("secret");
  expect(JSON.stringify(body)).not.toContain(key);
  socket.close();
  await ended;
  const removed = await post({ command: "removeFault", name: "wrapped" });
  expect(removed).toEqual({ status: 200, body: null });
});

const own = { Origin: "own" };
const crossSite = { "Sec-Fetch-Site": "cross-site" };
const link = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" };

const strangers: readonly (readonly [string, Record<string, string>, number])[] = [
  ["its own page", own, 200],
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
  ["its own page, as a browser says", { ...own, "Sec-Fetch-Site": "same-origin" }, 200],
  ["somebody who typed the address", { "Sec-Fetch-Site": "none" }, 200],
  ["a page of another site", crossSite, 403],
  ["a page on another port here, without Origin", { "Sec-Fetch-Site": "same-site" }, 403],
  ["a page of another site with our Origin", { ...own, ...crossSite }, 403],
];

test.each(strangers)("commands of %s", async (_, given, status) => {
  const headers = "Origin" in given && given["Origin"] === "own" ? { Origin: line.baseUrl } : {};
  const sent = { ...given, ...headers };
  const body = JSON.stringify({ command: "clearFaults" });
  expect((await send("POST", body, sent)).status).toBe(status);
  expect((await send("GET", "", sent)).status).toBe(status);
});

test("who follows a link sees the state, but no form of another site is a command", async () => {
  const foreign = { ...link, ...crossSite };
  expect((await send("GET", "", foreign)).status).toBe(200);
  const body = JSON.stringify({ command: "clearFaults" });
  expect((await send("POST", body, foreign)).status).toBe(403);
});

const strange = { Host: "evil.test", ...crossSite, Origin: "http://evil.test" };

const visitors: readonly (readonly [path: string, Record<string, string>, status: number])[] = [
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

test("the page is shown to its own machine and to who follows a link, and the interface to all", async () => {
  const page = (path: string) =>
    path === "/nothing" ? undefined : { status: 200, headers: {}, body: "secret" };
  const running = await startSandbox({ port: 0, page, host: "0.0.0.0" });
  for (const [path, headers, status] of visitors) {
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

test.each([
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
  ['[{"command": "clearFaults"}, {"command": "removeFault", "name": "a"}]', "command 2: name does"],
])("%j is rejected with a message", async (text, message) => {
  const { status, body } = await send("POST", text);
  expect([status, body]).toEqual([400, { message: expect.stringContaining(message) }]);
});

test("a list with one bad command changes nothing", async () => {
  const add = { command: "addFaults", rules: [{ fault: "hang", when: { path: "/nowhere" } }] };
  expect((await post([add, { command: "addFaults", rules: 1 }])).status).toBe(400);
  expect(line.sandbox.faults.list()).toEqual([]);
  const body = [["hang 1"], null];
  expect(await post([add, { command: "clearFaults" }])).toEqual({ status: 200, body });
});

test.each([
  ["PUT", "", 405, "GET, POST", { message: "this path supports only GET and POST." }],
  ["GET", "/feed", 426, null, { message: "open this path with ws://." }],
  ["GET", "/report", 200, null, { passed: true }],
])("%s of /control%s gets %i", async (method, path, ...want) => {
  const { fetch } = createSandbox();
  const response = await fetch(`http://sandbox/control${path}`, { method });
  const { status, headers } = response;
  expect([status, headers.get("allow"), await response.json()]).toMatchObject(want);
});

test("sockets are cut, listen keys lost and addresses banned by command", async () => {
  const { faults, exchange } = line.sandbox;
  const before = faults.reached();
  const streams = await Promise.all(
    [await listenKey(line), "btcusdt@trade"].map((name) => stream(line, name)),
  );
  expect(await post({ command: "loseListenKey", account: "alice" })).toMatchObject({ status: 200 });
  expect(exchange.listenKeys.keysOf("alice", exchange.now())).toEqual([]);
  expect(await post({ command: "cutSockets", code: 1012 })).toEqual({ status: 200, body: 2 });
  expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual([1012, 1012]);
  await post({ command: "ban", ip: "127.0.0.1", ms: 60_000 });
  for (const path of ["time", "nope", "depth?symbol=%FF"]) {
    expect((await fetch(`${line.baseUrl}/api/v1/${path}`)).status).toBe(418);
  }
  const { cut, loseListenKey, ban } = before;
  const after = { cut: cut + 2, loseListenKey: loseListenKey + 1, ban: ban + 1 };
  expect(faults.reached()).toEqual({ ...before, ...after });
});

test("money is moved, and neither more than there is nor finer than a unit", async () => {
  const { control, exchange } = createSandbox();
  const given = { account: "alice", asset: "BTC" };
  const free = () => exchange.state.accounts.get("alice")?.balances.get("BTC")?.free ?? 0n;
  const before = free();
  await control({ command: "deposit", ...given, amount: "0.00000003" });
  await control({ command: "withdraw", ...given, amount: "0.00000002" });
  expect(free() - before).toBe(1n);
  const tooMuch = "amount is more than the free balance of the account";
  for (const [change, message] of [
    [{ amount: "99999999" }, tooMuch],
    [{ amount: "1", asset: "XYZ" }, tooMuch],
    [{ amount: "0.000000001" }, "amount must be a decimal as text"],
    [{ amount: "-1" }, "amount must be a decimal as text"],
    [{ amount: 1 }, "amount must be a decimal as text"],
    [{ amount: "1", account: "carol" }, "account is unknown"],
  ] as const) {
    await expect(control({ command: "withdraw", ...given, ...change })).rejects.toThrow(message);
  }
  expect(free() - before).toBe(1n);
});

test("the clock jumps, advances, freezes and runs in the order of the command", async () => {
  const real = { now: 0 };
  const clock = createPacedClock(1000, { now: () => real.now, after: () => () => {} });
  const { control, fetch } = createSandbox({ clock });
  const at = (given: object) => control({ command: "clock", ...given });
  const shown = async () =>
    ((await (await fetch("http://sandbox/control")).json()) as never)["clock"];
  expect(await shown()).toBe("virtual, running");
  expect(await at({ frozen: true })).toEqual({ time: 1000, frozen: true });
  expect(await shown()).toBe("virtual, frozen");
  real.now = 500;
  expect(await at({ jumpTo: 5000, advanceMs: 7 })).toEqual({ time: 5007, frozen: true });
  expect(await at({ frozen: false })).toEqual({ time: 5007, frozen: false });
  real.now = 600;
  expect(await at({})).toEqual({ time: 5107, frozen: false });
  expect(await at({ frozen: true, advanceMs: 3 })).toEqual({ time: 5110, frozen: true });
  await control({ command: "ban", ip: "127.0.0.1", ms: 1000 });
  const status = async () => (await fetch("http://sandbox/api/v1/time")).status;
  expect([await status(), await at({ advanceMs: 999 }), await status()]).toMatchObject([
    418,
    {},
    418,
  ]);
  expect([await at({ advanceMs: 1 }), await status()]).toMatchObject([{}, 200]);
});

test("a saved state comes back as it was, and goes on as it did", async () => {
  const { control, clock, exchange, fetch } = createSandbox({ maker: true });
  const read = async () => {
    const paths = [
      "depth?symbol=BTCUSDT",
      "trades?symbol=BTCUSDT",
      "klines?symbol=BTCUSDT&interval=1m",
    ];
    const texts = paths.map(async (path) => (await fetch(`http://sandbox/api/v1/${path}`)).text());
    return Promise.all([...texts, exchange.now(), encodePlain([...exchange.state.accounts])]);
  };
  const goOn = async () => {
    clock?.advance(60_000);
    return [exchange.listenKeys.create("alice", exchange.now()), ...(await read())];
  };
  clock?.advance(60_500);
  await control({ command: "save", name: "before" });
  const [before, after] = [await read(), await goOn()];
  await control({ command: "deposit", account: "carol", asset: "BTC", amount: "1" });
  exchange.limits.ban("1.2.3.4", exchange.now() + 1e9, exchange.now());
  await control({ command: "save", name: "with carol" });
  clock?.advance(7_000_000);
  await control({ command: "rewind", name: "before" });
  expect(await read()).toEqual(before);
  expect([...exchange.keys.values()].map(({ account }) => account)).toEqual(["alice", "bob"]);
  exchange.limits.requireUnbanned("1.2.3.4", exchange.now());
  expect(await goOn()).toEqual(after);
  await control({ command: "rewind", name: "with carol" });
  expect([...exchange.keys.values()].at(-1)?.account).toBe("carol");
});

const tick = { at: 9, data: { e: "trade", s: "BTCUSDT", p: "40000", q: "1", m: true } };

test("one saved state too many takes the place of the oldest, never of the replay's start", async () => {
  const { control, clock, saves } = createSandbox({ replay: [tick] });
  const save = (name: string) => control({ command: "save", name });
  const { maxItems } = sandboxSchemas.SavedStates;
  const names = Array.from({ length: maxItems }, (_, index) => `state ${index}`);
  const dropped: unknown[] = [];
  for (const name of [...names, "state 1"]) dropped.push(await save(name));
  expect(dropped).toEqual([...Array(maxItems - 1).fill({}), { dropped: "state 0" }, {}]);
  const kept = saves?.list().map(({ name }) => name);
  expect(kept).toEqual(["start of the replay", ...names.slice(2), "state 1"]);
  await expect(control({ command: "rewind", name: "state 0" })).rejects.toThrow("name is not");
  clock?.advance(1);
  expect(await control({ command: "seek", at: 0 })).toMatchObject({ played: 1 });
});

test("a replay is played to any place, back and forth", async () => {
  const replay = [100, 200, 300].map((at, index) => {
    return { at, data: { e: "trade", s: "BTCUSDT", p: `${40_001 + index}`, q: "1", m: true } };
  });
  const { control, fetch } = createSandbox({ replay });
  const seek = async (at: number) => {
    const { played } = (await control({ command: "seek", at })) as { played: number };
    const response = await fetch("http://sandbox/api/v1/ticker/price?symbol=BTCUSDT");
    return [played, Number(((await response.json()) as { price: string }).price)];
  };
  const [, first] = await seek(0);
  expect(await seek(150)).toEqual([2, 40_002]);
  expect(await seek(200)).toEqual([3, 40_003]);
  expect(await seek(99)).toEqual([1, 40_001]);
  expect(first).toBe(40_001);
  await expect(control({ command: "seek", at: 201 })).rejects.toThrow("at is beyond the replay");
});

test.each([
  [{ now: () => 0 }, { command: "save", name: "a" }, "it has the machine's time"],
  [{ journal: memoryJournal() }, { command: "save", name: "a" }, "it has a journal"],
  [{ journal: memoryJournal(), replay: [tick] }, { command: "seek", at: 0 }, "it has a journal"],
  [{}, { command: "rewind", name: "a" }, "name is not a saved state"],
  [{}, { command: "seek", at: 0 }, "at is a place in a replay"],
])("a sandbox with %o does not run %o", async (options, command, message) => {
  await expect(createSandbox(options).control(command)).rejects.toThrow(message);
});

const last = Date.UTC(9999, 11, 31);

test.each([
  [{}, { frozen: false }, "frozen is for a clock that runs"],
  [{ now: () => 0 }, {}, "it has the machine's time"],
  [{}, { jumpTo: last + 1 }, "jumpTo leads beyond the year 9999"],
  [{}, { jumpTo: last, advanceMs: 1 }, "advanceMs leads beyond the year 9999"],
  [{}, { advanceMs: Number.MAX_SAFE_INTEGER }, "advanceMs leads beyond the year 9999"],
])("a sandbox with %o does not take the clock %o", async (options, given, message) => {
  const { control, clock } = createSandbox({ ...options });
  const before = clock?.now();
  await expect(control({ command: "clock", ...given })).rejects.toThrow(message);
  expect(clock?.now()).toBe(before);
});

test("the clock reaches the last day that a date can hold", async () => {
  const { control } = createSandbox();
  const moved = await control({ command: "clock", jumpTo: last });
  expect(moved).toEqual({ time: last, frozen: true });
});

test("a command that fails says so to the log alone", async () => {
  const reports: string[] = [];
  const journal = memoryJournal();
  const { exchange, fetch } = createSandbox({ journal, report: (text) => reports.push(text) });
  journal.isFull = true;
  const body = JSON.stringify({ command: "deposit", account: "carol", asset: "BTC", amount: "1" });
  const response = await fetch("http://sandbox/control", { method: "POST", body });
  const message = "the command failed; see the log of the sandbox.";
  expect([response.status, await response.json()]).toEqual([500, { message }]);
  expect(reports.at(-1)).toMatch(/^a command failed: the exchange cannot write its journal/);
  expect(exchange.keys.size).toBe(2);
});

test("the maker runs at the pace of a command, which is at least one millisecond", async () => {
  const { control, clock, exchange } = createSandbox();
  const trades = () => exchange.state.markets.get("BTCUSDT")?.trades.length ?? 0;
  for (const everyMs of [0, -1, 0.5, 86_400_001]) {
    await expect(control({ command: "maker", on: true, everyMs })).rejects.toThrow("everyMs must");
  }
  expect(await control({ command: "maker", on: true, everyMs: 1 })).toEqual({ running: true });
  const before = trades();
  clock?.advance(100);
  expect(trades()).toBeGreaterThan(before);
  expect(await control({ command: "maker", on: false })).toEqual({ running: false });
});

test("maintenance expires the orders of a symbol, and a status halts it", async () => {
  const line = await lineInProcess();
  const { control } = line.sandbox;
  await place(line, "mine");
  const expire = async (given: object) =>
    Object(await control({ command: "maintenance", ...given }));
  const { expired } = await expire({ symbol: "ETHUSDT" });
  expect(isOpen(line, "mine")).toBe(true);
  // There are as many quotes of each of the other two symbols.
  expect(await expire({})).toEqual({ expired: 2 * expired + 1 });
  expect(isOpen(line, "mine")).toBe(false);
  await control({ command: "status", symbol: "BTCUSDT", status: "HALT" });
  expect((await place(line, "late")).status).toBe(400);
  for (const [given, message] of [
    [{ command: "status", symbol: "XYZ", status: "HALT" }, "symbol is not listed"],
    [{ command: "status", symbol: "BTCUSDT", status: "ASLEEP" }, "status must be one of"],
    [{ command: "maintenance", symbol: "A" }, "symbol is not listed"],
    [{ command: "adFaults" }, "command must be one of"],
  ] as const) {
    await expect(control(given)).rejects.toThrow(message);
  }
});
