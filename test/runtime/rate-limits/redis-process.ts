/**
 * One of several processes behind one address. It calls as fast as its rate limits allow, until its
 * parent ends, and prints what happens as JSON. Its clock runs faster than the machine's.
 */

import { createClient as createRedisClient } from "redis";

import { createClient } from "../../../generated/index.ts";
import { createRedisStore } from "../../../runtime/rate-limits/redis-store.ts";

const [baseUrl = "", redisPort = "", speed = "1", startMs = "0"] = process.argv.slice(2);
process.stdin.on("end", () => process.exit()).resume();
const now = (): number => Number(startMs) + (Date.now() - Number(startMs)) * Number(speed);
const after = (delayMs: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, delayMs / Number(speed));
  return () => clearTimeout(timer);
};
const report = (fact: object): void => console.log(JSON.stringify({ atMs: now(), ...fact }));

// The default delays of the package, on that clock.
const reconnectStrategy = (tries: number) => Math.min(2 ** tries * 50, 2000) / Number(speed);
const redis = createRedisClient({ socket: { port: Number(redisPort), reconnectStrategy } });
redis.on("error", () => undefined);
await redis.connect();
// A busy machine may let a process wait for more than a second; that is no lost Redis.
const waits = { replyMs: 6000, returnMs: 10_000 };
const store = createRedisStore(redis, { fallbackShare: 0.5, now, after, ...waits });
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
    if (event.kind === "rateLimitStore") report({ store: event.state });
    if (event.kind === "request") report({ sent: true });
    if (event.kind === "response") report({ status: event.status });
  },
});
for (let caller = 0; caller < 20; caller += 1) {
  void (async () => {
    for (;;) {
      try {
        await client.getDepth({ symbol: "BTCUSDT", limit: 500 });
      } catch (error) {
        const { name } = error as Error;
        if (name === "BannedError") report({ banned: true });
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  })();
}
