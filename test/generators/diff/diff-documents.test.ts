/** What edits of operations, parameters, answers and types come to, one row each. */

import type { Row } from "./edited.ts";
import { testRows } from "./edited.ts";

const rows: readonly Row[] = [
  [
    "a path goes",
    [["openapi.yaml", "  /api/v1/trades: { $ref: paths/market/trades.yaml }\n", ""]],
    [
      ["breaking for callers", "getTrades: removed", "was: get:"],
      ["breaking for callers and readers", "PublicTrade: removed", "was: type: object"],
    ],
  ],
  [
    "a summary is reworded",
    [["paths/market/depth.yaml", "summary: Read the order book", "summary: Read a book"]],
    [["patch", "getDepth: summary Read the order book → Read a book", "summary: Read a book"]],
  ],
  [
    "a required parameter comes",
    [
      [
        "paths/market/depth.yaml",
        "    - $ref: ../../parameters.yaml#/depthLimit\n",
        "    - $ref: ../../parameters.yaml#/depthLimit\n" +
          "    - { name: side, in: query, required: true, schema: { type: string } }\n",
      ],
    ],
    [
      [
        "breaking for callers",
        "parameter side of getDepth: added",
        "- { name: side, in: query, required: tru",
      ],
    ],
  ],
  [
    "a parameter need not be sent any more",
    [["paths/market/depth.yaml", "#/symbol", "#/optionalSymbol"]],
    [
      [
        "minor for callers",
        "parameter symbol of getDepth: required true → false",
        "- $ref: ../../parameters.yaml#/optionalS",
      ],
      [
        "patch",
        "parameter symbol of getDepth: description reworded",
        "- $ref: ../../parameters.yaml#/optionalS",
      ],
    ],
  ],
  [
    "a parameter must be sent now",
    [
      ["paths/orders/order.yaml", "#/timeInForce\n", "#/timeInForce\n"],
      [
        "parameters.yaml",
        "  name: timeInForce\n  in: query\n  required: false",
        "  name: timeInForce\n  in: query\n  required: true",
      ],
    ],
    [
      [
        "breaking for callers",
        "parameter timeInForce of placeOrder: required false → true",
        "required: true",
      ],
    ],
  ],
  [
    "a parameter refers to another component with the same content",
    [
      ["paths/market/depth.yaml", "#/depthLimit", "#/bookLimit"],
      ["parameters.yaml", "depthLimit:", "bookLimit:"],
      ["limits.yaml", "parameters/depthLimit", "parameters/bookLimit"],
    ],
    [
      ["patch", "limits: fields gains bookLimit", "- limits: Price levels of the order book"],
      ["patch", "limits: fields loses depthLimit", "was: - limits: Price levels of the order book"],
      [
        "patch",
        "parameter limit of getDepth: type depthLimit → bookLimit",
        "- $ref: ../../parameters.yaml#/bookLimit",
      ],
    ],
  ],
  [
    "parameters change places",
    [
      [
        "paths/market/depth.yaml",
        "    - $ref: ../../parameters.yaml#/symbol\n" +
          "    - $ref: ../../parameters.yaml#/depthLimit\n",
        "    - $ref: ../../parameters.yaml#/depthLimit\n" +
          "    - $ref: ../../parameters.yaml#/symbol\n",
      ],
    ],
    [["patch", "getDepth: order of parameters", "parameters:"]],
  ],
  [
    "what is above the maximum is no longer cut down",
    [["parameters.yaml", "  x-above-maximum: truncate\n", ""]],
    [
      [
        "breaking for callers",
        "parameter limit of getDepth: above maximum truncate removed",
        "was: x-above-maximum: truncate",
      ],
    ],
  ],
  [
    "a parameter needs another beside it",
    [["parameters.yaml", "x-only-with: [symbol]", "x-only-with: [symbol, fromId]"]],
    [
      [
        "breaking for callers",
        "parameter orderId of getUserTrades: only with gains fromId",
        "x-only-with: [symbol, fromId]",
      ],
    ],
  ],
  [
    "a border is no longer included",
    [["parameters.yaml", "x-inclusive: true", "x-inclusive: false"]],
    [
      [
        "breaking for callers",
        "parameter fromId of getAggTrades: inclusive true → false",
        "x-inclusive: false",
      ],
    ],
  ],
  [
    "a default that is not a constant changes",
    [["parameters.yaml", "offsetMs: -864000000", "offsetMs: -86400000"]],
    [
      [
        "breaking for callers",
        "parameter startTime of getKlines: default.offsetMs -864000000 → -86400000",
        "x-default: { relativeTo: now, offsetMs:",
      ],
    ],
  ],
  [
    "a value must be unique no more",
    [["parameters.yaml", "  x-unique-among: openOrders\n", ""]],
    [
      [
        "minor for callers",
        "parameter newClientOrderId of placeOrder: unique among openOrders removed",
        "was: x-unique-among: openOrders",
      ],
    ],
  ],
  [
    "no value is made where none is sent",
    [["parameters.yaml", "  x-generated-when-absent: true\n", ""]],
    [
      [
        "breaking for callers and readers",
        "parameter newClientOrderId of placeOrder: generated when absent true removed",
        "was: x-generated-when-absent: true",
      ],
    ],
  ],
  [
    "an assumed parameter is documented",
    [
      [
        "parameters.yaml",
        "  required: false\n  x-assumed: iceberg-quantity\n",
        "  required: false\n",
      ],
    ],
    [
      [
        "minor for callers and readers",
        "parameter icebergQty of placeOrder: assumed (iceberg-quantity) → documented",
        "icebergQty:",
      ],
    ],
  ],
  [
    "an error status is no longer declared",
    [
      [
        "paths/market/depth.yaml",
        "    '408': { $ref: ../../responses.yaml#/RequestTimeout }\n",
        "",
      ],
    ],
    [
      [
        "breaking for readers",
        "error 408 of getDepth: removed",
        "was: '408': { $ref: ../../responses.yaml#/Req",
      ],
    ],
  ],
  [
    "an error status is declared",
    [
      [
        "paths/market/depth.yaml",
        "    '418':",
        "    '403': { $ref: ../../responses.yaml#/Refused }\n    '418':",
      ],
    ],
    [
      [
        "minor for readers",
        "error 403 of getDepth: added",
        "'403': { $ref: ../../responses.yaml#/Ref",
      ],
    ],
  ],
  [
    "a header of a failure goes",
    [["responses.yaml", "  headers:\n    Retry-After: { $ref: headers.yaml#/Retry-After }\n", ""]],
    [
      [
        "breaking for readers",
        "error TooManyRequests: headers.Retry-After removed",
        "was: Retry-After: { $ref: headers.yaml#/Retry",
      ],
    ],
  ],
  [
    "an answer becomes a list",
    [
      [
        "paths/market/depth.yaml",
        "schema: { $ref: ../../schemas/OrderBook.yaml }",
        "schema: { type: array, items: { $ref: ../../schemas/OrderBook.yaml } }",
      ],
    ],
    [
      [
        "breaking for readers",
        "response of getDepth: type OrderBook → list of OrderBook",
        "schema: { type: array, items: { $ref: ..",
      ],
    ],
  ],
  [
    "the body is no longer taken",
    [
      [
        "paths/orders/order.yaml",
        "  requestBody:\n" +
          "    required: false\n" +
          "    description: >-\n" +
          "      Any of the operation's parameters. Send each one either here or in the query.\n" +
          "    content:\n" +
          "      application/x-www-form-urlencoded:\n" +
          "        x-assumed: form-body\n" +
          "        schema: { $ref: ../../schemas/FormFields.yaml }\n",
        "",
      ],
    ],
    [["breaking for callers", "body of placeOrder: removed", "was: requestBody:"]],
  ],
  [
    "a property goes, and nothing needs it",
    [
      [
        "schemas/Order.yaml",
        "  icebergQty:\n" +
          "    $ref: Decimal.yaml\n" +
          "    x-assumed: iceberg-quantity\n" +
          "    description: The visible part of an iceberg order's quantity, in the base asset.\n",
        "",
      ],
    ],
    [["breaking for readers", "Order.icebergQty: removed", "was: icebergQty:"]],
  ],
  [
    "a property that was always there goes",
    [
      ["schemas/PriceTicker.yaml", "required: [symbol, price]", "required: [symbol]"],
      [
        "schemas/PriceTicker.yaml",
        "  price:\n" +
          "    $ref: Decimal.yaml\n" +
          "    description: The latest price, in the quote asset.\n",
        "",
      ],
    ],
    [["breaking for readers", "PriceTicker.price: removed", "was: price:"]],
  ],
  [
    "a property comes",
    [
      [
        "schemas/PriceTicker.yaml",
        "  price:\n",
        "  time:\n    $ref: Milliseconds.yaml\n  price:\n",
      ],
    ],
    [["minor for readers", "PriceTicker.time: added", "time:"]],
  ],
  [
    "a property that is always there comes",
    [
      [
        "schemas/PriceTicker.yaml",
        "  price:\n",
        "  time:\n    $ref: Milliseconds.yaml\n  price:\n",
      ],
      ["schemas/PriceTicker.yaml", "[symbol, price]", "[symbol, time, price]"],
    ],
    [["minor for readers", "PriceTicker.time: added", "time:"]],
  ],
  [
    "an assumed property is documented",
    [
      [
        "schemas/Order.yaml",
        "    $ref: Decimal.yaml\n    x-assumed: iceberg-quantity\n",
        "    $ref: Decimal.yaml\n",
      ],
    ],
    [
      [
        "minor for callers and readers",
        "Order.icebergQty: assumed (iceberg-quantity) → documented",
        "icebergQty:",
      ],
    ],
  ],
  [
    "a type changes",
    [["schemas/Order.yaml", "  isWorking:\n    type: boolean", "  isWorking:\n    type: string"]],
    [["breaking for readers", "Order.isWorking: type boolean → string", "type: string"]],
  ],
  [
    "a type widens",
    [["schemas/Ticker24hr.yaml", "type: integer", "type: number"]],
    [["breaking for readers", "Ticker24hr.count: type integer → number", "type: number"]],
  ],
  [
    "null may come",
    [
      [
        "schemas/Order.yaml",
        "  isWorking:\n    type: boolean\n",
        "  isWorking:\n    type: [boolean, 'null']\n",
      ],
    ],
    [
      [
        "breaking for readers",
        "Order.isWorking: type boolean → boolean, null",
        "type: [boolean, 'null']",
      ],
    ],
  ],
  [
    "null no longer comes",
    [["schemas/PublicTrade.yaml", "    x-null: { x-assumed: site-null-fields }\n", ""]],
    [
      [
        "minor for readers",
        "PublicTrade.quoteQty: null removed",
        "was: x-null: { x-assumed: site-null-fields }",
      ],
    ],
  ],
  [
    "a property has another type of the same form",
    [["schemas/OrderBook.yaml", "$ref: Id.yaml", "$ref: Milliseconds.yaml"]],
    [
      [
        "minor for callers and readers",
        "OrderBook.lastUpdateId: type Id → Milliseconds",
        "lastUpdateId:",
      ],
    ],
  ],
  [
    "a property has another type",
    [["schemas/OrderBook.yaml", "$ref: Id.yaml", "$ref: Decimal.yaml"]],
    [["breaking for readers", "OrderBook.lastUpdateId: type Id → Decimal", "lastUpdateId:"]],
  ],
  [
    "a type is named that was said in place",
    [
      [
        "schemas/Envelope.yaml",
        "  code:\n    type: number\n    format: int64\n",
        "  code:\n    $ref: Id.yaml\n",
      ],
    ],
    [["minor for readers", "Envelope.code: type number int64 → Id", "code:"]],
  ],
  [
    "null may come for a named type",
    [
      [
        "schemas/OrderBook.yaml",
        "  lastUpdateId:\n    $ref: Id.yaml\n",
        "  lastUpdateId:\n    anyOf: [{ $ref: Id.yaml }, { type: 'null' }]\n",
      ],
    ],
    [["breaking for readers", "OrderBook.lastUpdateId: type Id → Id, null", "lastUpdateId:"]],
  ],
  [
    "a choice that was said in place gets a name",
    [
      [
        "headers.yaml",
        "    anyOf:\n" +
          "      - { type: integer, x-assumed: retry-after-unit }\n" +
          "      - { x-unstated: retry-after-form }\n",
        "    $ref: schemas/RetryAfter.yaml\n",
      ],
      [
        "schemas/RetryAfter.yaml",
        "",
        "description: The wait.\n" +
          "anyOf:\n" +
          "  - { type: integer, x-assumed: retry-after-unit }\n" +
          "  - { x-unstated: retry-after-form }\n",
      ],
    ],
    [
      ["minor for callers and readers", "RetryAfter: added", "description: The wait."],
      ["patch", "header Retry-After: type what is written in place → RetryAfter", "schema:"],
    ],
  ],
  [
    "a choice takes the place of a type",
    [
      [
        "schemas/Order.yaml",
        "  isWorking:\n    type: boolean",
        "  isWorking:\n    anyOf: [{ type: boolean }, { type: 'null' }]",
      ],
    ],
    [["breaking for readers", "Order.isWorking: type boolean → boolean, null", "isWorking:"]],
  ],
  [
    "a word of both ways comes",
    [["schemas/Side.yaml", "[BUY, SELL]", "[BUY, SELL, SHORT]"]],
    [["minor for callers and readers", "Side: enum gains SHORT", "enum: [BUY, SELL, SHORT]"]],
  ],
  [
    "a word of both ways goes",
    [["schemas/Side.yaml", "[BUY, SELL]", "[BUY]"]],
    [["breaking for callers and readers", "Side: enum loses SELL", "was: enum: [BUY, SELL]"]],
  ],
  [
    "a word of an open choice goes",
    [["schemas/OrderType.yaml", "      - STOP_LOSS\n", ""]],
    [["breaking for callers and readers", "OrderType: enum loses STOP_LOSS", "was: - STOP_LOSS"]],
  ],
  [
    "an open choice is closed",
    [
      [
        "schemas/OrderType.yaml",
        "anyOf:\n" +
          "  - enum:\n" +
          "      - LIMIT\n" +
          "      - LIMIT_MAKER\n" +
          "      - MARKET\n" +
          "      - STOP_LOSS\n" +
          "      - STOP_LOSS_LIMIT\n" +
          "      - TAKE_PROFIT\n" +
          "      - TAKE_PROFIT_LIMIT\n" +
          "  - x-unstated: order-types\n",
        "enum:\n" +
          "  - LIMIT\n" +
          "  - LIMIT_MAKER\n" +
          "  - MARKET\n" +
          "  - STOP_LOSS\n" +
          "  - STOP_LOSS_LIMIT\n" +
          "  - TAKE_PROFIT\n" +
          "  - TAKE_PROFIT_LIMIT\n",
      ],
    ],
    [
      [
        "breaking for callers",
        "OrderType: further words order-types removed",
        "was: - x-unstated: order-types",
      ],
    ],
  ],
  [
    "a list may be longer",
    [["schemas/PriceLevel.yaml", "maxItems: 2", "maxItems: 3"]],
    [["breaking for readers", "PriceLevel: maxItems 2 → 3", "maxItems: 3"]],
  ],
  [
    "the positions of a pair change places",
    [["schemas/PriceLevel.yaml", "[price, quantity]", "[quantity, price]"]],
    [["breaking for readers", "PriceLevel: order of positions", "x-positions: [quantity, price]"]],
  ],
  [
    "a word is explained otherwise",
    [["schemas/Side.yaml", "BUY: Receives", "BUY: Gets"]],
    [["patch", "Side: enumDescriptions.BUY reworded", "BUY: Gets the base asset and pays with t"]],
  ],
  [
    "an example changes",
    [["schemas/Side.yaml", "examples: [BUY]", "examples: [SELL]"]],
    [["patch", "Side: examples BUY → SELL", "examples: [SELL]"]],
  ],
  [
    "the interface has another version",
    [["openapi.yaml", "version: v1.0.0", "version: v1.1.0"]],
    [["patch", "document: version v1.0.0 → v1.1.0", "version: v1.1.0"]],
  ],
  [
    "the usual address changes",
    [["openapi.yaml", "http://127.0.0.1:9700", "http://127.0.0.1:9701"]],
    [
      [
        "minor for callers",
        "servers: 0.variables.base_url.default http://127.0.0.1:9700 → http://127.0.0.1:9701",
        "default: http://127.0.0.1:9701",
      ],
    ],
  ],
  [
    "a header of the key changes",
    [["openapi.yaml", "name: X-MBX-APIKEY", "name: X-KEY"]],
    [["breaking for callers", "credentials ApiKey: name X-MBX-APIKEY → X-KEY", "name: X-KEY"]],
  ],
];

testRows(rows);
