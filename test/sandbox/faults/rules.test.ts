/** Rules of the fault plan: when they come up, that they do so again, and what is no rule. */

import { readFileSync } from "node:fs";

import fc from "fast-check";
import { expect, test } from "vitest";

import { ValidationError } from "../../../sandbox/config/validation.ts";
import { type FaultRule, faultKinds, readRules } from "../../../sandbox/faults/kinds.ts";
import { isWithin } from "../../../sandbox/faults/plan.ts";
import { createSandbox } from "../../../sandbox/index.ts";
import { runs } from "../../support/runs.ts";
import { get, isOpen, lineInProcess, place } from "../support/fault-calls.ts";

const dayMs = 86_400_000;
const tenOClock = 10 * 3_600_000;

test("the third placement after 10:00 is accepted, and its response lost", async () => {
  const line = await lineInProcess();
  const { clock, faults } = line.sandbox;
  const when = { operation: "placeOrder", after: "10:00", nth: 3 } as const;
  faults.add({ fault: "drop", accepted: true, when });
  clock?.set(line.sandbox.exchange.now() + tenOClock - 5);
  const lost: number[] = [];
  for (let turn = 1; turn <= 8; turn += 1) {
    await get(line);
    await place(line, `scripted-${turn}`).catch(() => lost.push(turn));
    clock?.advance(1);
  }
  // Five come before ten.
  expect(lost).toEqual([8]);
  expect(isOpen(line, "scripted-8")).toBe(true);
  expect(faults.list()).toMatchObject([{ name: "drop 1", seen: 3, reached: 1 }]);
});

const spans: readonly (readonly [span: Parameters<typeof isWithin>[1], hours: number[]])[] = [
  [{}, [0, 9, 10, 11, 23]],
  [{ after: "10:00" }, [10, 11, 23]],
  [{ before: "10:00" }, [0, 9]],
  [{ after: "10:00", before: "11:00:00.0" }, [10]],
  [{ after: "10:00", before: "10:00" }, []],
  [{ after: "23:00", before: "09:30" }, [0, 9, 23]],
  [{ after: 10 * 3_600_000, before: 11 * 3_600_000 }, [10]],
  [{ after: "10:00", before: 23 * 3_600_000 }, [10, 11]],
];

test.each(spans)("a rule with %j comes up at these hours", (span, hours) => {
  const at = [0, 9, 10, 11, 23].filter((hour) => isWithin(hour * 3_600_000, span));
  expect(at).toEqual(hours);
  const isDaily = Object.values(span).every((moment) => typeof moment === "string");
  const later = [0, 9, 10, 11, 23].filter((hour) => isWithin(3 * dayMs + hour * 3_600_000, span));
  if (isDaily) expect(later).toEqual(hours);
});

const countings: readonly (readonly [when: FaultRule["when"], turns: number[]])[] = [
  [{ nth: 2 }, [2]],
  [{ nth: [1, 5] }, [1, 5]],
  [{ every: 3 }, [3, 6]],
  [{ from: 5 }, [5, 6]],
  [{ count: 2 }, [1, 2]],
  [{ every: 2, count: 2 }, [2, 4]],
  [{ probability: 0 }, []],
  [{ probability: 1 }, [1, 2, 3, 4, 5, 6]],
  [{ path: "/api/v1/time", method: "GET" }, [1, 2, 3, 4, 5, 6]],
  [{ method: "POST" }, []],
  [{ operation: ["getDepth", "getTime"] }, [1, 2, 3, 4, 5, 6]],
  [{ symbol: "BTCUSDT" }, []],
  [{ account: "alice" }, []],
];

test.each(countings)("of six requests a rule with %j is about these", async (when, turns) => {
  const sandbox = createSandbox({ faults: [{ fault: "status", status: 503, when } as FaultRule] });
  const hit: number[] = [];
  for (let turn = 1; turn <= 6; turn += 1) {
    const { status } = await sandbox.fetch("http://sandbox/api/v1/time");
    if (status === 503) hit.push(turn);
  }
  expect(hit).toEqual(turns);
});

