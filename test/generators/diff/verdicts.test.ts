/**
 * What an API designer says of an edit: one row for each kind of thing that the documents can say,
 * in both directions. Broken is who wrote a program against the contract before: by its types, by
 * its calls, or by what it reads.
 */

import { expect, test } from "vitest";

import { signing } from "../../../generated/signing.ts";
import { bumpOf } from "../../../generators/diff/diff.ts";
import { changesOf, type TextEdit, textOf } from "./edited.ts";

type Bump = "major" | "minor" | "patch" | "none";
type Row = readonly [edit: string, bump: Bump, ...edits: TextEdit[]];

const depth = "paths/market/depth.yaml";
const order = "paths/orders/order.yaml";
const parameters = "parameters.yaml";
const priceFilter = "filters/PRICE_FILTER.yaml";
const ticker = "schemas/PriceTicker.yaml";
const orderRules = "rules/orderParameters.yaml";
/** The line that bounds recvWindow. */
const windowMax = `maximum: ${signing.windowMsMax}`;
const open = "    advice: backOff\n    outcome: open\n";
const timeout = `  - status: 408\n    condition: The request timed out.\n${open}`;
const timeoutRule =
  "  - on: { status: 408 }\n    action: backOff\n    description: The request timed out.\n";
const limitRule = "  - on: { code: -1003 }\n";
const symbolLine = "    - $ref: ../../parameters.yaml#/symbol\n";

const operations: readonly Row[] = [
  [
    "an operation comes",
    "minor",
    [
      "openapi.yaml",
      "components:\n",
      "  /api/v1/last: { $ref: paths/market/last.yaml }\ncomponents:\n",
    ],
    [
      "paths/market/last.yaml",
      "",
      "get: { operationId: getLast, x-security: NONE, x-weight: { ip: 1 }, responses: { '200': { description: It. } } }\n",
    ],
  ],
  [
    "an operation goes",
    "major",
    ["openapi.yaml", "  /api/v1/trades: { $ref: paths/market/trades.yaml }\n", ""],
  ],
  ["an operation is deprecated", "minor", [depth, "  summary:", "  deprecated: true\n  summary:"]],
  [
    "an operation is described in other words",
    "patch",
    [depth, "Returns a snapshot", "Gives a snapshot"],
  ],
  [
    "an operation is listed under another tag",
    "patch",
    [depth, "tags: [Market data]", "tags: [General]"],
  ],
  [
    "a success status comes",
    "minor",
    [depth, "    '408':", "    '202': { description: Later. }\n    '408':"],
  ],
  [
    "an error status comes",
    "minor",
    [depth, "    '408':", "    '403': { $ref: ../../responses.yaml#/Refused }\n    '408':"],
  ],
  ["a success status goes", "major", [depth, "'200':", "'201':"]],
  ["another media type is received", "major", [depth, "application/json:", "text/csv:"]],
  [
    "a further media type may be sent",
    "minor",
    [
      order,
      "      application/x-www-form-urlencoded:",
      "      application/json:\n        schema: { $ref: ../../schemas/FormFields.yaml }\n      application/x-www-form-urlencoded:",
    ],
  ],
  [
    "a media type may not be sent any more",
    "major",
    [order, "application/x-www-form-urlencoded:", "application/json:"],
  ],
  [
    "a header of an error goes",
    "major",
    ["responses.yaml", "  headers:\n    Retry-After: { $ref: headers.yaml#/Retry-After }\n", ""],
  ],
  [
    "a header of an error comes",
    "minor",
    [
      "responses.yaml",
      "Refused:\n",
      "Refused:\n  headers: { X-Reason: { description: Why., schema: { type: string } } }\n",
    ],
  ],
  [
    "a recorded example is another",
    "none",
    [depth, "examples:\n            default:", "examples:\n            usual:"],
  ],
];

