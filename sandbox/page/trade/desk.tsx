/**
 * The trading desk of one symbol and account. A change of symbol resets everything; a change of
 * account keeps the market.
 */

import { useEffect, useMemo } from "preact/hooks";

import { placeOrder } from "../../../generated/operations.ts";
import { algoOrderTypes } from "../../../generated/order-rules.ts";
import type { UserOrder } from "../../../generated/user-data.ts";
import type { OrderContext } from "../../../runtime/filters/types.ts";
import type { Decimal } from "../../../runtime/tables.ts";
import type { Connection } from "../connection.ts";
import { useLatest } from "../follow.ts";
import type { AccountState, AccountWatch } from "../live/account.ts";
import { isZero } from "../live/decimals.ts";
import { type Draft, fieldsOf } from "../live/draft.ts";
import { type Outdated, watchMarket } from "../live/market.ts";
import { createStore, useStore, useWatched } from "../store.ts";
import { Chart } from "./chart.tsx";
import { Depth } from "./depth.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { Ladder } from "./ladder.tsx";
import { Notices } from "./notices.tsx";
import { OrderForm } from "./order-form.tsx";
import { Panel } from "./panel.tsx";
import { Records } from "./records.tsx";
import { Summary } from "./summary.tsx";
import { Trades } from "./trades.tsx";
import type { View } from "./view.ts";

interface DeskProps extends Pick<View, "instrument" | "instruments" | "reader" | "trader"> {
  readonly accountName: string;
  readonly connection: Connection;
  readonly watch: AccountWatch;
  readonly refusal: string | undefined;
}

const emptyDraft: Draft = {
  side: "BUY",
  type: "LIMIT",
  texts: { timeInForce: "GTC" },
  chosen: {},
};

export function Desk(props: DeskProps) {
  const { instrument, instruments, reader, connection, watch, trader, refusal } = props;
  const { accountName } = props;
  const { symbol } = instrument;
  const open = () => watchMarket(reader, connection, symbol);
  const watched = useWatched(open, [reader, connection, symbol]);
  useLatest(watched, true);
  const market = watched.state();
  const drafts = useMemo(() => createStore({ draft: emptyDraft }), [trader, symbol]);
  const { draft } = useStore(drafts);
  const setDraft = (changed: Draft): void => drafts.set({ draft: changed });
  const filters = useMemo(instrument.compileFilters, [instrument]);
  const account = useStore(watch.store);
  const { isPlacing } = useStore(trader.store);
  useEffect(() => watch.showSymbol(symbol), [watch, symbol]);
  const { openOrders } = account;
  const orders = useMemo(
    () => openOrders.filter((order) => order.symbol === symbol),
    [openOrders, symbol],
  );
  const { asks, bids, trades, outdated } = market;
  const accountOutdated = outdatedAccount(account);
  const isLive = outdated === undefined && accountOutdated === undefined;
  useEffect(() => {
    if (isLive) connection.opened();
  }, [isLive]);
  const view = { instrument, instruments, market, account, accountOutdated, orders };
  const parts = { ...view, reader, streams: connection.streams, trader };
  const best = { BUY: asks[0]?.price, SELL: bids[0]?.price };
  const context = contextOf(openOrders, orders, trades[0]?.price);
  return (
    <div class="desk">
      <Summary {...parts} />
      <Chart key={symbol} {...parts} />
      <Ladder
        {...parts}
        onTake={(price) => setDraft(withPrice(draft, instrument.gridPrice(price)))}
      />
      <Panel name="ticket" title="Order">
        <OrderForm
          key={`${accountName} ${symbol}`}
          {...{ instrument, draft, filters, context, isPlacing, refusal }}
          balances={account.balances}
          best={best}
          onDraft={setDraft}
          onPlace={async (order) => {
            const isPlaced = await trader.place(order);
            if (isPlaced) setDraft(withoutClientId(drafts.get().draft));
            return isPlaced;
          }}
        />
        <Notices key={accountName} trader={trader} />
        <EditDialog {...{ trader, filters, context }} />
      </Panel>
      <Trades {...parts} />
      <Depth {...parts} />
      <Records key={accountName} {...parts} />
    </div>
  );
}

/** Since when the account may be outdated; nothing while it is live. */
function outdatedAccount({ session, since, problem }: AccountState): Outdated | undefined {
  if (session === "live") return undefined;
  const usual = session === "starting" ? "the account is being read" : "events may be missing";
  return { since, why: problem === "" ? usual : problem };
}

/** The order with a price from the book; a type without a price becomes LIMIT. */
function withPrice(draft: Draft, price: Decimal): Draft {
  const names = fieldsOf(draft.type).map(({ name }) => name);
  const name = ["price", "stopPrice"].find((one) => names.includes(one));
  const type = name === undefined ? "LIMIT" : draft.type;
  return { ...draft, type, texts: { ...draft.texts, [name ?? "price"]: price } };
}

/** The same order without its client id, for another placement. */
function withoutClientId(draft: Draft): Draft {
  return { ...draft, texts: { ...draft.texts, [placeOrder.placement.clientId]: "" } };
}

/** The order context of the filters, as far as the screen knows it. */
function contextOf(
  all: readonly UserOrder[],
  ofSymbol: readonly UserOrder[],
  lastPrice: Decimal | undefined,
): OrderContext {
  const isAlgo = ({ type }: UserOrder): boolean => algoOrderTypes.some((one) => one === type);
  const isIceberg = ({ icebergQty = "0" }: UserOrder): boolean => !isZero(icebergQty);
  return {
    lastPrice,
    openOrders: ofSymbol.length,
    openAlgoOrders: ofSymbol.filter(isAlgo).length,
    openIcebergOrders: ofSymbol.filter(isIceberg).length,
    openOrdersOnExchange: all.length,
    openAlgoOrdersOnExchange: all.filter(isAlgo).length,
  };
}
