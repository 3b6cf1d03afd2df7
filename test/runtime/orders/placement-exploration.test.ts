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

import type { Placement, PlacementJournal } from "../../../generated/index.ts";
import type { Fetch } from "../../../runtime/defaults.ts";
import { openPlacementJournal } from "../../../runtime/orders/journal.node.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";
import type { World } from "./placement-world.ts";
import { createWorld, resting } from "./placement-world.ts";

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
  "report before the response",
  "clock jumps ahead",
  "clock jumps back",
  "crash before the request",
  "crash after acceptance",
] as const;
const onQuery = [
  "query lost",
  "no such order",
  "report before the reply",
  "clock jumps ahead",
  "clock jumps back",
  "crash",
] as const;
const onAwait = ["crash before", "crash after"] as const;

type Event = (typeof onPlacement)[number] | (typeof onQuery)[number] | (typeof onAwait)[number];
type Choice = Event | typeof nothing;

/** A moment at which something can happen. */
interface Point {
  readonly state: string;
  readonly options: readonly Event[];
}

/** All that decides what a process does next. */
interface Memory {
  sent: number;
  lastSend: string;
  queries: number;
  lastReply: string;
  failures: number;
  isReported: boolean;
}

const windowMs = 1000;
const jumpMs = 4000;
let count = 0;

/** One life of a placement: processes that end by a crash or with its outcome. */
class Life {
  readonly points: Point[] = [];
  readonly clientId = `life-${(count += 1)}`;
  readonly learned: Placement[] = [];
  readonly #world: World;
  readonly #script: readonly Choice[];
  readonly #startMs: number;
  #journalPath = join(folder, `${this.clientId}-0`);
  #processes = 0;
  #offsetMs = 0;
  #isBegun = false;
  #memory: Memory = freshMemory();

  constructor(world: World, script: readonly Choice[]) {
    this.#world = world;
    this.#script = script;
    this.#startMs = world.clock.now();
  }

  made(): number {
    return this.#world.made(this.clientId, this.#startMs).length;
  }

  #choose(place: string, options: readonly Event[]): Choice {
    const choice = this.#script[this.points.length] ?? nothing;
    const kinds = this.learned.map(({ kind }) => kind);
    const atMs = this.#world.clock.now() - this.#startMs;
    const outside = [
      place,
      this.#processes,
      atMs,
      this.#offsetMs,
      this.made(),
      this.#isBegun,
      kinds,
    ];
    this.points.push({ state: JSON.stringify([outside, this.#memory]), options });
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
          ...resting,
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
    await journal.close();
    rmSync(this.#journalPath);
    this.#journalPath = next;
    return end === "crashed";
  }

  #journal(
    journal: PlacementJournal,
    life: { isOver: boolean; crash: () => void },
  ): PlacementJournal {
    const step = async <Value>(name: string, work: () => Promise<Value>): Promise<Value> => {
      if (life.isOver) return never();
      const choice = this.#choose(name, onAwait);
      if (choice === "crash before") return end(life);
      const value = await work();
      return choice === "crash after" ? end(life) : value;
    };
    return {
      begin: (entry) =>
        step("begin", async () => {
          await journal.begin(entry);
          this.#isBegun = true;
        }),
      end: (id, outcome) => step("end", () => journal.end(id, outcome)),
      pending: () => step("pending", () => journal.pending()),
    };
  }

  async #network(
    url: string,
    init: Parameters<Fetch>[1],
    life: { isOver: boolean; crash: () => void },
    observe: (order: object) => void,
  ): Promise<Response> {
    const { clock, sandbox } = this.#world;
    if (life.isOver) return never();
    const carry = () => sandbox.fetch(url, init as RequestInit);
    const isPlacement = init.method === "POST";
    if (!isPlacement && !url.includes("/order?")) return carry();
    const memory = this.#memory;
    const choice = this.#choose(
      isPlacement ? "placement" : "query",
      isPlacement ? onPlacement : onQuery,
    );
    if (isPlacement) Object.assign(memory, { sent: memory.sent + 1, lastSend: choice, queries: 0 });
    else Object.assign(memory, { queries: memory.queries + 1, lastReply: choice });
    const report = (): void => {
      const [order] = this.#world.made(this.clientId, this.#startMs);
      if (order === undefined) return;
      memory.isReported = true;
      observe(order);
    };
    switch (choice) {
      case "crash":
      case "crash before the request":
        return end(life);
      case "request lost":
      case "query lost":
        memory.failures += 1;
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
      case "report before the response": {
        const response = await carry();
        report();
        return response;
      }
      case "report before the reply":
        report();
        return carry();
      case "clock jumps ahead":
      case "clock jumps back":
        this.#offsetMs += choice === "clock jumps ahead" ? jumpMs : -jumpMs;
        return carry();
      default:
        return carry();
    }
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
  return { sent: 0, lastSend: "", queries: 0, lastReply: "", failures: 0, isReported: false };
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

function end(life: { crash: () => void }): Promise<never> {
  life.crash();
  return never();
}

/** Explores all that up to so many events lead to; gives how often each happened. */
async function explore(eventsMax: number) {
  const left = new Map<string, number>();
  const seen = new Map<Event, number>();
  let world = createWorld();
  let lives = 0;
  const open: Choice[][] = [[]];
  for (let script = open.pop(); script !== undefined; script = open.pop()) {
    lives += 1;
    if (lives % 200 === 0) {
      world.sandbox.close();
      world = createWorld();
    }
    const life = new Life(world, script);
    await life.live();
    life.check();
    world.sweep();
    const last = script.at(-1);
    if (last !== undefined && last !== nothing) seen.set(last, (seen.get(last) ?? 0) + 1);
    const eventsLeft = eventsMax - script.filter((choice) => choice !== nothing).length;
    for (let at = script.length; at < life.points.length; at += 1) {
      const point = life.points[at];
      if (point === undefined || (left.get(point.state) ?? -1) >= eventsLeft) break;
      left.set(point.state, eventsLeft);
      if (eventsLeft === 0) continue;
      const before = [...script, ...Array<Choice>(at - script.length).fill(nothing)];
      for (const option of point.options) open.push([...before, option]);
    }
  }
  world.sandbox.close();
  return { states: left.size, lives, seen };
}

test(
  "whatever happens around a placement, it is placed at most once, and its outcome is learned",
  async () => {
    const eventsMax = runs({ commit: 2, gate: 6, release: 6 });
    const { states, lives, seen } = await explore(eventsMax);
    console.log(`${eventsMax} events: ${states} states in ${lives} lives of a placement`);
    const all: readonly Event[] = [...onPlacement, ...onQuery, ...onAwait];
    expect(all.filter((event) => !seen.has(event))).toEqual([]);
  },
  propertyTimeoutMs,
);
