/** One running exchange: the engine's state with its clock, its keys and those who listen. */

import type { Filter, SymbolInfo } from "../generated/types.ts";
import type { KeyRecord } from "./authentication.ts";
import type { Timekeeper } from "./clock.ts";
import { step } from "./engine/exchange.ts";
import type { Command, ExchangeEvent, Reply } from "./engine/messages.ts";
import type { ExchangeState } from "./engine/state.ts";
import { createListenKeys, type ListenKeys } from "./listen-keys.ts";
import { createRateLimits, type RateLimits } from "./rate-limits.ts";

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
  readonly listenKeys: ListenKeys;
  readonly limits: RateLimits;
  /** Tells the keeper of the sandbox of a fault of its own. */
  readonly report: (text: string) => void;
}

export type EventListener = (events: readonly ExchangeEvent[]) => void;

export interface VenueParts extends Timekeeper {
  readonly seed: string;
  readonly state: ExchangeState;
  readonly listings: readonly SymbolInfo[];
  readonly exchangeFilters: readonly Filter[];
  readonly keys: readonly KeyRecord[];
  readonly report: (text: string) => void;
}

/** Puts the parts together; counters and listen keys begin empty. */
export function createVenue(parts: VenueParts): Venue {
  const { now, after, state } = parts;
  const listeners = new Set<EventListener>();
  return {
    now,
    after,
    state,
    execute: (command) => {
      const { reply, events } = step(state, command, now());
      for (const listener of listeners) listener(events);
      return reply;
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    listings: new Map(parts.listings.map((listing) => [listing.symbol, listing])),
    exchangeFilters: parts.exchangeFilters,
    keys: new Map(parts.keys.map((record) => [record.key, record])),
    listenKeys: createListenKeys(parts.seed),
    limits: createRateLimits(),
    report: parts.report,
  };
}
