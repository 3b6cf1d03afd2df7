/** One scene of the fault matrix: a client and a sandbox on one virtual clock, and a network. */

import fc from "fast-check";
import { expect } from "vitest";

import type { CallEvent, ClientOptions, Placement } from "../../../generated/index.ts";
import type { CallOptions } from "../../../runtime/call/options.ts";
import type { Fetch, FetchInit } from "../../../runtime/platform.ts";
import { nextBelow, nextWord, seedRandom } from "../../../sandbox/engine/random.ts";
import type { FaultRule } from "../../../sandbox/faults/kinds.ts";
import { orderRecord } from "../../../sandbox/handlers/records.ts";
import type { World } from "../orders/placement-world.ts";
import { createWorld, orders } from "../orders/placement-world.ts";

/** What differs from run to run of one row. */
export interface Chance {
  /** Stands for all else that is left to chance. */
  readonly seed: number;
  /** Whether the exchange takes what it is sent before the fault. */
  readonly accepted: boolean;
  readonly order: "resting" | "filled" | "expired";
  /** Milliseconds on the way there, and as much on the way back. */
  readonly latencyMs: number;
  /** How long after the exchange a stream reports an order; `undefined` for no stream. */
  readonly streamMs: number | undefined;
  readonly isOwnId: boolean;
}

export const chances: fc.Arbitrary<Chance> = fc.record({
  seed: fc.nat(1_000_000_000),
  accepted: fc.boolean(),
  order: fc.constantFrom("resting", "filled", "expired"),
  latencyMs: fc.constantFrom(0, 1, 20, 200),
  streamMs: fc.constantFrom(undefined, 0, 5, 2500),
  isOwnId: fc.boolean(),
});

/** One request on its way. */
interface Passing {
  readonly url: string;
  readonly init: FetchInit;
  /** Its number among those of the same method and path, from 1. */
  readonly nth: number;
  /** As "POST order". */
  readonly what: string;
  readonly atMs: number;
}

/** What the network does with a request, in place of only carrying it. */
type Network = (request: Passing, carry: () => Promise<Response>) => Promise<Response>;

export interface Scene extends World, Chance {
  readonly below: (bound: number) => number;
  readonly pick: <Value>(values: readonly Value[]) => Value;
  /** Sets what the network does from now on. */
  readonly network: (act: Network) => void;
  readonly faults: (...rules: readonly FaultRule[]) => void;
  /** Counts that the fault happened, where no rule of the sandbox does. */
  readonly reach: () => void;
  readonly reached: () => number;
  readonly exchange: (options?: Partial<ClientOptions>) => ReturnType<World["client"]>;
  readonly events: CallEvent[];
  /** Requests that left the client, as "POST order". */
  readonly sent: (what: string) => number;
  readonly passed: readonly Passing[];
  /** How far the newest timestamp was ahead when it was sent, in milliseconds. */
  readonly aheadMs: () => number;
  /** The end of a call, or what it threw. */
  readonly end: <Value>(work: Promise<Value>) => Promise<Value | Error>;
  /** Places the order of this run. */
  readonly place: (options?: Partial<ClientOptions>, call?: CallOptions) => Promise<Placement>;
  /** Milliseconds that the work takes. */
  readonly took: (work: () => Promise<unknown>) => Promise<number>;
}

let count = 0;

export function createScene(chance: Chance): Scene {
  const world = createWorld(`scene ${chance.seed}`);
  const { sandbox, clock, outcome, made } = world;
  const random = seedRandom(`chance ${chance.seed}`);
  const events: CallEvent[] = [];
  const passed: Passing[] = [];
  const placements: (readonly [Placement, number])[] = [];
  const observers: ((order: object) => void)[] = [];
  let hooks = 0;
  let act: Network = (_, carry) => carry();
  const pause = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve));
  const fetch: Fetch = (url, init) => {
    const what = `${init.method} ${new URL(url).pathname.split("/").at(-1) ?? ""}`;
    const nth = passed.filter((each) => each.what === what).length + 1;
    const request = { url, init, what, nth, atMs: clock.now() };
    passed.push(request);
    return act(request, async () => {
      if (chance.latencyMs > 0) await pause(chance.latencyMs);
      const response = await sandbox.fetch(url, init as RequestInit);
      if (chance.latencyMs > 0) await pause(chance.latencyMs);
      return response;
    });
  };
  sandbox.exchange.listen((all) => {
    for (const event of all) {
      if (event.kind !== "order" || chance.streamMs === undefined) continue;
      const record = orderRecord(event.order);
      clock.after(chance.streamMs, () => observers.forEach((observe) => observe(record)));
    }
  });
  const exchange: Scene["exchange"] = (options = {}) => {
    const made = world.client({
      fetch,
      clockRefreshMs: Infinity,
      random: () => nextWord(random) / 2 ** 32,
      onEvent: (event) => events.push(event),
      ...options,
    });
    observers.push((order) => made.observeOrder(order));
    return made;
  };
  const reached = () =>
    Object.values(sandbox.faults.reached()).reduce((sum, each) => sum + each, hooks);
  return {
    ...chance,
    ...world,
    events,
    passed,
    exchange,
    reached,
    below: (bound) => nextBelow(random, bound),
    pick: (values) => {
      return values[nextBelow(random, values.length)] as (typeof values)[number];
    },
    network: (next) => {
      act = next;
    },
    faults: (...rules) => void sandbox.faults.add(...rules),
    reach: () => {
      hooks += 1;
    },
    sent: (what) => passed.filter((each) => each.what === what).length,
    aheadMs: () => {
      const stamped = passed.flatMap(({ url, atMs }) => {
        const stamp = new URL(url).searchParams.get("timestamp");
        return stamp === null ? [] : [Number(stamp) - atMs];
      });
      return stamped.at(-1) ?? Number.NaN;
    },
    end: (work) => outcome(work.catch((error: Error) => error)),
    place: async (options, call) => {
      count += 1;
      const id = chance.isOwnId ? {} : { newClientOrderId: `id-${count}` };
      const startMs = clock.now();
      const placing = exchange(options).tryPlaceOrder({ ...orders[chance.order], ...id }, call);
      const placement = await outcome(placing);
      placements.push([placement, startMs]);
      // Everything that is on its way arrives, and nothing else becomes of it.
      await clock.run(120_000);
      const orderCount = made(placement.clientId ?? "", startMs).length;
      if (placement.kind !== "unknown") {
        expect(orderCount).toBe(placement.kind === "placed" ? 1 : 0);
      } else {
        sandbox.faults.clear();
        act = (_, carry) => carry();
        const found = await outcome(placement.ask());
        expect(found.kind).toBe(orderCount === 1 ? "placed" : "rejected");
        expect(orderCount).toBeLessThanOrEqual(1);
      }
      expect(clock.next()).toBeUndefined();
      return placement;
    },
    took: async (work) => {
      const startMs = clock.now();
      await work();
      return clock.now() - startMs;
    },
  };
}
