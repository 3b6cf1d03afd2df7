/** Places, cancels and replaces orders: one placement at a time, and never late. */

import type { Client } from "../../../generated/client.ts";
import { placeOrderRequest } from "../../../generated/order-rules.ts";
import { isFinal } from "../../../generated/order-states.ts";
import type { UserOrder } from "../../../generated/user-data.ts";
import { normalForm } from "../../../runtime/encoding/decimal.ts";
import type { Decimal, Int64 } from "../../../runtime/tables.ts";
import { errorText } from "../parts/format.ts";
import { createStore, type Store } from "../store.ts";
import { difference, isMore, isZero } from "./decimals.ts";
import type { DraftOrder } from "./draft.ts";

interface Notice {
  readonly id: number;
  readonly kind: "pending" | "done" | "failed" | "unknown";
  readonly text: string;
  /** Queries the outcome of an unknown placement again. */
  readonly ask?: () => void;
}

interface TraderState {
  readonly isPlacing: boolean;
  /** The order that is being edited, and what it would become. */
  readonly edited?: { readonly order: UserOrder; readonly next: DraftOrder } | undefined;
  /** Orders whose cancellation is in flight. */
  readonly cancelling: ReadonlySet<Int64>;
  /** Newest first. */
  readonly notices: readonly Notice[];
}

export type Trader = ReturnType<typeof createTrader>;

/**
 * Longest time from the click to the sending of an order, and to its acceptance by the exchange, in
 * milliseconds.
 */
const sendWithinMs = 3000;

/** A second click within this time counts as the same. */
const doubleClickMs = 500;

const noticesMax = 4;

/** `refusal`: why nothing can be sent now, if so. */
export function createTrader(client: Client, refusal: () => string | undefined) {
  const store = createStore<TraderState>({ isPlacing: false, cancelling: new Set(), notices: [] });
  const note = createNote(store);
  const parts = { client, store, note };
  /** Runs work that nothing refuses, or says why not. */
  const unlessRefused = async (what: string, work: () => Promise<unknown>): Promise<unknown> => {
    const why = refusal();
    if (why === undefined) return work();
    note({ kind: "failed", text: `${what} ${why}` });
    return undefined;
  };
  /** Places nothing else meanwhile, and nothing for the second of two clicks. */
  const alone = async (work: () => Promise<boolean>): Promise<boolean> => {
    if (store.get().isPlacing) return false;
    store.set({ isPlacing: true });
    const pause = new Promise((resolve) => setTimeout(resolve, doubleClickMs));
    const [isPlaced] = await Promise.all([work(), pause]);
    store.set({ isPlacing: false });
    return isPlaced;
  };
  return {
    store,
    /** Resolves to whether the exchange accepted the order. */
    place: async (order: DraftOrder): Promise<boolean> => {
      const place = () => alone(() => placeOrder(parts, order));
      return (await unlessRefused(`Not sent: ${wordsOf(order)}.`, place)) === true;
    },
    cancel: async (orders: readonly UserOrder[]): Promise<void> => {
      const cancelAll = () => Promise.all(orders.map((order) => cancelOrder(parts, order)));
      await unlessRefused("Nothing was canceled.", cancelAll);
    },
    /** Begins to edit an order with some of its fields changed, or ends it. */
    edit: (order?: UserOrder, change?: DraftOrder): void => {
      if (order !== undefined && isWaiting(order) === undefined) {
        const text = `Order ${order.orderId} may have reached its stop price; cancel it instead.`;
        note({ kind: "failed", text });
      } else store.set({ edited: order && { order, next: { ...draftOf(order), ...change } } });
    },
    /**
     * Cancels an order, and once that is final places another in its stead: for the quantity that
     * is not filled by then, and for none while it is not known what became of the first.
     */
    replace: async (order: UserOrder, next: DraftOrder): Promise<void> => {
      const replace = async (): Promise<boolean> => {
        const quantity = await restAfterCancel(parts, order, next);
        return quantity !== undefined && placeOrder(parts, { ...next, quantity });
      };
      await unlessRefused("Nothing was changed.", () => alone(replace));
    },
    dismiss: (id: number): void => {
      store.set({ notices: store.get().notices.filter((notice) => notice.id !== id) });
    },
  };
}

/** Places an order; resolves to whether the exchange accepted it. */
async function placeOrder({ client, note }: Trading, order: DraftOrder): Promise<boolean> {
  const what = wordsOf(order);
  const id = note({ kind: "pending", text: `Placing ${what}` });
  const settle = (placement: Outcome): boolean => {
    if (placement.kind === "placed") {
      note({ kind: "done", text: `${what}: ${describe(placement.order)}` }, id);
    } else if (placement.kind === "rejected") {
      note({ kind: "failed", text: `Not placed: ${what}. ${placement.error.message}` }, id);
    } else {
      const ask = async (): Promise<void> => {
        note({ kind: "pending", text: `Querying the outcome of ${what}` }, id);
        settle(await placement.ask({ resolveMs: sendWithinMs }));
      };
      const text = `It is not known yet whether this order exists: ${what}.`;
      note({ kind: "unknown", text, ask: () => void ask() }, id);
    }
    return placement.kind === "placed";
  };
  try {
    const request = { ...placeOrderRequest(order), recvWindow: sendWithinMs };
    return settle(await client.tryPlaceOrder(request, { timeoutMs: sendWithinMs }));
  } catch (error) {
    note({ kind: "failed", text: `Not placed: ${what}. ${errorText(error)}` }, id);
    return false;
  }
}

