/** Probes that place orders: far from the market where possible, and as small as allowed. */

import { compileFilters } from "../../../generated/filters.ts";
import { roles } from "../../../generated/operations.ts";
import { userDataRules } from "../../../generated/streams.ts";
import { fieldsIn, rowsIn } from "../../../runtime/encoding/json-value.ts";
import { ownFields, rolesOf } from "../../suite/field-names.ts";
import { int64In, type Row, textOf } from "../checks/sighting.ts";
import { filterOf } from "../filters.ts";
import { type Fields, type Probe, plus, times, type Wire } from "./wire.ts";

const needs = ["key", "trade"] as const;

export const tradeProbes: readonly Probe[] = [
  {
    id: "userData",
    summary: "A resting order that is canceled, on the user data stream",
    needs: [...needs, "streams"],
    uses: ["listenKey.create"],
    run: async (wire) => {
      await wire.call("listenKey.create", {}, { kind: "key", value: "absent" });
      const { listenKey } = await newListenKey(wire);
      await wire.listen("combined", listenKey);
      await rest(wire);
      await wire.wait(1000);
      await wire.hangUp();
      await wire.call("listenKey.keepAlive", { listenKey });
      await wire.call("listenKey.close", { listenKey });
    },
  },
  {
    id: "listenKeyExpires",
    summary: "A listen key that is not kept alive",
    needs: [...needs, "streams", "clock"],
    uses: ["listenKey.create"],
    run: async (wire) => {
      const { listenKey } = await newListenKey(wire);
      await wire.listen("raw", listenKey);
      await wire.wait(userDataRules.validityMs);
      await wire.wait(2000);
      await wire.hangUp();
    },
  },
  {
    id: "balances",
    summary: "The account before and after a resting order, and after one that expires at once",
    needs,
    uses: ["account"],
    run: async (wire) => {
      await wire.call("account");
      const order = await wire.restingOrder();
      const placed = await wire.call("order.place", order);
      await wire.call("account");
      await cancel(wire, placed);
      await wire.call("account");
      // Without a time in force it would stay open.
      if (order["timeInForce"] === undefined) return;
      await wire.call("order.place", { ...order, timeInForce: "IOC" });
      await wire.call("account");
    },
  },
  {
    id: "clientIds",
    summary: "A repeated client order id, a repeated cancellation, the id of a refused order",
    needs,
    uses: ["book.ticker"],
    run: async (wire) => {
      const { symbol, call } = wire;
      const order: Fields = { ...(await wire.restingOrder()), newClientOrderId: wire.newId() };
      const placed = await call("order.place", order);
      await call("order.place", order);
      await cancel(wire, placed);
      await cancel(wire, placed);
      const { bidPrice } = await call("book.ticker", { symbol });
      const { quantity = "" } = order;
      const origClientOrderId = wire.newId();
      const taker = { symbol, side: "SELL", type: "LIMIT_MAKER", quantity };
      const price = textOf(bidPrice);
      await call("order.place", { ...taker, price, newClientOrderId: origClientOrderId });
      await call("order.query", { symbol, origClientOrderId });
    },
  },
  {
    id: "fields",
    summary: "Fields in both query and body, malformed, or wrong for the order type",
    needs,
    run: async (wire) => {
      const { call } = wire;
      const order = await wire.restingOrder();
      const { price = "" } = order;
      const set = async (fields: Readonly<Record<string, string>>): Promise<void> =>
        cancel(wire, await call("order.place", order, { kind: "fields", set: fields }));
      const other = wire.fit({ ...order, price: times(price, "0.99") });
      const addToBody = { price: textOf(other["price"]) };
      await cancel(wire, await call("order.place", order, { kind: "fields", addToBody }));
      await set({ quantity: "1e-3" });
      await set({ newClientOrderId: "not a client id" });
      await set({ stopPrice: price });
      const drop = { kind: "fields", drop: ["quantity"] } as const;
      await cancel(wire, await call("order.place", order, drop));
    },
  },
  {
    id: "counts",
    summary: "A placement that a filter refuses, between two accepted ones",
    needs,
    run: async (wire) => {
      await rest(wire);
      const order = await wire.restingOrder();
      const price = plus(textOf(order["price"]), "0.00000001");
      const off = { kind: "fields", set: { price } } as const;
      await cancel(wire, await wire.call("order.place", order, off));
      await rest(wire);
    },
  },
  {
    id: "waiting",
    summary: "A stop order that waits, with the default response type",
    needs,
    run: async (wire) => {
      const { symbol, call } = wire;
      const { price = "", quantity = "" } = await wire.restingOrder();
      const stopPrice = times(textOf(price), "1.35");
      const order = wire.fit({ symbol, side: "BUY", type: "STOP_LOSS", quantity, stopPrice });
      const usual = { kind: "fields", drop: ["newOrderRespType"] } as const;
      const placed = await call("order.place", order, usual);
      await call("order.query", { symbol, orderId: int64In(placed["orderId"]) ?? 0 });
      await cancel(wire, placed);
    },
  },
  {
    id: "selfTrade",
    summary: "Two orders of the account that match each other within the spread",
    needs,
    uses: ["book.ticker"],
    run: async (wire) => {
      const { symbol, call } = wire;
      const { bidPrice, askPrice } = await call("book.ticker", { symbol });
      const [bid, ask] = [textOf(bidPrice), textOf(askPrice)];
      const { quantity = "" } = await wire.restingOrder();
      const middle = times(plus(bid, ask), "0.5");
      const kind = { symbol, type: "LIMIT", timeInForce: "GTC", quantity };
      const { price = "" } = wire.fit({ ...kind, side: "SELL", price: middle });
      if (price === bid || price === ask) return;
      const sell = await call("order.place", { ...kind, side: "SELL", price });
      const buy = await call("order.place", { ...kind, side: "BUY", price });
      await call("trades.own", { symbol, limit: 10 });
      for (const order of [sell, buy]) await cancel(wire, order);
    },
  },
  {
    id: "commission",
    summary: "A MARKET order, with the commission rates of the account",
    needs,
    uses: ["account.fees"],
    run: async (wire) => {
      const { symbol, call } = wire;
      await call("account.fees", { symbol });
      const { quantity = "" } = await wire.restingOrder();
      const order = wire.fit({ symbol, side: "SELL", type: "MARKET", quantity });
      await call("order.place", order);
      await call("order.place", { ...order, side: "BUY" });
    },
  },
  {
    id: "filters",
    summary: "Orders that break exactly one filter",
    needs,
    run: async (wire) => {
      const { symbol, call } = wire;
      const market = { symbol, side: "BUY", type: "MARKET" };
      await call("order.place", { ...market, quoteOrderQty: "0.01" });
      const order = await wire.restingOrder();
      const symbols = rowsIn((await call("exchange.info"))["symbols"]);
      for (const lots of symbols.flatMap(lotOrders).slice(0, 1)) await call("order.place", lots);
      const own = symbols.find((listed) => listed["symbol"] === symbol) ?? {};
      for (const iceberg of icebergOrders(own, order)) {
        await cancel(wire, await call("order.place", iceberg));
      }
    },
  },
];

