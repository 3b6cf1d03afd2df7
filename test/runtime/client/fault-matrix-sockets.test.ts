/**
 * The fault matrix over real sockets: a client, a proxy that breaks things, and a sandbox on a
 * port, on each transport. Whatever happens to a placement, the exchange holds exactly one order
 * of it, or certainly none. Clocks run four times as fast as the machine's, so that the exchange's
 * own waits stay short.
 */

import fc from "fast-check";
import { Pool } from "undici";
import { afterAll, describe, expect, test } from "vitest";

import type { ClientOptions, Placement } from "../../../generated/index.ts";
import { createClient } from "../../../generated/index.ts";
import type { UndiciFetch } from "../../../runtime/client/transport-undici.node.ts";
import { undiciFetch } from "../../../runtime/client/transport-undici.node.ts";
import type { Adapters, Fetch } from "../../../runtime/platform.ts";
import { platform } from "../../../runtime/platform.ts";
import { orderRecord } from "../../../sandbox/handlers/records.ts";
import { startSandbox } from "../../../sandbox/index.node.ts";
import { recordedOrders } from "../../sandbox/support/orders-of.ts";
import type {
  AcceptFault,
  FaultProxy,
  ProxyFault,
  ProxyFaultKind,
  ProxyPlan,
} from "../../support/fault-proxy.node.ts";
import { startFaultProxy } from "../../support/fault-proxy.node.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";
import { resting } from "../../support/world.ts";

type Time = Pick<Adapters, "now" | "after">;

/** A clock that runs faster than the machine's. */
function paced(pace: number): Time {
  const beginMs = performance.now();
  const startMs = Date.now();
  return {
    now: () => startMs + Math.floor((performance.now() - beginMs) * pace),
    after: (delayMs, run) => platform.after(delayMs / pace, run),
  };
}

const usualPace = 4;
const usual = paced(usualPace);

const overUndici = undiciFetch();
const transports = [
  ["fetch", platform.fetch],
  ["undici", overUndici],
] as const;
type Transport = (typeof transports)[number][0];
const reached = new Map<ProxyFaultKind, number>();

afterAll(() => overUndici.close());

interface Stage {
  readonly proxy: FaultProxy;
  readonly exchange: ReturnType<typeof createClient>;
  /** Orders that the exchange holds under a client id. */
  readonly made: (clientId: string) => number;
}

async function staged<Value>(
  transport: Transport,
  plan: ProxyPlan,
  work: (stage: Stage) => Promise<Value>,
  options: Partial<ClientOptions> = {},
  { streamMs, time = usual }: { readonly streamMs?: number | undefined; readonly time?: Time } = {},
): Promise<Value> {
  const { now, after } = time;
  const { sandbox, port, close } = await startSandbox({ port: 0, now, after });
  const [record] = sandbox.accounts;
  if (record === undefined) throw new Error("no account");
  const proxy = await startFaultProxy(port, plan, `${transport} ${JSON.stringify(options)}`);
  const client = createClient({
    baseUrl: proxy.url,
    apiKey: record.apiKey,
    apiSecret: record.apiSecret,
    fetch: transports.find(([name]) => name === transport)?.[1],
    now,
    after,
    random: () => 0,
    limits: false,
    validate: false,
    clockRefreshMs: Infinity,
    // A slow machine is slower still on these clocks.
    timeoutMs: 90_000,
    ...options,
  });
  const stop = sandbox.exchange.listen((events) => {
    for (const event of events) {
      if (event.kind !== "order" || streamMs === undefined) continue;
      const observed = orderRecord(event.order);
      after(streamMs, () => client.observeOrder(observed));
    }
  });
  const made = (clientId: string): number => {
    const orders = recordedOrders(sandbox.exchange.state.accounts.get(record.account));
    return [...orders].filter((order) => order.clientOrderId === clientId).length;
  };
  try {
    return await work({ proxy, exchange: client, made });
  } finally {
    stop();
    await Promise.all([proxy.close(), close()]);
    for (const [kind, count] of proxy.reached) reached.set(kind, (reached.get(kind) ?? 0) + count);
  }
}