test("a rule may ask for a symbol in query or body, as the exchange does, and for an account", async () => {
  const line = await lineInProcess();
  line.sandbox.faults.add(
    { fault: "status", status: 503, when: { symbol: "ETHUSDT" } },
    { fault: "status", status: 502, when: { account: "bob" } },
  );
  const statuses = [
    await get(line, "/api/v1/depth?symbol=ETHUSDT"),
    await get(line, "/api/v1/depth?symbol=+ETHUSDT+"),
    await get(line, "/api/v1/order", { method: "POST", body: "symbol=ETHUSDT" }),
    await get(line, "/api/v1/depth?symbol=BTCUSDT"),
    await place(line, "of-bob", { account: "bob" }),
    await place(line, "of-alice"),
  ].map(({ status }) => status);
  expect(statuses).toEqual([503, 503, 503, 200, 502, 200]);
});

/** Rules with chance, whose order and names differ from run to run. */
const chances = fc.array(
  fc.record({
    fault: fc.constant("status" as const),
    status: fc.constantFrom(500, 502, 503, 504),
    // Doubles at large are nearly all next to 0 or 1, where there is no chance in it.
    when: fc.integer({ min: 1, max: 9 }).map((tenths) => ({ probability: tenths / 10 })),
  }),
  { minLength: 1, maxLength: 4 },
) as fc.Arbitrary<FaultRule[]>;

test("equal seeds, rules and requests give equal faults, and no rule moves another's", async () => {
  const statuses = async (seed: string, faults: readonly FaultRule[]): Promise<number[]> => {
    const sandbox = createSandbox({ seed, faults });
    const seen: number[] = [];
    for (let turn = 0; turn < 24; turn += 1) {
      seen.push((await sandbox.fetch("http://sandbox/api/v1/time")).status);
    }
    return seen;
  };
  await fc.assert(
    fc.asyncProperty(chances, fc.string(), async (rules, seed) => {
      const first = await statuses(seed, rules);
      expect(await statuses(seed, rules)).toEqual(first);
      const other: FaultRule = { fault: "envelope", when: { probability: 0.5 } };
      expect(await statuses(seed, [other, ...rules])).toEqual(first);
    }),
    { numRuns: runs({ commit: 2, gate: 200, release: 1000 }) },
  );
  const half: FaultRule = { fault: "status", status: 500, when: { probability: 0.5 } };
  expect(await statuses("one", [half])).not.toEqual(await statuses("two", [half]));
});

const lost = (fault: "drop" | "reset"): FaultRule => ({ fault, accepted: true });

/** Rules that all are about one placement, which of them happen, and whether the order stands. */
const together: readonly (readonly [FaultRule[], happen: string[], stands: boolean])[] = [
  [[{ fault: "status", status: 500, accepted: true }, { fault: "drop" }], ["drop"], false],
  [[lost("drop"), lost("reset")], ["drop"], true],
  [
    [
      ...[{ fault: "duplicate" }, { fault: "clockOffset", ms: 5 }, { fault: "envelope" }],
      ...[
        { fault: "delay", ms: 5, accepted: true },
        { fault: "status", status: 503 },
      ],
    ] as FaultRule[],
    ...[["envelope", "status"], false],
  ] as never,
  [
    [{ fault: "headers", set: { a: "b" } }, { fault: "duplicate" }, lost("drop")],
    ["duplicate", "drop"],
    true,
  ],
];

test.each(together)("of the rules %j these happen: %j", async (rules, happen, stands) => {
  const line = await lineInProcess();
  line.sandbox.faults.add(...rules);
  await place(line, "together").catch(() => {});
  const happened = line.sandbox.faults.list().filter(({ reached }) => reached > 0);
  expect(happened.map(({ rule }) => rule.fault)).toEqual(happen);
  expect(isOpen(line, "together")).toBe(stands);
});

test("two rules of one chance come up at different times", async () => {
  const when = { probability: 0.5 };
  const { fetch } = createSandbox({
    faults: [
      { fault: "headers", set: { one: "1" }, when },
      { fault: "headers", set: { other: "1" }, when },
    ],
  });
  const seen: string[] = [];
  for (let turn = 0; turn < 24; turn += 1) {
    const { headers } = await fetch("http://sandbox/api/v1/time");
    seen.push(`${headers.get("one")} ${headers.get("other")}`);
  }
  expect(new Set(seen).size).toBe(4);
});

