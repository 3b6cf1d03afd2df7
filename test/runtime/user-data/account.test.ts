/** What is new to an account: events and REST rows in every order, each trade once. */

import { expect, test } from "vitest";

import { canMove, isFinal } from "../../../generated/order-states.ts";
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
  (trade: number, order: number, own: object = {}): Act =>
  (account) =>
    account.applyEvent({ ...report(trade, order), ...own });
const rest =
  (...trades: readonly object[]): Act =>
  (account) =>
    account.applyReconciled(found(...trades));

const rows: readonly (readonly [name: string, acts: readonly Act[], kinds: readonly string[]])[] = [
  ["an event and its copy", [event(5, 1), event(5, 1)], ["event", ""]],
  [
    "an end without trade",
    [event(0, 1), event(0, 1, { X: "CANCELED", x: "" })],
    ["event", "order"],
  ],
  ["both sides of one trade", [event(5, 1), event(5, 2)], ["event", "event"]],
  ["a row after its event", [event(5, 1), rest(row(5, 1))], ["event", ""]],
  ["an event after its row", [rest(row(6, 1)), event(6, 1)], ["trade", "order"]],
  ["the other side of the last row", [rest(row(6, 1)), event(6, 2)], ["trade", "event"]],
  ["an event from before the place that was read to", [rest(), event(4, 1)], ["", "order"]],
];

for (const [name, acts, kinds] of rows) {
  test(name, () => {
    const account = new UserAccount(tables as unknown as SessionTables);
    const brought = acts.map((act) => act(account).map(({ kind }) => kind));
    expect(brought.map((each) => each.join())).toEqual(kinds);
  });
}

/** An account, and the kinds of what each event or response brought. */
function given() {
  const account = new UserAccount(tables as unknown as SessionTables);
  const kinds = (news: readonly { readonly kind: string }[]) =>
    news.map(({ kind }) => String(kind)).join();
  return {
    account,
    apply: (...events: readonly object[]) => events.map((one) => kinds(account.applyEvent(one))),
    reconcile: (part: Partial<Reconciled>) =>
      kinds(account.applyReconciled({ ...found(), cursors: new Map(), ...part })),
  };
}

const deposit = (at: number) => ({ e: "balanceUpdate", E: at, a: "BTC", d: "1", T: at });
const position = (at: number, free: string) => ({
  e: "outboundAccountPosition",
  u: at,
  B: [{ a: "BTC", f: free, l: "0" }],
});

test("copies of the last thousand events are left out, and events without a key are not", () => {
  const { apply } = given();
  const events = Array.from({ length: 1000 }, (_, at) => deposit(at));
  expect(new Set(apply(...events))).toEqual(new Set(["event"]));
  expect(apply(deposit(0), deposit(999))).toEqual(["", ""]);
  expect(apply(deposit(1000), deposit(1), deposit(0))).toEqual(["event", "", "event"]);
  const bare = { e: "balanceUpdate" };
  expect(apply(bare, bare, { e: "unheardOf" })).toEqual(["event", "event", "event"]);
});

test("balances of an event are kept, and those that are older bring nothing", () => {
  const { account, apply } = given();
  const news = apply(position(9, "2"), position(8, "1"), position(9, "3"));
  expect(news).toEqual(["event", "", "event"]);
  expect(account.balances.all()).toEqual([{ asset: "BTC", free: "3", locked: "0" }]);
});

test("an order of a response is news where its state is, and an older event then is not", () => {
  const { account, apply, reconcile } = given();
  const order = account.orderIn(report(5, 1));
  expect(order).toMatchObject({ symbol: "COIN", orderId: 1, status: "PARTIALLY_FILLED" });
  expect(account.orderIn(deposit(1))).toBeUndefined();
  expect(reconcile({ orders: [order ?? {}] })).toBe("order");
  expect(reconcile({ orders: [{ ...order, price: "8" }] })).toBe("");
  const placed = { ...report(-1, 1, "0"), x: "NEW", X: "NEW" };
  expect(apply(placed)).toEqual([""]);
  expect(reconcile({ unknownOrders: [order ?? {}] })).toBe("");
  expect(account.orders.open()).toEqual([]);
});

test("what cannot be identified is reported each time", () => {
  const { apply, reconcile } = given();
  const nameless = { ...report(-1, 1), i: undefined };
  expect(apply(nameless, nameless)).toEqual(["event", "event"]);
  expect([reconcile({ orders: [{}] }), reconcile({ orders: [{}] })]).toEqual(["", ""]);
  for (const lacking of [{ id: undefined }, { orderId: undefined }, { id: "six" }]) {
    const trades = [{ ...row(6, 1), ...lacking }];
    expect([reconcile({ trades }), reconcile({ trades })]).toEqual(["trade", "trade"]);
  }
});

test("what a response brings is given as whole records", () => {
  const { account } = given();
  const [order, balance] = [
    { symbol: "COIN", orderId: 1, status: "NEW" },
    { asset: "BTC", free: "1" },
  ];
  const all = {
    ...{ ...found(row(6, 1)), orders: [order] },
    account: { updateTime: 9, balances: [balance] },
  };
  expect(account.applyReconciled(all)).toEqual([
    { kind: "order", from: "rest", order },
    { kind: "trade", from: "rest", trade: row(6, 1) },
    { kind: "balances", from: "rest", balances: [balance] },
  ]);
  expect(account.applyReconciled(all)).toEqual([]);
  // A field that says nothing of its state is kept, and is no news.
  const later = { ...order, origQty: "1" };
  expect(account.applyReconciled({ ...all, orders: [later] })).toEqual([]);
  expect(account.orders.open()).toEqual([later]);
});

test("a report is given as it is, or as the order where its trade is known", () => {
  const { account } = given();
  const placed = { ...report(-1, 1, "0"), x: "NEW", X: "NEW" };
  expect(account.applyEvent(placed)).toEqual([{ kind: "event", data: placed }]);
  account.applyReconciled(found(row(6, 1)));
  const order = { ...account.orderIn(placed), ...account.orderIn(report(6, 1)) };
  expect(account.applyEvent(report(6, 1))).toEqual([{ kind: "order", from: "stream", order }]);
});
