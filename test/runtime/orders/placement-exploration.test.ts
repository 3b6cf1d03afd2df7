/**
 * Every sequence of up to six events around one placement, on the real client, a real journal and a
 * real exchange in virtual time. The order exists at most once; the caller, or the next process,
 * learns what became of it; nothing stays unknown once the exchange responds. States that were
 * reached before with as many events left are not explored again.
 */

import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import type { Placement, PlacementJournal, PlaceOrderRequest } from "../../../generated/index.ts";
import { openPlacementJournal } from "../../../runtime/orders/journal.node.ts";
import type { Fetch } from "../../../runtime/platform.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";
import type { World } from "./placement-world.ts";
import { createWorld, orders } from "./placement-world.ts";

// In memory where there is such a folder: nothing here asks whether the disk keeps its word.
const shared = "/dev/shm";
const folder = mkdtempSync(join(existsSync(shared) ? shared : tmpdir(), "exploration-"));
afterAll(() => rmSync(folder, { recursive: true }));

const nothing = "nothing";
const onPlacement = [
  "request lost",
  "response lost",
  "late response",
  "5xx after acceptance",
  "429",
  "clock jumps ahead",
  "clock jumps back",
  "crash before the request",
  "crash after acceptance",
] as const;
const onQuery = [
  "query lost",
  "no such order",
  "late response",
  "5xx",
  "429",
  "clock jumps ahead",
  "clock jumps back",
  "crash before the request",
] as const;
const onTimeQuery = ["query lost", "crash before the request"] as const;
const onReport = ["report before the response", "report after the response"] as const;
const onAwait = ["crash before", "crash after"] as const;

const places = {
  placement: onPlacement,
  query: onQuery,
  "query of the time": onTimeQuery,
  report: onReport,
  "begin in the journal": onAwait,
  "end in the journal": onAwait,
  "reading the journal": onAwait,
} as const;
type Place = keyof typeof places;
type Event = (typeof places)[Place][number];
type Choice = Event | typeof nothing;

/** A moment at which something can happen. */
interface Point {
  readonly place: Place;
  readonly state: string;
}

/** All that decides what a process does next. */
interface Memory {
  /** Requests to each place. */
  requests: Partial<Record<Place, number>>;
  failures: number;
  /** The last request failed: the next one counts against the retries of the client. */
  hasFailed: boolean;
  report: string;
}

/** What a client only knows as a failure. */
const failures: readonly Choice[] = [
  ...["request lost", "response lost", "late response", "5xx after acceptance"],
  ...["429", "query lost", "5xx"],
] as const;

const windowMs = 1000;
const jumpMs = 4000;
let count = 0;

/** One life of a placement: processes that end by a crash or with its outcome. */
class Life {
  readonly points: Point[] = [];
  readonly clientId = `life-${(count += 1)}`;
  readonly learned: Placement[] = [];
  readonly #world: World;
  readonly #order: PlaceOrderRequest;
  readonly #script: readonly Choice[];
  readonly #startMs: number;
  #journalPath = join(folder, `${this.clientId}-0`);
  #processes = 0;
  #offsetMs = 0;
  #isBegun = false;
  #memory: Memory = freshMemory();

  constructor(world: World, order: PlaceOrderRequest, script: readonly Choice[]) {
    this.#world = world;
    this.#order = order;
    this.#script = script;
    this.#startMs = world.clock.now();
  }

  made(): number {
    return this.#world.made(this.clientId, this.#startMs).length;
  }

