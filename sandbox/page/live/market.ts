/** Live market of a symbol: order book, trades and 24-hour statistics from streams. */

import type { Client } from "../../../generated/client.ts";
import { watchOrderBook } from "../../../generated/order-book.ts";
import type { PublicTrade, Ticker24hr, TradeEvent } from "../../../generated/types.ts";
import type { BookLevel, StaleReason } from "../../../runtime/order-book/types.ts";
import type { Int64 } from "../../../runtime/tables.ts";
import type { Connection } from "../connection.ts";
import { errorText } from "../parts/format.ts";
import { createStore, type Store } from "../store.ts";
import { isMore } from "./decimals.ts";
import { newestById } from "./newest.ts";
import { type ChangeTimes, isSuspicious, resumed, withChange } from "./silence.ts";

export type MarketTrade = Pick<PublicTrade, "id" | "price" | "qty" | "time" | "isBuyerMaker">;

export type Statistics = Pick<
  Ticker24hr,
  "priceChangePercent" | "highPrice" | "lowPrice" | "volume" | "quoteVolume"
>;

/** Why the view may differ from the exchange, and since when on this machine's clock. */
export interface Outdated {
  readonly since: number;
  readonly why: string;
}

export interface MarketState extends MarketNews {
  /** Best first. */
  readonly asks: readonly BookLevel[];
  readonly bids: readonly BookLevel[];
}

/** All but the book. */
interface MarketNews {
  /** Absent while the book is live. */
  readonly outdated: Outdated | undefined;
  /** Newest first. */
  readonly trades: readonly MarketTrade[];
  readonly statistics: Statistics | undefined;
}

/** Most levels read per side; the ladder groups them, and the depth chart shows all. */
const levelsMax = 1000;

const tradesMax = 60;

const starting = "waiting for the first snapshot";

/** Why a book is not live, in plain words. */
const reasons: Readonly<Record<StaleReason, string>> = {
  gap: "events were lost",
  crossed: "the best bid was above the best ask",
  negativeQuantity: "a message had a negative quantity",
  unreadable: "a message could not be read",
  disconnected: "the connection was lost",
  snapshotTooOld: "the snapshot was older than the events",
  snapshotUnreadable: "the snapshot could not be read",
};

export function watchMarket(client: Client, connection: Connection, symbol: string) {
  const { streams } = connection;
  const outdated = { since: Date.now(), why: starting };
  const store = createStore<MarketNews>({ outdated, trades: [], statistics: undefined });
  const closing = new AbortController();
  let hasGap = false;
  const onGap = (): void => {
    hasGap = true;
  };
  const load = (): void => {
    hasGap = false;
    const { signal } = closing;
    const trades = client.getTrades({ symbol, limit: tradesMax }, { signal });
    const ticker = client.getTicker24hr({ symbol }, { signal });
    Promise.all([trades, ticker]).then(([trades, statistics]) => {
      store.set({ statistics });
      // That the list has the latest trades is assumed.
      const first = BigInt(statistics.lastId) - BigInt(tradesMax);
      addTrades(
        store,
        trades.filter(({ id }) => id > first),
      );
    }, onGap);
  };
  const onLive = (): void => {
    if (!hasGap) return;
    // Trades during the gap are missing, and the exchange may have begun anew.
    store.set({ trades: [] });
    load();
  };
  const book = followBook(client, connection, { symbol, store, onLive });
  const trades = streams.trade(symbol, { onGap }).each((event) => {
    addTrades(store, [tradeOf(event)]);
  });
  const ticker = streams.ticker(symbol).each(({ P = "", h = "", l = "", v = "", q = "" }) => {
    const prices = { priceChangePercent: P, highPrice: h, lowPrice: l };
    store.set({ statistics: { ...prices, volume: v, quoteVolume: q } });
  });
  load();
  return {
    subscribe: store.subscribe,
    /** The book is read only here, as it may change more often than anybody looks. */
    state: (): MarketState => ({ ...store.get(), ...book.levels() }),
    close: (): void => {
      closing.abort();
      book.close();
      trades.close();
      ticker.close();
    },
  };
}

interface BookParts {
  readonly symbol: string;
  readonly store: Store<MarketNews>;
  readonly onLive: () => void;
}

/** Follows the book, and says in the store whether it is live. */
function followBook(
  client: Client,
  { streams, reconnect }: Connection,
  { symbol, store, onLive }: BookParts,
) {
  let changes: ChangeTimes = [];
  /** Last update id before the connection was dropped for its silence. */
  let silentAt: Int64 | undefined;
  const watched = watchOrderBook(symbol, {
    client,
    streams,
    onChange: () => {
      changes = withChange(changes, Date.now());
      store.set({});
    },
    onState: (state, { reason, updateId }) => {
      const now = Date.now();
      if (state !== "live") {
        const why = reason === undefined ? starting : reasons[reason];
        if (silentAt === undefined) store.set({ outdated: { since: now, why } });
        return;
      }
      store.set({ outdated: undefined });
      // An unchanged book after a silence means a quiet market.
      changes = silentAt === updateId ? [] : resumed(changes, now);
      silentAt = undefined;
      onLive();
    },
    onError: (error) => {
      const { outdated } = store.get();
      if (outdated) store.set({ outdated: { ...outdated, why: errorText(error) } });
    },
  });
  const timer = setInterval(() => {
    const since = changes.at(-1);
    if (since === undefined || store.get().outdated !== undefined) return;
    if (!isSuspicious(changes, Date.now())) return;
    const why = "no event has arrived since, so a new connection is opened";
    store.set({ outdated: { since, why } });
    silentAt = watched.book.updateId;
    reconnect();
  }, 1000);
  return {
    levels: () => watched.book.levels(levelsMax, { allowStale: true }),
    close: () => {
      clearInterval(timer);
      watched.close();
    },
  };
}

/** Adds trades from the stream or a response, each once, newest first. */
function addTrades(store: Store<MarketNews>, added: readonly MarketTrade[]): void {
  store.set({ trades: newestById(store.get().trades, added, tradesMax) });
}

export function tradeOf({ t = 0, p = "0", q = "0", T = 0, m = false }: TradeEvent): MarketTrade {
  return { id: t, price: p, qty: q, time: T, isBuyerMaker: m };
}

export function isFalling([last, before]: readonly MarketTrade[]): boolean {
  return last !== undefined && before !== undefined && isMore(before.price, last.price);
}
