/** A running exchange: the engine's state with clock, API keys, listen keys and rate limits. */

import { compileFilters } from "../../generated/filters.ts";
import { limits as usualWindows } from "../../generated/limits.ts";
import type { Choices } from "../../generated/sandbox.ts";
import { signing } from "../../generated/tables.ts";
import type { Filter, SymbolInfo } from "../../generated/types.ts";
import type { CompiledFilters } from "../../runtime/filters/types.ts";
import type { LimitDescriptor } from "../../runtime/tables.ts";
import type { KeyRecord } from "../config/accounts.ts";
import { filterTable } from "../engine/filters.ts";
import type { Command, EventsWanted, ExchangeEvent, Reply } from "../engine/messages.ts";
import type { ExchangeState } from "../engine/state.ts";
import { step } from "../engine/step.ts";
import type { Clock } from "./clock.ts";
import {
  createListenKeys,
  type ListenKeyState,
  type ListenKeys,
  seedListenKeys,
} from "./listen-keys.ts";
import { createRateLimits, emptyUsage, type RateLimits, type UsageState } from "./rate-limits.ts";
import { RequestError } from "./request-error.ts";

export interface Exchange extends Clock {
  readonly state: ExchangeState;
  /** Runs a command now and sends its events to all listeners. */
  readonly execute: (command: Command) => Reply;
  /**
   * Calls `listener` with the events of each command, at least with those that it wants; returns a
   * function that removes it.
   */
  readonly listen: (listener: EventListener, wanted?: "orders" | "all") => () => void;
  /** Listings of the symbols in exchange information, by name. */
  readonly listings: ReadonlyMap<string, SymbolInfo>;
  readonly exchangeFilters: readonly Filter[];
  /** The trading rules for orders of a type on a symbol. */
  readonly rulesOf: (symbol: string, type: string) => CompiledFilters | undefined;
  /** API keys by their text; a deposit to a new account adds one. */
  readonly keys: Map<string, KeyRecord>;
  /** The windows of the rate limits. */
  readonly windows: readonly LimitDescriptor[];
  readonly signing: SigningMode;
  readonly listenKeys: ListenKeys;
  readonly limits: RateLimits;
  /** Reports an internal error of the sandbox; clients do not see it. */
  readonly report: (text: string) => void;
}

type EventListener = (events: readonly ExchangeEvent[]) => void;

/**
 * The text to sign: the original values, as the interface says; query and body as sent,
 * percent-encoded, as most clients of this API family do; or either.
 */
export type SigningMode = "raw" | "percent" | "both";

/** The state of a sandbox, as plain data. */
export interface ServerState {
  readonly exchange: ExchangeState;
  readonly listenKeys: ListenKeyState;
  readonly usage: UsageState;
}

/** The state before the first request. */
export function createServerState(seed: string, exchange: ExchangeState): ServerState {
  return { exchange, listenKeys: seedListenKeys(seed), usage: emptyUsage() };
}

/** Listen keys and rate limits of a state, and all functions that change it by journal names. */
function partsOf(
  state: ServerState,
  windows: readonly LimitDescriptor[],
  wanted: () => EventsWanted,
) {
  const listenKeys = createListenKeys(state.listenKeys);
  const limits = createRateLimits(state.usage, windows, state.exchange.choices);
  const { charge, chargeAccount, ban, countOrder } = limits;
  const changes = {
    command: (command: Command, now: number) => step(state.exchange, command, now, wanted()),
    createListenKey: listenKeys.create,
    keepAliveListenKey: listenKeys.keepAlive,
    closeListenKey: listenKeys.close,
    charge,
    chargeAccount,
    ban,
    countOrder,
  };
  return { listenKeys, limits, changes };
}

type Changes = ReturnType<typeof partsOf>["changes"];

/** One change of the state with its arguments; the last one is the time in milliseconds. */
export type Change = {
  readonly [Name in keyof Changes]: readonly [Name, ...Parameters<Changes[Name]>];
}[keyof Changes];

/** Repeats changes in order; returns the time of the last one. */
export function replay(
  state: ServerState,
  changes: Iterable<Change>,
  windows: readonly LimitDescriptor[],
): number | undefined {
  const functions = partsOf(state, windows, () => "none").changes;
  let time: number | undefined;
  for (const [name, ...given] of changes) {
    try {
      (functions[name] as (...given: readonly unknown[]) => unknown)(...given);
    } catch (error) {
      // A request over a limit was rejected then as well, but counted.
      if (!(error instanceof RequestError)) throw error;
    }
    time = given.at(-1) as number;
  }
  return time;
}