const requests: readonly Row[] = [
  [
    "an optional parameter comes",
    "minor",
    [
      depth,
      symbolLine,
      `${symbolLine}    - { name: side, in: query, required: false, schema: { type: string } }\n`,
    ],
  ],
  [
    "a required parameter comes",
    "major",
    [
      depth,
      symbolLine,
      `${symbolLine}    - { name: side, in: query, required: true, schema: { type: string } }\n`,
    ],
  ],
  ["a parameter goes", "major", [depth, "    - $ref: ../../parameters.yaml#/depthLimit\n", ""]],
  [
    "a parameter becomes required",
    "major",
    [
      parameters,
      "name: timeInForce\n  in: query\n  required: false",
      "name: timeInForce\n  in: query\n  required: true",
    ],
  ],
  [
    "a parameter becomes optional",
    "minor",
    [
      parameters,
      "name: side\n  in: query\n  required: true",
      "name: side\n  in: query\n  required: false",
    ],
  ],
  [
    "a parameter travels in a header",
    "major",
    [parameters, "name: timeInForce\n  in: query", "name: timeInForce\n  in: header"],
  ],
  ["a maximum is lowered", "major", [parameters, windowMax, "maximum: 30000"]],
  ["a maximum is raised", "minor", [parameters, windowMax, "maximum: 90000"]],
  ["a maximum goes", "minor", [parameters, `    ${windowMax}\n`, ""]],
  [
    "a minimum comes",
    "major",
    [
      parameters,
      "  schema: { $ref: schemas/Side.yaml }",
      "  schema: { $ref: schemas/Side.yaml, minLength: 3 }",
    ],
  ],
  [
    "a pattern is another",
    "major",
    [parameters, "'^[A-Za-z0-9_-]{1,36}$'", "'^[A-Za-z0-9]{1,36}$'"],
  ],
  ["a default is another", "major", [parameters, "default: 5000", "default: 1000"]],
  [
    "a computed default is another",
    "major",
    [parameters, "offsetMs: -864000000", "offsetMs: -1000"],
  ],
  [
    "a type is another",
    "major",
    [
      parameters,
      "schema: &limitSchema\n    type: integer",
      "schema: &limitSchema\n    type: string",
    ],
  ],
  [
    "an integer parameter takes any number",
    "minor",
    [
      parameters,
      "schema: &limitSchema\n    type: integer",
      "schema: &limitSchema\n    type: number",
    ],
  ],
  ["a word may be sent, too", "minor", ["schemas/KlineInterval.yaml", "[1m,", "[1s, 1m,"]],
  ["a word may not be sent any more", "major", ["schemas/KlineInterval.yaml", "[1m,", "["]],
  [
    "a parameter has another example",
    "patch",
    [parameters, "example: BTCUSDT", "example: ETHUSDT"],
  ],
  [
    "a parameter needs another beside it",
    "major",
    [parameters, "x-only-with: [symbol]", "x-only-with: [symbol, fromId]"],
  ],
  [
    "a value above the maximum is refused, no longer cut",
    "major",
    [parameters, "  x-above-maximum: truncate\n", ""],
  ],
  [
    "the body may not be left out",
    "major",
    [order, "  requestBody:\n    required: false", "  requestBody:\n    required: true"],
  ],
  [
    "a sent message needs a field",
    "major",
    ["events/payloads/SubscribeRequest.yaml", "properties:", "required: [id]\nproperties:"],
  ],
];

