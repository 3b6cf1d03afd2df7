/**
 * One of several processes behind one address: calls as fast as its limits allow, and writes what
 * happens to its output, a line of JSON each. Its time runs faster than the machine's.
 */

import { createClient as createRedisClient } from "redis";

import { createClient } from "../../../generated/index.ts";
import { createRedisBudget } from "../../../runtime/rate-limits/budget-redis.ts";

const [baseUrl = "", redisPort = "", speed = "1", startMs = "0"] = process.argv.slice(2);
const now = (): number => Number(startMs) + (Date.now() - Number(startMs)) * Number(speed);
const after = (delayMs: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, delayMs / Number(speed));
  return () => clearTimeout(timer);
};
const tell = (fact: object): void => console.log(JSON.stringify({ atMs: now(), ...fact }));

// As long as by default, in that time.
const reconnectStrategy = (tries: number) => Math.min(2 ** tries * 50, 2000) / Number(speed);
const redis = createRedisClient({ socket: { port: Number(redisPort), reconnectStrategy } });
redis.on("error", () => undefined);
await redis.connect();
const store = createRedisBudget(redis, { fallbackShare: 0.5, now, after, answerMs: 1500 });
const client = createClient({
  baseUrl,
  apiKey: "sandbox-key-of-alice",
  apiSecret: "sandbox-secret-of-alice",
  now,
  after,
  timeoutMs: 120_000,
  maxAttempts: 1,
  limits: { store },
  onEvent: (event) => {
    if (event.kind === "budget") tell({ budget: event.state });
    if (event.kind === "request") tell({ sent: true });
    if (event.kind === "answer") tell({ status: event.status });
  },
});
for (let caller = 0; caller < 20; caller += 1) {
  void (async () => {
    for (;;) {
      try {
        await client.getDepth({ symbol: "BTCUSDT", limit: 500 });
      } catch (error) {
        const { name } = error as Error;
        if (name === "BannedError") tell({ banned: true });
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  })();
}