test("a delay is as long as its spread, or shorter", async () => {
  const line = await lineInProcess();
  line.sandbox.faults.add({ fault: "delay", ms: 2, spreadMs: 1 });
  const waits = new Set<number>();
  for (let turn = 0; turn < 24; turn += 1) {
    const sentAt = line.sandbox.exchange.now();
    void get(line).then(() => waits.add(line.sandbox.exchange.now() - sentAt));
    await line.pass(5);
  }
  expect([...waits].toSorted()).toEqual([2, 3]);
});

test("clock offsets add up", async () => {
  const line = await lineInProcess();
  line.sandbox.faults.add({ fault: "clockOffset", ms: 1000 }, { fault: "clockOffset", ms: -300 });
  const serverTime = line.sandbox.exchange.now() + 700;
  expect(await (await get(line)).json()).toEqual({ serverTime });
});

test("the listen key that is lost is that of the account in the rule", async () => {
  const line = await lineInProcess();
  const { listenKeys, now } = line.sandbox.exchange;
  for (const account of ["alice", "bob"]) listenKeys.create(account, now());
  line.sandbox.faults.add({ fault: "loseListenKey", account: "bob" });
  await place(line, "by-alice");
  const left = ["alice", "bob"].map((account) => listenKeys.keysOf(account, now()).length);
  expect(left).toEqual([1, 0]);
});

test("a clock that is wrong for one call begins no window of the limits", async () => {
  const line = await lineInProcess();
  line.sandbox.faults.add({ fault: "clockOffset", ms: 3_600_000, when: { nth: 1 } });
  await get(line);
  line.sandbox.clock?.advance(60_000);
  expect((await get(line)).headers.get("X-MBX-USED-WEIGHT-1M")).toBe("1");
});

test("rules are added, listed and taken away by name; counters stay", async () => {
  const { faults, fetch } = createSandbox();
  expect(faults.add({ fault: "envelope" }, { fault: "envelope", name: "mine" })).toEqual([
    "envelope 1",
    "mine",
  ]);
  expect(faults.add({ fault: "envelope" })).toEqual(["envelope 2"]);
  const taken = "name is already taken by another rule";
  for (const [one, name] of [
    ["other", "mine"],
    ["a", "a"],
  ] as const) {
    const rules = [{ fault: "hang", name: one } as const, { fault: "drop", name } as const];
    expect(() => faults.add(...rules)).toThrow(`rule 2 (${name}): ${taken}`);
  }
  expect(faults.list().map(({ name }) => name)).toEqual(["envelope 1", "mine", "envelope 2"]);
  await fetch("http://sandbox/api/v1/time");
  expect([faults.remove("mine"), faults.remove("mine")]).toEqual([true, false]);
  faults.clear();
  expect([faults.list(), faults.reached().envelope]).toEqual([[], 3]);
  expect(Object.keys(faults.reached()).toSorted()).toEqual(faultKinds.toSorted());
});

