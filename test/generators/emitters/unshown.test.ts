/**
 * What no part of the real spec shows: of everything else, `generated/` is what an emitter prints,
 * and drift.test.ts compares it.
 */

import { readExpression } from "../../../generators/contract/filters/expressions.ts";
import type { Expression } from "../../../generators/contract/filters/model.ts";
import type {
  Contract,
  OrderTypeRule,
  Property,
  Schema,
} from "../../../generators/contract/model.ts";
import { client } from "../../../generators/emitters/client.ts";
import { documents } from "../../../generators/emitters/documents.ts";
import { filters } from "../../../generators/emitters/filters.ts";
import { handlers } from "../../../generators/emitters/handlers.ts";
import { iterators } from "../../../generators/emitters/iterators.ts";
import { limits } from "../../../generators/emitters/limits.ts";
import { operations } from "../../../generators/emitters/operations.ts";
import { orderRules } from "../../../generators/emitters/order-rules.ts";
import { responses } from "../../../generators/emitters/responses.ts";
import { streamClient } from "../../../generators/emitters/streams/client.ts";
import { orderBook } from "../../../generators/emitters/streams/order-book.ts";
import { streams } from "../../../generators/emitters/streams/streams.ts";
import { tables } from "../../../generators/emitters/tables.ts";
import { types } from "../../../generators/emitters/types.ts";
import { type EmitterCase, testEmitter } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

/** A contract, and lines that must be in the output, or must not. */
type Row = readonly [name: string, given: Contract, want: string, not?: string];

const text = { kind: "text" } as const;
const record = (...properties: readonly Property[]): Schema => {
  return { kind: "record", properties, additional: undefined };
};
const reference = (name: string) => ({ kind: "reference", name }) as const;
const one = (facets: Parameters<typeof given.operation>[0], ...schemas: Contract["schemas"]) =>
  given.contract({ schemas, operations: [given.operation(facets)] });
const signed = given.security("SIGNED");
const time = given.schema("ServerTime", text);
const typed = (type: OrderTypeRule["type"], facets: Partial<OrderTypeRule>) => {
  const empty = { required: [], oneOf: [], anyOf: [], forbidden: [] };
  const absent = { becomes: undefined, triggersWhenPrice: undefined, refusedWhen: undefined };
  const others = { assumedFields: {}, description: "", assumed: undefined };
  const rule: OrderTypeRule = { type, ...empty, ...absent, ...others, ...facets };
  return { algo: [], types: [rule], fieldNeeds: [] };
};

/** Two placements, of which one names a query that is not there. */
const placing = (id: string, query: string) => {
  const resolvedBy = { operation: query, parameter: "b" };
  return given.operation({ id, placement: { clientId: "a", resolvedBy } });
};
const [placeOrder, amendOrder] = [
  placing("placeOrder", "getOrder"),
  placing("amendOrder", "getMore"),
];
const getOrder = given.operation({
  id: "getOrder",
  responses: [{ schema: { kind: "list", items: reference("ServerTime") }, when: undefined }],
});
const placements = given.contract({
  schemas: [time],
  operations: [placeOrder, amendOrder, getOrder],
});

const methods: readonly Row[] = [
  [
    "a weight that is not stated",
    one({ weight: null }, time),
    "Weight: not stated by the interface.",
  ],
  [
    "a weight by tiers and per account",
    one(
      {
        weight: {
          ip: {
            ...{ kind: "byTier", parameter: "limit", default: 500 },
            tiers: [
              { from: 1, to: 100, weight: 1 },
              { from: 101, to: 500, weight: 5 },
            ],
          },
          account: { kind: "fixed", weight: 1 },
        },
      },
      time,
    ),
    "Weight: by `limit` 1 for 1 to 100, 5 for 101 to 500 (without `limit`: 5), per IP address, and 1",
  ],
  [
    "a timestamp that nobody signs is a field like any other",
    one({ parameters: [given.parameter("timestamp", { required: true })] }, time),
    "getTime(request: GetTimeRequest, options?: CallOptions)",
  ],
  [
    "a client that places nothing has the methods of filters alone",
    one({}, time),
    'const featureMethods = client.methods as Pick<Client, "after" | "now" | "filters">;',
    "observeOrder",
  ],
  [
    "an outcome of a query that the contract lacks holds any object",
    placements,
    `
      tryAmendOrder(
        request: AmendOrderRequest,
        options?: CallOptions,
      ): Promise<Placement<ServerTime, object>>;`,
  ],
  [
    "what is pending is any of the outcomes; of a query that the contract lacks, any object",
    placements,
    `
      ): Promise<
        readonly (Placement<ServerTime, readonly ServerTime[]> | Placement<ServerTime, object>)[]
      >;`,
  ],
];

