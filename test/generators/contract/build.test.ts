/** What the contract makes of what is written: the small spec, with an edit or without. */

import { expect, test } from "vitest";

import * as read from "../../../generators/contract/documents/read.ts";
import type { Contract } from "../../../generators/contract/model.ts";
import { notFoundCodeOf } from "../../../generators/contract/operations/operations.ts";
import { unlistedWords } from "../../../generators/write/unlisted-words.ts";
import { contractOf } from "../../support/contract-of.ts";
import type { Edit } from "../../support/edited-files.ts";

const reference = (name: string): unknown => ({ kind: "reference", name });
const schema = (name: string) => (contract: Contract) =>
  contract.schemas.find((named) => named.name === name)?.schema;
const operation = (id: string) => (contract: Contract) =>
  contract.operations.find((one) => one.id === id);
const weight = (id: string) => (contract: Contract) => operation(id)(contract)?.weight;
const parameter = (id: string, name: string) => (contract: Contract) => {
  const found = operation(id)(contract)?.parameters.find((one) => one.name === name);
  if (found === undefined) return undefined;
  const { description: _, schema: __, origin: ___, ...descriptor } = found;
  return descriptor;
};
const words = (described: Readonly<Record<string, string>>, assumed?: string) =>
  Object.entries(described).map(([value, description]) => {
    return { value, description, assumed: value === "STOP" ? assumed : undefined };
  });
const text = { kind: "text" };
const item = { name: "time", description: "", schema: text };
const flags = "type: array, items: { type: boolean }, minItems:";

/** A schema, and what it is; of a tuple the names and the rest, of a choice its words. */
const schemas: readonly (readonly [written: string, want: unknown])[] = [
  ["type: [string, 'null']", { kind: "union", members: [text, { kind: "nothing" }] }],
  ["const: 1", { kind: "literal", value: 1 }],
  ["const: null", { kind: "nothing" }],
  ["type: number", { kind: "number" }],
  ["{ type: number, format: decimal }", { kind: "decimal" }],
  ["type: boolean", { kind: "flag" }],
  ["description: Anything.", { kind: "unstated" }],
  ["allOf: [{ type: boolean }]", { kind: "flag" }],
  ["oneOf: [{ type: boolean }]", { kind: "flag" }],
  [
    "{ type: array, prefixItems: [{ title: time, type: string }], items: { type: boolean } }",
    {
      kind: "tuple",
      items: [{ ...item, origin: { file: "spec/schemas/Read.yaml", line: 1, column: 30 } }],
      rest: { kind: "flag" },
    },
  ],
  [
    "{ type: array, prefixItems: [{ type: string }], items: false }",
    expect.objectContaining({
      items: [expect.objectContaining({ name: "first" })],
      rest: undefined,
    }),
  ],
  [
    "{ properties: {}, additionalProperties: false }",
    { kind: "record", properties: [], additional: undefined },
  ],
  [`{ ${flags} 8, maxItems: 8 }`, expect.objectContaining({ kind: "tuple" })],
  [`{ ${flags} 9, maxItems: 9 }`, expect.objectContaining({ kind: "list" })],
  [
    `{ ${flags} 9, maxItems: 9, x-positions: [a, b, c, d, e, f, g, h, i] }`,
    expect.objectContaining({ kind: "tuple" }),
  ],
  [
    "anyOf: [{ enum: [BUY], x-enumDescriptions: { BUY: Up. } }, { enum: [SELL] }]",
    expect.objectContaining({ kind: "enum", values: words({ BUY: "Up.", SELL: "" }) }),
  ],
];

test.each(schemas)("a schema is read: %s", (written, want) => {
  const edit: Edit = ["schemas/Order.yaml", "{ type: boolean }", "{ $ref: Read.yaml }"];
  const contract = contractOf(["schemas/Read.yaml", `${written}\n`], edit);
  expect(schema("Read")(contract)).toEqual(want);
});

type Row = readonly [name: string, of: (contract: Contract) => unknown, want: unknown, ...Edit[]];

const [filterFile, ruleFile] = ["filters/PRICE_FILTER.yaml", "rules/orderRules.yaml"];
const tiers =
  "        - { from: 1, to: 100, weight: 1 }\n        - { from: 101, to: 1000, weight: 5 }";
const tier = (from: number, to: number, cost: number) => ({ from, to, weight: cost });
const appliesWhen = ({ filters }: Contract) => filters[0]?.rules[0]?.appliesWhen;
const found = { name: "orderId", kind: "int64", required: false, minimum: 0, onlyWith: ["symbol"] };
const evidence = { seen: "2026-11-01", times: 2, at: "spec/x" };
const lookup = "lookup: { atLeastOne: [orderId, clientId], first: orderId, x-assumed: listen-key }";

