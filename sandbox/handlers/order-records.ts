/** Orders of the engine as records of the wire. */

import type {
  OrderCancellation,
  OrderFill,
  OrderPlacement,
  Order as OrderRecord,
  OrderResponseType,
} from "../../generated/types.ts";
import type { Decimal } from "../../runtime/tables.ts";
import type { ToldOrder } from "../engine/messages.ts";
import type { AccountTrade } from "../engine/state.ts";
import { decimal } from "./amounts.ts";

/** What a query of an order answers. */
export function orderRecord(order: ToldOrder): OrderRecord {
  return {
    ...stateOf(order),
    ...icebergOf(order),
    stopPrice: decimal(order.stopPrice),
    time: order.time,
    updateTime: order.updateTime,
    isWorking: order.working,
  };
}

/** What a placement answers: ids and time, then the state, then the fills. */
export function placementRecord(
  order: ToldOrder,
  fills: readonly AccountTrade[],
  form: OrderResponseType,
): OrderPlacement {
  const { symbol, orderId, clientOrderId, updateTime: transactTime } = order;
  if (form === "ACK") return { symbol, orderId, clientOrderId, transactTime };
  const plain = resultOf(order);
  const isPlain = order.stopPrice === 0n && order.icebergQuantity === 0n;
  const stop = order.stopPrice === 0n ? {} : { stopPrice: decimal(order.stopPrice) };
  const result = isPlain ? plain : { ...plain, ...stop, ...icebergOf(order) };
  return form === "RESULT" ? result : { ...result, fills: fills.map(fillRecord) };
}

/** Written out, as every placement needs one and putting two objects together takes longer. */
function resultOf(order: ToldOrder) {
  return {
    symbol: order.symbol,
    orderId: order.orderId,
    clientOrderId: order.clientOrderId,
    transactTime: order.updateTime,
    price: decimal(order.price),
    origQty: decimal(order.quantity),
    executedQty: decimal(order.executed),
    cumulativeQuoteQty: decimal(order.executedQuote),
    status: order.status,
    timeInForce: order.timeInForce,
    type: order.type,
    side: order.side,
    origQuoteOrderQty: decimal(order.quoteQuantity),
  };
}

/** What a cancellation answers; `cancelId` is the id of the cancellation itself. */
export function cancellationRecord(order: ToldOrder, cancelId: string): OrderCancellation {
  const { clientOrderId: origClientOrderId, origQuoteOrderQty: _, ...state } = stateOf(order);
  return { ...state, origClientOrderId, clientOrderId: cancelId };
}

/** The same without the time of the placement. */
function stateOf(order: ToldOrder) {
  const { transactTime: _, ...state } = resultOf(order);
  return state;
}

/** Only the record of an iceberg order speaks of its parts. */
function icebergOf({ icebergQuantity }: ToldOrder): { readonly icebergQty?: Decimal } {
  return icebergQuantity === 0n ? {} : { icebergQty: decimal(icebergQuantity) };
}

function fillRecord({ trade, commission, commissionAsset }: AccountTrade): OrderFill {
  return {
    price: decimal(trade.price),
    qty: decimal(trade.quantity),
    commission: decimal(commission),
    commissionAsset,
    tradeId: trade.id,
  };
}