export interface ExchangeOptions extends Clock {
  readonly server: ServerState;
  readonly listings: readonly SymbolInfo[];
  readonly exchangeFilters: readonly Filter[];
  readonly keys: readonly KeyRecord[];
  /** The contract's windows when absent. */
  readonly windows?: readonly LimitDescriptor[];
  readonly signing?: SigningMode | undefined;
  readonly report: (text: string) => void;
  /** Called with each change before it is made; an error that it throws prevents the change. */
  readonly record?: ((change: Change) => void) | undefined;
  /**
   * Receives the event log: each command with its reply and events, as text lines. Equal seeds,
   * times and commands give equal lines, byte for byte.
   */
  readonly onLog?: ((line: string) => void) | undefined;
}

export function createSandboxExchange(options: ExchangeOptions): Exchange {
  const { now, after, server, listings, exchangeFilters, record, onLog } = options;
  const { windows = usualWindows } = options;
  const listeners = new Map<EventListener, EventsWanted>();
  const wanted = (): EventsWanted => {
    const all = [...listeners.values()];
    return onLog !== undefined || all.includes("all") ? "all" : (all[0] ?? "none");
  };
  const parts = partsOf(server, windows, wanted);
  const changes = recorded(parts.changes, { record, onLog });
  const { charge, chargeAccount, ban, countOrder } = changes;
  return {
    now,
    after,
    state: server.exchange,
    execute: (command) => {
      const { state, reply, events } = changes.command(command, now());
      if (onLog !== undefined) {
        onLog(logLine(state.now, "command", command));
        onLog(logLine(state.now, "reply", reply));
        for (const event of events) onLog(logLine(state.now, "event", event));
      }
      for (const listener of listeners.keys()) listener(events);
      return reply;
    },
    listen: (listener, kinds = "all") => {
      listeners.set(listener, kinds);
      return () => void listeners.delete(listener);
    },
    listings: new Map(listings.map((listing) => [listing.symbol, listing])),
    exchangeFilters,
    rulesOf: createRulesTable(listings, exchangeFilters, server.exchange.choices),
    keys: new Map(options.keys.map((key) => [key.apiKey, key])),
    windows,
    signing: options.signing ?? signing.values,
    listenKeys: {
      ...parts.listenKeys,
      create: changes.createListenKey,
      keepAlive: changes.keepAliveListenKey,
      close: changes.closeListenKey,
    },
    limits: { ...parts.limits, charge, chargeAccount, ban, countOrder },
    report: options.report,
  };
}

/** Compiles a symbol's filters on its first order: there may be thousands. */
function createRulesTable(
  listings: readonly SymbolInfo[],
  exchangeFilters: readonly Filter[],
  choices: Choices,
): Exchange["rulesOf"] {
  const filtersBySymbol = new Map(listings.map(({ symbol, filters }) => [symbol, filters]));
  const compiled = new Map<string, CompiledFilters>();
  return (symbol, type) => {
    const isMarketOnly =
      type === "MARKET" && choices["market-lot-size-besides-lot-size"] === "marketOnly";
    const key = isMarketOnly ? `${symbol} MARKET` : symbol;
    const listed = filtersBySymbol.get(symbol);
    const known = compiled.get(key);
    if (known !== undefined || listed === undefined) return known;
    const replaced = listed.map(
      ({ filterType }) => filterTable[String(filterType)]?.besides?.filter,
    );
    const filters = listed.filter(
      ({ filterType }) => !(isMarketOnly && replaced.includes(filterType)),
    );
    const rules = compileFilters(filters, { exchangeFilters });
    compiled.set(key, rules);
    return rules;
  };
}

/** Wraps the functions so that calls are recorded before they change anything. */
function recorded(
  changes: Changes,
  { record, onLog }: Pick<ExchangeOptions, "record" | "onLog">,
): Changes {
  if (record === undefined && onLog === undefined) return changes;
  const entries = Object.entries(changes).map(([name, change]) => {
    const call = (...given: readonly unknown[]): unknown => {
      const called = [name, ...given] as unknown as Change;
      record?.(called);
      if (onLog !== undefined) logListenKey(called, onLog);
      return (change as (...given: readonly unknown[]) => unknown)(...given);
    };
    return [name, call] as const;
  });
  return Object.fromEntries(entries) as unknown as Changes;
}

/** Time, kind and content of a line; the content is JSON with sorted keys, amounts are units. */
function logLine(time: number, what: string, content: unknown): string {
  return `${time} ${what} ${JSON.stringify(content, sortKeys)}`;
}

function sortKeys(_: string, part: unknown): unknown {
  if (typeof part === "bigint") return String(part);
  if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Logs the use of listen keys without the keys, which are secret. */
function logListenKey([name, account, ...rest]: Change, onLog: (line: string) => void): void {
  const what = /^(\w+)ListenKey$/.exec(name)?.[1];
  if (what !== undefined) onLog(logLine(Number(rest.at(-1)), "listenKey", { account, what }));
}
