/**
 * Records closed candles and aggregate trades of several symbols into SQLite, without gaps: the
 * tables say where each list goes on, so it can be killed at any time and started again.
 */

import { DatabaseSync } from "node:sqlite";

import { type Client, eachAggTrade, eachKline } from "tradespec";

export interface RecorderOptions {
  readonly symbols: readonly string[];
  /** Where a new database begins, in Unix milliseconds. */
  readonly startTime: number;
  /** Ends the recorder. */
  readonly signal: AbortSignal;
}

/** Others may read the database meanwhile. */
const tables = `
pragma journal_mode = wal;
create table if not exists candle (
  symbol text, openTime integer, open text, high text, low text, close text, volume text,
  primary key (symbol, openTime)
) strict;
create table if not exists trade (
  symbol text, id integer, price text, quantity text, time integer, buyerIsMaker integer,
  primary key (symbol, id)
) strict;`;

export async function record(client: Client, file: string, options: RecorderOptions) {
  const { symbols, startTime, signal } = options;
  const database = new DatabaseSync(file, { timeout: 10_000 });
  database.exec(tables);
  const lastCandle = database.prepare("select max(openTime) as last from candle where symbol = ?");
  const lastTrade = database.prepare("select max(id) as last from trade where symbol = ?");
  const addCandle = database.prepare("insert into candle values (?, ?, ?, ?, ?, ?, ?)");
  const addTrade = database.prepare("insert into trade values (?, ?, ?, ?, ?, ?)");

  async function candles(symbol: string): Promise<void> {
    const last = lastCandle.get(symbol)?.["last"];
    const from = typeof last === "number" ? last + 1 : startTime;
    const request = { symbol, interval: "1m", startTime: from } as const;
    for await (const candle of eachKline(client, request, { follow: true, signal })) {
      const [openTime, open, high, low, close, volume] = candle;
      addCandle.run(symbol, openTime, open, high, low, close, volume);
    }
  }

  async function trades(symbol: string): Promise<void> {
    const last = lastTrade.get(symbol)?.["last"];
    const request = typeof last === "number" ? { symbol, fromId: last + 1 } : { symbol, startTime };
    for await (const { a, p, q, T, m } of eachAggTrade(client, request, { follow: true, signal })) {
      addTrade.run(symbol, a, p, q, T, Number(m));
    }
  }

  try {
    await Promise.all(symbols.flatMap((symbol) => [candles(symbol), trades(symbol)]));
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    database.close();
  }
}
