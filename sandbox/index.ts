/**
 * A whole exchange in one process, without a port: `createSandbox()` returns a `fetch` and a
 * `WebSocket` for any client, a clock to move, faults to inject, and the engine to inspect.
 */

import { type SandboxSchemas, sandboxSchemas } from "../generated/sandbox.ts";
import {
  anything,
  callable,
  checkOptions,
  methods,
  type OptionRule,
  type OptionRules,
  takes,
  unixTime,
} from "../runtime/check-options.ts";
import { sentence } from "../runtime/encoding/field-issue.ts";
import { violationsOf } from "../runtime/encoding/json-schema.ts";
import { defaultKey, type KeyRecord, makerName, takerName } from "./config/accounts.ts";
import { readSetup, type Setup, type SetupOptions } from "./config/setup.ts";
import { ValidationError } from "./config/validation.ts";
import { type Control, type ControlTarget, runCommands } from "./control/commands.ts";
import { createControlHandler } from "./control/http.ts";
import { after as platformAfter, startTimeDefault } from "./defaults.ts";
import { feeAccount } from "./engine/balances.ts";
import {
  type Clock,
  createVirtualClock,
  endingTimers,
  isPaced,
  type VirtualClock,
} from "./exchange/clock.ts";
import { createSandboxExchange, createServerState } from "./exchange/exchange.ts";
import { type Journal, openJournaledState } from "./exchange/journal.ts";
import { createMarketMaker } from "./exchange/market-maker.ts";
import { playMessages } from "./exchange/replay.ts";
import { createSaves } from "./exchange/saves.ts";
import { seedExchange } from "./exchange/seed.ts";
import { type FaultRule, readRules } from "./faults/kinds.ts";
import { createFaults } from "./faults/plan.ts";
import { withRequestFaults } from "./faults/requests.ts";
import { withHandshakeFaults, withMessageFaults } from "./faults/streams.ts";
import type { Feed } from "./feed/feed.ts";
import { recordExchange } from "./feed/recorders.ts";
import { type LogEntry, logEntry } from "./feed/summary.ts";
import { createFetchHandler, type FetchHandler } from "./http/fetch-handler.ts";
import type { RequestHandler } from "./http/messages.ts";
import { type Completer, createRequestHandler } from "./http/request-handler.ts";
import { type HttpRoutes, type PageHook, sentOrigin } from "./http/routes.ts";
import { type Report, reportOn } from "./report/report.ts";
import type { StreamHost } from "./streams/connection.ts";
import { createHandshake } from "./streams/handshake.ts";
import { createHub } from "./streams/hub.ts";
import { createWebSocketClass, localAddress } from "./streams/websocket.ts";

export { operations } from "../generated/operations.ts";
export type { Choices, SandboxSchemas } from "../generated/sandbox.ts";
export { choiceDefaults } from "../generated/sandbox.ts";
export type { KeyRecord } from "./config/accounts.ts";
export { usualSymbols } from "./config/symbols.ts";
export { ValidationError } from "./config/validation.ts";
export {
  createPacedClock,
  createVirtualClock,
  type PacedClock,
  type VirtualClock,
} from "./exchange/clock.ts";
export { type Journal, JournalError } from "./exchange/journal.ts";
export type { FaultKind, FaultRule } from "./faults/kinds.ts";
export type { FaultPlan, RuleState } from "./faults/plan.ts";
export type {
  FeedEvent,
  FeedFault,
  FeedKind,
  FeedLoss,
  FeedMessage,
  FeedOrder,
  FeedRequest,
} from "./feed/feed.ts";
export type { Completer } from "./http/request-handler.ts";
export type { Report } from "./report/report.ts";

type Config = SandboxSchemas["Config"];

