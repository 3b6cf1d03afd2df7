// Generated from spec/**/*.yaml by generators/emitters/documents.ts.
// Do not edit: change the spec, then run `npm run generate`.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    readonly Command:
      | {
          /** @constant */
          readonly command: "addFaults";
          readonly rules: readonly components["schemas"]["FaultRule"][];
        }
      | {
          /** @constant */
          readonly command: "removeFault";
          readonly name: components["schemas"]["Text"];
        }
      | {
          /** @constant */
          readonly command: "clearFaults";
        }
      | {
          /** @constant */
          readonly command: "cutSockets";
          readonly code?: components["schemas"]["CloseCode"];
        }
      | {
          /** @constant */
          readonly command: "loseListenKey";
          readonly account: components["schemas"]["Text"];
        }
      | {
          /** @constant */
          readonly command: "ban";
          readonly ip: components["schemas"]["Text"];
          /** @description Duration (ms) */
          readonly ms: number;
        }
      | {
          /** @constant */
          readonly command: "clock";
          /** @description Jump to (Unix ms) */
          readonly jumpTo?: number;
          /** @description Advance by (ms) */
          readonly advanceMs?: number;
          readonly frozen?: boolean;
        }
      | {
          /** @constant */
          readonly command: "save";
          readonly name: components["schemas"]["Text"];
        }
      | {
          /** @constant */
          readonly command: "rewind";
          readonly name: components["schemas"]["Text"];
        }
      | {
          /** @constant */
          readonly command: "seek";
          /** @description Since its begin (ms) */
          readonly at: number;
        }
      | {
          /** @constant */
          readonly command: "deposit";
          readonly account: components["schemas"]["Name"];
          readonly asset: components["schemas"]["Ticker"];
          readonly amount: components["schemas"]["Decimal"];
        }
      | {
          /** @constant */
          readonly command: "withdraw";
          readonly account: components["schemas"]["Text"];
          readonly asset: components["schemas"]["Text"];
          readonly amount: components["schemas"]["Decimal"];
        }
      | {
          /** @constant */
          readonly command: "maintenance";
          readonly symbol?: components["schemas"]["Text"];
        }
      | {
          /** @constant */
          readonly command: "status";
          readonly symbol: components["schemas"]["Text"];
          /** @enum {string} */
          readonly status:
            | "TRADING"
            | "PRE_TRADING"
            | "POST_TRADING"
            | "END_OF_DAY"
            | "HALT"
            | "AUCTION_MATCH"
            | "BREAK";
        }
      | {
          /** @constant */
          readonly command: "maker";
          /** @description Prices move */
          readonly on: boolean;
          /** @description Pause between moves (ms) */
          readonly everyMs?: number;
        };
    /** @description The states to go back to, oldest first. */
    readonly SavedStates: readonly {
      readonly name: components["schemas"]["Text"];
      readonly time: number;
    }[];
    /** @description A sandbox exchange: the options of createSandbox that are plain data, and those of the command line. */
    readonly Config: {
      /** @description Address of this schema. */
      readonly $schema?: string;
      /** @description Any text; equal seeds give equal exchanges. */
      readonly seed?: string;
      /** @description Where the virtual clock begins, in milliseconds of Unix time, at most the end of 9999. */
      readonly startTime?: number;
      /** @description Live prices from a market maker and takers, or how often they move. In a file they are on unless there is a replay; createSandbox has none by default. */
      readonly maker?:
        | boolean
        | {
            /** @description Time between two moves, in milliseconds; 1000 when absent. */
            readonly everyMs?: number;
          };
      /** @description How many trades and minute candles of each symbol, and ended orders and own trades of each account, are kept at least; 100,000 by default. Older ones are dropped; a candle that began before covers only the minutes that are kept. */
      readonly history?: number;
      /**
       * @description What signatures are computed over: the original values, as the interface says (raw, the default), the text as it is sent, or either.
       * @enum {string}
       */
      readonly signing?: "raw" | "percent" | "both";
      /** @description The symbols; three when absent. Beside exchangeInfo, they replace or join the symbols there. */
      readonly symbols?: readonly components["schemas"]["Symbol"][];
      /** @description Filters of the whole exchange. */
      readonly exchangeFilters?: readonly components["schemas"]["Filter"][];
      /** @description The accounts of users; by default alice and bob, with large balances. */
      readonly accounts?: readonly components["schemas"]["Account"][];
      readonly fees?: components["schemas"]["Fees"];
      /**
       * "off", or amounts by window
       * @description Amounts of the rate limits by their window, in place of those of the contract.
       */
      readonly limits?:
        | "off"
        | {
            readonly [key: string]: components["schemas"]["LimitAmount"];
          };
      readonly choices?: components["schemas"]["Choices"];
      /** @description Initial fault rules; more can be added while the sandbox runs. */
      readonly faults?: readonly components["schemas"]["FaultRule"][];
      /** @description Origins whose pages may call the documented operations; none by default. */
      readonly cors?: readonly components["schemas"]["Origin"][];
      /** @description A recorded response of getExchangeInfo, or the path of its file: its symbols, filters and rate limits take the place of the sandbox's own. */
      readonly exchangeInfo?: string | components["schemas"]["ExchangeInfo"];
      /** @description Recorded responses of getDepth by symbol, or the paths of their files: the books to begin with. */
      readonly depth?: {
        readonly [key: string]: string | components["schemas"]["Depth"];
      };
      /** @description Recorded market data to play, or the path of its file. */
      readonly replay?: string | readonly components["schemas"]["RecordedMessage"][];
      /**
       * @description The clock of the command; createSandbox takes a clock itself.
       * @enum {string}
       */
      readonly clock?: "real" | "virtual" | "frozen";
      /** @description Port to listen on. */
      readonly port?: number;
      /** @description Address to listen on. */
      readonly host?: string;
      /** @description File that stores every change. */
      readonly journal?: string;
      /**
       * @description A line for each request.
       * @enum {string}
       */
      readonly log?: "json" | "text" | "off";
    };
    /** @description One symbol, as exchange information lists it. */
    readonly Symbol: {
      readonly symbol?: components["schemas"]["Ticker"];
      readonly baseAsset: components["schemas"]["Ticker"];
      readonly quoteAsset: components["schemas"]["Ticker"];
      /**
       * @description GLOBAL when absent.
       * @enum {string}
       */
      readonly type?: "GLOBAL" | "SITE";
      /** @description TRADING when absent. */
      readonly status?: string;
      /** @description Order types that are accepted; all when absent. */
      readonly orderTypes?: readonly (
        | "LIMIT"
        | "LIMIT_MAKER"
        | "MARKET"
        | "STOP_LOSS"
        | "STOP_LOSS_LIMIT"
        | "TAKE_PROFIT"
        | "TAKE_PROFIT_LIMIT"
      )[];
      readonly filters?: readonly components["schemas"]["Filter"][];
      readonly price?: components["schemas"]["Decimal"];
    };
    /** @description An account with its API key. */
    readonly Account: {
      readonly name: components["schemas"]["Name"];
      readonly apiKey?: components["schemas"]["ApiKey"];
      readonly apiSecret?: components["schemas"]["ApiSecret"];
      /** @description Initial free balances, by asset; none when absent. */
      readonly balances?: {
        readonly [key: string]: components["schemas"]["Decimal"];
      };
      readonly fees?: components["schemas"]["Fees"];
    };
    /** @description Commission rates as fractions of the received amount; "0.001", which is 10 basis points, when absent. */
    readonly Fees: {
      readonly maker?: components["schemas"]["Rate"];
      readonly taker?: components["schemas"]["Rate"];
    };
    /** a part below 1 with at most 8 decimal places, like "0.001" */
    readonly Rate: string;
    /** a whole number from 0 up, or "off" */
    readonly LimitAmount: number | "off";
    /** an origin like "http://localhost:5173" */
    readonly Origin: string;
    /** a name of 1 to 32 letters, digits, hyphens and underscores */
    readonly Name: string;
    /** a name of 1 to 32 characters without lowercase letters, spaces, "/" and "@" */
    readonly Ticker: string;
    /** 1 to 200 visible ASCII characters, which a header can carry */
    readonly ApiKey: string;
    /** 1 to 200 characters, without spaces around them */
    readonly ApiSecret: string;
    readonly Text: string;
    /** a decimal as text, like "0.5", with at most 8 decimal places */
    readonly Decimal: string;
    /** @description A response of getDepth. */
    readonly Depth: {
      readonly lastUpdateId?: number;
      readonly bids: components["schemas"]["Levels"];
      readonly asks: components["schemas"]["Levels"];
    };
    readonly Levels: readonly (readonly components["schemas"]["Decimal"][])[];
    /** @description A response of getExchangeInfo; unknown fields are ignored. */
    readonly ExchangeInfo: {
      readonly rateLimits?: readonly Record<string, never>[];
      readonly exchangeFilters?: readonly Record<string, never>[];
      readonly symbols: readonly {
        readonly symbol: components["schemas"]["Ticker"];
        readonly baseAsset: components["schemas"]["Ticker"];
        readonly quoteAsset: components["schemas"]["Ticker"];
        readonly status?: string;
        readonly type?: string;
        readonly orderTypes?: readonly string[];
        readonly filters?: readonly Record<string, never>[];
      }[];
    };
    /** @description A message of a market stream. */
    readonly RecordedMessage: {
      /** @description When it came, in milliseconds, counted from any moment; the event time of the data when absent. */
      readonly at?: number;
      readonly stream?: string;
      /** @description The message itself. */
      readonly data: Record<string, never>;
    };
    /** @description A message of a depth stream. */
    readonly RecordedDepthUpdate: {
      readonly s: components["schemas"]["Ticker"];
      readonly b: components["schemas"]["Levels"];
      readonly a: components["schemas"]["Levels"];
    };
    /** @description A message of a trade stream. */
    readonly RecordedTrade: {
      readonly s: components["schemas"]["Ticker"];
      readonly p: components["schemas"]["Decimal"];
      readonly q: components["schemas"]["Decimal"];
      /** @description Whether the buyer was the maker. */
      readonly m: boolean;
    };
    /** a decimal as text, like "0.01" */
    readonly FilterDecimal: string;
    readonly FaultRule:
      | components["schemas"]["RequestFault"]
      | components["schemas"]["EventFault"]
      | components["schemas"]["OpeningFault"];
    /** @description A fault of a request. */
    readonly RequestFault: {
      readonly name?: components["schemas"]["RuleName"];
      readonly when?: components["schemas"]["RequestMatch"];
    } & (
      | {
          /** @constant */
          readonly fault: "delay";
          readonly ms: components["schemas"]["Delay"];
          readonly spreadMs?: components["schemas"]["Delay"];
          readonly accepted?: components["schemas"]["Accepted"];
        }
      | {
          /** @constant */
          readonly fault: "hang";
          readonly accepted?: components["schemas"]["Accepted"];
        }
      | {
          /** @constant */
          readonly fault: "drop";
          readonly accepted?: components["schemas"]["Accepted"];
        }
      | {
          /** @constant */
          readonly fault: "reset";
          readonly accepted?: components["schemas"]["Accepted"];
        }
      | {
          /** @constant */
          readonly fault: "garble";
          readonly text: string;
          readonly accepted?: components["schemas"]["Accepted"];
        }
      | {
          /** @constant */
          readonly fault: "truncate";
          readonly bytes: number;
        }
      | {
          /** @constant */
          readonly fault: "dribble";
          readonly bytes: number;
          readonly everyMs: number;
        }
      | {
          /** @constant */
          readonly fault: "status";
          /** @enum {integer} */
          readonly status: 408 | 500 | 501 | 502 | 503 | 504;
          /** @enum {string} */
          readonly body?: "envelope" | "html" | "empty";
          readonly accepted?: components["schemas"]["Accepted"];
        }
      | {
          /** @constant */
          readonly fault: "throttle";
          readonly retryAfter?: components["schemas"]["RetryAfter"];
          readonly accepted?: components["schemas"]["Accepted"];
        }
      | {
          /** @constant */
          readonly fault: "ban";
          readonly ms: number;
        }
      | {
          /** @constant */
          readonly fault: "error";
          /** @enum {integer} */
          readonly code:
            | -1021
            | -1022
            | -2015
            | -1003
            | -1000
            | -1001
            | -1002
            | -1006
            | -1007
            | -1008
            | -1010
            | -1013
            | -1014
            | -1015
            | -1016
            | -1020
            | -1100
            | -1101
            | -1102
            | -1103
            | -1104
            | -1105
            | -1106
            | -1108
            | -1111
            | -1112
            | -1114
            | -1115
            | -1116
            | -1117
            | -1118
            | -1119
            | -1120
            | -1121
            | -1125
            | -1127
            | -1128
            | -1130
            | -1131
            | -2010
            | -2011
            | -2013
            | -2014
            | -2016
            | -2026
            | -2039
            | -2043;
          readonly status?: number;
          readonly accepted?: components["schemas"]["Accepted"];
        }
      | {
          /** @constant */
          readonly fault: "clockOffset";
          readonly ms: number;
        }
      | {
          /** @constant */
          readonly fault: "envelope";
          readonly on?: boolean;
        }
      | {
          /** @constant */
          readonly fault: "usage";
          readonly as?: components["schemas"]["HeaderText"];
        }
      | {
          /** @constant */
          readonly fault: "headers";
          readonly set: components["schemas"]["Headers"];
        }
      | {
          /** @constant */
          readonly fault: "response";
          readonly status?: number;
          readonly headers?: components["schemas"]["Headers"];
          readonly body?: string;
          /** base64 */
          readonly bodyBase64?: string;
          readonly times?: number;
          readonly accepted?: components["schemas"]["Accepted"];
        }
      | {
          /** @constant */
          readonly fault: "duplicate";
          /** @enum {string} */
          readonly response?: "first" | "second";
        }
      | {
          /** @constant */
          readonly fault: "loseListenKey";
          readonly account?: components["schemas"]["Text"];
        }
    );
    /** @description A fault of a stream message; the copy of every connection counts as one message. */
    readonly EventFault: {
      readonly name?: components["schemas"]["RuleName"];
      readonly when?: components["schemas"]["EventMatch"];
    } & (
      | {
          /** @constant */
          readonly fault: "dropEvent";
        }
      | {
          /** @constant */
          readonly fault: "duplicateEvent";
        }
      | {
          /** @constant */
          readonly fault: "reorderEvents";
          readonly by?: number;
        }
      | {
          /** @constant */
          readonly fault: "delayEvent";
          readonly ms: components["schemas"]["Delay"];
        }
      | {
          /** @constant */
          readonly fault: "replaceEvent";
          readonly text: string;
          readonly binary?: boolean;
        }
      | {
          /** @constant */
          readonly fault: "stall";
        }
      | {
          /** @constant */
          readonly fault: "cut";
          readonly code?: components["schemas"]["CloseCode"];
          /** a text of at most 100 printable ASCII characters */
          readonly reason?: string;
        }
    );
    /** @description A fault of opening a stream connection. */
    readonly OpeningFault: {
      readonly name?: components["schemas"]["RuleName"];
      readonly when?: components["schemas"]["OpeningMatch"];
    } & {
      /** @constant */
      readonly fault: "handshake";
      /** @enum {string} */
      readonly how?: "reject" | "hang" | "reset";
      readonly status?: number;
    };
    /** @description Which requests a rule matches; all when no field is given. */
    readonly RequestMatch: {
      readonly operation?:
        | components["schemas"]["Operation"]
        | readonly components["schemas"]["Operation"][];
      readonly method?: components["schemas"]["Text"];
      readonly path?: components["schemas"]["Text"];
      readonly account?: components["schemas"]["Text"];
      readonly symbol?: components["schemas"]["Text"];
    } & components["schemas"]["Occurrence"];
    /** @description Which messages a rule matches; a stream may begin with `*` for any prefix. */
    readonly EventMatch: {
      readonly stream?: components["schemas"]["Text"];
      readonly event?: components["schemas"]["Text"] | readonly components["schemas"]["Text"][];
      readonly account?: components["schemas"]["Text"];
      readonly symbol?: components["schemas"]["Text"];
    } & components["schemas"]["Occurrence"];
    /** @description Which new connections a rule matches, by a stream that they request. */
    readonly OpeningMatch: {
      readonly stream?: components["schemas"]["Text"];
    } & components["schemas"]["Occurrence"];
    /** @description Which of the matches, and when; all when no field is given. */
    readonly Occurrence: {
      /** @description Only the nth of those that the rest of the rule matches, counted from 1. */
      readonly nth?: number | readonly number[];
      /** @description Only every nth. */
      readonly every?: number;
      /** @description Only the nth and those after it. */
      readonly from?: number;
      /** @description Maximum number of times. */
      readonly count?: number;
      /** @description Each with this probability, derived from the seed. */
      readonly probability?: number;
      readonly after?: components["schemas"]["Moment"];
      readonly before?: components["schemas"]["Moment"];
    };
    /** @enum {string} */
    readonly Operation:
      | "getTime"
      | "getExchangeInfo"
      | "getExecutionRules"
      | "getReferencePrice"
      | "getSymbolTypes"
      | "getBookTicker"
      | "getKlines"
      | "getTicker24hr"
      | "getDepth"
      | "getTrades"
      | "getAggTrades"
      | "getTickerPrice"
      | "getAccount"
      | "getUserTrades"
      | "getTradeFees"
      | "getOrder"
      | "placeOrder"
      | "cancelOrder"
      | "getOpenOrders"
      | "getAllOrders"
      | "getAccountV2"
      | "createListenKey"
      | "keepAliveListenKey"
      | "closeListenKey";
    /** @description Unique in the plan; the fault and a number when absent. */
    readonly RuleName: string;
    /** @description Whether the exchange carries out the request first; otherwise it never receives it. */
    readonly Accepted: boolean;
    /** @description Milliseconds. */
    readonly Delay: number;
    /** a text of at most 200 printable ASCII characters */
    readonly HeaderText: string;
    /** @description Headers by their names. */
    readonly Headers: {
      readonly [key: string]: string;
    };
    /** seconds, a text, null for no header, or {"dateInMs": n} for a date */
    readonly RetryAfter:
      | number
      | components["schemas"]["HeaderText"]
      | null
      | {
          readonly dateInMs: number;
        };
    /** a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999 */
    readonly CloseCode: number;
    /** a time of day in UTC like "10:00" or "10:00:30.5", or milliseconds of Unix time */
    readonly Moment: number | string;
    /** @description Something that the sandbox received, sent or did, without secrets. */
    readonly FeedEvent:
      | components["schemas"]["FeedRequest"]
      | components["schemas"]["FeedMessage"]
      | components["schemas"]["FeedOrder"]
      | components["schemas"]["FeedFault"]
      | components["schemas"]["FeedLoss"];
    /** @description A request of any client, and what became of it. */
    readonly FeedRequest: {
      /** @constant */
      readonly kind: "request";
      readonly id: components["schemas"]["FeedId"];
      /** @description When it came, by the exchange's clock, in milliseconds. */
      readonly time: number;
      /** @description When its response was sent or its sender left. */
      readonly end: number;
      /** @description How long it took by the machine's clock, in milliseconds. */
      readonly ms: number;
      /** @description The address that its weight counts for; `page` for the sandbox's own page. */
      readonly ip: string;
      /** @description What the client calls itself in User-Agent. */
      readonly agent?: string;
      /** @description The account of its API key. */
      readonly account?: string;
      /** @description Absent where the interface has no such path. */
      readonly operation?: string;
      readonly method: string;
      readonly path: string;
      readonly query: components["schemas"]["FeedFields"];
      readonly body: components["schemas"]["FeedFields"];
      /** @description Of a request that has to be signed. */
      readonly signed?: {
        /** @description The text that its signature has to cover. */
        readonly text: string;
        /**
         * @description What is wrong with the signature; absent where it is right.
         * @enum {string}
         */
        readonly problem?:
          | "missing"
          | "repeated"
          | "secret"
          | "order"
          | "encoding"
          | "untrimmed"
          | "separator"
          | "coverage"
          | "case"
          | "base64"
          | "unknown";
        /** @description The same as a sentence. */
        readonly about?: string;
        /** @description How far its timestamp is ahead of the exchange. */
        readonly clockMs?: number;
      };
      /** @description What it weighs. */
      readonly weight?: number;
      /** @description The rate limits after it. */
      readonly windows?: readonly {
        readonly limit: string;
        readonly used: number;
        /** @description Absent where there is no limit. */
        readonly amount?: number;
      }[];
      readonly faults: components["schemas"]["FeedRules"];
      /** @description What the exchange decided; absent where a fault kept the request from it, at least until its sender left. */
      readonly verdict?: {
        /** @enum {string} */
        readonly outcome: "accepted" | "refused" | "failed";
        readonly code?: number;
        readonly message?: string;
        /** @description The fields and trading rules that decided. */
        readonly issues: readonly {
          readonly field: string;
          readonly rule: string;
          readonly message: string;
          /** @description Of a trading rule: minimum, maximum or multipleOf. */
          readonly kind?: string;
          readonly filter?: string;
          readonly value?: string;
          readonly bound?: string;
          readonly filterField?: string;
          /** @description The nearest valid value below. */
          readonly nearest?: string;
        }[];
      };
      /** @description What was sent. */
      readonly response: {
        /** @description Absent where no response was sent. */
        readonly status?: number;
        /** @description The error code in the body. */
        readonly code?: number;
        /**
         * @description How a fault broke the connection; left: the sender left first.
         * @enum {string}
         */
        readonly broken?: "hang" | "drop" | "reset" | "garble" | "cut" | "left";
        /** @description The header that says how long to wait. */
        readonly retryAfter?: string;
        /** @description Length of the body. */
        readonly bytes: number;
        /** @description Its beginning. */
        readonly body: string;
      };
    };
    /** @description A message of a stream connection, or its begin or end. */
    readonly FeedMessage: {
      /** @constant */
      readonly kind: "message";
      readonly id: components["schemas"]["FeedId"];
      /** @description By the exchange's clock, in milliseconds. */
      readonly time: number;
      /**
       * @description Whether the client or the exchange (sent, replied, ping, cut) acted; closed is a close by the exchange with a code, ended the end of the connection, whoever closed it.
       * @enum {string}
       */
      readonly what:
        | "opened"
        | "refused"
        | "sent"
        | "received"
        | "replied"
        | "ping"
        | "pong"
        | "closed"
        | "cut"
        | "ended";
      /** @description Number of the connection; 0 for a refused one. */
      readonly connection: number;
      readonly ip: string;
      /** @description The account of the user data. */
      readonly account?: string;
      /** @description The streams that a new connection asked for, or that a connection had when the exchange ended it. */
      readonly streams?: readonly string[];
      /** @description Absent for user data and for replies to control messages. */
      readonly stream?: string;
      /** @description The event type of the message. */
      readonly event?: string;
      /** @description Its beginning. */
      readonly text?: string;
      /** @description Close code or HTTP status. */
      readonly code?: number;
    };
    /** @description A change of an order of a user. */
    readonly FeedOrder: {
      /** @constant */
      readonly kind: "order";
      readonly id: components["schemas"]["FeedId"];
      readonly time: number;
      readonly account: string;
      /** @description NEW, TRADE, CANCELED, REJECTED or EXPIRED. */
      readonly execution: string;
      readonly symbol: string;
      readonly orderId: number;
      readonly clientOrderId: string;
      readonly side: string;
      readonly type: string;
      readonly status: string;
      readonly price: string;
      readonly quantity: string;
      readonly executed: string;
      /** @description Of the fill. */
      readonly lastPrice?: string;
      /** @description Of the fill. */
      readonly lastQuantity?: string;
    };
    /** @description A fault that was injected. */
    readonly FeedFault: {
      /** @constant */
      readonly kind: "fault";
      readonly id: components["schemas"]["FeedId"];
      readonly time: number;
      readonly fault: string;
      /** @description The name of its rule; absent for a command. */
      readonly rule?: string;
      readonly account?: string;
      readonly operation?: string;
      readonly stream?: string;
    };
    /** @description Where a reader was too slow, the numbers of events that it has missed. */
    readonly FeedLoss: {
      /** @constant */
      readonly kind: "lost";
      readonly lost: {
        readonly [key: string]: number;
      };
    };
    /** @description A request of the interface as a message to the feed: answered past faults, and no event of the feed. */
    readonly FeedCall: {
      /** @description The number of its answer. */
      readonly call: number;
      readonly method: string;
      /** @description With the query. */
      readonly path: string;
      readonly headers?: {
        readonly [key: string]: string;
      };
      readonly body?: string;
    };
    /** @description The response to a call. */
    readonly FeedAnswer: {
      /** @constant */
      readonly kind: "answer";
      /** @description 0 where the call has no number. */
      readonly call: number;
      readonly status: number;
      readonly headers?: {
        readonly [key: string]: string;
      };
      readonly body: string;
    };
    /** @description Counts the events of all kinds, from 1. */
    readonly FeedId: number;
    readonly FeedRules: readonly string[];
    /** @description Names and values in the order sent, decoded. */
    readonly FeedFields: readonly (readonly string[])[];
    /** @description How the programs that use a sandbox have behaved, by the events of its feed. */
    readonly Report: {
      /** @description Whether every check passed. */
      readonly passed: boolean;
      /** @description Time of the first event, in milliseconds of the exchange's clock. */
      readonly begin: number;
      /** @description Time of the last event. */
      readonly end: number;
      /** @description How many older events it does not know. */
      readonly lost: number;
      /** @description Requests by operation; `other` for those that the interface does not have. */
      readonly requests: readonly {
        readonly operation: string;
        readonly accepted: number;
        readonly refused: number;
        /** @description Of a fault, or of the sandbox itself. */
        readonly failed: number;
        /** @description The response was lost or broken, or its sender left first. */
        readonly unanswered: number;
      }[];
      /** @description Refused requests by operation, code and trading rule. */
      readonly refusals: readonly {
        readonly operation: string;
        readonly code: number;
        readonly filter?: string;
        readonly rule?: string;
        readonly count: number;
        /** @description The first one in a line. */
        readonly example: string;
      }[];
      /** @description The use of each rate limit by an address or an account. */
      readonly limits: readonly {
        readonly limit: string;
        readonly of: string;
        /** @description After the latest request. */
        readonly used: number;
        /** @description The most so far. */
        readonly most: number;
        /** @description Absent where there is no limit. */
        readonly amount?: number;
        /** @description The most as a part of the amount. */
        readonly share?: number;
        /** @description Of the latest request. */
        readonly time: number;
      }[];
      readonly placements: {
        readonly sent: number;
        readonly accepted: number;
        readonly refused: number;
        /** @description Sent under an id that was sent before. */
        readonly repeated: number;
        /** @description Those whose outcome the program did not learn. */
        readonly unknown: number;
        /** @description Of these, those that it queried. */
        readonly queried: number;
        /** @description Of these, those that its user data stream reported. */
        readonly streamed: number;
        /** @description Of these, those that it has not resolved. */
        readonly open: number;
      };
      readonly streams: {
        readonly opened: number;
        readonly refused: number;
        /** @description Closed or cut by the exchange. */
        readonly closed: number;
        readonly pings: number;
        readonly pongs: number;
        /** @description Listen keys. */
        readonly keysCreated: number;
        readonly keysKeptAlive: number;
        readonly keysExpired: number;
      };
      /** @description The faults that were injected, and the reactions to them. */
      readonly faults: readonly {
        readonly fault: string;
        readonly rule?: string;
        readonly count: number;
        /** @description What a robust client does. */
        readonly robust: string;
        readonly reactions: readonly {
          /** @description What the program did next. */
          readonly what: string;
          readonly count: number;
        }[];
      }[];
      readonly checks: readonly {
        readonly check: string;
        /** @description What must not happen. */
        readonly title: string;
        /** @description What a robust client does. */
        readonly advice: string;
        readonly passed: boolean;
        /** @description How often it happened. */
        readonly count: number;
        /** @description The first ones. */
        readonly findings: readonly {
          readonly time: number;
          /** @description The id of the event that shows it. */
          readonly event?: number;
          readonly text: string;
        }[];
      }[];
    };
    readonly Filter:
      | {
          /** @constant */
          readonly filterType: "EXCHANGE_MAX_NUM_ALGO_ORDERS";
          readonly maxNumAlgoOrders: number;
        }
      | {
          /** @constant */
          readonly filterType: "EXCHANGE_MAX_NUM_ORDERS";
          readonly maxNumOrders: number;
        }
      | {
          /** @constant */
          readonly filterType: "ICEBERG_PARTS";
          readonly limit: number;
        }
      | {
          /** @constant */
          readonly filterType: "LOT_SIZE";
          readonly minQty: components["schemas"]["FilterDecimal"];
          readonly maxQty: components["schemas"]["FilterDecimal"];
          readonly stepSize: components["schemas"]["FilterDecimal"];
        }
      | {
          /** @constant */
          readonly filterType: "MARKET_LOT_SIZE";
          readonly minQty: components["schemas"]["FilterDecimal"];
          readonly maxQty: components["schemas"]["FilterDecimal"];
          readonly stepSize: components["schemas"]["FilterDecimal"];
        }
      | {
          /** @constant */
          readonly filterType: "MAX_NUM_ALGO_ORDERS";
          readonly maxNumAlgoOrders: number;
        }
      | {
          /** @constant */
          readonly filterType: "MAX_NUM_ICEBERG_ORDERS";
          readonly maxNumIcebergOrders: number;
        }
      | {
          /** @constant */
          readonly filterType: "MAX_NUM_ORDERS";
          readonly limit?: number;
          readonly maxNumOrders?: number;
        }
      | {
          /** @constant */
          readonly filterType: "MIN_NOTIONAL";
          readonly minNotional: components["schemas"]["FilterDecimal"];
          readonly applyToMarket: boolean;
          readonly avgPriceMins: number;
        }
      | {
          /** @constant */
          readonly filterType: "PERCENT_PRICE";
          readonly multiplierUp: components["schemas"]["FilterDecimal"];
          readonly multiplierDown: components["schemas"]["FilterDecimal"];
          readonly avgPriceMins: number;
        }
      | {
          /** @constant */
          readonly filterType: "PRICE_FILTER";
          readonly minPrice: components["schemas"]["FilterDecimal"];
          readonly maxPrice: components["schemas"]["FilterDecimal"];
          readonly tickSize: components["schemas"]["FilterDecimal"];
        }
      | ({
          readonly filterType: string;
        } & {
          readonly [key: string]: unknown;
        });
    /** @description How the sandbox decides what the interface leaves open; see the assumptions. */
    readonly Choices: {
      /**
       * @description Whether a success comes bare, that is without the envelope, or in the envelope.
       *     bare: A success is the response itself.
       *     enveloped: A success comes in the envelope.
       * @default bare
       * @enum {string}
       */
      readonly "bare-successes"?: "bare" | "enveloped";
      /**
       * @description Whether every error carries all required fields of the envelope.
       *     whole: An error has all required fields of the envelope.
       *     short: An error has only code and msg.
       * @default whole
       * @enum {string}
       */
      readonly "short-error-envelope"?: "whole" | "short";
      /**
       * @description Whether an aggregate trade says that it was the best price match.
       *     absent: An aggregate trade has no M.
       *     present: An aggregate trade has M, which is true.
       * @default absent
       * @enum {string}
       */
      readonly "aggregate-trade-best-match"?: "absent" | "present";
      /**
       * @description Whether an order record has further fields.
       *     absent: An order record has no further field.
       *     present: An order record also has orderListId, which is -1.
       * @default absent
       * @enum {string}
       */
      readonly "order-record-extras"?: "absent" | "present";
      /**
       * @description How the field for the quote amount filled so far is spelled outside the order query.
       *     oneM: cumulativeQuoteQty outside the order query, too.
       *     twoM: cummulativeQuoteQty outside the order query.
       * @default oneM
       * @enum {string}
       */
      readonly "cumulative-quote-spelling"?: "oneM" | "twoM";
      /**
       * @description The response of referencePrice when the symbol is left out.
       *     list: The response lists all symbols.
       *     refused: The symbol is required; without it the error is -1102.
       * @default list
       * @enum {string}
       */
      readonly "reference-price-without-symbol"?: "list" | "refused";
      /**
       * @description The response to the creation of a listen key.
       *     object: One object.
       *     list: A list with one object for each symbol type.
       * @default object
       * @enum {string}
       */
      readonly "listen-key-response"?: "object" | "list";
      /**
       * @description The response to a placement.
       *     full: FULL for every type.
       *     byType: FULL for LIMIT and MARKET, ACK for other types.
       * @default full
       * @enum {string}
       */
      readonly "order-placement-response"?: "full" | "byType";
      /**
       * @description The response to a placement that repeats a client order id.
       *     refused: The second placement is refused.
       *     answered: The response is the first order, unchanged.
       * @default refused
       * @enum {string}
       */
      readonly "duplicate-client-id"?: "refused" | "answered";
      /**
       * @description What happens when a parameter is sent both in the query and in the body.
       *     refused: Refused with -1101.
       *     query: The value in the query counts.
       *     body: The value in the body counts.
       * @default refused
       * @enum {string}
       */
      readonly "parameter-in-both-places"?: "refused" | "query" | "body";
      /**
       * @description Whether a response with status 418 carries Retry-After.
       *     sent: A response with status 418 has Retry-After.
       *     absent: It has none.
       * @default sent
       * @enum {string}
       */
      readonly "retry-after-on-ban"?: "sent" | "absent";
      /**
       * @description Which placements count against the order rate limits.
       *     accepted: Accepted placements count.
       *     every: Every placement that reaches the trading rules counts.
       * @default accepted
       * @enum {string}
       */
      readonly "order-count-rule"?: "accepted" | "every";
      /**
       * @description Whether windows of rate limits slide or are aligned to the clock.
       *     clock: Windows are aligned to the clock.
       *     sliding: A window ends with each request and reaches back by its length.
       * @default clock
       * @enum {string}
       */
      readonly "window-alignment"?: "clock" | "sliding";
      /**
       * @description Whether the message of a ban says when the ban ends.
       *     named: The message of a ban says when it ends.
       *     absent: It does not.
       * @default named
       * @enum {string}
       */
      readonly "ban-end-in-message"?: "named" | "absent";
      /**
       * @description Which aggregate trades a request without bounds returns, and how far apart startTime and endTime may be.
       *     any: Any time range.
       *     hour: Less than an hour between both times; otherwise the error is -1127.
       * @default any
       * @enum {string}
       */
      readonly "agg-trades-span"?: "any" | "hour";
      /**
       * @description How far apart startTime and endTime of userTrades may be, and which parameters may be combined.
       *     any: Any time range.
       *     day: At most 24 hours between both times; otherwise the error is -1127.
       * @default any
       * @enum {string}
       */
      readonly "user-trades-span"?: "any" | "day";
      /**
       * @description Which klines are returned if there are more between startTime and endTime than the limit allows.
       *     oldest: The oldest.
       *     newest: The newest.
       * @default oldest
       * @enum {string}
       */
      readonly "klines-beyond-limit"?: "oldest" | "newest";
      /**
       * @description What happens to a limit above its maximum outside the order book.
       *     refused: Refused with -1130.
       *     cut: Lowered to the maximum.
       * @default refused
       * @enum {string}
       */
      readonly "limit-above-maximum"?: "refused" | "cut";
      /**
       * @description Whether messages come wrapped with the name of their stream if the connection was opened with streams in the query.
       *     wrapped: Messages come wrapped with the name of their stream.
       *     bare: Messages come without wrapping on every connection.
       * @default wrapped
       * @enum {string}
       */
      readonly "stream-wrapping"?: "wrapped" | "bare";
      /**
       * @description Whether the stream reports that its listen key has expired.
       *     event: The stream reports that its key has expired.
       *     silence: The stream sends nothing more.
       * @default event
       * @enum {string}
       */
      readonly "listen-key-expired"?: "event" | "silence";
      /**
       * @description The payload of the trade stream.
       *     withOrderIds: A trade has the order ids of both sides.
       *     withoutOrderIds: A trade has no order ids.
       * @default withOrderIds
       * @enum {string}
       */
      readonly "trade-event-payload"?: "withOrderIds" | "withoutOrderIds";
      /**
       * @description The payload of executionReport.
       *     emptyText: C is an empty text if nothing was canceled.
       *     null: C is null if nothing was canceled.
       * @default emptyText
       * @enum {string}
       */
      readonly "execution-report-payload"?: "emptyText" | "null";
      /**
       * @description Whether a MARKET order must satisfy LOT_SIZE if the symbol also has MARKET_LOT_SIZE.
       *     both: A MARKET order must satisfy both filters.
       *     marketOnly: It must satisfy only MARKET_LOT_SIZE, if there is one.
       * @default both
       * @enum {string}
       */
      readonly "market-lot-size-besides-lot-size"?: "both" | "marketOnly";
      /**
       * @description Whether two orders of one account may trade with each other.
       *     allowed: Two orders of one account trade.
       *     refused: A placement that would trade with an order of its own account is refused with -2010.
       * @default allowed
       * @enum {string}
       */
      readonly "self-trades"?: "allowed" | "refused";
      /**
       * @description When `isWorking` is true.
       *     working: An order that waits for its stop price is not working.
       *     open: Every open order is working.
       * @default working
       * @enum {string}
       */
      readonly "working-flag"?: "working" | "open";
      /**
       * @description How a commission is rounded.
       *     down: Down to 8 places.
       *     up: Up to 8 places.
       * @default down
       * @enum {string}
       */
      readonly "commission-rounding"?: "down" | "up";
      /**
       * @description Whether a request that is refused because of its weight adds to the used weight.
       *     free: A refused request adds nothing.
       *     counted: A refused request adds its weight.
       * @default free
       * @enum {string}
       */
      readonly "refused-request-weight"?: "free" | "counted";
      /**
       * @description Which rows are returned if there are more than the limit allows.
       *     latest: Without a start, the latest rows are returned.
       *     oldest: Without a start, the oldest rows are returned.
       * @default latest
       * @enum {string}
       */
      readonly "list-pages"?: "latest" | "oldest";
      /**
       * @description Whether there is a kline for an interval without trades.
       *     repeated: The kline repeats the last price.
       *     absent: There is no kline.
       * @default repeated
       * @enum {string}
       */
      readonly "klines-without-trades"?: "repeated" | "absent";
      /**
       * @description How often depth events are sent.
       *     everyChange: A message after every change.
       *     everySecond: One message a second with all its changes.
       * @default everyChange
       * @enum {string}
       */
      readonly "depth-update-pace"?: "everyChange" | "everySecond";
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