/** MARKET orders at a bound of a filter that only the one refuses which it checks them besides. */
function lotOrders(listed: Row): readonly Fields[] {
  const kind = { symbol: textOf(listed["symbol"]), side: "BUY", type: "MARKET" };
  return boundsIn(listed).flatMap(({ besides, value, bound }) => {
    const order = { ...kind, [value]: bound };
    return besides !== undefined && brokenFilter(listed, order) === besides.filter ? [order] : [];
  });
}

/** The order in as many iceberg parts as its quantity allows, where one filter refuses that. */
function icebergOrders(listed: Row, order: Fields): readonly Fields[] {
  const fields = ownFields(roles["order.place"], order);
  const shown = rolesOf(roles["order.place"]).find(({ role }) => role === "icebergQty")?.name;
  return boundsIn(listed).flatMap(({ value, bound, kind }) => {
    const iceberg = { ...fields, [value]: bound };
    const isLeast = value === shown && kind === "minimum";
    return isLeast && brokenFilter(listed, iceberg) !== undefined ? [iceberg] : [];
  });
}

/** The least and the greatest amounts that the filters of a symbol state. */
function boundsIn(listed: Row) {
  return rowsIn(listed["filters"]).flatMap((filter) => {
    const { besides, rules = [] } = filterOf(filter) ?? {};
    return rules.flatMap(({ value, minimum, maximum = "" }) => {
      const bound = textOf(filter[minimum ?? maximum]);
      const kind = minimum === undefined ? "maximum" : "minimum";
      return bound === "" ? [] : [{ besides, value, bound, kind }];
    });
  });
}

/** The only filter that an order breaks. */
function brokenFilter(listed: Row, order: Fields): string | undefined {
  const { violations } = compileFilters(rowsIn(listed["filters"])).checkOrder(order);
  const [name, ...others] = new Set(violations.map(({ filter }) => filter ?? undefined));
  return others.length === 0 ? name : undefined;
}

async function newListenKey({ call }: Wire): Promise<{ readonly listenKey: string }> {
  const response = await call("listenKey.create");
  // One object, or a list with one for each kind of symbol.
  const { listenKey } = "listenKey" in response ? response : fieldsIn(Object.values(response)[0]);
  return { listenKey: textOf(listenKey) };
}

async function rest(wire: Wire): Promise<void> {
  await cancel(wire, await wire.call("order.place", await wire.restingOrder()));
}

/** Cancels an order, if it was placed. */
async function cancel({ symbol, call }: Wire, placed: Row): Promise<void> {
  if (placed["orderId"] !== undefined) {
    await call("order.cancel", { symbol, orderId: int64In(placed["orderId"]) ?? 0 });
  }
}
