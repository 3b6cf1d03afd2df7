import { expect, test } from "vitest";

import { limitRules, limits } from "../../../generated/limits.ts";
import { addressesMax } from "../../../sandbox/defaults.ts";
import { createRateLimits } from "../../../sandbox/exchange/rate-limits.ts";
import { RequestError } from "../../../sandbox/exchange/request-error.ts";
import { type Answer, codeOf, foreignClient } from "../support/foreign-client.ts";

const [weight10s, weight1m] = limits;

/** One line: time, address and weight, then what comes of it and the two headers after it. */
function run(lines: readonly string[]): string[] {
  const counters = createRateLimits();
  return lines.map((line) => {
    const [asked = ""] = line.split(" =>");
    const [time = "", ip = "", weight = ""] = asked.split(" ");
    const now = Number(time);
    const came = charge(() => counters.charge(ip, Number(weight), now));
    const used = Object.values(counters.headers(ip, undefined, now));
    return [`${asked} => ${came}`, ...used].join(" ");
  });
}

function charge(count: () => void): string {
  try {
    count();
    return "ok";
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return `${error.status} wait ${error.headers["Retry-After"]}`;
  }
}

const scripts: Readonly<Record<string, readonly string[]>> = {
  "a window counts up to its amount and no further": [
    "0 a 999 => ok 999 999",
    "9999 a 1 => ok 1000 1000",
    "9999 a 1 => 429 wait 1 1000 1000",
    "10000 a 1000 => ok 1000 2000",
    "10001 a 1 => 429 wait 10 1000 2000",
  ],
  "the longer window goes on when the shorter begins anew": [
    ...[0, 1, 2, 3, 4, 5].map((n) => `${n * 10_000} a 1000 => ok 1000 ${n + 1}000`),
    "59999 a 1 => 429 wait 1 1000 6000",
    "60000 a 1 => ok 1 1",
  ],
  "each address has windows of its own, and they begin with the clock": [
    "9990 a 1000 => ok 1000 1000",
    "9990 b 1000 => ok 1000 1000",
    "10000 a 1000 => ok 1000 2000",
    "10000 b 1 => ok 1 1001",
  ],
  "a clock that goes back opens no new window, and closes none for longer": [
    "9000 a 900 => ok 900 900",
    "20000 a 950 => ok 950 1850",
    "9000 a 101 => 429 wait 1 900 1850",
    "10000 a 1000 => ok 1000 2850",
    "20000 a 51 => 429 wait 10 950 2850",
  ],
  "going on after refusals is banned": [
    "0 a 1000 => ok 1000 1000",
    ...Array<string>(10).fill("0 a 1 => 429 wait 10 1000 1000"),
    "0 a 1 => 418 wait 120 1000 1000",
    "119999 a 1 => 418 wait 1 0 0",
    "120000 a 1000 => ok 1000 1000",
  ],
};

test.each(Object.entries(scripts))("%s", (_, script) => {
  expect([weight10s.amount, weight1m.amount]).toEqual([1000, 6000]);
  expect(run(script)).toEqual(script);
});

test("a ban is twice as long as the one before, and never longer than the longest", () => {
  const counters = createRateLimits();
  const { firstMs, lastMs, after } = limitRules.banned;
  let now = 0;
  for (let ban = 0; ban < 20; ban += 1) {
    counters.charge("a", weight10s.amount, now);
    for (let count = 0; count < after; count += 1) charge(() => counters.charge("a", 1, now));
    const wait = Math.min(firstMs * 2 ** ban, lastMs);
    expect(charge(() => counters.charge("a", 1, now))).toBe(`418 wait ${wait / 1000}`);
    now += wait;
  }
});

test("of two full windows the longer one says how long to wait", () => {
  const windows = [weight10s, weight1m].map((window) => ({ ...window, amount: 1 }));
  const counters = createRateLimits(undefined, windows);
  counters.charge("a", 1, 0);
  expect(charge(() => counters.charge("a", 1, 1))).toBe("429 wait 60");
});

