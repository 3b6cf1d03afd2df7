/** Account and user stream: balances, own trades, fees and listen keys. */

import type { AccountTrade as AccountTradeRecord, Balance } from "../../generated/types.ts";
import type { Account, AccountTrade } from "../engine/state.ts";
import { RequestError } from "../exchange/request-error.ts";
import { historyOf, listingsOf, type RoleHandlers, requireShort } from "./context.ts";
import { decimal } from "./records.ts";

export const account = {
  account: (_, context) => {
    const own = context.account;
    return {
      makerCommission: Number(own.makerRate / rateStep),
      takerCommission: Number(own.takerRate / rateStep),
      buyerCommission: 0,
      sellerCommission: 0,
      canTrade: true,
      canWithdraw: true,
      canDeposit: true,
      updateTime: own.updateTime,
      balances: balancesOf(own),
    };
  },

  "trades.own": (request, context) => {
    const { orderId, fromId, startTime, endTime } = request;
    if (context.exchange.state.choices["user-trades-span"] === "day") {
      requireShort(startTime, endTime, dayMs);
    }
    const trades = context.account.bySymbol.get(request.symbol)?.trades ?? [];
    // Order ids are safe integers, and numbers compare much faster.
    const wanted = Number(orderId);
    const rows = orderId === undefined ? trades : trades.filter((row) => row.orderId === wanted);
    const timeOf = ({ trade }: AccountTrade) => trade.time;
    const idOf = ({ trade }: AccountTrade) => trade.id;
    const history = { rows, timeOf, idOf, fromId, isLatest: true };
    return historyOf(context, request, history).map(tradeRecord);
  },

  "account.fees": ({ symbol }, context) => {
    const { makerRate, takerRate } = context.account;
    return listingsOf(context, symbol).map((listing) => ({
      symbol: listing.symbol,
      makerCommission: decimal(makerRate),
      takerCommission: decimal(takerRate),
    }));
  },

  getAccountV2: (_, context) => ({ balances: balancesOf(context.account) }),

  "listenKey.create": (_, { exchange, account }) => {
    const listenKey = exchange.listenKeys.create(account.name, exchange.now());
    if (exchange.state.choices["listen-key-response"] === "object") return { listenKey };
    const types = new Set([...exchange.listings.values()].map(({ type }) => type));
    return [...types].map((type) => ({ listenKey, type }));
  },

  "listenKey.keepAlive": ({ listenKey }, { exchange, account }) =>
    nothingIf(exchange.listenKeys.keepAlive(account.name, listenKey, exchange.now())),

  "listenKey.close": ({ listenKey }, { exchange, account }) =>
    nothingIf(exchange.listenKeys.close(account.name, listenKey, exchange.now())),
} satisfies Partial<RoleHandlers>;

const dayMs = 86_400_000;

/** Rates of the account record are integers in hundredths of a percent. */
const rateStep = 10_000n;

/** All assets that the account ever had, by name. */
function balancesOf(own: Account): Balance[] {
  return [...own.balances]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([asset, { free, locked }]) => ({
      asset,
      free: decimal(free),
      locked: decimal(locked),
    }));
}

function tradeRecord({ symbol, trade, ...row }: AccountTrade): AccountTradeRecord {
  return {
    symbol,
    id: trade.id,
    orderId: row.orderId,
    price: decimal(trade.price),
    qty: decimal(trade.quantity),
    quoteQty: decimal(trade.quote),
    commission: decimal(row.commission),
    commissionAsset: row.commissionAsset,
    time: trade.time,
    isBuyer: row.isBuyer,
    isMaker: row.isMaker,
    isBestMatch: true,
  };
}

/** An empty response if the listen key was open. Throws a `RequestError` if not. */
function nothingIf(isOpen: boolean): Readonly<Record<string, unknown>> {
  if (isOpen) return {};
  throw new RequestError("UNKNOWN_LISTEN_KEY", "listenKey is not open; create a new one.");
}
