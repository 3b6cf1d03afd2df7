/**
 * The matching engine. Deterministic, without clock, network or randomness: the same state, command
 * and time always give the same result.
 */

import { type Choices, choiceDefaults } from "../../generated/sandbox.ts";
import { deposit, feeAccount } from "./balances.ts";
import { cancelOrder, expireOrders } from "./cancellation.ts";
import { type Changes, finishChanges, startChanges, touchAsset } from "./changes.ts";
import {
  type Command,
  type DepositCommand,
  type EventsWanted,
  type Reply,
  rejected,
  type StatusCommand,
} from "./messages.ts";
import { idPrefixLength } from "./orders.ts";
import { placeOrder } from "./placement.ts";
import { nextText, seedRandom } from "./random.ts";
import { playTrade } from "./recorded-trade.ts";
import {
  type Account,
  type AccountDescription,
  type ExchangeState,
  type Market,
  type MarketDescription,
  type Rates,
  tradingStatus,
} from "./state.ts";

/**
 * Runs one command at `now` (milliseconds; never before the last command). Mutates `state`, for
 * speed, and returns it; take `structuredClone(state)` first to keep the old one. A rejected
 * command changes only the time.
 */
export function step(
  state: ExchangeState,
  command: Command,
  now: number,
  wanted: EventsWanted = "none",
) {
  state.now = Math.max(state.now, now);
  const changes = startChanges(state, wanted);
  const reply = carryOut(state, command, changes);
  return { state, reply, events: finishChanges(changes) };
}

function carryOut(state: ExchangeState, command: Command, changes: Changes): Reply {
  if (command.kind === "maintenance") return expireOrders(state, command, changes);
  if (command.kind === "status") return setStatus(state, command);
  if (command.kind === "deposit") return depositAmount(state, command, changes);
  const account = state.accounts.get(command.account);
  const market = state.markets.get(command.symbol);
  if (account === undefined) return rejected("unknownAccount");
  if (market === undefined) return rejected("unknownSymbol");
  switch (command.kind) {
    case "place":
      return placeOrder({ state, market, account, command, changes });
    case "cancel":
      return cancelOrder({ state, market, account, command, changes });
    case "recordedTrade":
      return playTrade({ state, market, account, command, changes });
  }
}

/** Sets the status of a symbol. Open orders stay open and can be canceled in any status. */
function setStatus(state: ExchangeState, { symbol, status }: StatusCommand): Reply {
  const market = state.markets.get(symbol);
  if (market === undefined) return rejected("unknownSymbol");
  market.status = status;
  return { kind: "statusSet" };
}

function depositAmount(state: ExchangeState, command: DepositCommand, changes: Changes): Reply {
  const { asset, amount } = command;
  const known = state.accounts.get(command.account);
  if (known === undefined && amount < 0n) return rejected("unknownAccount");
  const account = known ?? createAccount({ name: command.account, ...state.rates });
  state.accounts.set(account.name, account);
  if (!deposit(state, account, asset, amount)) return rejected("insufficientBalance");
  touchAsset(changes, account, asset);
  const { events, time, wanted } = changes;
  const { name } = account;
  if (wanted === "all") events.push({ kind: "transfer", account: name, time, asset, amount });
  return { kind: "deposited" };
}

export interface ExchangeDescription {
  /** Any text; equal seeds make equal exchanges. */
  readonly seed: string;
  /** Start time in milliseconds. */
  readonly now: number;
  readonly markets: readonly MarketDescription[];
  readonly accounts: readonly AccountDescription[];
  /** See `ExchangeState`; nothing is dropped when absent. */
  readonly keep?: number;
  /** None when absent. */
  readonly rates?: Rates;
  readonly choices?: Choices;
}

/** An exchange with empty books and empty balances. */
export function createExchangeState(description: ExchangeDescription): ExchangeState {
  const free = { makerRate: 0n, takerRate: 0n };
  const fees = { name: feeAccount, ...free, hasHistory: false };
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
    rates: description.rates ?? free,
    choices: description.choices ?? choiceDefaults,
  };
}

function createMarket(description: MarketDescription): Market {
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

/** An account without balances. */
export function createAccount(description: AccountDescription): Account {
  return {
    ...description,
    updateTime: 0,
    balances: new Map(),
    bySymbol: new Map(),
  };
}
