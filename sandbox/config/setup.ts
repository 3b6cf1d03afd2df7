/** The setup of an exchange: the user's options with every default filled in. */

import { type Choices, choiceDefaults, type SandboxSchemas } from "../../generated/sandbox.ts";
import type { Filter } from "../../generated/types.ts";
import type { LimitDescriptor } from "../../runtime/tables.ts";
import type { Rates } from "../engine/state.ts";
import { ratesOf, readAccounts, type UserAccount } from "./accounts.ts";
import { readLimits } from "./limits.ts";
import { type ListedSymbol, readSymbols, unfollowed, usualExchangeFilters } from "./symbols.ts";

type Config = SandboxSchemas["Config"];

/** Options of a setup; recordings are given as values, not as file paths. */
export interface SetupOptions
  extends Pick<
    Config,
    "symbols" | "exchangeFilters" | "accounts" | "fees" | "limits" | "choices" | "history"
  > {
  readonly exchangeInfo?: SandboxSchemas["ExchangeInfo"];
  readonly depth?: Readonly<Record<string, SandboxSchemas["Depth"]>>;
}

export interface Setup {
  readonly symbols: readonly ListedSymbol[];
  readonly exchangeFilters: readonly Filter[];
  readonly accounts: readonly UserAccount[];
  /** Commission rates of accounts that are created later. */
  readonly rates: Rates;
  readonly limits: readonly LimitDescriptor[];
  readonly choices: Choices;
  /** How much history is kept; see `ExchangeState`. */
  readonly keep: number;
  /** One sentence for each part of a recording that the sandbox does not follow. */
  readonly notes: readonly string[];
}

/** Fills in the defaults. Throws a `ValidationError` for options that contradict each other. */
export function readSetup(options: SetupOptions = {}): Setup {
  const { exchangeInfo, fees, history: keep = 100_000 } = options;
  const symbols = readSymbols(options);
  const recordedFilters = exchangeInfo?.exchangeFilters as readonly Filter[] | undefined;
  const exchangeFilters = (options.exchangeFilters ??
    recordedFilters ??
    usualExchangeFilters) as readonly Filter[];
  const assets = new Set(symbols.flatMap(({ market }) => [market.baseAsset, market.quoteAsset]));
  return {
    symbols,
    exchangeFilters,
    accounts: readAccounts(options.accounts, fees, [...assets]),
    rates: ratesOf(fees),
    limits: readLimits(options.limits, exchangeInfo?.rateLimits),
    choices: { ...choiceDefaults, ...options.choices },
    keep,
    notes: unfollowed([...symbols.map(({ listing }) => listing), { filters: exchangeFilters }]),
  };
}