const responses: readonly Row[] = [
  [
    "a field comes",
    "minor",
    [ticker, "  price:\n", "  time: { $ref: Milliseconds.yaml }\n  price:\n"],
  ],
  [
    "an assumed field comes",
    "minor",
    [
      ticker,
      "  price:\n",
      "  time: { $ref: Milliseconds.yaml, x-assumed: order-record-extras }\n  price:\n",
    ],
  ],
  [
    "a field goes",
    "major",
    [ticker, "[symbol, price]", "[symbol]"],
    [
      ticker,
      "  price:\n    $ref: Decimal.yaml\n    description: The latest price, in the quote asset.\n",
      "",
    ],
  ],
  ["a field becomes optional", "major", [ticker, "[symbol, price]", "[symbol]"]],
  [
    "a field becomes required",
    "minor",
    ["schemas/Envelope.yaml", "[code, msg, timestamp]", "[code, msg, timestamp, data]"],
  ],
  [
    "a field has another type",
    "major",
    ["schemas/Order.yaml", "isWorking:\n    type: boolean", "isWorking:\n    type: string"],
  ],
  [
    "a field may be null",
    "major",
    [
      "schemas/Order.yaml",
      "isWorking:\n    type: boolean",
      "isWorking:\n    type: [boolean, 'null']",
    ],
  ],
  [
    "a field is described in other words",
    "patch",
    [ticker, "The latest price,", "The last price,"],
  ],
  [
    "a word of an open enumeration comes",
    "minor",
    ["schemas/OrderStatus.yaml", "EXPIRED]", "EXPIRED, SUSPENDED]"],
  ],
  [
    "a documented word goes",
    "major",
    ["schemas/OrderStatus.yaml", "REJECTED, EXPIRED]", "EXPIRED]"],
  ],
  ["an assumed word goes", "minor", ["schemas/SymbolStatus.yaml", "HALT, ", ""]],
  ["an assumed word comes", "minor", ["schemas/SymbolStatus.yaml", "HALT, ", "HALT, PAUSE, "]],
  [
    "an assumed word is documented",
    "minor",
    ["schemas/SymbolStatus.yaml", "[TRADING]", "[TRADING, HALT]"],
    ["schemas/SymbolStatus.yaml", "END_OF_DAY, HALT, ", "END_OF_DAY, "],
  ],
  [
    "a word is explained in other words",
    "patch",
    ["schemas/Side.yaml", "Receives the base", "Gets the base"],
  ],
  [
    "a response is a list",
    "major",
    [
      depth,
      "schema: { $ref: ../../schemas/OrderBook.yaml }",
      "schema: { type: array, items: { $ref: ../../schemas/OrderBook.yaml } }",
    ],
  ],
  [
    "a closed choice of responses gains a member",
    "major",
    [
      "paths/market/tickerPrice.yaml",
      "            oneOf:\n",
      "            oneOf:\n              - type: string\n",
    ],
  ],
  [
    "a row of values has one more position",
    "major",
    ["schemas/Kline.yaml", "minItems: 11", "minItems: 12"],
    ["schemas/Kline.yaml", "prefixItems:\n", "prefixItems:\n  - { title: first, type: string }\n"],
  ],
  [
    "a position has another name",
    "major",
    ["schemas/Kline.yaml", "title: volume", "title: baseVolume"],
  ],
  [
    "an assumed field is documented",
    "minor",
    [
      "schemas/Order.yaml",
      "    $ref: Decimal.yaml\n    x-assumed: iceberg-quantity\n",
      "    $ref: Decimal.yaml\n",
    ],
  ],
  [
    "a documented field is only assumed, as optional as before",
    "minor",
    ["schemas/Envelope.yaml", "  data:\n", "  data:\n    x-assumed: success-code-200\n"],
  ],
  [
    "a documented field is only assumed, and may be missing",
    "major",
    [ticker, "[symbol, price]", "[symbol]"],
    [ticker, "  price:\n", "  price:\n    x-assumed: order-record-extras\n"],
  ],
  [
    "another assumption stands behind a field",
    "patch",
    ["schemas/Order.yaml", "x-assumed: iceberg-quantity", "x-assumed: iceberg-queue"],
  ],
];

