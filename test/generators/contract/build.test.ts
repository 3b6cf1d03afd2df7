import { expect, test } from "vitest";

import type { Contract } from "../../../generators/contract/model.ts";
import { contractOf } from "../../support/contract-of.ts";
import type { Edit } from "../../support/edited-files.ts";

/** What is written, and what the contract makes of it. */
interface Row {
  readonly name: string;
  readonly edits?: readonly Edit[];
  readonly of: (contract: Contract) => unknown;
  readonly want: unknown;
}

const reference = (name: string): unknown => ({ kind: "reference", name });
const schema = (name: string) => (contract: Contract) =>
  contract.schemas.find((named) => named.name === name)?.schema;
const operation = (id: string) => (contract: Contract) =>
  contract.operations.find((one) => one.id === id);
const parameter = (id: string, name: string) => (contract: Contract) => {
  const found = operation(id)(contract)?.parameters.find((one) => one.name === name);
  if (found === undefined) return undefined;
  const { description: _, schema: __, origin: ___, ...descriptor } = found;
  return descriptor;
};
const json = "application/json";
const bounds = 'minimum: 0, maximum: 1, pattern: "^[A-Z]+$"';
const typed = (text: string): readonly Edit[] => [
  ["schemas/Side.yaml", `${text}\n`],
  ["parameters.yaml", "{ $ref: schemas/Side.yaml }", `{ $ref: schemas/Side.yaml, ${bounds} }`],
];

