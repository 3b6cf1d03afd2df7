/**
 * Whatever comes together around a placement, each one ends with exactly one order or certainly
 * with none, or says that nobody knows and finds out when it is asked again.
 */

import fc from "fast-check";
import { afterAll, expect, test } from "vitest";

import type { ClientOptions, Placement } from "../../../generated/index.ts";
import { signing } from "../../../generated/signing.ts";
import type { FaultRule } from "../../../sandbox/faults/kinds.ts";
import { orderRecord } from "../../../sandbox/handlers/records.ts";
import { areRunsFew, propertyTimeoutMs, runs } from "../../support/runs.ts";
import { createWorld, orders, resting } from "../../support/world.ts";
import { oddFault, oddSuccesses } from "./odd-successes.ts";

const world = createWorld();
const { sandbox, clock } = world;

/** What happens to a placement or to a question, but not when. */
type Fault = FaultRule extends infer Rule
  ? Rule extends { fault: string }
    ? Omit<Rule, "when" | "name">
    : never
  : never;

const lossy = (accepted: boolean): readonly Fault[] => [
  { fault: "hang", accepted },
  { fault: "drop", accepted },
  { fault: "reset", accepted },
  { fault: "status", status: 500, accepted },
  { fault: "status", status: 502, body: "html", accepted },
  { fault: "status", status: 503, body: "empty", accepted },
  { fault: "status", status: 408, accepted },
  { fault: "error", code: -1001, accepted },
  { fault: "error", code: -1006, accepted },
  { fault: "error", code: -1007, accepted },
  { fault: "error", code: -1007, status: 200, accepted },
  { fault: "error", code: -1008, accepted },
  { fault: "response", body: "<html>", accepted },
  { fault: "response", status: 307, headers: { Location: "http://elsewhere.test/" }, accepted },
  { fault: "delay", ms: 700, accepted },
  { fault: "delay", ms: 4500, accepted },
  { fault: "delay", ms: 12_000, accepted },
  { fault: "delay", ms: 45_000, accepted },
];

/** Faults that come before the exchange alone, and such as only its answer can have. */
const others: readonly Fault[] = [
  { fault: "clockOffset", ms: 3_600_000 },
  { fault: "clockOffset", ms: -7000 },
  { fault: "throttle", retryAfter: 1 },
  { fault: "throttle", retryAfter: 100 },
  { fault: "error", code: -1021 },
  { fault: "error", code: -1003, status: 200 },
  { fault: "truncate", bytes: 1 },
  { fault: "truncate", bytes: 200 },
  { fault: "dribble", bytes: 20, everyMs: 300 },
  { fault: "dribble", bytes: 1, everyMs: 1000 },
  { fault: "envelope" },
  { fault: "duplicate" },
  { fault: "duplicate", response: "second" },
];

const faults: readonly Fault[] = [...lossy(false), ...lossy(true), ...others];

/** Successes that say little of the order, or speak of another. */
const successes: readonly Fault[] = [
  ...oddSuccesses.flatMap(([, body, , status]) => [
    oddFault(body, status, true),
    oddFault(body, status, false),
  ]),
  oddFault('{"clientOrderId":"of-another"}'),
];

/** One placement and all that happens to it; times in milliseconds. */
interface Case {
  readonly faults: readonly Fault[];
  /** All placements, not only the first, have them. */
  readonly isLasting: boolean;
  /** What the first questions meet. */
  readonly asking: readonly Fault[];
  /** How long after the exchange a stream speaks. */
  readonly streamMs: number | undefined;
  readonly order: keyof typeof orders;
  /** `reused`: an order of the caller's had the id before, and has ended. */
  readonly id: "made" | "given" | "reused" | "open";
  readonly latencyMs: number;
  readonly abortMs: number | undefined;
  readonly options: Partial<ClientOptions>;
}

let count = 0;

