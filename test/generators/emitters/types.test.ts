import type { OrderTypeRule, Schema } from "../../../generators/contract/model.ts";
import { types } from "../../../generators/emitters/types.ts";
import { type EmitterCase, testEmitter } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const record = (...properties: ReturnType<typeof given.property>[]): Schema => ({
  kind: "record",
  properties,
  additional: undefined,
});
const withSchema = (...named: ReturnType<typeof given.schema>[]) =>
  given.contract({ schemas: named });
const request = (...parameters: ReturnType<typeof given.parameter>[]) =>
  given.contract({ operations: [given.operation({ parameters })] });
const signed = given.security("SIGNED");

const optional = (name: string) => given.property(name, { kind: "text" }, { required: false });
const market: OrderTypeRule = {
  type: "MARKET",
  required: [],
  oneOf: [["quantity", "quoteOrderQty"]],
  forbidden: ["price"],
  assumedFields: {},
  becomes: undefined,
  triggersWhenPrice: undefined,
  refusedWhen: undefined,
  description: "At any price.",
  assumed: undefined,
};

const cases: readonly EmitterCase[] = [
  {
    name: "a record is an interface with its description and its file",
    given: withSchema(
      given.schema(
        "Order",
        record(
          given.property("price", { kind: "decimal" }, { description: "In the quote asset." }),
        ),
        {
          description: "An order.",
        },
      ),
    ),
    want: `
      /**
       * An order.
       *
       * @see spec/schemas/Order.yaml
       */
      export interface Order {
        /** In the quote asset. */
        readonly price: Decimal;
      }`,
  },
  {
    name: "keys that differ only by letter case stay two",
    given: withSchema(
      given.schema(
        "Event",
        record(given.property("e", { kind: "text" }), given.property("E", { kind: "int64" })),
      ),
    ),
    want: `
      readonly e: string;
      readonly E: Int64;`,
  },
  {
    name: "an assumed property names its assumption",
    given: withSchema(
      given.schema(
        "Order",
        record(
          given.property("list", { kind: "int64" }, { required: false, assumed: "order-extras" }),
        ),
      ),
    ),
    want: `
      /** Assumed, not documented: order-extras */
      readonly list?: Int64;`,
  },
  {
    name: "a choice is a list and its words, and open in an answer",
    given: withSchema(
      given.schema("Side", given.choice(["BUY", "SELL"])),
      given.schema("Order", record(given.property("side", { kind: "reference", name: "Side" }))),
    ),
    want: `export const sides = ["BUY", "SELL"] as const;`,
  },
  {
    name: "a choice by name is open in an answer",
    given: withSchema(
      given.schema("Side", given.choice(["BUY", "SELL"])),
      given.schema("Order", record(given.property("side", { kind: "reference", name: "Side" }))),
    ),
    want: "readonly side: Open<Side>;",
  },
  {
    name: "a choice in place is open too",
    given: withSchema(
      given.schema("Rule", record(given.property("type", given.choice(["A", "B"], true)))),
    ),
    want: `readonly type: Open<"A" | "B">;`,
  },
  {
    name: "a tuple has labels and a rest",
    given: withSchema(
      given.schema("Kline", {
        kind: "tuple",
        items: [
          {
            name: "openTime",
            description: "Its start.",
            schema: { kind: "int64" },
            origin: given.origin(),
          },
          { name: "open", description: "", schema: { kind: "decimal" }, origin: given.origin() },
        ],
        rest: { kind: "text" },
      }),
    ),
    want: `
      export type Kline = readonly [
        /** Its start. */
        openTime: Int64,
        open: Decimal,
        ...rest: string[],
      ];`,
  },
  {
    name: "an unlisted member of a union does not blur the listed ones",
    given: withSchema(
      given.schema(
        "LOT_SIZE",
        record(given.property("filterType", { kind: "literal", value: "LOT_SIZE" })),
      ),
      given.schema("UnknownFilter", record(given.property("filterType", { kind: "text" }))),
      given.schema("Filter", {
        kind: "union",
        members: [
          { kind: "reference", name: "LOT_SIZE" },
          { kind: "reference", name: "UnknownFilter" },
        ],
      }),
    ),
    want: "readonly filterType: UnlistedWord;",
  },
  {
    name: "a request has the bounds of its fields, and a closed choice",
    given: request(
      given.parameter("side", { required: true, schema: given.choice(["BUY", "SELL"]) }),
      given.parameter("limit", {
        schema: { kind: "integer" },
        default: 500,
        maximum: 1000,
        aboveMaximum: "truncate",
      }),
    ),
    want: `
      export interface GetTimeRequest {
        readonly side: "BUY" | "SELL";
        /** Default: 500. At most 1000; the exchange lowers a larger value to it. */
        readonly limit?: number | undefined;
      }`,
  },
  {
    name: "the client stamps and signs: a timestamp is optional, a signature no field",
    given: given.contract({
      operations: [
        given.operation({
          security: signed,
          parameters: [
            given.parameter("timestamp", { required: true, schema: { kind: "int64" } }),
            given.parameter("signature", { required: true }),
          ],
        }),
      ],
    }),
    want: "readonly timestamp?: Int64 | undefined;",
    not: "signature",
  },
  {
    name: "an order is a union by its types, with what each needs and does not take",
    given: given.contract({
      orderRules: { algo: [], types: [market], fieldNeeds: {} },
      operations: [
        given.operation({
          id: "placeOrder",
          placement: { clientId: "id", resolvedBy: { operation: "getOrder", parameter: "id" } },
          parameters: [
            given.parameter("type", { choices: ["MARKET", "NEW_KIND"] }),
            ...["quantity", "quoteOrderQty", "price"].map((name) => given.parameter(name)),
          ],
        }),
      ],
    }),
    want: `
      export type PlaceOrderRequest =
        /** At any price. */
        | OrderOf<PlaceOrderFields, "MARKET", "quantity", "price" | "quoteOrderQty">
        | OrderOf<PlaceOrderFields, "MARKET", "quoteOrderQty", "price" | "quantity">
        | OrderOf<PlaceOrderFields, "NEW_KIND", never, never>;`,
  },
  {
    name: "a request that needs one of two fields has a type for each",
    given: request(given.parameter("id", { orElse: ["name"] }), given.parameter("name")),
    want: `
      export type GetTimeRequest =
        | (GetTimeFields & Given<GetTimeFields, "id">)
        | (GetTimeFields & Given<GetTimeFields, "name">);`,
  },
  {
    name: "a rule over two fields says what it is assumed by",
    given: request(given.parameter("id", { orElse: ["name"], orElseAssumed: "order-lookup" })),
    want: "/** Required unless `name` is given (assumed: order-lookup). */",
  },
  {
    name: "a response has the fields of its level of detail, and of those before it",
    given: withSchema({
      ...given.schema("Placed", record(...["a", "b", "c"].map((name) => optional(name)))),
      detail: { parameter: "detail", levels: { LOW: ["a"], HIGH: ["b"] }, assumed: "levels" },
    }),
    want: `
      export interface Placeds {
        readonly LOW: Omit<Placed, "a" | "b"> & Required<Pick<Placed, "a">>;
        readonly HIGH: Placeds["LOW"] & Required<Pick<Placed, "b">>;
      }`,
  },
  {
    name: "a 64-bit integer that is always safe is a number",
    given: withSchema(given.schema("Milliseconds", { kind: "int64", safe: true })),
    want: "export type Milliseconds = number;",
  },
  {
    name: "an operation without fields takes none",
    given: request(),
    want: "export type GetTimeRequest = Readonly<Record<string, never>>;",
  },
  {
    name: "a message with a payload of its own gets a type",
    given: given.contract({
      channels: [
        given.channel({
          messages: [given.message({ payload: record(given.property("e", { kind: "text" })) })],
        }),
      ],
    }),
    want: "export interface DepthUpdateMessage {",
  },
  {
    name: "hostile names and texts stay text",
    given: withSchema(
      given.schema(
        "Order",
        record(given.property("__proto__", { kind: "literal", value: '";evil();"' })),
        {
          description: "*/ evil(); /*",
        },
      ),
    ),
    want: `readonly ["__proto__"]: '";evil();"';`,
    not: "*/ evil",
  },
];
testEmitter(types, cases);