/** Records of a user data session, and an event that says something of one. */
const kept = `records:
  order:
    { listedBy: getOrder, askedBy: getOrder, identity: [orderId], symbol: symbol, status: status,
      filled: [status], working: isWorking, changed: status }
  trade: { listedBy: getTime, identity: [serverTime], symbol: serverTime, id: serverTime }
`;
const keptBalance =
  "balance: { x-assumed: jitter, listedBy: getTime, list: serverTime, asset: serverTime, changed: serverTime }";
const keptEvents =
  "events: [{ message: depthUpdate, sets: { x-assumed: jitter, order: { symbol: s } } }]";

const rows: readonly Row[] = [
  [
    "a record with an assumed property that leads back to it",
    (contract) => {
      const order = schema("Order")(contract);
      return order?.kind === "record" && order.properties.find(({ name }) => name === "parent");
    },
    {
      ...{ name: "parent", description: "One order.", schema: reference("Order"), required: false },
      assumed: "order-extras",
      origin: { file: "spec/schemas/Order.yaml", line: 8, column: 3 },
    },
  ],
  [
    "an operation, a parameter and a property that are deprecated say so first",
    (contract) => {
      const { description, parameters = [] } = operation("getDepth")(contract) ?? {};
      const order = schema("Order")(contract);
      const properties = order?.kind === "record" ? order.properties : [];
      return [description, parameters[0]?.description, properties[0]?.description];
    },
    ["Deprecated.", "Deprecated.", "Deprecated. Trading pair."],
    ["paths/depth.yaml", "  tags", "  deprecated: true\n  tags"],
    ["parameters.yaml", "name: symbol", "deprecated: true, name: symbol"],
    ["schemas/Order.yaml", "{ type: string, desc", "{ deprecated: true, type: string, desc"],
  ],
  [
    "a parameter with one value alone",
    weight("getDepth"),
    { ip: { kind: "byTier", parameter: "limit", default: 1000, tiers: [tier(1000, 1000, 5)] } },
    ["parameters.yaml", "minimum: 1, default: 500", "minimum: 1000, default: 1000"],
    ["paths/depth.yaml", tiers, "        - { from: 1000, to: 1000, weight: 5 }"],
  ],
  [
    "parameters of a path before those of its operation",
    (contract) => operation("getDepth")(contract)?.parameters.map(({ name }) => name),
    ["side", "symbol", "limit"],
    ["paths/depth.yaml", "get:\n", "parameters: [{ $ref: ../parameters.yaml#/side }]\nget:\n"],
  ],
  [
    "a parameter that is assumed where it is listed",
    (contract) => operation("getDepth")(contract)?.parameters[1]?.assumed,
    "jitter",
    [
      "paths/depth.yaml",
      "- $ref: ../parameters.yaml#/limit",
      "- { $ref: ../parameters.yaml#/limit, x-assumed: jitter }",
    ],
  ],
  [
    "what stands beside a reference goes before what it leads to",
    parameter("getOrder", "orderId"),
    found,
    ["schemas/Id.yaml", "format: int64", "format: int64\nminimum: 5"],
  ],
  [
    "one of two fields is needed, as it is assumed",
    parameter("getOrder", "orderId"),
    { ...found, orElse: ["clientId"], orElseAssumed: "listen-key" },
    [ruleFile, "algo: [STOP]", `algo: [STOP]\n${lookup}`],
  ],
  [
    "the code that says of a query that there is no such order",
    ({ operations }) => ["getOrder", "placeOrder", ""].map((id) => notFoundCodeOf(operations, id)),
    [-1021, undefined, undefined],
    [
      "paths/order.yaml",
      "getOrder, parameter: clientId }\n",
      "getOrder, parameter: clientId }\n    notFoundCode: { value: -1021, x-assumed: jitter }\n",
    ],
  ],
  [
    "a response that is written elsewhere",
    (contract) => operation("createListenKey")(contract)?.responses,
    [{ schema: text }],
    [
      "responses.yaml",
      "Refused:",
      "Fine:\n  description: Fine.\n  content: { application/json: { schema: { type: string } } }\nRefused:",
    ],
    ["paths/listenKey.yaml", "    '200':\n      description: The key.\n", "    '200':\n"],
    [
      "paths/listenKey.yaml",
      "content: { application/json: { schema: { $ref: ../schemas/ListenKey.yaml } } }",
      "$ref: ../responses.yaml#/Fine",
    ],
    [
      "openapi.yaml",
      "  headers:\n",
      "  schemas: { Key: { $ref: schemas/ListenKey.yaml } }\n  headers:\n",
    ],
  ],
  [
    "pages of lists, by the names of their positions and a parameter of their path",
    (contract) => operation("getTime")(contract)?.pages,
    {
      ...{ operation: "getTime", key: 0, time: 1, from: "clientId", start: "side" },
      ...{ end: "type", limit: "limit", limitMax: 1000, overlaps: false },
    },
    ["schemas/Order.yaml", "{ type: boolean }", "{ $ref: ServerTime.yaml }"],
    [
      "paths/time.yaml",
      "get:\n",
      "parameters: [{ $ref: ../parameters.yaml#/clientId, x-inclusive: true }]\nget:\n" +
        "  parameters: [{ $ref: ../parameters.yaml#/limit }, { $ref: ../parameters.yaml#/side }," +
        " { $ref: ../parameters.yaml#/type }]\n" +
        "  x-pages: { key: price, time: quantity, from: clientId, start: side, end: type, limit: limit }\n",
    ],
    [
      "paths/time.yaml",
      "$ref: ../schemas/ServerTime.yaml",
      "type: array, items: { $ref: ../schemas/PriceLevel.yaml }",
    ],
  ],
  [
    "what stands beside a reference to a path",
    ({ documents: { openapi } }) => {
      const { summary, get } = read.object(openapi, "paths", "/api/v1/time");
      return [summary, read.at(get, "operationId")];
    },
    ["The clock", "getTime"],
    ["openapi.yaml", "$ref: paths/time.yaml", "$ref: paths/time.yaml, summary: The clock"],
  ],
  [
    "a record for words that nobody lists, among the further elements of a list",
    (contract) => [...unlistedWords(contract)].map(({ name }) => name),
    ["k"],
    [
      "schemas/PriceLevel.yaml",
      "items: { $ref: Decimal.yaml }\nminItems: 2\nmaxItems: 2\nx-positions: [price, quantity]",
      "prefixItems: [{ $ref: Decimal.yaml }]\nitems: { oneOf: [" +
        "{ type: object, properties: { k: { const: A } } }, " +
        "{ type: object, properties: { k: { type: string } } }] }",
    ],
  ],
  [
    "a rule for some types of order",
    appliesWhen,
    'type in ["LIMIT", "STOP"] && ceil(price / 2) >= 0',
    [
      filterFile,
      "id: low",
      'id: low\n    appliesWhen: type in ["LIMIT", "STOP"] && ceil(price / 2) >= 0',
    ],
  ],
  [
    "a rule for algo orders follows their types",
    appliesWhen,
    'type in ["STOP", "LIMIT"]',
    [filterFile, "id: low", "id: low\n    appliesTo: algo"],
    [ruleFile, "algo: [STOP]", "algo: [STOP, LIMIT]"],
  ],
  [
    "a rule for iceberg orders follows what makes one",
    appliesWhen,
    "icebergQty > 0",
    [filterFile, "id: low", "id: low\n    appliesTo: iceberg"],
    [filterFile, 'price: "0.5"', 'price: "0.5", icebergQty: "1"'],
    [ruleFile, "algo: [STOP]", "algo: [STOP]\nicebergWhen: icebergQty > 0"],
  ],
  [
    "when an order type is refused, and the values that a field needs beside it",
    ({ orderRules }) => [orderRules.types.map((one) => one.refusedWhen), orderRules.fieldNeeds],
    [[undefined, undefined, "wouldTrigger"], [{ field: "price", other: "side", value: "BUY" }]],
    [ruleFile, "algo: [STOP]", "algo: [STOP]\nfields: { price: { needs: { side: BUY } } }"],
    [ruleFile, "description: Later.,", "description: Later., refusedWhen: wouldTrigger,"],
  ],
  [
    "the places that name an assumption",
    ({ assumptions }) => assumptions.find(({ id }) => id === "jitter")?.usedBy,
    [{ file: "spec/rules/retry.yaml", line: 7, column: 75 }],
  ],
  [
    "what was seen of an assumption, and that nothing checks it",
    ({ assumptions: [first] }) => [first?.evidence, first?.check],
    [[evidence], { never: "Nobody has written a check yet." }],
    ["assumptions.yaml", "{ gap", `{ evidence: [${JSON.stringify(evidence)}], gap`],
  ],
  [
    "what a user data session keeps",
    ({ streamRules }) => streamRules.userRecords,
    {
      calls: { openOrders: "getOrder", order: "getOrder", trades: "getTime", balances: "getTime" },
      records: {
        order: {
          ...{ identity: ["orderId"], symbol: "symbol", status: "status", filled: ["status"] },
          ...{ working: "isWorking", changed: "status" },
        },
        trade: { identity: ["serverTime"], symbol: "serverTime", id: "serverTime" },
        balance: { list: "serverTime", asset: "serverTime", changed: "serverTime" },
        events: { depthUpdate: { order: { symbol: "s" } } },
      },
    },
    ["rules/userData.yaml", "reconcileBy:", `${kept}  ${keptBalance}\n${keptEvents}\nreconcileBy:`],
  ],
  [
    "nothing of a session without balances",
    ({ streamRules }) => streamRules.userRecords,
    undefined,
    ["rules/userData.yaml", "reconcileBy:", `${kept}${keptEvents}\nreconcileBy:`],
  ],
];

for (const [name, of, want, ...edits] of rows) {
  test(name, () => expect(of(contractOf(...edits))).toEqual(want));
}

test("the bundles are plain JSON", () => {
  const { documents } = contractOf();
  expect(JSON.parse(JSON.stringify(documents))).toEqual(documents);
});
