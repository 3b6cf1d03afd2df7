/**
 * Whatever happens to stream and calls, a session comes to know what the engine knows,
 * and reports each trade once.
 */

import fc from "fast-check";
import { expect, test } from "vitest";

import type { FaultRule } from "../../../sandbox/index.ts";
import { openOrders } from "../../sandbox/support/orders-of.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";
import type { World } from "./session-world.ts";
import { createWorld, units } from "./session-world.ts";

const minute = 60_000;
const alice = { account: "alice" } as const;
const asked = [
  "getOpenOrders",
  "getOrder",
  "getUserTrades",
  "getAccount",
  "createListenKey",
  "keepAliveListenKey",
] as const;

/** What may go wrong by chance, each with a name, so that it can be seen that it did. */
const troubles: Readonly<Record<string, FaultRule>> = {
  drop: { fault: "dropEvent", when: { ...alice, probability: 0.2 } },
  double: { fault: "duplicateEvent", when: { ...alice, probability: 0.3 } },
  swap: { fault: "reorderEvents", when: { ...alice, probability: 0.3 } },
  swapFar: { fault: "reorderEvents", by: 4, when: { ...alice, probability: 0.1 } },
  delay: { fault: "delayEvent", ms: 700, when: { ...alice, probability: 0.2 } },
  late: { fault: "delayEvent", ms: 9000, when: { ...alice, probability: 0.05 } },
  cut: { fault: "cut", when: { ...alice, probability: 0.1 } },
  stall: { fault: "stall", when: { ...alice, probability: 0.05 } },
  fail: { fault: "status", status: 500, when: { operation: asked, probability: 0.3 } },
  break: { fault: "drop", when: { operation: asked, probability: 0.2 } },
  slow: { fault: "delay", ms: 300, when: { operation: asked } },
  lose: { fault: "loseListenKey", when: { operation: asked, probability: 0.05 } },
  refuse: { fault: "handshake", status: 503, when: { probability: 0.3 } },
};

type Act = (world: World, number: number) => void;

const symbolOf = (number: number): string => (number % 3 === 0 ? "ETHUSDT" : "BTCUSDT");
const sideOf = (number: number) => (number % 2 === 0 ? "BUY" : "SELL");

/** Somebody else takes what is best on a side. */
const taken: Act = ({ execute }, number) => {
  execute({
    kind: "place",
    account: "bob",
    symbol: symbolOf(number),
    side: sideOf(number),
    type: "MARKET",
    quantity: units("0.02"),
  });
};

const acts: readonly Act[] = [
  ({ place }, number) => {
    place({ type: "MARKET", symbol: symbolOf(number), side: sideOf(number) });
  },
  // On top of the book, so that the next taker finds it.
  ({ place, sandbox }, number) => {
    const market = sandbox.exchange.state.markets.get("BTCUSDT");
    const best = (sideOf(number) === "BUY" ? market?.bids : market?.asks)?.at(-1)?.price;
    place({ side: sideOf(number), price: best, quantity: units("0.05") });
  },
  ({ place }, number) => {
    place({ price: units(String(20_000 + (number % 100))) });
  },
  ({ place, sandbox }, number) => {
    const last = sandbox.exchange.state.markets.get("BTCUSDT")?.trades.at(-1)?.price;
    const stopPrice = (last ?? 0n) + units(number % 2 === 0 ? "1" : "-1");
    place({ type: "STOP_LOSS", side: sideOf(number), stopPrice });
  },
  taken,
  taken,
  ({ execute, sandbox }, number) => {
    const open = openOrders(sandbox.exchange.state.accounts.get("alice"));
    const order = open[number % Math.max(1, open.length)];
    if (order === undefined) return;
    const { symbol, orderId } = order;
    execute({ kind: "cancel", account: "alice", symbol, orderId });
  },
  ({ execute }, number) => {
    const amount = units(String((number % 7) - 2));
    execute({ kind: "deposit", account: "alice", asset: "USDT", amount });
  },
  ({ sandbox }) => sandbox.hub.subscribers().forEach((reader) => reader.cut()),
  ({ sandbox, clock }) => {
    const { listenKeys } = sandbox.exchange;
    for (const key of listenKeys.keysOf("alice", clock.now())) {
      listenKeys.close("alice", key, clock.now());
    }
  },
];

const step = fc.record({
  act: fc.nat({ max: acts.length - 1 }),
  number: fc.nat({ max: 1000 }),
  waitMs: fc.constantFrom(0, 0, 0, 1, 50, 400, 3000, 20_000, 61_000, 1_900_000),
});
const schedule = fc.record({
  names: fc.subarray(Object.keys(troubles), { maxLength: 4 }),
  seed: fc.nat(),
  startMs: fc.constantFrom(0, 50, 1000),
  steps: fc.array(step, { minLength: 1, maxLength: 20, size: "max" }),
});

test(
  "once faults end, a session knows what the engine knows, and has reported each trade once",
  async () => {
    const reached: Record<string, number> = {};
    const numRuns = runs({ commit: 20, gate: 10_000, release: 100_000 });
    await fc.assert(
      fc.asyncProperty(schedule, async ({ names, seed, startMs, steps }) => {
        const world = createWorld({ seed: String(seed) });
        const { clock, sandbox } = world;
        const rules = names.flatMap((name) => {
          const rule = troubles[name];
          return rule === undefined ? [] : [{ ...rule, name }];
        });
        sandbox.faults.add(...rules);
        const session = world.open({ checkEveryMs: minute });
        let before: readonly string[] | undefined;
        void session.whenLive().then(() => {
          before = world.tradesMade();
        });
        await clock.run(startMs);
        for (const { act, number, waitMs } of steps) {
          acts[act]?.(world, number);
          if (waitMs > 0) await clock.run(waitMs);
        }
        for (const { name, reached: count } of sandbox.faults.list()) {
          reached[name] = (reached[name] ?? 0) + count;
        }
        sandbox.faults.clear();
        await clock.run(5 * minute);
        expect(session.state()).toBe("live");
        expect(world.kept(session)).toEqual(world.truth());
        // None where it was closed and not kept alive since.
        const keys = sandbox.exchange.listenKeys.keysOf("alice", clock.now());
        expect(keys.length).toBeLessThanOrEqual(1);
        const [reported, made] = [world.tradesReported(), world.tradesMade()];
        expect(new Set(reported).size).toBe(reported.length);
        expect(made).toEqual(expect.arrayContaining([...reported]));
        // What was made before it was ever live may have been before its time.
        const since = made.filter((key) => before?.includes(key) === false);
        expect(reported).toEqual(expect.arrayContaining(since));
        const closed = session.close();
        world.streams.close();
        await clock.run(minute);
        await closed;
        expect(sandbox.hub.count()).toBe(0);
        expect(sandbox.exchange.listenKeys.keysOf("alice", clock.now())).toEqual([]);
      }),
      { numRuns },
    );
    // So few schedules do not reach everything.
    const missing = Object.keys(troubles).filter((name) => !reached[name]);
    if (numRuns > 20) expect(missing).toEqual([]);
  },
  propertyTimeoutMs,
);
