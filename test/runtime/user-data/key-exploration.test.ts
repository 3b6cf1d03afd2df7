/**
 * Every short sequence of what can happen in the life of a listenKey: reports that are lost, late
 * or doubled, a lost connection, a key that expires or is forgotten, keep-alives and requests that
 * fail or take long. After a quiet time the session is live, each trade was reported once and
 * whole, one key and one connection are left, and nothing is left after `close`.
 */

import { inspect } from "node:util";

import { expect, test } from "vitest";

import { ApiError } from "../../../generated/errors.ts";
import type { Client } from "../../../generated/index.ts";
import { createStreams } from "../../../generated/stream-client.ts";
import type { SessionNotice, UserEvent } from "../../../generated/user-data.ts";
import { userRecords, watchUserData } from "../../../generated/user-data.ts";
import { type Fields, fieldsIn } from "../../../runtime/encoding/json-value.ts";
import { TransportError } from "../../../runtime/errors.ts";
import { readRecord } from "../../../runtime/user-data/records.ts";
import { createVirtualClock } from "../../../sandbox/exchange/clock.ts";
import { explore, scriptedSockets } from "../../support/explore.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";

const minute = 60_000;
const validityMs = 60 * minute;

const actions = [
  "trade",
  "report lost",
  "report late",
  "report doubled",
  "connection cut",
  "key expires",
  "key forgotten",
  "request fails",
  "request takes a minute",
  "half an hour",
] as const;
type Action = (typeof actions)[number];

