import { createHmac } from "node:crypto";
import { connect, type Socket } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";

import { signing } from "../../../generated/signing.ts";
import { type RunningSandbox, startSandbox } from "../../../sandbox/index.node.ts";
import { memoryJournal } from "../support/memory-journal.ts";

let running: RunningSandbox;
const reports: string[] = [];

beforeAll(async () => {
  const page = (path: string) => {
    if (path === "/broken") throw new Error("the page is broken");
    if (path === "/late") return Promise.reject(new Error("the page was broken late"));
    return path === "/" ? { status: 200, headers: {}, body: "a page" } : undefined;
  };
  running = await startSandbox({ port: 0, page, report: (text) => reports.push(text) });
});

afterAll(() => running.close());

test("a signed order goes over the port as it does in one process", async () => {
  const [alice] = running.sandbox.accounts;
  if (alice === undefined) throw new Error("the seed has lost its accounts");
  const fields = "symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.001&price=30000";
  const body = `${fields}&timestamp=${Date.now()}`;
  const signature = createHmac("sha256", alice.apiSecret).update(body).digest("hex");
  const response = await fetch(`${running.baseUrl}/api/v1/order`, {
    method: "POST",
    headers: {
      [signing.header]: alice.apiKey,
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: `${body}&signature=${signature}`,
  });
  expect([response.status, await response.json()]).toEqual([
    200,
    expect.objectContaining({ status: "NEW" }),
  ]);
  expect(response.headers.get("X-MBX-ORDER-COUNT-10S")).toBe("1");
});

test("paths beside the interface go to the page, and past it to the envelope", async () => {
  expect(await (await fetch(`${running.baseUrl}/`)).text()).toBe("a page");
  const other = await fetch(`${running.baseUrl}/other`);
  expect(other.status).toBe(404);
  expect(await other.json()).toMatchObject({ code: -1000 });
  // Neither has a path that a URL can hold, and neither may end the process.
  expect(await talk("GET // HTTP/1.1\r\nHost: a\r\n\r\n")).toMatch(/^HTTP\/1.1 404 /);
  expect(await talk("GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n")).toMatch(/^HTTP\/1.1 40[04] /);
  const posted = await fetch(`${running.baseUrl}/`, { method: "POST", body: "a" });
  expect(posted.status).toBe(404);
  const head = await fetch(`${running.baseUrl}/`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "6"]);
  for (const path of ["/broken", "/late"]) {
    const broken = await fetch(`${running.baseUrl}${path}`);
    expect([broken.status, await broken.text()]).toEqual([
      500,
      expect.not.stringMatching("broken"),
    ]);
  }
  expect(reports).toEqual([
    "the page failed: the page is broken",
    "the page failed: the page was broken late",
  ]);
});

