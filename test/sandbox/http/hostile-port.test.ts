/**
 * A port under people who are slow, rude or curious: S01, S10, S15, S16 and S18 of the fault list.
 * Whoever behaves must not notice.
 */

import { createHmac } from "node:crypto";
import { connect, type Socket } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { signing } from "../../../generated/signing.ts";
import { type RunningSandbox, startSandbox } from "../../../sandbox/index.node.ts";
import { counters, type RawAnswer, talk } from "../../support/raw-http.ts";
import { runs } from "../../support/runs.ts";

const { reach, missed } = counters([
  "S01 headers",
  "S01 body",
  "S01 read",
  "S10",
  "S15",
  "S16",
  "S18",
]);

const requestMs = 1200;
let running: RunningSandbox;
let time = Date.UTC(2024, 0, 15);

beforeAll(async () => {
  running = await startSandbox({ port: 0, now: () => time, requestMs });
});

afterAll(() => running.close());

const timeRequest = "GET /api/v1/time HTTP/1.1\r\nHost: a\r\n\r\n";
const slowOnes = runs({ commit: 150, gate: 500, release: 500 });

/** Asks for the time, again and again while `others` are at work: each request gets a response. */
async function serveOthers(others: Promise<unknown> = Promise.resolve()): Promise<void> {
  let going = true;
  void others.finally(() => (going = false));
  for (let round = 0; round < 50 || going; round += 1) {
    time += 1000;
    const [answer] = await talk(running.port, timeRequest);
    expect(answer?.status).toBe(200);
  }
}

/** Opens a connection that sends one byte at a time, and returns the status of the response. */
function dribble(head: string, rest: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    let sent = 0;
    let came = "";
    let timer: NodeJS.Timeout | undefined;
    const socket = connect(running.port, "127.0.0.1", () => {
      socket.write(head);
      timer = setInterval(() => socket.write(rest[sent++ % rest.length] ?? "a"), 100);
    });
    socket.on("data", (chunk) => (came += chunk.toString()));
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(timer);
      const [, status] = /^HTTP\/1\.1 (\d+) /.exec(came) ?? [];
      resolve(status === undefined ? undefined : Number(status));
    });
  });
}

const slow: readonly (readonly ["S01 headers" | "S01 body", string, string])[] = [
  ["S01 headers", "GET /api/v1/time HTTP/1.1\r\nHost: a\r\nX-Slow: ", "b"],
  ["S01 body", "POST /api/v1/order HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n", "a"],
];

test.each(slow)(
  "%s that dribble in are cut, and all others are served",
  async (name, head, rest) => {
    const dribbling = Promise.all(Array.from({ length: slowOnes }, () => dribble(head, rest)));
    await serveOthers(dribbling);
    expect(new Set(await dribbling)).toEqual(new Set([408]));
    reach(name);
  },
);

