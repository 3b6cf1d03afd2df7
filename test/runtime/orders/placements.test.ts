/** What runs around the states of a placement: its caller, its journal, its queries, its timers. */

import { inspect } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { expect, test } from "vitest";

import { createClient as createCore, operations } from "../../../generated/core.ts";
import { placements } from "../../../generated/features.ts";
import type { Placement, PlacementEntry } from "../../../generated/index.ts";
import type { Fetch } from "../../../runtime/platform.ts";
import { createRedisStore } from "../../../runtime/rate-limits/redis-store.ts";
import type { FaultRule } from "../../../sandbox/faults/kinds.ts";
import type { World } from "../../support/world.ts";
import { createWorld, failing, orders, resting } from "../../support/world.ts";

const first = { operation: "placeOrder", nth: 1 } as const;
const asked = { operation: "getOrder" } as const;
const firstAsked = { ...asked, nth: 1 } as const;
const taken = { fault: "drop", accepted: true, when: first } as const;
const named = { ...resting, newClientOrderId: "mine" };
const duplicate = { error: { issues: [{ rule: "duplicate" }] } };
/** Without other timers and requests than those of placements. */
const alone = { clockRefreshMs: Infinity, limits: false } as const;

/** A journal in memory, and its calls. */
function memoryJournal() {
  const log: string[] = [];
  const kept = new Map<string, PlacementEntry>();
  return {
    log,
    begin: async (entry: PlacementEntry) => {
      log.push(`begin ${entry.clientId}`);
      kept.set(entry.clientId, entry);
    },
    end: async (clientId: string, outcome: string) => {
      log.push(`end ${clientId} ${outcome}`);
      kept.delete(clientId);
    },
    pending: async () => [...kept.values()],
  };
}

function unknownOf(placement: Placement) {
  if (placement.kind !== "unknown") throw new Error(`it is ${placement.kind}`);
  return placement;
}

test("each outcome has its own fields, and no others", async () => {
  const third = { operation: "placeOrder", nth: 3 } as const;
  const world = createWorld({ rules: [{ fault: "drop", when: third }] });
  const client = world.client({ maxAttempts: 1, resolveMs: 0 });
  const tried = Object.keys(client).filter((name) => name.startsWith("try"));
  expect(tried).toEqual(["tryPlaceOrder", "tryCancelOrder"]);
  const fields = async (order: object) =>
    Object.keys(await world.outcome(client.tryPlaceOrder(order as never))).sort();
  expect(await fields(resting)).toEqual(["attempts", "clientId", "kind", "order", "response"]);
  const refused = ["attempts", "clientId", "error", "kind"];
  expect(await fields(orders.refused)).toEqual(refused);
  expect(await fields(resting)).toEqual(["ask", "attempts", "clientId", "error", "kind"]);
  expect(await fields({ ...resting, price: "a" })).toEqual(refused);
});

test("what the caller's own code throws is thrown as it is, and settles nothing", async () => {
  const world = createWorld({ fault: failing([{ code: "ECONNREFUSED", syscall: "connect" }]) });
  const journal = memoryJournal();
  const thrown = new RangeError("of the caller");
  const throws = (): never => {
    throw thrown;
  };
  const client = world.client({ ...alone, journal, random: throws });
  const given = Object.defineProperty({ ...resting }, "price", { get: throws, enumerable: true });
  await expect(client.tryPlaceOrder(given)).rejects.toBe(thrown);
  expect(journal.log).toEqual([]);
  // Sent once in vain: only after a restart is it asked for.
  await expect(world.outcome(client.tryPlaceOrder(named))).rejects.toBe(thrown);
  await world.clock.run(10);
  expect(journal.log).toEqual(["begin mine"]);
  const restarted = world.client({ ...alone, journal });
  expect(await world.outcome(restarted.resolvePending())).toMatchObject([{ kind: "rejected" }]);
  await world.clock.run(10);
  expect(journal.log).toEqual(["begin mine", "end mine rejected"]);
  expect(world.clock.next()).toBeUndefined();
});