  #choose(place: Place, doing = ""): Choice {
    const choice = this.#script[this.points.length] ?? nothing;
    const kinds = this.learned.map(({ kind }) => kind);
    const atMs = this.#world.clock.now() - this.#startMs;
    const outside = [
      place,
      doing,
      // All but the first begin with what the journal holds.
      this.#processes > 0,
      atMs,
      this.#offsetMs,
      this.made(),
      this.#isBegun,
      kinds,
    ];
    const state = JSON.stringify([outside, this.#memory]);
    this.points.push({ place, state });
    return choice;
  }

  /** Runs processes until one ends by itself, and everything that is on its way has arrived. */
  async live(): Promise<void> {
    for (;;) {
      const isCrashed = await this.#process();
      await this.#world.clock.run(10_000);
      if (!isCrashed) return;
    }
  }

  async #process(): Promise<boolean> {
    const { clock, outcome } = this.#world;
    const journal = await openPlacementJournal(this.#journalPath, { fsync: false });
    const life = { isOver: false, crash: (): void => undefined };
    const crashed = new Promise<"crashed">((resolve) => {
      life.crash = () => {
        life.isOver = true;
        resolve("crashed");
      };
    });
    this.#memory = freshMemory();
    const client = this.#world.client({
      journal: this.#journal(journal, life),
      fetch: (url, init) => this.#network(url, init, life, (order) => client.observeOrder(order)),
      now: () => clock.now() + this.#offsetMs,
      after: (ms, run) => clock.after(ms, () => life.isOver || run()),
      limits: false,
      clockRefreshMs: Infinity,
      recvWindow: windowMs,
      timeoutMs: 3000,
    });
    const work = async () => {
      if (this.#processes === 0) {
        let placement: Placement = await client.tryPlaceOrder({
          ...this.#order,
          newClientOrderId: this.clientId,
        });
        while (placement.kind === "unknown") placement = await placement.ask();
        if (!life.isOver) this.learned.push(placement);
      } else {
        let pending = await client.resolvePending();
        while (pending.some(({ kind }) => kind === "unknown")) {
          pending = await client.resolvePending();
        }
        if (!life.isOver) this.learned.push(...pending);
      }
      // The journal ends what the caller has learned.
      await new Promise<void>((resolve) => clock.after(1000, resolve));
      return "done" as const;
    };
    const end = await outcome(Promise.race([work(), crashed]));
    life.isOver = true;
    this.#processes += 1;
    const next = join(folder, `${this.clientId}-${this.#processes}`);
    copyFileSync(this.#journalPath, next);
    // It takes a real millisecond, and the next process has a file of its own.
    void journal.close();
    rmSync(this.#journalPath);
    this.#journalPath = next;
    return end === "crashed";
  }

  #journal(
    journal: PlacementJournal,
    life: { isOver: boolean; crash: () => void },
  ): PlacementJournal {
    const step = async <Value>(place: Place, work: () => Promise<Value>): Promise<Value> => {
      if (life.isOver) return never();
      const choice = this.#choose(place);
      if (choice === "crash before") return end(life);
      const value = await work();
      return choice === "crash after" ? end(life) : value;
    };
    return {
      begin: (entry) =>
        step("begin in the journal", async () => {
          await journal.begin(entry);
          this.#isBegun = true;
        }),
      end: (id, outcome) => step("end in the journal", () => journal.end(id, outcome)),
      pending: () => step("reading the journal", () => journal.pending()),
    };
  }