/** An account of one symbol whose orders are filled at once. */
class Scene {
  readonly clock = createVirtualClock(1_700_000_000_000);
  readonly seen: UserEvent[] = [];
  readonly trades: Fields[] = [];
  /** ListenKeys, and when each was made or kept alive. */
  readonly keys = new Map<string, number>();
  readonly #network = scriptedSockets((name) => this.#isValid(name));
  readonly #streams = createStreams({
    url: "ws://exchange/stream",
    WebSocket: this.#network.WebSocket,
    now: this.clock.now,
    after: this.clock.after,
    random: () => 0.5,
    reconnectSpreadMs: 1000,
  });
  /** What the next request meets. */
  #trouble: "fails" | "late" | undefined;
  #late: object[] = [];
  /** Sockets that were opened or refused. */
  #handled = 0;
  keysMade = 0;
  cuts = 0;
  readonly notices: SessionNotice[] = [];
  /** Signals of all requests. */
  readonly signals: AbortSignal[] = [];
  /** A keep-alive fails with an error that holds the key. */
  isLeaking = false;
  #requests = 0;
  readonly #lateRequest: number;
  readonly session;

  /** The nth request takes a minute. */
  constructor(lateRequest = 0) {
    this.#lateRequest = lateRequest;
    this.session = watchUserData({
      streams: this.#streams,
      symbols: ["COIN"],
      // A scripted exchange in place of the whole client.
      client: this.#calls() as unknown as Client,
      checkEveryMs: 5 * minute,
      onNotice: (notice) => this.notices.push(notice),
    }).each((event) => this.seen.push(event));
  }

  get connections(): number {
    return this.#network.sockets.length;
  }

  get openSockets(): number {
    return this.#network.sockets.filter((socket) => socket.isOpen()).length;
  }

  async do(action: Action | "start"): Promise<void> {
    switch (action) {
      case "start":
        break;
      case "trade":
        this.#send([this.#report()]);
        break;
      case "report lost":
        this.#report();
        break;
      case "report late":
        this.#late.push(this.#report());
        break;
      case "report doubled": {
        const report = this.#report();
        this.#send([report, report]);
        break;
      }
      case "connection cut":
        this.#cut();
        break;
      case "key expires":
        this.#expire();
        break;
      case "key forgotten":
        this.keys.clear();
        break;
      case "request fails":
        this.#trouble = "fails";
        break;
      case "request takes a minute":
        this.#trouble = "late";
        break;
      case "half an hour":
        await this.run(30 * minute);
    }
    await this.run(0);
  }

  /** Everything works from now on, for longer than a key lives. */
  async quiet(): Promise<void> {
    this.#trouble = undefined;
    this.#send([]);
    await this.run(65 * minute);
    await this.do("trade");
    await this.run(minute);
  }

  async close(): Promise<void> {
    const closed = this.session.close();
    await this.run(0);
    await closed;
    this.#streams.close();
  }

  /** From timer to timer. Sockets open at once, unless the key is not known. */
  async run(ms: number): Promise<void> {
    const end = this.clock.now() + ms;
    for (;;) {
      await this.clock.run(0);
      for (const socket of this.#network.sockets.slice(this.#handled)) {
        const [, name] = socket.url.split("streams=");
        if (name === undefined || this.#isValid(name)) socket.open();
        else socket.refuse(400);
      }
      this.#handled = this.#network.sockets.length;
      await this.clock.run(0);
      const now = this.clock.now();
      if (now >= end) return;
      await this.clock.run(Math.min(end, this.clock.next() ?? end) - now);
    }
  }

  #isValid(name: string): boolean {
    return this.clock.now() - (this.keys.get(name) ?? Number.NEGATIVE_INFINITY) < validityMs;
  }

  #expire(): void {
    const keys = [...this.keys.keys()];
    const sockets = this.#network.sockets.filter((socket) => socket.isOpen());
    this.keys.clear();
    for (const socket of sockets) {
      for (const listenKey of keys) {
        const data = { e: "listenKeyExpired", E: this.clock.now(), listenKey };
        socket.message({ stream: listenKey, data });
      }
      socket.cut();
    }
  }

  #cut(): void {
    this.cuts += this.openSockets;
    this.#late = [];
    for (const socket of this.#network.sockets) socket.cut();
  }

  #send(events: readonly object[]): void {
    const socket = this.#network.sockets.findLast((one) => one.isOpen());
    for (const data of [...events, ...this.#late]) {
      // Nothing is sent for a forgotten key.
      for (const stream of this.keys.keys()) socket?.message({ stream, data });
    }
    this.#late = [];
  }

  #report() {
    const id = this.trades.length + 1;
    const now = this.clock.now();
    const isBuyer = id % 2 === 0;
    const report = {
      e: "executionReport",
      ...{
        E: now,
        s: "COIN",
        c: `order-${id}`,
        S: isBuyer ? "BUY" : "SELL",
        o: "MARKET",
        f: "GTC",
      },
      ...{ q: "2", p: "0", P: "0", F: "0", g: -1, C: "", x: "TRADE", X: "FILLED", r: "NONE" },
      ...{
        i: id,
        l: "2",
        z: "2",
        L: String(100 + id),
        n: `0.00${id}`,
        N: isBuyer ? "COIN" : "BNB",
      },
      ...{ T: now, t: id, w: false, m: id % 3 === 0, O: now, Z: String(2 * (100 + id)), Q: "0" },
      Y: String(2 * (100 + id)),
    };
    this.trades.push({ ...readRecord(fieldsIn(report), userRecords.events.executionReport.trade) });
    return report;
  }

  #calls() {
    const respond = async <Value>(value: () => Value): Promise<Value> => {
      this.#requests += 1;
      const trouble = this.#requests === this.#lateRequest ? "late" : this.#trouble;
      this.#trouble = undefined;
      if (trouble === "late") await new Promise<void>((end) => this.clock.after(minute, end));
      if (trouble === "fails") throw new TransportError("cut", "unknown", { operation: "any" });
      return value();
    };
    const unknownKey = () =>
      new ApiError({ operation: "any", status: 400, code: -1125, advice: "newKey" } as never);
    return {
      createListenKey: () =>
        respond(() => {
          this.keysMade += 1;
          this.keys.set(`key${this.keysMade}`, this.clock.now());
          return { listenKey: `key${this.keysMade}` };
        }),
      keepAliveListenKey: (
        { listenKey }: { readonly listenKey: string },
        { signal }: { readonly signal: AbortSignal },
      ) =>
        respond(() => {
          this.signals.push(signal);
          if (this.isLeaking) throw new Error(`no reply about ${listenKey}`);
          if (!this.#isValid(listenKey)) throw unknownKey();
          this.keys.set(listenKey, this.clock.now());
        }),
      closeListenKey: ({ listenKey }: { readonly listenKey: string }) =>
        respond(() => void this.keys.delete(listenKey)),
      getOpenOrders: () => respond(() => []),
      getOrder: ({ orderId }: { readonly orderId: number }) =>
        respond(() => ({ symbol: "COIN", orderId, status: "FILLED", executedQty: "2" })),
      getUserTrades: (page: { fromId?: number; startTime?: number; limit?: number }) =>
        respond(() => {
          const { fromId, startTime, limit = 500 } = page;
          if (fromId === undefined && startTime === undefined) return this.trades.slice(-limit);
          return this.trades
            .filter(
              ({ id, time }) => Number(id) >= (fromId ?? 0) && Number(time) >= (startTime ?? 0),
            )
            .slice(0, limit);
        }),
      getAccount: () => respond(() => ({ balances: [], updateTime: this.clock.now() })),
      observeOrder: () => undefined,
    };
  }
}

