/** Whether a symbol can be traded now, which is the keeper's to say. */

import type { Reply, StatusCommand } from "./messages.ts";
import type { ExchangeState } from "./state.ts";

/** The one status in which orders are taken. */
export const tradingStatus = "TRADING";

/** Gives a symbol another status. Orders that are open stay open, and can be canceled. */
export function setStatus(state: ExchangeState, { symbol, status }: StatusCommand): Reply {
  const market = state.markets.get(symbol);
  if (market === undefined) return { kind: "rejected", reason: "unknownSymbol" };
  market.status = status;
  return { kind: "statusSet" };
}
