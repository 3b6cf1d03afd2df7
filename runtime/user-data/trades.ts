/** Which trades of an account were told, so that none is told twice and none is left out. */

import type { PageCursor } from "../pagination/list.ts";
import { int64Of } from "../pagination/list.ts";
import type { Fields, TradeFacts } from "./records.ts";
import { identityOf } from "./records.ts";

/** The trades of one symbol: all up to the cursor, and some behind it. */
interface Book {
  cursor: PageCursor | undefined;
  /** Trades behind the cursor that were told, by what tells them from others. */
  readonly told: Map<string, bigint>;
}

/** The trades that were told, by symbol. */
export interface ToldTrades {
  /** Begins with a symbol; trades up to the place are none of the session's. */
  readonly begin: (symbol: string, cursor?: PageCursor) => void;
  readonly symbols: () => readonly string[];
  /** The place in a symbol's list up to which all are told. */
  readonly cursor: (symbol: string) => PageCursor | undefined;
  /** True when the trade is told for the first time. */
  readonly tell: (trade: Fields) => boolean;
  /** All up to this place are told. */
  readonly advance: (symbol: string, cursor: PageCursor) => void;
}

/** Makes an empty list. */
export function createToldTrades(facts: TradeFacts): ToldTrades {
  const books = new Map<string, Book>();
  const begin = (symbol: string, cursor?: PageCursor): Book => {
    const book = books.get(symbol) ?? { cursor, told: new Map<string, bigint>() };
    books.set(symbol, book);
    return book;
  };
  return {
    begin,
    symbols: () => [...books.keys()],
    cursor: (symbol) => books.get(symbol)?.cursor,
    tell: (trade) => {
      const key = identityOf(trade, facts.identity);
      const id = int64Of(trade[facts.id]);
      // Without a name it cannot be told from others; better twice than never.
      if (key === undefined || id === undefined) return true;
      const { cursor, told } = begin(String(trade[facts.symbol]));
      const isOld = cursor?.key !== undefined && id < BigInt(cursor.key);
      if (isOld || told.has(key)) return false;
      told.set(key, id);
      return true;
    },
    advance: (symbol, cursor) => {
      const book = begin(symbol);
      book.cursor = cursor;
      const last = BigInt(cursor.key ?? -1);
      // Of the last trade the account may have both sides.
      for (const [key, id] of book.told) if (id < last) book.told.delete(key);
    },
  };
}