async function play(given: Case): Promise<{ placement: Placement; made: number; at: Placement }> {
  count += 1;
  const clientId = given.id === "made" ? undefined : `id-${count}`;
  const { now } = clock;
  if (given.id === "reused" || given.id === "open") {
    await world.outcome(
      world.client().tryPlaceOrder({ ...resting, newClientOrderId: clientId ?? "" }),
    );
    if (given.id === "reused") world.sweep();
    await clock.run(1500);
  }
  const startMs = now();
  const when = { operation: "placeOrder", ...(given.isLasting ? {} : { nth: 1 }) } as const;
  const rules = [
    ...given.faults.map((fault) => ({ ...fault, when })),
    ...given.asking.map((fault, index) => ({
      ...fault,
      when: { operation: "getOrder", nth: index + 1 } as const,
    })),
    { fault: "delay", ms: given.latencyMs },
    { fault: "delay", ms: given.latencyMs, accepted: true },
  ];
  sandbox.faults.add(...(rules as FaultRule[]));
  const exchange = world.client(given.options);
  const unlisten = sandbox.exchange.listen((events) => {
    for (const event of events) {
      if (event.kind !== "order" || given.streamMs === undefined) continue;
      const record = orderRecord(event.order);
      clock.after(given.streamMs, () => exchange.observeOrder(record));
    }
  });
  const abort = new AbortController();
  if (given.abortMs !== undefined) clock.after(given.abortMs, () => abort.abort());
  const request = { ...orders[given.order], ...(clientId && { newClientOrderId: clientId }) };
  const at = await world.outcome(exchange.tryPlaceOrder(request, { signal: abort.signal }));
  sandbox.faults.clear();
  // Whatever is still on its way arrives.
  await clock.run(120_000);
  unlisten();
  const placement = at.kind === "unknown" ? await world.outcome(at.ask()) : at;
  await clock.run(120_000);
  const id = at.clientId;
  const made = id === undefined ? 0 : world.made(id, startMs).length;
  world.sweep();
  return { placement, made, at };
}

/** What the client says is what the exchange holds. */
async function check(given: Case): Promise<Placement> {
  const { placement, made, at } = await play(given);
  const said = JSON.stringify({ at: at.kind, placement });
  expect(placement.kind, said).not.toBe("unknown");
  expect({ made, said }).toEqual({ made: placement.kind === "placed" ? 1 : 0, said });
  if (placement.kind === "placed") {
    const { orderId } = placement.order as { orderId?: number };
    if (orderId !== undefined) {
      expect(world.made(placement.clientId).at(-1)?.orderId).toBe(orderId);
    }
  }
  return at;
}

const faultOf = fc.constantFrom(...faults, ...successes);
const maybe = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: undefined });
const cases: fc.Arbitrary<Case> = fc.record({
  faults: fc.array(faultOf, { minLength: 1, maxLength: 2 }),
  isLasting: fc.boolean(),
  asking: fc.array(
    fc.constantFrom(...lossy(false), ...lossy(true), { fault: "ban", ms: 20_000 } as const),
    { maxLength: 3 },
  ),
  streamMs: maybe(fc.integer({ min: 0, max: 20_000 })),
  order: fc.constantFrom("resting", "resting", "filled", "expired", "refused"),
  id: fc.constantFrom("made", "made", "given", "reused", "open"),
  latencyMs: fc.integer({ min: 0, max: 400 }),
  abortMs: maybe(fc.integer({ min: 0, max: 15_000 })),
  options: fc.record({
    timeoutMs: fc.integer({ min: 200, max: 30_000 }),
    recvWindow: maybe(fc.integer({ min: 500, max: signing.windowMsMax })),
    maxAttempts: fc.integer({ min: 1, max: 3 }),
    resolveMs: maybe(fc.integer({ min: 0, max: 40_000 })),
    random: fc.constant(() => 0.5),
  }),
});

/**
 * A proxy that doubles a request doubles the order when the first one is filled at once, and a
 * clock of the exchange that is now late and now right, or a failure in an envelope of success,
 * gives nothing reliable.
 */
const isFair = ({ faults: all, order }: Case): boolean => {
  const has = (wanted: string): boolean => all.some(({ fault }) => fault === wanted);
  const isLate = all.some(
    (fault) => fault.fault === "clockOffset" && "ms" in fault && fault.ms < 0,
  );
  const isFilled = order === "filled" || order === "expired";
  return !(has("duplicate") && isFilled) && !(isLate && all.length > 1);
};

test(
  "one order or none, whatever comes together",
  async () => {
    const ends = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(cases.filter(isFair), async (given) => {
        const { kind } = await check(given);
        ends.set(kind, (ends.get(kind) ?? 0) + 1);
      }),
      { numRuns: runs({ commit: 60, gate: 10_000, release: 200_000 }) },
    );
    if (areRunsFew) return;
    expect([...ends.keys()].sort()).toEqual(["placed", "rejected", "unknown"]);
  },
  propertyTimeoutMs,
);

afterAll(() => {
  const { reached } = sandbox.faults;
  const used = [...new Set([...faults.map(({ fault }) => fault), "ban" as const])];
  const never = used.filter((fault) => reached()[fault] === 0);
  sandbox.close();
  if (runs({ commit: 0, gate: 1, release: 1 }) === 1) expect(never).toEqual([]);
});
