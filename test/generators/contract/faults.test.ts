import { expect, test } from "vitest";

import { problemsOf } from "../../support/contract-of.ts";
import { type Edit, lineOf } from "../../support/edited-files.ts";
import { specFiles } from "../../support/given-spec.ts";

/**
 * One fault each in a small spec: what is changed, and the one problem that must come of it.
 * mistakes.test.ts has those that a maintainer can make in the real spec. `at` is a text on the
 * line that the problem must point at; it stands in the edited file unless another is named.
 */
interface Row {
  readonly name: string;
  readonly edit: Edit | readonly Edit[];
  readonly at: string;
  readonly file?: string;
  readonly says: RegExp;
  readonly fix?: RegExp;
}

const order = "schemas/Order.yaml";
const depth = "paths/depth.yaml";
const filter = "filters/PRICE_FILTER.yaml";

/** What a session would keep if orders were all that there is. */
const userRecords = `
records:
  order:
    listedBy: getOrder
    askedBy: getOrder
    identity: [symbl]
    symbol: symbol
    status: status
    filled: [status]
    working: isWorking
    changed: status
  trade: { listedBy: getOrder, identity: [orderId], symbol: symbol, id: orderId }
  balance: { x-assumed: jitter, listedBy: getOrder, list: parent, asset: symbol, changed: status }
events:
  - { message: depthUpdated }
`;

/** Parameters that lack a bound: the bound, and the edit that takes it away. */
function boundless(rows: readonly (readonly [string, string, string, string])[]): readonly Row[] {
  return rows.map(([parameter, keyword, find, replace]) => ({
    name: `a parameter without a bound, ${parameter} without ${keyword},`,
    edit: ["parameters.yaml", find, replace],
    at: replace,
    says: new RegExp(`The parameter ${parameter} has no ${keyword}`),
    fix: /x-assumed-bounds/,
  }));
}

