/** Live account: open orders and balances from its session, and the records of one symbol. */

import type { Client } from "../../../generated/client.ts";
import { canMove, isFinal } from "../../../generated/order-states.ts";
import type { Streams } from "../../../generated/stream-client.ts";
import type { AccountTrade } from "../../../generated/types.ts";
import {
  type SessionState,
  type UserBalance,
  type UserEvent,
  type UserOrder,
  type UserSession,
  userRecords,
  watchUserData,
} from "../../../generated/user-data.ts";
import { fieldsIn } from "../../../runtime/encoding/json-value.ts";
import { mergeOrder, readRecord, tradeOf } from "../../../runtime/user-data/records.ts";
import { errorText } from "../parts/format.ts";
import { createStore, type Store } from "../store.ts";
import { newestById } from "./newest.ts";

/** An own trade as far as known; events have fewer fields than its record. */
export type Fill = Partial<AccountTrade>;

export interface AccountState {
  readonly session: SessionState;
  /** Start of the session's state, on this machine's clock. */
  readonly since: number;
  /** The last failure of the session; empty for none. */
  readonly problem: string;
  /** On all symbols, newest first. */
  readonly openOrders: readonly UserOrder[];
  readonly balances: readonly UserBalance[];
  /** Orders of the selected symbol in any state, newest first. */
  readonly history: readonly UserOrder[];
  /** Fills of the selected symbol, newest first. */
  readonly fills: readonly Fill[];
  /** Why history and fills could not be loaded; empty for none. */
  readonly recordsProblem: string;
}

export type AccountWatch = ReturnType<typeof watchAccount>;

const recordsMax = 100;

/**
 * Time between comparisons of the session's records with REST, in milliseconds: a stream whose
 * listenKey is lost falls silent. When something was missed, the key is renewed.
 */
const checkEveryMs = 30_000;

const initial: Omit<AccountState, "since"> = {
  session: "starting",
  problem: "",
  openOrders: [],
  balances: [],
  history: [],
  fills: [],
  recordsProblem: "",
};

export function watchAccount(client: Client, streams: Streams) {
  const store = createStore<AccountState>({ ...initial, since: Date.now() });
  let loading = new AbortController();
  let shown = "";
  let isPlanned = false;
  const session = watchUserData({
    client,
    streams,
    checkEveryMs,
    onNotice: (notice) => {
      if (notice.kind === "failed") store.set({ problem: errorText(notice.error) });
    },
  });
  const refresh = (): void => {
    isPlanned = false;
    const state = session.state();
    const since = state === store.get().session ? store.get().since : Date.now();
    const openOrders = [...session.orders()].sort(newestFirst);
    const problem = state === "live" ? "" : store.get().problem;
    store.set({ session: state, since, problem, openOrders, balances: session.balances() });
  };
  // Once for all events that come together: there may be thousands of orders.
  const planRefresh = (): void => {
    if (!isPlanned) queueMicrotask(refresh);
    isPlanned = true;
  };
  const load = (): void => {
    loading.abort();
    loading = new AbortController();
    store.set({ recordsProblem: "", history: [], fills: [] });
    void loadRecords(client, shown, store, loading.signal);
  };
  session.each((event) => {
    planRefresh();
    // Afterwards the exchange may have begun anew, without what was shown.
    if (event.kind === "gap") store.set({ recordsProblem: event.reason });
    if (event.kind === "live" && store.get().recordsProblem !== "") load();
    const { order, fill } = recordsIn(event, session.order);
    if (order?.symbol === shown) addOrders(store, [order]);
    if (fill?.symbol === shown) addFills(store, [fill]);
  });
  session.whenLive().catch((error: unknown) => {
    if (session.state() === "closed") store.set({ session: "closed", problem: errorText(error) });
  });
  return {
    store,
    /** Selects the symbol whose records are shown. */
    showSymbol: (symbol: string): void => {
      if (symbol === shown) return;
      shown = symbol;
      load();
    },
    close: (): void => {
      loading.abort();
      void session.close();
    },
  };
}

/** Loads the records of a symbol; keeps what the session adds meanwhile. */
async function loadRecords(
  client: Client,
  symbol: string,
  store: Store<AccountState>,
  signal: AbortSignal,
): Promise<void> {
  const request = { symbol, limit: recordsMax };
  try {
    const [orders, trades] = await Promise.all([
      client.getAllOrders(request, { signal }),
      client.getUserTrades(request, { signal }),
    ]);
    if (signal.aborted) return;
    addOrders(store, orders);
    addFills(store, trades);
  } catch (error) {
    if (!signal.aborted) store.set({ recordsProblem: errorText(error) });
  }
}

const { executionReport } = userRecords.events;

/** The order of an event, as far as the session knows it, and the fill. */
function recordsIn(event: UserEvent, find: UserSession["order"]): EventRecords {
  if (event.kind === "order") return { order: event.order };
  if (event.kind === "trade") return { fill: event.trade };
  if (event.kind !== "event" || event.data.e !== "executionReport") return {};
  const fields = fieldsIn(event.data);
  const order = find(readRecord(fields, executionReport.order));
  return { order, fill: tradeOf(fields, executionReport) };
}

interface EventRecords {
  readonly order?: UserOrder | undefined;
  readonly fill?: Fill | undefined;
}

const orderRules = { ...userRecords.order, isFinal, canMove };

/** Adds orders; of two records of an order the later one wins. */
function addOrders(store: Store<AccountState>, added: readonly UserOrder[]): void {
  const byId = new Map(store.get().history.map((order) => [order.orderId, order]));
  for (const order of added) {
    byId.set(order.orderId, mergeOrder(byId.get(order.orderId), order, orderRules));
  }
  store.set({ history: [...byId.values()].sort(newestFirst).slice(0, recordsMax) });
}

function addFills(store: Store<AccountState>, added: readonly Fill[]): void {
  store.set({ fills: newestById(store.get().fills, added, recordsMax) });
}

function newestFirst(one: UserOrder, other: UserOrder): number {
  return (one.orderId ?? 0) < (other.orderId ?? 0) ? 1 : -1;
}