test("the journal learns each certain outcome once, whoever asks before", async () => {
  const world = createWorld();
  const journal = memoryJournal();
  const early: unknown[] = [];
  const client = world.client({
    ...alone,
    journal,
    fetch: async (url, init) => {
      // What is on its way has a caller who learns of it.
      early.push(...(await client.resolvePending()));
      return world.sandbox.fetch(url, init as RequestInit);
    },
  });
  expect(await client.tryPlaceOrder(named)).toMatchObject({ kind: "placed" });
  expect(early).toEqual([]);
  expect(await client.resolvePending()).toMatchObject([{ kind: "placed", clientId: "mine" }]);
  await world.clock.run(10);
  await world.outcome(client.tryPlaceOrder({ ...orders.refused, newClientOrderId: "other" }));
  await world.clock.run(10);
  expect(`${journal.log}`).toBe("begin mine,end mine placed,begin other,end other rejected");
  expect(world.questions()).toBe(0);
  expect(await client.resolvePending()).toEqual([]);
  // Nor is there anything without a journal.
  expect(await world.client().resolvePending()).toEqual([]);
});

test("an end that the journal could not write is asked for once more", async () => {
  const world = createWorld();
  const journal = { ...memoryJournal(), end: () => Promise.reject(new Error("full")) };
  const client = world.client({ ...alone, journal });
  await world.outcome(client.tryPlaceOrder(named));
  await world.clock.run(10);
  const [again] = await world.outcome(client.resolvePending());
  expect(again).toMatchObject({ kind: "placed", clientId: "mine", attempts: 1 });
  expect(again).not.toHaveProperty("response");
  expect(world.questions()).toBe(1);
});

test("an entry that is stored after its placement has ended is ended then", async () => {
  const { client, clock, outcome } = createWorld();
  const journal = memoryJournal();
  const begin = async (entry: PlacementEntry): Promise<void> => {
    await new Promise<void>((resolve) => clock.after(50, resolve));
    await journal.begin(entry);
  };
  const placing = client({ ...alone, journal: { ...journal, begin } });
  const ended = await outcome(placing.tryPlaceOrder(named, { timeoutMs: 20 }));
  await clock.run(50);
  expect([ended.kind, ...journal.log]).toEqual(["rejected", "begin mine", "end mine rejected"]);
});

test("a journal's error names the operation, and shows no secret", async () => {
  const world = createWorld();
  const [{ apiSecret } = { apiSecret: "" }] = world.sandbox.accounts;
  const failure = Object.assign(new Error(`no room for ${apiSecret}`), { code: "ENOSPC" });
  const begin = () => Promise.reject(failure);
  const client = world.client({ ...alone, journal: { ...memoryJournal(), begin } });
  const error = await world.outcome(client.placeOrder(resting)).catch((why) => why);
  const message = "The journal could not store the placement, so it was not sent: ENOSPC";
  expect(error).toMatchObject({ message, operation: "placeOrder", cause: { name: "Error" } });
  expect(inspect(error)).not.toContain(apiSecret);
  expect(world.sent()).toEqual([]);
});

/** Three placements whose responses were lost, and the client of the next process. */
async function afterCrash(rules: readonly FaultRule[] = []) {
  const journal = memoryJournal();
  const world = createWorld({
    rules: [{ fault: "drop", accepted: true, when: { operation: "placeOrder" } }],
  });
  const before = world.client({ ...alone, journal, resolveMs: 0, maxAttempts: 1 });
  for (const newClientOrderId of ["a", "b", "c"]) {
    await world.outcome(before.tryPlaceOrder({ ...resting, newClientOrderId }));
  }
  world.sandbox.faults.clear();
  world.sandbox.faults.add(...rules);
  journal.log.length = 0;
  let throwing = 0;
  const client = world.client({
    ...alone,
    journal,
    now: () => {
      throwing -= 1;
      if (throwing === 0) throw new RangeError("of the caller");
      return world.clock.now();
    },
  });
  const throwAt = (reading: number): void => {
    throwing = reading;
  };
  return { world, journal, client, throwAt };
}

