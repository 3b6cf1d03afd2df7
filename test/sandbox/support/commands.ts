/** Random commands for the small exchange of scenario.ts: few prices and ids, so they collide. */

import fc from "fast-check";

import type { Command } from "../../../sandbox/engine/messages.ts";
import { units } from "./scenario.ts";

const symbol = "BTCUSDT";
const account = fc.constantFrom("ann", "bob", "cat");
const side = fc.constantFrom("BUY" as const, "SELL" as const);
const clientOrderId = fc.option(fc.constantFrom("x", "y", "z"), { nil: undefined });
const price = fc.integer({ min: 9_990, max: 10_010 }).map((cents) => units("0.01") * BigInt(cents));
const quantity = fc.integer({ min: 1, max: 40 }).map((tenths) => units("0.1") * BigInt(tenths));
const timeInForce = fc.constantFrom("GTC" as const, "GTC" as const, "IOC" as const, "FOK" as const);

const limit = fc.record({
  kind: fc.constant("place" as const),
  account,
  symbol: fc.constant(symbol),
  side,
  type: fc.constantFrom("LIMIT" as const, "LIMIT" as const, "LIMIT_MAKER" as const),
  timeInForce,
  quantity,
  price,
  clientOrderId,
});

const market = fc.record({
  kind: fc.constant("place" as const),
  account,
  symbol: fc.constant(symbol),
  side,
  type: fc.constant("MARKET" as const),
  quantity,
});

const marketByAmount = fc.record({
  kind: fc.constant("place" as const),
  account,
  symbol: fc.constant(symbol),
  side,
  type: fc.constant("MARKET" as const),
  quoteQuantity: fc.integer({ min: 1, max: 50_000 }).map((cents) => units("0.01") * BigInt(cents)),
});

const cancelById = fc.record({
  kind: fc.constant("cancel" as const),
  account,
  symbol: fc.constant(symbol),
  clientOrderId: fc.constantFrom("x", "y", "z"),
});

const cancelByNumber = fc.record({
  kind: fc.constant("cancel" as const),
  account,
  symbol: fc.constant(symbol),
  orderId: fc.integer({ min: 1, max: 60 }),
});

const deposit = fc.record({
  kind: fc.constant("deposit" as const),
  account,
  asset: fc.constantFrom("BTC", "USDT"),
  amount: fc.integer({ min: -2_000, max: 4_000 }).map((whole) => units("0.3") * BigInt(whole)),
});

/** A command and how many milliseconds after the one before it comes. */
export interface TimedCommand {
  readonly command: Command;
  readonly waitMs: number;
}

export const timedCommand: fc.Arbitrary<TimedCommand> = fc.record({
  command: fc.oneof(
    { weight: 6, arbitrary: limit },
    { weight: 2, arbitrary: market },
    { weight: 2, arbitrary: marketByAmount },
    { weight: 1, arbitrary: cancelById },
    { weight: 1, arbitrary: cancelByNumber },
    { weight: 1, arbitrary: deposit },
  ) as fc.Arbitrary<Command>,
  waitMs: fc.constantFrom(0, 0, 1, 30_000, 3_600_000),
});

/** What each account begins with. */
export const openingDeposits: readonly Command[] = ["ann", "bob", "cat"].flatMap((name) => [
  { kind: "deposit", account: name, asset: "USDT", amount: units("3000") } as const,
  { kind: "deposit", account: name, asset: "BTC", amount: units("30") } as const,
]);
