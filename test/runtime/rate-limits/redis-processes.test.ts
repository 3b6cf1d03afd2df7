/**
 * Processes that share limits through a real Redis, against one sandbox that counts their calls.
 */

import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

import { createClient as createRedisClient } from "redis";
import { expect, type TestContext, test } from "vitest";

import { createClient } from "../../../generated/index.ts";
import { limits } from "../../../generated/limits.ts";
import { createRedisStore } from "../../../runtime/rate-limits/redis-store.ts";
import { startSandbox } from "../../../sandbox/index.node.ts";
import { isMissing } from "../../support/parts.ts";

const noRedis = isMissing("redis", spawnSync("redis-server", ["--version"]).status === 0);

/** Ten seconds of the exchange take two. */
const speed = 5;

interface Fact {
  readonly atMs: number;
  readonly child: number;
  readonly sent?: boolean;
  readonly status?: number;
  readonly store?: string;
  readonly banned?: boolean;
}

type Close = Parameters<TestContext["onTestFinished"]>[0];
type Cleanup = (close: Close) => void;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startRedis(port: number, cleanup: Cleanup): Promise<ChildProcess> {
  const settings = [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
  ];
  const redis = spawn("redis-server", settings, { stdio: ["ignore", "pipe", "inherit"] });
  cleanup(() => void redis.kill("SIGKILL"));
  await says(redis, /Ready to accept connections/);
  return redis;
}

function says(child: ChildProcess, words: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) throw new Error("Its output is not read.");
    createInterface(child.stdout).on("line", (line) => words.test(line) && resolve());
    child.once("exit", () => reject(new Error("It ended too early.")));
  });
}

/** A sandbox on a port, a Redis, and two processes that call without rest. */
async function start(cleanup: Cleanup) {
  const startMs = Date.now();
  const now = () => startMs + (Date.now() - startMs) * speed;
  const running = await startSandbox({ port: 0, now });
  cleanup(running.close);
  const redisPort = await freePort();
  const redis = await startRedis(redisPort, cleanup);
  const facts: Fact[] = [];
  const path = new URL("redis-process.ts", import.meta.url).pathname;
  for (let count = 0; count < 2; count += 1) {
    const args = [path, running.baseUrl, String(redisPort), String(speed), String(startMs)];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    cleanup(() => void child.kill("SIGKILL"));
    createInterface(child.stdout).on("line", (line) =>
      facts.push({ ...(JSON.parse(line) as Fact), child: count }),
    );
  }
  const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await rest(10);
  };
  await until(() => [0, 1].every((one) => facts.some(({ child }) => child === one)));
  return { now, redis, redisPort, facts, rest, until, sandbox: running.sandbox };
}

const statusesOf = (facts: readonly Fact[]) =>
  [...new Set(facts.flatMap(({ status }) => status ?? []))].sort();

const { windowMs } = limits[0];

/** Weight that was used in each whole window between two times; each call here costs 5. */
function usedIn(facts: readonly Fact[], fromMs: number, toMs: number): readonly number[] {
  const used: number[] = [];
  for (let at = Math.ceil(fromMs / windowMs) * windowMs; at + windowMs <= toMs; at += windowMs) {
    const inside = facts.filter(({ status, atMs }) => status && atMs >= at && atMs < at + windowMs);
    used.push(inside.length * 5);
  }
  return used;
}

test
  .skipIf(noRedis)
  .concurrent(
    "two processes use a shared limit up, and the exchange refuses nothing",
    async ({ onTestFinished }) => {
      const { now, facts, rest, until } = await start(onTestFinished);
      const fromMs = now();
      await rest(4500);
      // Some answers of a full window come when the next has begun, and a busy machine calls late.
      await until(() => Math.max(...usedIn(facts, fromMs, now())) >= 950);
      expect(statusesOf(facts)).toEqual([200]);
    },
  );

test
  .skipIf(noRedis)
  .concurrent(
    "after a ban no process sends anything before its end",
    async ({ onTestFinished }) => {
      const { now, facts, until, sandbox } = await start(onTestFinished);
      sandbox.faults.add({ fault: "ban", ms: 10_000, when: { nth: 1 } });
      await until(() => facts.some(({ status }) => status === 418));
      const banMs = facts.find(({ status }) => status === 418)?.atMs ?? 0;
      await until(() => facts.some(({ status, atMs }) => status === 200 && atMs > banMs + 10_000));
      // Whoever has learned of it, from the exchange or through Redis, sends nothing.
      for (const one of [0, 1]) {
        const own = facts.filter(({ child }) => child === one);
        const knownMs = own.find(({ banned }) => banned)?.atMs ?? Infinity;
        // What Redis had let through before may still be on its way.
        const fromMs = knownMs + 1500;
        const early = own.filter(({ sent, atMs }) => sent && atMs > fromMs && atMs < banMs + 9_900);
        expect(early).toEqual([]);
      }
      expect(facts.some(({ banned }) => banned)).toBe(true);
      expect(now()).toBeGreaterThan(banMs + 10_000);
    },
  );