const kindsOf = (all: readonly Placement[]) => all.map((one) => `${one.clientId} ${one.kind}`);
const allPlaced = ["a placed", "b placed", "c placed"];
const allEnded = ["end a placed", "end b placed", "end c placed"];
const slowSecond = { fault: "delay", ms: 4000, when: { ...asked, nth: 2 } } as const;

test("the journal keeps what is resolved until the caller has all of it", async () => {
  const { world, journal, client } = await afterCrash([slowSecond]);
  const resolving = client.resolvePending();
  await world.clock.run(3000);
  expect(world.questions()).toBe(3);
  expect(journal.log).toEqual([]);
  // An order under an id that has an outcome for nobody yet could be taken for the one before.
  const again = { ...resting, newClientOrderId: "a" };
  expect(await client.tryPlaceOrder(again)).toMatchObject(duplicate);
  let has: string[] = [];
  const atHandOver = resolving.then((all) => {
    has = kindsOf(all);
    return [...journal.log];
  });
  await world.clock.run(1000);
  expect(await atHandOver).toEqual([]);
  expect([has, journal.log]).toEqual([allPlaced, allEnded]);
  expect(world.questions()).toBe(3);
});

test("an outcome that one resolution did not know is kept until another has handed it over", async () => {
  const { world, journal } = await afterCrash([
    { fault: "error", code: -2015, when: { ...asked, nth: 1 } },
    { fault: "delay", ms: 4000, when: { ...asked, nth: 2 } },
    { fault: "delay", ms: 4900, when: { ...asked, nth: 4 } },
  ]);
  let listed = 2;
  const pending = async () => (await journal.pending()).slice(0, listed);
  const client = world.client({ ...alone, journal: { ...journal, pending } });
  const first = client.resolvePending();
  await world.clock.run(500);
  listed = 3;
  const second = client.resolvePending();
  await world.clock.run(4000);
  expect(kindsOf(await first)).toEqual(["a unknown", "b placed"]);
  expect(journal.log).toEqual(["end b placed"]);
  await world.clock.run(1000);
  expect(kindsOf(await second)).toEqual(allPlaced);
  expect(journal.log).toEqual(["end b placed", "end a placed", "end c placed"]);
});

test("a resolution that is aborted gives what it knows", async () => {
  const { world, journal, client } = await afterCrash([slowSecond]);
  const abort = new AbortController();
  world.clock.after(1000, () => abort.abort());
  const all = await world.outcome(client.resolvePending({ signal: abort.signal }));
  expect(kindsOf(all)).toEqual(["a placed", "b unknown", "c placed"]);
  await world.clock.run(10);
  expect(journal.log).toEqual(["end a placed", "end c placed"]);
  const [, second] = all;
  if (second === undefined) throw new Error("It is missing.");
  expect(await world.outcome(unknownOf(second).ask())).toMatchObject({ kind: "placed" });
  await world.clock.run(10);
  expect(journal.log.at(-1)).toBe("end b placed");
});

test("those who ask at the same time share one query, and each ends only its own wait", async () => {
  const slow = { fault: "delay", ms: 1000, when: asked } as const;
  const world = createWorld({ rules: [taken, slow] });
  const client = world.client({ ...alone, journal: memoryJournal(), resolveMs: 0 });
  const unknown = unknownOf(await world.outcome(client.tryPlaceOrder(named)));
  const beginMs = world.clock.now();
  const signal = AbortSignal.abort();
  const asking = [unknown.ask({ signal }), unknown.ask(), unknown.ask({ resolveMs: 700 })];
  const all = [...asking, client.resolvePending().then(([one]) => one)].map(async (one) => {
    return `${(await one)?.kind} after ${world.clock.now() - beginMs}`;
  });
  const late = "placed after 1000";
  const ended = ["unknown after 0", late, "unknown after 700", late];
  expect(await world.outcome(Promise.all(all))).toEqual(ended);
  expect(world.questions()).toBe(1);
  await expect(unknown.ask({ resolveMs: -1 })).rejects.toThrow("ask has wrong options. resolveMs");
});