const vocabulary: readonly Row[] = [
  ["credentials are required", "major", [depth, "x-security: NONE", "x-security: SIGNED"]],
  [
    "credentials are no longer required",
    "minor",
    [order, "x-security: SIGNED", "x-security: NONE"],
  ],
  [
    "a security type is only assumed",
    "minor",
    [order, "x-security: SIGNED", "x-security: { type: SIGNED, x-assumed: named-only-security }"],
  ],
  [
    "entries change places, and no error fits both",
    "patch",
    ["errors.yaml", timeout, ""],
    ["errors.yaml", "  - status: 5XX\n", `${timeout}  - status: 5XX\n`],
  ],
  [
    "an entry goes behind another that fits its errors",
    "major",
    ["rules/retry.yaml", timeoutRule, ""],
    ["rules/retry.yaml", limitRule, timeoutRule + limitRule],
  ],
  [
    "a status no longer leaves the outcome open",
    "major",
    ["errors.yaml", timeout, timeout.replace("    outcome: open\n", "")],
  ],
  [
    "a status leaves the outcome open",
    "major",
    ["errors.yaml", "    header: Retry-After\n", "    header: Retry-After\n    outcome: open\n"],
  ],
  [
    "an assumed code no longer leaves the outcome open",
    "minor",
    ["errors.yaml", "    advice: queryFirst\n    outcome: open\n", "    advice: queryFirst\n"],
  ],
  [
    "a pattern takes longer texts",
    "minor",
    [parameters, "^[A-Za-z0-9_-]{1,36}$", "^[A-Za-z0-9_-]{1,64}$"],
  ],
  [
    "a pattern takes shorter texts alone",
    "major",
    [parameters, "^[A-Za-z0-9_-]{1,36}$", "^[A-Za-z0-9_-]{1,20}$"],
  ],
  [
    "rules of filters are given other market data",
    "major",
    ["rules/marketData.yaml", "getTickerPrice, field: price", "getBookTicker, field: askPrice"],
  ],
  ["a weight goes up", "major", [order, "x-weight: { ip: 2 }", "x-weight: { ip: 4 }"]],
  ["a weight goes down", "minor", [order, "x-weight: { ip: 2 }", "x-weight: { ip: 1 }"]],
  ["a tier goes up", "major", [depth, "to: 100, weight: 1", "to: 100, weight: 2"]],
  [
    "the same weights are written in other tiers",
    "patch",
    [
      depth,
      "        - { from: 101, to: 500, weight: 5 }",
      "        - { from: 101, to: 200, weight: 5 }\n        - { from: 201, to: 500, weight: 5 }",
    ],
  ],
  [
    "the account has a weight, too",
    "major",
    [order, "x-weight: { ip: 2 }", "x-weight: { ip: 2, account: 1 }"],
  ],
  ["a limit allows less", "major", ["limits.yaml", "amount: 6000", "amount: 3000"]],
  ["a limit allows more", "minor", ["limits.yaml", "amount: 6000", "amount: 9000"]],
  ["an assumed limit allows less", "minor", ["limits.yaml", "value: 200000", "value: 100"]],
  [
    "an assumed limit is documented",
    "minor",
    ["limits.yaml", "{ value: 200000, x-assumed: order-rate-numbers }", "200000"],
  ],
  [
    "a documented limit is only assumed",
    "minor",
    ["limits.yaml", "amount: 6000", "amount: { value: 6000, x-assumed: order-rate-numbers }"],
  ],
  [
    "usage travels in another header",
    "major",
    ["limits.yaml", "header: X-MBX-USED-WEIGHT-1M", "header: X-USED-WEIGHT-1M"],
  ],
  [
    "the key travels in another header",
    "major",
    ["rules/signing.yaml", "header: X-MBX-APIKEY", "header: X-API-KEY"],
  ],
  [
    "the signature covers the body first",
    "major",
    ["rules/signing.yaml", "parts: [query, body]", "parts: [body, query]"],
  ],
  [
    "the digest has other letters",
    "major",
    ["rules/signing.yaml", "letterCase: lower", "letterCase: upper"],
  ],
  [
    "a signing vector comes",
    "patch",
    [
      "rules/signing.yaml",
      "vectors:\n",
      "vectors:\n  - { name: a, secret: b, query: c, body: '', signature: d }\n",
    ],
  ],
  [
    "a filter comes",
    "minor",
    [
      "schemas/Filter.yaml",
      "  - $ref: UnknownFilter.yaml",
      "  - $ref: ../filters/PRICE_CAP.yaml\n  - $ref: UnknownFilter.yaml",
    ],
    [
      "filters/PRICE_CAP.yaml",
      "",
      "type: object\ndescription: A cap.\nrequired: [filterType, cap]\nproperties:\n  filterType: { type: string, const: PRICE_CAP }\n  cap: { $ref: ../schemas/Decimal.yaml }\nx-scope: symbol\nx-rules:\n  - { id: cap, value: price, maximum: cap, description: Not above the cap. }\n",
    ],
  ],
  [
    "a filter goes",
    "major",
    ["schemas/Filter.yaml", "  - $ref: ../filters/ICEBERG_PARTS.yaml\n", ""],
  ],
  [
    "a filter rule comes",
    "major",
    [
      priceFilter,
      "x-rules:\n",
      "x-rules:\n  - { id: new, value: price, maximum: minPrice, description: New. }\n",
    ],
  ],
  [
    "an assumed filter rule comes",
    "minor",
    [
      priceFilter,
      "x-rules:\n",
      "x-rules:\n  - { id: new, value: price, maximum: minPrice, x-assumed: lot-size-zero }\n",
    ],
  ],
  ["a filter rule is never off", "major", [priceFilter, "    disabledWhen: minPrice == 0\n", ""]],
  [
    "a filter rule is off for some symbols",
    "minor",
    [
      "filters/LOT_SIZE.yaml",
      "    minimum: minQty\n",
      "    minimum: minQty\n    disabledWhen: minQty == 0\n",
    ],
  ],
  [
    "a filter rule holds for fewer orders",
    "minor",
    [
      "filters/LOT_SIZE.yaml",
      "    minimum: minQty\n",
      '    minimum: minQty\n    appliesWhen: type == "LIMIT"\n',
    ],
  ],
  [
    "a filter rule holds for more orders",
    "major",
    [
      "filters/MIN_NOTIONAL.yaml",
      '    minimum: minNotional\n    appliesWhen: type == "MARKET" && applyToMarket\n',
      "    minimum: minNotional\n",
    ],
  ],
  [
    "a filter rule compares something else",
    "major",
    [priceFilter, "    minimum: minPrice", "    maximum: minPrice"],
  ],
  [
    "an assumed filter rule is documented",
    "minor",
    [
      "filters/ICEBERG_PARTS.yaml",
      "  - id: parts\n    x-assumed: iceberg-parts-pass\n",
      "  - id: parts\n",
    ],
  ],
  [
    "a documented filter rule is only assumed",
    "minor",
    [
      priceFilter,
      "  - id: price-minimum\n",
      "  - id: price-minimum\n    x-assumed: lot-size-zero\n",
    ],
  ],
  [
    "a filter gets a further field",
    "minor",
    [priceFilter, "  tickSize:\n", "  band: { $ref: ../schemas/Decimal.yaml }\n  tickSize:\n"],
  ],
  [
    "a filter vector comes",
    "patch",
    [
      priceFilter,
      "x-vectors:\n",
      "x-vectors:\n  - { filter: { filterType: PRICE_FILTER }, order: {}, violates: [] }\n",
    ],
  ],
  [
    "an order type needs a field more",
    "major",
    [orderRules, "limit-order-quantity }, price]", "limit-order-quantity }, price, stopPrice]"],
  ],
  [
    "an order type needs a field less",
    "minor",
    [orderRules, "limit-order-quantity }, price]", "limit-order-quantity }]"],
  ],
  [
    "an assumed order type forbids more",
    "minor",
    [orderRules, "stopPrice, icebergQty]", "stopPrice, icebergQty, side]"],
  ],
  [
    "an assumed need of an order type is documented",
    "minor",
    [orderRules, "{ value: quantity, x-assumed: limit-order-quantity }", "quantity"],
  ],
  [
    "a transition goes",
    "major",
    [
      "rules/orderStates.yaml",
      "  - from: NEW\n    trigger: refusal\n    condition: The engine refuses the order.\n    to: REJECTED\n",
      "",
    ],
  ],
  [
    "an assumed transition goes",
    "minor",
    [
      "rules/orderStates.yaml",
      "  - from: PARTIALLY_FILLED\n    trigger: execution\n    condition: A further part is filled, and some of the quantity is left.\n    to: PARTIALLY_FILLED\n    x-assumed: partly-filled-transitions\n",
      "",
    ],
  ],
  [
    "a transition comes",
    "minor",
    [
      "rules/orderStates.yaml",
      "transitions:\n",
      "transitions:\n  - { from: PARTIALLY_FILLED, trigger: refusal, to: REJECTED, condition: Late. }\n",
    ],
  ],
  [
    "a state is not final any more",
    "major",
    ["rules/orderStates.yaml", "    final: false\n", "    final: true\n"],
  ],
  [
    "an error code comes",
    "minor",
    [
      "errors.yaml",
      "codes:\n",
      "codes:\n  - { code: -9, name: NEW, condition: New., advice: stop, status: 400 }\n",
    ],
  ],
  [
    "a documented error code has another meaning",
    "major",
    ["errors.yaml", "advice: resyncClock", "advice: stop"],
  ],
  [
    "an assumed error code goes",
    "minor",
    [
      "errors.yaml",
      "  - code: -2043\n    x-assumed: family-error-codes\n    name: NO_REFERENCE_PRICE\n    condition: The symbol has never had a reference price.\n    advice: stop\n    givenBy: { operations: [getReferencePrice] }\n    status: 400\n",
      "",
    ],
  ],
  [
    "an error is retried no more",
    "major",
    [
      "rules/retry.yaml",
      "  - on: { status: 408 }\n    action: backOff",
      "  - on: { status: 408 }\n    action: never",
    ],
  ],
  [
    "an error is retried, too",
    "minor",
    [
      "rules/retry.yaml",
      "backoff:\n",
      "  - { on: { code: -1007 }, action: backOff, description: Later. }\nbackoff:\n",
    ],
  ],
  [
    "waits between retries are longer",
    "minor",
    ["rules/retry.yaml", "maxMs: 32000", "maxMs: 64000"],
  ],
  [
    "what was left open is stated",
    "minor",
    ["limits.yaml", "escalation: { x-unstated: ban-escalation }", "escalation: doubling"],
  ],
  [
    "an assumption is worded anew",
    "patch",
    ["assumptions.yaml", "choice: Bare.", "choice: Mostly bare."],
  ],
  [
    "an assumption is surer",
    "patch",
    ["assumptions.yaml", "confidence: observedTwice", "confidence: observedOnce"],
  ],
];