/** Trades that were reported, as records; those of events as their table says. */
function reported(seen: readonly UserEvent[]): readonly Fields[] {
  const { trade } = userRecords.events.executionReport;
  return seen.flatMap((event) => {
    if (event.kind === "trade") return [{ ...event.trade }];
    return event.kind === "event" && event.data.e === "executionReport"
      ? [readRecord(fieldsIn(event.data), trade)]
      : [];
  });
}

test("after any short sequence a session has reported each trade once and holds one key", {
  timeout: propertyTimeoutMs,
}, async () => {
  const reached = { rest: 0, newKeys: 0 };
  const length = runs({ commit: 2, gate: 4, release: 5 });
  await explore("one listenKey", actions, length, async (sequence) => {
    const scene = new Scene();
    await scene.do("start");
    expect(scene.session.state()).toBe("live");
    for (const action of sequence) await scene.do(action);
    await scene.quiet();
    expect(scene.session.state()).toBe("live");
    const byId = (one: Fields, other: Fields) => Number(one["id"]) - Number(other["id"]);
    expect([...reported(scene.seen)].sort(byId)).toEqual(scene.trades);
    expect([...scene.keys.keys()]).toEqual([`key${scene.keysMade}`]);
    const lostKeys = sequence.filter((action) => action.startsWith("key ")).length;
    expect(scene.keysMade).toBeLessThanOrEqual(1 + lostKeys);
    expect(scene.openSockets).toBe(1);
    // A new key has a connection of its own; a lost key may be tried once more in its address.
    expect(scene.connections).toBeLessThanOrEqual(1 + scene.cuts + 3 * lostKeys);
    if (scene.seen.some(({ kind }) => kind === "trade")) reached.rest += 1;
    if (scene.keysMade > 1) reached.newKeys += 1;
    await scene.close();
    expect([scene.keys.size, scene.openSockets, scene.clock.next()]).toEqual([0, 0, undefined]);
  });
  for (const [what, count] of Object.entries(reached)) expect(count, what).toBeGreaterThan(0);
});

test("a close at any request under way leaves no key, no connection and no timer", async () => {
  for (let late = 1; late <= 8; late += 1) {
    for (const waitMs of [0, 1000, 2 * minute]) {
      const scene = new Scene(late);
      await scene.run(waitMs);
      const keysLeft: number[] = [];
      const closed = scene.session.close().then(() => keysLeft.push(scene.keys.size));
      await scene.run(2 * minute);
      await closed;
      await scene.close();
      await scene.run(2 * minute);
      const left = [scene.keys.size, scene.openSockets, scene.clock.next()];
      expect(left, `request ${late}, ${waitMs} ms`).toEqual([0, 0, undefined]);
      // Only a key that was made after the close is closed after it.
      if (waitMs > minute) expect(keysLeft).toEqual([0]);
    }
  }
});

test("a close waits for the key to be closed, and ends a keep-alive", async () => {
  const scene = new Scene();
  await scene.run(31 * minute);
  await scene.do("request takes a minute");
  const keysLeft: number[] = [];
  const closed = scene.session.close().then(() => keysLeft.push(scene.keys.size));
  await scene.run(1000);
  expect([keysLeft, scene.keys.size]).toEqual([[], 1]);
  await scene.run(minute);
  await closed;
  expect(keysLeft).toEqual([0]);
  expect(scene.signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test("a key that an error of the caller's network holds reaches nobody", async () => {
  const scene = new Scene();
  scene.isLeaking = true;
  await scene.run(90 * minute);
  expect(scene.keysMade).toBe(2);
  const text = inspect([scene.notices, scene.seen], { depth: 9 });
  expect(text).toContain("no reply about");
  expect(text).not.toMatch(/key[12]/);
  await scene.close();
});