test("reports of other orders, or of none, disturb nothing", async () => {
  const hung = { fault: "hang", when: firstAsked } as const;
  const world = createWorld({ rules: [{ fault: "drop", when: first }, hung] });
  const client = world.client({ ...alone, maxAttempts: 1, resolveMs: 6000 });
  const begin = world.clock.now();
  const placing = client.tryPlaceOrder(named);
  const older = { clientOrderId: "mine", time: begin - 60_000 };
  for (const order of [{}, { clientOrderId: "of-another" }, older]) {
    world.clock.after(1000, () => client.observeOrder(order as never));
  }
  expect(await world.outcome(placing)).toMatchObject({ kind: "unknown" });
  expect(world.clock.now() - begin).toBe(6000);
});

test("a query that hangs is sent anew after five seconds, and nothing of it stays behind", async () => {
  const world = createWorld({ rules: [taken, { fault: "hang", when: firstAsked }] });
  const begin = world.clock.now();
  const placing = world.client(alone).tryPlaceOrder(resting);
  expect(await world.outcome(placing)).toMatchObject({ kind: "placed" });
  expect([world.placements(), world.questions()]).toEqual([1, 2]);
  expect(world.clock.now() - begin).toBe(6000);
  expect(world.clock.next()).toBeUndefined();
});

test("a query that is late reads the time, and only such a one", async () => {
  const world = createWorld({ rules: [taken, { fault: "drop", when: firstAsked }] });
  let offsetMs = 0;
  const now = () => world.clock.now() + offsetMs;
  const client = world.client({ ...alone, now });
  world.clock.after(100, () => {
    offsetMs = -60_000;
  });
  expect(await world.outcome(client.tryPlaceOrder(resting))).toMatchObject({ kind: "placed" });
  expect(world.sent()).toEqual(["POST order", "GET order", "GET order", "GET time", "GET order"]);
});

/** The core with placements, without what it is not given. */
function core(world: World, given: object = {}) {
  const [{ apiKey, apiSecret } = { apiKey: "", apiSecret: "" }] = world.sandbox.accounts;
  const { placeOrder, getOrder } = operations;
  const { now, after } = world.clock;
  const parts = { baseUrl: "http://sandbox", apiKey, apiSecret, now, after };
  const all = { ...parts, operations: { placeOrder, getOrder }, placements, ...given };
  return createCore({ fetch: world.sandbox.fetch, random: () => 0.5, ...all });
}

test("without the clock a query that is late is only sent again", async () => {
  const world = createWorld({ rules: [taken] });
  let offsetMs = 0;
  const codes: unknown[] = [];
  const fetch: Fetch = async (url, init) => {
    const response = world.sandbox.fetch(url, init as RequestInit);
    offsetMs = init.method === "POST" ? -60_000 : 0;
    if (init.method !== "POST") codes.push((await (await response).clone().json()).code);
    return response;
  };
  const client = core(world, { now: () => world.clock.now() + offsetMs, fetch });
  expect(await world.outcome(client.tryPlaceOrder(resting))).toMatchObject({ kind: "placed" });
  expect(codes).toEqual([-1021, undefined]);
  expect(await client.resolvePending()).toEqual([]);
});

