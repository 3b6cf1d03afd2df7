/** The account panel with tabs: open orders, order history, fills and balances. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import type { UserBalance, UserOrder } from "../../../generated/user-data.ts";
import { normalForm } from "../../../runtime/encoding/decimal.ts";
import type { Fill } from "../live/account.ts";
import { isZero, sum } from "../live/decimals.ts";
import type { Trader } from "../live/trader.ts";
import { Choice } from "../parts/choice.tsx";
import { useConfirmation } from "../parts/confirmation.tsx";
import { dateText, label } from "../parts/format.ts";
import { useStore } from "../store.ts";
import { Panel } from "./panel.tsx";
import type { View } from "./view.ts";

const tabs = ["orders", "history", "fills", "balances"] as const;

export function Records({ instrument, account, trader, accountOutdated }: View) {
  const [tab, setTab] = useState<(typeof tabs)[number]>("orders");
  const { openOrders, history, fills, balances, recordsProblem } = account;
  const { symbol } = instrument;
  const titles = {
    orders: `Open orders (${openOrders.length})`,
    history: `${symbol} history`,
    fills: `${symbol} fills`,
    balances: "Balances",
  };
  return (
    <Panel
      name="records"
      title="Account"
      outdated={accountOutdated}
      tools={
        <Choice
          label="Records of the account"
          values={tabs.map((name) => [name, titles[name]])}
          chosen={tab}
          onChoose={setTab}
        />
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard. */}
      <section class="scroll" tabIndex={0} aria-label={titles[tab]}>
        {tab === "orders" && <OpenOrders orders={openOrders} {...{ trader, symbol }} />}
        {tab === "history" && (
          <Table
            rows={history}
            keyOf={({ orderId }) => String(orderId)}
            columns={historyColumns}
            none={recordsProblem || "No orders yet."}
          />
        )}
        {tab === "fills" && (
          <Table
            rows={fills}
            keyOf={({ id }) => String(id)}
            columns={fillColumns}
            none={recordsProblem || "No fills yet."}
          />
        )}
        {tab === "balances" && (
          <Table
            rows={balances}
            keyOf={({ asset }) => String(asset)}
            columns={balanceColumns}
            none="No balances."
          />
        )}
      </section>
    </Panel>
  );
}

interface OpenOrdersProps {
  readonly orders: readonly UserOrder[];
  readonly trader: Trader;
  /** Orders of other symbols are edited on theirs, whose rules are known there. */
  readonly symbol: string;
}

function OpenOrders({ orders, trader, symbol }: OpenOrdersProps) {
  const { cancelling } = useStore(trader.store);
  const [ask, confirmation] = useConfirmation({
    question: `Cancel all ${orders.length} open orders, on all symbols?`,
    action: `Cancel ${orders.length} orders`,
    dismiss: "Keep them",
    onConfirm: () => void trader.cancel(orders),
  });
  const cancel = (order: UserOrder) => {
    const isOnItsWay = cancelling.has(order.orderId ?? 0);
    return (
      <>
        <button
          type="button"
          aria-label={`Edit order ${order.orderId}`}
          hidden={isOnItsWay || order.symbol !== symbol}
          onClick={() => trader.edit(order)}
        >
          Edit
        </button>{" "}
        <button
          type="button"
          aria-label={`Cancel order ${order.orderId}`}
          aria-disabled={isOnItsWay}
          onClick={() => void trader.cancel([order])}
        >
          {isOnItsWay ? "Canceling…" : "Cancel"}
        </button>
      </>
    );
  };
  return (
    <>
      <Table
        rows={orders}
        keyOf={({ symbol, orderId }) => `${symbol} ${orderId}`}
        none="No open orders."
        columns={{ ...orderColumns, "": cancel }}
      />
      {orders.length > 1 && (
        <button type="button" class="danger all" onClick={ask}>
          Cancel all {orders.length}
        </button>
      )}
      {confirmation}
    </>
  );
}

const orderColumns: Columns<UserOrder> = {
  Time: timeOf,
  Order: ({ orderId }) => String(orderId ?? ""),
  Symbol: ({ symbol }) => symbol,
  Side: ({ side = "" }) => <Side side={String(side)} />,
  Type: ({ type = "", timeInForce }) => `${label(String(type))} ${timeInForce ?? ""}`,
  Price: ({ price = "0" }) => (isZero(price) ? "market" : normalForm(price)),
  Stop: ({ stopPrice = "0", isWorking }) => {
    if (isZero(stopPrice)) return "–";
    return `${normalForm(stopPrice)}${isWorking ? " (working)" : ""}`;
  },
  Filled: ({ executedQty = "0", origQty = "0" }) =>
    `${normalForm(executedQty)} / ${normalForm(origQty)}`,
};

const { Symbol: _, ...ownColumns } = orderColumns;

const historyColumns: Columns<UserOrder> = {
  ...ownColumns,
  "Filled for": ({ cumulativeQuoteQty = "0" }) => normalForm(cumulativeQuoteQty),
  Status: ({ status = "" }) => label(String(status)),
};

const fillColumns: Columns<Fill> = {
  Time: timeOf,
  Trade: ({ id }) => String(id),
  Order: ({ orderId }) => String(orderId),
  Side: ({ isBuyer }) => <Side side={isBuyer ? "BUY" : "SELL"} />,
  Price: ({ price = "0" }) => normalForm(price),
  Quantity: ({ qty = "0" }) => normalForm(qty),
  Total: ({ quoteQty = "0" }) => normalForm(quoteQty),
  Fee: ({ commission = "0", commissionAsset = "" }) =>
    `${normalForm(commission)} ${commissionAsset}`,
  Role: ({ isMaker }) => (isMaker ? "maker" : "taker"),
};

const balanceColumns: Columns<UserBalance> = {
  Asset: ({ asset }) => asset,
  Available: ({ free = "0" }) => normalForm(free),
  "In orders": ({ locked = "0" }) => normalForm(locked),
  Total: ({ free = "0", locked = "0" }) => sum(free, locked),
};

function timeOf({ time }: Pick<UserOrder, "time">): string {
  return time === undefined ? "" : dateText(Number(time));
}

function Side({ side }: { readonly side: string }) {
  return <span class={side.toLowerCase()}>{label(side)}</span>;
}

/** Renders a cell of each column, by column title. */
type Columns<Row> = Readonly<Record<string, (row: Row) => ComponentChildren>>;

interface TableProps<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: Columns<Row>;
  readonly none: string;
}

/** Text columns; the others are right-aligned numbers. */
const wordColumns = ["Time", "Order", "Trade", "Symbol", "Side", "Type", "Asset"];

/** A table whose rows become cards on a phone, with the title in each cell. */
function Table<Row>({ rows, keyOf, columns, none }: TableProps<Row>) {
  if (rows.length === 0) return <p class="empty">{none}</p>;
  return (
    <table class="cards">
      <thead>
        <tr>
          {Object.keys(columns).map((title) => (
            <th key={title} scope="col" data-words={wordColumns.includes(title)}>
              {title || <span class="unseen">Actions</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {Object.entries(columns).map(([title, show]) => (
              <td key={title} data-title={title} data-words={wordColumns.includes(title)}>
                {show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