const streams: readonly Row[] = [
  [
    "a stream comes",
    "minor",
    [
      "asyncapi.yaml",
      "channels:\n",
      "channels:\n  prices: { $ref: events/channels/miniTicker.yaml }\n",
    ],
  ],
  [
    "a stream is named otherwise on the wire",
    "major",
    ["events/channels/trade.yaml", "@trade", "@trades"],
  ],
  [
    "a stream asks for an account",
    "major",
    ["events/channels/depth.yaml", "access: public", "access: userData"],
  ],
  [
    "a message comes on a stream",
    "minor",
    [
      "events/channels/trade.yaml",
      "messages: {",
      "messages: { balanceUpdate: { $ref: ../balanceUpdate.yaml }, ",
    ],
  ],
  [
    "a message comes no more",
    "major",
    ["events/channels/userData.yaml", "  balanceUpdate: { $ref: ../balanceUpdate.yaml }\n", ""],
  ],
  [
    "a field of a message has another type",
    "major",
    [
      "events/payloads/DepthUpdate.yaml",
      "s: { $ref: ../../schemas/SymbolName.yaml",
      "s: { $ref: ../../schemas/Id.yaml",
    ],
  ],
  [
    "a field of a message becomes optional",
    "major",
    ["events/payloads/DepthUpdate.yaml", "u, b, a]", "u, b]"],
  ],
  [
    "a connection lives shorter",
    "major",
    ["rules/connection.yaml", "{ every: 24, unit: hour }", "{ every: 12, unit: hour }"],
  ],
  [
    "a connection carries more streams",
    "minor",
    ["rules/connection.yaml", "streams: 1024", "streams: 2048"],
  ],
  [
    "a local book is kept by another rule",
    "major",
    ["rules/bookSync.yaml", "next: U == previous.u + 1", "next: U <= previous.u + 1"],
  ],
  [
    "an assumed choice about streams is another",
    "minor",
    ["events/channels/trade.yaml", "value: dropOldest", "value: stale"],
  ],
];