test("responses that are not read keep no other client from being served", async () => {
  // Costs no weight, which would count for the others at this address, too.
  const request = "GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n";
  const stuck: Socket[] = [];
  for (let index = 0; index < Math.min(slowOnes, 200); index += 1) {
    const socket = connect(running.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.pause();
    socket.write(request.repeat(20));
    stuck.push(socket);
  }
  await serveOthers();
  for (const socket of stuck) socket.destroy();
  reach("S01 read");
});

test("S10: thousands who connect and go leave nothing behind", async () => {
  const whole = runs({ commit: 600, gate: 10_000, release: 10_000 });
  const beginnings = ["", "G", "GET /api/v1/time HTTP/1.1\r\n", timeRequest, timeRequest.repeat(5)];
  for (let round = 0; round < whole; round += 100) {
    time += 60_000;
    const leaving = Array.from({ length: 100 }, (_, index) => {
      return new Promise<void>((resolve) => {
        const socket = connect(running.port, "127.0.0.1", () => {
          socket.write(beginnings[index % beginnings.length] ?? "");
          if (index % 2 === 0) socket.resetAndDestroy();
          else socket.destroy();
        });
        socket.on("error", () => {});
        socket.on("close", () => resolve());
      });
    });
    await Promise.all(leaving);
    reach("S10");
  }
  time += 60_000;
  expect((await talk(running.port, timeRequest))[0]?.status).toBe(200);
});

/** A signed request of one account, ready to be sent any number of times. */
function signed(name: string, method: string, path: string, fields: string): string {
  const query = `${fields}&timestamp=${time}`;
  const signature = createHmac("sha256", `sandbox-secret-of-${name}`).update(query).digest("hex");
  return (
    `${method} ${path}?${query}&signature=${signature} HTTP/1.1\r\n` +
    `Host: a\r\n${signing.header}: sandbox-key-of-${name}\r\n\r\n`
  );
}

async function send(bytes: string): Promise<RawAnswer | undefined> {
  return (await talk(running.port, bytes))[0];
}

function codeOf(answer: RawAnswer | undefined): number {
  return (answer?.body as { readonly code?: number }).code ?? 0;
}

const order = "symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.001&price=30000.00";

test("S15: a named order that comes again is one order, and a stale one none", async () => {
  time += 60_000;
  const open = async (): Promise<number> => {
    const answer = await send(signed("alice", "GET", "/api/v1/openOrders", "symbol=BTCUSDT"));
    return (answer?.body as readonly unknown[]).length;
  };
  const before = await open();
  const named = signed("alice", "POST", "/api/v1/order", `${order}&newClientOrderId=once`);
  const codes: number[] = [];
  for (let round = 0; round < 3; round += 1) codes.push(codeOf(await send(named)));
  expect(codes).toEqual([0, -2010, -2010]);
  expect((await open()) - before).toBe(1);
  const nameless = signed("alice", "POST", "/api/v1/order", order);
  expect([codeOf(await send(nameless)), codeOf(await send(nameless))]).toEqual([0, 0]);
  expect((await open()) - before).toBe(3);
  time += 5001;
  expect([codeOf(await send(named)), codeOf(await send(nameless))]).toEqual([-1021, -1021]);
  reach("S15");
});

test("S16: no account reaches the orders and listen keys of another", async () => {
  time += 60_000;
  const placed = await send(
    signed("alice", "POST", "/api/v1/order", `${order}&newClientOrderId=mine`),
  );
  const { orderId } = placed?.body as { readonly orderId: number };
  for (const id of [`orderId=${orderId}`, "origClientOrderId=mine"]) {
    const fields = `symbol=BTCUSDT&${id}`;
    expect(codeOf(await send(signed("bob", "GET", "/api/v1/order", fields)))).toBe(-2013);
    expect(codeOf(await send(signed("bob", "DELETE", "/api/v1/order", fields)))).toBe(-2011);
    expect(codeOf(await send(signed("alice", "GET", "/api/v1/order", fields)))).toBe(0);
  }
  for (const path of ["/api/v1/openOrders", "/api/v1/allOrders", "/api/v1/userTrades"]) {
    const answer = await send(signed("bob", "GET", path, "symbol=BTCUSDT"));
    expect(answer?.body).toEqual([]);
  }
  const keys = new Set<string>();
  const listenKey = (method: string, name: string, query = ""): string =>
    `${method} /api/v1/listenKey${query} HTTP/1.1\r\nHost: a\r\n` +
    `${signing.header}: sandbox-key-of-${name}\r\n\r\n`;
  for (let round = 0; round < 20; round += 1) {
    const made = await send(listenKey("POST", "alice"));
    const { listenKey: key } = made?.body as { readonly listenKey: string };
    // Letters and digits, so 22 of them would be 128 bits.
    expect(key).toMatch(/^[A-Za-z0-9]{22,}$/);
    keys.add(key);
    for (const method of ["PUT", "DELETE"]) {
      expect(codeOf(await send(listenKey(method, "bob", `?listenKey=${key}`)))).toBe(-1125);
    }
    const guess = [...key].reverse().join("");
    expect(codeOf(await send(listenKey("PUT", "alice", `?listenKey=${guess}`)))).toBe(-1125);
    expect((await send(upgrade(guess)))?.status).toBe(400);
    expect(codeOf(await send(listenKey("DELETE", "alice", `?listenKey=${key}`)))).toBe(0);
    expect((await send(upgrade(key)))?.status).toBe(400);
  }
  expect(keys.size).toBe(20);
  reach("S16");
});

function upgrade(stream: string): string {
  return [
    `GET /stream?streams=${stream} HTTP/1.1`,
    "Host: a",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "\r\n",
  ].join("\r\n");
}

test("S18: a window ends where it ends, to the millisecond", async () => {
  const start = Math.ceil((time + 60_000) / 60_000) * 60_000;
  const info = "GET /api/v1/exchangeInfo HTTP/1.1\r\nHost: a\r\n\r\n";
  /** Status and both headers of weight, at a time after the start of the windows. */
  const at = async (ms: number, request: string): Promise<string> => {
    time = start + ms;
    const answer = await send(request);
    const headers = answer?.headers ?? {};
    return [answer?.status, headers["x-mbx-used-weight-10s"], headers["x-mbx-used-weight-1m"]].join(
      " ",
    );
  };
  for (let used = 10; used <= 990; used += 10)
    expect(await at(0, info)).toBe(`200 ${used} ${used}`);
  expect(await at(9999, info)).toBe("200 1000 1000");
  expect(await at(9999, timeRequest)).toBe("429 1000 1000");
  expect(await at(10_000, timeRequest)).toBe("200 1 1001");
  expect(await at(10_001, timeRequest)).toBe("200 2 1002");
  expect(await at(19_999, timeRequest)).toBe("200 3 1003");
  expect(await at(20_000, timeRequest)).toBe("200 1 1004");
  expect(await at(59_999, timeRequest)).toBe("200 1 1005");
  expect(await at(60_000, timeRequest)).toBe("200 1 1");
  reach("S18");
});

test("every fault of this file was reached", () => {
  expect(missed()).toEqual([]);
});
