import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  type Client,
  eachAggTrade,
  eachKline,
  eachOrder,
  eachTrade,
  eachUserTrade,
  type PageCursor,
  type RowOptions,
  type Rows,
} from "../../../generated/index.ts";
import { candlesOf } from "../../../sandbox/engine/candles.ts";
import { recordTrade } from "../../../sandbox/engine/market-data.ts";
import { accountSymbol } from "../../../sandbox/engine/orders.ts";
import type { Trade } from "../../../sandbox/engine/state.ts";
import { runs } from "../../support/runs.ts";
import { createWorld } from "../../support/world.ts";

const symbol = "BTCUSDT";

/** A number from 0 to below the bound. */
type Draw = (bound: number) => number;

/** Reproducible chance: the first number of a case decides all of it. */
function drawsFrom(seed: number): Draw {
  let state = seed | 1;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

type World = ReturnType<typeof world>;

/** An exchange on a virtual clock, with many trades of one moment, that trades while it is read. */
function world(seed: number, trades: number, coming = 0) {
  const { sandbox, clock, account, client: make } = createWorld({ seed: "pages" });
  const market = sandbox.exchange.state.markets.get(symbol);
  if (market === undefined) throw new Error("the sandbox has another form now");
  const draw = drawsFrom(seed);
  /** Trades that are still to come, a few after each answer; the exchange's time as it was read. */
  const moving = { coming, readMs: 0 };
  const own = () => accountSymbol(account(), symbol).trades;
  const trade = (waitMs = draw(4) === 0 ? draw(3000) : 0): void => {
    clock.advance(waitMs);
    const isOwn = draw(2) === 0;
    const quantity = BigInt(1 + draw(9)) * 1_000_000n;
    const made: Trade = {
      id: (market.trades.at(-1)?.id ?? -1) + 1,
      price: BigInt(40_000 + draw(3)) * 100_000_000n,
      quantity,
      quote: quantity * 40_000n,
      time: clock.now(),
      buyerIsMaker: draw(2) === 0,
      buyOrderId: draw(3),
      sellOrderId: 3 + draw(3),
    };
    recordTrade(market, made, Infinity);
    if (!isOwn) return;
    const row = { symbol, trade: made, orderId: 1, commission: 0n, commissionAsset: "BTC" };
    own().push({ ...row, isBuyer: true, isMaker: true });
    // A trade with oneself is two rows of one id.
    if (draw(3) === 0) own().push({ ...row, isBuyer: false, isMaker: false });
  };
  for (let count = 0; count < trades; count += 1) trade();
  const client = make();
  // Time and trades go on between two calls, never while one is on its way.
  const between =
    <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const answer = await call(...given);
      for (let count = draw(20); count > 0 && moving.coming > 0; count -= 1) {
        moving.coming -= 1;
        trade();
      }
      // Two seconds between two calls keep the walk below every limit.
      clock.advance(2000);
      return answer;
    };
  const exchange: Client = {
    ...client,
    getTime: async (...given) => {
      moving.readMs = clock.now();
      return between(client.getTime)(...given);
    },
    getTrades: between(client.getTrades),
    getAggTrades: between(client.getAggTrades),
    getUserTrades: between(client.getUserTrades),
    getKlines: between(client.getKlines),
    getAllOrders: between(client.getAllOrders),
  };
  return Object.assign(moving, { sandbox, market, exchange, draw, trade, own });
}

/** Reads a list in pieces: stops anywhere, keeps the place as JSON, and goes on from there. */
async function inPieces<Row>(
  open: (options: RowOptions) => Rows<Row>,
  here: World,
  options: RowOptions = {},
): Promise<Row[]> {
  const all: Row[] = [];
  let resume: PageCursor | undefined;
  for (;;) {
    let left = 1 + here.draw(120);
    const isQuiet = here.coming === 0;
    const rows = open({ ...options, resume });
    for await (const row of rows) {
      all.push(row);
      left -= 1;
      if (left === 0) break;
    }
    resume = JSON.parse(JSON.stringify(rows.cursor())) as PageCursor;
    // A walk that ended goes on from its end as well.
    if (left > 0 && isQuiet) return all;
  }
}

const cases = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const numRuns = runs({ commit: 2, gate: 400, release: 10_000 });

