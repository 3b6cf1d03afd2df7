/** What differs between the engine and the slow one after a command, as sentences. */

import type { Side } from "../../../generated/types.ts";
import type { ExchangeEvent, Reply } from "../../../sandbox/engine/messages.ts";
import type { AccountTrade, ExchangeState, Market, Order } from "../../../sandbox/engine/state.ts";
import { compare, type Fraction, plus, toUnits, zero } from "./fraction.ts";
import { ordersOf, recordedTrades } from "./orders-of.ts";
import { marketOf } from "./scenario.ts";
import {
  filledQuantities,
  heldBy,
  isOpen,
  type SlowExchange,
  type SlowOrder,
  slowBalances,
} from "./slow-accounts.ts";

/** The reply, the events of orders in their order, all orders that changed, books and balances. */
export function stepFaults(
  state: ExchangeState,
  slow: SlowExchange,
  { reply, reason, events }: { reply: Reply; reason?: string; events: readonly ExchangeEvent[] },
): string[] {
  const real = reply.kind === "rejected" ? reply.reason : undefined;
  const log = events.flatMap((event) =>
    event.kind === "order" ? [`${event.execution} ${event.order.orderId}`] : [],
  );
  const positions = events.filter((event) => event.kind === "position");
  return [
    ...differences("reply", { reason: real }, { reason }),
    ...differences("events", { log: log.join() }, { log: slow.log.join() }),
    ...positions.flatMap(({ account, balances }) =>
      balances.flatMap(({ asset, ...amounts }) => {
        const balance = state.accounts.get(account)?.balances.get(asset);
        return differences(`${account} ${asset}`, amounts, { ...balance });
      }),
    ),
    ...orderFaults(state, slow, new Set(slow.log.map((entry) => Number(entry.split(" ")[1])))),
    ...queueFaults(marketOf(state), slow, "BUY"),
    ...queueFaults(marketOf(state), slow, "SELL"),
    ...balanceFaults(state, slow),
  ];
}

/** All orders and all trades. */
export function recordFaults(state: ExchangeState, slow: SlowExchange): string[] {
  const all = new Set(slow.orders.map(({ number }) => number));
  return [...orderFaults(state, slow, all), ...tradeFaults(state, slow)];
}

/** Fields of a record that are not as they should be, or are there in one of two only. */
function differences(name: string, real: object, wanted: object): string[] {
  const other = new Map<string, unknown>(Object.entries(wanted));
  const faults = Object.entries(real).flatMap(([field, value]) => {
    const twin = other.get(field);
    other.delete(field);
    return value === twin ? [] : [`${name}: ${field} is ${value}, not ${twin}`];
  });
  return [...faults, ...[...other.keys()].map((field) => `${name}: ${field} is missing`)];
}

function orderFaults(state: ExchangeState, slow: SlowExchange, numbers: ReadonlySet<number>) {
  const orders = ordersOf(state);
  if (orders.length !== slow.orders.length) return ["not as many orders"];
  const filled = filledQuantities(slow);
  const quotes: Fraction[] = [];
  for (const { maker, taker, quote } of slow.trades) {
    for (const number of [maker, taker]) quotes[number] = plus(quotes[number] ?? zero, quote);
  }
  return [...numbers].flatMap((number) => {
    const [order, twin] = [orders[number - 1], slow.orders[number - 1]];
    if (order === undefined || twin === undefined) return [`order ${number} is unknown`];
    const { terms } = twin;
    const executed = filled[number] ?? zero;
    const wanted: Order = {
      ...{ orderId: number, account: terms.account, symbol: terms.symbol },
      clientOrderId: terms.clientOrderId ?? state.idPrefix + String(number).padStart(11, "0"),
      ...{ side: terms.side, type: terms.type, timeInForce: terms.timeInForce ?? "GTC" },
      price: terms.price ?? 0n,
      stopPrice: terms.stopPrice ?? 0n,
      quoteQuantity: terms.quoteQuantity ?? 0n,
      icebergQuantity: terms.icebergQuantity ?? 0n,
      quantity: toUnits(twin.quantity),
      ...{ time: twin.time, updateTime: twin.updateTime, status: twin.status as Order["status"] },
      executed: toUnits(executed),
      executedQuote: toUnits(quotes[number] ?? zero),
      reserved: isOpen(twin) ? toUnits(heldBy(twin, executed)) : 0n,
      shown: toUnits(twin.shown),
      working: twin.stage === "resting",
    };
    return differences(`order ${number}`, order, wanted);
  });
}

