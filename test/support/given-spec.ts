import type { SpecFile, SpecLocation } from "../../generators/contract/documents/spec-files.ts";
import { type Edit, withEdits } from "./edited-files.ts";

/** Where the small spec of the tests would be if it were on a disk. */
export const location: SpecLocation = { folder: "/project/spec", root: "/project" };

/** The files of a small, valid spec that uses every block of the vocabulary once, with edits. */
export function specFiles(edits: readonly Edit[] = []): readonly SpecFile[] {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text: text.trimStart() }));
  return withEdits(files, edits);
}

const texts: Readonly<Record<string, string>> = {
  "openapi.yaml": `
openapi: 3.1.0
info: { title: Small exchange, version: v1.0.0, description: A few operations. }
paths:
  /api/v1/time: { $ref: paths/time.yaml }
  /api/v1/depth: { $ref: paths/depth.yaml }
  /api/v1/order: { $ref: paths/order.yaml }
  /api/v1/listenKey: { $ref: paths/listenKey.yaml }
components:
  securitySchemes:
    ApiKey: { type: apiKey, in: header, name: X-KEY }
    Signature: { type: apiKey, in: query, name: signature }
  headers:
    X-WEIGHT: { $ref: headers.yaml#/X-WEIGHT }
    X-ORDERS: { $ref: headers.yaml#/X-ORDERS }
x-security-types: { $ref: rules/security.yaml }
x-signing: { $ref: rules/signing.yaml }
x-limits: { $ref: limits.yaml }
x-errors: { $ref: errors.yaml }
x-retry: { $ref: rules/retry.yaml }
x-order-rules: { $ref: rules/orderRules.yaml }
x-order-states: { $ref: rules/orderStates.yaml }
x-balances: { $ref: rules/balances.yaml }
x-assumptions: { $ref: assumptions.yaml }
`,
  "headers.yaml": `
X-WEIGHT: { description: Weight used., schema: { type: integer } }
X-ORDERS: { description: Orders placed., schema: { type: integer } }
`,
  "parameters.yaml": `
symbol: { name: symbol, in: query, required: true, schema: { type: string, pattern: "^[A-Z]+$" } }
limit:
  name: limit
  in: query
  schema: { type: integer, minimum: 1, default: 500, maximum: 1000 }
  x-above-maximum: truncate
orderId:
  name: orderId
  in: query
  schema: { $ref: schemas/Id.yaml, minimum: 0 }
  x-only-with: [symbol]
clientId: { name: clientId, in: query, schema: { type: string, pattern: "^[a-z]+$" } }
side: { name: side, in: query, required: true, schema: { $ref: schemas/Side.yaml } }
type:
  name: type
  in: query
  required: true
  schema: { $ref: schemas/OrderType.yaml, pattern: "^[A-Z]+$" }
quantity:
  name: quantity
  in: query
  schema: { type: number, format: decimal, minimum: 0, pattern: "^[0-9.]+$" }
price:
  name: price
  in: query
  schema: { type: number, format: decimal, minimum: 0, pattern: "^[0-9.]+$" }
recvWindow:
  name: recvWindow
  in: query
  schema: { type: integer, format: int64, default: 5000, minimum: 1, maximum: 60000 }
timestamp:
  name: timestamp
  in: query
  required: true
  schema: { $ref: schemas/Id.yaml, minimum: 0 }
`,
  "responses.yaml": `
Refused:
  description: The request was refused.
  content: { application/json: { schema: { $ref: schemas/Envelope.yaml } } }
`,
  "paths/time.yaml": `
get:
  operationId: getTime
  tags: [General]
  summary: Read the time
  description: The server's clock.
  x-security: NONE
  x-weight: { ip: 1 }
  responses:
    '200':
      description: The time.
      content:
        application/json:
          schema: { $ref: ../schemas/ServerTime.yaml }
          examples: { default: { $ref: ../examples/getTime.default.yaml } }
    '4XX': { $ref: ../responses.yaml#/Refused }
`,
  "paths/depth.yaml": `
get:
  operationId: getDepth
  tags: [Market]
  summary: Read the book
  x-security: NONE
  x-weight:
    ip:
      byParameter: limit
      tiers:
        - { from: 1, to: 100, weight: 1 }
        - { from: 101, to: 1000, weight: 5 }
  parameters:
    - $ref: ../parameters.yaml#/symbol
    - $ref: ../parameters.yaml#/limit
  responses:
    '200':
      description: The book.
      content: { application/json: { schema: { $ref: ../schemas/OrderBook.yaml } } }
    '4XX': { $ref: ../responses.yaml#/Refused }
`,
  "paths/order.yaml": `
get:
  operationId: getOrder
  tags: [Orders]
  summary: Query an order
  x-security: SIGNED
  x-weight: { ip: { byPresence: orderId, present: 2, absent: 4 } }
  parameters:
    - $ref: ../parameters.yaml#/symbol
    - $ref: ../parameters.yaml#/orderId
    - $ref: ../parameters.yaml#/clientId
    - $ref: ../parameters.yaml#/recvWindow
    - $ref: ../parameters.yaml#/timestamp
  responses:
    '200':
      description: The order, or a list of them.
      content:
        application/json:
          schema:
            oneOf:
              - $ref: ../schemas/Order.yaml
                x-when: { parameter: orderId, is: present }
              - type: array
                x-when: { parameter: orderId, is: absent }
                items: { $ref: ../schemas/Order.yaml }
    '4XX': { $ref: ../responses.yaml#/Refused }
post:
  operationId: placeOrder
  tags: [Orders]
  summary: Place an order
  x-security: SIGNED
  x-weight: { ip: 1, account: 1 }
  x-placement:
    clientId: clientId
    resolvedBy: { operation: getOrder, parameter: clientId }
  parameters:
    - $ref: ../parameters.yaml#/symbol
    - $ref: ../parameters.yaml#/side
    - $ref: ../parameters.yaml#/type
    - $ref: ../parameters.yaml#/quantity
    - $ref: ../parameters.yaml#/price
    - $ref: ../parameters.yaml#/clientId
    - $ref: ../parameters.yaml#/recvWindow
    - $ref: ../parameters.yaml#/timestamp
  requestBody:
    required: false
    content:
      application/x-www-form-urlencoded:
        schema: { type: object, additionalProperties: { type: string } }
  responses:
    '200':
      description: The order.
      content: { application/json: { schema: { $ref: ../schemas/Order.yaml } } }
    '4XX': { $ref: ../responses.yaml#/Refused }
`,
  "paths/listenKey.yaml": `
post:
  operationId: createListenKey
  x-assumed: listen-key
  tags: [Stream]
  summary: Create a key
  x-security: { type: USER_STREAM, x-assumed: listen-key }
  responses:
    '200':
      description: The key.
      content: { application/json: { schema: { $ref: ../schemas/ListenKey.yaml } } }
`,
  "schemas/Decimal.yaml": "type: string\nformat: decimal\ndescription: An exact decimal.\n",
  "schemas/Id.yaml": "type: integer\nformat: int64\ndescription: A number of the exchange.\n",
  "schemas/Side.yaml": "type: string\ndescription: Buy or sell.\nenum: [BUY, SELL]\n",
  "schemas/OrderType.yaml": `
type: string
description: How an order is priced.
anyOf:
  - enum: [LIMIT, MARKET]
  - enum: [STOP]
    x-assumed: order-types
  - x-unstated: more-order-types
`,
  "schemas/OrderStatus.yaml": `
type: string
description: State of an order.
enum: [NEW, FILLED, CANCELED]
x-enumDescriptions: { NEW: Accepted., FILLED: Done., CANCELED: Ended. }
`,
  "schemas/ServerTime.yaml": `
type: object
description: The clock.
required: [serverTime]
properties:
  serverTime: { $ref: Id.yaml, description: Unix time in milliseconds. }
`,
  "schemas/PriceLevel.yaml": `
type: array
description: A price and what is offered at it.
items: { $ref: Decimal.yaml }
minItems: 2
maxItems: 2
x-positions: [price, quantity]
`,
  "schemas/OrderBook.yaml": `
type: object
description: A book.
required: [lastUpdateId, bids]
properties:
  lastUpdateId: { $ref: Id.yaml }
  bids: { type: array, items: { $ref: PriceLevel.yaml } }
  asks: { type: array, items: { $ref: PriceLevel.yaml } }
  filters: { type: array, items: { $ref: Filter.yaml } }
`,
  "schemas/Filter.yaml":
    "description: A trading rule.\noneOf:\n  - $ref: ../filters/PRICE_FILTER.yaml\n",
  "schemas/Envelope.yaml": `
type: object
description: A failure.
required: [code, msg]
properties:
  code: { type: number, format: int64 }
  msg: { type: string }
  data: { type: object, additionalProperties: true }
`,
  "schemas/Order.yaml": `
type: object
description: One order.
required: [symbol, orderId, status]
properties:
  symbol: { type: string, description: Trading pair. }
  orderId: { $ref: Id.yaml, description: Its number. }
  status: { $ref: OrderStatus.yaml }
  parent: { $ref: Order.yaml, x-assumed: order-extras }
  isWorking: { type: boolean }
`,
  "schemas/ListenKey.yaml": `
type: object
x-assumed: listen-key
description: The key of a session.
properties:
  listenKey: { type: string }
`,
  "filters/PRICE_FILTER.yaml": `
type: object
description: Bounds of prices.
required: [filterType, minPrice, tickSize]
properties:
  filterType: { type: string, const: PRICE_FILTER }
  minPrice: { $ref: ../schemas/Decimal.yaml }
  tickSize: { $ref: ../schemas/Decimal.yaml }
x-scope: symbol
x-rules:
  - id: low
    value: price
    minimum: minPrice
    disabledWhen: minPrice == 0
    description: Not below.
  - { id: tick, value: price, multipleOf: tickSize, from: minPrice, description: On the grid. }
x-vectors:
  - filter: { filterType: PRICE_FILTER, minPrice: "1", tickSize: "1" }
    order: { price: "1" }
    violates: []
  - filter: { filterType: PRICE_FILTER, minPrice: "1", tickSize: "1" }
    order: { type: LIMIT, price: "0.5" }
    violates: [low, tick]
`,
  "limits.yaml": `
windows:
  - id: weight1m
    counts: weight
    per: ip
    window: { every: 1, unit: minute }
    amount: 6000
    header: X-WEIGHT
    carriedBy: everyResponse
    description: Weight of a minute.
  - id: orders1d
    counts: orders
    per: account
    window: { every: 1, unit: day }
    amount: { value: 100, x-assumed: order-rate }
    header: X-ORDERS
    carriedBy: orderResponses
    description: Orders of a day.
exceeded: { status: 429, code: -1003 }
repeated: { status: 418 }
`,
  "errors.yaml": `
codes:
  - { code: -1003, name: RATE_LIMIT, condition: Too much., advice: backOff }
  - code: -1021
    name: BAD_TIME
    condition: Outside the window.
    advice: resyncClock
    status: { value: 400, x-assumed: code-status }
statuses:
  - { status: 429, condition: Too much., advice: wait, header: X-WEIGHT }
  - { status: 418, condition: Banned., advice: stop }
  - { status: 5XX, condition: The server failed., advice: backOff }
`,
  "rules/security.yaml": `
types:
  NONE: { description: Free., requires: [] }
  USER_STREAM: { description: A key., requires: [ApiKey] }
  SIGNED: { description: Key and signature., requires: [ApiKey, Signature] }
`,
  "rules/signing.yaml": `
algorithm: HMAC-SHA256
key: { text: secret, encoding: utf-8 }
digest: { encoding: hex, letterCase: lower }
header: X-KEY
parameters: { timestamp: timestamp, window: recvWindow, signature: signature }
joined:
  order: asSent
  pair: name=value
  pairSeparator: "&"
  parts: [query, body]
  partSeparator: ""
excluded: [signature]
values: { encoding: raw, trim: true }
timing: { aheadMsBelow: 1000, ageMsAtMost: { parameter: recvWindow }, rejectedWith: -1021 }
vectors:
  - name: one
    secret: s
    query: a=1
    body: ""
    signature: f2a05e366d0e51c1d8f6505867dce55efc4741a81ab1813eaf656f740bcdf5e0
`,
  "rules/retry.yaml": `
rules:
  - { on: { status: 418 }, action: never }
  - { on: { status: 5XX }, action: backOff }
  - { on: { code: -1021 }, action: resyncClock }
  - { on: { status: 429 }, action: retryAfterHeader }
  - { on: { code: -1003 }, action: backOff }
backoff: { firstMs: 1000, factor: 2, maxMs: 32000, jitter: { value: full, x-assumed: jitter } }
`,
  "rules/orderRules.yaml": `
types:
  LIMIT:
    description: At a price.
    required: [{ value: quantity, x-assumed: limit-fields }, price]
  MARKET:
    x-assumed: market-fields
    description: At once.
    required: [quantity]
    forbidden: [price]
  STOP: { x-assumed: order-types, description: Later., required: [quantity] }
algo: [STOP]
`,
  "rules/orderStates.yaml": `
states:
  - { name: NEW, final: false }
  - { name: FILLED, final: { value: true, x-assumed: final-states } }
  - { name: CANCELED }
transitions:
  - { from: NEW, trigger: execution, condition: All is filled., to: FILLED, also: Balances move. }
  - { from: NEW, trigger: cancellation, condition: The user ends it., to: CANCELED }
triggers: { execution: A trade., cancellation: By the user. }
`,
  "rules/balances.yaml": `
moves:
  - { when: placement, side: BUY, asset: quote, from: free, to: locked, description: Locks. }
total: free + locked
commission: { deductedFrom: received }
`,
  "assumptions.yaml": [
    ...["order-types", "order-extras", "order-rate", "code-status", "jitter", "limit-fields"],
    ...["market-fields", "final-states", "listen-key"],
  ]
    .map((id) => assumptionEntry(id, "assumed"))
    .concat(assumptionEntry("more-order-types", "open"))
    .join(""),
  "asyncapi.yaml": `
asyncapi: 3.1.0
info: { title: Small streams, version: v1.0.0 }
x-connection: { $ref: rules/connection.yaml }
x-user-data: { $ref: rules/userData.yaml }
x-book-sync: { $ref: rules/bookSync.yaml }
channels:
  depth: { $ref: events/channels/depth.yaml }
operations:
  receiveDepth: { action: receive, channel: { $ref: "#/channels/depth" } }
`,
  "events/channels/depth.yaml": `
address: "{symbol}@depth"
summary: Changes of the book.
parameters: { symbol: { description: Pair., x-letter-case: lower } }
x-stream: { access: public, afterReconnect: newSnapshot }
messages: { depthUpdate: { $ref: ../depthUpdate.yaml } }
`,
  "events/depthUpdate.yaml": `
name: depthUpdate
summary: What changed.
payload: { $ref: payloads/DepthUpdate.yaml }
`,
  "events/payloads/DepthUpdate.yaml": `
type: object
description: What changed in the book.
required: [e, s, U, u, b, a]
properties:
  e: { type: string, const: depthUpdate }
  s: { type: string }
  b: { type: array, items: { type: string } }
  a: { type: array, items: { type: string } }
  U: { $ref: ../../schemas/Id.yaml }
  u: { $ref: ../../schemas/Id.yaml }
`,
  "rules/connection.yaml": `
addresses: 1
query: { name: streams, separator: "/" }
symbolLetterCase: lower
lifetime: { every: 24, unit: hour }
streams: 1024
inbound: { amount: 5, window: { every: 1, unit: second }, counts: [ping, pong, subscribe, unsubscribe] }
countsAgainstRequestWeight: false
`,
  "rules/userData.yaml": `
create: createListenKey
keepAlive: createListenKey
close: createListenKey
keepAliveEvery: { every: 30, unit: minute }
afterReconnect: reconcile
reconcileBy: [getOrder]
`,
  "rules/bookSync.yaml": `
channel: depth
steps: [buffer, snapshot, drop, first, next]
buffer: true
snapshot: { operation: getDepth, limit: 1000, last: lastUpdateId, bids: bids, asks: asks }
fields: { type: e, symbol: s, first: U, last: u, bids: b, asks: a }
drop: u <= lastUpdateId
first: U <= lastUpdateId + 1 && u >= lastUpdateId + 1
next: U == previous.u + 1
otherwise: resynchronize
removes: quantity == 0
afterReconnect: newSnapshot
`,
};

function assumptionEntry(id: string, kind: "assumed" | "open"): string {
  const section = "'4.4'";
  return [
    `${id}:`,
    `  { gap: Not shown., section: ${section}, kind: ${kind}, choice: This., source: Us.,`,
    "    confidence: own }",
    "",
  ].join("\n");
}
