/** Bounded exhaustive exploration: every sequence of actions up to a length. */

import { FakeSocket } from "./fake-socket.ts";

/** Runs every sequence of one to `length` actions, and prints and returns how many there were. */
export async function explore<Action extends string>(
  what: string,
  actions: readonly Action[],
  length: number,
  run: (sequence: readonly Action[]) => Promise<void>,
): Promise<number> {
  let count = 0;
  let sequences: readonly (readonly Action[])[] = [[]];
  for (let size = 1; size <= length; size += 1) {
    sequences = sequences.flatMap((sequence) => actions.map((action) => [...sequence, action]));
    for (const sequence of sequences) {
      count += 1;
      try {
        await run(sequence);
      } catch (error) {
        throw new Error(`After ${sequence.join(", ")}: ${String(error)}`, { cause: error });
      }
    }
  }
  console.log(
    `${what}: ${count} sequences of up to ${length} of ${actions.length} actions explored`,
  );
  return count;
}

/** What a script holds where nothing happens. */
export const nothing = "nothing";

/** A moment of a life at which something can happen, and all that decides what follows. */
interface Moment<Place extends string> {
  readonly place: Place;
  readonly state: string;
}

/** A world that many lives share until it is replaced. */
interface SharedWorld {
  readonly sandbox: { readonly close: () => unknown };
  readonly sweep: () => void;
}

/**
 * Runs every life with up to so many events. `live` follows a script and gives its moments; a state
 * that was reached before with as many events left is not explored again.
 */
export async function exploreLives<World extends SharedWorld, Place extends string>(
  places: Readonly<Record<Place, readonly string[]>>,
  eventsMax: number,
  createWorld: () => World,
  live: (world: World, script: readonly string[]) => Promise<readonly Moment<Place>[]>,
): Promise<{ readonly states: number; readonly lives: number }> {
  const left = new Map<string, number>();
  let world = createWorld();
  let lives = 0;
  const open: string[][] = [[]];
  for (let script = open.pop(); script !== undefined; script = open.pop()) {
    lives += 1;
    if (lives % 200 === 0) {
      world.sandbox.close();
      world = createWorld();
    }
    const moments = await live(world, script);
    world.sweep();
    const eventsLeft = eventsMax - script.filter((choice) => choice !== nothing).length;
    for (const [at, { place, state }] of [...moments.entries()].slice(script.length)) {
      if ((left.get(state) ?? -1) >= eventsLeft) break;
      left.set(state, eventsLeft);
      if (eventsLeft === 0) continue;
      const before = [...script, ...Array<string>(at - script.length).fill(nothing)];
      for (const option of places[place]) open.push([...before, option]);
    }
  }
  world.sandbox.close();
  return { states: left.size, lives };
}

/** The end of one socket that a script acts on. */
export interface ScriptedSocket {
  readonly url: string;
  /** Whether the client has not closed it, and the script neither. */
  readonly isOpen: () => boolean;
  readonly open: () => void;
  /** Refuses the upgrade with an HTTP status. */
  readonly refuse: (status: number) => void;
  readonly message: (value: unknown) => void;
  readonly cut: () => void;
}

/**
 * A WebSocket class whose sockets do only what a script says. Control messages are confirmed at
 * once, or refused when they name a stream that does not exist.
 */
export function scriptedSockets(exists: (name: string) => boolean = () => true) {
  const sockets: ScriptedSocket[] = [];
  class Scripted extends FakeSocket {
    #isOpen = true;

    constructor(url: string) {
      super(url);
      sockets.push({
        url,
        isOpen: () => this.#isOpen,
        open: () => this.bring("open"),
        refuse: (status) => {
          this.bring("error", { message: `Unexpected server response: ${status}` });
          this.#end();
        },
        message: (value) => this.text(JSON.stringify(value)),
        cut: () => this.#end(),
      });
    }

    override send(text: string): void {
      const { id, params } = JSON.parse(text) as { id: number; params: readonly string[] };
      const error = { code: 2, msg: "there is no such stream" };
      const reply = params.every(exists) ? { result: null, id } : { error, id };
      queueMicrotask(() => this.text(JSON.stringify(reply)));
    }

    override close(): void {
      this.#isOpen = false;
    }

    override bring(type: string, event: object = {}): void {
      if (this.#isOpen) super.bring(type, event);
    }

    #end(): void {
      this.bring("close", { code: 1006, reason: "" });
      this.#isOpen = false;
    }
  }
  return { WebSocket: Scripted, sockets };
}
