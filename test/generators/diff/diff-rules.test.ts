/** What edits of our own vocabulary come to, one row each. */

import type { Row } from "./edited.ts";
import { testRows } from "./edited.ts";

const rows: readonly Row[] = [
  [
    "credentials are asked for",
    [["paths/market/depth.yaml", "x-security: NONE", "x-security: SIGNED"]],
    [["breaking for callers", "security of getDepth: NONE → SIGNED", "x-security: SIGNED"]],
  ],
  [
    "a signature is no longer asked for",
    [["paths/orders/order.yaml", "x-security: SIGNED", "x-security: USER_STREAM"]],
    [
      [
        "minor for callers",
        "security of getOrder: SIGNED → USER_STREAM",
        "x-security: USER_STREAM",
      ],
    ],
  ],
  [
    "a security type asks for more",
    [["rules/security.yaml", "requires: [ApiKey]", "requires: [ApiKey, Signature]"]],
    [
      [
        "breaking for callers",
        "security type USER_STREAM: requires gains Signature",
        "requires: [ApiKey, Signature]",
      ],
    ],
  ],
  [
    "a weight is no longer stated",
    [["paths/orders/order.yaml", "x-weight: { ip: 2 }", "x-weight: { x-unstated: order-types }"]],
    [
      [
        "breaking for callers",
        "weight of getOrder: ip: 2 → not stated",
        "x-weight: { x-unstated: order-types }",
      ],
    ],
  ],
  [
    "an account is no longer charged",
    [["paths/orders/order.yaml", "{ ip: 1, account: 1 }", "{ ip: 1 }"]],
    [
      [
        "minor for callers",
        "weight of placeOrder: account 1 removed",
        "was: x-weight: { ip: 1, account: 1 }",
      ],
    ],
  ],
  [
    "a tier costs less",
    [["paths/market/depth.yaml", "to: 500, weight: 5", "to: 500, weight: 3"]],
    [
      [
        "minor for callers",
        "weight of getDepth: ip by limit (1 up to 100, 5 up to 500, 10 up to " +
          "1000) → by limit (1 up to 100, 3 up to 500, 10 up to 1000)",
        "ip:",
      ],
    ],
  ],
  [
    "a tier begins earlier",
    [
      [
        "paths/market/depth.yaml",
        "to: 100, weight: 1 }\n        - { from: 101",
        "to: 50, weight: 1 }\n        - { from: 51",
      ],
    ],
    [
      [
        "breaking for callers",
        "weight of getDepth: ip by limit (1 up to 100, 5 up to 500, 10 up to " +
          "1000) → by limit (1 up to 50, 5 up to 500, 10 up to 1000)",
        "ip:",
      ],
    ],
  ],
  [
    "one tier costs more and another less",
    [
      [
        "paths/market/depth.yaml",
        "to: 100, weight: 1 }\n        - { from: 101, to: 500, weight: 5",
        "to: 100, weight: 2 }\n        - { from: 101, to: 500, weight: 4",
      ],
    ],
    [
      [
        "breaking for callers",
        "weight of getDepth: ip by limit (1 up to 100, 5 up to 500, 10 up to " +
          "1000) → by limit (2 up to 100, 4 up to 500, 10 up to 1000)",
        "ip:",
      ],
    ],
  ],
  [
    "a weight depends on the number of rows no more",
    [
      [
        "paths/market/depth.yaml",
        "    ip:\n" +
          "      byParameter: limit\n" +
          "      tiers:\n" +
          "        - { from: 1, to: 100, weight: 1 }\n" +
          "        - { from: 101, to: 500, weight: 5 }\n" +
          "        - { from: 501, to: 1000, weight: 10 }\n",
        "    ip: 10\n",
      ],
    ],
    [
      [
        "breaking for callers",
        "weight of getDepth: ip by limit (1 up to 100, 5 up to 500, 10 up to 1000) → 10",
        "ip: 10",
      ],
    ],
  ],
  [
    "an assumed amount is smaller",
    [
      [
        "limits.yaml",
        "{ value: 1000, x-assumed: order-rate-numbers }",
        "{ value: 500, x-assumed: order-rate-numbers }",
      ],
    ],
    [
      [
        "minor for callers",
        "limit orders10s: amount 1000 → 500",
        "amount: { value: 500, x-assumed: order-r",
      ],
    ],
  ],
  [
    "a window is longer",
    [["limits.yaml", "{ every: 1, unit: minute }", "{ every: 2, unit: minute }"]],
    [
      [
        "breaking for callers",
        "limit weight1m: window 1 minute → 2 minutes",
        "window: { every: 2, unit: minute }",
      ],
    ],
  ],
  [
    "a window is given in another unit",
    [["limits.yaml", "{ every: 1, unit: minute }", "{ every: 60, unit: second }"]],
    [
      [
        "patch",
        "limit weight1m: window 1 minute → 60 seconds",
        "window: { every: 60, unit: second }",
      ],
    ],
  ],
  [
    "usage is reported in another header",
    [
      [
        "limits.yaml",
        "carriedBy: orderResponses\n  - id: orders1d",
        "carriedBy: everyResponse\n  - id: orders1d",
      ],
    ],
    [
      [
        "breaking for callers and readers",
        "limit orders10s: carriedBy orderResponses → everyResponse",
        "carriedBy: everyResponse",
      ],
    ],
  ],
  [
    "streams count, too",
    [
      [
        "rules/connection.yaml",
        "countsAgainstRequestWeight: false",
        "countsAgainstRequestWeight: true",
      ],
    ],
    [
      [
        "breaking for callers",
        "connection: countsAgainstRequestWeight false → true",
        "countsAgainstRequestWeight: true",
      ],
    ],
  ],
  [
    "a ban is shorter",
    [["limits.yaml", "last: { every: 3, unit: day }", "last: { every: 1, unit: day }"]],
    [
      [
        "minor for callers",
        "limits: repeated.ban.last 3 days → 1 day",
        "last: { every: 1, unit: day }",
      ],
    ],
  ],
  [
    "what was left open is said",
    [["limits.yaml", "escalation: { x-unstated: ban-escalation }", "escalation: doubling"]],
    [
      [
        "minor for callers and readers",
        "limits: repeated.escalation not stated → doubling",
        "escalation: doubling",
      ],
    ],
  ],
  [
    "what was said is left open",
    [
      [
        "limits.yaml",
        "alignment: { value: clock, x-assumed: window-alignment }",
        "alignment: { x-unstated: window-alignment }",
      ],
    ],
    [
      [
        "minor for callers and readers",
        "limits: alignment clock → not stated",
        "alignment: { x-unstated: window-alignmen",
      ],
    ],
  ],
  [
    "a grid starts elsewhere",
    [
      [
        "filters/PRICE_FILTER.yaml",
        "    multipleOf: tickSize\n    from: minPrice",
        "    multipleOf: tickSize",
      ],
    ],
    [
      [
        "breaking for callers",
        "filter rule price-tick of PRICE_FILTER: rule price in steps of tickSize " +
          "from minPrice → price in steps of tickSize",
        "multipleOf: tickSize",
      ],
    ],
  ],
  [
    "a rule is off for other symbols",
    [["filters/PRICE_FILTER.yaml", "disabledWhen: minPrice == 0", "disabledWhen: minPrice == 1"]],
    [
      [
        "breaking for callers",
        "filter rule price-minimum of PRICE_FILTER: disabledWhen minPrice == 0 → minPrice == 1",
        "disabledWhen: minPrice == 1",
      ],
    ],
  ],
  [
    "a rule goes",
    [
      [
        "filters/PRICE_FILTER.yaml",
        "  - id: price-maximum\n" +
          "    value: price\n" +
          "    maximum: maxPrice\n" +
          "    disabledWhen: maxPrice == 0\n" +
          "    description: The price is not above the highest.\n",
        "",
      ],
    ],
    [
      [
        "minor for callers",
        "filter rule price-maximum of PRICE_FILTER: removed",
        "was: - id: price-maximum",
      ],
    ],
  ],
  [
    "an assumed rule is another",
    [
      [
        "filters/ICEBERG_PARTS.yaml",
        "    value: ceil(quantity / icebergQty)\n    maximum",
        "    value: floor(quantity / icebergQty)\n    maximum",
      ],
    ],
    [
      [
        "minor for callers",
        "filter rule parts of ICEBERG_PARTS: rule ceil(quantity / icebergQty) ≤ " +
          "limit → floor(quantity / icebergQty) ≤ limit",
        "maximum: limit",
      ],
    ],
  ],
  [
    "a formula is another",
    [
      [
        "filters/ICEBERG_PARTS.yaml",
        "    value: ceil(quantity / icebergQty)\n    desc",
        "    value: floor(quantity / icebergQty)\n    desc",
      ],
    ],
    [
      [
        "breaking for callers and readers",
        "ICEBERG_PARTS: formulas.parts.value ceil(quantity / icebergQty) → " +
          "floor(quantity / icebergQty)",
        "value: floor(quantity / icebergQty)",
      ],
    ],
  ],
  [
    "when a rule is off is documented",
    [
      [
        "filters/LOT_SIZE.yaml",
        "{ value: stepSize == 0, x-assumed: lot-size-zero }",
        "stepSize == 0",
      ],
    ],
    [
      [
        "minor for callers and readers",
        "filter rule quantity-step of LOT_SIZE: disabledWhen assumed " +
          "(lot-size-zero) → documented",
        "disabledWhen: stepSize == 0",
      ],
    ],
  ],
  [
    "every symbol has the filter",
    [["filters/MAX_NUM_ALGO_ORDERS.yaml", "x-site: mayLack\n", ""]],
    [["minor for readers", "MAX_NUM_ALGO_ORDERS: site mayLack removed", "was: x-site: mayLack"]],
  ],
  [
    "a filter binds beside no other",
    [
      [
        "filters/MARKET_LOT_SIZE.yaml",
        "x-besides: { value: LOT_SIZE, x-assumed: market-lot-size-besides-lot-size }\n",
        "",
      ],
    ],
    [
      [
        "minor for callers",
        "MARKET_LOT_SIZE: besides LOT_SIZE removed",
        "was: x-besides: { value: LOT_SIZE, x-assumed:",
      ],
    ],
  ],
  [
    "a filter is the exchange's",
    [["filters/PRICE_FILTER.yaml", "x-scope: symbol", "x-scope: exchange"]],
    [
      [
        "breaking for callers and readers",
        "PRICE_FILTER: scope symbol → exchange",
        "x-scope: exchange",
      ],
    ],
  ],
  [
    "a field of a filter goes",
    [
      [
        "filters/PRICE_FILTER.yaml",
        "required: [filterType, minPrice, maxPrice, tickSize]",
        "required: [filterType, minPrice, maxPrice]",
      ],
    ],
    [
      [
        "breaking for readers",
        "PRICE_FILTER: required loses tickSize",
        "was: required: [filterType, minPrice, maxPric",
      ],
    ],
  ],
  [
    "a vector changes",
    [["filters/PRICE_FILTER.yaml", "    violates: []", "    violates: [price-tick]"]],
    [["patch", "PRICE_FILTER: vectors changed", "x-vectors:"]],
  ],
  [
    "advice changes",
    [["errors.yaml", "advice: resyncClock", "advice: fixRequest"]],
    [
      [
        "breaking for readers",
        "error -1021 TIMESTAMP_OUTSIDE_WINDOW: advice resyncClock → fixRequest",
        "advice: fixRequest",
      ],
    ],
  ],
  [
    "an assumed code goes",
    [
      [
        "errors.yaml",
        "  - code: -2043\n" +
          "    x-assumed: family-error-codes\n" +
          "    name: NO_REFERENCE_PRICE\n" +
          "    condition: The symbol has never had a reference price.\n" +
          "    advice: stop\n" +
          "    status: 400\n",
        "",
      ],
    ],
    [["minor for readers", "error -2043 NO_REFERENCE_PRICE: removed", "was: - code: -2043"]],
  ],
  [
    "a documented code goes",
    [
      [
        "errors.yaml",
        "  - code: -1003\n" +
          "    name: RATE_LIMIT\n" +
          "    condition: A rate limit has been exceeded.\n" +
          "    advice: backOff\n" +
          "    status: { value: 429, x-assumed: status-of-codes }\n",
        "",
      ],
    ],
    [["breaking for readers", "error -1003 RATE_LIMIT: removed", "was: - code: -1003"]],
  ],
  [
    "a code comes",
    [
      [
        "errors.yaml",
        "codes:\n",
        "codes:\n  - { code: -9, name: NEW, condition: New., advice: stop, status: 400 }\n",
      ],
    ],
    [["minor for readers", "error -9 NEW: added", "- { code: -9, name: NEW, condition: New."]],
  ],
  [
    "a condition is reworded",
    [["errors.yaml", "condition: The signature is not", "condition: The signature is never"]],
    [
      [
        "patch",
        "error -1022 INVALID_SIGNATURE: condition reworded",
        "condition: The signature is never that o",
      ],
    ],
  ],
  [
    "a status has another advice",
    [["errors.yaml", "    advice: wait\n", "    advice: backOff\n"]],
    [
      [
        "minor for readers",
        "error -1015 TOO_MANY_ORDERS: advice wait → backOff",
        "advice: backOff",
      ],
    ],
  ],
  [
    "a retry goes",
    [
      [
        "rules/retry.yaml",
        "  - on: { status: 408 }\n    action: backOff\n    description: The request timed out.\n",
        "",
      ],
    ],
    [["breaking for callers", "retry on status 408: removed", "was: - on: { status: 408 }"]],
  ],
  [
    "a retry comes",
    [
      [
        "rules/retry.yaml",
        "backoff:\n",
        "  - { on: { code: -1007 }, action: backOff, description: Timed out. }\nbackoff:\n",
      ],
    ],
    [
      [
        "minor for callers",
        "retry on code -1007: added",
        "- { on: { code: -1007 }, action: backOff",
      ],
    ],
  ],
  [
    "a retry is another",
    [
      [
        "rules/retry.yaml",
        "  - on: { status: 408 }\n    action: backOff",
        "  - on: { status: 408 }\n    action: never",
      ],
    ],
    [["breaking for callers", "retry on status 408: action backOff → never", "action: never"]],
  ],
  [
    "retries change places",
    [
      [
        "rules/retry.yaml",
        "  - on: { status: 418 }\n" +
          "    action: never\n" +
          "    description: The IP address is banned, so nothing is sent again.\n",
        "",
      ],
      [
        "rules/retry.yaml",
        "backoff:\n",
        "  - on: { status: 418 }\n" +
          "    action: never\n" +
          "    description: The IP address is banned, so nothing is sent again.\n" +
          "backoff:\n",
      ],
    ],
    [["breaking for callers", "retry policy: order of rules", "rules:"]],
  ],
  [
    "an unknown outcome is resolved otherwise",
    [["rules/retry.yaml", "placedMs: time", "placedMs: updateTime"]],
    [
      [
        "breaking for callers",
        "retry policy: placements.record.placedMs time → updateTime",
        "placedMs: updateTime",
      ],
    ],
  ],
  [
    "an order type needs a field less",
    [
      [
        "rules/orderParameters.yaml",
        "x-assumed: limit-order-quantity }, price]",
        "x-assumed: limit-order-quantity }]",
      ],
    ],
    [
      [
        "minor for callers",
        "order type LIMIT: required loses price",
        "was: required: [timeInForce, { value: quantit",
      ],
    ],
  ],
  [
    "an order type needs a field more",
    [
      [
        "rules/orderParameters.yaml",
        "x-assumed: limit-order-quantity }, price]",
        "x-assumed: limit-order-quantity }, price, side]",
      ],
    ],
    [
      [
        "breaking for callers",
        "order type LIMIT: required gains side",
        "required: [timeInForce, { value: quantit",
      ],
    ],
  ],
  [
    "an assumed order type forbids more",
    [
      [
        "rules/orderParameters.yaml",
        "forbidden: [price, timeInForce, stopPrice, icebergQty]",
        "forbidden: [price, timeInForce, stopPrice, icebergQty, side]",
      ],
    ],
    [
      [
        "minor for callers",
        "order type MARKET: forbidden gains side",
        "forbidden: [price, timeInForce, stopPric",
      ],
    ],
  ],
  [
    "an assumed choice of fields is another",
    [
      [
        "rules/orderParameters.yaml",
        "oneOf: [[quantity, quoteOrderQty]]",
        "oneOf: [[quantity, price]]",
      ],
    ],
    [
      [
        "minor for callers",
        "order type MARKET: oneOf gains quantity, price",
        "oneOf: [[quantity, price]]",
      ],
      [
        "minor for callers",
        "order type MARKET: oneOf loses quantity, quoteOrderQty",
        "was: oneOf: [[quantity, quoteOrderQty]]",
      ],
    ],
  ],
  [
    "an order type turns into another",
    [["rules/orderParameters.yaml", "becomes: MARKET", "becomes: LIMIT"]],
    [
      [
        "minor for callers and readers",
        "order type STOP_LOSS: becomes MARKET → LIMIT",
        "becomes: LIMIT",
      ],
    ],
  ],
  [
    "faults are found in another order",
    [["rules/orderParameters.yaml", "symbolStatus, orderType,", "orderType, symbolStatus,"]],
    [
      [
        "minor for readers",
        "order rules: order of checks.order",
        "order: [parameters, orderType, symbolSta",
      ],
    ],
  ],
  [
    "values are rounded up",
    [["rules/orderParameters.yaml", "  direction: down\nchecks", "  direction: up\nchecks"]],
    [
      [
        "breaking for callers and readers",
        "order rules: rounding.direction down → up",
        "direction: up",
      ],
    ],
  ],
  [
    "a final state is documented",
    [["rules/orderStates.yaml", "final: { value: true, x-assumed: final-states }", "final: true"]],
    [
      [
        "minor for callers and readers",
        "order state FILLED: final assumed (final-states) → documented",
        "final: true",
      ],
    ],
  ],
  [
    "a state becomes final",
    [["rules/orderStates.yaml", "    final: false", "    final: true"]],
    [["breaking for readers", "order state NEW: final false → true", "final: true"]],
  ],
  [
    "a transition leads elsewhere",
    [
      [
        "rules/orderStates.yaml",
        "    trigger: cancellation\n    condition: The order is canceled.\n    to: CANCELED\n",
        "    trigger: cancellation\n    condition: The order is canceled.\n    to: EXPIRED\n",
      ],
    ],
    [
      [
        "breaking for readers",
        "transition NEW → CANCELED on cancellation: removed",
        "was: - from: NEW",
      ],
      ["minor for readers", "transition NEW → EXPIRED on cancellation: added", "- from: NEW"],
    ],
  ],
  [
    "an assumed transition is documented",
    [
      [
        "rules/orderStates.yaml",
        "some of the quantity is left.\n" +
          "    to: PARTIALLY_FILLED\n" +
          "    x-assumed: partly-filled-transitions\n",
        "some of the quantity is left.\n    to: PARTIALLY_FILLED\n",
      ],
    ],
    [
      [
        "minor for callers and readers",
        "transition PARTIALLY_FILLED → PARTIALLY_FILLED on execution: assumed " +
          "(partly-filled-transitions) → documented",
        "- from: PARTIALLY_FILLED",
      ],
    ],
  ],
  [
    "a state comes",
    [
      [
        "rules/orderStates.yaml",
        "transitions:\n",
        "  - { name: PENDING, final: false }\ntransitions:\n",
      ],
    ],
    [["minor for readers", "order state PENDING: added", "- { name: PENDING, final: false }"]],
  ],
  [
    "another balance is moved",
    [["rules/balances.yaml", "to: locked", "to: free"]],
    [["breaking for readers", "balance move placement SELL base: to locked → free", "to: free"]],
  ],
  [
    "another algorithm signs",
    [["rules/signing.yaml", "algorithm: HMAC-SHA256", "algorithm: HMAC-SHA512"]],
    [
      [
        "breaking for callers",
        "signing: algorithm HMAC-SHA256 → HMAC-SHA512",
        "algorithm: HMAC-SHA512",
      ],
    ],
  ],
  [
    "the clock may be less ahead",
    [["rules/signing.yaml", "aheadMsBelow: 1000", "aheadMsBelow: 500"]],
    [["breaking for callers", "signing: timing.aheadMsBelow 1000 → 500", "aheadMsBelow: 500"]],
  ],
  [
    "the clock may be more ahead",
    [["rules/signing.yaml", "aheadMsBelow: 1000", "aheadMsBelow: 2000"]],
    [["minor for callers", "signing: timing.aheadMsBelow 1000 → 2000", "aheadMsBelow: 2000"]],
  ],
  [
    "body and query change places",
    [["rules/signing.yaml", "parts: [query, body]", "parts: [body, query]"]],
    [["breaking for callers", "signing: order of joined.parts", "parts: [body, query]"]],
  ],
  [
    "a vector of signing changes",
    [["rules/signing.yaml", "name: a single parameter", "name: one parameter"]],
    [
      ["patch", "signing: vectors gains one parameter", "- name: one parameter"],
      ["patch", "signing: vectors loses a single parameter", "was: - name: a single parameter"],
    ],
  ],
  [
    "a recommendation changes",
    [["rules/signing.yaml", "recommendedWindowMsAtMost: 5000", "recommendedWindowMsAtMost: 3000"]],
    [
      [
        "minor for callers",
        "signing: recommendedWindowMsAtMost 5000 → 3000",
        "recommendedWindowMsAtMost: 3000",
      ],
    ],
  ],
  [
    "rules are fetched less often",
    [["rules/versioning.yaml", "every: 1, unit: hour", "every: 2, unit: hour"]],
    [
      [
        "minor for callers",
        "versioning: tradingRules.refresh.every 1 → 2",
        "refresh: { operation: getExchangeInfo, e",
      ],
    ],
  ],
  [
    "a success has another code",
    [["rules/envelope.yaml", "success: { code: 0 }", "success: { code: 1 }"]],
    [["breaking for callers and readers", "envelope: success.code 0 → 1", "success: { code: 1 }"]],
  ],
  [
    "a list is read by another key",
    [["paths/market/aggTrades.yaml", "    key: a", "    key: f"]],
    [["minor for callers", "getAggTrades: pages.key a → f", "key: f"]],
  ],
  [
    "a placement is looked up otherwise",
    [
      [
        "paths/orders/order.yaml",
        "getOrder, parameter: origClientOrderId }",
        "getOrder, parameter: orderId }",
      ],
    ],
    [
      [
        "breaking for callers",
        "placeOrder: placement.resolvedBy.parameter origClientOrderId → orderId",
        "resolvedBy: { operation: getOrder, param",
      ],
    ],
  ],
  [
    "an order that cannot be canceled is refused otherwise",
    [["paths/orders/order.yaml", "refusedCode: -2011", "refusedCode: -2010"]],
    [
      [
        "breaking for callers",
        "cancelOrder: cancellation.refusedCode -2011 → -2010",
        "refusedCode: -2010",
      ],
    ],
  ],
  [
    "an assumption says something else",
    [["assumptions.yaml", "choice: Bare.", "choice: Mostly bare."]],
    [
      [
        "patch",
        "assumption bare-successes: choice reworded",
        "choice: Mostly bare. The sandbox sends e",
      ],
    ],
  ],
];

testRows(rows);
