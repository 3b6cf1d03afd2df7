// Generated from spec/{asyncapi*,events/**,rules/*} by generators/emitters/streams/user-data.ts.
// Do not edit: change the spec, then run `npm run generate`.

import { checkOptions, clientWith } from "../runtime/check-options.ts";
import { streamNameWith } from "../runtime/streams/names.ts";
import { openSession, sessionRules } from "../runtime/user-data/session.ts";
import type {
  Session,
  SessionCalls,
  SessionEvent,
  SessionOptions,
  SessionTables,
  UserRecords,
} from "../runtime/user-data/types.ts";
import type { Client } from "./client.ts";
import { retry } from "./errors.ts";
import { eachUserTrade } from "./iterators.ts";
import { canMove, isFinal } from "./order-states.ts";
import type { Streams } from "./stream-client.ts";
import { streams as streamTable, userDataRules } from "./streams.ts";
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
 * The records that a session tracks: the fields that it uses, and the fields of events that report
 * the same.
 *
 * @see spec/rules/userData.yaml
 */
export const userRecords = {
  order: {
    identity: ["symbol", "orderId"],
    symbol: "symbol",
    status: "status",
    filled: ["executedQty", "cumulativeQuoteQty"],
    working: "isWorking",
    changed: "updateTime",
    notFoundCode: -2013,
    pages: { key: "orderId", limit: 1000, weight: 10, orderWeight: 2 },
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
 * An event of the user data stream. Unknown events come as they are.
 *
 * @see spec/rules/userData.yaml
 */
export type UserData = ExecutionReport | OutboundAccountPosition | BalanceUpdate;

/** An order as far as it is known; events have fewer fields than its record. */
export type UserOrder = Partial<Order>;

/** A balance as far as it is known. */
export type UserBalance = Partial<Balance>;

/** What a session emits. */
export type UserEvent = SessionEvent<UserData, UserOrder, AccountTrade, UserBalance>;

/** A user data session: `for await (const event of session)`. */
export type UserSession = Session<UserEvent, UserOrder, UserBalance>;

/** The methods that a session calls; a client of `tradespec/core` may have only these. */
export type SessionClient = Pick<
  Client,
  | "createListenKey"
  | "keepAliveListenKey"
  | "closeListenKey"
  | "getOpenOrders"
  | "getOrder"
  | "getUserTrades"
  | "getAccount"
> &
  Partial<Pick<Client, "getAllOrders" | "observeOrder">>;

/** Options of a session, and the clients that it works with. */
export interface UserSessionOptions extends SessionOptions {
  /** Makes the REST calls; it receives every order by `observeOrder`, if it places orders. */
  readonly client: SessionClient;
  /** Made by `createStreams`; delivers the events. */
  readonly streams: Pick<Streams, "client">;
}

/**
 * Opens a user data session: it creates a listenKey, keeps it alive and renews it when it is lost.
 * After each gap it requests over REST what was missed before it is live again, and it reports each
 * trade once. It starts at once, and has to be closed.
 *
 * @throws InvalidRequestError for a wrong option. A loop over it throws a TradespecError where it
 *   cannot start, and a StreamStaleError for a reader that is too slow.
 * @see spec/rules/userData.yaml
 */
export function watchUserData(options: UserSessionOptions): UserSession {
  const rules = {
    ...sessionRules,
    client: clientWith(
      "createListenKey",
      "keepAliveListenKey",
      "closeListenKey",
      "getOpenOrders",
      "getOrder",
      "getUserTrades",
      "getAccount",
    ),
  };
  checkOptions("watchUserData", options, rules, "client", "streams");
  const { client, streams } = options;
  const tables: SessionTables = {
    streams: streamTable,
    rules: userDataRules,
    records: userRecords,
    retry,
    stream: "userData",
    streamName: (listenKey) => streamNameWith(streamTable["userData"], { listenKey }),
    keyField: "listenKey",
    isFinal,
    canMove,
  };
  const calls: SessionCalls = {
    createKey: (callOptions) => client.createListenKey({}, callOptions),
    keepAlive: (listenKey, callOptions) => client.keepAliveListenKey({ listenKey }, callOptions),
    closeKey: (listenKey, callOptions) => client.closeListenKey({ listenKey }, callOptions),
    openOrders: (callOptions) => client.getOpenOrders({}, callOptions),
    order: (identity, callOptions) => client.getOrder(identity as GetOrderRequest, callOptions),
    orderPage: async (symbol, from, callOptions) =>
      client.getAllOrders?.({ symbol, orderId: from, limit: 1000 }, callOptions),
    lastTrade: (symbol, callOptions) => client.getUserTrades({ symbol, limit: 1 }, callOptions),
    trades: (symbol, { resume, all, startMs, toId }, callOptions) => {
      const request = {
        symbol,
        ...(all === true ? { fromId: 0 } : {}),
        ...(startMs === undefined ? {} : { startTime: startMs }),
      };
      return eachUserTrade(client, request, { ...callOptions, resume, toId });
    },
    balances: (callOptions) => client.getAccount({}, callOptions),
    observe: (order: Partial<Order>) => client.observeOrder?.(order),
  };
  return openSession({ tables, calls, streams: streams.client, options });
}

export { StreamStaleError } from "../runtime/streams/queue.ts";
export type { SessionNotice, SessionOptions, SessionState } from "../runtime/user-data/types.ts";