const bundles = given.contract({
  documents: {
    openapi: {
      ...{ openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {} },
      components: { schemas: { Side: { type: "string", enum: ["BUY", "SELL"] } } },
    },
    asyncapi: { asyncapi: "3.0.0", info: { title: "t", version: "1" } },
  },
});

const name = (scope: "filter" | "order", word: string): Expression => {
  return { kind: "name", type: "decimal", scope, name: word };
};

const sum = (left: Expression, right: Expression): Expression => {
  return { kind: "arithmetic", type: "decimal", operator: "+", left, right };
};
const isZero = (left: Expression): Expression => {
  const right = { kind: "number", type: "integer", text: "0" } as const;
  return { kind: "comparison", type: "boolean", operator: "==", left, right };
};

const absent = { from: undefined, disabledWhen: undefined, appliesWhen: undefined };
const values = (...names: readonly string[]) =>
  names.map((each) => ({ name: each, type: "decimal" as const, alsoNamed: undefined }));
const lotSize = (rules: readonly string[], bound: string, grid: (from: string) => object) =>
  given.contract({
    filters: [
      given.filter({
        name: "LOT_SIZE",
        values: values("report", "step-size", "stepSize", "minQty"),
        rules: rules.map((id) => {
          const trees = {
            value: name("order", "quantity"),
            bound: name("filter", bound),
            ...absent,
          };
          return given.rule({
            ...{ id, bound: { kind: "multipleOf", expression: "" } },
            trees: { ...trees, ...grid(id) },
          });
        }),
      }),
    ],
  });
const owned = lotSize(["step"], "report", () => ({
  disabledWhen: isZero(name("filter", "stepSize")),
}));

const checks: readonly Row[] = [
  [
    "a filter's fields may have the names of what its function calls",
    owned,
    `
        const { quantity } = order;
        if (quantity !== undefined) {
          if (filter.stepSize !== 0 && !isMultiple(quantity, filter.report))
            report("step", quantity, filter.report);
        }`,
  ],
  [
    "rules with constants and grids of their own do not share them",
    lotSize(["min-qty", "maxQty"], "stepSize", (from) => ({
      value: sum(name("order", "quantity"), name("filter", from)),
      from: name("filter", from),
      disabledWhen: isZero(name("order", "price")),
    })),
    `
        const { quantity, price } = order;
        const start = filter.offset === "zero" ? 0 : filter["min-qty"];
        const start2 = filter.offset === "zero" ? 0 : filter.maxQty;
        if (quantity !== undefined && price !== undefined) {
          const value = plus(quantity, filter["min-qty"]);
          if (price !== 0 && !isMultiple(minus(value, start), filter.stepSize))
            report("min-qty", value, filter.stepSize, start);
        }
        if (quantity !== undefined && price !== undefined) {
          const value = plus(quantity, filter.maxQty);
          if (price !== 0 && !isMultiple(minus(value, start2), filter.stepSize))
            report("maxQty", value, filter.stepSize, start2);
        }`,
  ],
  [
    "one function calls that of the filter's kind",
    owned,
    `
      switch (filter.filterType) {
        case "LOT_SIZE":
          return checkLotSize(filter, order, report);
      }`,
  ],
];

const defaults = [
  given.parameter("all", { default: false }),
  given.parameter("from", { default: 0 }),
  given.parameter("until", { defaultFromNowMs: 0 }),
];
const pages = { operation: "getAll", key: "id", from: "fromId", limit: "limit", limitMax: 10 };
const trades = { kind: "list", items: reference("Trade") } as const;
const order = given.schema("Order", record(given.property("id", { kind: "int64" })));
const either = { kind: "union", members: [reference("Order"), { kind: "unstated" }] } as const;
const answers = (schema: Schema, ...schemas: Contract["schemas"]) =>
  one({ responses: [{ schema, when: undefined }] }, ...schemas);
const depth = given.channel({ messages: [given.message()] });
const channel = (facets: Partial<typeof depth>) =>
  given.contract({
    schemas: [given.schema("DepthUpdate", text)],
    channels: [{ ...depth, ...facets }],
  });
