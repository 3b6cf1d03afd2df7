/** The whole list of events of a command: what happened, the books, and the balances after it. */

import { expect, test } from "vitest";

import type {
  Command,
  ExchangeEvent,
  PlaceCommand,
  PriceAndQuantity,
} from "../../../sandbox/engine/messages.ts";
import type { ExchangeState } from "../../../sandbox/engine/state.ts";
import { step } from "../../../sandbox/engine/step.ts";
import { plain, smallExchange, units } from "../support/scenario.ts";

function exchange(): ExchangeState {
  const state = smallExchange();
  for (const account of ["ann", "bob"]) {
    for (const asset of ["BTC", "USDT"]) {
      step(state, { kind: "deposit", account, asset, amount: units("1000") }, 0);
    }
  }
  return state;
}

const common = { kind: "place", symbol: "BTCUSDT", type: "LIMIT", timeInForce: "GTC" } as const;

function limit(
  account: string,
  side: "BUY" | "SELL",
  quantity: string,
  price: string,
): PlaceCommand {
  return { ...common, account, side, quantity: units(quantity), price: units(price) };
}

function levels(rows: readonly PriceAndQuantity[]): string {
  return rows.map(([price, quantity]) => `${plain(price)}x${plain(quantity)}`).join(" ");
}

function textOf(event: ExchangeEvent): string {
  switch (event.kind) {
    case "order": {
      const { execution, time, order, fill, cancelId } = event;
      const { orderId, status, executed, executedQuote, reserved, shown, updateTime } = order;
      const amounts = [executed, executedQuote, reserved, shown].map(plain).join(" ");
      const paid = fill && ` ${plain(fill.commission)} ${fill.commissionAsset} of ${fill.orderId}`;
      const ended = cancelId === undefined ? "" : ` by ${cancelId.slice(11)}`;
      return `${time} ${execution} ${orderId} ${status} ${amounts} ${updateTime}${paid ?? ended}`;
    }
    case "trade": {
      const { id, price, quantity, quote, time, buyOrderId, sellOrderId } = event.trade;
      const amounts = [price, quantity, quote].map(plain).join(" ");
      return `${time} trade ${id} ${amounts} ${buyOrderId} ${sellOrderId}`;
    }
    case "book": {
      const { time, firstUpdateId, lastUpdateId, bids, asks } = event;
      return `${time} book ${firstUpdateId}-${lastUpdateId} ${levels(bids)} | ${levels(asks)}`;
    }
    case "best":
      return `${event.time} best ${event.updateId} ${levels([event.bid])} | ${levels([event.ask])}`;
    case "position": {
      const rows = event.balances.map(
        ({ asset, free, locked }) => `${asset} ${plain(free)} ${plain(locked)}`,
      );
      return `${event.time} position ${event.account} ${rows.join(", ")}`;
    }
    case "transfer":
      return `${event.time} transfer ${event.account} ${event.asset} ${plain(event.amount)}`;
  }
}

const stop = { type: "STOP_LOSS", timeInForce: undefined, price: undefined } as const;

/** Commands, one each millisecond, and all events of each. */
const life: readonly (readonly [command: Command, ...events: string[]])[] = [
  [
    limit("ann", "SELL", "1", "100"),
    "1 NEW 1 NEW 0 0 1 0 1",
    "1 book 1-1  | 100x1",
    "1 best 1 0x0 | 100x1",
    "1 position ann BTC 999 1",
  ],
  [
    limit("ann", "SELL", "2", "101"),
    "2 NEW 2 NEW 0 0 2 0 2",
    "2 book 2-2  | 101x2",
    "2 position ann BTC 997 3",
  ],
  [
    limit("bob", "BUY", "2", "103"),
    "3 NEW 3 NEW 0 0 206 0 3",
    "3 trade 0 100 1 100 3 1",
    "3 TRADE 1 FILLED 1 100 0 0 3 0.1 USDT of 1",
    "3 TRADE 3 PARTIALLY_FILLED 1 100 103 0 3 0.001 BTC of 3",
    "3 trade 1 101 1 101 3 2",
    "3 TRADE 2 PARTIALLY_FILLED 1 101 1 1 3 0.101 USDT of 2",
    "3 TRADE 3 FILLED 2 201 0 0 3 0.001 BTC of 3",
    "3 book 3-4  | 100x0 101x1",
    "3 best 4 0x0 | 101x1",
    "3 position bob USDT 799 0, BTC 1001.998 0",
    "3 position ann BTC 997 1, USDT 1200.799 0",
  ],
  [
    { kind: "cancel", account: "ann", symbol: "BTCUSDT", orderId: 2 },
    "4 CANCELED 2 CANCELED 1 101 0 0 4 by C0000000001",
    "4 book 5-5  | 101x0",
    "4 best 5 0x0 | 0x0",
    "4 position ann BTC 998 0",
  ],
  [
    { ...limit("bob", "BUY", "5", "0"), ...stop, stopPrice: units("120") },
    "5 NEW 4 NEW 0 0 600 0 5",
    "5 position bob USDT 199 600",
  ],
  [
    limit("ann", "SELL", "9", "140"),
    "6 NEW 5 NEW 0 0 9 0 6",
    "6 book 6-6  | 140x9",
    "6 best 6 0x0 | 140x9",
    "6 position ann BTC 989 9",
  ],
  [
    { ...limit("bob", "BUY", "1", "140"), timeInForce: "IOC" },
    "7 NEW 6 NEW 0 0 140 0 7",
    "7 trade 2 140 1 140 6 5",
    "7 TRADE 5 PARTIALLY_FILLED 1 140 8 8 7 0.14 USDT of 5",
    "7 TRADE 6 FILLED 1 140 0 0 7 0.001 BTC of 6",
    "7 REJECTED 4 REJECTED 0 0 0 0 7",
    "7 book 7-7  | 140x8",
    "7 best 7 0x0 | 140x8",
    "7 position bob USDT 659 0, BTC 1002.997 0",
    "7 position ann BTC 989 8, USDT 1340.659 0",
  ],
  [
    limit("bob", "BUY", "1", "90"),
    "8 NEW 7 NEW 0 0 90 0 8",
    "8 book 8-8 90x1 | ",
    "8 best 8 90x1 | 140x8",
    "8 position bob USDT 569 90",
  ],
  [
    { kind: "maintenance" },
    "9 EXPIRED 5 EXPIRED 1 140 0 0 9",
    "9 EXPIRED 7 EXPIRED 0 0 0 0 9",
    "9 book 9-10 90x0 | 140x0",
    "9 best 10 0x0 | 0x0",
    "9 position ann BTC 997 0",
    "9 position bob USDT 659 0",
  ],
  [
    { kind: "deposit", account: "bob", asset: "BTC", amount: -1n },
    "10 transfer bob BTC -0.00000001",
    "10 position bob BTC 1002.99699999 0",
  ],
];

test("every event of orders' lives, in order", () => {
  const state = exchange();
  const came = life.map(([command], index) => [
    command,
    ...step(state, command, index + 1).events.map(textOf),
  ]);
  expect(came).toEqual(life);
});
