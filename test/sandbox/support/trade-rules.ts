/** Who may trade with whom, and at what price: P07, P08 and the part of P09 about takers. */

import type { ExchangeState, Order } from "../../../sandbox/engine/state.ts";
import type { Memory, Step } from "./memory.ts";
import { orderOf } from "./orders-of.ts";

/** Faults of a step's trades; the book in `memory` is still the one before the step. */
export function tradeFaults(state: ExchangeState, memory: Memory, { events }: Step): string[] {
  const faults: string[] = [];
  let last: { readonly taker: Order; readonly price: bigint } | undefined;
  for (const event of events) {
    if (event.kind !== "trade") continue;
    const { price, buyerIsMaker, buyOrderId, sellOrderId } = event.trade;
    const maker = orderOf(state, buyerIsMaker ? buyOrderId : sellOrderId);
    const taker = orderOf(state, buyerIsMaker ? sellOrderId : buyOrderId);
    if (maker === undefined || taker === undefined) return ["P04 a trade of unknown orders"];
    if (maker.price !== price) faults.push("P08 a trade is not at the resting price");
    const buys = taker.side === "BUY";
    const limit = taker.price === 0n ? price : taker.price;
    if (buys ? price > limit : price < limit) faults.push("P08 a trade is worse than the limit");
    if (taker.type === "LIMIT_MAKER") faults.push("P09 LIMIT_MAKER took");
    if (last === undefined) {
      const best = bestBefore(buys ? memory.asks : memory.bids, buys);
      if (best !== price) faults.push("P07 the best price was passed over");
    } else if (last.taker === taker && (buys ? price < last.price : price > last.price)) {
      faults.push("P07 a better price came second");
    }
    last = { taker, price };
  }
  return faults;
}

function bestBefore(side: ReadonlyMap<bigint, bigint>, lowest: boolean): bigint | undefined {
  let best: bigint | undefined;
  for (const price of side.keys()) {
    if (best === undefined || (lowest ? price < best : price > best)) best = price;
  }
  return best;
}