/** Options; spec/sandbox/config.yaml describes those that are plain data. */
export interface SandboxOptions
  extends SetupOptions,
    Pick<Config, "seed" | "startTime" | "maker" | "signing" | "cors"> {
  /** Time of the exchange in milliseconds; a virtual clock when absent. */
  readonly now?: () => number;
  /** Timers for `now`; the platform's when absent. */
  readonly after?: Clock["after"];
  /** Your own clock, instead of `now`, `after` and `startTime`. */
  readonly clock?: VirtualClock;
  /**
   * Stores every change, so that a sandbox with the same journal continues from there, however this
   * one ended. `createSandbox` throws a `JournalError` for a journal that it cannot continue.
   */
  readonly journal?: Journal;
  /** Receives each command, reply and event as a text line. */
  readonly onLog?: (line: string) => void;
  /** @deprecated Use `sandbox.on("request", listener)`: what it gives says more. */
  readonly onRequest?: (entry: LogEntry) => void;
  /** Initial faults; none when absent. Throws a `ValidationError` for invalid rules. */
  readonly faults?: readonly FaultRule[];
  /** Serves other paths than the interface's. */
  readonly page?: PageHook;
  /** For the contract of another exchange: adds what its records have besides. */
  readonly complete?: Completer;
  /** Receives internal failures of the sandbox; dropped when absent. */
  readonly report?: (text: string) => void;
}

/** An exchange in this process: what `createSandbox` makes. */
export interface Sandbox extends HttpRoutes, ControlTarget, StreamHost {
  /** Like `fetch`; the host in the address does not matter. */
  readonly fetch: typeof fetch;
  /** Like `WebSocket`, connected to this sandbox whatever the host. */
  readonly WebSocket: typeof WebSocket;
  /** Runs admin commands. */
  readonly control: Control;
  /** Like `fetch`, with the sender's address. */
  readonly handle: FetchHandler;
  /**
   * Calls a listener with each request, stream message, change of an order, or injected fault from
   * now on, without secrets; returns a function that ends it.
   */
  readonly on: Feed["on"];
  /** All of these events, as far as they are kept. */
  readonly feed: Feed;
  /** Handles a request of the interface past faults and feed, as the sandbox's page reads. */
  readonly handleUnseen: RequestHandler;
  /** How the programs that use the sandbox behave, by the events that the feed keeps. */
  readonly report: () => Report;
  /** The API keys of this sandbox. */
  readonly accounts: readonly KeyRecord[];
  /** One sentence for each part of a recording that the sandbox does not follow, so far. */
  readonly notes: readonly string[];
  /** Releases timers and the journal; the sandbox is unusable afterwards. */
  readonly close: () => void;
}

/**
 * Makes an exchange with history, order books and accounts.
 * @throws InvalidRequestError that names each wrong option and what it takes.
 * @throws ValidationError for contradictory options, invalid fault rules and invalid recordings.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  checkOptions("createSandbox", options, optionRules);
  const { seed = "tradespec", signing, page, cors, report = () => {}, onLog, onRequest } = options;
  const setup = readSetup(options);
  const clock = clockOf(options);
  const { now, ...given } = clock ?? {
    now: options.now ?? (() => 0),
    after: options.after ?? platformAfter,
  };
  const { after, end } = endingTimers(given);
  const { server, record } = openState(options, now, clock, setup);
  const { listings, exchangeFilters, limits: windows } = setup;
  const keys = keysOf(setup, server.exchange.accounts.keys());
  const state = { server, record, onLog, listings, exchangeFilters, windows, keys };
  const exchange = createSandboxExchange({ now, after, signing, report, ...state });
  const { feed, ...recorded } = recordExchange(exchange);
  if (onRequest !== undefined) feed.on("request", (event) => onRequest(logEntry(event)));
  const faults = createFaults(seed, recorded.injected);
  faults.plan.add(...readRules(options.faults ?? []));
  const handleUnseen = createRequestHandler(exchange, undefined, options.complete?.response);
  const handleRequest = recorded.requests(withRequestFaults(exchange, faults, handleUnseen));
  const hub = createHub(exchange, withMessageFaults(exchange, faults), options.complete?.message);
  const decide = withHandshakeFaults(exchange, faults, createHandshake(exchange));
  const streams = recorded.streams(hub, decide);
  const maker = createMarketMaker(exchange, seed);
  if (options.maker) maker.start(options.maker === true ? {} : options.maker);
  const notes = [...setup.notes];
  const replay = playMessages(exchange, setup.messages, addingOnce(notes, report));
  const present = { ...server, keys: exchange.keys };
  const saves = clock && !options.journal ? createSaves(present, clock, replay) : undefined;
  const target = { exchange, clock, maker, hub, faults: faults.plan, replay, saves };
  const makeReport = () => reportOn(feed);
  const handleControl = createControlHandler(target, makeReport);
  const origins = cors?.map(sentOrigin);
  const routes: HttpRoutes = { exchange, handleRequest, handleControl, page, cors: origins };
  const fetchHandler = createFetchHandler(routes);
  return {
    ...target,
    ...routes,
    ...streams,
    control: (request) => runCommands(target, request),
    handle: fetchHandler,
    on: feed.on,
    feed,
    handleUnseen,
    report: makeReport,
    notes,
    get accounts() {
      return [...exchange.keys.values()];
    },
    fetch: fetchOf(fetchHandler),
    WebSocket: createWebSocketClass(streams),
    close: () => {
      end();
      if (clock !== undefined && isPaced(clock)) clock.freeze();
      options.journal?.close();
    },
  };
}

/** Adds a note to the others, and reports it, the first time. */
function addingOnce(notes: string[], report: (note: string) => void): (note: string) => void {
  return (note) => {
    if (notes.includes(note)) return;
    notes.push(note);
    report(note);
  };
}

