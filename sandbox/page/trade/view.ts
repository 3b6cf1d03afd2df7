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

export interface View {
  readonly instrument: Instrument;
  readonly instruments: readonly Instrument[];
  readonly market: MarketState;
  readonly account: AccountState;
  readonly accountOutdated: Outdated | undefined;
  readonly orders: readonly UserOrder[];
  readonly reader: Client;
  readonly streams: Streams;
  readonly trader: Trader;
}

/** An order being written, with the data to check it. */
export interface Ticket {
  readonly instrument: Instrument;
  readonly draft: Draft;
  readonly filters: CompiledFilters | undefined;
  /** Market and account data for the filters. */
  readonly context: OrderContext;
  readonly balances: readonly UserBalance[];
  /** Best price for a market order of each side. */
  readonly best: Readonly<Record<Side, Decimal | undefined>>;
}