interface Trading {
  readonly client: Client;
  readonly store: Store<TraderState>;
  readonly note: Note;
}

/**
 * Whether an open order waits for its stop price; `undefined` where only a true `isWorking` says
 * that it does not, which is assumed.
 */
export function isWaiting(order: UserOrder): boolean | undefined {
  const { price = "0", stopPrice = "0", executedQty = "0", isWorking } = order;
  if (isZero(stopPrice) || isMore(executedQty, "0")) return false;
  return isWorking === false || isZero(price) ? true : undefined;
}

/** An open order as it would be placed again; a stop that was reached is no stop any more. */
function draftOf(order: UserOrder): DraftOrder {
  const { symbol = "", side = "", type = "", timeInForce = "", price = "0" } = order;
  const { stopPrice = "0", icebergQty = "0", origQty = "0" } = order;
  const isReached = !isWaiting(order) && !isZero(stopPrice);
  const fields = {
    timeInForce: type === "LIMIT_MAKER" ? "" : timeInForce,
    price: isZero(price) ? "" : normalForm(price),
    stopPrice: isReached || isZero(stopPrice) ? "" : normalForm(stopPrice),
    icebergQty: isZero(icebergQty) ? "" : normalForm(icebergQty),
  };
  const given = Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ""));
  const kind = isReached && !isZero(price) ? "LIMIT" : type;
  return { symbol, side, type: kind, quantity: normalForm(origQty), ...given };
}

/** Cancels an order; the quantity to place in its stead, `undefined` for none. */
async function restAfterCancel(
  parts: Trading,
  order: UserOrder,
  { quantity = "0" }: DraftOrder,
): Promise<Decimal | undefined> {
  const { client, note } = parts;
  const { symbol = "", orderId = 0 } = order;
  const nothing = (text: string): undefined => {
    note({ kind: "failed", text: `Nothing was placed in place of order ${orderId}: ${text}` });
  };
  const isCanceled = await cancelOrder(parts, order);
  try {
    // Only this says for certain how much of it is filled.
    const asked = client.getOrder({ symbol, orderId }, { timeoutMs: sendWithinMs });
    const { status, executedQty } = await asked;
    if (status !== "CANCELED") {
      return nothing(isFinal(status) ? `it is ${status}.` : `it is still ${status}.`);
    }
    // Whoever canceled it may have placed another in its stead.
    if (!isCanceled) return nothing("it is CANCELED, perhaps by another program.");
    const rest = difference(quantity, executedQty);
    if (!isMore(rest, "0")) return nothing(`${normalForm(executedQty)} of it were filled.`);
    return rest;
  } catch (error) {
    return nothing(`it is not known whether it is canceled. ${errorText(error)}`);
  }
}

type Note = (notice: Omit<Notice, "id">, id?: number) => number;

/** Shows a notice on top, or replaces the one with an id; returns its id. */
function createNote(store: Store<TraderState>): Note {
  let count = 0;
  return (notice, id = ++count) => {
    const others = store.get().notices.filter((one) => one.id !== id);
    store.set({ notices: [{ ...notice, id }, ...others].slice(0, noticesMax) });
    return id;
  };
}

/** Resolves to whether this has canceled the order, for certain. */
async function cancelOrder(
  { client, store, note }: Trading,
  { symbol = "", orderId = 0 }: UserOrder,
): Promise<boolean> {
  const { cancelling } = store.get();
  if (cancelling.has(orderId)) return false;
  store.set({ cancelling: new Set([...cancelling, orderId]) });
  try {
    await client.cancelOrder({ symbol, orderId }, { timeoutMs: sendWithinMs });
    note({ kind: "done", text: `Canceled order ${orderId} of ${symbol}.` });
    return true;
  } catch (error) {
    note({ kind: "failed", text: `Order ${orderId} was not canceled: ${errorText(error)}` });
    return false;
  } finally {
    const left = [...store.get().cancelling].filter((one) => one !== orderId);
    store.set({ cancelling: new Set(left) });
  }
}

type Outcome = Awaited<ReturnType<Client["tryPlaceOrder"]>>;

function describe(order: Extract<Outcome, { kind: "placed" }>["order"]): string {
  const { orderId, status, executedQty = "0" } = { ...order } as UserOrder;
  const filled = status === "PARTIALLY_FILLED" ? `, ${normalForm(executedQty)} filled` : "";
  return [`order ${orderId}`, status ?? "accepted"].join(", ") + filled;
}

function wordsOf(order: DraftOrder): string {
  const { side, type, quantity, quoteOrderQty, symbol, price, stopPrice } = order;
  const amount = quantity ?? (quoteOrderQty === undefined ? "" : `for ${quoteOrderQty}`);
  const at = price === undefined ? "" : ` at ${price}`;
  const stop = stopPrice === undefined ? "" : `, stop ${stopPrice}`;
  return `${side} ${amount} ${symbol} ${type}${at}${stop}`;
}