/** The first placement alone meets these faults. */
function onFirst(...faults: readonly ProxyFault[]): ProxyPlan {
  let count = 0;
  return {
    request: ({ method, target }) => {
      const isPlacement = method === "POST" && target.includes("/order");
      if (!isPlacement) return [];
      count += 1;
      return count === 1 ? faults : [];
    },
  };
}

/** The first connection meets this fault. */
const atFirst = (fault: AcceptFault): ProxyPlan => ({
  accept: (nth) => (nth === 1 ? fault : undefined),
});

/** The first read meets these. */
function onRead(...faults: readonly ProxyFault[]): ProxyPlan {
  let count = 0;
  return {
    request: ({ target }) => {
      if (!target.includes("/account")) return [];
      count += 1;
      return count === 1 ? faults : [];
    },
  };
}

/** What a client said that was not so; nothing excuses it. */
const violations: string[] = [];

/**
 * On a machine that stands still for a second, windows close and deadlines pass that were not
 * meant to. Then a cell may end otherwise, and is played again, with more time where no deadline is
 * part of it; a violation stays one.
 */
const again = { retry: 3 };

/** Exactly one order, or certainly none; and which of them. */
async function judge({ made }: Stage, placement: Placement): Promise<"one" | "none"> {
  const settled = placement.kind === "unknown" ? await placement.ask() : placement;
  const count = made(settled.clientId ?? "");
  const allowed = { placed: [1], rejected: [0], unknown: [0, 1] }[settled.kind];
  if (!allowed.includes(count)) violations.push(`${count} orders: ${JSON.stringify(settled)}`);
  expect({ kind: settled.kind, count }).toEqual(
    settled.kind === "placed" ? { kind: "placed", count: 1 } : { kind: "rejected", count: 0 },
  );
  return settled.kind === "placed" ? "one" : "none";
}