const rows: readonly Row[] = [
  // YAML
  {
    name: "a tab",
    edit: [order, "  isWorking", "\tisWorking"],
    at: "\tisWorking",
    says: /cannot be read/,
    fix: /spaces/,
  },
  {
    name: "a key twice",
    edit: [order, "  isWorking", "  symbol: 1\n  isWorking"],
    at: "  symbol: 1",
    says: /"symbol" is written twice/,
  },
  {
    name: "a lone quote",
    edit: ["schemas/Side.yaml", "Buy or sell.", '"Buy or'],
    at: "enum",
    says: /cannot be read/,
  },
  {
    name: "an unclosed list",
    edit: ["schemas/Side.yaml", "SELL]", "SELL"],
    at: "enum",
    says: /cannot be read/,
  },
  {
    name: "an unknown alias",
    edit: ["schemas/Side.yaml", "[BUY, SELL]", "*sides"],
    at: "*sides",
    says: /alias|\*sides|cannot be read/i,
  },
  {
    name: "an empty file",
    edit: ["schemas/Side.yaml", "# nothing\n"],
    at: "# nothing",
    says: /empty/,
  },
  {
    name: "a second document",
    edit: ["schemas/Side.yaml", "enum:", "---\nenum:"],
    at: "---",
    says: /multiple|cannot be read/i,
  },
  {
    name: "a number beyond exactness",
    edit: ["parameters.yaml", "maximum: 1000", "maximum: 9007199254740993"],
    at: "9007199254740993",
    says: /hold this number exactly/,
  },
  {
    name: "the prototype as a key",
    edit: [order, "  isWorking:", "  __proto__: { type: string }\n  isWorking:"],
    at: "__proto__",
    says: /key is not supported/,
  },
  // $ref
  {
    name: "a missing file",
    edit: [depth, "OrderBook.yaml", "Orderbook.yaml"],
    at: "Orderbook.yaml",
    says: /does not exist/,
  },
  {
    name: "a missing key",
    edit: [depth, "parameters.yaml#/limit", "parameters.yaml#/limits"],
    at: "#/limits",
    says: /does not exist/,
  },
  {
    name: "a reference without a text",
    edit: [depth, "../schemas/OrderBook.yaml", "''"],
    at: "$ref: ''",
    says: /is empty/,
  },
  {
    name: "a message of a channel without messages",
    edit: [
      [
        "asyncapi.yaml",
        'channel: { $ref: "#/channels/depth" } }',
        'channel: { $ref: "#/channels/depth" },\n    messages: [{ $ref: "#/channels/depth/messages/x" }] }',
      ],
      [
        "events/channels/depth.yaml",
        "messages: { depthUpdate: { $ref: ../depthUpdate.yaml } }",
        "messages:",
      ],
    ],
    file: "asyncapi.yaml",
    at: "messages/x",
    says: /does not exist/,
  },
  {
    name: "a file outside",
    edit: [depth, "../schemas/OrderBook.yaml", "../../../etc/passwd"],
    at: "etc/passwd",
    says: /leaves the spec's folder/,
  },
  {
    name: "an absolute file",
    edit: [depth, "../schemas/OrderBook.yaml", "/etc/passwd"],
    at: "/etc/passwd",
    says: /not a relative path/,
  },
  {
    name: "a file address",
    edit: [depth, "../schemas/OrderBook.yaml", "file:///etc/passwd"],
    at: "file:",
    says: /is a URL/,
  },
  {
    name: "a network address",
    edit: [depth, "../schemas/OrderBook.yaml", "http://127.0.0.1:1/x"],
    at: "http:",
    says: /is a URL/,
  },
  {
    name: "a percent-encoded way out",
    edit: [depth, "../schemas/OrderBook.yaml", "'%2e%2e/%2e%2e/x.yaml'"],
    at: "%2e",
    says: /leaves the spec's folder/,
  },
  {
    name: "a circle of blocks",
    edit: ["limits.yaml", "repeated: { status: 418 }", "repeated: { $ref: limits.yaml }"],
    at: "repeated",
    says: /is circular/,
  },
  {
    name: "a reference that is not text",
    edit: [depth, "$ref: ../schemas/OrderBook.yaml", "$ref: 5"],
    at: "$ref: 5",
    says: /must be a text/,
  },
  {
    name: "a local reference to nothing",
    edit: ["asyncapi.yaml", "#/channels/depth", "#/channels/deep"],
    at: "#/channels/deep",
    says: /does not exist/,
  },
  {
    name: "a file that nothing names",
    edit: ["schemas/Lonely.yaml", "type: string\n"],
    at: "type",
    says: /No document refers to this file/,
  },
  {
    name: "one name for two files",
    edit: [
      ["filters/Side.yaml", "type: string\n"],
      [order, "isWorking: { type: boolean }", "isWorking: { $ref: ../filters/Side.yaml }"],
    ],
    at: "side: {",
    file: "parameters.yaml",
    says: /The name Side stands for both/,
  },
  // Standards
  {
    name: "a wrong type",
    edit: [order, "properties:", "minProperties: many\nproperties:"],
    at: "minProperties",
    says: /Expected type/,
  },
  {
    name: "an operation without responses",
    edit: ["paths/time.yaml", "  responses:", "  x-responses:"],
    at: "get:",
    says: /no successful response|responses must be present/,
  },
  {
    name: "a foreign version",
    edit: ["openapi.yaml", "openapi: 3.1.0", "openapi: 3.0.3"],
    at: "openapi: 3.0.3",
    says: /version "3.0.3" is not supported/,
  },
  {
    name: "a document that is not there",
    edit: ["asyncapi.yaml", "{}\n"],
    at: "{}",
    says: /version null|must be/,
  },
  // Assumptions
  {
    name: "an unused assumption",
    edit: [
      "assumptions.yaml",
      "jitter:\n",
      "idle: { gap: G, section: '1', kind: open, choice: C, source: S, confidence: own }\njitter:\n",
    ],
    at: "idle:",
    says: /Nothing in the spec uses the assumption idle/,
  },
  // Schemas
  {
    name: "a required assumed property",
    edit: [order, "status]", "status, parent]"],
    at: "required",
    says: /parent is required and assumed/,
  },
  {
    name: "a property that is required twice",
    edit: [order, "[symbol, orderId", "[symbol, symbol, orderId"],
    at: "required",
    says: /symbol is required twice/,
  },
  {
    name: "a required property that is open",
    edit: [
      [order, "status]", "status, data]"],
      [order, "  isWorking: {", "  data: { x-unstated: more-order-types }\n  isWorking: {"],
    ],
    at: "required",
    says: /data is required and assumed \(more-order-types\)/,
  },
  {
    name: "a default above the maximum",
    edit: ["parameters.yaml", "default: 500", "default: 5000"],
    at: "default: 5000",
    says: /default 5000 must be 1000 or less/,
  },
  {
    name: "a default outside the words",
    edit: [
      "parameters.yaml",
      "side, in: query, required: true, schema: { $ref: schemas/Side.yaml }",
      "side, in: query, required: true, schema: { $ref: schemas/Side.yaml, default: HOLD }",
    ],
    at: "HOLD",
    says: /default "HOLD" must be "BUY" or "SELL"/,
  },
  {
    name: "a broken pattern",
    edit: ["schemas/Side.yaml", "enum: [BUY, SELL]", "pattern: '(['"],
    at: "pattern",
    says: /not a regular expression/,
  },
  {
    name: "an endless pattern",
    edit: ["schemas/Side.yaml", "enum: [BUY, SELL]", "pattern: '^(a+)+$'"],
    at: "pattern",
    says: /backtracks/,
  },
  ...["pattern: '(['", "pattern: '^(a+)+$'"].map(
    (pattern) =>
      ({
        name: `an unusable ${pattern} beside a default`,
        edit: [
          "schemas/Side.yaml",
          "enum: [BUY, SELL]",
          `default: aaaaaaaaaaaaaaaaaaaaaaaaaaaab\n${pattern}`,
        ],
        at: "pattern",
        says: /not a regular expression|backtracks/,
      }) as const,
  ),
  {
    name: "a broken pattern within the schema of a default",
    edit: [
      "schemas/Envelope.yaml",
      "msg: { type: string }",
      "msg: { type: object, default: { a: b }, properties: { a: { type: string, pattern: '([' } } }",
    ],
    at: "msg: {",
    says: /not a regular expression/,
  },
  {
    name: "a name that differs by case alone",
    edit: [
      ["schemas/SIDE.yaml", "type: string\n"],
      [order, "isWorking: { type: boolean }", "isWorking: { $ref: SIDE.yaml }"],
    ],
    at: "type",
    file: "schemas/Side.yaml",
    says: /Side is too similar to SIDE/,
  },
  {
    name: "a name of the language",
    edit: [
      ["schemas/Promise.yaml", "type: string\n"],
      [order, "isWorking: { type: boolean }", "isWorking: { $ref: Promise.yaml }"],
    ],
    at: "type",
    file: "schemas/Promise.yaml",
    says: /"Promise" cannot be the name of a type/,
  },
  {
    name: "a schema named like a type of the client",
    edit: [
      ["schemas/Open.yaml", "type: string\n"],
      [order, "isWorking: { type: boolean }", "isWorking: { $ref: Open.yaml }"],
    ],
    at: "type",
    file: "schemas/Open.yaml",
    says: /"Open" cannot be the name of a type/,
  },
  {
    name: "a schema named like the request of an operation",
    edit: [
      ["schemas/GetTimeRequest.yaml", "type: string\n"],
      [order, "isWorking: { type: boolean }", "isWorking: { $ref: GetTimeRequest.yaml }"],
    ],
    at: "type",
    file: "schemas/GetTimeRequest.yaml",
    says: /too similar to the request of getTime/,
  },
  {
    name: "a schema named like the fields of an operation",
    edit: [
      ["schemas/GetTimeFields.yaml", "type: string\n"],
      [order, "isWorking: { type: boolean }", "isWorking: { $ref: GetTimeFields.yaml }"],
    ],
    at: "type",
    file: "schemas/GetTimeFields.yaml",
    says: /too similar to the fields of getTime/,
  },
  // Operations
  {
    name: "a hostile operationId",
    edit: [depth, "operationId: getDepth", "operationId: 'x(){}; process.exit(1); y'"],
    at: "operationId",
    says: /cannot be the name of a method/,
  },
  {
    name: "a promise's name",
    edit: [depth, "getDepth", "then"],
    at: "then",
    says: /cannot be the name of a method/,
  },
  {
    name: "the name of a member that every client has",
    edit: [depth, "getDepth", "filters"],
    at: "filters",
    says: /cannot be the name of a method/,
  },
  {
    name: "no operationId",
    edit: [depth, "  operationId: getDepth\n", ""],
    at: "get:",
    says: /operationId "" cannot be the name/,
  },
  {
    name: "an operationId that differs by case alone",
    edit: [depth, "getDepth", "gettime"],
    at: "gettime",
    says: /gettime is also that of GET/,
  },
  {
    name: "an operationId of 65 letters",
    edit: [depth, "getDepth", `g${"e".repeat(64)}`],
    at: "operationId",
    says: /cannot be the name of a method/,
  },
  {
    name: "a second companion that is not there",
    edit: ["parameters.yaml", "[symbol]", "[symbol, side]"],
    at: "[symbol, side]",
    says: /orderId goes only with side/,
  },
  {
    name: "a path with code in it",
    edit: ["openapi.yaml", "/api/v1/depth:", '"/api/v1/`${x}`":'],
    at: "${x}",
    says: /not made of plain segments/,
  },
  {
    name: "a header parameter",
    edit: ["parameters.yaml", "symbol, in: query", "symbol, in: header"],
    at: "in: header",
    says: /sent in header/,
  },
  {
    name: "a parameter twice",
    edit: [
      depth,
      "    - $ref: ../parameters.yaml#/limit",
      "    - $ref: ../parameters.yaml#/limit\n    - $ref: ../parameters.yaml#/symbol",
    ],
    at: "symbol\n  responses",
    says: /symbol is listed twice/,
  },
  {
    name: "no security type",
    edit: [depth, "  x-security: NONE\n", ""],
    at: "operationId",
    says: /has no security type/,
  },
  {
    name: "an unknown security type",
    edit: [depth, "NONE", "SIGNE"],
    at: "SIGNE",
    says: /SIGNE is not a security type/,
    fix: /SIGNED/,
  },
  {
    name: "a condition on nothing",
    edit: [
      "paths/order.yaml",
      "{ parameter: orderId, is: present }",
      "{ parameter: ordrId, is: present }",
    ],
    at: "ordrId",
    says: /ordrId is not a parameter/,
    fix: /orderId/,
  },
  {
    name: "pages that are gone on with by an unknown parameter",
    edit: [
      depth,
      "  parameters:",
      "  x-pages: { key: lastUpdateId, from: form, limit: limit }\n  parameters:",
    ],
    at: "form",
    says: /form is not a parameter/,
  },
  {
    name: "a placement resolved by nobody",
    edit: ["paths/order.yaml", "operation: getOrder", "operation: getOder"],
    at: "getOder",
    says: /getOder is not an operation/,
    fix: /getOrder/,
  },
  ...boundless([
    ["limit", "minimum", "{ type: integer, minimum: 1, ", "{ type: integer, "],
    ["limit", "maximum", "default: 500, maximum: 1000 }", "default: 500 }"],
    ["orderId", "minimum", "Id.yaml, minimum: 0 }\n  x-only", "Id.yaml }\n  x-only"],
    ["clientId", "pattern", '{ type: string, pattern: "^[a-z]+$" }', "{ type: string }"],
    ["type", "pattern", 'OrderType.yaml, pattern: "^[A-Z]+$" }', "OrderType.yaml }"],
    ["quantity", "minimum", "decimal, minimum: 0, pattern", "decimal, pattern"],
    ["quantity", "pattern", 'decimal, minimum: 0, pattern: "^[0-9.]+$" }', "decimal, minimum: 0 }"],
  ]),
  // Weights
  {
    name: "a presence of no parameter",
    edit: ["paths/order.yaml", "byPresence: orderId", "byPresence: id"],
    at: "byPresence",
    says: /id is not a parameter/,
  },
  {
    name: "a tier beyond the maximum",
    edit: [depth, "to: 1000", "to: 5000"],
    at: "to: 5000",
    says: /beyond the maximum of limit/,
  },
  {
    name: "a maximum above the tiers",
    edit: ["parameters.yaml", "default: 500, maximum: 1000", "default: 500, maximum: 2000"],
    at: "to: 1000",
    file: depth,
    says: /No tier covers 1001 to 2000/,
  },
  {
    name: "tiers that begin late",
    edit: [depth, "from: 1,", "from: 5,"],
    at: "from: 5,",
    says: /No tier covers 1 to 4/,
  },
  {
    name: "tiers that overlap by one",
    edit: [depth, "from: 101,", "from: 100,"],
    at: "from: 100,",
    says: /overlap from 100 to 100/,
  },
  {
    name: "tiers that begin above the minimum",
    edit: ["parameters.yaml", "minimum: 1, default: 500", "minimum: 0, default: 500"],
    at: "from: 1,",
    file: depth,
    says: /No tier covers 0 to 0/,
  },
  {
    name: "tiers without a default",
    edit: ["parameters.yaml", "default: 500, ", ""],
    at: "byParameter",
    file: depth,
    says: /no default number/,
  },
  // Rules
  {
    name: "an order field of a group that is none",
    edit: ["rules/orderParameters.yaml", "forbidden: [price]", "oneOf: [[quantity, prize]]"],
    at: "prize",
    says: /prize is not a field of a placement/,
    fix: /price/,
  },
  {
    name: "an algo type that is none",
    edit: ["rules/orderParameters.yaml", "algo: [STOP]", "algo: [STOPP]"],
    at: "STOPP",
    says: /STOPP is not an order type/,
  },
  {
    name: "a timing of an unknown code",
    edit: ["rules/signing.yaml", "rejectedWith: -1021", "rejectedWith: -1"],
    at: "rejectedWith",
    says: /-1 is not an error code/,
  },
  {
    name: "a limit of an unknown code",
    edit: ["limits.yaml", "code: -1003", "code: -1004"],
    at: "-1004",
    says: /-1004 is not an error code/,
  },
  {
    name: "limits that no operation lists",
    edit: [
      "limits.yaml",
      "repeated: { status: 418 }",
      `repeated: { status: 418 }
listedLimitsWin: { value: true, x-assumed: order-rate }
listedLimits:
  operation: getDeep
  kinds: [{ name: WEIGHT, counts: weight, per: ip }]
  units: [{ name: SECOND, every: 1, unit: second }]
  x-assumed: order-rate`,
    ],
    at: "operation: getDeep",
    says: /getDeep is not an operation/,
    fix: /getDepth/,
  },
  {
    name: "a usage header that nobody describes",
    edit: ["limits.yaml", "header: X-ORDERS", "header: X-ORDER"],
    at: "X-ORDER",
    says: /X-ORDER is not a header among/,
    fix: /X-ORDERS/,
  },
  // Filters
  {
    name: "an unknown name in a rule",
    edit: [filter, "minimum: minPrice", "minimum: minPrise"],
    at: "minPrise",
    says: /`minPrise` is an unknown name/,
    fix: /minPrice/,
  },
  {
    name: "a rule that compares a text",
    edit: [filter, "value: price\n", "value: symbol\n"],
    at: "value: symbol",
    says: /`symbol` is a text where a number is needed/,
  },
  {
    name: "a condition that is a number",
    edit: [filter, "disabledWhen: minPrice == 0", "disabledWhen: minPrice"],
    at: "disabledWhen",
    says: /is a number where true or false is needed/,
  },
  {
    name: "an expression cut short",
    edit: [filter, "disabledWhen: minPrice == 0", "disabledWhen: minPrice =="],
    at: "disabledWhen",
    says: /cannot be read/,
  },
  {
    name: "a rule twice",
    edit: [filter, "id: tick", "id: low"],
    at: "id: low, value: price, multipleOf",
    says: /low is listed twice/,
  },
  {
    name: "a vector of an unknown rule",
    edit: [filter, "violates: []", "violates: [lows]"],
    at: "lows",
    says: /lows is not a rule of the filter/,
  },
  // Streams
  {
    name: "a book of no channel",
    edit: ["rules/bookSync.yaml", "channel: depth", "channel: deep"],
    at: "channel: deep",
    says: /deep is not a channel/,
  },
  {
    name: "a condition on a field that is nothing to a book",
    edit: ["rules/bookSync.yaml", "first: U, last", "first: u, last"],
    at: "U <= lastUpdateId",
    says: /`U` is an unknown name/,
  },
  {
    name: "an unknown field of an event",
    edit: ["rules/bookSync.yaml", "U == previous.u", "U == previous.v"],
    at: "previous.v",
    says: /`previous.v` is an unknown name/,
  },
  {
    name: "a session of no operation",
    edit: ["rules/userSession.yaml", "close: createListenKey", "close: closeListenKey"],
    at: "close:",
    says: /closeListenKey is not an operation/,
  },
  {
    name: "a field that no order has",
    edit: ["rules/userSession.yaml", "reconcileBy:", `${userRecords}reconcileBy:`],
    at: "identity: [symbl]",
    says: /symbl is not a field of the record/,
  },
  {
    name: "a field that no event has",
    edit: [
      "rules/userSession.yaml",
      "reconcileBy:",
      `${userRecords
        .replace("symbl", "symbol")
        .replace(
          "depthUpdated",
          "depthUpdate, sets: { x-assumed: jitter, order: { symbol: sym } }",
        )}reconcileBy:`,
    ],
    at: "sym }",
    says: /sym is not a field of the event/,
  },
  {
    name: "a field of a record that an event cannot set",
    edit: [
      "rules/userSession.yaml",
      "reconcileBy:",
      `${userRecords
        .replace("symbl", "symbol")
        .replace(
          "depthUpdated",
          "depthUpdate, sets: { x-assumed: jitter, order: { symbl: s } }",
        )}reconcileBy:`,
    ],
    at: "symbl: s",
    says: /symbl is not a field of the record/,
  },
  {
    name: "an event that no channel carries",
    edit: [
      "rules/userSession.yaml",
      "reconcileBy:",
      `${userRecords.replace("symbl", "symbol")}reconcileBy:`,
    ],
    at: "message: depthUpdated",
    says: /depthUpdated is not a message/,
  },
  {
    name: "a level that leaves the book while there is something",
    edit: ["rules/bookSync.yaml", "quantity == 0", "quantity == 1"],
    at: "removes:",
    says: /x-book-sync\/removes must be "quantity == 0"/,
    fix: /local order books know no other rule/,
  },
  {
    name: "control messages of no channel",
    edit: [
      "rules/connection.yaml",
      "streams: 1024",
      "streams: 1024\ncontrol: { kinds: [], format: { value: talk, x-assumed: jitter } }",
    ],
    at: "control:",
    says: /talk is not a channel/,
  },
];

for (const { name, edit, at, file, says, fix } of rows) {
  test(`${name} is reported with its line and its fix`, async () => {
    const edits = (Array.isArray(edit[0]) ? edit : [edit]) as readonly Edit[];
    const files = specFiles(edits);
    const path = file ?? edits[0]?.[0] ?? "";
    const problems = await problemsOf(files);
    const found = problems.filter(({ message }) => says.test(message));
    expect(problems.map(({ message }) => message).join("\n")).toMatch(says);
    const places = found.map(({ origin }) => `${origin.file}:${origin.line}`);
    expect(places).toContain(`spec/${path}:${lineOf(files, path, at)}`);
    expect(found[0]?.fix).toMatch(fix ?? /\S/);
    expect(found[0]?.origin.column).toBeGreaterThan(0);
    // What merely follows from a fault is noise.
    expect(problems.length).toBeLessThanOrEqual(3);
  });
}
