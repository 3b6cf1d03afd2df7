// Generated from spec/**/*.yaml by generators/emitters/sandbox.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { JsonSchema } from "../runtime/encoding/json-schema.ts";
import type { components } from "./sandbox-schema.ts";

/**
 * JSON Schemas of what the sandbox takes.
 *
 * @see spec/sandbox
 */
export const sandboxSchemas = {
  Command: {
    type: "object",
    unevaluatedProperties: false,
    oneOf: [
      {
        description: "adds fault rules after the existing ones, and returns their names",
        required: ["command", "rules"],
        properties: {
          command: { const: "addFaults" },
          rules: { type: "array", items: { $ref: "#/$defs/FaultRule" } },
        },
      },
      {
        description: "removes a fault rule",
        required: ["command", "name"],
        properties: { command: { const: "removeFault" }, name: { $ref: "#/$defs/Text" } },
      },
      {
        description: "removes all fault rules",
        required: ["command"],
        properties: { command: { const: "clearFaults" } },
      },
      {
        description:
          "ends all stream connections, with a close code or without a close frame; returns " +
          "how many",
        required: ["command"],
        properties: {
          command: { const: "cutSockets" },
          code: { $ref: "#/$defs/CloseCode", description: "Close code" },
        },
      },
      {
        description: "makes the exchange forget the listen keys of an account",
        required: ["command", "account"],
        properties: { command: { const: "loseListenKey" }, account: { $ref: "#/$defs/Text" } },
      },
      {
        description: "bans an address for a time: all its requests get 418 until then",
        required: ["command", "ip", "ms"],
        properties: {
          command: { const: "ban" },
          ip: { $ref: "#/$defs/Text", description: "IP address" },
          ms: { type: "integer", minimum: 1, description: "Duration (ms)" },
        },
      },
      {
        description:
          "moves the virtual clock: jump to a time, advance and run all timers on the way, " +
          "freeze or run",
        required: ["command"],
        properties: {
          command: { const: "clock" },
          jumpTo: { type: "integer", minimum: 0, description: "Jump to (Unix ms)" },
          advanceMs: { type: "integer", minimum: 0, description: "Advance by (ms)" },
          frozen: { type: "boolean" },
        },
      },
      {
        description:
          "saves the whole state under a name, for rewind, and returns the name of the " +
          "oldest if that was one too many; needs a virtual clock and no journal",
        required: ["command", "name"],
        properties: { command: { const: "save" }, name: { $ref: "#/$defs/Text" } },
      },
      {
        description: "goes back to a saved state and its time, and ends all stream connections",
        required: ["command", "name"],
        properties: { command: { const: "rewind" }, name: { $ref: "#/$defs/Text" } },
      },
      {
        description:
          "moves the clock to a place in the replay, back or forth; returns how much is " +
          "played",
        required: ["command", "at"],
        properties: {
          command: { const: "seek" },
          at: { type: "integer", minimum: 0, description: "Since its begin (ms)" },
        },
      },
      {
        description:
          "adds an amount to the balance of an account; creates the account and the asset " +
          "when they do not exist",
        required: ["command", "account", "asset", "amount"],
        properties: {
          command: { const: "deposit" },
          account: { $ref: "#/$defs/Name" },
          asset: { $ref: "#/$defs/Ticker" },
          amount: { $ref: "#/$defs/Decimal" },
        },
      },
      {
        description: "withdraws an amount from a free balance",
        required: ["command", "account", "asset", "amount"],
        properties: {
          command: { const: "withdraw" },
          account: { $ref: "#/$defs/Text" },
          asset: { $ref: "#/$defs/Text" },
          amount: { $ref: "#/$defs/Decimal" },
        },
      },
      {
        description: "expires all open orders, of one symbol or of all",
        required: ["command"],
        properties: { command: { const: "maintenance" }, symbol: { $ref: "#/$defs/Text" } },
      },
      {
        description: "sets the status of a symbol: orders are accepted while it is TRADING",
        required: ["command", "symbol", "status"],
        properties: {
          command: { const: "status" },
          symbol: { $ref: "#/$defs/Text" },
          status: {
            type: "string",
            enum: [
              "TRADING",
              "PRE_TRADING",
              "POST_TRADING",
              "END_OF_DAY",
              "HALT",
              "AUCTION_MATCH",
              "BREAK",
            ],
          },
        },
      },
      {
        description: "starts or stops live prices, and sets how often they move",
        required: ["command", "on"],
        properties: {
          command: { const: "maker" },
          on: { type: "boolean", description: "Prices move" },
          everyMs: {
            type: "integer",
            minimum: 1,
            maximum: 86_400_000,
            description: "Pause between moves (ms)",
          },
        },
      },
    ],
  },
  SavedStates: {
    type: "array",
    description: "The states to go back to, oldest first.",
    maxItems: 10,
    items: {
      type: "object",
      required: ["name", "time"],
      additionalProperties: false,
      properties: { name: { $ref: "#/$defs/Text" }, time: { type: "number" } },
    },
  },
  Config: {
    type: "object",
    description:
      "A sandbox exchange: the options of createSandbox that are plain data, and those " +
      "of the command line.",
    additionalProperties: false,
    properties: {
      $schema: { type: "string", description: "Address of this schema." },
      seed: { type: "string", description: "Any text; equal seeds give equal exchanges." },
      startTime: {
        type: "integer",
        minimum: 0,
        maximum: 253_402_214_400_000,
        description:
          "Where the virtual clock begins, in milliseconds of Unix time, at most the end of " +
          "9999.",
      },
      maker: {
        description:
          "Live prices from a market maker and takers, or how often they move. In a file " +
          "they are on unless there is a replay; createSandbox has none by default.",
        anyOf: [
          { type: "boolean" },
          {
            type: "object",
            additionalProperties: false,
            properties: {
              everyMs: {
                type: "integer",
                minimum: 1,
                maximum: 86_400_000,
                description: "Time between two moves, in milliseconds; 1000 when absent.",
              },
            },
          },
        ],
      },
      history: {
        type: "integer",
        minimum: 1,
        description:
          "How many trades and minute candles of each symbol, and ended orders and own " +
          "trades of each account, are kept at least; 100,000 by default. Older ones are " +
          "dropped; a candle that began before covers only the minutes that are kept.",
      },
      signing: {
        type: "string",
        enum: ["raw", "percent", "both"],
        description:
          "What signatures are computed over: the original values, as the interface says " +
          "(raw, the default), the text as it is sent, or either.",
      },
      symbols: {
        type: "array",
        minItems: 1,
        items: { $ref: "#/$defs/Symbol" },
        description:
          "The symbols; three when absent. Beside exchangeInfo, they replace or join the " +
          "symbols there.",
      },
      exchangeFilters: {
        type: "array",
        items: { $ref: "#/$defs/Filter" },
        description: "Filters of the whole exchange.",
      },
      accounts: {
        type: "array",
        minItems: 1,
        items: { $ref: "#/$defs/Account" },
        description: "The accounts of users; by default alice and bob, with large balances.",
      },
      fees: { $ref: "#/$defs/Fees" },
      limits: {
        title: '"off", or amounts by window',
        description:
          "Amounts of the rate limits by their window, in place of those of the contract.",
        anyOf: [
          { type: "string", enum: ["off"] },
          {
            type: "object",
            additionalProperties: { $ref: "#/$defs/LimitAmount" },
            propertyNames: {
              type: "string",
              enum: ["weight10s", "weight1m", "orders10s", "orders1d"],
            },
          },
        ],
      },
      choices: { $ref: "#/$defs/Choices" },
      faults: {
        type: "array",
        items: { $ref: "#/$defs/FaultRule" },
        description: "Initial fault rules; more can be added while the sandbox runs.",
      },
      cors: {
        type: "array",
        items: { $ref: "#/$defs/Origin" },
        description: "Origins whose pages may call the documented operations; none by default.",
      },
      exchangeInfo: {
        description:
          "A recorded response of getExchangeInfo, or the path of its file: its symbols, " +
          "filters and rate limits take the place of the sandbox's own.",
        anyOf: [{ type: "string" }, { $ref: "#/$defs/ExchangeInfo" }],
      },
      depth: {
        description:
          "Recorded responses of getDepth by symbol, or the paths of their files: the books " +
          "to begin with.",
        type: "object",
        additionalProperties: { anyOf: [{ type: "string" }, { $ref: "#/$defs/Depth" }] },
      },
      replay: {
        description: "Recorded market data to play, or the path of its file.",
        anyOf: [{ type: "string" }, { type: "array", items: { $ref: "#/$defs/RecordedMessage" } }],
      },
      clock: {
        type: "string",
        enum: ["real", "virtual", "frozen"],
        description: "The clock of the command; createSandbox takes a clock itself.",
      },
      port: { type: "integer", minimum: 0, maximum: 65_535, description: "Port to listen on." },
      host: { type: "string", minLength: 1, description: "Address to listen on." },
      journal: { type: "string", description: "File that stores every change." },
      log: {
        type: "string",
        enum: ["json", "text", "off"],
        description: "A line for each request.",
      },
    },
  },
  Symbol: {
    type: "object",
    description: "One symbol, as exchange information lists it.",
    required: ["baseAsset", "quoteAsset"],
    additionalProperties: false,
    properties: {
      symbol: {
        $ref: "#/$defs/Ticker",
        description: "Its name; both assets together when absent.",
      },
      baseAsset: { $ref: "#/$defs/Ticker" },
      quoteAsset: { $ref: "#/$defs/Ticker" },
      type: { type: "string", enum: ["GLOBAL", "SITE"], description: "GLOBAL when absent." },
      status: { type: "string", minLength: 1, description: "TRADING when absent." },
      orderTypes: {
        type: "array",
        items: {
          type: "string",
          enum: [
            "LIMIT",
            "LIMIT_MAKER",
            "MARKET",
            "STOP_LOSS",
            "STOP_LOSS_LIMIT",
            "TAKE_PROFIT",
            "TAKE_PROFIT_LIMIT",
          ],
        },
        description: "Order types that are accepted; all when absent.",
      },
      filters: { type: "array", items: { $ref: "#/$defs/Filter" } },
      price: {
        $ref: "#/$defs/Decimal",
        description:
          "Price that its history begins with; the market maker stays near where it ends.",
      },
    },
  },
  Account: {
    type: "object",
    description: "An account with its API key.",
    required: ["name"],
    additionalProperties: false,
    properties: {
      name: { $ref: "#/$defs/Name" },
      apiKey: { $ref: "#/$defs/ApiKey", description: "sandbox-key-of- and the name when absent." },
      apiSecret: {
        $ref: "#/$defs/ApiSecret",
        description: "sandbox-secret-of- and the name when absent.",
      },
      balances: {
        type: "object",
        propertyNames: { $ref: "#/$defs/Ticker" },
        additionalProperties: { $ref: "#/$defs/Decimal" },
        description: "Initial free balances, by asset; none when absent.",
      },
      fees: { $ref: "#/$defs/Fees" },
    },
  },
  Fees: {
    type: "object",
    description:
      'Commission rates as fractions of the received amount; "0.001", which is 10 basis ' +
      "points, when absent.",
    additionalProperties: false,
    properties: { maker: { $ref: "#/$defs/Rate" }, taker: { $ref: "#/$defs/Rate" } },
  },
  Rate: {
    type: "string",
    title: 'a part below 1 with at most 8 decimal places, like "0.001"',
    pattern: "^0(\\.[0-9]{1,8})?$",
  },
  LimitAmount: {
    title: 'a whole number from 0 up, or "off"',
    anyOf: [
      { type: "integer", minimum: 0 },
      { type: "string", enum: ["off"] },
    ],
  },
  Origin: {
    type: "string",
    title: 'an origin like "http://localhost:5173"',
    pattern: "^https?://[^/?#@ ]+$",
  },
  Name: {
    type: "string",
    title: "a name of 1 to 32 letters, digits, hyphens and underscores",
    pattern: "^[A-Za-z0-9_-]{1,32}$",
  },
  Ticker: {
    type: "string",
    title: 'a name of 1 to 32 characters without lowercase letters, spaces, "/" and "@"',
    pattern: "^[^a-z\\s/@\\u0000]{1,32}$",
  },
  ApiKey: {
    type: "string",
    title: "1 to 200 visible ASCII characters, which a header can carry",
    pattern: "^[!-~]{1,200}$",
  },
  ApiSecret: {
    type: "string",
    title: "1 to 200 characters, without spaces around them",
    maxLength: 200,
    pattern: "^\\S(.*\\S)?$",
  },
  Text: { type: "string", minLength: 1, maxLength: 200 },
  Decimal: {
    type: "string",
    title: 'a decimal as text, like "0.5", with at most 8 decimal places',
    pattern: "^[0-9]{1,40}(\\.[0-9]{1,8}0*)?$",
  },
  Depth: {
    type: "object",
    description: "A response of getDepth.",
    required: ["bids", "asks"],
    properties: {
      lastUpdateId: { type: "integer", minimum: 0 },
      bids: { $ref: "#/$defs/Levels" },
      asks: { $ref: "#/$defs/Levels" },
    },
  },
  Levels: {
    type: "array",
    items: { type: "array", minItems: 2, items: { $ref: "#/$defs/Decimal" } },
  },
  ExchangeInfo: {
    type: "object",
    description: "A response of getExchangeInfo; unknown fields are ignored.",
    required: ["symbols"],
    properties: {
      rateLimits: { type: "array", items: { type: "object" } },
      exchangeFilters: { type: "array", items: { type: "object" } },
      symbols: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          required: ["symbol", "baseAsset", "quoteAsset"],
          properties: {
            symbol: { $ref: "#/$defs/Ticker" },
            baseAsset: { $ref: "#/$defs/Ticker" },
            quoteAsset: { $ref: "#/$defs/Ticker" },
            status: { type: "string" },
            type: { type: "string" },
            orderTypes: { type: "array", items: { type: "string" } },
            filters: { type: "array", items: { type: "object" } },
          },
        },
      },
    },
  },
  RecordedMessage: {
    type: "object",
    description: "A message of a market stream.",
    required: ["data"],
    properties: {
      at: {
        type: "number",
        minimum: 0,
        description:
          "When it came, in milliseconds, counted from any moment; the event time of the " +
          "data when absent.",
      },
      stream: { type: "string" },
      data: { type: "object", description: "The message itself." },
    },
  },
  RecordedDepthUpdate: {
    type: "object",
    description: "A message of a depth stream.",
    required: ["s", "b", "a"],
    properties: {
      s: { $ref: "#/$defs/Ticker" },
      b: { $ref: "#/$defs/Levels" },
      a: { $ref: "#/$defs/Levels" },
    },
  },
  RecordedTrade: {
    type: "object",
    description: "A message of a trade stream.",
    required: ["s", "p", "q", "m"],
    properties: {
      s: { $ref: "#/$defs/Ticker" },
      p: { $ref: "#/$defs/Decimal" },
      q: { $ref: "#/$defs/Decimal" },
      m: { type: "boolean", description: "Whether the buyer was the maker." },
    },
  },
  FilterDecimal: {
    type: "string",
    title: 'a decimal as text, like "0.01"',
    pattern: "^[0-9]{1,40}(\\.[0-9]{1,40})?$",
  },
  FaultRule: {
    oneOf: [
      { $ref: "#/$defs/RequestFault" },
      { $ref: "#/$defs/EventFault" },
      { $ref: "#/$defs/OpeningFault" },
    ],
  },
  RequestFault: {
    description: "A fault of a request.",
    type: "object",
    unevaluatedProperties: false,
    properties: { name: { $ref: "#/$defs/RuleName" }, when: { $ref: "#/$defs/RequestMatch" } },
    oneOf: [
      {
        description: "Waits ms, and up to spreadMs more by chance.",
        required: ["fault", "ms"],
        properties: {
          fault: { const: "delay" },
          ms: { $ref: "#/$defs/Delay" },
          spreadMs: { $ref: "#/$defs/Delay" },
          accepted: { $ref: "#/$defs/Accepted" },
        },
      },
      {
        description: "Never sends a response.",
        required: ["fault"],
        properties: { fault: { const: "hang" }, accepted: { $ref: "#/$defs/Accepted" } },
      },
      {
        description: "Closes the connection without a response.",
        required: ["fault"],
        properties: { fault: { const: "drop" }, accepted: { $ref: "#/$defs/Accepted" } },
      },
      {
        description: "Resets the connection.",
        required: ["fault"],
        properties: { fault: { const: "reset" }, accepted: { $ref: "#/$defs/Accepted" } },
      },
      {
        description: "Sends this text in place of an HTTP response, and closes the connection.",
        required: ["fault", "text"],
        properties: {
          fault: { const: "garble" },
          text: { type: "string", minLength: 1, maxLength: 1_000_000 },
          accepted: { $ref: "#/$defs/Accepted" },
        },
      },
      {
        description: "Closes the connection after this many bytes of the body.",
        required: ["fault", "bytes"],
        properties: { fault: { const: "truncate" }, bytes: { type: "integer", minimum: 0 } },
      },
      {
        description: "Sends the body in chunks of bytes, one every everyMs.",
        required: ["fault", "bytes", "everyMs"],
        properties: {
          fault: { const: "dribble" },
          bytes: { type: "integer", minimum: 1 },
          everyMs: { type: "integer", minimum: 1, maximum: 86_400_000 },
        },
      },
      {
        description: "Responds with the status of a server that failed or timed out.",
        required: ["fault", "status"],
        properties: {
          fault: { const: "status" },
          status: { type: "integer", enum: [408, 500, 501, 502, 503, 504] },
          body: { type: "string", enum: ["envelope", "html", "empty"] },
          accepted: { $ref: "#/$defs/Accepted" },
        },
      },
      {
        description: "Responds with 429; retryAfter is 1 when absent.",
        required: ["fault"],
        properties: {
          fault: { const: "throttle" },
          retryAfter: { $ref: "#/$defs/RetryAfter" },
          accepted: { $ref: "#/$defs/Accepted" },
        },
      },
      {
        description:
          "Bans the address of the sender for ms: this request and all until then get 418.",
        required: ["fault", "ms"],
        properties: {
          fault: { const: "ban" },
          ms: { type: "integer", minimum: 1, maximum: 2_592_000_000 },
        },
      },
      {
        description:
          "Responds with an error code of the contract, and with status in place of its " + "own.",
        required: ["fault", "code"],
        properties: {
          fault: { const: "error" },
          code: {
            type: "integer",
            enum: [
              -1021, -1022, -2015, -1003, -1000, -1001, -1002, -1006, -1007, -1008, -1010, -1013,
              -1014, -1015, -1016, -1020, -1100, -1101, -1102, -1103, -1104, -1105, -1106, -1108,
              -1111, -1112, -1114, -1115, -1116, -1117, -1118, -1119, -1120, -1121, -1125, -1127,
              -1128, -1130, -1131, -2010, -2011, -2013, -2014, -2016, -2026, -2039, -2043,
            ],
          },
          status: { type: "integer", minimum: 200, maximum: 599 },
          accepted: { $ref: "#/$defs/Accepted" },
        },
      },
      {
        description:
          "Handles the request with a clock that is ahead by ms, or behind when negative.",
        required: ["fault", "ms"],
        properties: {
          fault: { const: "clockOffset" },
          ms: { type: "integer", minimum: -31_622_400_000, maximum: 31_622_400_000 },
        },
      },
      {
        description: "Wraps a success in the envelope, or with `on: false` does not.",
        required: ["fault"],
        properties: { fault: { const: "envelope" }, on: { type: "boolean" } },
      },
      {
        description: "Sets all usage headers to this text, or removes them.",
        required: ["fault"],
        properties: { fault: { const: "usage" }, as: { $ref: "#/$defs/HeaderText" } },
      },
      {
        description: "Sets headers of the response; an empty text removes one.",
        required: ["fault", "set"],
        properties: { fault: { const: "headers" }, set: { $ref: "#/$defs/Headers" } },
      },
      {
        description:
          "Sends this response in place of that of the exchange; times repeats the body.",
        required: ["fault"],
        not: {
          title: "has body and bodyBase64; give one of the two",
          required: ["body", "bodyBase64"],
        },
        properties: {
          fault: { const: "response" },
          status: { type: "integer", minimum: 200, maximum: 599 },
          headers: { $ref: "#/$defs/Headers" },
          body: { type: "string", minLength: 1, maxLength: 1_000_000 },
          bodyBase64: {
            type: "string",
            title: "base64",
            minLength: 1,
            maxLength: 1_000_000,
            pattern: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
          },
          times: { type: "integer", minimum: 0, maximum: 100_000_000 },
          accepted: { $ref: "#/$defs/Accepted" },
        },
      },
      {
        description:
          "Delivers the request twice; the sender gets one response, the first when absent.",
        required: ["fault"],
        properties: {
          fault: { const: "duplicate" },
          response: { type: "string", enum: ["first", "second"] },
        },
      },
      {
        description:
          "Makes the exchange forget the listen keys of the sender, or of another account, " +
          "first.",
        required: ["fault"],
        properties: { fault: { const: "loseListenKey" }, account: { $ref: "#/$defs/Text" } },
      },
    ],
  },
  EventFault: {
    description: "A fault of a stream message; the copy of every connection counts as one message.",
    type: "object",
    unevaluatedProperties: false,
    properties: { name: { $ref: "#/$defs/RuleName" }, when: { $ref: "#/$defs/EventMatch" } },
    oneOf: [
      {
        description: "Does not send the message.",
        required: ["fault"],
        properties: { fault: { const: "dropEvent" } },
      },
      {
        description: "Sends it twice.",
        required: ["fault"],
        properties: { fault: { const: "duplicateEvent" } },
      },
      {
        description: "Sends it after the next `by` messages of the same stream; one when absent.",
        required: ["fault"],
        properties: {
          fault: { const: "reorderEvents" },
          by: { type: "integer", minimum: 1, maximum: 1000 },
        },
      },
      {
        description: "Sends it ms later; later messages on the connection wait as well.",
        required: ["fault", "ms"],
        properties: { fault: { const: "delayEvent" }, ms: { $ref: "#/$defs/Delay" } },
      },
      {
        description: "Sends another text in its place, as a binary message if wanted.",
        required: ["fault", "text"],
        properties: {
          fault: { const: "replaceEvent" },
          text: { type: "string", minLength: 1, maxLength: 1_000_000 },
          binary: { type: "boolean" },
        },
      },
      {
        description:
          "Sends no more stream messages on this connection, which stays open otherwise.",
        required: ["fault"],
        properties: { fault: { const: "stall" } },
      },
      {
        description:
          "Closes the connection before the message: with a close code, or without a close " +
          "frame.",
        required: ["fault"],
        properties: {
          fault: { const: "cut" },
          code: { $ref: "#/$defs/CloseCode" },
          reason: {
            type: "string",
            maxLength: 100,
            pattern: "^[ -~]*$",
            title: "a text of at most 100 printable ASCII characters",
          },
        },
      },
    ],
  },
  OpeningFault: {
    description: "A fault of opening a stream connection.",
    type: "object",
    unevaluatedProperties: false,
    properties: { name: { $ref: "#/$defs/RuleName" }, when: { $ref: "#/$defs/OpeningMatch" } },
    oneOf: [
      {
        description: "Rejects a new stream connection with a status, hangs, or resets.",
        required: ["fault"],
        not: {
          title: "has a status, which requires how: reject",
          required: ["how", "status"],
          properties: { how: { enum: ["hang", "reset"] } },
        },
        properties: {
          fault: { const: "handshake" },
          how: { type: "string", enum: ["reject", "hang", "reset"] },
          status: { type: "integer", minimum: 300, maximum: 599 },
        },
      },
    ],
  },
  RequestMatch: {
    type: "object",
    description: "Which requests a rule matches; all when no field is given.",
    unevaluatedProperties: false,
    allOf: [{ $ref: "#/$defs/Occurrence" }],
    properties: {
      operation: {
        anyOf: [
          { $ref: "#/$defs/Operation" },
          { type: "array", minItems: 1, items: { $ref: "#/$defs/Operation" } },
        ],
      },
      method: { $ref: "#/$defs/Text" },
      path: { $ref: "#/$defs/Text" },
      account: { $ref: "#/$defs/Text" },
      symbol: { $ref: "#/$defs/Text" },
    },
  },
  EventMatch: {
    type: "object",
    description: "Which messages a rule matches; a stream may begin with `*` for any prefix.",
    unevaluatedProperties: false,
    allOf: [{ $ref: "#/$defs/Occurrence" }],
    properties: {
      stream: { $ref: "#/$defs/Text" },
      event: {
        anyOf: [
          { $ref: "#/$defs/Text" },
          { type: "array", minItems: 1, items: { $ref: "#/$defs/Text" } },
        ],
      },
      account: { $ref: "#/$defs/Text" },
      symbol: { $ref: "#/$defs/Text" },
    },
  },
  OpeningMatch: {
    type: "object",
    description: "Which new connections a rule matches, by a stream that they request.",
    unevaluatedProperties: false,
    allOf: [{ $ref: "#/$defs/Occurrence" }],
    properties: { stream: { $ref: "#/$defs/Text" } },
  },
  Occurrence: {
    type: "object",
    description: "Which of the matches, and when; all when no field is given.",
    properties: {
      nth: {
        description: "Only the nth of those that the rest of the rule matches, counted from 1.",
        anyOf: [
          { type: "integer", minimum: 1 },
          { type: "array", minItems: 1, items: { type: "integer", minimum: 1 } },
        ],
      },
      every: { type: "integer", minimum: 1, description: "Only every nth." },
      from: { type: "integer", minimum: 1, description: "Only the nth and those after it." },
      count: { type: "integer", minimum: 1, description: "Maximum number of times." },
      probability: {
        type: "number",
        minimum: 0,
        maximum: 1,
        description: "Each with this probability, derived from the seed.",
      },
      after: { $ref: "#/$defs/Moment" },
      before: { $ref: "#/$defs/Moment" },
    },
  },
  Operation: {
    type: "string",
    enum: [
      "getTime",
      "getExchangeInfo",
      "getExecutionRules",
      "getReferencePrice",
      "getSymbolTypes",
      "getBookTicker",
      "getKlines",
      "getTicker24hr",
      "getDepth",
      "getTrades",
      "getAggTrades",
      "getTickerPrice",
      "getAccount",
      "getUserTrades",
      "getTradeFees",
      "getOrder",
      "placeOrder",
      "cancelOrder",
      "getOpenOrders",
      "getAllOrders",
      "getAccountV2",
      "createListenKey",
      "keepAliveListenKey",
      "closeListenKey",
    ],
  },
  RuleName: {
    type: "string",
    minLength: 1,
    maxLength: 80,
    description: "Unique in the plan; the fault and a number when absent.",
  },
  Accepted: {
    type: "boolean",
    description:
      "Whether the exchange carries out the request first; otherwise it never receives " + "it.",
  },
  Delay: { type: "integer", minimum: 0, maximum: 2_592_000_000, description: "Milliseconds." },
  HeaderText: {
    type: "string",
    title: "a text of at most 200 printable ASCII characters",
    maxLength: 200,
    pattern: "^[ -~]*$",
  },
  Headers: {
    type: "object",
    description: "Headers by their names.",
    propertyNames: {
      type: "string",
      title: "the name of a header",
      pattern: "^(?!__proto__$)[\\w!#$%&'*+.^`|~-]+$",
    },
    additionalProperties: {
      type: "string",
      title: "a text of at most 4096 printable ASCII characters",
      maxLength: 4096,
      pattern: "^[ -~]*$",
    },
  },
  RetryAfter: {
    title: 'seconds, a text, null for no header, or {"dateInMs": n} for a date',
    anyOf: [
      { type: "integer" },
      { $ref: "#/$defs/HeaderText" },
      { type: "null" },
      {
        type: "object",
        required: ["dateInMs"],
        additionalProperties: false,
        properties: {
          dateInMs: { type: "integer", minimum: -86_400_000, maximum: 31_622_400_000 },
        },
      },
    ],
  },
  CloseCode: {
    type: "integer",
    title: "a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999",
    anyOf: [
      { type: "integer", minimum: 1000, maximum: 1003 },
      { type: "integer", minimum: 1007, maximum: 1014 },
      { type: "integer", minimum: 3000, maximum: 4999 },
    ],
  },
  Moment: {
    title: 'a time of day in UTC like "10:00" or "10:00:30.5", or milliseconds of Unix time',
    anyOf: [
      { type: "number" },
      { type: "string", pattern: "^([01]\\d|2[0-3]):([0-5]\\d)(?::([0-5]\\d(?:\\.\\d{1,3})?))?$" },
    ],
  },
  FeedEvent: {
    description: "Something that the sandbox received, sent or did, without secrets.",
    oneOf: [
      { $ref: "#/$defs/FeedRequest" },
      { $ref: "#/$defs/FeedMessage" },
      { $ref: "#/$defs/FeedOrder" },
      { $ref: "#/$defs/FeedFault" },
      { $ref: "#/$defs/FeedLoss" },
    ],
  },
  FeedRequest: {
    type: "object",
    description: "A request of any client, and what became of it.",
    required: [
      "kind",
      "id",
      "time",
      "end",
      "ms",
      "ip",
      "method",
      "path",
      "query",
      "body",
      "faults",
      "response",
    ],
    additionalProperties: false,
    properties: {
      kind: { const: "request" },
      id: { $ref: "#/$defs/FeedId" },
      time: {
        type: "number",
        description: "When it came, by the exchange's clock, in milliseconds.",
      },
      end: { type: "number", description: "When its response was sent or its sender left." },
      ms: {
        type: "number",
        description: "How long it took by the machine's clock, in milliseconds.",
      },
      ip: {
        type: "string",
        description: "The address that its weight counts for; `page` for the sandbox's own page.",
      },
      agent: { type: "string", description: "What the client calls itself in User-Agent." },
      account: { type: "string", description: "The account of its API key." },
      operation: { type: "string", description: "Absent where the interface has no such path." },
      method: { type: "string" },
      path: { type: "string" },
      query: { $ref: "#/$defs/FeedFields" },
      body: { $ref: "#/$defs/FeedFields" },
      signed: {
        type: "object",
        description: "Of a request that has to be signed.",
        required: ["text"],
        additionalProperties: false,
        properties: {
          text: { type: "string", description: "The text that its signature has to cover." },
          problem: {
            type: "string",
            description: "What is wrong with the signature; absent where it is right.",
            enum: [
              "missing",
              "repeated",
              "secret",
              "order",
              "encoding",
              "untrimmed",
              "separator",
              "coverage",
              "case",
              "base64",
              "unknown",
            ],
          },
          about: { type: "string", description: "The same as a sentence." },
          clockMs: {
            type: "number",
            description: "How far its timestamp is ahead of the exchange.",
          },
        },
      },
      weight: { type: "number", description: "What it weighs." },
      windows: {
        type: "array",
        description: "The rate limits after it.",
        items: {
          type: "object",
          required: ["limit", "used"],
          additionalProperties: false,
          properties: {
            limit: { type: "string" },
            used: { type: "number" },
            amount: { type: "number", description: "Absent where there is no limit." },
          },
        },
      },
      faults: { $ref: "#/$defs/FeedRules", description: "The rules of the faults that it met." },
      verdict: {
        type: "object",
        description:
          "What the exchange decided; absent where a fault kept the request from it, at " +
          "least until its sender left.",
        required: ["outcome", "issues"],
        additionalProperties: false,
        properties: {
          outcome: { type: "string", enum: ["accepted", "refused", "failed"] },
          code: { type: "integer" },
          message: { type: "string" },
          issues: {
            type: "array",
            description: "The fields and trading rules that decided.",
            items: {
              type: "object",
              required: ["field", "rule", "message"],
              additionalProperties: false,
              properties: {
                field: { type: "string" },
                rule: { type: "string" },
                message: { type: "string" },
                kind: {
                  type: "string",
                  description: "Of a trading rule: minimum, maximum or multipleOf.",
                },
                filter: { type: "string" },
                value: { type: "string" },
                bound: { type: "string" },
                filterField: { type: "string" },
                nearest: { type: "string", description: "The nearest valid value below." },
              },
            },
          },
        },
      },
      response: {
        type: "object",
        description: "What was sent.",
        required: ["bytes", "body"],
        additionalProperties: false,
        properties: {
          status: { type: "integer", description: "Absent where no response was sent." },
          code: { type: "integer", description: "The error code in the body." },
          broken: {
            type: "string",
            enum: ["hang", "drop", "reset", "garble", "cut", "left"],
            description: "How a fault broke the connection; left: the sender left first.",
          },
          retryAfter: { type: "string", description: "The header that says how long to wait." },
          bytes: { type: "integer", description: "Length of the body." },
          body: { type: "string", description: "Its beginning." },
        },
      },
    },
  },
  FeedMessage: {
    type: "object",
    description: "A message of a stream connection, or its begin or end.",
    required: ["kind", "id", "time", "what", "connection", "ip"],
    additionalProperties: false,
    properties: {
      kind: { const: "message" },
      id: { $ref: "#/$defs/FeedId" },
      time: { type: "number", description: "By the exchange's clock, in milliseconds." },
      what: {
        type: "string",
        description:
          "Whether the client or the exchange (sent, replied, ping, cut) acted; closed is a " +
          "close by the exchange with a code, ended the end of the connection, whoever " +
          "closed it.",
        enum: [
          "opened",
          "refused",
          "sent",
          "received",
          "replied",
          "ping",
          "pong",
          "closed",
          "cut",
          "ended",
        ],
      },
      connection: {
        type: "integer",
        description: "Number of the connection; 0 for a refused one.",
      },
      ip: { type: "string" },
      account: { type: "string", description: "The account of the user data." },
      streams: {
        type: "array",
        items: { type: "string" },
        description:
          "The streams that a new connection asked for, or that a connection had when the " +
          "exchange ended it.",
      },
      stream: {
        type: "string",
        description: "Absent for user data and for replies to control messages.",
      },
      event: { type: "string", description: "The event type of the message." },
      text: { type: "string", description: "Its beginning." },
      code: { type: "integer", description: "Close code or HTTP status." },
    },
  },
  FeedOrder: {
    type: "object",
    description: "A change of an order of a user.",
    required: [
      "kind",
      "id",
      "time",
      "account",
      "execution",
      "symbol",
      "orderId",
      "clientOrderId",
      "side",
      "type",
      "status",
      "price",
      "quantity",
      "executed",
    ],
    additionalProperties: false,
    properties: {
      kind: { const: "order" },
      id: { $ref: "#/$defs/FeedId" },
      time: { type: "number" },
      account: { type: "string" },
      execution: { type: "string", description: "NEW, TRADE, CANCELED, REJECTED or EXPIRED." },
      symbol: { type: "string" },
      orderId: { type: "integer" },
      clientOrderId: { type: "string" },
      side: { type: "string" },
      type: { type: "string" },
      status: { type: "string" },
      price: { type: "string" },
      quantity: { type: "string" },
      executed: { type: "string" },
      lastPrice: { type: "string", description: "Of the fill." },
      lastQuantity: { type: "string", description: "Of the fill." },
    },
  },
  FeedFault: {
    type: "object",
    description: "A fault that was injected.",
    required: ["kind", "id", "time", "fault"],
    additionalProperties: false,
    properties: {
      kind: { const: "fault" },
      id: { $ref: "#/$defs/FeedId" },
      time: { type: "number" },
      fault: { type: "string" },
      rule: { type: "string", description: "The name of its rule; absent for a command." },
      account: { type: "string" },
      operation: { type: "string" },
      stream: { type: "string" },
    },
  },
  FeedLoss: {
    type: "object",
    description: "Where a reader was too slow, the numbers of events that it has missed.",
    required: ["kind", "lost"],
    additionalProperties: false,
    properties: {
      kind: { const: "lost" },
      lost: { type: "object", additionalProperties: { type: "integer" } },
    },
  },
  FeedCall: {
    type: "object",
    description:
      "A request of the interface as a message to the feed: answered past faults, and " +
      "no event of the feed.",
    required: ["call", "method", "path"],
    additionalProperties: false,
    properties: {
      call: { type: "integer", minimum: 1, description: "The number of its answer." },
      method: { type: "string" },
      path: { type: "string", description: "With the query." },
      headers: { type: "object", additionalProperties: { type: "string" } },
      body: { type: "string" },
    },
  },
  FeedAnswer: {
    type: "object",
    description: "The response to a call.",
    required: ["kind", "call", "status", "body"],
    additionalProperties: false,
    properties: {
      kind: { const: "answer" },
      call: { type: "integer", description: "0 where the call has no number." },
      status: { type: "integer" },
      headers: { type: "object", additionalProperties: { type: "string" } },
      body: { type: "string" },
    },
  },
  FeedId: { type: "integer", description: "Counts the events of all kinds, from 1." },
  FeedRules: { type: "array", items: { type: "string" } },
  FeedFields: {
    type: "array",
    description: "Names and values in the order sent, decoded.",
    items: { type: "array", items: { type: "string" } },
  },
  Report: {
    type: "object",
    description: "How the programs that use a sandbox have behaved, by the events of its feed.",
    required: [
      "passed",
      "begin",
      "end",
      "lost",
      "requests",
      "refusals",
      "limits",
      "placements",
      "streams",
      "faults",
      "checks",
    ],
    additionalProperties: false,
    properties: {
      passed: { type: "boolean", description: "Whether every check passed." },
      begin: {
        type: "number",
        description: "Time of the first event, in milliseconds of the exchange's clock.",
      },
      end: { type: "number", description: "Time of the last event." },
      lost: { type: "integer", description: "How many older events it does not know." },
      requests: {
        type: "array",
        description: "Requests by operation; `other` for those that the interface does not have.",
        items: {
          type: "object",
          required: ["operation", "accepted", "refused", "failed", "unanswered"],
          additionalProperties: false,
          properties: {
            operation: { type: "string" },
            accepted: { type: "integer" },
            refused: { type: "integer" },
            failed: { type: "integer", description: "Of a fault, or of the sandbox itself." },
            unanswered: {
              type: "integer",
              description: "The response was lost or broken, or its sender left first.",
            },
          },
        },
      },
      refusals: {
        type: "array",
        description: "Refused requests by operation, code and trading rule.",
        items: {
          type: "object",
          required: ["operation", "code", "count", "example"],
          additionalProperties: false,
          properties: {
            operation: { type: "string" },
            code: { type: "integer" },
            filter: { type: "string" },
            rule: { type: "string" },
            count: { type: "integer" },
            example: { type: "string", description: "The first one in a line." },
          },
        },
      },
      limits: {
        type: "array",
        description: "The use of each rate limit by an address or an account.",
        items: {
          type: "object",
          required: ["limit", "of", "used", "most", "time"],
          additionalProperties: false,
          properties: {
            limit: { type: "string" },
            of: { type: "string" },
            used: { type: "number", description: "After the latest request." },
            most: { type: "number", description: "The most so far." },
            amount: { type: "number", description: "Absent where there is no limit." },
            share: { type: "number", description: "The most as a part of the amount." },
            time: { type: "number", description: "Of the latest request." },
          },
        },
      },
      placements: {
        type: "object",
        required: [
          "sent",
          "accepted",
          "refused",
          "repeated",
          "unknown",
          "queried",
          "streamed",
          "open",
        ],
        additionalProperties: false,
        properties: {
          sent: { type: "integer" },
          accepted: { type: "integer" },
          refused: { type: "integer" },
          repeated: { type: "integer", description: "Sent under an id that was sent before." },
          unknown: {
            type: "integer",
            description: "Those whose outcome the program did not learn.",
          },
          queried: { type: "integer", description: "Of these, those that it queried." },
          streamed: {
            type: "integer",
            description: "Of these, those that its user data stream reported.",
          },
          open: { type: "integer", description: "Of these, those that it has not resolved." },
        },
      },
      streams: {
        type: "object",
        required: [
          "opened",
          "refused",
          "closed",
          "pings",
          "pongs",
          "keysCreated",
          "keysKeptAlive",
          "keysExpired",
        ],
        additionalProperties: false,
        properties: {
          opened: { type: "integer" },
          refused: { type: "integer" },
          closed: { type: "integer", description: "Closed or cut by the exchange." },
          pings: { type: "integer" },
          pongs: { type: "integer" },
          keysCreated: { type: "integer", description: "Listen keys." },
          keysKeptAlive: { type: "integer" },
          keysExpired: { type: "integer" },
        },
      },
      faults: {
        type: "array",
        description: "The faults that were injected, and the reactions to them.",
        items: {
          type: "object",
          required: ["fault", "count", "robust", "reactions"],
          additionalProperties: false,
          properties: {
            fault: { type: "string" },
            rule: { type: "string" },
            count: { type: "integer" },
            robust: { type: "string", description: "What a robust client does." },
            reactions: {
              type: "array",
              items: {
                type: "object",
                required: ["what", "count"],
                additionalProperties: false,
                properties: {
                  what: { type: "string", description: "What the program did next." },
                  count: { type: "integer" },
                },
              },
            },
          },
        },
      },
      checks: {
        type: "array",
        items: {
          type: "object",
          required: ["check", "title", "advice", "passed", "count", "findings"],
          additionalProperties: false,
          properties: {
            check: { type: "string" },
            title: { type: "string", description: "What must not happen." },
            advice: { type: "string", description: "What a robust client does." },
            passed: { type: "boolean" },
            count: { type: "integer", description: "How often it happened." },
            findings: {
              type: "array",
              description: "The first ones.",
              items: {
                type: "object",
                required: ["time", "text"],
                additionalProperties: false,
                properties: {
                  time: { type: "number" },
                  event: { type: "integer", description: "The id of the event that shows it." },
                  text: { type: "string" },
                },
              },
            },
          },
        },
      },
    },
  },
  Filter: {
    oneOf: [
      {
        type: "object",
        description:
          "Largest number of open algo orders of one account on the whole exchange. SITE " +
          "symbols may lack it.\nIts fields are not documented.",
        required: ["filterType", "maxNumAlgoOrders"],
        additionalProperties: false,
        properties: {
          filterType: { const: "EXCHANGE_MAX_NUM_ALGO_ORDERS" },
          maxNumAlgoOrders: { type: "integer" },
        },
      },
      {
        type: "object",
        description:
          "Largest number of open orders of one account on the whole exchange; algo and " +
          "normal orders both\ncount. Its fields are not documented.",
        required: ["filterType", "maxNumOrders"],
        additionalProperties: false,
        properties: {
          filterType: { const: "EXCHANGE_MAX_NUM_ORDERS" },
          maxNumOrders: { type: "integer" },
        },
      },
      {
        type: "object",
        description: "Largest number of parts that an iceberg order may come in.",
        required: ["filterType", "limit"],
        additionalProperties: false,
        properties: { filterType: { const: "ICEBERG_PARTS" }, limit: { type: "integer" } },
      },
      {
        type: "object",
        description: "Bounds and grid of quantities, for the visible part of an iceberg order too.",
        required: ["filterType", "minQty", "maxQty", "stepSize"],
        additionalProperties: false,
        properties: {
          filterType: { const: "LOT_SIZE" },
          minQty: { $ref: "#/$defs/FilterDecimal" },
          maxQty: { $ref: "#/$defs/FilterDecimal" },
          stepSize: { $ref: "#/$defs/FilterDecimal" },
        },
      },
      {
        type: "object",
        description: "Bounds and grid of the quantity of MARKET orders.",
        required: ["filterType", "minQty", "maxQty", "stepSize"],
        additionalProperties: false,
        properties: {
          filterType: { const: "MARKET_LOT_SIZE" },
          minQty: { $ref: "#/$defs/FilterDecimal" },
          maxQty: { $ref: "#/$defs/FilterDecimal" },
          stepSize: { $ref: "#/$defs/FilterDecimal" },
        },
      },
      {
        type: "object",
        description:
          "Largest number of open algo orders of one account on one symbol. SITE symbols " +
          "may lack\nit.",
        required: ["filterType", "maxNumAlgoOrders"],
        additionalProperties: false,
        properties: {
          filterType: { const: "MAX_NUM_ALGO_ORDERS" },
          maxNumAlgoOrders: { type: "integer" },
        },
      },
      {
        type: "object",
        description:
          "Largest number of open iceberg orders (icebergQty above 0) of one account on one " +
          "symbol. SITE\nsymbols may lack it.",
        required: ["filterType", "maxNumIcebergOrders"],
        additionalProperties: false,
        properties: {
          filterType: { const: "MAX_NUM_ICEBERG_ORDERS" },
          maxNumIcebergOrders: { type: "integer" },
        },
      },
      {
        type: "object",
        description:
          "Largest number of open orders of one account on one symbol; algo and normal " +
          "orders both\ncount.",
        required: ["filterType"],
        additionalProperties: false,
        properties: {
          filterType: { const: "MAX_NUM_ORDERS" },
          limit: { type: "integer" },
          maxNumOrders: { type: "integer" },
        },
      },
      {
        type: "object",
        description:
          "Smallest value of an order, price times quantity. MARKET orders are only held to " +
          "it where\napplyToMarket says so, with an average price in place of their own.",
        required: ["filterType", "minNotional", "applyToMarket", "avgPriceMins"],
        additionalProperties: false,
        properties: {
          filterType: { const: "MIN_NOTIONAL" },
          minNotional: { $ref: "#/$defs/FilterDecimal" },
          applyToMarket: { type: "boolean" },
          avgPriceMins: { type: "integer" },
        },
      },
      {
        type: "object",
        description:
          "Range of prices around the average of earlier trades, reached with two " +
          "multipliers. The exact\ninequality is not documented.",
        required: ["filterType", "multiplierUp", "multiplierDown", "avgPriceMins"],
        additionalProperties: false,
        properties: {
          filterType: { const: "PERCENT_PRICE" },
          multiplierUp: { $ref: "#/$defs/FilterDecimal" },
          multiplierDown: { $ref: "#/$defs/FilterDecimal" },
          avgPriceMins: { type: "integer" },
        },
      },
      {
        type: "object",
        description:
          "Bounds and grid of prices. Each of the three fields switches its own rule off " +
          "when it is 0.",
        required: ["filterType", "minPrice", "maxPrice", "tickSize"],
        additionalProperties: false,
        properties: {
          filterType: { const: "PRICE_FILTER" },
          minPrice: { $ref: "#/$defs/FilterDecimal" },
          maxPrice: { $ref: "#/$defs/FilterDecimal" },
          tickSize: { $ref: "#/$defs/FilterDecimal" },
        },
      },
      {
        type: "object",
        description: "A filter that the contract does not know: it is listed but never evaluated.",
        required: ["filterType"],
        additionalProperties: true,
        properties: {
          filterType: {
            type: "string",
            not: {
              enum: [
                "EXCHANGE_MAX_NUM_ALGO_ORDERS",
                "EXCHANGE_MAX_NUM_ORDERS",
                "ICEBERG_PARTS",
                "LOT_SIZE",
                "MARKET_LOT_SIZE",
                "MAX_NUM_ALGO_ORDERS",
                "MAX_NUM_ICEBERG_ORDERS",
                "MAX_NUM_ORDERS",
                "MIN_NOTIONAL",
                "PERCENT_PRICE",
                "PRICE_FILTER",
              ],
            },
          },
        },
      },
    ],
  },
  Choices: {
    type: "object",
    description: "How the sandbox decides what the interface leaves open; see the assumptions.",
    additionalProperties: false,
    properties: {
      "bare-successes": {
        type: "string",
        enum: ["bare", "enveloped"],
        default: "bare",
        description:
          "Whether a success comes bare, that is without the envelope, or in the " +
          "envelope.\nbare: A success is the response itself.\nenveloped: A success comes in " +
          "the envelope.",
      },
      "short-error-envelope": {
        type: "string",
        enum: ["whole", "short"],
        default: "whole",
        description:
          "Whether every error carries all required fields of the envelope.\nwhole: An error " +
          "has all required fields of the envelope.\nshort: An error has only code and msg.",
      },
      "aggregate-trade-best-match": {
        type: "string",
        enum: ["absent", "present"],
        default: "absent",
        description:
          "Whether an aggregate trade says that it was the best price match.\nabsent: An " +
          "aggregate trade has no M.\npresent: An aggregate trade has M, which is true.",
      },
      "order-record-extras": {
        type: "string",
        enum: ["absent", "present"],
        default: "absent",
        description:
          "Whether an order record has further fields.\nabsent: An order record has no " +
          "further field.\npresent: An order record also has orderListId, which is -1.",
      },
      "cumulative-quote-spelling": {
        type: "string",
        enum: ["oneM", "twoM"],
        default: "oneM",
        description:
          "How the field for the quote amount filled so far is spelled outside the order " +
          "query.\noneM: cumulativeQuoteQty outside the order query, too.\ntwoM: " +
          "cummulativeQuoteQty outside the order query.",
      },
      "reference-price-without-symbol": {
        type: "string",
        enum: ["list", "refused"],
        default: "list",
        description:
          "The response of referencePrice when the symbol is left out.\nlist: The response " +
          "lists all symbols.\nrefused: The symbol is required; without it the error is " +
          "-1102.",
      },
      "listen-key-response": {
        type: "string",
        enum: ["object", "list"],
        default: "object",
        description:
          "The response to the creation of a listen key.\nobject: One object.\nlist: A list " +
          "with one object for each symbol type.",
      },
      "order-placement-response": {
        type: "string",
        enum: ["full", "byType"],
        default: "full",
        description:
          "The response to a placement.\nfull: FULL for every type.\nbyType: FULL for LIMIT " +
          "and MARKET, ACK for other types.",
      },
      "duplicate-client-id": {
        type: "string",
        enum: ["refused", "answered"],
        default: "refused",
        description:
          "The response to a placement that repeats a client order id.\nrefused: The second " +
          "placement is refused.\nanswered: The response is the first order, unchanged.",
      },
      "parameter-in-both-places": {
        type: "string",
        enum: ["refused", "query", "body"],
        default: "refused",
        description:
          "What happens when a parameter is sent both in the query and in the " +
          "body.\nrefused: Refused with -1101.\nquery: The value in the query counts.\nbody: " +
          "The value in the body counts.",
      },
      "retry-after-on-ban": {
        type: "string",
        enum: ["sent", "absent"],
        default: "sent",
        description:
          "Whether a response with status 418 carries Retry-After.\nsent: A response with " +
          "status 418 has Retry-After.\nabsent: It has none.",
      },
      "order-count-rule": {
        type: "string",
        enum: ["accepted", "every"],
        default: "accepted",
        description:
          "Which placements count against the order rate limits.\naccepted: Accepted " +
          "placements count.\nevery: Every placement that reaches the trading rules counts.",
      },
      "window-alignment": {
        type: "string",
        enum: ["clock", "sliding"],
        default: "clock",
        description:
          "Whether windows of rate limits slide or are aligned to the clock.\nclock: Windows " +
          "are aligned to the clock.\nsliding: A window ends with each request and reaches " +
          "back by its length.",
      },
      "ban-end-in-message": {
        type: "string",
        enum: ["named", "absent"],
        default: "named",
        description:
          "Whether the message of a ban says when the ban ends.\nnamed: The message of a ban " +
          "says when it ends.\nabsent: It does not.",
      },
      "agg-trades-span": {
        type: "string",
        enum: ["any", "hour"],
        default: "any",
        description:
          "Which aggregate trades a request without bounds returns, and how far apart " +
          "startTime and endTime may be.\nany: Any time range.\nhour: Less than an hour " +
          "between both times; otherwise the error is -1127.",
      },
      "user-trades-span": {
        type: "string",
        enum: ["any", "day"],
        default: "any",
        description:
          "How far apart startTime and endTime of userTrades may be, and which parameters " +
          "may be combined.\nany: Any time range.\nday: At most 24 hours between both times; " +
          "otherwise the error is -1127.",
      },
      "klines-beyond-limit": {
        type: "string",
        enum: ["oldest", "newest"],
        default: "oldest",
        description:
          "Which klines are returned if there are more between startTime and endTime than " +
          "the limit allows.\noldest: The oldest.\nnewest: The newest.",
      },
      "limit-above-maximum": {
        type: "string",
        enum: ["refused", "cut"],
        default: "refused",
        description:
          "What happens to a limit above its maximum outside the order book.\nrefused: " +
          "Refused with -1130.\ncut: Lowered to the maximum.",
      },
      "stream-wrapping": {
        type: "string",
        enum: ["wrapped", "bare"],
        default: "wrapped",
        description:
          "Whether messages come wrapped with the name of their stream if the connection " +
          "was opened with streams in the query.\nwrapped: Messages come wrapped with the " +
          "name of their stream.\nbare: Messages come without wrapping on every connection.",
      },
      "listen-key-expired": {
        type: "string",
        enum: ["event", "silence"],
        default: "event",
        description:
          "Whether the stream reports that its listen key has expired.\nevent: The stream " +
          "reports that its key has expired.\nsilence: The stream sends nothing more.",
      },
      "trade-event-payload": {
        type: "string",
        enum: ["withOrderIds", "withoutOrderIds"],
        default: "withOrderIds",
        description:
          "The payload of the trade stream.\nwithOrderIds: A trade has the order ids of both " +
          "sides.\nwithoutOrderIds: A trade has no order ids.",
      },
      "execution-report-payload": {
        type: "string",
        enum: ["emptyText", "null"],
        default: "emptyText",
        description:
          "The payload of executionReport.\nemptyText: C is an empty text if nothing was " +
          "canceled.\nnull: C is null if nothing was canceled.",
      },
      "market-lot-size-besides-lot-size": {
        type: "string",
        enum: ["both", "marketOnly"],
        default: "both",
        description:
          "Whether a MARKET order must satisfy LOT_SIZE if the symbol also has " +
          "MARKET_LOT_SIZE.\nboth: A MARKET order must satisfy both filters.\nmarketOnly: It " +
          "must satisfy only MARKET_LOT_SIZE, if there is one.",
      },
      "self-trades": {
        type: "string",
        enum: ["allowed", "refused"],
        default: "allowed",
        description:
          "Whether two orders of one account may trade with each other.\nallowed: Two orders " +
          "of one account trade.\nrefused: A placement that would trade with an order of its " +
          "own account is refused with -2010.",
      },
      "working-flag": {
        type: "string",
        enum: ["working", "open"],
        default: "working",
        description:
          "When `isWorking` is true.\nworking: An order that waits for its stop price is not " +
          "working.\nopen: Every open order is working.",
      },
      "commission-rounding": {
        type: "string",
        enum: ["down", "up"],
        default: "down",
        description: "How a commission is rounded.\ndown: Down to 8 places.\nup: Up to 8 places.",
      },
      "refused-request-weight": {
        type: "string",
        enum: ["free", "counted"],
        default: "free",
        description:
          "Whether a request that is refused because of its weight adds to the used " +
          "weight.\nfree: A refused request adds nothing.\ncounted: A refused request adds " +
          "its weight.",
      },
      "list-pages": {
        type: "string",
        enum: ["latest", "oldest"],
        default: "latest",
        description:
          "Which rows are returned if there are more than the limit allows.\nlatest: Without " +
          "a start, the latest rows are returned.\noldest: Without a start, the oldest rows " +
          "are returned.",
      },
      "klines-without-trades": {
        type: "string",
        enum: ["repeated", "absent"],
        default: "repeated",
        description:
          "Whether there is a kline for an interval without trades.\nrepeated: The kline " +
          "repeats the last price.\nabsent: There is no kline.",
      },
      "depth-update-pace": {
        type: "string",
        enum: ["everyChange", "everySecond"],
        default: "everyChange",
        description:
          "How often depth events are sent.\neveryChange: A message after every " +
          "change.\neverySecond: One message a second with all its changes.",
      },
    },
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** The sandbox's inputs, by schema name. */
export type SandboxSchemas = components["schemas"];

/** What the sandbox does where the interface leaves it open, by the name of the assumption. */
export type Choices = Required<SandboxSchemas["Choices"]>;

/**
 * What the sandbox does by default where the interface leaves it open.
 *
 * @see spec/assumptions.yaml
 */
export const choiceDefaults = {
  "bare-successes": "bare",
  "short-error-envelope": "whole",
  "aggregate-trade-best-match": "absent",
  "order-record-extras": "absent",
  "cumulative-quote-spelling": "oneM",
  "reference-price-without-symbol": "list",
  "listen-key-response": "object",
  "order-placement-response": "full",
  "duplicate-client-id": "refused",
  "parameter-in-both-places": "refused",
  "retry-after-on-ban": "sent",
  "order-count-rule": "accepted",
  "window-alignment": "clock",
  "ban-end-in-message": "named",
  "agg-trades-span": "any",
  "user-trades-span": "any",
  "klines-beyond-limit": "oldest",
  "limit-above-maximum": "refused",
  "stream-wrapping": "wrapped",
  "listen-key-expired": "event",
  "trade-event-payload": "withOrderIds",
  "execution-report-payload": "emptyText",
  "market-lot-size-besides-lot-size": "both",
  "self-trades": "allowed",
  "working-flag": "working",
  "commission-rounding": "down",
  "refused-request-weight": "free",
  "list-pages": "latest",
  "klines-without-trades": "repeated",
  "depth-update-pace": "everyChange",
} as const satisfies Choices;

/**
 * What a robust client does at each fault, as the end of a sentence.
 *
 * @see spec/sandbox/faults.yaml
 */
export const robustClients = {
  delay: "waits within its time limit, and does not read the delay as an error.",
  hang: "ends each attempt by a time limit of its own, and repeats reads only.",
  drop: "asks for the order by its client id, and sends it again only if there is none.",
  reset:
    "asks for the order by its client id and finds it; a blind repeat would place a " +
    "second one.",
  garble:
    "treats it as a lost connection: sends reads again, queries the outcome of an " + "order.",
  truncate: "does not trust any part of such a response, and sends reads again.",
  dribble: "limits the time of the whole response, not only of its beginning.",
  status: "sends reads again after a random, growing wait; queries the outcome of an order.",
  throttle:
    "sends nothing until the wait of the response is over, from any part of the " + "program.",
  ban: "stops all calls until the ban ends; each request before that makes it longer.",
  error: "reads the code in the body, whatever the status says, and backs off.",
  clockOffset:
    "reads the exchange's time when its own is refused, corrects its offset, and " +
    "repeats the call once.",
  envelope: "takes the data out of the envelope, and judges a success by its code.",
  usage: "counts weights itself by the contract, and uses headers only to correct the " + "count.",
  headers: "parses the body by its content, not by its content type.",
  response: "reports a response that it cannot read; queries the outcome of an order.",
  duplicate:
    "gives each order a client id, so that the exchange refuses the second copy while " +
    "the first is open, and follows its own orders and trades, which show the copy of " +
    "one that filled at once.",
  loseListenKey:
    "compares its records with those over REST at times, as the stream just falls " +
    "silent; once something is missing, it makes a new listenKey and reads what it " +
    "missed.",
  dropEvent: "sees the gap in the update ids, and fetches a new book.",
  duplicateEvent: "never applies a copy: its update ids break the order, so it fetches a new book.",
  reorderEvents: "applies no message that does not follow the last one; fetches a new book.",
  delayEvent: "goes by the time in a message, not by the time at which it came.",
  replaceEvent: "reports the message, and goes on with a new connection and a new book.",
  stall: "notices the silence, says that its data is old, and replaces the connection.",
  cut: "connects again after a random wait, subscribes again, and fetches a new book.",
  handshake: "tries again with growing waits, and shows meanwhile that nothing is live.",
} as const;

/**
 * Codes of refused signatures, and the text before a violated filter's name.
 *
 * @see spec/rules/signing.yaml
 */
export const refusals = {
  signatureMissing: -1102,
  signatureTwice: -1101,
  signatureWrong: -1022,
  filterPrefix: "Filter failure: ",
} as const;
