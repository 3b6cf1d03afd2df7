// Generated from spec/{asyncapi,events/*,rules/*}.yaml by generators/emitters/user-data.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { UserRecords } from "../runtime/user-data/records.ts";
import { openSession } from "../runtime/user-data/session.ts";
import type {
  Session,
  SessionCalls,
  SessionEvent,
  SessionOptions,
  SessionTables,
} from "../runtime/user-data/types.ts";
import type { Client } from "./client.ts";
import { retry } from "./errors.ts";
import { eachUserTrade } from "./iterators.ts";
import { canMove, isFinal } from "./order-rules.ts";
import type { Streams } from "./stream-client.ts";
import { streamName, streams as streamTable, userSession } from "./streams.ts";
import type {
  AccountTrade,
  Balance,
  BalanceUpdate,
  ExecutionReport,
  GetOrderRequest,
  Order,
  OutboundAccountPosition,
} from "./types.ts";

/**
 * What a session keeps of an account: what the fields of its records are to it, and which fields of
 * events say the same.
 *
 * @see spec/rules/userSession.yaml
 */
export const userRecords = {
  order: {
    identity: ["symbol", "orderId"],
    symbol: "symbol",
    status: "status",
    filled: ["executedQty", "cumulativeQuoteQty"],
    working: "isWorking",
    changed: "updateTime",
  },
  trade: { identity: ["symbol", "orderId", "id"], symbol: "symbol", id: "id" },
  balance: { list: "balances", asset: "asset", changed: "updateTime" },
  events: {
    executionReport: {
      order: {
        symbol: "s",
        orderId: "i",
        clientOrderId: ["C", "c"],
        price: "p",
        origQty: "q",
        executedQty: "z",
        cumulativeQuoteQty: "Z",
        status: "X",
        timeInForce: "f",
        type: "o",
        side: "S",
        stopPrice: "P",
        icebergQty: "F",
        time: "O",
        updateTime: "T",
        isWorking: "w",
        origQuoteOrderQty: "Q",
        orderListId: "g",
      },
      trade: {
        symbol: "s",
        id: "t",
        orderId: "i",
        price: "L",
        qty: "l",
        quoteQty: "Y",
        commission: "n",
        commissionAsset: "N",
        time: "T",
        isBuyer: { field: "S", is: "BUY" },
        isMaker: "m",
      },
      noTrade: { field: "t", is: -1 },
    },
    outboundAccountPosition: {
      balances: { list: "B", changed: "u", fields: { asset: "a", free: "f", locked: "l" } },
    },
    listenKeyExpired: { expired: "listenKey" },
  },
} as const satisfies UserRecords;

/**
 * What the stream of user data tells. Unknown events come as they are.
 *
 * @see spec/rules/userSession.yaml
 */
export type UserData = ExecutionReport | OutboundAccountPosition | BalanceUpdate;

/** An order as far as it is known; events may tell less than its record. */
export type UserOrder = Partial<Order>;

/** A balance as far as it is known. */
export type UserBalance = Partial<Balance>;

/** What a session tells. */
export type UserEvent = SessionEvent<UserData, UserOrder, AccountTrade, UserBalance>;

/** A session of user data: `for await (const event of session)`. */
export type UserSession = Session<UserEvent, UserOrder, UserBalance>;

/** How a session is kept, and over what. */
export interface UserSessionOptions extends SessionOptions {
  /** Makes its calls; its placements hear of the orders. */
  readonly exchange: Client;
  /** Carries it. */
  readonly streams: Pick<Streams, "client">;
}

/**
 * Opens a session of user data: it makes a listenKey, keeps it alive and renews it when it is lost,
 * and after every loss of events asks over REST what was missed before it says live again. It
 * begins at once, and has to be closed.
 *
 * @throws TradespecError from its loops when it cannot begin, or a reader is too slow.
 * @see spec/rules/userSession.yaml
 */
export function watchUserData(options: UserSessionOptions): UserSession {
  const { exchange, streams } = options;
  const tables: SessionTables = {
    streams: streamTable,
    rules: userSession,
    records: userRecords,
    retry,
    stream: "userData",
    streamName: (listenKey) => streamName("userData", { listenKey }),
    keyField: "listenKey",
    isFinal,
    canMove,
  };
  const calls: SessionCalls = {
    createKey: (call) => exchange.createListenKey({}, call),
    keepAlive: (listenKey, call) => exchange.keepAliveListenKey({ listenKey }, call),
    closeKey: (listenKey, call) => exchange.closeListenKey({ listenKey }, call),
    openOrders: (call) => exchange.getOpenOrders({}, call),
    order: (identity, call) => exchange.getOrder(identity as GetOrderRequest, call),
    lastTrade: (symbol, call) => exchange.getUserTrades({ symbol, limit: 1 }, call),
    trades: (symbol, { resume, all, startMs, toId }, call) => {
      const request = {
        symbol,
        ...(all === true ? { fromId: 0 } : {}),
        ...(startMs === undefined ? {} : { startTime: startMs }),
      };
      return eachUserTrade(exchange, request, { ...call, resume, toId });
    },
    balances: (call) => exchange.getAccount({}, call),
    observe: (order: Partial<Order>) => exchange.observeOrder(order),
  };
  return openSession({ tables, calls, streams: streams.client, options });
}

export type { SessionNotice, SessionOptions, SessionState } from "../runtime/user-data/types.ts";
export { StreamStaleError } from "../runtime/streams/queue.ts";
