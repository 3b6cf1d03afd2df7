/**
 * Every short sequence of what can happen around one book: messages that are lost, late, doubled or
 * overlapping, before and after the snapshot; a lost connection, and snapshots that are late, old
 * or fail. A live book is the exchange's at its update id at every moment; after a quiet time it is
 * live at the last one, with no more connections and snapshots than the faults explain.
 */

import { expect, test } from "vitest";

import { type LocalOrderBook, watchOrderBook } from "../../../generated/order-book.ts";
import { createStreams } from "../../../generated/stream-client.ts";
import { createVirtualClock } from "../../../sandbox/exchange/clock.ts";
import { explore, scriptedSockets } from "../../support/explore.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";

const actions = [
  "message",
  "message lost",
  "message late",
  "message doubled",
  "messages of two updates",
  "messages that overlap",
  "book crosses or uncrosses",
  "connection cut",
  "snapshot",
  "old snapshot",
  "snapshot fails",
  "ten seconds",
] as const;
type Action = (typeof actions)[number];

interface Request {
  readonly respond: (snapshot: unknown) => void;
  readonly fail: (error: Error) => void;
  /** Update id of the exchange when it was made. */
  readonly id: number;
}

/** One exchange with one book, whose messages and snapshots wait for the script. */
class Scene {
  readonly clock = createVirtualClock(1_700_000_000_000);
  readonly books = new Map<number, string>();
  readonly requests: Request[] = [];
  readonly #levels = { bids: new Map([["99", "1"]]), asks: new Map([["101", "1"]]) };
  readonly #network = scriptedSockets();
  readonly #snapshots = new Map<number, unknown>();
  readonly #streams = createStreams({
    url: "ws://exchange/stream",
    WebSocket: this.#network.WebSocket,
    now: this.clock.now,
    after: this.clock.after,
    random: () => 0.5,
  });
  readonly watched;
  #id = 100;
  #late: unknown[] = [];
  readonly crossed: boolean[] = [];
  snapshots = 0;
  cuts = 0;
  crossings = 0;

  constructor() {
    this.#keep();
    const getDepth = (_: object, { signal }: { readonly signal: AbortSignal }): Promise<unknown> =>
      new Promise((resolve, reject) => {
        this.snapshots += 1;
        const request: Request = { respond: resolve, fail: reject, id: this.#id };
        this.requests.push(request);
        signal.addEventListener("abort", () => {
          this.requests.splice(this.requests.indexOf(request), 1);
          reject(new Error("aborted"));
        });
      });
    const check = (book: LocalOrderBook): void => this.check(book);
    this.watched = watchOrderBook("COIN", {
      streams: this.#streams,
      client: { getDepth },
      onState: (_, book) => check(book),
      onCrossed: (isCrossed) => this.crossed.push(isCrossed),
      onChange: check,
    });
  }

  get connections(): number {
    return this.#network.sockets.length;
  }

  get id(): number {
    return this.#id;
  }

  /** A live book holds what the exchange's held. */
  check(book: LocalOrderBook): void {
    if (book.state !== "live") return;
    const { bids, asks } = book.levels();
    const sides = [bids, asks].map((side) =>
      side.map((level) => `${level.price}x${level.quantity}`),
    );
    const text = JSON.stringify(sides);
    if (text !== this.books.get(Number(book.updateId))) {
      expect.fail(`${text} is not the book at ${book.updateId}`);
    }
  }

  /** The connection opens. */
  async start(): Promise<void> {
    await this.#settle();
  }

  async do(action: Action): Promise<void> {
    switch (action) {
      case "message":
        this.#send([this.#update()]);
        break;
      case "message lost":
        this.#update();
        break;
      case "message late":
        this.#late.push(this.#update());
        break;
      case "message doubled": {
        const message = this.#update();
        this.#send([message, message]);
        break;
      }
      case "messages of two updates": {
        const [first, second] = [this.#update(), this.#update()];
        this.#send([{ ...second, U: first.U, b: [...first.b, ...second.b] }]);
        break;
      }
      case "messages that overlap": {
        const [first, second] = [this.#update(), this.#update()];
        this.#send([first, { ...second, U: first.U, b: [...first.b, ...second.b] }]);
        break;
      }
      case "book crosses or uncrosses":
        this.#send([this.#cross()]);
        break;
      case "connection cut":
        this.#late = [];
        this.cuts += this.openSockets;
        for (const socket of this.#network.sockets) socket.cut();
        break;
      case "snapshot":
        this.#respond((request) => request.respond(this.#snapshots.get(this.#id)));
        break;
      case "old snapshot":
        this.#respond((request) => request.respond(this.#snapshots.get(request.id)));
        break;
      case "snapshot fails":
        this.#respond((request) => request.fail(new Error("unavailable")));
        break;
      case "ten seconds":
        await this.clock.run(10_000);
    }
    await this.#settle();
  }

  /** Everything works from now on. */
  async quiet(): Promise<void> {
    for (let second = 0; second < 60; second += 1) {
      await this.do("snapshot");
      if (second % 20 === 0) await this.do("message");
      await this.clock.run(1000);
    }
  }

  async close(): Promise<void> {
    this.watched.close();
    this.#streams.close();
    await this.#settle();
  }

  get openSockets(): number {
    return this.#network.sockets.filter((socket) => socket.isOpen()).length;
  }

  async #settle(): Promise<void> {
    await this.clock.run(0);
    for (const socket of this.#network.sockets) socket.open();
    await this.clock.run(0);
  }

  #respond(how: (request: Request) => void): void {
    const request = this.requests.shift();
    if (request !== undefined) how(request);
  }

  /** Sends messages, and after them what was late. */
  #send(messages: readonly object[]): void {
    const socket = this.#network.sockets.at(-1);
    for (const data of [...messages, ...this.#late]) {
      socket?.message({ stream: "coin@depth", data });
    }
    this.#late = [];
  }

  #update() {
    const price = String(90 + ((this.#id * 7) % 9));
    const quantity = this.#levels.bids.has(price) ? "0" : String(this.#id);
    return this.#change("bids", price, quantity);
  }

  /** A bid above the best ask comes and goes. */
  #cross() {
    this.crossings += 1;
    return this.#change("bids", "102", this.#levels.bids.has("102") ? "0" : "1");
  }

  #change(side: "bids", price: string, quantity: string) {
    if (quantity === "0") this.#levels[side].delete(price);
    else this.#levels[side].set(price, quantity);
    this.#id += 1;
    this.#keep();
    const b: readonly (readonly string[])[] = [[price, quantity]];
    return { e: "depthUpdate", E: 1, s: "COIN", U: this.#id, u: this.#id, b, a: [] };
  }

  #keep(): void {
    const by = (sign: number) => (one: readonly string[], other: readonly string[]) =>
      sign * (Number(one[0]) - Number(other[0]));
    const bids = [...this.#levels.bids].sort(by(-1));
    const asks = [...this.#levels.asks].sort(by(1));
    this.#snapshots.set(this.#id, { lastUpdateId: this.#id, bids, asks });
    const sides = [bids, asks].map((side) => side.map(([price, size]) => `${price}x${size}`));
    this.books.set(this.#id, JSON.stringify(sides));
  }
}

test("after any short sequence of faults a book is the exchange's again", {
  timeout: propertyTimeoutMs,
}, async () => {
  const reached = { live: 0, crossed: 0 };
  const length = runs({ commit: 3, gate: 5, release: 6 });
  await explore("one book", actions, length, async (sequence) => {
    const scene = new Scene();
    const { book } = scene.watched;
    await scene.start();
    for (const action of sequence) {
      await scene.do(action);
      scene.check(book);
    }
    await scene.quiet();
    expect([book.state, book.updateId]).toEqual(["live", scene.id]);
    scene.check(book);
    reached.live += 1;
    // Reported each time that it changes.
    expect(scene.crossed).toEqual(scene.crossed.map((_, index) => index % 2 === 0));
    expect(book.isCrossed).toBe(scene.crossed.length % 2 === 1);
    if (book.isCrossed) reached.crossed += 1;
    const count = (...kinds: readonly Action[]) =>
      sequence.filter((action) => kinds.includes(action)).length;
    expect(scene.connections).toBe(1 + scene.cuts);
    // One at the start, one for each loss and for each time that the book crosses. A late message
    // is missing at first and a double later.
    const broken = count("message doubled", "messages that overlap");
    const losses =
      count("message lost", "old snapshot", "snapshot fails") +
      broken +
      2 * count("message late") +
      scene.cuts;
    expect(scene.snapshots).toBeLessThanOrEqual(1 + losses + Math.ceil(scene.crossings / 2));
    await expect(scene.watched.whenLive()).resolves.toBe(book);
    await scene.close();
    expect([scene.openSockets, scene.requests.length, scene.clock.next()]).toEqual([
      0,
      0,
      undefined,
    ]);
  });
  for (const [what, count] of Object.entries(reached)) expect(count, what).toBeGreaterThan(0);
});
