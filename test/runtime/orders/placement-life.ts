/** A life of placements: what can happen at each moment of it, and what must hold at its end. */

import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "vitest";

import type { Placement, PlacementJournal, PlaceOrderRequest } from "../../../generated/index.ts";
import { openPlacementJournal } from "../../../runtime/orders/journal.node.ts";
import type { Fetch } from "../../../runtime/platform.ts";
import { nothing } from "../../support/explore.ts";
import type { Reached } from "../../support/runs.ts";
import type { World } from "../../support/world.ts";
import { anotherSymbol, oddSuccesses } from "./odd-successes.ts";

/** Of journals; in memory where possible: nothing here asks the disk to keep its word. */
const shared = "/dev/shm";
export const folder = mkdtempSync(join(existsSync(shared) ? shared : tmpdir(), "exploration-"));

export const throwing = "the caller's clock throws";

/** Successes that do not name this order, which was taken or was not. */
const odd = new Map(
  oddSuccesses
    .filter(([, , isUsual]) => isUsual)
    .flatMap(([name, body, , status = 200]) =>
      [true, false].map((isTaken) => [
        `${name}, ${isTaken ? "taken" : "not taken"}`,
        { name, isTaken, make: () => new Response(body || null, { status }) },
      ]),
    ),
);

const onRequest = ["crash before the request", "late response", "429", throwing];
const onClock = ["clock jumps ahead", "clock jumps back"];
const onPlacement = ["request lost", "response lost", "5xx after acceptance", "-1021"];
const onAwait = ["crash before", "crash after"];

/** What can happen where. */
export const places = {
  placement: [...onRequest, ...onClock, ...onPlacement, "crash after acceptance", ...odd.keys()],
  query: [...onRequest, ...onClock, "query lost", "no such order", "5xx"],
  "query of the time": ["query lost", "crash before the request"],
  report: ["report before the response", "report after the response"],
  "begin in the journal": onAwait,
  "end in the journal": onAwait,
  "reading the journal": onAwait,
  "hand-over to the caller": onAwait,
} as const satisfies Readonly<Record<string, readonly string[]>>;
type Place = keyof typeof places;

/** What a client only knows as a failure. */
const failures: readonly string[] = [
  ...["request lost", "response lost", "late response", "5xx after acceptance"],
  ...["429", "query lost", "5xx"],
];

/** A moment at which something can happen. */
interface Point {
  readonly place: Place;
  readonly state: string;
}

/** All that decides what a process does next. */
interface Memory {
  /** Requests to each place, by order. */
  readonly requests: Record<string, number>;
  failures: number;
  /** The last request failed: the next one counts against the retries of the client. */
  hasFailed: boolean;
  /** How each order was reported. */
  readonly reports: Record<string, string>;
  refusedStamps: number;
  /** Which order the response named. */
  named: string;
}

/** A process: when it is over, nothing of it goes on. */
interface Process {
  isOver: boolean;
  readonly crash: () => void;
}

interface LifeGiven {
  readonly world: World;
  readonly order: PlaceOrderRequest;
  /** More than one: a process has placed them and ended before it learned of any. */
  readonly orders: number;
  readonly reached: Reached;
}

const windowMs = 1000;
const jumpMs = 4000;
let count = 0;

/** One life of placements: processes that end by a crash or when all is learned. */
export class Life {
  readonly points: Point[] = [];
  readonly #given: LifeGiven;
  readonly #script: readonly string[];
  readonly #ids: readonly string[];
  readonly #startMs: number;
  #learned: Placement[] = [];
  #journalPath: string;
  #processes = 0;
  #offsetMs = 0;
  #isThrowing = false;
  #isSentAgain = false;
  readonly #begun = new Set<string>();
  readonly #kept = new Set<string>();
  #memory: Memory = freshMemory();

