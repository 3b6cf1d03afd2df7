/** One running exchange: the engine's state with its clock, its keys and those who listen. */

import type { Filter, SymbolInfo } from "../generated/types.ts";
import type { KeyRecord, SigningMode } from "./authentication.ts";
import type { Timekeeper } from "./clock.ts";
import { step } from "./engine/exchange.ts";
import type { Command, ExchangeEvent, Reply } from "./engine/messages.ts";
import type { ExchangeState } from "./engine/state.ts";
import { logLine, logLines } from "./event-log.ts";
import type { Keep } from "./journal.ts";
import { createListenKeys, type ListenKeys } from "./listen-keys.ts";
import { createRateLimits, type RateLimits } from "./rate-limits.ts";
import type { World } from "./world.ts";

export interface Venue extends Timekeeper {
  readonly state: ExchangeState;
  /** Carries out a command now and tells all listeners what happened. */
  readonly execute: (command: Command) => Reply;
  /** Calls `listener` with the events of each command; the result ends that. */
  readonly listen: (listener: EventListener) => () => void;
  /** What exchange information says of each symbol. */
  readonly listings: ReadonlyMap<string, SymbolInfo>;
  readonly exchangeFilters: readonly Filter[];
  readonly keys: ReadonlyMap<string, KeyRecord>;
  /** What signatures are taken to be of. */
  readonly signing: SigningMode;
  readonly listenKeys: ListenKeys;
  readonly limits: RateLimits;
  /** Tells the keeper of the sandbox of a fault of its own. */
  readonly report: (text: string) => void;
}

export type EventListener = (events: readonly ExchangeEvent[]) => void;

export interface VenueParts extends Timekeeper {
  readonly world: World;
  readonly listings: readonly SymbolInfo[];
  readonly exchangeFilters: readonly Filter[];
  readonly keys: readonly KeyRecord[];
  readonly signing?: SigningMode | undefined;
  readonly report: (text: string) => void;
  /** Is given all that changes the world before it does; what it throws stops the change. */
  readonly keep?: Keep | undefined;
  /** Is told the lines of the event log; see event-log.ts. */
  readonly onLog?: ((line: string) => void) | undefined;
}

/** Puts the parts together. */
export function createVenue(parts: VenueParts): Venue {
  const { now, after, world, onLog } = parts;
  const state = world.exchange;
  const listeners = new Set<EventListener>();
  return {
    now,
    after,
    state,
    execute: (command) => {
      const time = now();
      parts.keep?.(["command", command, time]);
      const { reply, events } = step(state, command, time);
      if (onLog !== undefined) {
        for (const line of logLines(state.now, command, reply, events)) onLog(line);
      }
      for (const listener of listeners) listener(events);
      return reply;
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    listings: new Map(parts.listings.map((listing) => [listing.symbol, listing])),
    exchangeFilters: parts.exchangeFilters,
    keys: new Map(parts.keys.map((record) => [record.apiKey, record])),
    signing: parts.signing ?? "raw",
    listenKeys: keptListenKeys(createListenKeys(world.listenKeys), parts),
    limits: keptLimits(createRateLimits(world.usage), parts),
    report: parts.report,
  };
}

function keptListenKeys(keys: ListenKeys, { keep, onLog }: VenueParts): ListenKeys {
  // The key itself is a secret, and no log of ours has any.
  const tell = (what: string, account: string, now: number): void => {
    onLog?.(logLine(now, "listenKey", { account, what }));
  };
  return {
    ...keys,
    create: (account, now) => {
      keep?.(["createListenKey", account, now]);
      tell("create", account, now);
      return keys.create(account, now);
    },
    keepAlive: (account, key, now) => {
      keep?.(["keepAliveListenKey", account, key, now]);
      tell("keepAlive", account, now);
      return keys.keepAlive(account, key, now);
    },
    close: (account, key, now) => {
      keep?.(["closeListenKey", account, key, now]);
      tell("close", account, now);
      return keys.close(account, key, now);
    },
  };
}

function keptLimits(limits: RateLimits, { keep }: VenueParts): RateLimits {
  if (keep === undefined) return limits;
  return {
    ...limits,
    charge: (ip, weight, now) => {
      keep(["charge", ip, weight, now]);
      limits.charge(ip, weight, now);
    },
    ban: (ip, until, now) => {
      keep(["ban", ip, until, now]);
      limits.ban(ip, until, now);
    },
    countOrder: (account, count, now) => {
      keep(["countOrder", account, count, now]);
      limits.countOrder(account, count, now);
    },
  };
}
