/** Converts the engine's units to the decimals of responses, and back. */

import { finalOrderStates } from "../../generated/order-states.ts";
import { type Choices, choiceDefaults } from "../../generated/sandbox.ts";
import type {
  OrderCancellation,
  OrderFill,
  OrderPlacement,
  Order as OrderRecord,
  OrderResponseType,
} from "../../generated/types.ts";
import { userRecords } from "../../generated/user-data.ts";
import { printFixed, read, unitsOf as unitsAtScale } from "../../runtime/encoding/decimal.ts";
import type { Decimal } from "../../runtime/tables.ts";
import type { OrderSnapshot, PriceAndQuantity } from "../engine/messages.ts";
import type { AccountTrade } from "../engine/state.ts";
import { unitScale } from "../engine/units.ts";
import { RequestError } from "../exchange/request-error.ts";

/** A decimal with as many places as a unit has. */
export function decimal(units: bigint): Decimal {
  return units === 0n ? zero : printFixed(units, unitScale);
}

const zero = printFixed(0n, unitScale);

/** Units of a field, if sent. Throws a `RequestError` for a value finer than a unit. */
export function unitsOf(text: string | undefined, nameOf: () => string): bigint | undefined {
  if (text === undefined) return undefined;
  const units = unitsAtScale(text, unitScale);
  if (units >= 0) return BigInt(units);
  throw new RequestError(
    "TOO_MUCH_PRECISION",
    `${nameOf()} has ${read(text).scale} decimal places; at most ${unitScale} are kept, so round it.`,
  );
}

export function percentText(thousandths: bigint): Decimal {
  return printFixed(thousandths, 3);
}

/** A price level on the wire. */
export function priceLevel([price, quantity]: PriceAndQuantity): [string, string] {
  return [decimal(price), decimal(quantity)];
}

/** The response to an order query. */
export function orderRecord(order: OrderSnapshot, choices: Choices = choiceDefaults): OrderRecord {
  return {
    ...(choices["order-record-extras"] === "present" && { orderListId: -1 }),
    ...spelled(stateOf(order), ownSpelling),
    ...icebergOf(order),
    stopPrice: decimal(order.stopPrice),
    time: order.time,
    updateTime: order.updateTime,
    isWorking: isWorking(order, choices),
  };
}

export function isWorking({ working, status }: OrderSnapshot, choices: Choices): boolean {
  const isOpen = !(finalOrderStates as readonly string[]).includes(status);
  return choices["working-flag"] === "open" ? isOpen : working;
}

/** The response to a placement: ACK, RESULT or FULL. */
export function placementRecord(
  order: OrderSnapshot,
  fills: readonly AccountTrade[],
  form: OrderResponseType,
  choices: Choices,
): OrderPlacement {
  const { symbol, orderId, clientOrderId, updateTime: transactTime } = order;
  if (form === "ACK") return { symbol, orderId, clientOrderId, transactTime };
  const plain = spelled(resultOf(order), spellingOf(choices));
  const isPlain = order.stopPrice === 0n && order.icebergQuantity === 0n;
  const stop = order.stopPrice === 0n ? {} : { stopPrice: decimal(order.stopPrice) };
  const result = isPlain ? plain : { ...plain, ...stop, ...icebergOf(order) };
  return form === "RESULT" ? result : { ...result, fills: fills.map(fillRecord) };
}

function resultOf(order: OrderSnapshot) {
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

/** The response to a cancellation; `cancelId` is the id of the cancellation itself. */
export function cancellationRecord(
  order: OrderSnapshot,
  cancelId: string,
  choices: Choices,
): OrderCancellation {
  const { clientOrderId: origClientOrderId, origQuoteOrderQty: _, ...state } = stateOf(order);
  return { ...spelled(state, spellingOf(choices)), origClientOrderId, clientOrderId: cancelId };
}

/** The name of the filled quote amount in the order's record. */
const ownSpelling: string = userRecords?.order.filled[1] ?? "cumulativeQuoteQty";

function spellingOf(choices: Choices): string {
  return choices["cumulative-quote-spelling"] === "oneM" ? ownSpelling : "cummulativeQuoteQty";
}

/** Spells the filled quote amount, with one m or two. */
function spelled<Fields extends { readonly cumulativeQuoteQty: Decimal }>(
  record: Fields,
  name: string,
): Fields {
  if (name === "cumulativeQuoteQty") return record;
  const { cumulativeQuoteQty, ...rest } = record;
  return { ...rest, [name]: cumulativeQuoteQty } as unknown as Fields;
}

/** The state of an order, without the time of its placement. */
function stateOf(order: OrderSnapshot) {
  const { transactTime: _, ...state } = resultOf(order);
  return state;
}

function icebergOf({ icebergQuantity }: OrderSnapshot): { readonly icebergQty?: Decimal } {
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