  constructor(given: LifeGiven, script: readonly string[]) {
    const name = `life-${(count += 1)}`;
    this.#given = given;
    this.#script = script;
    this.#ids = Array.from({ length: given.orders }, (_, at) => `${name}-${at}`);
    this.#journalPath = join(folder, name);
    this.#startMs = given.world.clock.now();
  }

  /** Runs processes until one ends by itself, and everything that is on its way has arrived. */
  async live(): Promise<void> {
    if (this.#ids.length > 1) await this.#leave();
    for (;;) {
      const isCrashed = await this.#process();
      await this.#given.world.clock.run(10_000);
      if (!isCrashed) return;
    }
  }

  /** What must hold when all is over. */
  check(): void {
    const learned = this.#learned;
    for (const id of this.#ids) {
      const made = this.#made(id);
      const said = JSON.stringify({ script: this.#script, id, made, learned });
      expect(made, said).toBeLessThanOrEqual(1);
      const own = learned.filter(({ clientId }) => clientId === id);
      const truth = made === 1 ? "placed" : "rejected";
      for (const { kind } of own) expect(kind, said).toBe(truth);
      // Somebody learns what was begun; what was not begun was not sent.
      if (own.length === 0) expect([this.#begun.has(id), made], said).toEqual([false, 0]);
      // What the last process has learned does not stay.
      expect(this.#kept.has(id), said).toBe(false);
      // Nothing is sent after a success, whatever it said.
      expect(this.#isSentAgain, said).toBe(false);
    }
    rmSync(this.#journalPath);
  }

  #now(): number {
    return this.#given.world.clock.now();
  }

  #made(id: string): number {
    return this.#given.world.made(id, this.#startMs).length;
  }

  #choose(place: Place, id = "", doing = ""): string {
    const choice = this.#script[this.points.length] ?? nothing;
    const known = this.#learned.map(({ kind, clientId = "" }) => [
      this.#ids.indexOf(clientId),
      kind,
    ]);
    const outside = [
      place,
      this.#ids.indexOf(id),
      doing,
      // All but the first begin with what the journal holds.
      this.#processes > 0,
      this.#now() - this.#startMs,
      this.#offsetMs,
      this.#isThrowing,
      this.#ids.map((each) => [this.#made(each), this.#begun.has(each), this.#kept.has(each)]),
      [...new Set(known.map(String))].sort(),
    ];
    this.points.push({ place, state: JSON.stringify([outside, this.#memory]) });
    if (choice !== nothing) this.#given.reached.add(`${place}: ${choice}`);
    return choice;
  }

  /** A process whose first order and all after the second are taken; it learns of none. */
  async #leave(): Promise<void> {
    const { world, order } = this.#given;
    const journal = await openPlacementJournal(this.#journalPath, { fsync: false });
    const { process } = freshProcess();
    let sent = 0;
    const fetch: Fetch = async (url, init) => {
      if (!url.includes(`${this.#ids[1]}&`)) await world.sandbox.fetch(url, init);
      sent += 1;
      return never();
    };
    const client = this.#client(journal, process, fetch);
    for (const newClientOrderId of this.#ids) {
      this.#begun.add(newClientOrderId);
      this.#kept.add(newClientOrderId);
      void client.tryPlaceOrder({ ...order, newClientOrderId });
    }
    while (sent < this.#ids.length) await new Promise((resolve) => setImmediate(resolve));
    this.#end(journal, process);
  }

  #client(journal: PlacementJournal, process: Process, fetch: Fetch) {
    const { clock, client } = this.#given.world;
    return client({
      journal,
      fetch,
      now: () => {
        if (this.#isThrowing && !process.isOver) throw new RangeError(throwing);
        return clock.now() + this.#offsetMs;
      },
      after: (ms, run) => clock.after(ms, () => process.isOver || run()),
      limits: false,
      clockRefreshMs: Infinity,
      recvWindow: windowMs,
      timeoutMs: 3000,
    });
  }

  /** Each process has a file of its own. */
  #end(journal: { readonly close: () => Promise<void> }, process: Process): void {
    process.isOver = true;
    this.#processes += 1;
    const next = join(folder, `${this.#ids[0]}-${this.#processes}`);
    copyFileSync(this.#journalPath, next);
    // It takes a real millisecond.
    void journal.close();
    rmSync(this.#journalPath);
    this.#journalPath = next;
  }

  async #process(): Promise<boolean> {
    const { clock, outcome } = this.#given.world;
    const journal = await openPlacementJournal(this.#journalPath, { fsync: false });
    const { process, crashed } = freshProcess();
    this.#memory = freshMemory();
    const client = this.#client(this.#journal(journal, process), process, (url, init) =>
      this.#network(url, init, process, (order) => {
        try {
          client.observeOrder(order);
        } catch (error) {
          this.#catch(error, "report");
        }
      }),
    );
    const work = async () => {
      if (this.#processes === 0) await this.#place(client, process);
      else await this.#resolve(client, process);
      // The journal ends what the caller has learned.
      await new Promise<void>((resolve) => clock.after(1000, resolve));
      return "done" as const;
    };
    const end = await outcome(Promise.race([work(), crashed]));
    this.#isThrowing = false;
    this.#end(journal, process);
    return end === "crashed";
  }

  async #place(client: ReturnType<World["client"]>, process: Process): Promise<void> {
    const [newClientOrderId = ""] = this.#ids;
    try {
      const request = { ...this.#given.order, newClientOrderId };
      let placement: Placement = await client.tryPlaceOrder(request);
      while (placement.kind === "unknown") placement = await placement.ask();
      await this.#take([placement], process);
    } catch (error) {
      this.#catch(error, "placement");
      await this.#resolve(client, process);
    }
  }

  async #resolve(client: ReturnType<World["client"]>, process: Process): Promise<void> {
    for (let left = 1; left > 0; ) {
      try {
        const found = await client.resolvePending();
        const certain = found.filter(({ kind }) => kind !== "unknown");
        left = found.length - certain.length;
        await this.#take(certain, process);
      } catch (error) {
        this.#catch(error, "resolution");
      }
    }
  }

  /** The clock throws until the caller catches its error. */
  #catch(error: unknown, from: "placement" | "resolution" | "report"): void {
    if (!(error instanceof RangeError)) throw error;
    this.#isThrowing = false;
    this.#given.reached.add(`a ${from} throws`);
  }

  /** The caller's own code, when the promise has resolved. */
  async #take(found: readonly Placement[], process: Process): Promise<void> {
    await this.#step("hand-over to the caller", process, "", async () => {
      this.#learned = [...this.#learned, ...found];
    });
  }

  async #step<Value>(
    place: Place,
    process: Process,
    id: string,
    work: () => Promise<Value>,
  ): Promise<Value> {
    if (process.isOver) return never();
    const choice = this.#choose(place, id);
    if (choice === "crash before") return crash(process);
    const value = await work();
    return choice === "crash after" ? crash(process) : value;
  }

  #journal(journal: PlacementJournal, process: Process): PlacementJournal {
    return {
      begin: (entry) =>
        this.#step("begin in the journal", process, entry.clientId, async () => {
          await journal.begin(entry);
          this.#begun.add(entry.clientId);
          this.#kept.add(entry.clientId);
        }),
      end: (id, outcome) =>
        this.#step("end in the journal", process, id, async () => {
          await journal.end(id, outcome);
          this.#kept.delete(id);
        }),
      pending: () => this.#step("reading the journal", process, "", () => journal.pending()),
    };
  }

  async #network(
    url: string,
    init: Parameters<Fetch>[1],
    process: Process,
    observe: (order: object) => void,
  ): Promise<Response> {
    if (process.isOver) return never();
    const { searchParams } = new URL(url);
    const idField = init.method === "POST" ? "newClientOrderId" : "origClientOrderId";
    const id = searchParams.get(idField) ?? "";
    const place = placeOf(init.method, id);
    const memory = this.#memory;
    if (place === "placement" && memory.named !== "") this.#isSentAgain = true;
    const choice = this.#choose(place, id);
    const asked = `${place} ${this.#ids.indexOf(id)}`;
    memory.requests[asked] = (memory.requests[asked] ?? 0) + 1;
    memory.hasFailed = failures.includes(choice);
    if (memory.hasFailed) memory.failures += 1;
    const carry = () => this.#carry(id, place, url, init, process, observe);
    const success = odd.get(choice);
    const isInWindow = Math.abs(Number(searchParams.get("timestamp")) - this.#now()) < windowMs;
    // The exchange looks at the timestamp before it looks for the order.
    const happens = choice === "no such order" && !isInWindow ? nothing : choice;
    if (success === undefined) return this.#happen(happens, id, carry, process);
    memory.named = success.name === anotherSymbol ? "another" : "none";
    if (success.isTaken) await carry();
    return success.make();
  }

  async #happen(
    choice: string,
    id: string,
    carry: () => Promise<Response>,
    process: Process,
  ): Promise<Response> {
    const { clock } = this.#given.world;
    const memory = this.#memory;
    switch (choice) {
      case "crash before the request":
        return crash(process);
      case "request lost":
      case "query lost":
        throw new TypeError("lost");
      case "response lost":
        await carry();
        throw new TypeError("lost");
      case "crash after acceptance":
        await carry();
        return crash(process);
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
      case "-1021":
        memory.refusedStamps += 1;
        if (memory.refusedStamps === 2) this.#given.reached.add(secondRefusal);
        return Response.json({ code: -1021, msg: "outside of the recvWindow" }, { status: 400 });
      case "no such order":
        // True, or not yet true: an order can be found when its request can no longer arrive.
        return this.#made(id) === 1 && clock.now() - this.#startMs > windowMs + 1000
          ? carry()
          : Response.json({ code: -2013, msg: "Order does not exist." }, { status: 400 });
      case "clock jumps ahead":
      case "clock jumps back":
        this.#offsetMs += choice === "clock jumps ahead" ? jumpMs : -jumpMs;
        return carry();
      case throwing:
        this.#isThrowing = true;
        return carry();
      default:
        return carry();
    }
  }

  /** The response of the exchange; a stream may report the order before it or a moment after. */
  async #carry(
    id: string,
    doing: string,
    url: string,
    init: Parameters<Fetch>[1],
    process: Process,
    observe: (order: object) => void,
  ): Promise<Response> {
    const { clock, sandbox, made } = this.#given.world;
    const response = await sandbox.fetch(url, init as RequestInit);
    const [order] = made(id, this.#startMs);
    const { reports } = this.#memory;
    const name = String(this.#ids.indexOf(id));
    if (order === undefined || reports[name] !== undefined) return response;
    const choice = this.#choose("report", id, doing);
    if (choice === nothing) return response;
    reports[name] = choice;
    if (choice === "report before the response") observe(order);
    else clock.after(20, () => process.isOver || observe(order));
    return response;
  }
}

const secondRefusal = "placement: -1021 twice";

/** What follows from events. */
export const consequences = [secondRefusal, "a placement throws", "a resolution throws"];

function freshMemory(): Memory {
  return { requests: {}, failures: 0, hasFailed: false, reports: {}, refusedStamps: 0, named: "" };
}

function freshProcess() {
  const process = { isOver: false, crash: (): void => undefined };
  const crashed = new Promise<"crashed">((resolve) => {
    process.crash = () => {
      process.isOver = true;
      resolve("crashed");
    };
  });
  return { process, crashed };
}

function placeOf(method: string, id: string): Place {
  if (method === "POST") return "placement";
  return id === "" ? "query of the time" : "query";
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

function crash(process: Process): Promise<never> {
  process.crash();
  return never();
}