  async #network(
    url: string,
    init: Parameters<Fetch>[1],
    life: { isOver: boolean; crash: () => void },
    observe: (order: object) => void,
  ): Promise<Response> {
    const { clock } = this.#world;
    if (life.isOver) return never();
    const place = placeOf(url, init.method);
    const memory = this.#memory;
    const choice = this.#choose(place);
    memory.requests[place] = (memory.requests[place] ?? 0) + 1;
    memory.hasFailed = failures.includes(choice);
    if (memory.hasFailed) memory.failures += 1;
    const carry = () => this.#carry(choice, url, init, life, observe);
    switch (choice) {
      case "crash before the request":
        return end(life);
      case "request lost":
      case "query lost":
        throw new TypeError("lost");
      case "response lost":
        await carry();
        throw new TypeError("lost");
      case "crash after acceptance":
        await carry();
        return end(life);
      case "late response": {
        const response = await carry();
        await new Promise<void>((resolve) => clock.after(9000, resolve));
        return response;
      }
      case "5xx":
      case "5xx after acceptance":
        await carry();
        return new Response("<html>", { status: 503 });
      case "429":
        return Response.json({ code: -1003, msg: "too many" }, { status: 429 });
      case "no such order":
        // True, or not yet true: an order can be found when its request can no longer arrive.
        return this.made() === 1 && clock.now() - this.#startMs > windowMs + 1000
          ? carry()
          : Response.json({ code: -2013, msg: "Order does not exist." }, { status: 400 });
      case "clock jumps ahead":
      case "clock jumps back":
        this.#offsetMs += choice === "clock jumps ahead" ? jumpMs : -jumpMs;
        return carry();
      default:
        return carry();
    }
  }

  /** The response of the exchange; a stream may report the order before it or a moment after. */
  async #carry(
    doing: string,
    url: string,
    init: Parameters<Fetch>[1],
    life: { isOver: boolean },
    observe: (order: object) => void,
  ): Promise<Response> {
    const { clock, sandbox } = this.#world;
    const response = await sandbox.fetch(url, init as RequestInit);
    const [order] = this.#world.made(this.clientId, this.#startMs);
    const memory = this.#memory;
    if (order === undefined || memory.report !== "") return response;
    const choice = this.#choose("report", doing);
    if (choice === nothing) return response;
    memory.report = choice;
    if (choice === "report before the response") observe(order);
    else clock.after(20, () => life.isOver || observe(order));
    return response;
  }

  /** What must hold when all is over. */
  check(): void {
    const made = this.made();
    const said = JSON.stringify({ script: this.#script, made, learned: this.learned });
    expect(made, said).toBeLessThanOrEqual(1);
    const truth = made === 1 ? "placed" : "rejected";
    for (const { kind, clientId } of this.learned) {
      expect([kind, clientId], said).toEqual([truth, this.clientId]);
    }
    // Somebody learns what was begun; what was not begun was not sent.
    if (this.learned.length === 0) expect([this.#isBegun, made], said).toEqual([false, 0]);
    rmSync(this.#journalPath);
  }
}

function freshMemory(): Memory {
  return { requests: {}, failures: 0, hasFailed: false, report: "" };
}

function placeOf(url: string, method: string): Place {
  if (method === "POST") return "placement";
  return url.includes("/order?") ? "query" : "query of the time";
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

function end(life: { crash: () => void }): Promise<never> {
  life.crash();
  return never();
}

/** Explores all that up to so many events lead to; gives what happened where. */
async function explore(order: PlaceOrderRequest, eventsMax: number) {
  const left = new Map<string, number>();
  const seen = new Set<string>();
  let world = createWorld();
  let lives = 0;
  const open: Choice[][] = [[]];
  for (let script = open.pop(); script !== undefined; script = open.pop()) {
    lives += 1;
    if (lives % 200 === 0) {
      world.sandbox.close();
      world = createWorld();
    }
    const life = new Life(world, order, script);
    await life.live();
    life.check();
    world.sweep();
    const last = script.at(-1);
    const lastPlace = life.points[script.length - 1]?.place;
    if (last !== undefined) seen.add(`${lastPlace}: ${last}`);
    const eventsLeft = eventsMax - script.filter((choice) => choice !== nothing).length;
    for (let at = script.length; at < life.points.length; at += 1) {
      const point = life.points[at];
      if (point === undefined || (left.get(point.state) ?? -1) >= eventsLeft) break;
      left.set(point.state, eventsLeft);
      if (eventsLeft === 0) continue;
      const before = [...script, ...Array<Choice>(at - script.length).fill(nothing)];
      for (const option of places[point.place]) open.push([...before, option]);
    }
  }
  world.sandbox.close();
  return { states: left.size, lives, seen };
}

/** An order that is open can be refused when it comes twice; one that is filled cannot. */
test.for(["resting", "filled"] as const)(
  "whatever happens around a placement, a %s order is placed at most once, and its outcome is learned",
  { timeout: propertyTimeoutMs },
  async (kind) => {
    const eventsMax = runs({ commit: 2, gate: 6, release: 6 });
    const { states, lives, seen } = await explore(orders[kind], eventsMax);
    console.log(`${kind}, ${eventsMax} events: ${states} states in ${lives} lives of a placement`);
    const all = Object.entries(places).flatMap(([place, events]) =>
      events.map((event) => `${place}: ${event}`),
    );
    // Only a query that comes after two other events is refused for its timestamp.
    const reachable = all.filter((one) => eventsMax > 2 || !one.startsWith("query of the time"));
    expect(reachable.filter((one) => !seen.has(one))).toEqual([]);
  },
);
