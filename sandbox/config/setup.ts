/** The setup of an exchange: the user's options with every default filled in. */

import { choiceDefaults, type SandboxSchemas } from "../../generated/sandbox.ts";
import type { Filter } from "../../generated/types.ts";
import { ratesOf, readAccounts } from "./accounts.ts";
import { readLimits } from "./limits.ts";
import { readMessages, readResponse, unplayed } from "./recorded.ts";
import { readSymbols, unfollowed, usualExchangeFilters } from "./symbols.ts";

type Config = SandboxSchemas["Config"];

/** Options of a setup; recordings are given as values, not as file paths. */
export interface SetupOptions
  extends Pick<
    Config,
    "symbols" | "exchangeFilters" | "accounts" | "fees" | "limits" | "choices" | "history"
  > {
  /** A recorded response of getExchangeInfo: symbols, filters and limits of another exchange. */
  readonly exchangeInfo?: object;
  /** Recorded responses of getDepth by symbol: the initial books. */
  readonly depth?: Readonly<Record<string, object>>;
  /**
   * Recorded messages of market streams, or a recorded session: replayed as changes of the book and
   * trades, beside the orders of users.
   */
  readonly replay?: object;
}

export type Setup = ReturnType<typeof readSetup>;

/**
 * Fills in the defaults. Throws a `ValidationError` for options that contradict each other, and for
 * invalid recordings.
 */
export function readSetup(options: SetupOptions = {}) {
  const { fees, history: keep = 100_000, replay } = options;
  const exchangeInfo =
    options.exchangeInfo === undefined
      ? undefined
      : readResponse("ExchangeInfo", "exchangeInfo", options.exchangeInfo);
  const books = Object.entries(options.depth ?? {}).map(
    ([symbol, book]) => [symbol, readResponse("Depth", `depth.${symbol}`, book)] as const,
  );
  const depth = Object.fromEntries(books);
  const symbols = readSymbols(options.symbols, exchangeInfo, depth);
  const messages = replay === undefined ? [] : readMessages(replay);
  const listings = symbols.map(({ listing }) => listing);
  const exchangeFilters = (options.exchangeFilters ??
    exchangeInfo?.exchangeFilters ??
    usualExchangeFilters) as readonly Filter[];
  const assets = new Set(symbols.flatMap(({ market }) => [market.baseAsset, market.quoteAsset]));
  return {
    symbols,
    /** Of these symbols, in exchange information. */
    listings,
    exchangeFilters,
    accounts: readAccounts(options.accounts, fees, [...assets]),
    /** Of accounts that are created later. */
    rates: ratesOf(fees),
    limits: readLimits(options.limits, exchangeInfo?.rateLimits),
    choices: { ...choiceDefaults, ...options.choices },
    /** How much history is kept; see `ExchangeState`. */
    keep,
    messages,
    /** One sentence for each part of a recording that the sandbox does not follow. */
    notes: [
      ...unfollowed([...listings, { filters: exchangeFilters }]),
      ...unplayed(messages, new Set(listings.map(({ symbol }) => symbol))),
    ],
  };
}
