/** Random orders: what the validators say of an order, the sandbox does with it. */

import { expect, test } from "vitest";

import type { CompiledFilters, OrderContext } from "../../../generated/filters.ts";
import { compileFilters } from "../../../generated/filters.ts";
import { checkOrderType } from "../../../generated/order-rules.ts";
import { fromUnits } from "../../../runtime/encoding/decimal.ts";
import { orderFieldIssues } from "../../../runtime/filters/order-check.ts";
import { areRunsFew, propertyTimeoutMs, Reached, runs } from "../../support/runs.ts";
import { exchangeFilters, filterExchange, listings } from "../support/filter-exchange.ts";
import { drawsFrom, randomOrder } from "../support/filter-orders.ts";
import { openOrders } from "../support/orders-of.ts";

const numRuns = runs({ commit: 5_000, gate: 1_000_000, release: 10_000_000 });

/** Orders between two renewals of the book. */
const ordersPerBook = 40;

/** Refusals that are none of the filters' business. */
const otherRefusals = [
  "Stop price would trigger immediately.",
  "Order would immediately match and take.",
  "IcebergQty exceeds QTY.",
  "icebergQty requires timeInForce GTC.",
];

test(`validator and sandbox agree on ${numRuns} orders`, {
  timeout: propertyTimeoutMs,
}, async () => {
  const exchange = filterExchange();
  const filters = await compiled(exchange);
  const draw = drawsFrom(20_240_115);
  const reached = new Reached();
  for (let count = 0; count < numRuns; count += 1) {
    if (count % ordersPerBook === 0) exchange.renew();
    exchange.advance(1 + draw(2_000));
    const listing = listings[draw(listings.length)] ?? never();
    const context = contextOf(exchange, listing.symbol);
    const order = randomOrder(listing, context, draw);
    const want = verdict(order, filters.get(listing.symbol), context);
    const got = outcome(await exchange.place(order));
    reached.add(got);
    const isSame: boolean =
      want === "passes" ? got === "accepted" || got === "other" : got === want;
    if (!isSame) expect({ count, order, context: plain(context), got }).toEqual({ want });
  }
  expect(exchange.faults).toEqual([]);
  expect(reached.missing(["accepted", "other", "fields", ...filterNames])).toEqual([]);
  if (areRunsFew) return;
  expect(reached.counts().get("accepted") ?? 0).toBeGreaterThan(numRuns / 20);
});

const filterNames = [...listings.flatMap(({ filters }) => filters), ...exchangeFilters].map(
  ({ filterType }) => String(filterType),
);

type Exchange = ReturnType<typeof filterExchange>;

/** The filters as a client has them: from what the exchange says about itself. */
async function compiled(exchange: Exchange): Promise<ReadonlyMap<string, CompiledFilters>> {
  const information = (await exchange.information()) as {
    readonly symbols: readonly { readonly symbol: string; readonly filters: readonly unknown[] }[];
    readonly exchangeFilters: readonly unknown[];
  };
  const options = { exchangeFilters: information.exchangeFilters };
  return new Map(
    information.symbols.map(({ symbol, filters }) => [symbol, compileFilters(filters, options)]),
  );
}

/** The filter that the order has to be rejected by, `fields`, or `passes`. */
function verdict(
  order: Readonly<Record<string, string>>,
  filters: CompiledFilters | undefined,
  context: OrderContext,
): string {
  if (orderFieldIssues(order, checkOrderType).length > 0) return "fields";
  const check = filters?.checkOrder(order, context) ?? never();
  if (check.unknown.length > 0) return `unknown ${check.unknown.map(({ rule }) => rule).join()}`;
  const names = check.violations.map(({ filter }) => filter ?? "notation");
  return names.find((name) => !name.includes("MAX_NUM")) ?? names[0] ?? "passes";
}

function outcome(answer: unknown): string {
  const { code, msg = "" } = answer as { readonly code?: number; readonly msg?: string };
  if (code === undefined) return "accepted";
  const named = /^Filter failure: (\w+)$/.exec(msg)?.[1];
  if (named !== undefined) return code === -1013 ? named : `${named} with code ${code}`;
  if (/ orders (need|do not accept|accept only) /.test(msg)) return "fields";
  return otherRefusals.includes(msg) ? "other" : msg;
}

/** What the account and the trades say, counted in another way than the sandbox counts. */
function contextOf({ exchange, now }: Exchange, symbol: string): OrderContext {
  const open = openOrders(exchange.state.accounts.get("trader"));
  const isAlgo = (type: string): boolean => /^(STOP|TAKE)/.test(type);
  const trades = exchange.state.markets.get(symbol)?.trades ?? [];
  const last = trades.at(-1)?.price;
  const average = (minutes: number): string | undefined => {
    let [worth, quantity] = [0n, 0n];
    for (const trade of trades.toReversed()) {
      if (trade.time < now() - minutes * 60_000) break;
      worth += trade.price * trade.quantity;
      quantity += trade.quantity;
    }
    const price = quantity === 0n ? last : worth / quantity;
    return price === undefined ? undefined : fromUnits(price, 8);
  };
  let fiveMinutes: string | undefined;
  return {
    lastPrice: last === undefined ? undefined : fromUnits(last, 8),
    averagePrice: (minutes) => (fiveMinutes ??= average(minutes)),
    openOrders: open.filter((order) => order.symbol === symbol).length,
    openAlgoOrders: open.filter((order) => order.symbol === symbol && isAlgo(order.type)).length,
    openIcebergOrders: open.filter((row) => row.symbol === symbol && row.icebergQuantity > 0n)
      .length,
    openOrdersOnExchange: open.length,
    openAlgoOrdersOnExchange: open.filter(({ type }) => isAlgo(type)).length,
  };
}

function plain({ averagePrice, ...context }: OrderContext): object {
  const average = typeof averagePrice === "function" ? averagePrice(5) : averagePrice;
  return { ...context, average };
}

function never(): never {
  throw new Error("a list of the test is empty");
}
