/** Mistakes of a maintainer in spec/: each gives one finding, where it was made, with its mend. */

import { resolve } from "node:path";

import { beforeAll, expect, test } from "vitest";

import { signing } from "../../generated/signing.ts";
import { assemble, build } from "../../generators/contract/build.ts";
import { load } from "../../generators/contract/documents/load.ts";
import { problemLine, SpecError } from "../../generators/contract/documents/problems.ts";
import { readSpec, type SpecFile } from "../../generators/contract/documents/spec-files.ts";
import type { ParseCache } from "../../generators/contract/documents/yaml.ts";
import { findInCallRecordings } from "../../scripts/lint/call-recordings.ts";
import { readOpenApi } from "../../testing/documents/openapi.ts";
import { type Edit, lineOf, withEdits } from "../support/edited-files.ts";

const location = { folder: resolve("spec"), root: process.cwd() };
const cache: ParseCache = new Map();
let spec: readonly SpecFile[] = [];

beforeAll(async () => {
  spec = await readSpec(location);
});

/** The bound of recvWindow, in milliseconds. */
const { windowMsMax: windowMax } = signing;

/** The mistake, and the finding: file and a text on its line, message and mend. */
type Row = readonly [
  mistake: string,
  edits: readonly Edit[],
  at: readonly [path: string, text: string],
  finding: string,
];

/** The findings of generate. */
async function generated(files: readonly SpecFile[]): Promise<readonly string[]> {
  try {
    await build(load(location, files, cache));
    return [];
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return error.problems.map(problemLine);
  }
}

/** The findings of lint in recordings. */
function recorded(files: readonly SpecFile[]): readonly string[] {
  const loaded = load(location, files, cache);
  const rest = readOpenApi(assemble(loaded).documents.openapi);
  return findInCallRecordings(location, files, { rest, loaded }).map(
    ({ file, line, column, message }) => `${file}:${line}:${column}  ${message}`,
  );
}

function check(rows: readonly Row[], find: typeof generated | typeof recorded): void {
  for (const [mistake, edits, [path, text], finding] of rows) {
    test(mistake, async () => {
      const files = withEdits(spec, edits);
      const line = lineOf(files, path, text);
      const found = await find(files);
      expect(found.map((each) => each.replace(/:\d+ {2}/, "  "))).toEqual([
        `spec/${path}:${line}  ${finding}`,
      ]);
    });
  }
}

