/** An empty exchange from a description of its symbols and accounts. */

import { feeAccount } from "./balances.ts";
import { idPrefixLength } from "./ids.ts";
import { nextText, seedRandom } from "./random.ts";
import type { Account, ExchangeState, Market, OrderType } from "./state.ts";
import { tradingStatus } from "./status.ts";
import { one } from "./units.ts";

export interface ExchangeDescription {
  /** Any text; equal seeds give equal exchanges. */
  readonly seed: string;
  /** Time at which the exchange begins, in milliseconds. */
  readonly now: number;
  readonly markets: readonly MarketDescription[];
  readonly accounts: readonly AccountDescription[];
  /** See `ExchangeState`; nothing is forgotten when absent. */
  readonly keep?: number;
}

/** Steps are units; see units.ts. */
export interface MarketDescription {
  readonly symbol: string;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  readonly priceStep: bigint;
  readonly quantityStep: bigint;
  readonly orderTypes: readonly OrderType[];
}

/** Rates are units of the received amount: 100000 is 0.1 %. */
export interface AccountDescription {
  readonly name: string;
  readonly makerRate: bigint;
  readonly takerRate: bigint;
  /** See `Account`; yes when absent. */
  readonly hasHistory?: boolean;
}

/** An exchange with empty books and empty balances. Throws on a description that cannot be. */
export function createExchange(description: ExchangeDescription): ExchangeState {
  const fees = { name: feeAccount, makerRate: 0n, takerRate: 0n, hasHistory: false };
  const markets = description.markets.map(createMarket);
  const accounts = [...description.accounts, fees].map(createAccount);
  return {
    now: description.now,
    idPrefix: nextText(seedRandom(description.seed), idPrefixLength),
    cancellations: 0,
    markets: new Map(markets.map((market) => [market.symbol, market])),
    accounts: new Map(accounts.map((account) => [account.name, account])),
    lastOrderId: 0,
    keep: description.keep ?? Number.MAX_SAFE_INTEGER,
    deposited: new Map(),
  };
}

function createMarket(description: MarketDescription): Market {
  const { symbol, priceStep, quantityStep } = description;
  if (priceStep <= 0n || quantityStep <= 0n || (priceStep * quantityStep) % one !== 0n) {
    throw new Error(
      `${symbol}: a price step of ${priceStep} with a quantity step of ${quantityStep} units ` +
        "gives amounts below one unit; make one of them coarser",
    );
  }
  return {
    ...description,
    status: tradingStatus,
    bids: [],
    asks: [],
    rising: [],
    falling: [],
    lastUpdateId: 0,
    trades: [],
    aggregates: [],
    minutes: [],
  };
}

function createAccount(description: AccountDescription): Account {
  return {
    hasHistory: true,
    ...description,
    updateTime: 0,
    balances: new Map(),
    orders: [],
    openOrders: new Map(),
    byClientId: new Map(),
    trades: [],
  };
}
