/** What the exchange times and counts on connections, all of it by the sandbox's own clock. */

import { describe, expect, test } from "vitest";

import { connectionLimits, connectionRules, userDataRules } from "../../../generated/streams.ts";
import { addressesMax } from "../../../sandbox/defaults.ts";
import { createSandbox, type Sandbox } from "../../../sandbox/index.ts";
import { createAttemptLimit } from "../../../sandbox/streams/connection-limits.ts";

const { pings, closeCodes } = connectionRules;

/** A sandbox with its clock. */
function exchange() {
  const sandbox = createSandbox();
  const { clock } = sandbox;
  if (clock === undefined) throw new Error("The sandbox has no clock of its own.");
  return { sandbox, clock };
}

/** A socket, what it was sent, and the codes it was closed with. */
function open({ WebSocket: Socket }: Sandbox, path: string) {
  const socket = new Socket(`ws://sandbox${path}`);
  const came: Record<string, unknown>[] = [];
  const codes: number[] = [];
  socket.addEventListener("message", ({ data }) => came.push(JSON.parse(String(data))));
  socket.addEventListener("close", ({ code }) => codes.push(code));
  return { socket, came, codes };
}

/** The exchange's side of a connection whose other end does nothing by itself. */
function mute(sandbox: Sandbox) {
  const received: { ping: string[]; closed: number[] } = { ping: [], closed: [] };
  const connection = sandbox.open(
    {
      format: "raw",
      send: () => {},
      ping: (payload) => received.ping.push(payload),
      close: (code) => received.closed.push(code),
      cut: () => received.closed.push(1006),
    },
    [],
    "127.0.0.1",
  );
  return { received, connection };
}

describe("the life of a connection", () => {
  test("it ends after 24 hours, to the millisecond, and responds to pings until then", async () => {
    const { sandbox, clock } = exchange();
    const { socket, codes } = open(sandbox, "/ws/btcusdt@trade");
    await clock.run(connectionLimits.lifetimeMs - 1);
    expect([socket.readyState, codes]).toEqual([socket.OPEN, []]);
    await clock.run(1);
    expect([codes, sandbox.hub.count()]).toEqual([[closeCodes.lifetime], 0]);
  });

  test("nor does one that owes a pong", () => {
    const { sandbox, clock } = exchange();
    const { connection } = mute(sandbox);
    clock.advance(pings.everyMs);
    connection.ended();
    expect(clock.next()).toBeUndefined();
  });
});

describe("pings", () => {
  test("come every 3 minutes; a pong that stays out for 10 ends the connection", () => {
    const { sandbox, clock } = exchange();
    const { received } = mute(sandbox);
    clock.advance(pings.everyMs - 1);
    expect(received.ping).toEqual([]);
    clock.advance(1);
    expect(received.ping).toEqual([String(clock.now())]);
    clock.advance(pings.answeredWithinMs - 1);
    expect([received.ping.length, received.closed]).toEqual([4, []]);
    clock.advance(1);
    expect(received.closed).toEqual([closeCodes.unansweredPing]);
  });

  test("a pong to any ping keeps the connection, and a pong without a ping does not", () => {
    const { sandbox, clock } = exchange();
    const { received, connection } = mute(sandbox);
    clock.advance(2 * pings.everyMs);
    connection.pong("");
    connection.pong("hello");
    clock.advance(pings.everyMs);
    connection.pong(received.ping[1] ?? "");
    clock.advance(pings.everyMs);
    // A pong to a ping before the one that was answered comes too late to count.
    connection.pong(received.ping[0] ?? "");
    clock.advance(pings.answeredWithinMs - pings.everyMs);
    expect(received.closed).toEqual([]);
    clock.advance(pings.everyMs);
    expect(received.closed).toEqual([closeCodes.unansweredPing]);
  });
});

