/**
 * Every sequence of up to so many events around one cancellation, on the real client and a real
 * exchange in virtual time. The reported outcome is true, and once the network works again nothing
 * stays unknown. States that were reached before with as many events left are not explored again.
 */

import { expect, test } from "vitest";

import type { Cancellation } from "../../../generated/index.ts";
import type { Fetch } from "../../../runtime/platform.ts";
import { orderOf } from "../../sandbox/support/orders-of.ts";
import { exploreLives, nothing } from "../../support/explore.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";
import { createWorld, resting, type World } from "../../support/world.ts";
import { units } from "../user-data/session-world.ts";

const always = ["429", "the order is filled", "clock jumps ahead", "clock jumps back"] as const;
const places = {
  cancellation: [
    ...["request lost", "late request", "response lost", "late response"],
    ...["5xx before", "5xx after", "408 before", "408 after"],
    ...always,
  ],
  query: ["request lost", "late response", "5xx before", "no such order", ...always],
  "query of the time": ["request lost"],
} as const;
type Place = keyof typeof places;
type Choice = string;

/** What a client only knows as a failure. */
const failures = ["lost", "late", "5xx", "408", "429"];

const jumpMs = 4000;
const lateMs = 2500;

/** A world whose only bids are our own, so that a seller fills them. */
function emptyWorld(): World {
  const world = createWorld();
  sell(world, "1000", "30000.01");
  return world;
}

function sell({ sandbox }: World, quantity: string, price: string): void {
  const reply = sandbox.exchange.execute({
    ...{ kind: "place", account: "taker", symbol: "BTCUSDT", side: "SELL" },
    ...{ type: "LIMIT", timeInForce: "IOC", quantity: units(quantity), price: units(price) },
  });
  expect(reply.kind).toBe("placed");
}

function restingOrder({ sandbox }: World): number {
  const reply = sandbox.exchange.execute({
    ...{ kind: "place", account: "alice", symbol: "BTCUSDT", side: "BUY", type: "LIMIT" },
    ...{ timeInForce: "GTC", quantity: units("0.001"), price: units(resting.price) },
  });
  if (reply.kind !== "placed") throw new Error("The order was not placed.");
  return reply.order.orderId;
}

/** One cancellation, from the call to its outcome. */
class Life {
  readonly points: { readonly place: Place; readonly state: string }[] = [];
  readonly #world: World;
  readonly #script: readonly Choice[];
  readonly #startMs: number;
  readonly #orderId: number;
  #offsetMs = 0;
  readonly #requests: Partial<Record<Place, number>> = {};
  #failures = 0;
  #hasFailed = false;
  /** Requests that arrive later. */
  #late = 0;
  #outcome: Cancellation | undefined;
  #statusWhenReported = "";

  constructor(world: World, script: readonly Choice[]) {
    this.#world = world;
    this.#script = script;
    this.#startMs = world.clock.now();
    this.#orderId = restingOrder(world);
  }

  #status(): string {
    return String(orderOf(this.#world.sandbox.exchange.state, this.#orderId)?.status);
  }

  #choose(place: Place): Choice {
    const choice = this.#script[this.points.length] ?? nothing;
    const atMs = this.#world.clock.now() - this.#startMs;
    const outside = [place, atMs, this.#offsetMs, this.#status(), this.#late];
    const inside = [this.#requests, this.#failures, this.#hasFailed];
    this.points.push({ place, state: JSON.stringify([outside, inside]) });
    this.#requests[place] = (this.#requests[place] ?? 0) + 1;
    this.#hasFailed = failures.some((word) => choice.includes(word));
    if (this.#hasFailed) this.#failures += 1;
    return choice;
  }

  async live(): Promise<void> {
    const { clock, outcome, client } = this.#world;
    const own = client({
      fetch: (url, init) => this.#network(url, init),
      now: () => clock.now() + this.#offsetMs,
      limits: false,
      clockRefreshMs: Infinity,
      attemptTimeoutMs: 2000,
      timeoutMs: 60_000,
    });
    const request = { symbol: "BTCUSDT", orderId: this.#orderId };
    this.#outcome = await outcome(
      own.tryCancelOrder(request).then((reported) => {
        this.#statusWhenReported = this.#status();
        return reported;
      }),
    );
    // Whatever is still on its way arrives.
    await clock.run(10_000);
  }

  async #network(url: string, init: Parameters<Fetch>[1]): Promise<Response> {
    const { clock, sandbox } = this.#world;
    const choice = this.#choose(placeOf(url, init.method));
    const carry = () => sandbox.fetch(url, init as RequestInit);
    const later = () => new Promise<void>((resolve) => clock.after(lateMs, resolve));
    switch (choice) {
      case "request lost":
        throw new TypeError("lost");
      case "late request":
        this.#late += 1;
        await later();
        this.#late -= 1;
        return carry();
      case "response lost":
        await carry();
        throw new TypeError("lost");
      case "late response": {
        const response = await carry();
        await later();
        return response;
      }
      case "5xx before":
      case "408 before":
        return failed(choice);
      case "5xx after":
      case "408 after":
        await carry();
        return failed(choice);
      case "429":
        return Response.json({ code: -1003, msg: "too many" }, { status: 429 });
      case "no such order":
        return Response.json({ code: -2013, msg: "Order does not exist." }, { status: 400 });
      case "the order is filled":
        if (this.#status() === "NEW") sell(this.#world, "0.001", resting.price);
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
    const reported = this.#outcome;
    const status = this.#status();
    const said = JSON.stringify({ script: this.#script, status, reported });
    // What was reported held at that moment, and holds for good.
    const truth = {
      canceled: ["CANCELED"],
      ended: ["FILLED"],
      rejected: ["NEW", "FILLED"],
      unknown: [],
    }[reported?.kind ?? "unknown"];
    expect(truth, said).toContain(this.#statusWhenReported);
    expect(truth, said).toContain(status);
    if (reported?.kind === "ended") expect(reported.error.status, said).toBe(status);
    // Only a request that was certainly not executed is reported as one.
    const isRefused = reported?.kind === "rejected" && "code" in reported.error;
    if (status === "NEW") expect(isRefused, said).toBe(true);
  }
}

const failed = (choice: Choice) =>
  new Response("<html>", { status: choice.startsWith("408") ? 408 : 503 });

function placeOf(url: string, method: string): Place {
  if (method === "DELETE") return "cancellation";
  return url.includes("/order?") ? "query" : "query of the time";
}

test("whatever happens around a cancellation, what is reported is true, and nothing stays unknown", {
  timeout: propertyTimeoutMs,
}, async () => {
  const eventsMax = runs({ commit: 3, gate: 5, release: 6 });
  const seen = new Set<string>();
  const live = async (world: World, script: readonly string[]) => {
    const life = new Life(world, script);
    await life.live();
    life.check();
    const last = script.at(-1);
    if (last !== undefined) seen.add(`${life.points[script.length - 1]?.place}: ${last}`);
    return life.points;
  };
  const { states, lives } = await exploreLives(places, eventsMax, emptyWorld, live);
  console.log(`${eventsMax} events: ${states} states in ${lives} lives of a cancellation`);
  const all = Object.entries(places).flatMap(([place, events]) =>
    events.map((event) => `${place}: ${event}`),
  );
  expect(all.filter((one) => !seen.has(one))).toEqual([]);
});