/** The trades of the market, and what the accounts have of them on record. */
function tradeFaults(state: ExchangeState, slow: SlowExchange): string[] {
  const market = marketOf(state);
  if (market.trades.length !== slow.trades.length) return ["not as many trades"];
  const own = new Map<string, AccountTrade[]>();
  const faults = slow.trades.flatMap((twin, id) => {
    const trade = market.trades[id];
    if (trade === undefined) return [`trade ${id} is missing`];
    const buyerIsMaker = slow.orders[twin.maker - 1]?.terms.side === "BUY";
    const parties = [twin.maker, twin.taker] as const;
    const [buyOrderId, sellOrderId] = buyerIsMaker ? parties : parties.toReversed();
    for (const orderId of parties) {
      const isBuyer = orderId === buyOrderId;
      const name = isBuyer ? twin.buyer : twin.seller;
      const commission = toUnits(isBuyer ? twin.baseFee : twin.quoteFee);
      const paid = { commission, commissionAsset: isBuyer ? "BTC" : "USDT" };
      const row = { symbol: market.symbol, trade, orderId, ...paid, isBuyer };
      own.set(name, [...(own.get(name) ?? []), { ...row, isMaker: orderId === twin.maker }]);
    }
    const amounts = { price: toUnits(twin.price), quantity: toUnits(twin.quantity) };
    const ids = { id, buyerIsMaker, buyOrderId, sellOrderId };
    const wanted = { ...ids, ...amounts, quote: toUnits(twin.quote), time: twin.time };
    return differences(`trade ${id}`, trade, wanted);
  });
  for (const account of state.accounts.values()) {
    const rows = recordedTrades(account);
    const wanted = account.hasHistory === false ? [] : (own.get(account.name) ?? []);
    if (rows.length !== wanted.length) faults.push(`${account.name} has ${rows.length} trades`);
    for (const [index, row] of rows.entries()) {
      faults.push(...differences(`trade ${index} of ${account.name}`, row, wanted[index] ?? {}));
    }
  }
  return faults;
}

/** The whole queue of a side, order by order, in the sequence in which they would trade. */
function queueFaults(market: Market, slow: SlowExchange, side: Side): string[] {
  const levels = side === "BUY" ? market.bids : market.asks;
  const queue = levels.toReversed().flatMap((level) => level.orders.map(({ orderId }) => orderId));
  const sign = side === "BUY" ? -1 : 1;
  const priceOf = ({ price = zero }: SlowOrder): Fraction => price;
  const wanted = slow.orders
    .filter(({ stage, terms }) => stage === "resting" && terms.side === side)
    .sort((one, two) => sign * compare(priceOf(one), priceOf(two)) || one.place - two.place)
    .map(({ number }) => number);
  return differences(`queue of ${side}`, { ids: queue.join() }, { ids: wanted.join() });
}

function balanceFaults(state: ExchangeState, slow: SlowExchange): string[] {
  const wanted = slowBalances(slow);
  return [...state.accounts.values()].flatMap(({ name, balances }) =>
    [...balances].flatMap(([asset, balance]) => {
      const { free, locked } = wanted.get(`${name} ${asset}`) ?? { free: zero, locked: zero };
      const twin = { free: toUnits(free), locked: toUnits(locked) };
      return differences(`${name} ${asset}`, balance, twin);
    }),
  );
}