test("without an operation that finds orders a lost one stays unknown, and is not sent again", async () => {
  const world = createWorld({ rules: [taken] });
  const journal = memoryJournal();
  const client = core(world, { operations: { placeOrder: operations.placeOrder }, journal });
  const begin = world.clock.now();
  const unknown = unknownOf(await world.outcome(client.tryPlaceOrder(named)));
  expect(unknown).toMatchObject({ attempts: 1, error: { clientId: "mine" } });
  unknownOf(await world.outcome(unknown.ask()));
  expect(world.clock.now()).toBe(begin);
  expect(await journal.pending()).toHaveLength(1);
  // Nor can an entry be asked for whose operation the client does not have.
  const moved = [{ ...(await journal.pending())[0], operation: "placeElsewhere" }];
  const other = core(world, { journal: { ...journal, pending: async () => moved } });
  const [found] = (await world.outcome(other.resolvePending())) as Placement[];
  expect(found).toMatchObject({ kind: "unknown", clientId: "mine", attempts: 1 });
  expect(found && unknownOf(found).error.ask).toEqual({ operation: "placeElsewhere", fields: {} });
  expect(found && unknownOf(found).error.message).toBe(
    "placeElsewhere: it is unknown whether the order was placed. Query the order by its client id " +
      "mine before sending anything again. Cause: The client has no operation placeElsewhere that " +
      "places orders; add it to operations.",
  );
});

test("the end of an old placement leaves alone a new one with the same id", async () => {
  const second = { operation: "placeOrder", nth: 2 } as const;
  const rules = [{ fault: "drop", when: first } as const, { fault: "hang", when: second } as const];
  const world = createWorld({ rules });
  const journal = memoryJournal();
  const client = world.client({ ...alone, journal, resolveMs: 0, maxAttempts: 1 });
  const old = unknownOf(await world.outcome(client.tryPlaceOrder(named)));
  const placing = client.tryPlaceOrder(named);
  await world.clock.run(0);
  expect(await world.outcome(old.ask({ resolveMs: 20_000 }))).toMatchObject({ kind: "rejected" });
  await world.clock.run(10);
  expect(journal.log).toEqual(["begin mine", "begin mine"]);
  expect(await client.tryPlaceOrder(named)).toMatchObject(duplicate);
  await world.outcome(placing);
});

test("the response of a placement by its path is the exchange's, or says what a stream did", async () => {
  const second = { operation: "placeOrder", nth: 2 } as const;
  const world = createWorld({ rules: [{ fault: "hang", accepted: true, when: second }] });
  const client = world.client(alone);
  const place = (newClientOrderId: string) =>
    client.api.POST("/api/v1/order", { params: { query: { ...resting, newClientOrderId } } });
  const { response, data } = await world.outcome(place("one"));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(data).toMatchObject({ clientOrderId: "one", fills: [] });
  const placing = place("two");
  world.clock.after(50, () => client.observeOrder(world.made("two")[0] ?? {}));
  const reported = await world.outcome(placing);
  expect(reported.response.status).toBe(200);
  expect(reported.data).toEqual(world.made("two")[0]);
});

test("a signal ends a placement by its path while its request is under way", async () => {
  const world = createWorld({ rules: [{ fault: "hang", when: first }] });
  const caller = new AbortController();
  world.clock.after(50, () => caller.abort());
  const begin = world.clock.now();
  const given = { params: { query: resting }, signal: caller.signal };
  const placing = world.client(alone).api.POST("/api/v1/order", given);
  await expect(world.outcome(placing)).rejects.toThrow("aborted by its caller");
  expect(world.clock.now() - begin).toBe(50);
});

test("neither a placement that has ended nor a dropped client is kept in memory", async () => {
  setFlagsFromString("--expose-gc");
  const world = createWorld();
  const client = world.client(alone);
  const placed = async () => new WeakRef(await world.outcome(client.tryPlaceOrder(resting)));
  const store = createRedisStore({ eval: async () => [] }, { fallbackShare: 1 });
  const listeners = [() => undefined];
  world.client({ limits: { store }, onEvent: listeners[0] });
  const gone: WeakRef<object>[] = [await placed(), new WeakRef(listeners.pop() ?? {})];
  await new Promise((resolve) => setImmediate(resolve));
  runInNewContext("gc")();
  expect(gone.map((one) => one.deref())).toEqual([undefined, undefined]);
  expect({ ...store, ...client }).toHaveProperty("tryPlaceOrder");
});
