/** A spec that keeps every house rule, as small as it can be: path below the folder, and text. */
export const goodSpec: Readonly<Record<string, string>> = {
  "openapi.yaml": `
openapi: 3.1.0
info:
  title: Small exchange
  version: v1.0.0
  description: As small as a contract can be.
  license: { name: MIT, identifier: MIT }
servers:
  - url: http://{host}
    variables: { host: { default: 127.0.0.1:9700, description: The host. } }
tags:
  - { name: Market data, description: Books. }
  - { name: Orders, description: Placing orders. }
paths:
  /api/v1/depth: { $ref: paths/depth.yaml }
  /api/v1/order: { $ref: paths/order.yaml }
components:
  schemas:
    OrderBook: { $ref: schemas/OrderBook.yaml }
  securitySchemes:
    Signature: { type: apiKey, in: query, name: signature, description: The hash. }
x-security-types: { $ref: rules/security.yaml }
x-versioning: { $ref: rules/versioning.yaml }
x-operation-defaults: { $ref: rules/operations.yaml }
x-signing: { $ref: rules/signing.yaml }
x-errors: { $ref: errors.yaml }
x-retry: { $ref: rules/retry.yaml }
`,
  "rules/operations.yaml": `
'*':
  responses:
    '408': &failure { description: It failed. }
    '418': *failure
    '429': *failure
    '4XX': *failure
    '5XX': *failure
SIGNED: { parameters: [{ $ref: ../parameters.yaml#/timestamp }] }
`,
  "rules/security.yaml": `
types: { NONE: { requires: [] }, SIGNED: { requires: [Signature] } }
`,
  "rules/versioning.yaml": "pathPrefix: /api/v1/\n",
  "rules/signing.yaml": `
parameters: { timestamp: timestamp, window: validMs, signature: signature }
`,
  "paths/depth.yaml": `
get:
  operationId: getDepth
  tags: [Market data]
  summary: Read the order book
  description: Gives a snapshot of the book.
  x-security: NONE
  x-weight:
    ip:
      byParameter: limit
      tiers:
        - { from: 1, to: 100, weight: 1 }
        - { from: 101, to: 1000, weight: 5 }
  parameters:
    - name: limit
      in: query
      required: false
      description: The most levels of a side.
      schema: { type: integer, default: 500, maximum: 1000 }
  responses:
    '200':
      description: The order book.
      content:
        application/json:
          schema: { $ref: ../schemas/OrderBook.yaml }
          examples:
            default: { $ref: ../examples/getDepth.default.yaml }
`,
  "paths/order.yaml": `
post:
  operationId: placeOrder
  tags: [Orders]
  summary: Place an order
  description: Sends a new order.
  x-security: SIGNED
  x-weight: { ip: 1 }
  parameters:
    - $ref: ../parameters.yaml#/recvWindow
  responses:
    '200':
      description: The order was accepted.
      content:
        application/json:
          schema: { type: object, x-assumed: order-answer, additionalProperties: true }
`,
  "parameters.yaml": `
recvWindow:
  name: validMs
  in: query
  required: false
  description: How old the timestamp may be, in milliseconds.
  schema: { type: integer, format: int64, default: 5000, maximum: 60000 }
timestamp:
  name: timestamp
  in: query
  required: true
  description: When the request was made, in milliseconds.
  schema: { $ref: schemas/Milliseconds.yaml }
clientId:
  name: clientId
  in: query
  required: false
  description: The client's own id.
  schema: { type: string, pattern: '^[a-z]+(-[a-z]+)*$' }
`,
  "headers.yaml": `
headers:
  X-USED:
    description: What was used.
    schema: { type: integer }
`,
  "errors.yaml": `
codes:
  - { code: -1003, name: TOO_MANY_REQUESTS, condition: Rate limit., advice: backOff }
  - { code: -1021, name: BAD_TIME, condition: Clock off., advice: resyncClock }
`,
  "limits.yaml": `
windows:
  - { id: weight10s, amount: 1000 }
  - { id: weight1m, amount: 6000 }
`,
  "rules/retry.yaml": `
rules:
  - { on: { code: -1021 }, action: resyncClock }
`,
  "rules/orderStates.yaml": `
states:
  - { name: NEW, final: false }
  - { name: FILLED, final: true }
transitions:
  - { from: NEW, trigger: execution, to: FILLED }
`,
  "schemas/Decimal.yaml": `
type: string
format: decimal
description: An exact decimal.
`,
  "schemas/Milliseconds.yaml": `
type: integer
format: int64
description: Unix time in milliseconds.
`,
  "schemas/Id.yaml": `
type: integer
format: int64
description: A number that identifies something.
`,
  "schemas/Side.yaml": `
type: string
description: Whether an order buys or sells.
enum: [BUY, SELL]
`,
  "schemas/OrderBook.yaml": `
type: object
description: The book of a symbol.
required: [lastUpdateId, bidPrice, updateTime]
properties:
  lastUpdateId: { $ref: Id.yaml, description: The last update in it. }
  bidPrice: { $ref: Decimal.yaml, description: 'The best bid, in the quote asset.' }
  updateTime: { $ref: Milliseconds.yaml, description: When it changed. }
  askPrice: { $ref: Decimal.yaml, description: The best ask., x-assumed: ask-price }
`,
  "filters/LOT_SIZE.yaml": `
type: object
description: Bounds of quantities.
required: [minQty, stepSize]
properties:
  minQty: { $ref: ../schemas/Decimal.yaml, description: The least quantity. }
  stepSize: { $ref: ../schemas/Decimal.yaml, description: The step. }
x-rules:
  - { id: least, value: quantity, minimum: minQty, description: Not below. }
  - { id: step, value: quantity, multipleOf: stepSize, from: minQty, description: On the grid. }
x-vectors:
  - { filter: {}, order: { quantity: '1' }, violates: [] }
  - { filter: {}, order: { quantity: '0' }, violates: [least] }
  - { filter: {}, order: { quantity: '1.5' }, violates: [step] }
`,
  "examples/getDepth.default.yaml": `
summary: A small book.
value: { lastUpdateId: 1, bidPrice: '1.00', updateTime: 1700000000000 }
x-request:
  method: GET
  path: /api/v1/depth
  query: { limit: '5', signature: <redacted> }
  security: NONE
x-response: { status: 200 }
`,
  "asyncapi.yaml": `
asyncapi: 3.1.0
info:
  title: Small streams
  version: v1.0.0
  description: As small as a stream document can be.
  tags: [{ name: Market, description: Public data. }]
servers:
  main: { host: 127.0.0.1:9700, protocol: ws, description: The sandbox. }
channels:
  depth:
    address: '{symbol}@depth'
    summary: Changes of the book.
    parameters:
      symbol: { description: 'The symbol, in lower case.', x-letter-case: lower }
    x-stream: { access: public, afterReconnect: newSnapshot }
    messages:
      depthUpdate: { $ref: events/depthUpdate.yaml }
operations:
  receiveDepth:
    action: receive
    channel: { $ref: '#/channels/depth' }
    description: Follow the book.
    tags: [{ name: Market }]
`,
  "events/depthUpdate.yaml": `
name: depthUpdate
title: Diff depth
summary: Levels that changed.
contentType: application/json
payload: { $ref: payloads/DepthUpdate.yaml }
`,
  "events/payloads/DepthUpdate.yaml": `
type: object
description: Levels that changed.
required: [U]
properties:
  U: { $ref: ../../schemas/Id.yaml, description: The first update. }
`,
};