const gaps = [
  { name: "symbol", letterCase: "lower" },
  { name: "interval", letterCase: "asIs" },
] as const;

const { streamRules } = given.contract();
const seen = new Map(
  ["seq", "from", "till", "previous.till"].map(
    (word) => [word, { type: "integer", scope: "event" }] as const,
  ),
);
const tree = (condition: string) => readExpression(condition, "boolean", seen).tree;
const bookKeeping = {
  limit: 500,
  message: {
    ...{ type: "bookChange", fields: { first: "from", last: "till" } },
    wrapper: { stream: "channel", data: "body" },
  },
  snapshot: { last: "seq", bids: "buyers", asks: "sellers" },
  sequences: [
    {
      name: "documented" as const,
      ...{ drop: tree("till <= seq"), first: tree("from <= seq + 1") },
      next: tree("!(from != previous.till) || from - 1 > 2 * previous.till && true"),
    },
  ],
};
const book = given.contract({ streamRules: { ...streamRules, bookKeeping } });

const market = {
  ...{ required: ["side"], oneOf: [["quantity", "quoteOrderQty", "lots"]] },
  forbidden: ["price", "client-id", "in", "report"],
  assumedFields: { price: "market-price" },
};
const stop = {
  ...{ required: ["side", "price"], assumedFields: { price: "stop-price" } },
  assumed: "order-types",
};
const choices = given.operation({
  ...{ id: "placeOrder", placement: placeOrder?.placement },
  parameters: [
    given.parameter("type", { choices: ["MARKET", "NEW_KIND"] }),
    ...["quantity", "quoteOrderQty", "price"].map((word) => given.parameter(word)),
  ],
});
const owing = [
  given.parameter("timestamp", { required: true, schema: { kind: "int64" } }),
  given.parameter("signature", { required: true }),
];
const window = {
  id: "weight1m",
  counts: "weight",
  per: "ip",
  carriedBy: "everyResponse",
  ...{ windowMs: 60_000, amount: null, header: "X-USED", description: "", origin: given.origin() },
} as const;
const payload = given.message({ payload: record(given.property("e", text)) });