describe("messages from the client", () => {
  test("five in a second are taken; pings, pongs and control messages all count", () => {
    const { sandbox, clock } = exchange();
    const { received, connection } = mute(sandbox);
    const say = [
      () => connection.ping(),
      () => connection.pong(""),
      () => connection.message('{"method":"LIST_SUBSCRIPTIONS","id":1}'),
      () => connection.message("no JSON"),
      () => connection.pong(""),
    ];
    for (let second = 0; second < 3; second += 1) {
      for (const act of say) act();
      clock.advance(connectionLimits.inboundWindowMs);
    }
    expect(received.closed).toEqual([]);
    for (const act of say) act();
    clock.advance(connectionLimits.inboundWindowMs - 1);
    connection.ping();
    expect(received.closed).toEqual([closeCodes.inboundExcess]);
  });

  test("what is too much is not carried out, and the others do not feel it", async () => {
    const { sandbox, clock } = exchange();
    const [loud, quiet] = [open(sandbox, "/ws"), open(sandbox, "/ws")];
    await clock.run(0);
    for (let id = 1; id <= 6; id += 1) {
      loud.socket.send(JSON.stringify({ method: "LIST_SUBSCRIPTIONS", id }));
    }
    await clock.run(0);
    expect(loud.came.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect([loud.codes, quiet.codes, sandbox.hub.count()]).toEqual([[1008], [], 1]);
  });
});

describe("attempts to connect", () => {
  test("300 in 5 minutes from one address; the next is rejected until they are over", () => {
    const { sandbox, clock } = exchange();
    for (let count = 0; count < connectionLimits.attempts; count += 1) {
      expect(sandbox.handshake(count % 2 === 0 ? "/ws" : "/nowhere", "10.0.0.1").kind).not.toBe(
        "hang",
      );
    }
    const message = "the address has opened too many connections.";
    const rejected = { kind: "rejected", status: 429, message };
    expect(sandbox.handshake("/ws", "10.0.0.1")).toEqual(rejected);
    expect(sandbox.handshake("/ws", "10.0.0.2").kind).toBe("open");
    clock.advance(connectionLimits.attemptsWindowMs - 1);
    expect(sandbox.handshake("/ws", "10.0.0.1")).toEqual(rejected);
    clock.advance(1);
    expect(sandbox.handshake("/ws", "10.0.0.1").kind).toBe("open");
    for (let count = 1; count < connectionLimits.attempts; count += 1) {
      sandbox.handshake("/ws", "10.0.0.1");
    }
    expect(sandbox.handshake("/ws", "10.0.0.1")).toEqual(rejected);
    clock.jump(clock.now() - 1);
    expect(sandbox.handshake("/ws", "10.0.0.1").kind).toBe("open");
  });

  test.each([
    [addressesMax - 1, false],
    [addressesMax, true],
  ])("after %i other addresses, the one that tried last may connect: %s", (others, may) => {
    const mayConnect = createAttemptLimit(() => 0);
    for (let count = 0; count < connectionLimits.attempts; count += 1) mayConnect("first");
    mayConnect("second");
    expect(mayConnect("first")).toBe(false);
    for (let count = 0; count < others; count += 1) mayConnect(`address ${count}`);
    expect(mayConnect("first")).toBe(may);
  });
});

const absent = (name: string): [string, string] => [
  `/ws/${name}`,
  "stream 1 of the list does not exist",
];

test.each([
  ["/ws/btcusdt@trade", "open"],
  ["/ws/btcthb@miniTicker", "open"],
  ...["BTCUSDT@depth", "btcusdt@kline_1m", "btcu\u017fdt@depth", "btcusdt@depth@depth"].map(absent),
  ...["nosuch@depth", "@depth", "no-listen-key"].map(absent),
  ["/ws/btcusdt@trade/x", "streams are at /stream and /ws."],
  ["/wss/btcusdt@trade", "streams are at /stream and /ws."],
  ["/stream?streams=btcusdt@trade/x", "stream 2 of the list does not exist"],
])("%s is opened or refused: %s", (target, want) => {
  const result = exchange().sandbox.handshake(target, "10.0.0.1");
  expect(result.kind === "rejected" ? result.message : result.kind).toContain(want);
});

describe("how many streams a connection has", () => {
  const many = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `s${index}@trade`);

  test("1,024 are subscribed to, and not one more", async () => {
    const { sandbox, clock } = exchange();
    // The listings are made up, so that there are enough streams.
    const [btc] = sandbox.exchange.listings.values();
    if (btc === undefined) throw new Error("The sandbox lists nothing.");
    const listings = sandbox.exchange.listings as Map<string, typeof btc>;
    for (let index = 0; index < 1025; index += 1) listings.set(`S${index}`, btc);
    const full = open(sandbox, `/stream?streams=${many(1024).join("/")}`);
    const over = open(sandbox, `/stream?streams=${many(1025).join("/")}`);
    const { socket, came } = open(sandbox, "/ws");
    await clock.run(0);
    expect([full.socket.readyState, over.codes]).toEqual([full.socket.OPEN, [1006]]);
    socket.send(JSON.stringify({ method: "SUBSCRIBE", params: many(1024), id: 1 }));
    full.socket.send(JSON.stringify({ method: "SUBSCRIBE", params: ["btcusdt@depth"], id: 2 }));
    full.socket.send(JSON.stringify({ method: "SUBSCRIBE", params: ["s1@trade"], id: 3 }));
    await clock.run(0);
    expect(came).toEqual([{ result: null, id: 1 }]);
    expect(full.came).toEqual([
      { error: expect.objectContaining({ code: 2 }), id: 2 },
      { result: null, id: 3 },
    ]);
  });
});

