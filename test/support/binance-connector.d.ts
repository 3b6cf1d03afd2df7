/** What the tests use of a package that comes without types. */
declare module "@binance/connector" {
  interface Answer<Data> {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly data: Data;
  }

  type Level = readonly [price: string, quantity: string];
  type Options = Readonly<Record<string, string | number>>;

  interface Placed {
    readonly orderId: number;
    readonly status: string;
    readonly fills: readonly Readonly<Record<"price" | "qty" | "commission", string>>[];
  }

  export class Spot {
    constructor(key: string, secret: string, options: { readonly baseURL: string });
    time(): Promise<Answer<{ readonly serverTime: number }>>;
    exchangeInfo(): Promise<Answer<{ readonly symbols: unknown }>>;
    depth(
      symbol: string,
      options: Options,
    ): Promise<Answer<{ readonly bids: readonly Level[]; readonly asks: readonly Level[] }>>;
    klines(symbol: string, interval: string, options: Options): Promise<Answer<unknown>>;
    trades(symbol: string, options: Options): Promise<Answer<unknown>>;
    aggTrades(symbol: string, options: Options): Promise<Answer<unknown>>;
    tickerPrice(symbol: string): Promise<Answer<unknown>>;
    bookTicker(symbol: string): Promise<Answer<unknown>>;
    ticker24hr(symbol: string, symbols: readonly string[], type: string): Promise<Answer<unknown>>;
    newOrder(symbol: string, side: string, type: string, options: Options): Promise<Answer<Placed>>;
    newOrderTest(
      symbol: string,
      side: string,
      type: string,
      options: Options,
    ): Promise<Answer<unknown>>;
    ping(): Promise<Answer<unknown>>;
    getOrder(symbol: string, options: Options): Promise<Answer<unknown>>;
    cancelOrder(symbol: string, options: Options): Promise<Answer<unknown>>;
    openOrders(options: Options): Promise<Answer<unknown>>;
    allOrders(symbol: string): Promise<Answer<readonly unknown[]>>;
    myTrades(symbol: string, options: Options): Promise<Answer<unknown>>;
    account(): Promise<
      Answer<{
        readonly balances: readonly Readonly<Record<"asset" | "free" | "locked", string>>[];
      }>
    >;
    createListenKey(): Promise<Answer<{ readonly listenKey: string }>>;
    renewListenKey(listenKey: string): Promise<Answer<unknown>>;
    closeListenKey(listenKey: string): Promise<Answer<unknown>>;
  }
}