const rows: readonly Row[] = [
  // Schemas
  { name: "a decimal", of: schema("Decimal"), want: { kind: "decimal" } },
  { name: "an exact integer", of: schema("Id"), want: { kind: "int64" } },
  {
    name: "a closed enum",
    of: schema("OrderStatus"),
    want: {
      kind: "enum",
      open: false,
      values: [
        { value: "NEW", description: "Accepted.", assumed: undefined },
        { value: "FILLED", description: "Done.", assumed: undefined },
        { value: "CANCELED", description: "Ended.", assumed: undefined },
      ],
    },
  },
  {
    name: "an open enum with assumed words",
    of: schema("OrderType"),
    want: {
      kind: "enum",
      open: true,
      values: [
        { value: "LIMIT", description: "", assumed: undefined },
        { value: "MARKET", description: "", assumed: undefined },
        { value: "STOP", description: "", assumed: "order-types" },
      ],
    },
  },
  {
    name: "a list of one exact length, as a tuple with the names of its positions",
    of: (contract) => {
      const level = schema("PriceLevel")(contract);
      return level?.kind === "tuple" && level.items.map(({ name, schema: of }) => [name, of]);
    },
    want: [
      ["price", reference("Decimal")],
      ["quantity", reference("Decimal")],
    ],
  },
  {
    name: "a record with an assumed property that leads back to it",
    of: (contract) => {
      const order = schema("Order")(contract);
      const parent =
        order?.kind === "record" && order.properties.find(({ name }) => name === "parent");
      return parent;
    },
    want: {
      name: "parent",
      description: "One order.",
      schema: reference("Order"),
      required: false,
      assumed: "order-extras",
      origin: { file: "spec/schemas/Order.yaml", line: 8, column: 3 },
    },
  },
  {
    name: "a nullable text",
    edits: typed("type: [string, 'null']"),
    of: schema("Side"),
    want: { kind: "union", members: [{ kind: "text" }, { kind: "nothing" }] },
  },
  {
    name: "a constant",
    edits: typed("const: 1"),
    of: schema("Side"),
    want: { kind: "literal", value: 1 },
  },
  { name: "a number", edits: typed("type: number"), of: schema("Side"), want: { kind: "number" } },
  {
    name: "a decimal written as a number",
    edits: typed("{ type: number, format: decimal }"),
    of: schema("Side"),
    want: { kind: "decimal" },
  },
  { name: "a flag", edits: typed("type: boolean"), of: schema("Side"), want: { kind: "flag" } },
  {
    name: "nothing stated",
    edits: typed("description: Anything."),
    of: schema("Side"),
    want: { kind: "unstated" },
  },
  {
    name: "a tuple with a rest",
    edits: typed(
      "{ type: array, prefixItems: [{ title: time, type: string }], items: { type: boolean } }",
    ),
    of: schema("Side"),
    want: {
      kind: "tuple",
      items: [
        {
          name: "time",
          description: "",
          schema: { kind: "text" },
          origin: { file: "spec/schemas/Side.yaml", line: 1, column: 30 },
        },
      ],
      rest: { kind: "flag" },
    },
  },
  {
    name: "the constant null",
    edits: typed("const: null"),
    of: schema("Side"),
    want: { kind: "nothing" },
  },
  {
    name: "properties without a type, and nothing beside them",
    edits: typed("{ properties: {}, additionalProperties: false }"),
    of: schema("Side"),
    want: { kind: "record", properties: [], additional: undefined },
  },
  {
    name: "a tuple without a rest",
    edits: typed("{ type: array, prefixItems: [{ type: string }], items: false }"),
    of: (contract) => {
      const side = schema("Side")(contract);
      return side?.kind === "tuple" && [side.items.map(({ name }) => name), side.rest];
    },
    want: [["first"], undefined],
  },
  ...[8, 9].map(
    (length): Row => ({
      name: `a list of exactly ${length}, as a tuple up to eight`,
      edits: typed(
        `{ type: array, items: { type: boolean }, minItems: ${length}, maxItems: ${length} }`,
      ),
      of: (contract) => schema("Side")(contract)?.kind,
      want: length === 8 ? "tuple" : "list",
    }),
  ),
  {
    name: "words with their own descriptions in each branch",
    edits: typed("anyOf: [{ enum: [BUY], x-enumDescriptions: { BUY: Up. } }, { enum: [SELL] }]"),
    of: (contract) => {
      const side = schema("Side")(contract);
      return side?.kind === "enum" && side.values.map(({ description }) => description);
    },
    want: ["Up.", ""],
  },
  // Operations
  {
    name: "a weight by tiers, with the default",
    of: (contract) => operation("getDepth")(contract)?.weight,
    want: {
      ip: {
        kind: "byTier",
        parameter: "limit",
        default: 500,
        tiers: [
          { from: 1, to: 100, weight: 1 },
          { from: 101, to: 1000, weight: 5 },
        ],
      },
    },
  },
  {
    name: "a weight by presence",
    of: (contract) => operation("getOrder")(contract)?.weight,
    want: { ip: { kind: "byPresence", parameter: "orderId", present: 2, absent: 4 } },
  },
  {
    name: "a weight in two budgets",
    of: (contract) => operation("placeOrder")(contract)?.weight,
    want: { ip: { kind: "fixed", weight: 1 }, account: { kind: "fixed", weight: 1 } },
  },
  {
    name: "no weight",
    of: (contract) => operation("createListenKey")(contract)?.weight,
    want: null,
  },
  {
    name: "a parameter that is cut down to its maximum",
    of: parameter("getDepth", "limit"),
    want: {
      name: "limit",
      kind: "integer",
      required: false,
      default: 500,
      minimum: 1,
      maximum: 1000,
      aboveMaximum: "truncate",
    },
  },
  {
    name: "a parameter with a companion",
    of: parameter("getOrder", "orderId"),
    want: { name: "orderId", kind: "int64", required: false, minimum: 0, onlyWith: ["symbol"] },
  },
  {
    name: "a parameter with one value alone",
    edits: [
      [
        "parameters.yaml",
        "minimum: 1, default: 500, maximum: 1000",
        "minimum: 1000, default: 1000, maximum: 1000",
      ],
      [
        "paths/depth.yaml",
        "        - { from: 1, to: 100, weight: 1 }\n        - { from: 101, to: 1000, weight: 5 }",
        "        - { from: 1000, to: 1000, weight: 5 }",
      ],
    ],
    of: (contract) => operation("getDepth")(contract)?.weight?.ip,
    want: {
      kind: "byTier",
      parameter: "limit",
      default: 1000,
      tiers: [{ from: 1000, to: 1000, weight: 5 }],
    },
  },
  {
    name: "parameters of a path before those of its operation",
    edits: [
      ["paths/depth.yaml", "get:\n", "parameters: [{ $ref: ../parameters.yaml#/side }]\nget:\n"],
    ],
    of: (contract) => operation("getDepth")(contract)?.parameters.map(({ name }) => name),
    want: ["side", "symbol", "limit"],
  },
  {
    name: "a parameter with open choices",
    of: parameter("placeOrder", "type"),
    want: {
      name: "type",
      kind: "choice",
      required: true,
      choices: ["LIMIT", "MARKET", "STOP"],
      open: true,
      pattern: "^[A-Z]+$",
    },
  },
  {
    name: "a parameter that is assumed where it is listed",
    edits: [
      [
        "paths/depth.yaml",
        "- $ref: ../parameters.yaml#/limit",
        "- { $ref: ../parameters.yaml#/limit, x-assumed: jitter }",
      ],
    ],
    of: (contract) => operation("getDepth")(contract)?.parameters[1]?.assumed,
    want: "jitter",
  },
  {
    name: "an answer that depends on a parameter",
    of: (contract) => operation("getOrder")(contract)?.responses,
    want: [
      { schema: reference("Order"), when: { parameter: "orderId", is: "present" } },
      {
        schema: { kind: "list", items: reference("Order") },
        when: { parameter: "orderId", is: "absent" },
      },
    ],
  },
  {
    name: "a form body",
    of: (contract) => contract.operations.map(({ id, places }) => [id, ...places]),
    want: [
      ["getTime", "query"],
      ["getDepth", "query"],
      ["getOrder", "query"],
      ["placeOrder", "query", "body"],
      ["createListenKey", "query"],
    ],
  },
  {
    name: "a placement",
    of: (contract) => operation("placeOrder")(contract)?.placement,
    want: { clientId: "clientId", resolvedBy: { operation: "getOrder", parameter: "clientId" } },
  },
  {
    name: "security with its assumption",
    of: (contract) => {
      const found = operation("createListenKey")(contract);
      return [
        found?.security.name,
        found?.security.sendsKey,
        found?.security.signed,
        found?.securityAssumed,
        found?.assumed,
      ];
    },
    want: ["USER_STREAM", true, false, "listen-key", "listen-key"],
  },
  // Rules
  {
    name: "limits in milliseconds, an assumed amount",
    of: ({ limits }) =>
      limits.map(({ id, windowMs, amount, assumed }) => [id, windowMs, amount, assumed]),
    want: [
      ["weight1m", 60_000, 6000, undefined],
      ["orders1d", 86_400_000, 100, "order-rate"],
    ],
  },
  {
    name: "statuses as ranges",
    of: ({ statuses }) => statuses.map(({ from, to, advice }) => [from, to, advice]),
    want: [
      [429, 429, "wait"],
      [418, 418, "stop"],
      [500, 599, "backOff"],
    ],
  },
  {
    name: "codes with an assumed status",
    of: ({ errors }) => errors.map(({ code, status }) => [code, status]),
    want: [
      [-1003, undefined],
      [-1021, 400],
    ],
  },
  {
    name: "the retry schedule",
    of: ({ retry }) => retry,
    want: {
      rules: [
        { status: { from: 418, to: 418 }, action: "never" },
        { status: { from: 500, to: 599 }, action: "backOff" },
        { code: -1021, action: "resyncClock" },
        { status: { from: 429, to: 429 }, action: "retryAfterHeader" },
        { code: -1003, action: "backOff" },
      ],
      backoff: { firstMs: 1000, factor: 2, maxMs: 32_000, jitter: "full" },
    },
  },
  {
    name: "the signing window, from its parameter",
    of: ({ signing: { windowMsDefault, windowMsMax, partSeparator, vectors } }) => [
      windowMsDefault,
      windowMsMax,
      partSeparator,
      vectors.length,
    ],
    want: [5000, 60_000, "", 1],
  },
  {
    name: "order rules with assumed fields among documented ones",
    of: ({ orderRules }) =>
      orderRules.types.map(({ type, required, forbidden, assumed }) => [
        type,
        required,
        forbidden,
        assumed,
      ]),
    want: [
      ["LIMIT", ["quantity", "price"], [], undefined],
      ["MARKET", ["quantity"], ["price"], "market-fields"],
      ["STOP", ["quantity"], [], "order-types"],
    ],
  },
  {
    name: "final states",
    of: ({ orderStates }) =>
      orderStates.states.map(({ name, final, assumed }) => [name, final, assumed]),
    want: [
      ["NEW", false, undefined],
      ["FILLED", true, "final-states"],
      ["CANCELED", false, undefined],
    ],
  },
  {
    name: "filter rules as they are written",
    of: ({ filters }) =>
      filters[0]?.rules.map(({ id, bound, from, disabledWhen }) => [
        id,
        bound.kind,
        bound.expression,
        from,
        disabledWhen,
      ]),
    want: [
      ["low", "minimum", "minPrice", undefined, "minPrice == 0"],
      ["tick", "multipleOf", "tickSize", "minPrice", undefined],
    ],
  },
  {
    name: "a rule for some types of order",
    edits: [
      [
        "filters/PRICE_FILTER.yaml",
        "id: low",
        'id: low\n    appliesWhen: type in ["LIMIT", "STOP"] && ceil(price / 2) >= 0',
      ],
    ],
    of: ({ filters }) => filters[0]?.rules[0]?.appliesWhen,
    want: 'type in ["LIMIT", "STOP"] && ceil(price / 2) >= 0',
  },
  {
    name: "a rule for algo orders follows their types",
    edits: [
      ["filters/PRICE_FILTER.yaml", "id: low", "id: low\n    appliesTo: algo"],
      ["rules/orderParameters.yaml", "algo: [STOP]", "algo: [STOP, LIMIT]"],
    ],
    of: ({ filters }) => filters[0]?.rules[0]?.appliesWhen,
    want: 'type in ["STOP", "LIMIT"]',
  },
  {
    name: "a rule for iceberg orders follows what makes one",
    edits: [
      ["filters/PRICE_FILTER.yaml", "id: low", "id: low\n    appliesTo: iceberg"],
      ["filters/PRICE_FILTER.yaml", 'price: "0.5"', 'price: "0.5", icebergQty: "1"'],
      ["rules/orderParameters.yaml", "algo: [STOP]", "algo: [STOP]\nicebergWhen: icebergQty > 0"],
    ],
    of: ({ filters }) => filters[0]?.rules[0]?.appliesWhen,
    want: "icebergQty > 0",
  },
  {
    name: "when an order type is refused, and the values that a field needs beside it",
    edits: [
      [
        "rules/orderParameters.yaml",
        "algo: [STOP]",
        "algo: [STOP]\nfields: { price: { needs: { side: BUY } } }",
      ],
      [
        "rules/orderParameters.yaml",
        "description: Later.,",
        "description: Later., refusedWhen: wouldTrigger,",
      ],
    ],
    of: ({ orderRules }) => [
      orderRules.types.map(({ refusedWhen }) => refusedWhen),
      orderRules.fieldNeeds,
    ],
    want: [[undefined, undefined, "wouldTrigger"], { price: { side: "BUY" } }],
  },
  {
    name: "what stands beside a reference goes before what it leads to",
    edits: [["schemas/Id.yaml", "format: int64", "format: int64\nminimum: 5"]],
    of: (contract) => [
      operation("getOrder")(contract)?.parameters.find(({ name }) => name === "orderId")?.minimum,
    ],
    want: [0],
  },
  {
    name: "one of two fields is needed, as it is assumed",
    edits: [
      [
        "rules/orderParameters.yaml",
        "algo: [STOP]",
        "algo: [STOP]\nlookup: { atLeastOne: [orderId, clientId], first: orderId, x-assumed: listen-key }",
      ],
    ],
    of: parameter("getOrder", "orderId"),
    want: {
      name: "orderId",
      kind: "int64",
      required: false,
      minimum: 0,
      onlyWith: ["symbol"],
      orElse: ["clientId"],
      orElseAssumed: "listen-key",
    },
  },
  // Streams
  {
    name: "a channel",
    of: ({ channels }) =>
      channels.map(({ id, address, parameters, afterReconnect, messages }) => [
        id,
        address,
        parameters,
        afterReconnect,
        messages.map(({ name, eventType, payload }) => [name, eventType, payload]),
      ]),
    want: [
      [
        "depth",
        "{symbol}@depth",
        [{ name: "symbol", letterCase: "lower" }],
        "newSnapshot",
        [["depthUpdate", "depthUpdate", reference("DepthUpdate")]],
      ],
    ],
  },
  {
    name: "schemas of both documents, each once",
    of: ({ schemas }) =>
      schemas.filter(({ name }) => name === "Id" || name === "DepthUpdate").length,
    want: 2,
  },
  // Assumptions
  {
    name: "the places that name an assumption",
    of: ({ assumptions }) => assumptions.find(({ id }) => id === "jitter")?.usedBy,
    want: [{ file: "spec/rules/retry.yaml", line: 7, column: 75 }],
  },
  {
    name: "what was seen of an assumption, and that nothing checks it",
    edits: [
      [
        "assumptions.yaml",
        "{ gap",
        "{ evidence: [{ seen: '2026-11-01', times: 2, at: spec/x }], gap",
      ],
    ],
    of: ({ assumptions: [first] }) => [first?.evidence, first?.check],
    want: [
      [{ seen: "2026-11-01", times: 2, at: "spec/x" }],
      { never: "Nobody has written a check yet." },
    ],
  },
  {
    name: "a response that is written elsewhere",
    edits: [
      ["responses.yaml", "Refused:", "Fine:\n  description: Fine.\nRefused:"],
      [
        "responses.yaml",
        "Fine.\n",
        `Fine.\n  content: { ${json}: { schema: { type: string } } }\n`,
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
    of: (contract) => operation("createListenKey")(contract)?.responses,
    want: [{ schema: { kind: "text" } }],
  },
  // Bundles
  {
    name: "the standard security requirement",
    of: ({ documents }) => securityIn(documents.openapi),
    want: {
      getTime: [],
      getDepth: [],
      getOrder: [{ ApiKey: [], Signature: [] }],
      placeOrder: [{ ApiKey: [], Signature: [] }],
      createListenKey: [{ ApiKey: [] }],
    },
  },
  {
    name: "usage headers, those of orders on placements alone",
    of: ({ documents }) => headersIn(documents.openapi),
    want: {
      getTime: ["X-WEIGHT"],
      getDepth: ["X-WEIGHT"],
      getOrder: ["X-WEIGHT"],
      placeOrder: ["X-WEIGHT", "X-ORDERS"],
      createListenKey: ["X-WEIGHT"],
    },
  },
];

for (const { name, edits = [], of, want } of rows) {
  test(name, async () => expect(of(await contractOf(...edits))).toEqual(want));
}

test("the bundles are plain JSON", async () => {
  const { documents } = await contractOf();
  expect(JSON.parse(JSON.stringify(documents))).toEqual(documents);
});

function operationsIn(
  document: Contract["documents"]["openapi"],
): readonly Record<string, unknown>[] {
  const paths = Object.values(document["paths"] ?? {}) as Record<string, unknown>[];
  return paths.flatMap((item) => Object.values(item) as Record<string, unknown>[]);
}

function securityIn(document: Contract["documents"]["openapi"]): Record<string, unknown> {
  return Object.fromEntries(
    operationsIn(document).map((one) => [one["operationId"], one["security"]]),
  );
}

function headersIn(document: Contract["documents"]["openapi"]): Record<string, unknown> {
  return Object.fromEntries(
    operationsIn(document).map((one) => {
      const responses = one["responses"] as Record<string, { headers?: object }>;
      return [one["operationId"], Object.keys(responses["200"]?.headers ?? {})];
    }),
  );
}
