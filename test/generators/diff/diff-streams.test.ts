/** What edits of streams, their messages and their rules come to, one row each. */

import type { Row } from "./edited.ts";
import { testRows } from "./edited.ts";

const rows: readonly Row[] = [
  [
    "a stream goes",
    [
      ["asyncapi.yaml", "  miniTicker: { $ref: events/channels/miniTicker.yaml }\n", ""],
      [
        "asyncapi.yaml",
        "  receiveMiniTicker:\n" +
          "    action: receive\n" +
          '    channel: { $ref: "#/channels/miniTicker" }\n' +
          "    summary: Follow lightweight price updates\n" +
          "    description: Small price updates of one symbol.\n" +
          '    tags: [{ $ref: "#/components/tags/market" }]\n',
        "",
      ],
    ],
    [
      [
        "breaking for readers",
        "stream miniTicker: removed",
        "was: miniTicker: { $ref: events/channels/mini",
      ],
      [
        "breaking for callers and readers",
        "stream operation receiveMiniTicker: removed",
        "was: receiveMiniTicker:",
      ],
      [
        "breaking for callers and readers",
        "MiniTickerEvent: removed",
        "was: x-assumed: mini-ticker-event-payload",
      ],
    ],
  ],
  [
    "a stream comes",
    [
      [
        "asyncapi.yaml",
        "  userData: { $ref",
        "  prices: { $ref: events/channels/miniTicker.yaml }\n  userData: { $ref",
      ],
    ],
    [["minor for readers", "stream prices: added", "prices: { $ref: events/channels/miniTick"]],
  ],
  [
    "a stream is the account's",
    [["events/channels/depth.yaml", "access: public", "access: userData"]],
    [
      [
        "breaking for callers and readers",
        "stream depth: access public → userData",
        "access: userData",
      ],
    ],
  ],
  [
    "something else is done after a reconnect",
    [["events/channels/depth.yaml", "afterReconnect: newSnapshot", "afterReconnect: nothing"]],
    [
      [
        "breaking for readers",
        "stream depth: afterReconnect newSnapshot → nothing",
        "afterReconnect: nothing",
      ],
    ],
  ],
  [
    "a slow reader finds something else",
    [["events/channels/trade.yaml", "value: dropOldest", "value: stale"]],
    [
      [
        "minor for readers",
        "stream trade: backlog dropOldest → stale",
        "backlog: { value: stale, x-assumed: stre",
      ],
    ],
  ],
  [
    "a message comes, too",
    [
      [
        "events/channels/trade.yaml",
        "{ trade: {",
        "{ miniTicker: { $ref: ../miniTicker.yaml }, trade: {",
      ],
    ],
    [
      [
        "minor for readers",
        "message miniTicker of stream trade: added",
        "messages: { miniTicker: { $ref: ../miniT",
      ],
    ],
  ],
  [
    "a field of an event goes",
    [
      [
        "events/payloads/TradeEvent.yaml",
        "  t: { $ref: ../../schemas/Id.yaml, description: Trade id. }\n",
        "",
      ],
    ],
    [
      [
        "breaking for readers",
        "TradeEvent.t: removed",
        "was: t: { $ref: ../../schemas/Id.yaml, descri",
      ],
    ],
  ],
  [
    "a field of an event comes",
    [
      [
        "events/payloads/TradeEvent.yaml",
        "  m: { type: boolean",
        "  x: { type: string, description: New. }\n  m: { type: boolean",
      ],
    ],
    [["minor for readers", "TradeEvent.x: added", "x: { type: string, description: New. }"]],
  ],
  [
    "a field of an event comes, with a type that only REST used",
    [
      [
        "events/payloads/TradeEvent.yaml",
        "  m: { type: boolean",
        "  x: { $ref: ../../schemas/KlineInterval.yaml }\n  m: { type: boolean",
      ],
    ],
    [["minor for readers", "TradeEvent.x: added", "x: { $ref: ../../schemas/KlineInterval.y"]],
  ],
  [
    "a field of an event goes, and with it the streams' only use of a type",
    [
      [
        "events/payloads/ExecutionReport.yaml",
        "  f: { $ref: ../../schemas/TimeInForce.yaml, description: Time in force. }\n",
        "",
      ],
    ],
    [
      [
        "breaking for readers",
        "ExecutionReport.f: removed",
        "was: f: { $ref: ../../schemas/TimeInForce.yam",
      ],
    ],
  ],
  [
    "a type that only REST used changes, and only a stream uses it now",
    [
      [
        "events/payloads/TradeEvent.yaml",
        "  m: { type: boolean",
        "  x: { $ref: ../../schemas/ReferencePrice.yaml }\n  m: { type: boolean",
      ],
      [
        "openapi.yaml",
        "  /api/v1/referencePrice: { $ref: paths/general/referencePrice.yaml }\n",
        "",
      ],
      ["schemas/ReferencePrice.yaml", "type: object", "type: object\nminProperties: 1"],
    ],
    [
      ["breaking for callers", "getReferencePrice: removed", "was: get:"],
      ["minor for readers", "TradeEvent.x: added", "x: { $ref: ../../schemas/ReferencePrice."],
      ["minor for readers", "ReferencePrice: minProperties 1 added", "minProperties: 1"],
    ],
  ],
  [
    "a field of an event may be missing",
    [["events/payloads/DepthUpdate.yaml", "[e, E, s, U, u, b, a]", "[e, E, s, U, u, b]"]],
    [
      [
        "breaking for readers",
        "DepthUpdate: required loses a",
        "was: required: [e, E, s, U, u, b, a]",
      ],
    ],
  ],
  [
    "an event is announced otherwise",
    [["events/payloads/TradeEvent.yaml", "const: trade", "const: trades"]],
    [
      [
        "breaking for readers",
        "TradeEvent.e: const trade → trades",
        "e: { type: string, const: trades, descri",
      ],
    ],
  ],
  [
    "a payload is documented",
    [["events/payloads/TradeEvent.yaml", "x-assumed: trade-event-payload\n", ""]],
    [
      [
        "minor for callers and readers",
        "TradeEvent: assumed (trade-event-payload) → documented",
        "type: object",
      ],
    ],
  ],
  [
    "copies are known by other fields",
    [["events/trade.yaml", "fields: [s, t]", "fields: [s, T]"]],
    [
      [
        "minor for readers",
        "message trade: event key.keys.0.fields gains T",
        "x-event-key: { x-assumed: event-identity",
      ],
      [
        "minor for readers",
        "message trade: event key.keys.0.fields loses t",
        "was: x-event-key: { x-assumed: event-identity",
      ],
    ],
  ],
  [
    "copies are no longer known",
    [
      [
        "events/bookTicker.yaml",
        "x-event-key: { x-assumed: event-identity, keys: [{ fields: [s, u] }] }\n",
        "",
      ],
    ],
    [
      [
        "minor for readers",
        "message bookTicker: event key removed",
        "was: x-event-key: { x-assumed: event-identity",
      ],
    ],
  ],
  [
    "a message is said in other words",
    [["events/trade.yaml", "summary: One executed trade.", "summary: One trade."]],
    [["patch", "message trade: summary reworded", "summary: One trade."]],
  ],
  [
    "names are written as they are",
    [["events/channels/parameters.yaml", "x-letter-case: lower", "x-letter-case: asIs"]],
    [
      [
        "breaking for callers",
        "parameter symbol of streams: letter case lower → asIs",
        "x-letter-case: asIs",
      ],
    ],
  ],
  [
    "a connection is opened otherwise",
    [["events/channels/bindings.yaml", "method: GET", "method: POST"]],
    [["breaking for callers", "connections of streams: ws.method GET → POST", "method: POST"]],
  ],
  [
    "an operation goes the other way",
    [["asyncapi.yaml", "action: send", "action: receive"]],
    [
      [
        "breaking for callers and readers",
        "stream operation sendControl: action send → receive",
        "action: receive",
      ],
    ],
  ],
  [
    "an update is dropped otherwise",
    [["rules/bookSync.yaml", "drop: u <= lastUpdateId", "drop: u < lastUpdateId"]],
    [
      [
        "breaking for readers",
        "book sync: drop u <= lastUpdateId → u < lastUpdateId",
        "drop: u < lastUpdateId",
      ],
    ],
  ],
  [
    "an assumed condition is another",
    [["rules/bookSync.yaml", "late: u <= previous.u", "late: u < previous.u"]],
    [
      [
        "minor for readers",
        "book sync: overlapping.late u <= previous.u → u < previous.u",
        "late: u < previous.u",
      ],
    ],
  ],
  [
    "steps change places",
    [["rules/bookSync.yaml", "[buffer, snapshot,", "[snapshot, buffer,"]],
    [
      [
        "breaking for readers",
        "book sync: order of steps",
        "steps: [snapshot, buffer, drop, first, n",
      ],
    ],
  ],
  [
    "a snapshot is smaller",
    [["rules/bookSync.yaml", "limit: 1000", "limit: 500"]],
    [
      [
        "breaking for readers",
        "book sync: snapshot.limit 1000 → 500",
        "snapshot: { operation: getDepth, limit:",
      ],
    ],
  ],
  [
    "a connection carries fewer streams",
    [["rules/connection.yaml", "streams: 1024", "streams: 512"]],
    [["breaking for callers", "connection: streams 1024 → 512", "streams: 512"]],
  ],
  [
    "a connection ends sooner",
    [
      [
        "rules/connection.yaml",
        "lifetime: { every: 24, unit: hour }",
        "lifetime: { every: 12, unit: hour }",
      ],
    ],
    [
      [
        "breaking for callers",
        "connection: lifetime 24 hours → 12 hours",
        "lifetime: { every: 12, unit: hour }",
      ],
    ],
  ],
  [
    "fewer messages may be sent",
    [["rules/connection.yaml", "  amount: 5\n", "  amount: 3\n"]],
    [["breaking for callers", "connection: inbound.amount 5 → 3", "amount: 3"]],
  ],
  [
    "fewer connections may be tried, as we assume",
    [["rules/connection.yaml", "  amount: 300", "  amount: 100"]],
    [["minor for callers", "connection: attempts.amount 300 → 100", "amount: 100"]],
  ],
  [
    "a key must be kept alive more often",
    [["rules/userSession.yaml", "{ every: 30, unit: minute }", "{ every: 15, unit: minute }"]],
    [
      [
        "breaking for callers",
        "user data session: keepAliveEvery 30 minutes → 15 minutes",
        "keepAliveEvery: { every: 15, unit: minut",
      ],
    ],
  ],
  [
    "a session reads another field",
    [["rules/userSession.yaml", "        executedQty: z", "        executedQty: Z"]],
    [
      [
        "minor for callers and readers",
        "user data session: events.executionReport.sets.order.executedQty z → Z",
        "executedQty: Z",
      ],
    ],
  ],
  [
    "an enumeration of both documents gains a word",
    [["schemas/TimeInForce.yaml", "enum: [GTC", "enum: [GTX, GTC"]],
    [
      [
        "minor for callers and readers",
        "TimeInForce: enum gains GTX",
        "enum: [GTX, GTC, IOC, FOK]",
      ],
    ],
  ],
];

testRows(rows);