const groups = [
  [client, methods],
  [documents, [["a closed choice does not take others", bundles, 'Side: "BUY" | "SELL";']]],
  [filters, checks],
  [
    handlers,
    [
      [
        "a default of false or 0 is filled in like any other",
        one({ parameters: defaults }, time),
        'getTime(request: Filled<GetTimeRequest, "all" | "from">, context: Context)',
      ],
      ["a summary becomes a sentence", one({ summary: "Server time" }, time), "* Server time.\n"],
      ["the present is a default, too", one({ parameters: defaults }, time), "until: 0"],
    ],
  ],
  [
    iterators,
    [
      [
        "a list by id alone has no start time",
        one(
          {
            id: "getAll",
            pages: { ...pages, overlaps: true },
            responses: [{ schema: trades, when: undefined }],
          },
          given.schema("Trade", record()),
        ),
        "Rows start from `fromId`, else with the latest page, or `toId`.",
      ],
      ["a spec without lists has no functions", one({}), "export { PageGapError }", "each"],
    ],
  ],
  [
    limits,
    [
      [
        "an amount that is not stated is null",
        given.contract({ limits: [window] }),
        "amount: null,",
      ],
    ],
  ],
  [operations, [["an unstated weight is null", one({ weight: null }), "weight: null,"]]],
  [
    orderRules,
    [
      [
        "the fields of a type are checked by a function",
        given.contract({ orderRules: typed("MARKET", market) }),
        `
        const { side, quantity, quoteOrderQty, lots, price } = order;
        switch (order.type) {
          case "MARKET":
            if (side === undefined) report("required", "side");
            if (price !== undefined) report("forbidden", "price", "market-price");
            if (order["client-id"] !== undefined) report("forbidden", "client-id");
            if (order["in"] !== undefined) report("forbidden", "in");
            if (order["report"] !== undefined) report("forbidden", "report");
            if (quantity === undefined && quoteOrderQty === undefined && lots === undefined)
              report("required", ["quantity", "quoteOrderQty", "lots"]);
            if (quantity !== undefined && quoteOrderQty !== undefined)
              report("exclusive", ["quantity", "quoteOrderQty"]);
            if ((quantity !== undefined || quoteOrderQty !== undefined) && lots !== undefined)
              report("exclusive", ["quantity", "quoteOrderQty", "lots"]);
            break;
        }`,
      ],
      [
        "the assumption of a field goes before that of its type",
        given.contract({ orderRules: typed("STOP", stop) }),
        `
            if (side === undefined) report("required", "side", "order-types");
            if (price === undefined) report("required", "price", "stop-price");`,
      ],
    ],
  ],
  [
    responses,
    [
      [
        "a response of which an alternative is not shown has no type",
        answers(either, order),
        "responses: {}",
      ],
      [
        "a required field of any type has to be there",
        answers(record(given.property("x", { kind: "unstated" }))),
        'getTime: { record: { required: { x: "any" } } }',
      ],
    ],
  ],
  [
    streamClient,
    [
      [
        "without a policy, what is had again as a whole has no holes",
        channel({ backlog: undefined }),
        '"stale", options),',
      ],
      [
        "a name with more than one gap takes them one by one",
        channel({ parameters: gaps }),
        '(symbol, interval, options) => open("depth", [{ symbol, interval }], "stale", options),',
      ],
    ],
  ],
  [
    orderBook,
    [
      [
        "the names of fields are a table",
        book,
        `
        message: {
          type: "bookChange",
          fields: { first: "from", last: "till" },
          wrapper: { stream: "channel", data: "body" },
        },
        snapshot: { last: "seq", bids: "buyers", asks: "sellers" },`,
      ],
      [
        "another condition gives other code",
        book,
        `
      if (
        event.first === previous.last ||
        (minus(event.first, 1) > times(2, previous.last) && true)
      )`,
      ],
    ],
  ],
  [
    streams,
    [
      [
        "a message that does not announce itself has no guard",
        channel({ messages: [given.message({ eventType: undefined })] }),
        "export const streams",
        "export function is",
      ],
      [
        "bounds of a connection that the spec does not state are absent",
        channel({}),
        "export const connectionRules = { methods: {} } as const satisfies ConnectionRules;",
      ],
    ],
  ],
  [
    tables,
    [
      [
        "a contract without an envelope has none among its tables",
        given.contract({ envelope: undefined }),
        "export const tables = { advice: errorAdvice, openCodes, retry, signing, statuses };",
      ],
    ],
  ],
  [
    types,
    [
      [
        "an order is a union by its types, with what each needs and does not take",
        given.contract({
          orderRules: typed("MARKET", {
            ...{ oneOf: [["quantity", "quoteOrderQty"]], forbidden: ["price"] },
            description: "At any price.",
          }),
          operations: [choices],
        }),
        `
      export type PlaceOrderRequest =
        /** At any price. */
        | OrderOf<PlaceOrderFields, "MARKET", "quantity", "price" | "quoteOrderQty">
        | OrderOf<PlaceOrderFields, "MARKET", "quoteOrderQty", "price" | "quantity">
        | OrderOf<PlaceOrderFields, "NEW_KIND", never, never>;`,
      ],
      [
        "the client stamps and signs: a timestamp is optional, a signature no field",
        one({ security: signed, parameters: owing }),
        "readonly timestamp?: Int64 | undefined;",
        "signature",
      ],
      [
        "a request that needs one of two fields has a type for each",
        one({ parameters: [given.parameter("id", { orElse: ["name"] }), given.parameter("name")] }),
        `
      export type GetTimeRequest =
        | (GetTimeFields & Given<GetTimeFields, "id">)
        | (GetTimeFields & Given<GetTimeFields, "name">);`,
      ],
      [
        "a 64-bit integer that is always safe is a number",
        given.contract({ schemas: [given.schema("Milliseconds", { kind: "int64", safe: true })] }),
        "export type Milliseconds = number;",
      ],
      [
        "a message with a payload of its own gets a type",
        given.contract({ channels: [given.channel({ messages: [payload] })] }),
        "export interface DepthUpdateMessage {",
      ],
    ],
  ],
] as const satisfies readonly (readonly [Parameters<typeof testEmitter>[0], readonly Row[]])[];

for (const [emitter, rows] of groups) {
  testEmitter(
    emitter,
    rows.map(([title, contract, want, not]: Row): EmitterCase => {
      return { name: `${emitter.name}: ${title}`, given: contract, want, ...(not && { not }) };
    }),
  );
}
