/** One connection after the other: nothing is lost without a gap, nothing is emitted twice. */

import { expect, test } from "vitest";

import { connectionLimits } from "../../../generated/streams.ts";
import { createStreamClient } from "../../../runtime/streams/client.ts";
import type { FaultRule } from "../../../sandbox/index.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";
import { chance, clientIn, optionsIn, tables, worldOf } from "./stream-world.ts";

const delays: readonly FaultRule[] = [
  { fault: "delayEvent", ms: 40, when: { probability: 0.2 } },
  { fault: "delayEvent", ms: 700, when: { probability: 0.05 } },
  { fault: "delayEvent", ms: 3000, when: { probability: 0.01 } },
];

test("many lives end under load: every trade is emitted once", {
  timeout: propertyTimeoutMs,
}, async () => {
  const world = worldOf({ faults: delays });
  const { sandbox, clock, trade } = world;
  const { streams, notices } = clientIn(world, { renewBeforeMs: 20_000 });
  const received = new Map<string, number[]>([
    ["BTCUSDT", []],
    ["ETHUSDT", []],
  ]);
  streams.trade([...received.keys()]).each(({ s, t }) => received.get(String(s))?.push(Number(t)));
  await clock.run(100);
  const random = chance("load");
  const lives = runs({ commit: 5, gate: 1000, release: 10_000 });
  let overlapped = 0;
  for (let life = 1; life <= lives; life += 1) {
    await clock.run(connectionLimits.lifetimeMs - 55_000);
    // Without a renewal it would end now and then in here.
    const end = clock.now() + 60_000;
    let afterMs = 0;
    while (afterMs < 3000) {
      trade(random() < 0.5 ? "BTCUSDT" : "ETHUSDT");
      if (sandbox.hub.count() > 1) overlapped += 1;
      const stepMs = Math.round(random() * 600);
      await clock.run(stepMs);
      if (notices.filter(({ kind }) => kind === "renewed").length === life) afterMs += stepMs;
      expect(clock.now()).toBeLessThan(end);
    }
  }
  await clock.run(10_000);
  expect(notices.filter(({ kind }) => kind !== "renewed").map(({ kind }) => kind)).toEqual([
    "connected",
  ]);
  for (const ids of received.values()) {
    expect(ids.length).toBeGreaterThan(lives * 30);
    expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) + index));
  }
  expect(overlapped).toBeGreaterThan(lives * 10);
  expect(sandbox.faults.reached().delayEvent).toBeGreaterThan(lives * 10);
  streams.close();
  await clock.run(20_000);
  expect([clock.next(), sandbox.hub.count()]).toEqual([undefined, 0]);
});

const weather: readonly FaultRule[] = [
  ...delays,
  { fault: "cut", when: { probability: 0.003 } },
  { fault: "cut", code: 1011, when: { probability: 0.001 } },
  { fault: "stall", when: { probability: 0.001 } },
  { fault: "handshake", when: { probability: 0.1 } },
  { fault: "handshake", how: "hang", when: { probability: 0.1 } },
  { fault: "handshake", how: "reset", when: { probability: 0.1 } },
];

test("renewed all the time, cut and stalled: a gap is emitted before what follows it", {
  timeout: propertyTimeoutMs,
}, async () => {
  const counts = { events: 0, gaps: 0, renewed: 0, idle: 0 };
  for (let run = 0; run < runs({ commit: 5, gate: 3000, release: 10_000 }); run += 1) {
    const world = worldOf({ seed: `weather ${run}`, faults: weather });
    const { clock, trade } = world;
    const { options, notices } = optionsIn(world, `client ${run}`);
    const client = createStreamClient(
      { ...tables, limits: { ...connectionLimits, lifetimeMs: 60_000 } },
      {
        ...options,
        renewBeforeMs: 20_000,
        overlapMs: 4000,
        reconnectSpreadMs: 2000,
        idleTimeoutMs: 20_000,
      },
    );
    let last = 0;
    let maySkip = true;
    client.subscribe(
      { name: "btcusdt@trade", id: "trade" },
      {
        event: (data) => {
          const { t } = data as { readonly t: number };
          expect(t, `run ${run}`).toBeGreaterThan(last);
          if (!maySkip) expect(t, `run ${run}`).toBe(last + 1);
          last = t;
          maySkip = false;
          counts.events += 1;
        },
        gap: () => {
          maySkip = true;
        },
      },
    );
    const random = chance(`load ${run}`);
    const end = clock.now() + 300_000;
    while (clock.now() < end) {
      trade();
      await clock.run(Math.round(random() * 500));
    }
    for (const { kind } of notices) {
      if (kind === "gap") counts.gaps += 1;
      if (kind === "renewed" || kind === "idle") counts[kind] += 1;
      expect(["consumerFailed", "refused", "invalidMessage"]).not.toContain(kind);
    }
    client.close();
    await clock.run(20_000);
    expect(clock.next()).toBeUndefined();
  }
  for (const [what, count] of Object.entries(counts)) expect(count, what).toBeGreaterThan(0);
});
