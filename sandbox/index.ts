/**
 * A whole exchange in one process, without a port: `createSandbox()` gives a `fetch` and a
 * `WebSocket` for any client, a clock to move, faults to inject, and the engine to inspect.
 */

import {
  anything,
  callable,
  checkOptions,
  group,
  integer,
  methods,
  type OptionRules,
  oneOf,
  takes,
} from "../runtime/options.ts";
import { type Control, type ControlTarget, runCommands } from "./control/commands.ts";
import { createControlHandler } from "./control/http.ts";
import { after as platformAfter } from "./defaults.ts";
import { type Clock, createVirtualClock, isPaced, type VirtualClock } from "./exchange/clock.ts";
import {
  createSandboxExchange,
  createServerState,
  type KeyRecord,
  type SigningMode,
  signingModes,
} from "./exchange/exchange.ts";
import { type Journal, openJournaledState } from "./exchange/journal.ts";
import { createMarketMaker, type MarketMakerOptions } from "./exchange/market-maker.ts";
import { seedExchange, seededKeys } from "./exchange/seed.ts";
import { exchangeFilters, listingsWith } from "./exchange/symbols.ts";
import type { FaultRule } from "./faults/kinds.ts";
import { createFaults } from "./faults/plan.ts";
import { withRequestFaults } from "./faults/requests.ts";
import { readRules } from "./faults/rules.ts";
import { withHandshakeFaults, withMessageFaults } from "./faults/streams.ts";
import { handlers } from "./handlers/index.ts";
import { createFetchHandler, type FetchHandler } from "./http/fetch-handler.ts";
import { createRequestHandler } from "./http/request-handler.ts";
import { type LogEntry, withRequestLog } from "./http/request-log.ts";
import type { HttpRoutes, PageHook } from "./http/routes.ts";
import { createHandshake, type Handshake } from "./streams/handshake.ts";
import { createHub } from "./streams/hub.ts";
import { createWebSocketClass, localAddress } from "./streams/websocket.ts";

export { createPacedClock, type PacedClock } from "./exchange/clock.ts";
export { type Journal, JournalError } from "./exchange/journal.ts";
export type { FaultKind, FaultRule } from "./faults/kinds.ts";
export type { FaultPlan, RuleState } from "./faults/plan.ts";
export { ValidationError } from "./faults/validation.ts";

export interface SandboxOptions {
  /** Any text; equal seeds give equal exchanges. */
  readonly seed?: string;
  /** Time of the exchange in milliseconds; a virtual clock when absent. */
  readonly now?: () => number;
  /** Timers that belong to `now`; the platform's when absent. */
  readonly after?: Clock["after"];
  /** Where the virtual clock begins, in milliseconds. */
  readonly startTime?: number;
  /** A clock of one's own to move, in place of `now`, `after` and `startTime`. */
  readonly clock?: VirtualClock;
  /** Live prices from a market maker and takers; none by default. */
  readonly maker?: boolean | MarketMakerOptions;
  /**
   * How many trades and minute candles of each symbol, and ended orders and own trades of each
   * account, are kept at least; 100,000 by default. Older ones are dropped.
   */
  readonly history?: number;
  /** How many symbols to add to the three, named COIN1USDT and so on. */
  readonly moreSymbols?: number;
  /**
   * Stores every change, so that a sandbox with the same journal continues where this one was,
   * however it ended. `createSandbox` throws a `JournalError` for one that it cannot continue.
   */
  readonly journal?: Journal;
  /** Receives each command, reply and event as a line of text; see exchange/exchange.ts. */
  readonly onLog?: (line: string) => void;
  /** Receives an entry for each request, without secrets. */
  readonly onRequest?: (entry: LogEntry) => void;
  /** Faults from the beginning; none by default. Throws a `ValidationError` for bad rules. */
  readonly faults?: readonly FaultRule[];
  /** Serves paths beside the interface. */
  readonly page?: PageHook;
  /**
   * What signatures are computed over: the original values, as the interface says, unless
   * "percent" or "both" admits clients that sign the text as it is sent.
   */
  readonly signing?: SigningMode;
  /** Receives failures of the sandbox itself; nothing is written by default. */
  readonly report?: (text: string) => void;
}

