/** Caches the trading rules of an exchange: fetched on first use and again after a while. */

import { fieldsIn, listIn } from "../encoding/json-value.ts";
import { TradespecError } from "../errors.ts";
import type { CompiledFilters, FilterOptions } from "./types.ts";

/** The filters of all listed symbols, each compiled on first use. */
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
  /** Fetches exchange information. */
  readonly load: () => Promise<unknown>;
  readonly compile: CompileFilters;
  readonly now: () => number;
  /** How long rules stay fresh, in milliseconds. */
  readonly everyMs: number;
  /** How long a failure is kept before the next fetch, in milliseconds. */
  readonly pauseMs: number;
}

/**
 * Returns a function that gives the rules: at once from the cache while it is fresh, otherwise by
 * loading them, once for all concurrent callers. After a failure it rejects for `pauseMs`.
 */
export function createRulesCache(
  parts: RulesCacheParts,
): () => TradingRules | Promise<TradingRules> {
  const { load, compile, now, everyMs, pauseMs } = parts;
  let cached: { rules: TradingRules | Promise<TradingRules>; untilMs: number } | undefined;
  return () => {
    if (cached !== undefined && now() < cached.untilMs) return cached.rules;
    const rules = load().then((information) => readRules(information, compile));
    const entry: typeof cached = { rules, untilMs: Number.POSITIVE_INFINITY };
    rules.then(
      (read) => {
        entry.rules = read;
        entry.untilMs = now() + everyMs;
      },
      () => {
        entry.untilMs = now() + pauseMs;
      },
    );
    cached = entry;
    return rules;
  };
}

/** Reads exchange information. Throws when it has no list of symbols. */
function readRules(information: unknown, compile: CompileFilters): TradingRules {
  const { symbols, exchangeFilters } = fieldsIn(information);
  if (!Array.isArray(symbols))
    throw new TradespecError("The exchange information lists no symbols.");
  const options = { exchangeFilters: listIn(exchangeFilters) };
  const listed = new Map(
    symbols.map(fieldsIn).map(({ symbol, filters }) => [symbol, listIn(filters)] as const),
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
