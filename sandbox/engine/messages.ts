/** Commands, replies and events of the engine: plain data. */

import type { OrderType, Side, TimeInForce } from "../../generated/types.ts";
import type { AccountTrade, Order, Trade } from "./state.ts";

/** One command. Amounts are units; see units.ts. */
export type Command =
  | PlaceCommand
  | CancelCommand
  | MaintenanceCommand
  | StatusCommand
  | DepositCommand;

export interface PlaceCommand {
  readonly kind: "place";
  readonly account: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce?: TimeInForce | undefined;
  readonly quantity?: bigint | undefined;
  /** Quote amount to spend or to receive, in place of a quantity; only for MARKET. */
  readonly quoteQuantity?: bigint | undefined;
  readonly price?: bigint | undefined;
  readonly stopPrice?: bigint | undefined;
  /** What the order shows on the book at a time; 0 means the same as absent. */
  readonly icebergQuantity?: bigint | undefined;
  /** Made by the engine when absent. */
  readonly clientOrderId?: string | undefined;
}

/** Cancels an open order; when both ids are given, they must be of the same order. */
export interface CancelCommand {
  readonly kind: "cancel";
  readonly account: string;
  readonly symbol: string;
  readonly orderId?: number | bigint | undefined;
  readonly clientOrderId?: string | undefined;
  /** Id of the cancellation itself; made by the engine when absent. */
  readonly cancelId?: string | undefined;
}

/** Expires all open orders of a symbol, or of every symbol. */
export interface MaintenanceCommand {
  readonly kind: "maintenance";
  readonly symbol?: string | undefined;
}

/** Sets the status of a symbol; orders are accepted while it is TRADING. */
export interface StatusCommand {
  readonly kind: "status";
  readonly symbol: string;
  readonly status: string;
}

/** Deposits an amount, or withdraws it when it is negative. */
export interface DepositCommand {
  readonly kind: "deposit";
  readonly account: string;
  readonly asset: string;
  readonly amount: bigint;
}

/** A copy of an order, which stays as the order was at one moment. */
export type OrderSnapshot = Readonly<Order>;

/** The result of a command; its order is as it was before it triggered others. */
export type Reply =
  | {
      readonly kind: "placed";
      readonly order: OrderSnapshot;
      readonly fills: readonly AccountTrade[];
    }
  | { readonly kind: "canceled"; readonly order: OrderSnapshot; readonly cancelId: string }
  | { readonly kind: "maintained"; readonly orders: readonly OrderSnapshot[] }
  | { readonly kind: "statusSet" }
  | { readonly kind: "deposited" }
  | { readonly kind: "rejected"; readonly reason: RejectReason };

/** Why the engine rejected a command; it then has changed nothing. */
export type RejectReason =
  | "unknownAccount"
  | "unknownSymbol"
  | "unknownOrder"
  | "notTrading"
  | "nothingAsked"
  | "belowOneStep"
  | "duplicateClientId"
  | "icebergOverQuantity"
  | "icebergNotLasting"
  | "wouldTake"
  | "selfTrade"
  | "wouldTrigger"
  | "insufficientBalance";

/** What a command did, in order. */
export type ExchangeEvent =
  | OrderEvent
  | TradeEvent
  | BookEvent
  | BestEvent
  | PositionEvent
  | TransferEvent;

export type ExecutionType = "NEW" | "TRADE" | "CANCELED" | "REJECTED" | "EXPIRED";

/**
 * An order changed; `order` is as it was right after the change. NEW comes when an order is
 * accepted, and once more when its stop price is reached.
 */
export interface OrderEvent {
  readonly kind: "order";
  readonly execution: ExecutionType;
  readonly time: number;
  readonly order: OrderSnapshot;
  /** The account's own side of the trade that changed the order. */
  readonly fill?: AccountTrade;
  /** Id of the cancellation that ended the order. */
  readonly cancelId?: string;
}

export interface TradeEvent {
  readonly kind: "trade";
  readonly symbol: string;
  readonly trade: Trade;
}

/** Price levels that a command changed, with their new quantity; 0 means gone. */
export interface BookEvent {
  readonly kind: "book";
  readonly symbol: string;
  readonly time: number;
  readonly firstUpdateId: number;
  readonly lastUpdateId: number;
  readonly bids: readonly PriceAndQuantity[];
  readonly asks: readonly PriceAndQuantity[];
}

export type PriceAndQuantity = readonly [price: bigint, quantity: bigint];

/** The best bid or ask changed; an empty side has price and quantity 0. */
export interface BestEvent {
  readonly kind: "best";
  readonly symbol: string;
  readonly time: number;
  readonly updateId: number;
  readonly bid: PriceAndQuantity;
  readonly ask: PriceAndQuantity;
}

/** Balances that a command changed, as they are after it. */
export interface PositionEvent {
  readonly kind: "position";
  readonly account: string;
  readonly time: number;
  readonly balances: readonly {
    readonly asset: string;
    readonly free: bigint;
    readonly locked: bigint;
  }[];
}

/** A deposit, or a withdrawal when the amount is negative. */
export interface TransferEvent {
  readonly kind: "transfer";
  readonly account: string;
  readonly time: number;
  readonly asset: string;
  readonly amount: bigint;
}