const mistakes: readonly Row[] = [
  [
    "status word without a state",
    [
      [
        "schemas/OrderStatus.yaml",
        "enum: [NEW, PARTIALLY_FILLED,",
        "enum: [NEW, PENDING_CANCEL, PARTIALLY_FILLED,",
      ],
      [
        "schemas/OrderStatus.yaml",
        "  NEW: The",
        "  PENDING_CANCEL: Waits for its cancellation.\n  NEW: The",
      ],
    ],
    [
      "schemas/OrderStatus.yaml",
      "enum: [NEW, PENDING_CANCEL, PARTIALLY_FILLED, FILLED, CANCELED, REJECTED, EXPIRED]",
    ],
    "The status PENDING_CANCEL has no state in x-order-states. Fix: Add it to `states` of spec/rules/orderStates.yaml, with the transitions to it.",
  ],
  [
    "state without a status word",
    [
      [
        "rules/orderStates.yaml",
        "  - name: PARTIALLY_FILLED",
        "  - { name: PENDING_CANCEL, final: false }\n  - name: PARTIALLY_FILLED",
      ],
    ],
    ["rules/orderStates.yaml", "- { name: PENDING_CANCEL, final: false }"],
    "PENDING_CANCEL is not a value of an order's status. Fix: Known names: NEW, PARTIALLY_FILLED, FILLED, CANCELED, REJECTED, EXPIRED.",
  ],
  [
    "unknown enum word in filter rule",
    [
      [
        "filters/PRICE_FILTER.yaml",
        "    disabledWhen: minPrice == 0\n",
        '    disabledWhen: minPrice == 0\n    appliesWhen: type == "STOP_LOS"\n',
      ],
    ],
    ["filters/PRICE_FILTER.yaml", 'appliesWhen: type == "STOP_LOS"'],
    '`"STOP_LOS"` is not a value of type, at column 9 of appliesWhen. Fix: Did you mean STOP_LOSS?',
  ],
  [
    "unknown enum word in list in filter rule",
    [
      [
        "filters/PRICE_FILTER.yaml",
        "    disabledWhen: minPrice == 0\n",
        '    disabledWhen: minPrice == 0\n    appliesWhen: \'!(type in ["STOP_LOS", "MARKET"])\'\n',
      ],
    ],
    ["filters/PRICE_FILTER.yaml", 'appliesWhen: \'!(type in ["STOP_LOS", "MARKET"])\''],
    '`"STOP_LOS"` is not a value of type, at column 12 of appliesWhen. Fix: Did you mean STOP_LOSS?',
  ],
  [
    "side word",
    [
      [
        "filters/PRICE_FILTER.yaml",
        "    disabledWhen: minPrice == 0\n",
        "    disabledWhen: minPrice == 0\n    appliesWhen: '\"BY\" == side'\n",
      ],
    ],
    ["filters/PRICE_FILTER.yaml", "appliesWhen: '\"BY\" == side'"],
    '`"BY"` is not a value of side, at column 1 of appliesWhen. Fix: Did you mean BUY?',
  ],
  [
    "vector contradicts rule (bound moved)",
    [["filters/MAX_NUM_ORDERS.yaml", "value: openOrders + 1", "value: openOrders"]],
    ["filters/MAX_NUM_ORDERS.yaml", "- filter: *five"],
    "This vector contradicts the rule open-orders. So do the vectors on lines 35, 39. Fix: Correct the rule, or write violates: [].",
  ],
  [
    "enum word without description",
    [["schemas/TimeInForce.yaml", "[GTC, IOC, FOK]", "[GTC, IOC, FOK, GTD]"]],
    ["schemas/TimeInForce.yaml", "enum: [GTC, IOC, FOK, GTD]"],
    "The value GTD has no description. Fix: Add a line for it to x-enumDescriptions.",
  ],
  [
    "code resync",
    [["errors.yaml", "    advice: resyncClock", "    advice: fixRequest"]],
    ["errors.yaml", "advice: fixRequest"],
    "The advice for -1021 is fixRequest, and spec/rules/retry.yaml:12 says resyncClock. Fix: Write advice: resyncClock, or change the action of that rule.",
  ],
  [
    "wrong weight",
    [["paths/market/klines.yaml", "x-weight: { ip: 1 }", "x-weight: { ip: -1 }"]],
    ["paths/market/klines.yaml", "x-weight: { ip: -1 }"],
    "x-weight/ip must be 0 or more. Fix: Points of weight. See spec/lint/vocabulary/weight.yaml.",
  ],
  [
    "weight key",
    [["paths/market/klines.yaml", "x-weight: { ip: 1 }", "x-weight: { ips: 1 }"]],
    ["paths/market/klines.yaml", "x-weight: { ips: 1 }"],
    "x-weight/ips is not a known key. Fix: Did you mean ip?",
  ],
  [
    "tier hole",
    [["paths/market/depth.yaml", "from: 101", "from: 102"]],
    ["paths/market/depth.yaml", "- { from: 102, to: 500, weight: 5 }"],
    "No tier covers 101 to 101. Fix: Write from: 101.",
  ],
  [
    "byParameter unknown",
    [["paths/market/depth.yaml", "byParameter: limit", "byParameter: limt"]],
    ["paths/market/depth.yaml", "byParameter: limt"],
    "limt is not a parameter of the operation. Fix: Did you mean limit?",
  ],
  [
    "tier last below maximum",
    [["paths/market/depth.yaml", "from: 501, to: 1000", "from: 501, to: 999"]],
    ["paths/market/depth.yaml", "- { from: 501, to: 999, weight: 10 }"],
    "No tier covers 1000 to 1000. Fix: End the last tier with the maximum 1000, or change the maximum.",
  ],
  [
    "swapped bounds",
    [
      [
        "parameters.yaml",
        `    minimum: 0\n    maximum: ${windowMax}`,
        `    minimum: ${windowMax}\n    maximum: 0`,
      ],
    ],
    ["parameters.yaml", `minimum: ${windowMax}`],
    `The minimum ${windowMax} is above the maximum 0. Fix: Swap or correct the two.`,
  ],
  [
    "unreachable state",
    [["rules/orderStates.yaml", "    to: REJECTED", "    to: EXPIRED"]],
    ["rules/orderStates.yaml", "- name: REJECTED"],
    "No transition leads to REJECTED. Fix: Add one to `transitions`, or delete the state.",
  ],
  [
    "transition to unknown state",
    [["rules/orderStates.yaml", "    to: REJECTED", "    to: REJECT"]],
    ["rules/orderStates.yaml", "to: REJECT"],
    "REJECT is not a state of an order. Fix: Did you mean REJECTED?",
  ],
  [
    "leaves final state",
    [
      [
        "rules/orderStates.yaml",
        "  - from: NEW\n    trigger: cancellation",
        "  - from: FILLED\n    trigger: cancellation",
      ],
    ],
    ["rules/orderStates.yaml", "final: { value: true, x-assumed: final-states }"],
    "FILLED is final, and a transition leads out of it. Fix: Delete the transition, or write final: false.",
  ],
  [
    "unknown trigger",
    [["rules/orderStates.yaml", "trigger: refusal", "trigger: refusl"]],
    ["rules/orderStates.yaml", "trigger: refusl"],
    "refusl is not a trigger of x-order-states. Fix: Did you mean refusal?",
  ],
  [
    "state twice",
    [
      [
        "rules/orderStates.yaml",
        "  - name: FILLED\n",
        "  - { name: NEW, final: false }\n  - name: FILLED\n",
      ],
    ],
    ["rules/orderStates.yaml", "- { name: NEW, final: false }"],
    "NEW is listed twice. Fix: Keep or rename one of the two.",
  ],
  [
    "operand of wrong type",
    [["filters/PRICE_FILTER.yaml", "minimum: minPrice", "minimum: side"]],
    ["filters/PRICE_FILTER.yaml", "minimum: side"],
    "`side` is a text where a number is needed, at column 1 of minimum. Fix: Compare and calculate with values of one type.",
  ],
  [
    "example of another operation",
    [["paths/market/depth.yaml", "getDepth.default.yaml", "getKlines.default.yaml"]],
    ["examples/getKlines.default.yaml", "x-request:"],
    "The recording is of GET /api/v1/klines, not GET /api/v1/depth. Fix: Refer to a recording of this operation.",
  ],
  [
    "header missing in components",
    [
      [
        "openapi.yaml",
        "    X-MBX-USED-WEIGHT-1M: { $ref: headers.yaml#/X-MBX-USED-WEIGHT-1M }\n",
        "",
      ],
    ],
    ["headers.yaml", "X-MBX-USED-WEIGHT-1M:"],
    "No document refers to X-MBX-USED-WEIGHT-1M, so it has no effect. Fix: Refer to it with a $ref, or delete it.",
  ],
  [
    "event without a channel",
    [
      [
        "events/strange.yaml",
        "name: strange\ntitle: T\nsummary: S\npayload: { $ref: payloads/DepthUpdate.yaml }\n",
      ],
    ],
    ["events/strange.yaml", "name: strange"],
    "No document refers to this file, so it has no effect. Fix: List it under the messages of a channel in events/channels/, or delete it.",
  ],
  [
    "event removed from channel",
    [["events/channels/userData.yaml", "  balanceUpdate: { $ref: ../balanceUpdate.yaml }\n", ""]],
    ["events/balanceUpdate.yaml", "name: balanceUpdate"],
    "No document refers to this file, so it has no effect. Fix: List it under the messages of a channel in events/channels/, or delete it.",
  ],
  [
    "parameter documented but not used",
    [
      [
        "parameters.yaml",
        "timestamp:\n  name: timestamp",
        "spare:\n  name: spare\n  in: query\n  required: false\n  description: Spare.\n  schema: { type: string, pattern: '^a$' }\n  example: a\ntimestamp:\n  name: timestamp",
      ],
    ],
    ["parameters.yaml", "spare:"],
    "No document refers to spare, so it has no effect. Fix: Refer to it with a $ref, or delete it.",
  ],
  [
    "retry row unknown class",
    [["rules/retry.yaml", "status: 5XX", "status: 6XX"]],
    ["rules/retry.yaml", "- on: { status: 6XX }"],
    'x-retry/rules/5/on/status must be "4XX" or "5XX". Fix: An HTTP status, or a class such as 5XX. See spec/lint/vocabulary/retry.yaml.',
  ],
  [
    "retry row unknown code",
    [["rules/retry.yaml", "code: -1008", "code: -1009"]],
    ["rules/retry.yaml", "- on: { code: -1009 }"],
    "-1009 is not an error code of x-errors. Fix: Did you mean -1003?",
  ],
  [
    "retry action unknown",
    [["rules/retry.yaml", "action: resyncClock", "action: resyncClocks"]],
    ["rules/retry.yaml", "action: resyncClocks"],
    'x-retry/rules/2/action must be "retryAfterHeader" or "backOff" or "resyncClock" or "never". Fix: Wait as the header says, back off, set the clock, or give up. See spec/lint/vocabulary/retry.yaml.',
  ],
  [
    "pointer of limits field",
    [
      [
        "limits.yaml",
        "at: '#/components/parameters/depthLimit'",
        "at: '#/components/parameters/depthLimits'",
      ],
    ],
    ["limits.yaml", "at: '#/components/parameters/depthLimits'"],
    "#/components/parameters/depthLimits is not a pointer to a parameter. Fix: Did you mean #/components/parameters/depthLimit?",
  ],
  [
    "order type misspelt",
    [["rules/orderParameters.yaml", "  STOP_LOSS_LIMIT:\n", "  STOP_LOS_LIMIT:\n"]],
    ["rules/orderParameters.yaml", "STOP_LOS_LIMIT:"],
    "STOP_LOS_LIMIT is not an order type. Fix: Did you mean STOP_LOSS_LIMIT?",
  ],
  [
    "field required misspelt",
    [
      [
        "rules/orderParameters.yaml",
        "required: [quantity, stopPrice]",
        "required: [quantity, stopPric]",
      ],
    ],
    ["rules/orderParameters.yaml", "required: [quantity, stopPric]"],
    "stopPric is not a field of a placement. Fix: Did you mean stopPrice?",
  ],
  [
    "order type that becomes one with another required field",
    [["rules/orderParameters.yaml", "    becomes: MARKET\n", "    becomes: LIMIT_MAKER\n"]],
    ["rules/orderParameters.yaml", "becomes: LIMIT_MAKER"],
    "STOP_LOSS becomes LIMIT_MAKER, which requires price, but STOP_LOSS does not require it. Fix: Add it to `required`, or name another type in `becomes`.",
  ],
  [
    "order type that becomes one with a choice of fields",
    [
      [
        "rules/orderParameters.yaml",
        "    required: [quantity, stopPrice]\n",
        "    required: [stopPrice]\n",
      ],
    ],
    ["rules/orderParameters.yaml", "becomes: MARKET"],
    "STOP_LOSS becomes MARKET, which requires quantity or quoteOrderQty, but STOP_LOSS does not require it. Fix: Add it to `required`, or name another type in `becomes`.",
  ],
  [
    "file that is not UTF-8",
    [["paths/market/depth.yaml", "Returns a snapshot", "Returns a sn\uFFFDpshot"]],
    ["paths/market/depth.yaml", "\uFFFD"],
    "The file is not UTF-8. Fix: Save it as UTF-8.",
  ],
  [
    "method that the client does not send",
    [["paths/market/trades.yaml", "get:\n", "head:\n"]],
    ["paths/market/trades.yaml", "head:"],
    "The method head is not supported. Fix: Use get, post, put, delete.",
  ],
  [
    "misspelt keyword in a schema of the sandbox",
    [["sandbox/config.yaml", "    startTime:\n      type:", "    startTime:\n      typ:"]],
    ["sandbox/config.yaml", "typ: integer"],
    "The keyword typ is not supported in schemas of the sandbox. Fix: Did you mean type?",
  ],
  [
    "required and forbidden",
    [
      [
        "rules/orderParameters.yaml",
        "    required: [quantity, price]\n    forbidden: [timeInForce,",
        "    required: [quantity, price]\n    forbidden: [price, timeInForce,",
      ],
    ],
    ["rules/orderParameters.yaml", "forbidden: [price, timeInForce, quoteOrderQty, stopPrice]"],
    "price is both required and forbidden for LIMIT_MAKER. Fix: Take it out of one of the two lists.",
  ],
  [
    "order type w/o rules",
    [
      [
        "rules/orderParameters.yaml",
        "  TAKE_PROFIT_LIMIT:\n    x-assumed: order-type-parameters\n    description: Becomes a LIMIT order when the market reaches the stop price on the winning side.\n    required: [timeInForce, quantity, price, stopPrice]\n    forbidden: [quoteOrderQty]\n    becomes: LIMIT\n    triggersWhenPrice: { BUY: falls, SELL: rises }\n    refusedWhen: wouldTrigger\n",
        "",
      ],
    ],
    ["schemas/OrderType.yaml", "- TAKE_PROFIT_LIMIT"],
    "The order type TAKE_PROFIT_LIMIT has no row in x-order-rules. Fix: Say in `types` of spec/rules/orderParameters.yaml which fields it needs.",
  ],
  [
    "placement",
    [["paths/orders/order.yaml", "clientId: newClientOrderId", "clientId: newClientOrderID"]],
    ["paths/orders/order.yaml", "clientId: newClientOrderID"],
    "newClientOrderID is not a parameter of the operation. Fix: Did you mean newClientOrderId?",
  ],
  [
    "cancellation trigger",
    [["paths/orders/order.yaml", "trigger: cancellation", "trigger: cancelation"]],
    ["paths/orders/order.yaml", "trigger: cancelation"],
    "cancelation is not a trigger of x-order-states. Fix: Did you mean cancellation?",
  ],
  [
    "cancellation status",
    [["paths/orders/order.yaml", "    status: status", "    status: state"]],
    ["paths/orders/order.yaml", "    status: state"],
    "state is not a field of the queried order. Fix: Did you mean status?",
  ],
  [
    "cancellation field",
    [
      [
        "paths/orders/order.yaml",
        "renamed: { clientOrderId: origClientOrderId }",
        "renamed: { clientOrderId: origClientId }",
      ],
    ],
    ["paths/orders/order.yaml", "renamed: { clientOrderId: origClientId }"],
    "origClientId is not a field of its response. Fix: Known names: symbol, origClientOrderId, orderId, orderListId, clientOrderId, price, origQty, executedQty, cumulativeQuoteQty, cummulativeQuoteQty, status, timeInForce, type, side.",
  ],
  [
    "cancellation code",
    [["paths/orders/order.yaml", "refusedCode: -2011", "refusedCode: -2012"]],
    ["paths/orders/order.yaml", "refusedCode: -2012"],
    "-2012 is not an error code of x-errors. Fix: Did you mean -2015?",
  ],
  [
    "cancellation without transitions",
    [
      ["rules/orderStates.yaml", "trigger: cancellation", "trigger: expiry"],
      ["rules/orderStates.yaml", "trigger: cancellation", "trigger: expiry"],
    ],
    ["paths/orders/order.yaml", "trigger: cancellation"],
    "No transition of x-order-states is triggered by cancellation. Fix: Name another trigger, or add the transition.",
  ],
  [
    "book sync name",
    [["rules/bookSync.yaml", "first: U <= lastUpdateId + 1", "first: V <= lastUpdateId + 1"]],
    ["rules/bookSync.yaml", "first: V <= lastUpdateId + 1 && u >= lastUpdateId + 1"],
    "`V` is an unknown name, at column 1 of first. Fix: Did you mean E? Of the stream: lastUpdateId, E, previous.E, U, previous.U, u, previous.u, T, previous.T, pu, previous.pu.",
  ],
  [
    "assumed id",
    [["rules/orderStates.yaml", "x-assumed: working-flag", "x-assumed: workin-flag"]],
    ["rules/orderStates.yaml", "x-assumed: workin-flag"],
    "spec/assumptions.yaml has no entry workin-flag. Fix: Did you mean working-flag?",
  ],
  [
    "stream address",
    [["events/channels/depth.yaml", "{symbol}@depth", "{symbl}@depth"]],
    ["events/channels/depth.yaml", 'address: "{symbl}@depth"'],
    "The address names {symbl}, which is not a parameter of the channel. Fix: Did you mean symbol?",
  ],
  [
    "event key field",
    [["events/depthUpdate.yaml", "fields: [s, U, u]", "fields: [s, V, u]"]],
    [
      "events/depthUpdate.yaml",
      "x-event-key: { x-assumed: event-identity, keys: [{ fields: [s, V, u] }] }",
    ],
    "V is not a field of this schema or message. Fix: Did you mean e?",
  ],
  [
    "misspelt ref",
    [["paths/market/depth.yaml", "schemas/OrderBook.yaml", "schemas/Orderbook.yaml"]],
    ["paths/market/depth.yaml", "schema: { $ref: ../../schemas/Orderbook.yaml }"],
    'The $ref "../../schemas/Orderbook.yaml" names schemas/Orderbook.yaml, which does not exist. Fix: Correct the $ref or write what it names.',
  ],
  [
    "filter const wrong",
    [["filters/LOT_SIZE.yaml", "const: LOT_SIZE", "const: LOT_SIZES"]],
    [
      "filters/LOT_SIZE.yaml",
      "filterType: { type: string, const: LOT_SIZES, description: Kind of filter. }",
    ],
    "The filter's filterType is not its name, LOT_SIZE. Fix: Write filterType: { const: LOT_SIZE }.",
  ],
  [
    "unknown keyword",
    [["schemas/Order.yaml", "required:", "requried:"]],
    ["schemas/Order.yaml", "requried:"],
    "Property requried is not expected here. Fix: Did you mean required?",
  ],
  [
    "required unknown",
    [["schemas/PriceTicker.yaml", "required: [symbol", "required: [symbl"]],
    ["schemas/PriceTicker.yaml", "required: [symbl, price]"],
    "The required property symbl is not among the properties. Fix: Did you mean symbol?",
  ],
  [
    "filter not in union",
    [["schemas/Filter.yaml", "  - $ref: ../filters/LOT_SIZE.yaml\n", ""]],
    ["filters/LOT_SIZE.yaml", "type: object"],
    "No document refers to this file, so it has no effect. Fix: List it in schemas/Filter.yaml, or delete it.",
  ],
  [
    "openOrders filter name",
    [["limits.yaml", "    - ICEBERG_PARTS", "    - ICEBERG_PART"]],
    ["limits.yaml", "- ICEBERG_PART"],
    "ICEBERG_PART is not a filter. Fix: Did you mean ICEBERG_PARTS?",
  ],
  [
    "signing header",
    [["rules/signing.yaml", "header: X-MBX-APIKEY", "header: X-MBX-API-KEY"]],
    ["rules/signing.yaml", "header: X-MBX-API-KEY"],
    "X-MBX-API-KEY is not a header of a security scheme. Fix: Did you mean X-MBX-APIKEY?",
  ],
  [
    "signing vector",
    [["rules/signing.yaml", "signature: c8db56825", "signature: c8db56826"]],
    [
      "rules/signing.yaml",
      "signature: c8db56826ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71",
    ],
    'This is not the signature of the vector "all parameters in the query". Fix: Write c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71, or correct its secret, query or body.',
  ],
  [
    "signing parameter",
    [["rules/signing.yaml", "window: recvWindow", "window: recvWindows"]],
    ["rules/signing.yaml", "window: recvWindows"],
    "recvWindows is not a parameter. Fix: Did you mean recvWindow?",
  ],
  [
    "x-average minutes",
    [["filters/PERCENT_PRICE.yaml", "minutes: avgPriceMins", "minutes: avgPriceMin"]],
    ["filters/PERCENT_PRICE.yaml", "minutes: avgPriceMin"],
    "avgPriceMin is not a field of this schema or message. Fix: Did you mean avgPriceMins?",
  ],
  [
    "unknown ext",
    [["filters/PERCENT_PRICE.yaml", "x-scope: symbol", "x-scop: symbol"]],
    ["filters/PERCENT_PRICE.yaml", "x-scop: symbol"],
    "x-scop is not a known extension. Fix: Did you mean x-scope?",
  ],
  [
    "unknown vector field",
    [
      [
        "filters/PERCENT_PRICE.yaml",
        'context: { averagePrice: "100" }',
        'context: { averagPrice: "100" }',
      ],
    ],
    ["filters/PERCENT_PRICE.yaml", 'context: { averagPrice: "100" }'],
    "averagPrice is not a name of market data. Fix: Did you mean averagePrice?",
  ],
  [
    "param removed",
    [
      [
        "paths/account/userTrades.yaml",
        "    - $ref: ../../parameters.yaml#/userTradesFromId\n",
        "",
      ],
    ],
    ["parameters.yaml", "userTradesFromId:"],
    "No document refers to userTradesFromId, so it has no effect. Fix: Refer to it with a $ref, or delete it.",
  ],
  [
    "a misspelt security scheme",
    [["rules/security.yaml", "requires: [ApiKey]", "requires: [ApiKy]"]],
    ["rules/security.yaml", "requires: [ApiKy]"],
    "ApiKy is not a scheme among components.securitySchemes. Fix: Did you mean ApiKey?",
  ],
  [
    "event set of unknown record field",
    [["rules/userSession.yaml", "        origQty: q", "        origQuantity: q"]],
    ["rules/userSession.yaml", "origQuantity: q"],
    "origQuantity is not a field of the record. Fix: Known names: symbol, orderId, clientOrderId, price, origQty, executedQty, cumulativeQuoteQty, status, timeInForce, type, side, stopPrice, time, updateTime, isWorking, origQuoteOrderQty, cummulativeQuoteQty, orderListId, icebergQty.",
  ],
  [
    "lookup field",
    [
      [
        "rules/orderParameters.yaml",
        "atLeastOne: [orderId, origClientOrderId]",
        "atLeastOne: [orderId, origClientOrderID]",
      ],
    ],
    ["rules/orderParameters.yaml", "atLeastOne: [orderId, origClientOrderID]"],
    "origClientOrderID is not a parameter. Fix: Did you mean origClientOrderId?",
  ],
  [
    "fields key",
    [["rules/orderParameters.yaml", "  icebergQty: { needs:", "  icebergQnt: { needs:"]],
    [
      "rules/orderParameters.yaml",
      "icebergQnt: { needs: { timeInForce: GTC }, x-assumed: iceberg-quantity }",
    ],
    "icebergQnt is not a field of a placement. Fix: Did you mean icebergQty?",
  ],
  [
    "another condition of icebergs",
    [["rules/orderParameters.yaml", "icebergWhen: icebergQty > 0", "icebergWhen: icebergQty > 1"]],
    ["rules/orderParameters.yaml", "icebergWhen: icebergQty > 1"],
    'x-order-rules/icebergWhen must be "icebergQty > 0". Fix: Condition that makes an order an iceberg order. See spec/lint/vocabulary/order-rules.yaml.',
  ],
  [
    "two versions",
    [["asyncapi.yaml", "version: v1.0.0", "version: v1.1.0"]],
    ["asyncapi.yaml", "version: v1.1.0"],
    "The version is v1.1.0 here, and v1.0.0 in info of spec/openapi.yaml. Fix: Correct one of the two.",
  ],
  [
    "two names of the query of a connection",
    [["asyncapi.yaml", "name: streams", "name: stream"]],
    ["asyncapi.yaml", "name: stream"],
    "The name is stream here, and streams in query of spec/rules/connection.yaml. Fix: Correct one of the two.",
  ],
  [
    "path without the prefix",
    [["rules/versioning.yaml", "pathPrefix: /api/v1/", "pathPrefix: /api/v2/"]],
    ["rules/versioning.yaml", "pathPrefix: /api/v2/"],
    "The path /api/v1/time of spec/openapi.yaml does not begin with /api/v2/. Fix: Correct one of the two.",
  ],
  [
    "move of a balance that the sandbox does not make",
    [["rules/balances.yaml", "lessCommission: true", "lessCommission: false"]],
    ["rules/balances.yaml", "lessCommission: false"],
    "x-balances/moves/3/lessCommission must be true. Fix: See spec/lint/vocabulary/balances.yaml.",
  ],
  [
    "triggersWhenPrice side",
    [
      [
        "rules/orderParameters.yaml",
        "triggersWhenPrice: { BUY: rises, SELL: falls }",
        "triggersWhenPrice: { BUYS: rises, SELL: falls }",
      ],
    ],
    ["rules/orderParameters.yaml", "triggersWhenPrice: { BUYS: rises, SELL: falls }"],
    "x-order-rules/types/STOP_LOSS/triggersWhenPrice/BUYS is not a known key. Fix: Did you mean BUY?",
  ],
  [
    "balances side",
    [["rules/balances.yaml", "side: SELL", "side: SEL"]],
    ["rules/balances.yaml", "side: SEL"],
    'x-balances/moves/0/side must be "SELL". Fix: See spec/lint/vocabulary/balances.yaml.',
  ],
  [
    "versioning unit",
    [["rules/versioning.yaml", "unit: hour", "unit: hours"]],
    ["rules/versioning.yaml", "refresh: { operation: getExchangeInfo, every: 1, unit: hours }"],
    'x-versioning/tradingRules/refresh/unit must be "second" or "minute" or "hour" or "day". Fix: The unit. See spec/lint/vocabulary/versioning.yaml.',
  ],
  [
    "envelope schema pointer",
    [["rules/envelope.yaml", "'#/components/schemas/Envelope'", "'#/components/schemas/Envelop'"]],
    ["rules/envelope.yaml", "schema: '#/components/schemas/Envelop'"],
    "#/components/schemas/Envelop is not a pointer to a schema. Fix: Did you mean #/components/schemas/Envelope?",
  ],
  [
    "envelope field",
    [["rules/envelope.yaml", "message: msg", "message: mgs"]],
    ["rules/envelope.yaml", "message: mgs"],
    "mgs is not a property of the envelope. Fix: Did you mean msg?",
  ],
  [
    "snapshot limit",
    [["rules/bookSync.yaml", "limit: 1000", "limit: 5000"]],
    [
      "rules/bookSync.yaml",
      "snapshot: { operation: getDepth, limit: 5000, last: lastUpdateId, bids: bids, asks: asks }",
    ],
    "The limit 5000 is above the maximum of getDepth, 1000. Fix: Write the maximum or less.",
  ],
  [
    "snapshot field",
    [["rules/bookSync.yaml", "bids: bids", "bids: bid"]],
    [
      "rules/bookSync.yaml",
      "snapshot: { operation: getDepth, limit: 1000, last: lastUpdateId, bids: bid, asks: asks }",
    ],
    "bid is not a field of the snapshot. Fix: Did you mean bids?",
  ],
  [
    "book field",
    [["rules/bookSync.yaml", "  bids: b\n", "  bids: bb\n"]],
    ["rules/bookSync.yaml", "bids: bb"],
    "bb is not a field of the channel's messages. Fix: Did you mean b?",
  ],
  [
    "two messages same e",
    [["events/payloads/BalanceUpdate.yaml", "const: balanceUpdate", "const: executionReport"]],
    ["events/balanceUpdate.yaml", "name: balanceUpdate"],
    "The messages executionReport and balanceUpdate of this channel have the same type, executionReport. Fix: Correct the const of one of the two payloads.",
  ],
  [
    "channel ref removed: operation w/o channel",
    [["asyncapi.yaml", "  trade: { $ref: events/channels/trade.yaml }\n", ""]],
    ["asyncapi.yaml", 'channel: { $ref: "#/channels/trade" }'],
    'The $ref "#/channels/trade" names asyncapi.yaml#/channels/trade, which does not exist. Fix: Correct the $ref or write what it names.',
  ],
  [
    "operationId twice",
    [["paths/market/depth.yaml", "operationId: getDepth", "operationId: getKlines"]],
    ["paths/market/depth.yaml", "operationId: getKlines"],
    "The operationId getKlines is also that of GET /api/v1/klines. Fix: Rename one of the two; names must differ in more than letter case.",
  ],
  [
    "no 200",
    [["paths/market/depth.yaml", "    '200':", "    '201':"]],
    ["paths/market/depth.yaml", "responses:"],
    "The operation has no successful response. Fix: Write a response for 200, with x-unstated where its schema is not shown.",
  ],
  [
    "pages key",
    [["paths/market/klines.yaml", "key: openTime", "key: openTim"]],
    ["paths/market/klines.yaml", "key: openTim"],
    "openTim is not a field of a row. Fix: Did you mean openTime?",
  ],
  [
    "positions wrong number",
    [["schemas/PriceLevel.yaml", "x-positions: [", "x-positions: [extra, "]],
    ["schemas/PriceLevel.yaml", "x-positions: [extra, price, quantity]"],
    "x-positions names 3 elements of a list of 2. Fix: Name each element once.",
  ],
  [
    "only-with",
    [["parameters.yaml", "x-only-with: [", "x-only-with: [zymbol, "]],
    ["parameters.yaml", "x-only-with: [zymbol, symbol]"],
    "orderId goes only with zymbol, which the operation does not have. Fix: Did you mean symbol?",
  ],
  [
    "rule w/o bound",
    [["filters/LOT_SIZE.yaml", "    minimum: minQty\n", ""]],
    ["filters/LOT_SIZE.yaml", "- id: quantity-minimum"],
    "x-rules/0 must have minimum or maximum or multipleOf. Fix: Write minimum or maximum or multipleOf; see spec/lint/vocabulary/rules.yaml.",
  ],
  [
    "rule two bounds",
    [
      [
        "filters/LOT_SIZE.yaml",
        "    minimum: minQty\n",
        "    minimum: minQty\n    maximum: maxQty\n",
      ],
    ],
    ["filters/LOT_SIZE.yaml", "- id: quantity-minimum"],
    "x-rules/0 matches several of its forms, and may match only one. Fix: A rule has exactly one of minimum, maximum and multipleOf. See spec/lint/vocabulary/rules.yaml.",
  ],
  [
    "from without multiple",
    [["filters/LOT_SIZE.yaml", "    minimum: minQty\n", "    minimum: minQty\n    from: minQty\n"]],
    ["filters/LOT_SIZE.yaml", "- id: quantity-minimum"],
    "x-rules/0 must have multipleOf. Fix: Write multipleOf; see spec/lint/vocabulary/rules.yaml.",
  ],
  [
    "swapped min max in rule",
    [["filters/LOT_SIZE.yaml", "    minimum: minQty\n", "    minimum: maxQty\n"]],
    [
      "filters/LOT_SIZE.yaml",
      '- filter: &lot { filterType: LOT_SIZE, minQty: "0.10", maxQty: "100.00", stepSize: "0.03" }',
    ],
    "This vector contradicts the rule quantity-minimum. So do the vectors on lines 62, 65, 71, 87, 90, 93, 96, 99, 102. Fix: Correct the rule, or write violates: [quantity-minimum].",
  ],
  [
    "rule id unproven",
    [
      [
        "filters/LOT_SIZE.yaml",
        "  - id: iceberg-minimum",
        "  - id: spare\n    value: quantity\n    maximum: maxQty + 9000000\n    description: Spare.\n  - id: iceberg-minimum",
      ],
    ],
    ["filters/LOT_SIZE.yaml", "- id: spare"],
    "No vector breaks the rule spare. Fix: Add an order to x-vectors that breaks it.",
  ],
  [
    "also-named a field",
    [["filters/MAX_NUM_ORDERS.yaml", "value: maxNumOrders", "value: filterType"]],
    [
      "filters/MAX_NUM_ORDERS.yaml",
      "x-also-named: { value: filterType, x-assumed: max-num-orders-spelling }",
    ],
    "The other name of limit is that of a field, filterType. Fix: Give a spelling that stands for this field alone.",
  ],
  [
    "weights overlapping",
    [["paths/market/depth.yaml", "from: 101, to: 500", "from: 91, to: 500"]],
    ["paths/market/depth.yaml", "- { from: 91, to: 500, weight: 5 }"],
    "The tiers overlap from 91 to 100. Fix: Correct one of the bounds.",
  ],
  [
    "swapped tier",
    [["paths/market/depth.yaml", "from: 101, to: 500", "from: 500, to: 101"]],
    ["paths/market/depth.yaml", "- { from: 500, to: 101, weight: 5 }"],
    "The tier 500 to 101 is empty. Fix: Swap its bounds.",
  ],
  [
    "status of code",
    [
      [
        "errors.yaml",
        "status: { value: 400, x-assumed: status-of-codes }",
        "status: { value: 40, x-assumed: status-of-codes }",
      ],
    ],
    ["errors.yaml", "status: { value: 40, x-assumed: status-of-codes }"],
    "x-errors/codes/0/status/value must be 400 or more. Fix: See spec/lint/vocabulary/errors.yaml.",
  ],
  [
    "listed kinds word",
    [["limits.yaml", "name: REQUEST_WEIGHT", "name: REQUEST_WEIGT"]],
    ["limits.yaml", "- { name: REQUEST_WEIGT, counts: weight, per: ip }"],
    "REQUEST_WEIGT is not a word that the operation's response lists. Fix: Did you mean REQUEST_WEIGHT?",
  ],
  [
    "listed unit word",
    [["limits.yaml", "name: MINUTE", "name: MINUT"]],
    ["limits.yaml", "- { name: MINUT, every: 1, unit: minute }"],
    "MINUT is not a word that the operation's response lists. Fix: Did you mean MINUTE?",
  ],
  [
    "Sandbox x-words",
    [["sandbox/faults.yaml", "x-words: operations", "x-words: operation"]],
    ["sandbox/faults.yaml", "Operation: { type: string, x-words: operation }"],
    "There are no words operation. Fix: Did you mean operations?",
  ],
  [
    "choice default",
    [["assumptions.yaml", "default: whole", "default: xwhole"]],
    ["assumptions.yaml", "default: xwhole"],
    "xwhole is not one of the readings. Fix: Did you mean whole?",
  ],
  [
    "unused header",
    [["headers.yaml", "Retry-After:", "Retry-Afters:"]],
    ["responses.yaml", "Retry-After: { $ref: headers.yaml#/Retry-After }"],
    'The $ref "headers.yaml#/Retry-After" names headers.yaml#/Retry-After, which does not exist. Fix: Correct the $ref or write what it names.',
  ],
  [
    "limits missing header",
    [["limits.yaml", "    header: X-MBX-USED-WEIGHT-1M\n", ""]],
    ["limits.yaml", "- id: weight1m"],
    "x-limits/windows/1 must have header. Fix: Write header; see spec/lint/vocabulary/limits.yaml.",
  ],
  [
    "yaml indentation",
    [["limits.yaml", "    per: ip\n", "   per: ip\n"]],
    ["limits.yaml", "per: ip"],
    "The YAML cannot be read: Sequence item without - indicator. Fix: Correct the syntax at this place.",
  ],
  [
    "missing quotes enum",
    [["schemas/KlineInterval.yaml", "1m,", "1,"]],
    [
      "schemas/KlineInterval.yaml",
      "enum: [1, 3m, 5m, 15m, 30m, 1h, 2h, 4h, 6h, 8h, 12h, 1d, 3d, 1w, 1M]",
    ],
    "The value 1 is not text. Fix: Put it in quotes, or use const.",
  ],
  [
    "duplicates in enum",
    [["schemas/KlineInterval.yaml", "1m,", "1m, 1m,"]],
    [
      "schemas/KlineInterval.yaml",
      "enum: [1m, 1m, 3m, 5m, 15m, 30m, 1h, 2h, 4h, 6h, 8h, 12h, 1d, 3d, 1w, 1M]",
    ],
    "The value 1m is listed twice. Fix: Keep one of the two.",
  ],
  [
    "negative window",
    [
      [
        "limits.yaml",
        "window: { every: 10, unit: second }",
        "window: { every: -10, unit: second }",
      ],
    ],
    ["limits.yaml", "window: { every: -10, unit: second }"],
    "x-limits/windows/0/window/every must be 1 or more. Fix: How many units. See spec/lint/vocabulary/limits.yaml.",
  ],
  [
    "two windows of the same length/kind",
    [["limits.yaml", "window: { every: 1, unit: minute }", "window: { every: 10, unit: second }"]],
    ["limits.yaml", "- id: weight1m"],
    "This window counts the same as weight10s. Fix: Correct its length, what it counts or whose budget it is.",
  ],
  [
    "backoff max below first",
    [["rules/retry.yaml", "maxMs: 32000", "maxMs: 320"]],
    ["rules/retry.yaml", "maxMs: 320"],
    "backoff/maxMs is less than backoff/firstMs. Fix: Swap or correct the two.",
  ],
  [
    "queriedBy param",
    [["rules/retry.yaml", "parameter: origClientOrderId }", "parameter: origClientOrder }"]],
    ["rules/retry.yaml", "queriedBy: { operation: getOrder, parameter: origClientOrder }"],
    "origClientOrder is not a parameter of that operation. Fix: Did you mean origClientOrderId?",
  ],
  [
    "ban last < first",
    [["limits.yaml", "last: { every: 3, unit: day }", "last: { every: 1, unit: minute }"]],
    ["limits.yaml", "last: { every: 1, unit: minute }"],
    "repeated/ban/last is less than repeated/ban/first. Fix: Swap or correct the two.",
  ],
  [
    "default below min depth limit",
    [["parameters.yaml", "default: 500", "default: 0"]],
    ["parameters.yaml", "default: 0"],
    "The default 0 must be 1 or more. Fix: Correct the default or the rule that it violates.",
  ],
  [
    "session keepAliveEvery beyond validity",
    [
      [
        "rules/userSession.yaml",
        "keepAliveEvery: { every: 30, unit: minute }",
        "keepAliveEvery: { every: 90, unit: minute }",
      ],
    ],
    [
      "rules/userSession.yaml",
      "validity: { x-assumed: listen-key-validity, every: 60, unit: minute }",
    ],
    "validity is less than keepAliveEvery. Fix: Swap or correct the two.",
  ],
  [
    "attempts",
    [["rules/connection.yaml", "query: { name: streams,", "query: { name: stream,"]],
    ["rules/connection.yaml", 'query: { name: stream, separator: "/" }'],
    "stream is not a parameter of a connection's address. Fix: Did you mean streams?",
  ],
  [
    "a recommended window above the maximum",
    [["rules/signing.yaml", "recommendedWindowMsAtMost: 5000", "recommendedWindowMsAtMost: 70000"]],
    ["rules/signing.yaml", "recommendedWindowMsAtMost: 70000"],
    "The window 70000 is above the parameter's maximum, 60000. Fix: Correct the window or the maximum.",
  ],
  [
    "a window of the guidance above the maximum",
    [
      [
        "rules/signing.yaml",
        "recvWindowMs: { from: 15000, to: 20000 }",
        "recvWindowMs: { from: 15000, to: 90000 }",
      ],
    ],
    ["rules/signing.yaml", "recvWindowMs: { from: 15000, to: 90000 }"],
    "The window 90000 is above the parameter's maximum, 60000. Fix: Correct the window or the maximum.",
  ],
  [
    "a misspelt reference in the sandbox's schemas",
    [["sandbox/config.yaml", "'#/$defs/Symbol'", "'#/$def/Symbol'"]],
    ["sandbox/config.yaml", "items: { $ref: '#/$def/Symbol' }"],
    "#/$def/Symbol is not a schema of the sandbox. Fix: Did you mean #/$defs/Symbol?",
  ],
  [
    "a status behind the class that holds it",
    [
      [
        "errors.yaml",
        "  - status: 408\n",
        "  - status: 502\n    condition: Bad gateway.\n    advice: backOff\n  - status: 408\n",
      ],
    ],
    ["errors.yaml", "- status: 502"],
    "The entry at spec/errors.yaml:352 already decides every error of this one. Fix: Delete one of the two, or put the narrower one first.",
  ],
  [
    "a retry rule behind the class that decides",
    [
      [
        "rules/retry.yaml",
        "  - on: { status: 5XX }\n    action: backOff\n    description: The server failed.\n",
        "  - on: { status: 5XX }\n    action: backOff\n    description: The server failed.\n  - on: { status: 502 }\n    action: never\n    description: Bad gateway.\n",
      ],
    ],
    ["rules/retry.yaml", "- on: { status: 502 }"],
    "The entry at spec/rules/retry.yaml:20 already decides every error of this one. Fix: Delete one of the two, or put the narrower one first.",
  ],
  [
    "a timeout that is no longer sent again, but still leaves the outcome open",
    [
      [
        "rules/retry.yaml",
        "  - on: { status: 408 }\n    action: backOff\n    description: The request timed out.\n",
        "",
      ],
    ],
    ["errors.yaml", "advice: backOff\n    outcome: open\n  - status: 400"],
    "The advice for status 408 is backOff, and no rule of x-retry sends it again. Fix: Write advice: queryFirst, or add a rule for it to x-retry.",
  ],
  [
    "an assumed retry rule in a documented class",
    [
      [
        "rules/retry.yaml",
        "  - on: { status: 5XX }\n",
        "  - on: { status: 501 }\n    action: never\n    x-assumed: unknown-request-responses\n  - on: { status: 5XX }\n",
      ],
    ],
    ["rules/retry.yaml", "- on: { status: 501 }"],
    "This entry is only assumed (unknown-request-responses), and it decides status 501 in place of the documented entry at spec/rules/retry.yaml:23. Fix: Put it below that one, or delete it. If the interface shows it, delete its x-assumed.",
  ],
  [
    "an assumed retry rule for a code above a documented status",
    [
      [
        "rules/retry.yaml",
        "  - on: { status: 408 }\n",
        "  - on: { code: -1000 }\n    action: never\n    x-assumed: family-error-codes\n  - on: { status: 408 }\n",
      ],
    ],
    ["rules/retry.yaml", "- on: { code: -1000 }"],
    "This entry is only assumed (family-error-codes), and it decides status 408 with code -1000 in place of the documented entry at spec/rules/retry.yaml:20. Fix: Put it below that one, or delete it. If the interface shows it, delete its x-assumed.",
  ],
  [
    "an assumed status in a documented class",
    [
      [
        "errors.yaml",
        "  - status: 5XX\n",
        "  - status: 501\n    x-assumed: further-http-statuses\n    condition: Not there.\n    advice: stop\n  - status: 5XX\n",
      ],
    ],
    ["errors.yaml", "- status: 501"],
    "This entry is only assumed (further-http-statuses), and it decides status 501 in place of the documented entry at spec/errors.yaml:356. Fix: Put it below that one, or delete it. If the interface shows it, delete its x-assumed.",
  ],
  [
    "an assumed retry rule that a documented class leaves nothing",
    [
      [
        "rules/retry.yaml",
        "  - on: { code: -1001 }\n",
        "  - on: { status: 501 }\n    action: never\n    x-assumed: unknown-request-responses\n  - on: { code: -1001 }\n",
      ],
    ],
    ["rules/retry.yaml", "- on: { status: 501 }"],
    "The entry at spec/rules/retry.yaml:20 already decides every error of this one. Fix: Delete this one: the other one is documented.",
  ],
  [
    "an assumed minimum above a documented tier",
    [["parameters.yaml", "    minimum: 1\n", "    minimum: 101\n"]],
    ["parameters.yaml", "minimum: 101"],
    "This minimum is only assumed (parameter-bounds), and it takes away what is documented at spec/paths/market/depth.yaml:12: from 1. Fix: Widen or delete it. If the interface shows it, take it out of x-assumed-bounds.",
  ],
  [
    "an assumed minimum above a recommended window",
    [
      [
        "parameters.yaml",
        "    default: 5000\n    minimum: 0",
        "    default: 5000\n    minimum: 5000",
      ],
      ["rules/signing.yaml", "recvWindowMs: 10000", "recvWindowMs: 4000"],
    ],
    ["parameters.yaml", "minimum: 5000"],
    "This minimum is only assumed (parameter-bounds), and it takes away what is documented at spec/rules/signing.yaml:44: recvWindowMs 4000. Fix: Widen or delete it. If the interface shows it, take it out of x-assumed-bounds.",
  ],
  [
    "an assumed pattern that a documented word does not fit",
    [
      [
        "parameters.yaml",
        "OrderType.yaml\n    pattern: '^[^\\u0000]{1,64}$'",
        "OrderType.yaml\n    pattern: '^[A-Z]{1,64}$'",
      ],
    ],
    ["parameters.yaml", "pattern: '^[A-Z]{1,64}$'"],
    "This pattern is only assumed (parameter-bounds), and it takes away what is documented at spec/schemas/OrderType.yaml:6: enum LIMIT_MAKER. Fix: Widen or delete it. If the interface shows it, take it out of x-assumed-bounds.",
  ],
  [
    "an assumed window within which a documented amount cannot be used",
    [["limits.yaml", "amount: 1000\n", "amount: { value: 100, x-assumed: order-rate-numbers }\n"]],
    ["limits.yaml", "- id: weight10s"],
    "This window is only assumed (order-rate-numbers), and within it the documented amount at spec/limits.yaml:11 cannot be used. Fix: Raise its amount, or delete it.",
  ],
  [
    "a weight by the presence of a required parameter",
    [
      [
        "paths/market/klines.yaml",
        "x-weight: { ip: 1 }",
        "x-weight: { ip: { byPresence: symbol, present: 1, absent: 2 } }",
      ],
    ],
    ["paths/market/klines.yaml", "x-weight: { ip: { byPresence: symbol, present: 1, absent: 2 } }"],
    "The weight depends on whether symbol is sent, and it always is. Fix: Name an optional parameter, or give one number.",
  ],
  [
    "an error code twice",
    [["errors.yaml", "code: -2016", "code: -2014"]],
    [
      "errors.yaml",
      "- code: -2014\n    x-assumed: family-error-codes\n    name: NO_TRADING_WINDOW",
    ],
    "-2014 is listed twice. Fix: Keep or rename one of the two.",
  ],
  [
    "a window's id twice",
    [["limits.yaml", "id: weight1m", "id: weight10s"]],
    [
      "limits.yaml",
      "- id: weight10s\n    description: Request weight of one IP address in a 1-minute window.",
    ],
    "weight10s is listed twice. Fix: Keep or rename one of the two.",
  ],
  [
    "an unknown order type in a vector",
    [
      [
        "filters/PERCENT_PRICE.yaml",
        'order: { type: LIMIT, price: "130" }',
        'order: { type: LIMT, price: "130" }',
      ],
    ],
    ["filters/PERCENT_PRICE.yaml", 'order: { type: LIMT, price: "130" }'],
    "LIMT is not an order type. Fix: Did you mean LIMIT?",
  ],
  [
    "a status of limits that is not an error",
    [["limits.yaml", "  status: 429", "  status: 428"]],
    ["limits.yaml", "status: 428"],
    "428 is not a status of x-errors. Fix: Did you mean 429?",
  ],
  [
    "a code of untimely requests that sets no clock",
    [["rules/signing.yaml", "rejectedWith: -1021", "rejectedWith: -1022"]],
    ["rules/signing.yaml", "rejectedWith: -1022"],
    "-1022 is INVALID_SIGNATURE, whose advice is fixCredentials. Fix: Name the code whose advice is resyncClock.",
  ],
  [
    "a misspelt header of a status",
    [["errors.yaml", "    header: Retry-After", "    header: Retry-Aftr"]],
    ["errors.yaml", "header: Retry-Aftr"],
    "Retry-Aftr is not a header among components.headers. Fix: Did you mean Retry-After?",
  ],
  [
    "a unit without a length",
    [["paths/market/klines.yaml", "        M: { every: 28, unit: day }\n", ""]],
    ["paths/market/klines.yaml", "units:"],
    "The interval 1M ends with none of the units. Fix: Give the length of its unit.",
  ],
  [
    "an unknown word that a field needs beside it",
    [["rules/orderParameters.yaml", "needs: { timeInForce: GTC }", "needs: { timeInForce: GTX }"]],
    ["rules/orderParameters.yaml", "needs: { timeInForce: GTX }"],
    "GTX is not a value of that field. Fix: Did you mean GTC?",
  ],
  [
    "a filter listed twice",
    [
      [
        "schemas/Filter.yaml",
        "  - $ref: ../filters/LOT_SIZE.yaml\n",
        "  - $ref: ../filters/LOT_SIZE.yaml\n  - $ref: ../filters/LOT_SIZE.yaml\n",
      ],
    ],
    [
      "schemas/Filter.yaml",
      "- $ref: ../filters/LOT_SIZE.yaml\n  - $ref: ../filters/MIN_NOTIONAL.yaml",
    ],
    "#/components/schemas/LOT_SIZE is listed twice. Fix: Keep one of the two.",
  ],
  [
    "two responses under one condition",
    [["paths/market/tickerPrice.yaml", "is: absent", "is: present"]],
    [
      "paths/market/tickerPrice.yaml",
      "x-when: { parameter: symbol, is: present }\n                items: { $ref: ../../schemas/PriceTicker.yaml }",
    ],
    "This branch has the condition of an earlier one. Fix: Correct one of the two.",
  ],
  [
    "a short window that allows more than a long one",
    [["limits.yaml", "amount: 1000", "amount: 10000"]],
    ["limits.yaml", "- id: weight1m"],
    "This window and weight10s: the shorter one allows more than the longer one. Fix: Correct one of the two amounts.",
  ],
  [
    "an assumption of a section that there is not",
    [["assumptions.yaml", "section: '2.1'", "section: '2.10'"]],
    ["assumptions.yaml", "section: '2.10'"],
    "2.10 is not a section of spec/sections.yaml. Fix: Did you mean 2.1?",
  ],
  [
    "market data that no rule asks for",
    [
      [
        "rules/marketData.yaml",
        "lastPrice:\n",
        "spare:\n  type: decimal\n  unit: x\n  description: Spare.\n  from: { operation: getTickerPrice, field: price }\nlastPrice:\n",
      ],
    ],
    ["rules/marketData.yaml", "spare:"],
    "No rule of a filter asks for spare, so it has no effect. Fix: Name it in x-rules of a filter, or delete it.",
  ],
  [
    "an update id that is a decimal",
    [
      [
        "events/payloads/DepthUpdate.yaml",
        "U: { $ref: ../../schemas/Id.yaml",
        "U: { $ref: ../../schemas/Decimal.yaml",
      ],
    ],
    [
      "events/payloads/DepthUpdate.yaml",
      "U: { $ref: ../../schemas/Decimal.yaml, description: First update id that this event covers. }",
    ],
    "U is not a whole number, and the order book counts updates by it. Fix: Refer to schemas/Id.yaml.",
  ],
  [
    "a misspelt method",
    [["paths/market/depth.yaml", "get:\n", "gett:\n"]],
    ["paths/market/depth.yaml", "gett:"],
    "Property gett is not expected here. Fix: Did you mean get?",
  ],
  [
    "another parameter for the age of a request",
    [
      [
        "rules/signing.yaml",
        "ageMsAtMost: { parameter: recvWindow }",
        "ageMsAtMost: { parameter: timestamp }",
      ],
    ],
    ["rules/signing.yaml", "ageMsAtMost: { parameter: timestamp }"],
    "timestamp is not a parameter of the window. Fix: Known names: recvWindow.",
  ],
  [
    "alternatives that begin alike in a repeated group",
    [["parameters.yaml", "pattern: '^[A-Za-z0-9_-]{1,36}$'", "pattern: '^(a|ab)+$'"]],
    ["parameters.yaml", "pattern: '^(a|ab)+$'"],
    "The pattern ^(a|ab)+$ backtracks: a short text can take hours to check. Fix: Repeat (a|ab) once, or with bounds.",
  ],
  [
    "a required property of an assumed record",
    [
      [
        "schemas/AccountV2.yaml",
        "description: The balances of the account, without its commissions and permissions.\n",
        "description: The balances of the account, without its commissions and permissions.\nrequired: [balances]\n",
      ],
    ],
    ["schemas/AccountV2.yaml", "required: [balances]"],
    "The property balances is required and assumed (account-v2-form). Fix: Remove it from `required`: a response without it must be accepted.",
  ],
  [
    "a constant of another type",
    [["filters/LOT_SIZE.yaml", "type: string, const: LOT_SIZE", "type: integer, const: LOT_SIZE"]],
    ["filters/LOT_SIZE.yaml", "type: integer, const: LOT_SIZE"],
    'The const "LOT_SIZE" must be integer. Fix: Correct the const or the rule that it violates.',
  ],
  [
    "another order of checks than the sandbox's",
    [["rules/orderParameters.yaml", "filters, counts, balance]", "counts, filters, balance]"]],
    ["rules/orderParameters.yaml", "order: [parameters"],
    'x-order-rules/checks/order must be ["parameters","symbolStatus","orderType","filters","counts","balance"]. Fix: The checks as they follow each other. See spec/lint/vocabulary/order-rules.yaml.',
  ],
  [
    "another signed text than the signer's",
    [["rules/signing.yaml", "parts: [query, body]", "parts: [body, query]"]],
    ["rules/signing.yaml", "parts: [body, query]"],
    'x-signing/joined/parts must be ["query","body"]. Fix: Parts of the request in the order in which they follow each other. See spec/lint/vocabulary/signing.yaml.',
  ],
  [
    "a wrong name of the parameter that is not signed",
    [["rules/signing.yaml", "excluded: [signature]", "excluded: [signatur]"]],
    ["rules/signing.yaml", "excluded: [signatur]"],
    "signatur is not a field of a security scheme. Fix: Did you mean signature?",
  ],
  [
    "a default of the sandbox that the spec says already",
    [
      [
        "assumptions.yaml",
        "    readings:\n      clock",
        "    default: clock\n    readings:\n      clock",
      ],
    ],
    ["assumptions.yaml", "default: clock"],
    "The spec says the default, as the value that is marked with this assumption. Fix: Delete this line.",
  ],
  [
    "a choice of the sandbox without a default",
    [["assumptions.yaml", "    default: sent\n", ""]],
    ["assumptions.yaml", "  sandbox:\n    readings:\n      sent"],
    "The choice has no default. Fix: Write one of its readings, or the value that is marked with this assumption.",
  ],
];