const noRules: readonly (readonly [data: unknown, message: string])[] = [
  [{}, "faults must be a list of rules"],
  [[7], "rule 1: it must be an object"],
  [[{ fault: "hang" }, {}], "rule 2: fault must be one of delay, hang, drop,"],
  [[{ fault: "burn" }], "rule 1: fault must be one of delay, hang,"],
  [[{ fault: "delay" }], "rule 1: ms is missing; give a whole number from 0 to 2592000000"],
  [[{ fault: "delay", ms: "5" }], "rule 1: ms must be a whole number"],
  [[{ fault: "delay", ms: -1, name: "late" }], "rule 1 (late): ms must be a whole number"],
  [[{ fault: "delay", ms: 1, acepted: true }], "rule 1: acepted is unknown; did you"],
  [[{ fault: "hang", accepted: 1 }], "rule 1: accepted must be true or false"],
  [[{ fault: "hang", when: [] }], "rule 1: when must be an object"],
  [[{ fault: "hang", when: { nth: 0 } }], "rule 1: when.nth must be a whole number from 1 up"],
  [[{ fault: "hang", when: { nth: [1, "2"] } }], "rule 1: when.nth[1] must be a whole number"],
  [[{ fault: "hang", when: { nth: [] } }], "rule 1: when.nth is an empty list"],
  [[{ fault: "hang", when: { after: "25:00" } }], "rule 1: when.after must be a time of day"],
  [[{ fault: "hang", when: { probability: 2 } }], "rule 1: when.probability must be a number"],
  [[{ fault: "hang", when: { operation: "getTyme" } }], "rule 1: when.operation must be one of"],
  [[{ fault: "hang", when: { stream: "a" } }], "rule 1: when.stream is unknown; known names are"],
  [[{ fault: "stall", when: { method: "GET" } }], "rule 1: when.method is unknown; known"],
  [[{ fault: "status", status: 418 }], "rule 1: status must be one of 408, 500,"],
  [[{ fault: "error", code: 5 }], "rule 1: code must be one of -1021,"],
  [[{ fault: "throttle", retryAfter: {} }], "rule 1: retryAfter.dateInMs is missing"],
  [[{ fault: "throttle", retryAfter: "a\r\nb" }], "rule 1: retryAfter must be seconds, a text"],
  [[{ fault: "headers", set: { "a b": "c" } }], "must be the name of a header"],
  [[{ fault: "headers", set: { a: "\n" } }], "rule 1: set.a must be a text of at most 4096"],
  [[{ fault: "response", body: "a", bodyBase64: "YQ==" }], "rule 1: it has body and bodyBase64"],
  [[{ fault: "response", bodyBase64: "?" }], "rule 1: bodyBase64 must be base64"],
  [[{ fault: "cut", code: 1005 }], "rule 1: code must be a close code that may be sent"],
  [[{ fault: "handshake", how: "hang", status: 500 }], "has a status, which requires how"],
  [JSON.parse('[{"fault":"hang","__proto__":{}}]'), "rule 1: __proto__ is unknown"],
  [JSON.parse('[{"fault":"hang","when":{"constructor":1}}]'), "when.constructor is unknown"],
  [JSON.parse('[{"fault":"headers","set":{"__proto__":"a"}}]'), "set.__proto__ must be the name"],
];

test.each(noRules)("%j is not a list of rules", (data, message) => {
  expect(() => readRules(data)).toThrow(ValidationError);
  expect(() => readRules(data)).toThrow(message);
  expect(() => createSandbox({ faults: data as FaultRule[] })).toThrow(ValidationError);
});

/** Rules as somebody might misspell them: known words in wrong places among any JSON. */
const nearlyRules = fc.array(
  fc.oneof(
    fc.jsonValue(),
    fc.dictionary(
      fc.constantFrom("fault", "name", "when", "ms", "bytes", "code", "status", "set", "accepted"),
      fc.oneof(
        fc.constantFrom<unknown>(...faultKinds),
        fc.dictionary(fc.constantFrom("nth", "after", "stream", "__proto__"), fc.jsonValue()),
        fc.integer(),
        fc.boolean(),
      ),
    ),
  ),
  { maxLength: 3 },
);

test("whatever is given, it is a list of rules or a fault that names a rule", () => {
  fc.assert(
    fc.property(nearlyRules, (data) => {
      const { faults } = idle;
      try {
        const names = faults.add(...(readRules(data) as FaultRule[]));
        expect(names).toHaveLength(data.length);
      } catch (error) {
        expect(error).toBeInstanceOf(ValidationError);
        expect((error as ValidationError).message).toMatch(/^rule \d: |^rule \d \(/);
      }
      faults.clear();
      expect(({} as Record<string, unknown>)["nth"]).toBeUndefined();
    }),
    { numRuns: runs({ commit: 50, gate: 100_000, release: 1_000_000 }) },
  );
});

const idle = createSandbox();

test("the example in the help of the command is a list of rules", () => {
  const help = readFileSync("scripts/sandbox/files.ts", "utf8");
  const example = /\n {2}(\[\n[^]*?\n {2}\])/u.exec(help)?.[1] ?? "";
  expect(readRules(JSON.parse(example))).toHaveLength(3);
});

test("fetch honours its signal before and while waiting", async () => {
  const line = await lineInProcess();
  const gone = AbortSignal.abort(new Error("gone before"));
  await expect(place(line, "aborted-before", { signal: gone })).rejects.toThrow("gone before");
  expect(isOpen(line, "aborted-before")).toBe(false);

  line.sandbox.faults.add({ fault: "delay", ms: 100, when: { nth: 1 } });
  const late = new AbortController();
  const waiting = place(line, "aborted-later", { signal: late.signal });
  late.abort(new Error("gone later"));
  await expect(waiting).rejects.toThrow("gone later");
  await line.pass(100);
  // What was sent is carried out all the same.
  expect(isOpen(line, "aborted-later")).toBe(true);
});
