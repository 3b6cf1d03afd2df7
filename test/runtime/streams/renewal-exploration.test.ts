/**
 * Every short sequence of what can happen while a connection is renewed: each of the two sockets
 * delivers now or later, opens late, or is closed before or after the hand-over. Events are emitted
 * once and in order, none is missing without a gap, and one connection is left.
 */

import { expect, test } from "vitest";

import { createStreamClient } from "../../../runtime/streams/client.ts";
import { createVirtualClock } from "../../../sandbox/exchange/clock.ts";
import { explore, type ScriptedSocket, scriptedSockets } from "../../support/explore.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";
import { tables } from "./stream-world.ts";

const actions = [
  "event",
  "old socket delivers",
  "new socket delivers",
  "new socket opens",
  "old socket closes",
  "new socket closes",
  "five seconds",
] as const;
type Action = (typeof actions)[number];

const lifetimeMs = 400_000;
const overlapMs = 10_000;
const renewBeforeMs = 20_000;
const name = "coin@trade";

class Scene {
  readonly clock = createVirtualClock(1_700_000_000_000);
  readonly received: number[] = [];
  /** Ids behind which a gap was reported. */
  readonly gaps = new Set<number>();
  readonly #network = scriptedSockets();
  /** What the exchange sent on each socket since it opened, and has not arrived. */
  readonly #underWay = new Map<ScriptedSocket, number[]>();
  readonly client = createStreamClient(
    { ...tables, limits: { ...tables.limits, lifetimeMs } },
    {
      url: "ws://exchange/stream",
      WebSocket: this.#network.WebSocket,
      now: this.clock.now,
      after: this.clock.after,
      random: () => 0.5,
      renewBeforeMs,
      overlapMs,
      reconnectSpreadMs: 1000,
    },
  );
  /** Earlier events were made before the last time that passed. */
  #lastBefore = 0;
  last = 0;
  closed = 0;

  get connections(): number {
    return this.#network.sockets.length;
  }

  get open(): readonly ScriptedSocket[] {
    return this.#network.sockets.filter((socket) => socket.isOpen());
  }

  /** A connection that has just begun to renew itself: the new socket is not open yet. */
  async start(): Promise<void> {
    this.client.subscribe(
      { name, id: "trade" },
      {
        event: (data) => this.received.push((data as { readonly t: number }).t),
        gap: () => this.gaps.add(this.received.at(-1) ?? 0),
      },
    );
    await this.clock.run(0);
    await this.do("old socket opens");
    await this.do("event");
    await this.do("old socket delivers");
    await this.clock.run(lifetimeMs - renewBeforeMs * 1.5);
  }

  async do(action: Action | "old socket opens"): Promise<void> {
    const [old, young] = this.open;
    switch (action) {
      case "event":
        this.last += 1;
        for (const ids of this.#underWay.values()) ids.push(this.last);
        break;
      case "old socket delivers":
        this.#deliver(old);
        break;
      case "new socket delivers":
        this.#deliver(young);
        break;
      case "old socket opens":
        this.#openSocket(old);
        break;
      case "new socket opens":
        this.#openSocket(young);
        break;
      case "old socket closes":
        this.#close(old);
        break;
      case "new socket closes":
        this.#close(young);
        break;
      case "five seconds":
        // No message is under way for as long as the sockets overlap.
        for (const [socket, sent] of this.#underWay) {
          while ((sent[0] ?? Number.POSITIVE_INFINITY) < this.#lastBefore) this.#deliver(socket);
        }
        this.#lastBefore = this.last + 1;
        await this.clock.run(overlapMs / 2);
    }
    await this.clock.run(0);
  }

  /** Every socket opens, and everything arrives. */
  async quiet(): Promise<void> {
    for (let second = 0; second < 90; second += 1) {
      if (second % 20 === 0) await this.do("event");
      for (const socket of this.open) {
        this.#openSocket(socket);
        while ((this.#underWay.get(socket)?.length ?? 0) > 0) this.#deliver(socket);
      }
      await this.clock.run(1000);
    }
  }

  #openSocket(socket: ScriptedSocket | undefined): void {
    if (socket === undefined || this.#underWay.has(socket)) return;
    this.#underWay.set(socket, []);
    socket.open();
  }

  #deliver(socket: ScriptedSocket | undefined): void {
    const id = socket && this.#underWay.get(socket)?.shift();
    if (id === undefined) return;
    socket?.message({ stream: name, data: { e: "trade", s: "COIN", t: id } });
  }

  #close(socket: ScriptedSocket | undefined): void {
    if (socket === undefined) return;
    this.closed += 1;
    this.#underWay.delete(socket);
    socket.cut();
  }
}

test("after any short sequence a renewed connection has emitted each event once", {
  timeout: propertyTimeoutMs,
}, async () => {
  const reached = { gaps: 0, complete: 0 };
  const length = runs({ commit: 3, gate: 6, release: 7 });
  await explore("one renewal", actions, length, async (sequence) => {
    const scene = new Scene();
    await scene.start();
    for (const action of sequence) {
      await scene.do(action);
      expect(scene.open.length).toBeLessThanOrEqual(2);
    }
    await scene.quiet();
    const { received, gaps } = scene;
    expect(received).toEqual([...new Set(received)].sort((one, other) => one - other));
    const missing = received.filter((id, index) => {
      const before = received[index - 1] ?? 0;
      return id !== before + 1 && !gaps.has(before);
    });
    expect(missing).toEqual([]);
    expect(received.at(-1)).toBe(scene.last);
    expect(scene.open).toHaveLength(1);
    // The first, the renewal, and one for each that ended or did not open in time.
    const ended = scene.closed + sequence.filter((action) => action === "five seconds").length;
    expect(scene.connections).toBeLessThanOrEqual(2 + ended);
    if (scene.closed === 0) expect([...gaps]).toEqual([]);
    reached[gaps.size === 0 ? "complete" : "gaps"] += 1;
    scene.client.close();
    expect([scene.open.length, scene.clock.next()]).toEqual([0, undefined]);
  });
  for (const [what, count] of Object.entries(reached)) expect(count, what).toBeGreaterThan(0);
});