const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const malformed: readonly (readonly [name: string, text: string])[] = [
  ["a garbage status line", "HELO who are you\r\n\r\n"],
  ["a bad chunk", `${head}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`],
  ["two lengths", `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ["a length and chunks", `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}`],
  ["a header without end", `${head}X-Filler: ${"x".repeat(100_000)}`],
  ["nothing but a line end", "\r\n\r\n"],
];

/** Id and name, plan, options, how a placement ends, and how a read does. */
interface Cell {
  readonly name: string;
  readonly place: () => ProxyPlan;
  readonly read?: () => ProxyPlan;
  readonly options?: Partial<ClientOptions>;
  /** `either`: the request comes so late that its receive window may have closed. */
  readonly ends: "one" | "none" | "either";
  /** What the placement that is sent answers, where its own answer comes. */
  readonly hasAnswer?: boolean;
  readonly readEnds?: "well" | "TimeoutError";
}

const sides = ["before", "after"] as const;
const short = { timeoutMs: 3000 };

const cells: readonly Cell[] = [
  { name: "H03 never read", place: () => atFirst("unread"), options: short, ends: "none" },
  ...sides.flatMap((side): Cell[] => [
    {
      name: `H04 no answer, ${side} the exchange`,
      place: () => onFirst({ fault: "hang", side }),
      read: () => onRead({ fault: "hang", side }),
      options: short,
      ends: side === "before" ? "none" : "one",
      readEnds: "TimeoutError",
    },
    {
      name: `H05 RST, ${side} the exchange`,
      place: () => onFirst({ fault: "reset", side }),
      read: () => onRead({ fault: "reset", side }),
      ends: "one",
    },
    {
      name: `H06 FIN, ${side} the exchange`,
      place: () => onFirst({ fault: "fin", side }),
      read: () => onRead({ fault: "fin", side }),
      ends: "one",
    },
    ...malformed.map(
      ([what, text]): Cell => ({
        name: `H09 ${what}, ${side} the exchange`,
        place: () => onFirst({ fault: "inject", text, side }),
        ends: "one",
      }),
    ),
    {
      name: `H11 H16 slow beyond the time of the call, ${side} the exchange`,
      place: () => onFirst({ fault: "latency", ms: 900, jitterMs: 100, side }),
      read: () => onRead({ fault: "latency", ms: 900, jitterMs: 100, side }),
      options: short,
      ends: side === "before" ? "either" : "one",
      readEnds: "TimeoutError",
    },
    {
      name: `H11 slow, but in time, ${side} the exchange`,
      place: () => onFirst({ fault: "latency", ms: 30, jitterMs: 60, side }),
      read: () => onRead({ fault: "latency", ms: 30, jitterMs: 60, side }),
      ends: "one",
      hasAnswer: true,
    },
  ]),
  { name: "H07 RST before the request leaves", place: () => atFirst("reset"), ends: "one" },
  { name: "H07 FIN before the request leaves", place: () => atFirst("fin"), ends: "one" },
  {
    name: "H10 pieces of one byte",
    place: () => onFirst({ fault: "slicer", bytes: 1 }),
    read: () => onRead({ fault: "slicer", bytes: 1 }),
    ends: "one",
    hasAnswer: true,
  },
  {
    name: "H12 a slow line",
    place: () => onFirst({ fault: "bandwidth", bytesPerSecond: 300 }),
    read: () => onRead({ fault: "bandwidth", bytesPerSecond: 300 }),
    options: short,
    ends: "one",
    readEnds: "TimeoutError",
  },
  {
    name: "H12 a head byte by byte",
    place: () => onFirst({ fault: "dribble", everyMs: 10 }),
    read: () => onRead({ fault: "dribble", everyMs: 10 }),
    options: short,
    ends: "one",
    readEnds: "TimeoutError",
  },
  {
    name: "H17 delivered twice",
    place: () => onFirst({ fault: "twice" }),
    ends: "one",
    hasAnswer: true,
  },
  {
    name: "H17 delivered twice, and the second answer comes",
    place: () => onFirst({ fault: "twice", answer: "second" }),
    ends: "one",
  },
];

/** The placements of a cell and its reads, on each transport, with and without a stream. */
async function playCell(cell: Cell, tries: number): Promise<void> {
  // The machine's slowness must not look like a fault.
  const options = { recvWindow: 3000, ...cell.options };
  const { ends, read, readEnds = "well" } = cell;
  const time = cell.options === undefined ? paced(usualPace / 4 ** tries) : usual;
  const placing = async (stage: Stage): Promise<Placement> => {
    const placement = await stage.exchange.tryPlaceOrder(resting);
    const end = await judge(stage, placement);
    if (ends !== "either") expect([end, placement]).toEqual([ends, placement]);
    return placement;
  };
  // Where a stream has reported the order, nobody waits long for the response.
  const answered = async (stage: Stage): Promise<void> => {
    const placement = await placing(stage);
    if (cell.hasAnswer) expect(placement).toMatchObject({ response: { symbol: "BTCUSDT" } });
  };
  const reading = async ({ exchange }: Stage): Promise<void> => {
    const end = await exchange.getAccount().catch((error: Error) => error);
    expect(end).toMatchObject(readEnds === "well" ? { canTrade: true } : { name: readEnds });
  };
  const stages: Promise<unknown>[] = transports.flatMap(([transport]) => [
    staged(transport, cell.place(), answered, options, { time }),
    staged(transport, cell.place(), placing, options, { streamMs: 0, time }),
    ...(read === undefined ? [] : [staged(transport, read(), reading, options, { time })]),
  ]);
  await Promise.all(stages);
}

for (const cell of cells) {
  const name = `${cell.name}: one order or certainly none, REST or stream first`;
  test.concurrent(name, again, ({ task }) => playCell(cell, task.result?.retryCount ?? 0));
}

describe.concurrent.each(transports)("over %s", (transport) => {
  test("H01 a closed port, then open", again, async () => {
    await staged(transport, {}, async (stage) => {
      const { proxy, exchange } = stage;
      await proxy.down();
      const placing = exchange.tryPlaceOrder(resting);
      expect(await judge(stage, await placing)).toBe("none");
      expect(await placing).toMatchObject({
        error: { name: "TransportError", outcome: "notSent" },
      });
      const waiting = createLater();
      await staged(
        transport,
        {},
        async (again) => {
          await again.proxy.down();
          const placed = again.exchange.tryPlaceOrder(resting);
          await waiting.came;
          await again.proxy.up();
          expect(await judge(again, await placed)).toBe("one");
        },
        { random: () => 0.5, onEvent: ({ kind }) => kind === "retry" && waiting.come() },
      );
    });
  });

  test("H02 a name that is not found", again, async () => {
    await staged(
      transport,
      {},
      async (stage) => {
        const placement = await stage.exchange.tryPlaceOrder(resting);
        expect(await judge(stage, placement)).toBe("none");
        expect(placement).toMatchObject({ error: { name: "TransportError", outcome: "notSent" } });
      },
      // Looking a name up takes some machines seconds of their own time.
      { baseUrl: "http://nowhere.invalid:9700", timeoutMs: 600_000 },
    );
  });

  test("H08 cut at every byte, by FIN and by RST", {
    ...again,
    timeout: propertyTimeoutMs,
  }, async () => {
    let length = 0;
    await staged(transport, {}, async ({ exchange, proxy }) => {
      await exchange.tryPlaceOrder(resting);
      length = proxy.requests.length > 0 ? 900 : 0;
    });
    const stride = runs({ commit: 97, gate: 1, release: 1 });
    let whole = 0;
    for (let bytes = 1; bytes < length; bytes += stride) {
      const how = bytes % 2 === 0 ? "fin" : "reset";
      const plan = onFirst({ fault: "limitData", bytes, how });
      await staged(transport, plan, async (stage) => {
        const placement = await stage.exchange.tryPlaceOrder(resting);
        expect(await judge(stage, placement)).toBe("one");
        if ("response" in placement && placement.response !== undefined) whole += 1;
      });
    }
    // Behind the last byte nothing is missing.
    expect(whole).toBeGreaterThan(0);
    expect(whole).toBeLessThan(length / stride / 2);
  });

  test("H13 the server closes the idle connection as the next request leaves", again, async () => {
    const idleMs = 15;
    const plan: ProxyPlan = { request: () => [{ fault: "closeIdle", ms: idleMs }] };
    const rounds = runs({ commit: 1, gate: 30, release: 300 });
    for (let round = 0; round < rounds; round += 1) {
      // The client's own idle time is the same, where it can be said.
      const pools = new Map<string, UndiciFetch>();
      const pooled: Fetch = (url, init) => {
        const { origin } = new URL(url);
        const own = { connections: 1, keepAliveTimeout: idleMs };
        const pool = pools.get(origin) ?? undiciFetch({ dispatcher: new Pool(origin, own) });
        pools.set(origin, pool);
        return pool(url, init);
      };
      const options = transport === "undici" ? { fetch: pooled } : {};
      const race = async (stage: Stage): Promise<void> => {
        for (let turn = 0; turn < 10; turn += 1) {
          const waitMs = idleMs - 1 + (turn % 4);
          expect(await stage.exchange.getAccount()).toMatchObject({ canTrade: true });
          await new Promise((resolve) => setTimeout(resolve, waitMs));
          expect(await judge(stage, await stage.exchange.tryPlaceOrder(resting))).toBe("one");
          await new Promise((resolve) => setTimeout(resolve, waitMs));
        }
      };
      await staged(transport, plan, race, options);
    }
    // And surely: the second request of a connection finds it closing.
    const closing: ProxyPlan = {
      request: ({ nthOnConnection }) =>
        nthOnConnection === 2 ? [{ fault: "fin", side: "before" }] : [],
    };
    await staged(transport, closing, async (stage) => {
      expect(await stage.exchange.getAccount()).toMatchObject({ canTrade: true });
      expect(await judge(stage, await stage.exchange.tryPlaceOrder(resting))).toBe("one");
    });
  });

  test("H18 two requests swapped: each call gets its own answer", again, async () => {
    const plan: ProxyPlan = {
      request: ({ target }) => (target.includes("symbol=") ? [{ fault: "swap" }] : []),
    };
    await staged(transport, plan, async (stage) => {
      const { exchange, made } = stage;
      const symbols = ["BTCUSDT", "ETHUSDT"];
      const prices = symbols.map((symbol) => exchange.getTickerPrice({ symbol }));
      expect(await Promise.all(prices)).toMatchObject(symbols.map((symbol) => ({ symbol })));
      const ids = [`${transport}-a`, `${transport}-b`];
      const placing = ids.map((newClientOrderId) =>
        exchange.tryPlaceOrder({ ...resting, newClientOrderId }),
      );
      const answers = ids.map((clientOrderId) => ({ kind: "placed", response: { clientOrderId } }));
      expect(await Promise.all(placing)).toMatchObject(answers);
      expect(ids.map(made)).toEqual([1, 1]);
    });
  });
});

test("one order or certainly none, whatever comes together", {
  ...again,
  timeout: propertyTimeoutMs,
}, async () => {
  const side = fc.constantFrom(...sides);
  const fault: fc.Arbitrary<ProxyFault> = fc.oneof(
    fc.record({ fault: fc.constantFrom("reset", "fin", "hang"), side }),
    fc.record({
      fault: fc.constant("inject" as const),
      side,
      text: fc.constantFrom(...malformed.map(([, text]) => text)),
    }),
    fc.record({
      fault: fc.constant("limitData" as const),
      bytes: fc.integer({ min: 0, max: 900 }),
    }),
    fc.record({
      fault: fc.constant("latency" as const),
      side,
      ms: fc.nat(400),
      jitterMs: fc.nat(100),
    }),
    fc.record({ fault: fc.constant("slicer" as const), bytes: fc.integer({ min: 1, max: 50 }) }),
    fc.constant({ fault: "bandwidth", bytesPerSecond: 3000 } as const),
    fc.constant({ fault: "twice" } as const),
  );
  const given = fc.record({
    transport: fc.constantFrom("fetch" as const, "undici" as const),
    placing: fc.array(fault, { minLength: 1, maxLength: 2 }),
    asking: fc.array(fault, { maxLength: 2 }),
    streamMs: fc.option(fc.integer({ min: 0, max: 3000 }), { nil: undefined }),
    timeoutMs: fc.integer({ min: 500, max: 8000 }),
  });
  type Given = typeof given extends fc.Arbitrary<infer Value> ? Value : never;
  const play = async (each: Given): Promise<void> => {
    const { transport, placing, asking, streamMs, timeoutMs } = each;
    let placements = 0;
    let questions = 0;
    const plan: ProxyPlan = {
      request: ({ method }) => {
        if (method === "POST") return (placements += 1) === 1 ? placing : [];
        return (questions += 1) <= asking.length ? asking.slice(questions - 1, questions) : [];
      },
    };
    const options = { timeoutMs, recvWindow: 3000 };
    const work = async (stage: Stage): Promise<void> => {
      await judge(stage, await stage.exchange.tryPlaceOrder(resting));
    };
    await staged(transport, plan, work, options, { streamMs }).catch((error: Error) => {
      throw new Error(`${JSON.stringify(each)}: ${error.message}`, { cause: error });
    });
  };
  const all = fc.sample(given, runs({ commit: 20, gate: 500, release: 20_000 }));
  // Most of the time nothing happens, so that several can wait together.
  for (let from = 0; from < all.length; from += 10) {
    await Promise.all(all.slice(from, from + 10).map(play));
  }
});

test("every fault of the proxy did happen, and no client said what was not so", () => {
  const kinds: readonly ProxyFaultKind[] = [
    ...(["latency", "bandwidth", "slicer", "limitData", "reset", "fin", "hang", "twice"] as const),
    ...(["swap", "dribble", "inject", "closeIdle", "unread", "down"] as const),
  ];
  expect(kinds.filter((kind) => (reached.get(kind) ?? 0) === 0)).toEqual([]);
  expect(violations).toEqual([]);
});

/** Something that others can wait for. */
function createLater(): { readonly came: Promise<void>; readonly come: () => void } {
  let come: () => void = () => undefined;
  const came = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { came, come };
}