test("requests of an account count beside its orders, and headers come where the limit says", () => {
  const [weight, , orders] = limits;
  const own = { ...weight, per: "account", header: "OWN" } as const;
  const counters = createRateLimits(undefined, [weight, orders, own]);
  counters.chargeAccount("ann", 1000, 0);
  expect(charge(() => counters.chargeAccount("ann", 1, 1))).toBe("429 wait 10");
  counters.chargeAccount("bob", 1, 1);
  counters.charge("a", 2, 1);
  counters.countOrder("ann", 3, 1);
  const shown = { [weight.header]: "2", OWN: "1000" };
  expect(counters.headers("a", "ann", 1)).toEqual(shown);
  expect(counters.headers("a", "ann", 1, true)).toEqual({ ...shown, [orders.header]: "3" });
});

test("of too many addresses, idle ones are forgotten, or else the one added first", () => {
  const counters = createRateLimits();
  const isOver = (ip: string, now: number) => charge(() => counters.charge(ip, 1, now)) !== "ok";
  const flood = (name: string, count: number, now: number): void => {
    for (let index = 0; index < count; index += 1) counters.charge(name + index, 1, now);
  };
  for (const ip of ["first", "second"]) counters.charge(ip, 1000, 0);
  counters.ban("banned", 120_000, 0);
  flood("ip", addressesMax - 3, 0);
  expect([isOver("first", 1), isOver("second", 1)]).toEqual([true, true]);
  flood("new", 1, 1);
  expect([isOver("second", 1), isOver("first", 1)]).toEqual([true, false]);
  // All are idle by now but the banned one.
  counters.charge("busy", 1000, 60_000);
  flood("later", addressesMax - 2, 60_000);
  expect([isOver("busy", 60_000), isOver("banned", 60_000)]).toEqual([true, true]);
  flood("last", 1, 60_000);
  expect([isOver("busy", 60_000), isOver("banned", 60_000)]).toEqual([true, false]);
});

/** Requests in the order sent, the weight each adds. */
const weights: readonly (readonly [string, number])[] = [
  ["/api/v1/time", 1],
  ["/api/v1/exchangeInfo", 10],
  ["/api/v1/depth?symbol=BTCUSDT&limit=1", 1],
  ["/api/v1/depth?symbol=BTCUSDT&limit=100", 1],
  ["/api/v1/depth?symbol=BTCUSDT&limit=101", 5],
  ["/api/v1/depth?symbol=BTCUSDT", 5],
  ["/api/v1/depth?symbol=BTCUSDT&limit=501", 10],
  ["/api/v1/depth?symbol=BTCUSDT&limit=99999", 10],
  ["/api/v1/ticker/price", 2],
  ["/api/v1/ticker/price?symbol=BTCUSDT", 1],
  // A request without a key is rejected, and counts.
  ["/api/v1/account", 10],
];

test("every request adds its weight, and the headers say so", async () => {
  const client = foreignClient();
  let used = 0;
  for (const [target, weight] of weights) {
    used += weight;
    const { headers } = await client.open(target);
    expect(headers.get("X-MBX-USED-WEIGHT-10S"), target).toBe(String(used));
    expect(headers.get("X-MBX-USED-WEIGHT-1M"), target).toBe(String(used));
    expect(headers.has("X-MBX-ORDER-COUNT-10S")).toBe(false);
  }
});

test("accepted orders are counted for the account, whatever the address", async () => {
  const { place, ask, bob, sandbox } = foreignClient();
  const countsOf = ({ headers }: Answer): string =>
    ["10S", "1D"].map((window) => headers.get(`X-MBX-ORDER-COUNT-${window}`)).join(" ");
  expect(countsOf(await place())).toBe("1 1");
  expect(countsOf(await place({ price: "20000.001" }))).toBe("1 1");
  expect(countsOf(await place())).toBe("2 2");
  expect(countsOf(await place({}, bob))).toBe("1 1");
  expect((await ask("GET account")).headers.has("X-MBX-ORDER-COUNT-10S")).toBe(false);
  sandbox.clock?.advance(10_000);
  expect(countsOf(await place())).toBe("1 3");
  const { exchange } = sandbox;
  exchange.limits.countOrder("alice", 999, exchange.now());
  const over = await place();
  expect([over.status, codeOf(over), over.headers.get("Retry-After")]).toEqual([429, -1015, "10"]);
});
