/**
 * A market maker: one bid and one ask around the middle of the order book. It quotes only while
 * both the book and the account are live, and leaves no order behind.
 */

import { type Client, cancelAll } from "tradespec";
import { watchOrderBook } from "tradespec/order-book";
import type { Streams } from "tradespec/streams";
import { watchUserData } from "tradespec/user-data";

export interface MakerOptions {
  readonly symbol: string;
  /** Base asset of each quote. */
  readonly quantity: string;
  /** Distance of each quote from the middle, as a share of the price. */
  readonly distance: number;
  /** A quote that is this far from where it belongs is replaced, as a share of the price. */
  readonly tolerance: number;
  readonly everyMs: number;
  /** Ends the market maker. */
  readonly signal: AbortSignal;
  readonly log?: (line: string) => void;
}

type Side = "BUY" | "SELL";

export async function makeMarket(client: Client, streams: Streams, options: MakerOptions) {
  const { symbol, quantity, distance, tolerance, everyMs, signal, log = console.log } = options;
  const account = watchUserData({ client, streams, symbols: [symbol] });
  const { book, whenLive, close } = watchOrderBook(symbol, { client, streams });
  const isLive = () => account.state() === "live" && book.state === "live";

  /**
   * Where a quote belongs: an estimate, which `fitOrder` rounds to an exact price that the exchange
   * takes; nothing if that is impossible.
   */
  async function wantedQuote(side: Side, middle: number) {
    const price = middle * (side === "BUY" ? 1 - distance : 1 + distance);
    const order = { symbol, side, type: "LIMIT_MAKER", quantity, price: price.toFixed(8) } as const;
    const fit = (await client.filters(symbol)).fitOrder(order);
    return fit.kind === "impossible" ? undefined : fit.order;
  }

  async function quote(side: Side, middle: number): Promise<void> {
    const wanted = await wantedQuote(side, middle);
    const [own] = account.orders().filter((order) => order.side === side);
    const isNear = Math.abs(Number(own?.price) - Number(wanted?.price)) < middle * tolerance;
    if (own !== undefined && isNear) return;
    if (own?.orderId !== undefined) {
      const canceled = await client.tryCancelOrder({ symbol, orderId: own.orderId });
      log(`${side} at ${own.price}: ${canceled.kind}`);
      // Filled, or in doubt: the account says so before the next quote.
      if (canceled.kind !== "canceled") return;
    }
    if (wanted === undefined || !isLive()) return;
    let placement = await client.tryPlaceOrder(wanted);
    while (placement.kind === "unknown" && !signal.aborted) placement = await placement.ask();
    const why = placement.kind === "rejected" ? `: ${placement.error.message}` : "";
    log(`${side} ${quantity} at ${wanted.price}: ${placement.kind}${why}`);
  }

  let wake = () => {};
  signal.addEventListener("abort", () => wake(), { once: true });
  try {
    await Promise.all([account.whenLive(), whenLive()]);
    while (!signal.aborted) {
      if (isLive()) {
        const { bids, asks } = book.best();
        const middle = (Number(bids?.price) + Number(asks?.price)) / 2;
        if (middle > 0) await Promise.all([quote("BUY", middle), quote("SELL", middle)]);
      } else {
        await cancelAll(client, { symbol });
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
        client.after(everyMs, resolve);
      });
    }
  } finally {
    const outcomes = await cancelAll(client, { symbol });
    log(`${outcomes.length} quotes withdrawn`);
    close();
    await account.close();
  }
}
