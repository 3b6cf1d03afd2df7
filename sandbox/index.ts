/**
 * A whole exchange in one process, without a port: `createSandbox()` gives a `fetch` that any
 * client can use, a clock to move, and the engine to look into.
 */

import type { KeyRecord, SigningMode } from "./authentication.ts";
import { createVirtualClock, type Timekeeper, type VirtualClock } from "./clock.ts";
import { type Control, carryOut } from "./control/control.ts";
import { answerKeeper } from "./control/http.ts";
import { after as platformAfter } from "./defaults.ts";
import { withEventFaults } from "./faults/events.ts";
import type { FaultRule } from "./faults/kinds.ts";
import { type Opener, withOpeningFaults } from "./faults/openings.ts";
import { createFaults, type FaultPlan } from "./faults/plan.ts";
import { withRequestFaults } from "./faults/requests.ts";
import { readRules } from "./faults/rules.ts";
import { handlers } from "./handlers/index.ts";
import { type Answerer, createAnswerer } from "./http/answer.ts";
import { createHandler, type Handler, type PageHook } from "./http/handler.ts";
import type { HttpAnswer, HttpRequest } from "./http/message.ts";
import { type Journal, type Keep, keepWorld } from "./journal.ts";
import { exchangeFilters, listingsWith } from "./listings.ts";
import { createMaker, type Maker, type MakerOptions } from "./maker.ts";
import { isPaced } from "./paced-clock.ts";
import { type LogEntry, withRequestLog } from "./request-log.ts";
import { seedExchange, seededKeys } from "./seed.ts";
import { createHub, type Hub } from "./streams/hub.ts";
import { createWebSocketClass } from "./streams/socket.ts";
import { createVenue, type Venue } from "./venue.ts";
import { createWorld, type World } from "./world.ts";

export { ShapeError } from "./control/shape.ts";
export type { FaultKind, FaultRule } from "./faults/kinds.ts";
export type { FaultPlan, RuleState } from "./faults/plan.ts";
export type { Journal } from "./journal.ts";
export { JournalError } from "./journal.ts";
export { createPacedClock, type PacedClock } from "./paced-clock.ts";

export interface SandboxOptions {
  /** Any text; equal seeds give equal exchanges. */
  readonly seed?: string;
  /** Time of the exchange in milliseconds; a virtual clock when absent. */
  readonly now?: () => number;
  /** Timers that go with `now`; the platform's when absent. */
  readonly after?: Timekeeper["after"];
  /** Where the virtual clock begins, in milliseconds. */
  readonly startTime?: number;
  /** A clock of one's own to move, in place of `now`, `after` and `startTime`. */
  readonly clock?: VirtualClock;
  /** Live prices from a maker and takers; none by default. */
  readonly maker?: boolean | MakerOptions;
  /**
   * Trades and minutes with trades of each symbol, and ended orders and own trades of each
   * account, that are remembered at least; 100,000 by default. What is older is answered as if it
   * had never been.
   */
  readonly history?: number;
  /** So many symbols beside the three, COIN1USDT and so on; with a journal the same as ever. */
  readonly moreSymbols?: number;
  /**
   * Keeps all that happens, so that a sandbox with the same journal goes on where this one was,
   * whatever ended it. `createSandbox` throws a `JournalError` for one that it cannot go on from.
   */
  readonly journal?: Journal;
  /** Is told of each command, reply and event as a line of text; see event-log.ts. */
  readonly onLog?: (line: string) => void;
  /** Is told of each request that was answered; nothing that it is told is a secret. */
  readonly onRequest?: (entry: LogEntry) => void;
  /** What goes wrong from the beginning; none by default. Throws a `ShapeError` for bad rules. */
  readonly faults?: readonly FaultRule[];
  /** Answers for paths beside the interface. */
  readonly page?: PageHook;
  /**
   * What signatures are taken to be of: the original values, as the interface has it, unless
   * "percent" or "both" lets in clients that sign the text as it is sent.
   */
  readonly signing?: SigningMode;
  /** Is told of faults of the sandbox itself; nothing is written by default. */
  readonly report?: (text: string) => void;
}

