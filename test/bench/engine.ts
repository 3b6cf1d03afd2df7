import { OrderBook, Side } from "nodejs-order-book";

import type { Command, EventsWanted } from "../../sandbox/engine/messages.ts";
import { nextBelow, seedRandom } from "../../sandbox/engine/random.ts";
import { createExchangeState, step } from "../../sandbox/engine/step.ts";
import type { Comparison } from "./comparison.ts";

const count = 100_000;

/** One thing that somebody wants of a book; prices are ticks and quantities steps. */
type MatchRequest =
  | {
      readonly kind: "limit";
      readonly id: number;
      readonly buys: boolean;
      readonly price: number;
      readonly quantity: number;
    }
  | {
      readonly kind: "market";
      readonly id: number;
      readonly buys: boolean;
      readonly quantity: number;
    }
  | { readonly kind: "cancel"; readonly id: number };

/** The engine with balances, records and events against books that have none of them. */
export const matching: Comparison = {
  title: `Engine, ${count} commands: limit and market orders and cancellations`,
  rounds: 9,
  prepare: () => {
    const wishes = makeWishes();
    const commands = wishes.map(commandOf);
    return {
      floor: "nodejs-order-book",
      subjects: [
        { name: "nodejs-order-book", run: () => runPeer(wishes) },
        { name: "engine", run: () => runEngine(commands), hold: "at most 0.45" },
        { name: "engine, all events listened to", run: () => runEngine(commands, "all") },
      ],
    };
  },
};

/** A market around a fixed price: six in ten add or take, one takes at once, three cancel. */
function makeWishes(): readonly MatchRequest[] {
  const random = seedRandom("bench");
  let id = 0;
  return Array.from({ length: count }, (): MatchRequest => {
    const draw = nextBelow(random, 10);
    if (draw >= 7) return { kind: "cancel", id: Math.max(1, id - nextBelow(random, 100)) };
    id += 1;
    const buys = nextBelow(random, 2) === 0;
    const quantity = 1 + nextBelow(random, 1000);
    if (draw === 6) return { kind: "market", id, buys, quantity };
    const away = nextBelow(random, 60) - 10;
    return { kind: "limit", id, buys, price: 10_000 + (buys ? -away : away), quantity };
  });
}

function runPeer(wishes: readonly MatchRequest[]): void {
  const book = new OrderBook();
  for (const request of wishes) {
    if (request.kind === "cancel") {
      book.cancel(String(request.id));
      continue;
    }
    const side = request.buys ? Side.BUY : Side.SELL;
    const { id, quantity: size } = request;
    if (request.kind === "market") book.market({ side, size });
    else book.limit({ id: String(id), side, size, price: request.price });
  }
}

const unit = 100_000_000n;

/** Two accounts take turns, so that both sides of a trade are settled between them. */
function commandOf(request: MatchRequest): Command {
  const account = request.id % 2 === 0 ? "one" : "two";
  const symbol = "AB";
  if (request.kind === "cancel") return { kind: "cancel", account, symbol, orderId: request.id };
  const side = request.buys ? "BUY" : "SELL";
  const order = {
    kind: "place",
    account,
    symbol,
    side,
    quantity: BigInt(request.quantity) * unit,
  } as const;
  if (request.kind === "market") return { ...order, type: "MARKET" };
  const price = BigInt(request.price) * unit;
  return { ...order, type: "LIMIT", timeInForce: "GTC", price };
}

function runEngine(commands: readonly Command[], wanted: EventsWanted = "none"): void {
  const rates = { makerRate: 100_000n, takerRate: 100_000n };
  const state = createExchangeState({
    seed: "bench",
    now: 0,
    markets: [
      {
        symbol: "AB",
        baseAsset: "A",
        quoteAsset: "B",
        priceStep: unit,
        priceFrom: 0n,
        openingPrice: 0n,
        quantityStep: unit,
      },
    ],
    accounts: ["one", "two"].map((name) => ({ name, ...rates })),
  });
  for (const account of ["one", "two"]) {
    for (const asset of ["A", "B"]) {
      step(state, { kind: "deposit", account, asset, amount: unit * 10n ** 12n }, 0);
    }
  }
  let now = 0;
  for (const command of commands) step(state, command, (now += 1), wanted);
}
