/**
 * A whole exchange in one process, without a port: `createSandbox()` gives a `fetch` that any
 * client can use, a clock to move, and the engine to look into.
 */

import { createVirtualClock, type Timekeeper, type VirtualClock } from "./clock.ts";
import { after as platformAfter } from "./defaults.ts";
import { handlers } from "./handlers/index.ts";
import { type Answerer, createAnswerer } from "./http/answer.ts";
import { createHandler, type Handler, type PageHook } from "./http/handler.ts";
import { exchangeFilters, listings } from "./listings.ts";
import { seededKeys, seedExchange } from "./seed.ts";
import { createHub, type Hub } from "./streams/hub.ts";
import { createVenue, type Venue } from "./venue.ts";
import type { KeyRecord } from "./authentication.ts";

export interface SandboxOptions {
  /** Any text; equal seeds give equal exchanges. */
  readonly seed?: string;
  /** Time of the exchange in milliseconds; a virtual clock when absent. */
  readonly now?: () => number;
  /** Timers that go with `now`; the platform's when absent. */
  readonly after?: Timekeeper["after"];
  /** Where the virtual clock begins, in milliseconds. */
  readonly startTime?: number;
  /** Answers for paths beside the interface. */
  readonly page?: PageHook;
  /** Is told of faults of the sandbox itself; nothing is written by default. */
  readonly report?: (text: string) => void;
}

export interface Sandbox {
  /** Takes what `fetch` takes; the host in the address does not matter. */
  readonly fetch: typeof fetch;
  /** The same with the sender's address. */
  readonly handle: Handler;
  /** The same without `Request` and `Response`, for those who carry HTTP themselves. */
  readonly answer: Answerer;
  /** Moves the virtual clock; `undefined` when the time comes from outside. */
  readonly clock: VirtualClock | undefined;
  readonly venue: Venue;
  /** Subscriptions to streams, for whatever carries them. */
  readonly hub: Hub;
  readonly page: PageHook | undefined;
  /** Who may trade here. */
  readonly accounts: readonly KeyRecord[];
}

/** Beginning of the virtual clock: a Monday, 00:00 UTC. */
const startTimeDefault = Date.UTC(2024, 0, 15);

/** Who calls when nobody says who. */
const localAddress = "127.0.0.1";

/** An exchange with its history, its book and two accounts; see seed.ts. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { seed = "tradespec", page, report = () => {} } = options;
  const clock =
    options.now === undefined
      ? createVirtualClock(options.startTime ?? startTimeDefault)
      : undefined;
  const { now, after } = clock ?? {
    now: options.now ?? (() => 0),
    after: options.after ?? platformAfter,
  };
  const state = seedExchange(seed, now());
  const keys = seededKeys;
  const venue = createVenue({ now, after, seed, state, listings, exchangeFilters, keys, report });
  const answer = createAnswerer(venue, handlers);
  const handle = createHandler(venue, answer, page);
  return {
    fetch: (input, init) => handle(new Request(input, init), { ip: localAddress }),
    handle,
    answer,
    clock,
    venue,
    hub: createHub(venue),
    page,
    accounts: keys,
  };
}
