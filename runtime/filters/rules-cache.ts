/** The trading rules of an exchange, fetched when they are needed and kept while they may hold. */

import type { CompiledFilters, FilterOptions } from "./types.ts";

/** The filters of all listed symbols, each compiled when it is asked for the first time. */
export interface TradingRules {
  /** `undefined` for a symbol that is not listed. */
  readonly filtersOf: (symbol: string) => CompiledFilters | undefined;
}

/** Compiles the filters of a symbol. */
export type CompileFilters = (
  filters: readonly unknown[],
  options?: FilterOptions,
) => CompiledFilters;

export interface RulesCacheParts {
  /** Fetches exchange information; rejects when there is none. */
  readonly load: () => Promise<unknown>;
  readonly compile: CompileFilters;
  readonly now: () => number;
  /** How long rules hold, in milliseconds. */
  readonly everyMs: number;
  /** How long a failure holds before they are asked for again, in milliseconds. */
  readonly pauseMs: number;
}

/**
 * Gives the function that answers the rules: from memory while they hold, otherwise by loading
 * them, once for all who ask meanwhile. Rejects when they cannot be had, and for a while after.
 */
export function createRulesCache(parts: RulesCacheParts): () => Promise<TradingRules> {
  const { load, compile, now, everyMs, pauseMs } = parts;
  let settled: { readonly rules: Promise<TradingRules>; readonly untilMs: number } | undefined;
  let running: Promise<TradingRules> | undefined;
  const keep = (rules: Promise<TradingRules>, holdsMs: number): void => {
    settled = { rules, untilMs: now() + holdsMs };
    running = undefined;
  };
  return () => {
    if (settled !== undefined && now() < settled.untilMs) return settled.rules;
    if (running !== undefined) return running;
    const loading = load().then((information) => readRules(information, compile));
    running = loading;
    loading.then(
      () => keep(loading, everyMs),
      () => keep(loading, pauseMs),
    );
    return loading;
  };
}

/** Reads exchange information. Throws when it has no list of symbols. */
function readRules(information: unknown, compile: CompileFilters): TradingRules {
  const { symbols, exchangeFilters } = recordOf(information);
  if (!Array.isArray(symbols)) throw new Error("The exchange information lists no symbols.");
  const options = { exchangeFilters: listOf(exchangeFilters) };
  const listed = new Map(
    symbols.map(recordOf).map(({ symbol, filters }) => [symbol, listOf(filters)] as const),
  );
  const compiled = new Map<string, CompiledFilters>();
  return {
    filtersOf: (symbol) => {
      const filters = listed.get(symbol);
      if (filters === undefined) return undefined;
      const made = compiled.get(symbol) ?? compile(filters, options);
      compiled.set(symbol, made);
      return made;
    },
  };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
