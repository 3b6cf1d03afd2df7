/**
 * Processes that share limits through a real Redis, against one sandbox that counts their calls.
 */

import { spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

import { expect, type TestContext, test } from "vitest";

import { limits } from "../../../generated/limits.ts";
import { startSandbox } from "../../../sandbox/index.node.ts";
import { noRedis, startRedis } from "../../support/redis.ts";

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

/** A sandbox on a port, a Redis, and two processes that call without rest. */
async function start(cleanup: Cleanup) {
  const startMs = Date.now();
  const now = () => startMs + (Date.now() - startMs) * speed;
  const running = await startSandbox({ port: 0, now });
  cleanup(running.close);
  const redisPort = await freePort();
  const redisAt = ["--port", `${redisPort}`, "--bind", "127.0.0.1"];
  const endRedis = await startRedis(...redisAt);
  cleanup(endRedis);
  const facts: Fact[] = [];
  const path = new URL("redis-process.ts", import.meta.url).pathname;
  for (let count = 0; count < 2; count += 1) {
    const args = [path, running.baseUrl, String(redisPort), String(speed), String(startMs)];
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
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
  return { now, redisAt, endRedis, facts, rest, until, sandbox: running.sandbox };
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
      const { redisAt, endRedis, facts, rest, until } = await start(onTestFinished);
      const states = () => facts.flatMap(({ store }) => store ?? []);
      endRedis();
      await until(() => states().length >= 2);
      expect(states()).toEqual(["alone", "alone"]);
      // That it is lost must be certain, and a window that is used up must end.
      const before = facts.length;
      const goesOn = (one: number) =>
        facts.slice(before).some(({ child, sent }) => child === one && sent);
      await until(() => goesOn(0) && goesOn(1));
      await rest(1200);
      onTestFinished(await startRedis(...redisAt));
      await until(() => states().length >= 4);
      expect(states().slice(2)).toEqual(["shared", "shared"]);
      await rest(500);
      expect(statusesOf(facts)).toEqual([200]);
    },
  );