const rows = [operations, requests, responses, vocabulary, streams].flat();

test.each(rows.map(([edit, bump, ...edits]) => ({ edit, bump, edits })))(
  "$edit: $bump",
  ({ bump, edits }) => {
    const { changes } = changesOf(edits);
    const said = changes.map(
      ({ impact, subject, what, why }) => `${impact}: ${subject}: ${what}. ${why}`,
    );
    expect(bumpOf(changes), said.join("\n")).toBe(bump);
    for (const { why } of changes) expect(why).toMatch(/\w+ \w+/u);
  },
);

/** Each with the renames that are reported, and the number of other changes that are left. */
const renames: readonly (readonly [
  edit: string,
  reported: readonly string[],
  edits: TextEdit[],
])[] = [
  [
    "an operation id",
    ["breaking getBook: operationId renamed getDepth → getBook (certain: same path and method)"],
    [
      [depth, "operationId: getDepth", "operationId: getBook"],
      ["rules/bookSync.yaml", "operation: getDepth", "operation: getBook"],
    ],
  ],
  [
    "a path",
    [
      "breaking getDepth: renamed GET /api/v1/depth → GET /api/v1/book (certain: same operation id)",
    ],
    [["openapi.yaml", "/api/v1/depth:", "/api/v1/book:"]],
  ],
  [
    "a method, with another weight",
    [
      "breaking getDepth: renamed GET /api/v1/depth → POST /api/v1/depth (certain: same operation id)",
      "breaking weight of getDepth: ip by limit (1 up to 100, 5 up to 500, 10 up to 1000) → 10",
    ],
    [
      [depth, "get:", "post:"],
      [
        depth,
        "    ip:\n      byParameter: limit\n      tiers:\n" +
          "        - { from: 1, to: 100, weight: 1 }\n" +
          "        - { from: 101, to: 500, weight: 5 }\n" +
          "        - { from: 501, to: 1000, weight: 10 }\n",
        "    ip: 10\n",
      ],
    ],
  ],
  [
    "a shared parameter",
    [
      "breaking parameter period of getKlines: name renamed interval → period (certain: same parameter)",
    ],
    [[parameters, "  name: interval\n", "  name: period\n"]],
  ],
  [
    "a parameter of one operation",
    [
      "breaking parameter cancelClientId of cancelOrder: renamed newClientOrderId → cancelClientId (likely: same form and description)",
    ],
    [[order, "- name: newClientOrderId", "- name: cancelClientId"]],
  ],
  [
    "a field that is required",
    [
      "breaking PriceTicker.lastPrice: renamed price → lastPrice (likely: same form and description)",
    ],
    [
      [ticker, "[symbol, price]", "[symbol, lastPrice]"],
      [ticker, "  price:\n", "  lastPrice:\n"],
    ],
  ],
  [
    "a field that is sent in the body, and in no body before",
    ["breaking parameter endTime of getKlines: removed", "minor body of getKlines: added"],
    [
      ["paths/market/klines.yaml", "    - $ref: ../../parameters.yaml#/klinesEndTime\n", ""],
      [
        "paths/market/klines.yaml",
        "  responses:\n",
        "  requestBody: { content: { a/b: { schema: { properties: { endTime: { type: string } } } } } }\n" +
          "  responses:\n",
      ],
    ],
  ],
  [
    "a field that is sent in a body that operations share",
    ["breaking parameter stopPrice of placeOrder: removed", "minor FormFields.stopPrice: added"],
    [
      [order, "    - $ref: ../../parameters.yaml#/stopPrice\n", ""],
      [
        "schemas/FormFields.yaml",
        "type: object\n",
        "type: object\nproperties:\n  stopPrice: { type: string }\n",
      ],
    ],
  ],
  [
    "a field, described in other words",
    [
      "breaking Order.onBook: renamed isWorking → onBook (possible: same form)",
      "patch Order.onBook: description reworded",
    ],
    [
      ["schemas/Order.yaml", "  - isWorking\n", "  - onBook\n"],
      ["schemas/Order.yaml", "  isWorking:\n", "  onBook:\n"],
      ["schemas/Order.yaml", "Whether the order is on the book.", "Whether it can trade now."],
      ["rules/userSession.yaml", "working: isWorking", "working: onBook"],
    ],
  ],
  [
    "a word, and the state of that name",
    [
      "breaking order state REFUSED: renamed REJECTED → REFUSED (likely: same form and description)",
      "breaking OrderStatus: enum renamed REJECTED → REFUSED (possible: same place)",
    ],
    [
      ["schemas/OrderStatus.yaml", "CANCELED, REJECTED,", "CANCELED, REFUSED,"],
      ["schemas/OrderStatus.yaml", "  REJECTED:", "  REFUSED:"],
      ["rules/orderStates.yaml", "name: REJECTED", "name: REFUSED"],
      ["rules/orderStates.yaml", "to: REJECTED", "to: REFUSED"],
      ["rules/orderStates.yaml", "CANCELED, REJECTED,", "CANCELED, REFUSED,"],
    ],
  ],
  [
    "an assumed word",
    ["minor SymbolStatus[1]: enum renamed HALT → HALTED (possible: same place)"],
    [["schemas/SymbolStatus.yaml", "HALT,", "HALTED,"]],
  ],
  [
    "a filter",
    ["breaking NOTIONAL: renamed MIN_NOTIONAL → NOTIONAL (likely: same form and description)"],
    [
      ["schemas/Filter.yaml", "MIN_NOTIONAL", "NOTIONAL"],
      [
        "filters/NOTIONAL.yaml",
        "",
        textOf("filters/MIN_NOTIONAL.yaml").replaceAll("MIN_NOTIONAL", "NOTIONAL"),
      ],
    ],
  ],
  [
    "a field of a filter, and its rules",
    [
      "breaking PRICE_FILTER.lowestPrice: renamed minPrice → lowestPrice (likely: same form and description)",
    ],
    [[priceFilter, textOf(priceFilter), textOf(priceFilter).replaceAll("minPrice", "lowestPrice")]],
  ],
  [
    "a filter rule",
    [
      "breaking filter rule quantity-lowest of MARKET_LOT_SIZE: renamed quantity-minimum → quantity-lowest (likely: same form and description)",
    ],
    [["filters/MARKET_LOT_SIZE.yaml", "id: quantity-minimum", "id: quantity-lowest"]],
  ],
  [
    "the number of an error",
    [
      "breaking error -1045 INVALID_SIGNATURE: renamed -1022 → -1045 (likely: same form and description)",
    ],
    [
      ["errors.yaml", "code: -1022", "code: -1045"],
      ["rules/signing.yaml", "wrong: -1022", "wrong: -1045"],
    ],
  ],
  [
    "the name of an error",
    [
      "breaking error -1022 BAD_SIGNATURE: name renamed INVALID_SIGNATURE → BAD_SIGNATURE (certain: same code)",
    ],
    [["errors.yaml", "name: INVALID_SIGNATURE", "name: BAD_SIGNATURE"]],
  ],
  [
    "a stream",
    ["breaking stream trades: renamed trade → trades (likely: same form and description)"],
    [
      [
        "asyncapi.yaml",
        "  trade: { $ref: events/channels/trade.yaml }",
        "  trades: { $ref: events/channels/trade.yaml }",
      ],
      ["asyncapi.yaml", '"#/channels/trade"', '"#/channels/trades"'],
    ],
  ],
  [
    "a stream on the wire",
    [
      "breaking stream trade: address renamed {symbol}@trade → {symbol}@deal (certain: same stream)",
    ],
    [["events/channels/trade.yaml", "@trade", "@deal"]],
  ],
  [
    "a message",
    [
      "breaking message deal of stream trade: renamed trade → deal (likely: same form and description)",
    ],
    [["events/channels/trade.yaml", "messages: { trade:", "messages: { deal:"]],
  ],
  [
    "a type",
    ["breaking LastPrice: renamed PriceTicker → LastPrice (likely: same form and description)"],
    [
      ["schemas/LastPrice.yaml", "", textOf(ticker)],
      [
        "paths/market/tickerPrice.yaml",
        textOf("paths/market/tickerPrice.yaml"),
        textOf("paths/market/tickerPrice.yaml").replaceAll("PriceTicker.yaml", "LastPrice.yaml"),
      ],
    ],
  ],
  [
    "a type that another type uses",
    ["breaking Fill: renamed OrderFill → Fill (likely: same form and description)"],
    [
      ["schemas/Fill.yaml", "", textOf("schemas/OrderFill.yaml")],
      ["schemas/OrderPlacement.yaml", "OrderFill.yaml", "Fill.yaml"],
    ],
  ],
  [
    "a type that REST and streams use",
    ["breaking Level: renamed PriceLevel → Level (likely: same form and description)"],
    [
      ["schemas/Level.yaml", "", textOf("schemas/PriceLevel.yaml")],
      ...["schemas/OrderBook.yaml", "events/payloads/DepthUpdate.yaml"].map((path): TextEdit => {
        const text = textOf(path);
        return [path, text, text.replaceAll("PriceLevel.yaml", "Level.yaml")];
      }),
    ],
  ],
  [
    "an assumption",
    [
      "patch assumption naked-successes: renamed bare-successes → naked-successes (likely: same form and description)",
    ],
    [
      ["assumptions.yaml", "bare-successes:", "naked-successes:"],
      ["rules/envelope.yaml", "bare-successes", "naked-successes"],
    ],
  ],
];

test.each(renames)("renamed: %s", (_edit, reported, edits) => {
  const { changes } = changesOf(edits);
  expect(changes.map(({ impact, subject, what }) => `${impact} ${subject}: ${what}`)).toEqual(
    reported,
  );
});

/** Two things that have no more in common than that one went and one came. */
const replaced: readonly (readonly [edit: string, edits: TextEdit[]])[] = [
  [
    "a field of another type",
    [
      [ticker, "[symbol, price]", "[symbol, open]"],
      [ticker, "  price:\n    $ref: Decimal.yaml\n", "  open:\n    type: boolean\n"],
    ],
  ],
  [
    "a word at another place",
    [["schemas/OrderStatus.yaml", "[NEW, PARTIALLY_FILLED,", "[PARTIALLY_FILLED, HELD,"]],
  ],
  ["one of two words", [["schemas/OrderStatus.yaml", "CANCELED, REJECTED,", "STOPPED,"]]],
];

test.each(replaced)("not renamed: %s", (_edit, edits) => {
  const { changes } = changesOf(edits);
  expect(changes.filter(({ renamed }) => renamed !== undefined)).toEqual([]);
  expect(bumpOf(changes)).toBe("major");
});
