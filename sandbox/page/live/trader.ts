/** Places and cancels orders: one placement at a time, and never late. */

import type { Client } from "../../../generated/client.ts";
import { placeOrderRequest } from "../../../generated/order-rules.ts";
import type { UserOrder } from "../../../generated/user-data.ts";
import { normalForm } from "../../../runtime/encoding/decimal.ts";
import type { Int64 } from "../../../runtime/tables.ts";
import { errorText } from "../parts/format.ts";
import { createStore, type Store } from "../store.ts";
import type { DraftOrder } from "./draft.ts";

/** The outcome of an order, as text. */
interface Notice {
  readonly id: number;
  readonly kind: "pending" | "done" | "failed" | "unknown";
  readonly text: string;
  /** Queries the outcome of an unknown placement again. */
  readonly ask?: () => void;
}

interface TraderState {
  readonly isPlacing: boolean;
  /** Orders whose cancellation is in flight. */
  readonly cancelling: ReadonlySet<Int64>;
  /** Newest first. */
  readonly notices: readonly Notice[];
}

export interface Trader {
  readonly store: Store<TraderState>;
  /** Resolves to whether the exchange accepted the order. */
  readonly place: (order: DraftOrder) => Promise<boolean>;
  readonly cancel: (orders: readonly UserOrder[]) => Promise<void>;
  readonly dismiss: (id: number) => void;
}

/**
 * Longest time from the click to the sending of an order, and to its acceptance by the exchange, in
 * milliseconds.
 */
const sendWithinMs = 3000;

/** A second click within this time counts as the same. */
const doubleClickMs = 500;

const noticesMax = 4;

/** `refusal`: why nothing can be sent now, if so. */
export function createTrader(client: Client, refusal: () => string | undefined): Trader {
  const store = createStore<TraderState>({ isPlacing: false, cancelling: new Set(), notices: [] });
  const note = createNote(store);
  const settle = (placement: Outcome, what: string, id: number): boolean => {
    if (placement.kind === "placed") {
      note({ kind: "done", text: `${what}: ${describe(placement.order)}` }, id);
    } else if (placement.kind === "rejected") {
      note({ kind: "failed", text: `Not placed: ${what}. ${placement.error.message}` }, id);
    } else {
      const ask = async (): Promise<void> => {
        note({ kind: "pending", text: `Querying the outcome of ${what}` }, id);
        settle(await placement.ask({ resolveMs: sendWithinMs }), what, id);
      };
      const text = `It is not known yet whether this order exists: ${what}.`;
      note({ kind: "unknown", text, ask: () => void ask() }, id);
    }
    return placement.kind === "placed";
  };
  const place = async (order: DraftOrder): Promise<boolean> => {
    const what = wordsOf(order);
    const id = note({ kind: "pending", text: `Placing ${what}` });
    try {
      const request = { ...placeOrderRequest(order), recvWindow: sendWithinMs };
      return settle(await client.tryPlaceOrder(request, { timeoutMs: sendWithinMs }), what, id);
    } catch (error) {
      note({ kind: "failed", text: `Not placed: ${what}. ${errorText(error)}` }, id);
      return false;
    }
  };
  return {
    store,
    place: async (order) => {
      if (store.get().isPlacing) return false;
      const why = refusal();
      if (why !== undefined) {
        note({ kind: "failed", text: `Not sent: ${wordsOf(order)}. ${why}` });
        return false;
      }
      store.set({ isPlacing: true });
      const [isPlaced] = await Promise.all([place(order), wait(doubleClickMs)]);
      store.set({ isPlacing: false });
      return isPlaced;
    },
    cancel: async (orders) => {
      const why = refusal();
      if (why === undefined)
        await Promise.all(orders.map((order) => cancelOrder(client, store, order, note)));
      else note({ kind: "failed", text: `Nothing was canceled. ${why}` });
    },
    dismiss: (id) => {
      store.set({ notices: store.get().notices.filter((notice) => notice.id !== id) });
    },
  };
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

async function cancelOrder(
  client: Client,
  store: Store<TraderState>,
  { symbol = "", orderId = 0 }: UserOrder,
  note: Note,
): Promise<void> {
  const { cancelling } = store.get();
  if (cancelling.has(orderId)) return;
  store.set({ cancelling: new Set([...cancelling, orderId]) });
  try {
    await client.cancelOrder({ symbol, orderId }, { timeoutMs: sendWithinMs });
    note({ kind: "done", text: `Canceled order ${orderId} of ${symbol}.` });
  } catch (error) {
    note({ kind: "failed", text: `Order ${orderId} was not canceled: ${errorText(error)}` });
  }
  const left = [...store.get().cancelling].filter((one) => one !== orderId);
  store.set({ cancelling: new Set(left) });
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

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