describe("a list that is read in pieces while trades arrive is the engine's own list", () => {
  const property = (name: string, check: (seed: number) => Promise<void>): void => {
    test(name, async () => {
      await fc.assert(fc.asyncProperty(cases, check), { numRuns });
    }, 120_000);
  };

  property("own trades, two rows of one id among them", async (seed) => {
    const here = world(seed, 400, 100);
    const { trades } = here.market;
    const startTime = trades[here.draw(trades.length)]?.time ?? 0;
    const request = { symbol, startTime, limit: 1 + here.draw(20) };
    const rows = await inPieces((options) => eachUserTrade(here.exchange, request, options), here);
    const wanted = here.own().filter(({ trade }) => trade.time >= startTime);
    expect(rows.map(({ id, isBuyer }) => [id, isBuyer])).toEqual(
      wanted.map(({ trade, isBuyer }) => [trade.id, isBuyer]),
    );
  });

  property("klines that are followed: each once, final, and right after its end", async (seed) => {
    const here = world(seed, 20, 200);
    const { clock } = here.sandbox;
    const interval = "1m";
    const startTime = here.sandbox.exchange.now();
    const request = { symbol, interval, startTime, limit: 1 + here.draw(4) } as const;
    const isOpen = here.draw(2) === 0;
    // A wait is a little short, exact, or long; trades come meanwhile, or none for minutes.
    const after: Client["after"] = (ms, run) => {
      const end = ms + (here.draw(3) === 0 ? here.draw(200_000) : here.draw(3) - 1);
      for (let count = here.draw(3); count > 0; count -= 1) here.trade(here.draw(end / 4));
      return clock?.after(Math.max(0, end), run) ?? (() => undefined);
    };
    const drive = setInterval(() => clock?.run(here.draw(60_000)), 0);
    const got: Record<string, unknown[]> = {};
    let resume: PageCursor | undefined;
    for (let left = 12; left > 0; ) {
      const options = { follow: true, open: isOpen, resume };
      const rows = eachKline({ ...here.exchange, after }, request, options);
      for await (const [openTime, , , , , volume, closeTime] of rows) {
        const isFinal = rows.cursor().key === String(openTime);
        if (isFinal) expect(here.readMs).toBeGreaterThan(Number(closeTime));
        else expect(isOpen).toBe(true);
        const id = `${openTime}${isFinal ? "" : " open"}`;
        got[id] = [...(got[id] ?? []), volume];
        if (isFinal) left -= 1;
        if (left === 0 || here.draw(4) === 0) break;
      }
      resume = rows.cursor();
    }
    clearInterval(drive);
    const final = Object.entries(got).filter(([id]) => !id.endsWith("open"));
    const wanted = candlesOf(here.market, interval, request.startTime, Infinity, final.length);
    const digits = (units: bigint) => (Number(units) / 1e8).toFixed(8);
    expect(final).toEqual(wanted.map((each) => [`${each.openTime}`, [digits(each.volume)]]));
  });
});

test("trades, aggregate trades and orders of all states go by their ids", async () => {
  const here = world(3, 30);
  const { exchange, market } = here;
  const made: unknown[] = [];
  const order = { symbol, side: "BUY", type: "LIMIT", timeInForce: "GTC" } as const;
  for (let count = 0; count < 12; count += 1) {
    const fields = { ...order, quantity: "0.01", price: "39000" };
    made.push((await exchange.placeOrder(fields)).orderId);
  }
  const all = async <Row>(rows: Rows<Row>, idOf: (row: Row) => unknown): Promise<unknown[]> => {
    const ids: unknown[] = [];
    for await (const row of rows) ids.push(idOf(row));
    return ids;
  };
  const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
  const orders = { symbol, orderId: Number(made[0]), limit: 5 };
  expect(await all(eachOrder(exchange, orders), ({ orderId }) => orderId)).toEqual(made);
  const first = { symbol, fromId: 0, limit: 7 };
  expect(await all(eachAggTrade(exchange, first), ({ a }) => a)).toEqual(ids(market.aggregates));
  // Only the latest trades can be read.
  const latest = ids(market.trades).slice(-9);
  expect(await all(eachTrade(exchange, { symbol, limit: 9 }), ({ id }) => id)).toEqual(latest);
});