describe("listen keys", () => {
  const deposit = { kind: "deposit", account: "alice", asset: "BTC", amount: 1n } as const;

  async function connection() {
    const { sandbox, clock } = exchange();
    const { listenKeys, now } = sandbox.exchange;
    const key = listenKeys.create("alice", now());
    const reader = open(sandbox, `/stream?streams=${key}`);
    await clock.run(0);
    return { sandbox, clock, key, ...reader };
  }

  test("one expires an hour after it was kept alive, and its stream says so", async () => {
    const { sandbox, clock, key, came, codes } = await connection();
    await clock.run(userDataRules.keepAliveEveryMs);
    expect(sandbox.exchange.listenKeys.keepAlive("alice", key, clock.now())).toBe(true);
    await clock.run(userDataRules.validityMs - 1);
    sandbox.exchange.execute(deposit);
    await clock.run(0);
    expect(came.map(({ data }) => (data as { readonly e: string }).e)).toEqual([
      "balanceUpdate",
      "outboundAccountPosition",
    ]);
    await clock.run(1);
    expect(came.slice(2)).toEqual([
      { stream: key, data: { e: "listenKeyExpired", E: clock.now(), listenKey: key } },
    ]);
    sandbox.exchange.execute(deposit);
    await clock.run(userDataRules.validityMs);
    expect([came.length, codes]).toEqual([3, []]);
    const next = sandbox.exchange.listenKeys.create("alice", clock.now());
    expect(next).not.toBe(key);
    expect(sandbox.exchange.listenKeys.expiryOf(key)).toBeUndefined();
  });

  test("one that is closed or lost falls silent, and cannot be kept alive", async () => {
    const { sandbox, clock, key, came, codes } = await connection();
    expect(sandbox.exchange.listenKeys.close("alice", key, clock.now())).toBe(true);
    sandbox.exchange.execute(deposit);
    await clock.run(2 * userDataRules.validityMs);
    expect([came, codes]).toEqual([[], []]);
    expect(sandbox.exchange.listenKeys.keepAlive("alice", key, clock.now())).toBe(false);
    const late = open(sandbox, `/ws/${key}`);
    await clock.run(0);
    expect(late.codes).toEqual([1006]);
  });

  test("a listen key without a subscriber has no timer", async () => {
    const { clock, socket } = await connection();
    socket.close();
    await clock.run(0);
    expect(clock.next()).toBeUndefined();
  });
});

test("changes of a book that are held are of those who subscribe, and of no state left behind", async () => {
  const sandbox = createSandbox({ choices: { "depth-update-pace": "everySecond" } });
  const { clock, accounts, exchange, saves } = sandbox;
  const bid = (price: bigint) => {
    const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC" } as const;
    const account = accounts[0]?.account ?? "";
    exchange.execute({ kind: "place", account, ...order, quantity: 100_000n, price });
  };
  const first = open(sandbox, "/ws/btcusdt@depth");
  await clock?.run(0);
  saves?.save("before");
  bid(3_000_000_000_000n);
  // The stream says nothing of what changes while nobody subscribes.
  first.socket.close();
  await clock?.run(0);
  bid(3_100_000_000_000n);
  const { came } = open(sandbox, "/ws/btcusdt@depth");
  await clock?.run(0);
  bid(3_200_000_000_000n);
  await clock?.run(1000);
  expect([first.came, came]).toMatchObject([[], [{ b: [["32000.00000000", "0.00100000"]] }]]);
  bid(3_300_000_000_000n);
  await sandbox.control({ command: "rewind", name: "before" });
  const after = open(sandbox, "/ws/btcusdt@depth");
  await clock?.run(0);
  bid(3_400_000_000_000n);
  await clock?.run(1000);
  expect(after.came).toMatchObject([{ b: [["34000.00000000", "0.00100000"]] }]);
});