export interface Sandbox extends HttpRoutes, ControlTarget {
  /** Takes what `fetch` takes; the host in the address does not matter. */
  readonly fetch: typeof fetch;
  /** Takes what `WebSocket` takes, and connects to this sandbox, whatever the host. */
  readonly WebSocket: typeof WebSocket;
  /** Runs admin commands; see control/commands.ts. */
  readonly control: Control;
  /** As `fetch`, with the address of the sender. */
  readonly handle: FetchHandler;
  /** Decides about the upgrade of a path and query to a WebSocket. */
  readonly handshake: Handshake;
  /** The API keys that may trade here. */
  readonly accounts: readonly KeyRecord[];
  /** Releases timers and the journal; the sandbox cannot be used any more. */
  readonly close: () => void;
}

/** Beginning of the virtual clock: a Monday, 00:00 UTC. */
const startTimeDefault = Date.UTC(2024, 0, 15);

/**
 * An exchange with its history, its order books and two accounts; see exchange/seed.ts.
 * @throws InvalidRequestError that names each wrong option and what it takes.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  checkOptions("createSandbox", options, optionRules);
  const { seed = "tradespec", signing, page, report = () => {}, onLog, onRequest } = options;
  const clock = clockOf(options);
  const { now, after } = clock ?? {
    now: options.now ?? (() => 0),
    after: options.after ?? platformAfter,
  };
  const { server, record } = openState(options, { now, clock });
  const listings = listingsWith(options.moreSymbols ?? 0);
  const accounts = seededKeys;
  const state = { server, record, onLog, listings, exchangeFilters, keys: accounts };
  const exchange = createSandboxExchange({ now, after, signing, report, ...state });
  const faults = createFaults(seed);
  faults.plan.add(...readRules(options.faults ?? []));
  const handler = withRequestFaults(exchange, faults, createRequestHandler(exchange, handlers));
  const handleRequest = onRequest === undefined ? handler : withRequestLog(handler, now, onRequest);
  const hub = createHub(exchange, withMessageFaults(exchange, faults));
  const handshake = withHandshakeFaults(exchange, faults, createHandshake(exchange));
  const maker = createMarketMaker(exchange, seed);
  if (options.maker) maker.start(options.maker === true ? {} : options.maker);
  const target: ControlTarget = { exchange, clock, maker, hub, faults: faults.plan, accounts };
  const control: Control = (request) => runCommands(target, request);
  const handleControl = createControlHandler(target);
  const routes: HttpRoutes = { exchange, handleRequest, handleControl, page };
  const handle = createFetchHandler(routes);
  return {
    ...target,
    ...routes,
    control,
    handle,
    handshake,
    fetch: async (input, init) => {
      const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
      return handle(new Request(input, { ...init, signal: null }), { ip: localAddress, signal });
    },
    WebSocket: createWebSocketClass({ exchange, hub, handshake }),
    close: () => {
      maker.stop();
      if (clock !== undefined && isPaced(clock)) clock.freeze();
      options.journal?.close();
    },
  };
}

const maker = group({ everyMs: integer(1) });

const optionRules: OptionRules = {
  seed: takes("text", (value) => typeof value === "string"),
  now: callable,
  after: callable,
  startTime: integer(0),
  clock: methods("a virtual clock", "now", "after", "advance", "jump"),
  maker: (value, name) => (typeof value === "boolean" ? [] : maker(value, name)),
  history: integer(1),
  moreSymbols: integer(0),
  journal: methods("a journal", "close"),
  onLog: callable,
  onRequest: callable,
  faults: anything,
  page: callable,
  signing: oneOf(...signingModes),
  report: callable,
};

function clockOf({ clock, now, startTime = startTimeDefault }: SandboxOptions) {
  if (clock !== undefined) return clock;
  return now === undefined ? createVirtualClock(startTime) : undefined;
}

/** A new state, or that of the journal; a virtual clock then continues from the last change. */
function openState(
  options: SandboxOptions,
  { now, clock }: { readonly now: () => number; readonly clock: VirtualClock | undefined },
) {
  const { seed = "tradespec", journal, history: keep = 100_000, report = () => {} } = options;
  const { moreSymbols = 0 } = options;
  const begin = () => createServerState(seed, seedExchange(seed, now(), { keep, moreSymbols }));
  if (journal === undefined) return { server: begin(), record: undefined };
  const opened = openJournaledState(journal, seed, begin, report);
  if (opened.time !== undefined && clock !== undefined) clock.jump(Math.max(opened.time, now()));
  return opened;
}
