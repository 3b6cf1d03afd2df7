/** What several tables share. */

import type { CallScenario } from "../suite/scenario.ts";

export const symbol = "BTCUSDT";

/** The best bid: a price at which a buy order rests. */
export const bid = { from: "getBookTicker.default", property: "bidPrice" } as const;

export const limitBuy = {
  symbol,
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "0.001",
} as const;

/** A call for a symbol that nobody trades. */
export function unknownSymbol(operation: string, summary: string): CallScenario {
  const fields = { symbol: "NOSUCHPAIR" };
  const expect = { kind: "error", code: -1121 } as const;
  return { id: `${operation}.unknownSymbol`, summary, fields, expect };
}