export interface Sandbox {
  /** Takes what `fetch` takes; the host in the address does not matter. */
  readonly fetch: typeof fetch;
  /** Takes what `WebSocket` takes, and has the sandbox at the other end, whatever the host. */
  readonly WebSocket: typeof WebSocket;
  /** What goes wrong, and how often it did. */
  readonly faults: FaultPlan;
  /** Commands of the keeper; see control/commands.ts. */
  readonly control: Control;
  /** The same with the sender's address. */
  readonly handle: Handler;
  /** The same without `Request` and `Response`, for those who carry HTTP themselves. */
  readonly answer: Answerer;
  /** Moves the virtual clock; `undefined` when the time comes from outside. */
  readonly clock: VirtualClock | undefined;
  /** Live prices: on, off, or at another pace. */
  readonly maker: Maker;
  readonly venue: Venue;
  /** Subscriptions to streams, for whatever carries them. */
  readonly hub: Hub;
  /** What becomes of an upgrade to this path and query. */
  readonly open: Opener;
  /** Answers a request to the control endpoint, for those who carry HTTP themselves. */
  readonly keeper: (request: HttpRequest) => Promise<HttpAnswer>;
  readonly page: PageHook | undefined;
  /** Who may trade here. */
  readonly accounts: readonly KeyRecord[];
  /** Lets go of timers and of the journal; nothing may be asked of the sandbox from then on. */
  readonly close: () => void;
}

/** Beginning of the virtual clock: a Monday, 00:00 UTC. */
const startTimeDefault = Date.UTC(2024, 0, 15);

/** Who calls when nobody says who. */
const localAddress = "127.0.0.1";

/** An exchange with its history, its book and two accounts; see seed.ts. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { seed = "tradespec", page, report = () => {} } = options;
  const clock = clockOf(options);
  const { now, after } = clock ?? {
    now: options.now ?? (() => 0),
    after: options.after ?? platformAfter,
  };
  const { world, keep } = beginWorld(options, { now, clock });
  const keys = seededKeys;
  const listings = listingsWith(options.moreSymbols ?? 0);
  const rest = { listings, exchangeFilters, keys, signing: options.signing, report };
  const venue = createVenue({ now, after, world, keep, onLog: options.onLog, ...rest });
  const faults = createFaults(seed);
  faults.plan.add(...readRules(options.faults ?? []));
  const exchange = { venue, handlers, answer: createAnswerer(venue, handlers) };
  const faulty = withRequestFaults(exchange, faults);
  const { onRequest } = options;
  const answer = onRequest === undefined ? faulty : withRequestLog(faulty, now, onRequest);
  const hub = createHub(venue, withEventFaults(venue, faults));
  const open = withOpeningFaults(venue, faults);
  const maker = createMaker(venue, seed);
  if (options.maker) maker.start(options.maker === true ? {} : options.maker);
  const keeper: Sandbox["keeper"] = (request) => answerKeeper(sandbox, request);
  const handle = createHandler({ venue, answer, keeper, page });
  const sandbox: Sandbox = {
    fetch: async (input, init) => {
      const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
      return handle(new Request(input, { ...init, signal: null }), { ip: localAddress, signal });
    },
    WebSocket: createWebSocketClass({ venue, hub, open: (target) => open(target, localAddress) }),
    faults: faults.plan,
    control: (request) => carryOut(sandbox, request),
    keeper,
    handle,
    answer,
    open,
    clock,
    maker,
    venue,
    hub,
    page,
    accounts: keys,
    close: () => {
      maker.stop();
      if (clock !== undefined && isPaced(clock)) clock.freeze();
      options.journal?.close();
    },
  };
  return sandbox;
}

function clockOf({ clock, now, startTime = startTimeDefault }: SandboxOptions) {
  if (clock !== undefined) return clock;
  return now === undefined ? createVirtualClock(startTime) : undefined;
}

interface Beginning {
  readonly world: World;
  readonly keep?: Keep;
}

/** A new world, or that of the journal; a clock of ours then goes on where that one ended. */
function beginWorld(
  options: SandboxOptions,
  { now, clock }: { readonly now: () => number; readonly clock: VirtualClock | undefined },
): Beginning {
  const { seed = "tradespec", journal, history: keep = 100_000, report = () => {} } = options;
  const { moreSymbols = 0 } = options;
  const begin = (): World => createWorld(seed, seedExchange(seed, now(), { keep, moreSymbols }));
  if (journal === undefined) return { world: begin() };
  const kept = keepWorld(journal, seed, begin, report);
  if (kept.time !== undefined && clock !== undefined) clock.jump(Math.max(kept.time, now()));
  return kept;
}