check(mistakes, generated);

const recordAgain = "Record it again: npm run record.";

const recordings: readonly Row[] = [
  [
    "a maximum below what was recorded",
    [["parameters.yaml", `    maximum: ${windowMax}`, "    maximum: 6000"]],
    ["examples/getAccount.widestWindow.yaml", "recvWindow:"],
    `The exchange accepted this request, but the field recvWindow must be <= 6000: ${windowMax}. ${recordAgain}`,
  ],
  [
    "a maximum above what was refused",
    [["parameters.yaml", `    maximum: ${windowMax}`, `    maximum: ${windowMax + 10_000}`]],
    ["examples/getAccount.windowOverMaximum.yaml", "x-request:"],
    `The code -1131 means an invalid value, but the contract allows all values now. ${recordAgain}`,
  ],
  [
    "a word that was refused when it was recorded",
    [["schemas/KlineInterval.yaml", "5m,", "5m, 7m,"]],
    ["examples/getKlines.unknownInterval.yaml", "x-request:"],
    `The code -1120 means an invalid value, but the contract allows all values now. ${recordAgain}`,
  ],
];

check(recordings, recorded);

/** A syntax error in a file of many names, which other files refer to. */
const halfParsed = [
  ["assumptions.yaml", "stream-address:"],
  ["errors.yaml", "codes:"],
  ["parameters.yaml", "timestamp:"],
  ["paths/market/depth.yaml", "parameters:"],
  ["rules/security.yaml", "types:"],
] as const;

test.each(halfParsed)("a syntax error in %s hides what follows from it", async (path, text) => {
  const found = await generated(withEdits(spec, [[path, `${text}\n`, `${text} }\n`]]));
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(`spec/${path}:`);
  expect(found[0]).toContain("The YAML cannot be read");
});

test("a type that is a list is reported where it is referred to", async () => {
  const files = withEdits(spec, [
    ["schemas/ServerTime.yaml", textOf("schemas/ServerTime.yaml"), "- a\n"],
  ]);
  const line = lineOf(files, "paths/general/time.yaml", "schemas/ServerTime.yaml");
  expect(await generated(files)).toEqual([
    `spec/paths/general/time.yaml:${line}:21  The $ref "../../schemas/ServerTime.yaml" names schemas/ServerTime.yaml, which is not a map. Fix: Correct the $ref or write what it names.`,
  ]);
});

function textOf(path: string): string {
  return spec.find((file) => file.path === path)?.text ?? "";
}
