/** What is new to an account: events and REST rows in every order, each trade once. */

import { expect, test } from "vitest";

import { canMove, isFinal } from "../../../generated/order-rules.ts";
import { streams } from "../../../generated/streams.ts";
import { userRecords } from "../../../generated/user-data.ts";
import { UserAccount } from "../../../runtime/user-data/account.ts";
import type { Reconciled, SessionTables } from "../../../runtime/user-data/types.ts";

const tables = { streams, stream: "userData", records: userRecords, isFinal, canMove };

const report = (trade: number, order: number, filled = "1") => ({
  ...{ e: "executionReport", E: 5, s: "COIN", i: order, c: "id", C: "", S: "BUY", o: "LIMIT" },
  ...{ f: "GTC", q: "9", p: "7", x: "TRADE", X: "PARTIALLY_FILLED", t: trade, T: trade, w: true },
  ...{ l: "1", L: "7", z: filled, Z: "7", Y: "7", n: "0.001", N: "BNB", m: false, O: 1 },
});
const row = (trade: number, order: number) => ({
  ...{ symbol: "COIN", id: trade, orderId: order, price: "7", qty: "1", quoteQty: "7" },
  ...{ commission: "0.001", commissionAsset: "BNB", time: trade, isBuyer: true, isMaker: false },
});
const found = (...trades: readonly object[]): Reconciled => ({
  orders: [],
  unknownOrders: [],
  trades: trades as Reconciled["trades"],
  cursors: new Map([["COIN", { key: String(trades.length === 0 ? 5 : 6) }]]),
  account: {},
  position: 0,
});

type Act = (account: UserAccount) => readonly { readonly kind: string }[];
const event =
  (trade: number, order: number, filled?: string): Act =>
  (account) =>
    account.applyEvent(report(trade, order, filled));
const rest =
  (...trades: readonly object[]): Act =>
  (account) =>
    account.applyReconciled(found(...trades));

const rows: readonly (readonly [name: string, acts: readonly Act[], kinds: readonly string[]])[] = [
  ["an event and its copy", [event(5, 1), event(5, 1)], ["event", ""]],
  ["both sides of one trade", [event(5, 1), event(5, 2)], ["event", "event"]],
  ["a row after its event", [event(5, 1), rest(row(5, 1))], ["event", ""]],
  [
    "an event after its row is about the order alone",
    [rest(row(6, 1)), event(6, 1)],
    ["trade", "order"],
  ],
  ["the other side of the last row", [rest(row(6, 1)), event(6, 2)], ["trade", "event"]],
  ["an event from before the place that was read to", [rest(), event(4, 1)], ["", "order"]],
];

for (const [name, acts, kinds] of rows) {
  test(name, () => {
    const account = new UserAccount(tables as unknown as SessionTables);
    expect(
      acts.map((act) =>
        act(account)
          .map(({ kind }) => kind)
          .join(),
      ),
    ).toEqual(kinds);
  });
}

test("a trade that only REST reports is the whole record", () => {
  const account = new UserAccount(tables as unknown as SessionTables);
  expect(account.applyReconciled(found(row(6, 1)))).toEqual([
    { kind: "trade", from: "rest", trade: row(6, 1) },
  ]);
});