/** `fetch` of programs in this process; the handler watches the signal. */
function fetchOf(handle: FetchHandler): typeof fetch {
  return async (input, init) => {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    return handle(new Request(input, { ...init, signal: null }), { ip: localAddress, signal });
  };
}

/** The rules of options that are plain data. */
function plainData(...names: readonly (keyof Config)[]): OptionRules {
  const { properties } = sandboxSchemas.Config;
  const ruleOf = (name: keyof Config): OptionRule => {
    return (value, path) =>
      violationsOf(sandboxSchemas, properties[name], value, path).map(({ path: field, what }) => {
        return { field, rule: "type", message: sentence(`${field} ${what}`) };
      });
  };
  return Object.fromEntries(names.map((name) => [name, ruleOf(name)]));
}

const optionRules: OptionRules = {
  ...plainData("seed", "startTime", "maker", "history", "signing", "symbols", "accounts"),
  ...plainData("exchangeFilters", "fees", "limits", "choices", "cors"),
  now: unixTime,
  after: callable,
  clock: methods("a virtual clock", "now", "after", "advance", "jump"),
  journal: methods("a journal", "close"),
  onLog: callable,
  onRequest: callable,
  exchangeInfo: anything,
  depth: takes("an order book for each symbol", (value) => typeof value === "object"),
  replay: anything,
  faults: anything,
  page: callable,
  complete: anything,
  report: callable,
};

/** The setup's keys, and those of the other accounts in a journal, unless the setup gives them. */
function keysOf({ accounts }: Setup, names: Iterable<string>): readonly KeyRecord[] {
  const given = accounts.map(({ key }) => key);
  const known = new Set([makerName, takerName, feeAccount, ...given.map(({ account }) => account)]);
  const made = [...names].filter((name) => !known.has(name)).map(defaultKey);
  return [...given, ...made.filter(({ apiKey }) => given.every((key) => key.apiKey !== apiKey))];
}

function clockOf({ clock, now, startTime }: SandboxOptions) {
  if (clock !== undefined) return clock;
  if (now === undefined) return createVirtualClock(startTime ?? startTimeDefault);
  if (startTime === undefined) return undefined;
  throw new ValidationError("startTime", "needs a virtual clock");
}

/** A new state, or the journal's; a virtual clock then continues from the last change. */
function openState(
  { seed = "tradespec", journal, report = () => {} }: SandboxOptions,
  now: () => number,
  clock: VirtualClock | undefined,
  setup: Setup,
) {
  const begin = () => createServerState(seed, seedExchange(seed, now(), setup));
  if (journal === undefined) return { server: begin(), record: undefined };
  const opened = openJournaledState(journal, { seed, setup, begin, report });
  if (opened.time !== undefined && clock !== undefined) clock.jump(Math.max(opened.time, now()));
  return opened;
}