/** Bytes as a client might send them, and the status that comes back. */
const requests: readonly (readonly [name: string, bytes: string, status: number])[] = [
  ["a plain request", "GET /api/v1/time HTTP/1.1\r\nHost: a\r\n\r\n", 200],
  ["plus for space", "GET /api/v1/depth?symbol=+BTCUSDT+ HTTP/1.1\r\nHost: a\r\n\r\n", 200],
  ["a second question mark", "GET /api/v1/time?a?b HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["no HTTP", "good day\r\n\r\n", 400],
  ["no host in HTTP/1.0", "GET /api/v1/time HTTP/1.0\r\n\r\n", 200],
  ["a whole address", "GET http://a:1/api/v1/time HTTP/1.1\r\nHost: a\r\n\r\n", 200],
  ["a letter as it is", "GET /api/v1/depth?symbol=größe HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["an odd request", "GET /api/v1/time HTTP/1.1\r\nHost: a\r\nExpect: rain\r\n\r\n", 200],
  [
    "an offer to speak HTTP/2, as some clients make it with every request",
    "GET /api/v1/time HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    200,
  ],
  ["no host", "GET /api/v1/time HTTP/1.1\r\n\r\n", 400],
  ["a URL of 20 KB", `GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ["200 headers", `GET /api/v1/time HTTP/1.1\r\nHost: a\r\n${"X-A: b\r\n".repeat(200)}\r\n`, 431],
  [
    "a body of 2 MB",
    `POST /api/v1/order HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n${"x".repeat(2e6)}`,
    413,
  ],
  [
    "two lengths",
    "POST /api/v1/order HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
    400,
  ],
  [
    "a length and chunks",
    "POST /api/v1/order HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n" +
      "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
  ],
  [
    "a forged address",
    "GET /api/v1/time HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 9.9.9.9\r\n\r\n",
    200,
  ],
  ["an unknown stream", upgrade("/stream?streams=nosuch@depth"), 400],
  ["an upgrade of another path", upgrade("/sockets"), 404],
];

test.each(requests)("%s", async (_, bytes, status) => {
  const answer = await talk(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  if (status >= 400 && !bytes.includes("Upgrade")) expect(answer).toMatch(/"code":-\d+,"msg":"/);
});

test("a sandbox that gets no port lets go of its journal", async () => {
  let closed = 0;
  const journal = { ...memoryJournal(), close: () => (closed += 1) };
  const start = startSandbox({ port: running.port, journal });
  await expect(start).rejects.toThrow("EADDRINUSE");
  expect(closed).toBe(1);
});

test("requests in one go are answered in their order", async () => {
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const answer = await talk(get("/api/v1/time") + get("/none") + get("/api/v1/symbolType"), 3);
  expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    "200",
    "404",
    "200",
  ]);
});

test("streams are sent combined and raw, and can be subscribed to on the open connection", async () => {
  const combined = await open("/stream?streams=btcusdt@trade/ethusdt@trade");
  const bare = await open("/ws/btcusdt@trade");
  const later = await open("/ws");
  later.socket.send('{"method":"SUBSCRIBE","params":["btcusdt@trade"],"id":7}');
  expect(await later.next()).toEqual({ result: null, id: 7 });
  running.sandbox.exchange.execute({
    kind: "place",
    account: "bob",
    symbol: "BTCUSDT",
    side: "SELL",
    type: "MARKET",
    quantity: 1_000_000n,
  });
  expect(await combined.next()).toMatchObject({ stream: "btcusdt@trade", data: { e: "trade" } });
  expect(await bare.next()).toMatchObject({ e: "trade", q: "0.01000000" });
  expect(await later.next()).toMatchObject({ e: "trade" });
  for (const { socket } of [combined, bare, later]) socket.terminate();
});

test("more than five messages in a second end the connection, and no other", async () => {
  const [loud, quiet] = [await open("/ws"), await open("/ws/btcusdt@trade")];
  const closed = new Promise<number>((resolve) => loud.socket.once("close", resolve));
  for (let id = 1; id <= 6; id += 1) {
    loud.socket.send(JSON.stringify({ method: "LIST_SUBSCRIPTIONS", id }));
  }
  expect(await closed).toBe(1008);
  expect(quiet.socket.readyState).toBe(WebSocket.OPEN);
  quiet.socket.terminate();
});

test("bad frames, and a reset during the handshake, end only their own connection", async () => {
  const quiet = await open("/ws/btcusdt@trade");
  const oversize = await open("/ws");
  const closed = new Promise((resolve) => oversize.socket.once("close", resolve));
  oversize.socket.send("x".repeat(100_000));
  await closed;
  const rude = connect(running.port, "127.0.0.1");
  rude.write(upgrade("/ws"), () => rude.resetAndDestroy());
  await new Promise((resolve) => rude.once("close", resolve));
  const masked = connect(running.port, "127.0.0.1");
  masked.write(upgrade("/ws"));
  await new Promise((resolve) => masked.once("data", resolve));
  // A frame from a client must be masked, and this reserved kind of frame does not exist.
  masked.write(Buffer.from([0x83, 0x00]));
  await new Promise((resolve) => masked.once("close", resolve));
  expect((await fetch(`${running.baseUrl}/api/v1/time`)).status).toBe(200);
  expect(quiet.socket.readyState).toBe(WebSocket.OPEN);
  quiet.socket.terminate();
});

test("a client that stops reading is disconnected, and the others are not affected", async () => {
  const names = ["depth", "trade", "bookTicker", "ticker", "miniTicker"];
  const path = `/stream?streams=${names.map((name) => `btcthb@${name}`).join("/")}`;
  const [stuck, reader] = [await open(path), await open("/ws/btcthb@trade")];
  stuck.socket.pause();
  let received = 0;
  reader.socket.on("message", () => (received += 1));
  const sell = { kind: "place", account: "bob", symbol: "BTCTHB", type: "MARKET" } as const;
  const { execute, state } = running.sandbox.exchange;
  const tradesBefore = state.markets.get("BTCTHB")?.trades.length ?? 0;
  const subscribed = running.sandbox.hub.count();
  for (let round = 0; running.sandbox.hub.count() === subscribed && round < 200; round += 1) {
    for (let index = 0; index < 100; index += 1) {
      execute({ ...sell, side: index % 2 === 0 ? "SELL" : "BUY", quantity: 10_000n });
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(running.sandbox.hub.count()).toBe(subscribed - 1);
  const trades = (state.markets.get("BTCTHB")?.trades.length ?? 0) - tradesBefore;
  await expect.poll(() => received, { timeout: 60_000 }).toBe(trades);
  for (const { socket } of [stuck, reader]) socket.terminate();
});

test("closing lets go of everything", async () => {
  const other = await startSandbox({ port: 0 });
  const socket = new WebSocket(`${other.streamUrl}/ws/btcusdt@trade`);
  await new Promise((resolve) => socket.once("open", resolve));
  const code = new Promise<number>((resolve) => socket.once("close", resolve));
  await fetch(`${other.baseUrl}/api/v1/time`);
  await other.close();
  expect(await code).toBe(1001);
  await expect(fetch(`${other.baseUrl}/api/v1/time`)).rejects.toThrow();
});

/** Sends bytes and gathers what comes until `answers` answers are there or the line is closed. */
function talk(bytes: string, answers = 1): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(running.port, "127.0.0.1", () => socket.write(bytes));
    let text = "";
    const finish = (): void => {
      socket.destroy();
      resolve(text);
    };
    socket.setTimeout(5000, finish);
    socket.on("data", (chunk) => {
      text += chunk.toString();
      if ((text.match(/\r\n\r\n\{?[^\r]*[}\]]/g) ?? []).length >= answers) finish();
    });
    socket.on("end", finish);
    socket.on("error", (error) => (text === "" ? reject(error) : finish()));
  });
}

function upgrade(path: string): string {
  return [
    `GET ${path} HTTP/1.1`,
    "Host: a",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "\r\n",
  ].join("\r\n");
}

async function open(path: string) {
  const socket = new WebSocket(`${running.streamUrl}${path}`);
  const came: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  socket.on("error", () => {});
  socket.on("message", (data: Buffer) => {
    const message: unknown = JSON.parse(data.toString());
    const waiter = waiting.shift();
    if (waiter === undefined) came.push(message);
    else waiter(message);
  });
  await new Promise((resolve) => socket.once("open", resolve));
  const next = (): Promise<unknown> =>
    came.length > 0
      ? Promise.resolve(came.shift())
      : new Promise((resolve) => waiting.push(resolve));
  return { socket, next };
}