test
  .skipIf(noRedis)
  .concurrent(
    "without Redis each process goes on with its share, and both share again when it is back",
    async ({ onTestFinished }) => {
      const { redis, redisPort, facts, rest, until } = await start(onTestFinished);
      const states = () => facts.flatMap(({ store }) => store ?? []);
      redis.kill("SIGKILL");
      await until(() => states().length >= 2);
      expect(states()).toEqual(["alone", "alone"]);
      // That it is lost must be certain, and a window that is used up must end.
      const before = facts.length;
      const goesOn = (one: number) =>
        facts.slice(before).some(({ child, sent }) => child === one && sent);
      await until(() => goesOn(0) && goesOn(1));
      await rest(1200);
      await startRedis(redisPort, onTestFinished);
      await until(() => states().length >= 4);
      expect(states().slice(2)).toEqual(["shared", "shared"]);
      await rest(500);
      expect(statusesOf(facts)).toEqual([200]);
    },
  );

/** Four clients with a connection each that make calls of weight 10, each with five seconds. */
async function startClients(cleanup: Cleanup) {
  const startMs = Date.now();
  // A minute of the exchange begins soon, and passes in half of one.
  const beginMs = Math.ceil(startMs / 60_000) * 60_000 - 5000;
  const now = () => beginMs + (Date.now() - startMs) * 2;
  const after = (delayMs: number, run: () => void) => {
    const timer = setTimeout(run, delayMs / 2);
    return () => clearTimeout(timer);
  };
  const statuses = new Set<number>();
  const { baseUrl, close } = await startSandbox({ port: 0, now });
  cleanup(close);
  const port = await freePort();
  const redis = await startRedis(port, cleanup);
  const facts: { client: number; atMs: number; tookMs: number; ended: string }[] = [];
  const states: string[] = [];
  const load = { calls: 1 };
  for (let one = 0; one < 4; one += 1) {
    const connection = createRedisClient({ socket: { port } });
    connection.on("error", () => undefined);
    await connection.connect();
    const store = createRedisStore(connection, { fallbackShare: 0.25, now, after, replyMs: 1000 });
    const client = createClient({
      ...{ baseUrl, now, after, timeoutMs: 5000, maxAttempts: 1, limits: { store } },
      onEvent: (event) => {
        if (event.kind === "rateLimitStore") states.push(event.state);
        if (event.kind === "response") statuses.add(event.status);
      },
    });
    const call = async () => {
      const atMs = now();
      const ended = await client.getDepth({ symbol: "BTCUSDT", limit: 1000 }).then(
        () => "ok",
        (error: Error) => error.name,
      );
      facts.push({ client: one, atMs, tookMs: now() - atMs, ended });
    };
    const pace = setInterval(() => {
      for (let count = 0; count < load.calls; count += 1) void call();
    }, 250);
    cleanup(() => (clearInterval(pace), connection.destroy()));
  }
  const until = async (atMs: number) => {
    while (now() < atMs) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  return { minuteMs: beginMs + 5000, until, redis, port, facts, states, statuses, load };
}

const losses: readonly (readonly [how: string, lose: NodeJS.Signals])[] = [
  ["killed", "SIGKILL"],
  ["stopped", "SIGSTOP"],
];

test.skipIf(noRedis).for(losses)(
  "while Redis is %s for 8 s, each client uses its share of a window, and the rest is refused",
  { timeout: 120_000 },
  async ([, signal], { onTestFinished }) => {
    const at = await startClients(onTestFinished);
    // A call costs more than a client may use of a window without knowing what others have used.
    const lostMs = at.minuteMs + 11_500;
    await at.until(lostMs);
    at.redis.kill(signal);
    // More than a share.
    at.load.calls = 3;
    await at.until(lostMs + 8000);
    const goes = at.facts.filter(({ atMs, ended }) => ended === "ok" && atMs > lostMs);
    expect(new Set(goes.map(({ client }) => client)).size).toBe(4);
    at.load.calls = 1;
    if (signal === "SIGSTOP") at.redis.kill("SIGCONT");
    else await startRedis(at.port, onTestFinished);
    await at.until(lostMs + 30_000);
    const states = ["alone", "shared"].map((one) => at.states.filter((each) => each === one));
    expect(states.map(({ length }) => length)).toEqual([4, 4]);
    const backMs = lostMs + 15_000;
    expect(at.facts.some(({ atMs, ended }) => ended === "ok" && atMs > backMs)).toBe(true);
    const refused = at.facts.filter(({ ended }) => ended === "RateLimitError");
    expect(refused.some(({ atMs, tookMs }) => atMs < backMs && tookMs < 200)).toBe(true);
    expect(Math.max(...at.facts.map(({ tookMs }) => tookMs))).toBeLessThan(6500);
    // Only who waits for a window that begins at its deadline may miss it.
    const late = at.facts.filter(({ ended }) => ended === "TimeoutError");
    expect(late.length).toBeLessThan(refused.length);
    expect([...at.statuses]).toEqual([200]);
  },
);
