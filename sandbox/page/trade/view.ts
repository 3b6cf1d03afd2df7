import type { Client } from "../../../generated/client.ts";
import type { Streams } from "../../../generated/stream-client.ts";
import type { Side } from "../../../generated/types.ts";
import type { UserBalance, UserOrder } from "../../../generated/user-data.ts";
import type { CompiledFilters, OrderContext } from "../../../runtime/filters/types.ts";
import type { Decimal } from "../../../runtime/tables.ts";
import type { AccountState } from "../live/account.ts";
import type { Draft } from "../live/draft.ts";
import type { Instrument } from "../live/instrument.ts";
import type { MarketState, Outdated } from "../live/market.ts";
import type { Trader } from "../live/trader.ts";

/** What the parts of the trading screen show, and what they read and trade with. */
export interface View {
  readonly instrument: Instrument;
  readonly instruments: readonly Instrument[];
  readonly market: MarketState;
  /** Why the market is not live. */
  readonly outdated: Outdated | undefined;
  readonly account: AccountState;
  readonly accountOutdated: Outdated | undefined;
  /** Open orders of the symbol. */
  readonly orders: readonly UserOrder[];
  /** Reads public data. */
  readonly reader: Client;
  readonly streams: Streams;
  readonly trader: Trader;
}

/** An order that is written, and what it is judged by. */
export interface Ticket {
  readonly instrument: Instrument;
  readonly draft: Draft;
  /** The symbol's filters, once they are known. */
  readonly filters: CompiledFilters | undefined;
  /** What filters compare with. */
  readonly context: OrderContext;
  readonly balances: readonly UserBalance[];
  /** The best price that a market order of each side would get. */
  readonly best: Readonly<Record<Side, Decimal | undefined>>;
}
