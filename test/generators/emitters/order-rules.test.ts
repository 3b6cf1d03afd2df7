import { orderRules } from "../../../generators/emitters/order-rules.ts";
import { type EmitterCase, testEmitter } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const cases: readonly EmitterCase[] = [
  {
    name: "a cancellation says how its outcome is resolved",
    given: given.contract({
      operations: [
        given.operation({
          id: "dropOrder",
          cancellation: {
            ...{ queriedBy: "findOrder", status: "state", canceled: ["GONE"], refusedCode: -1 },
            renamed: { a: "b" },
          },
        }),
      ],
    }),
    want: `
      dropOrder: {
        queriedBy: "findOrder",
        status: "state",
        canceled: ["GONE"],
        refusedCode: -1,
        renamed: { a: "b" },
      },`,
  },
  {
    name: "a type says which fields it needs",
    given: given.contract({
      orderRules: {
        algo: ["STOP_LOSS"],
        fieldNeeds: { icebergQty: { timeInForce: "GTC" } },
        types: [
          {
            type: "MARKET",
            required: [],
            oneOf: [["quantity", "quoteOrderQty"]],
            forbidden: ["price"],
            assumedFields: { price: "market-price" },
            becomes: "LIMIT",
            triggersWhenPrice: { BUY: "rises" },
            refusedWhen: "wouldTrigger",
            description: "",
            assumed: "order-types",
          },
        ],
      },
    }),
    want: `
      MARKET: {
        required: [],
        oneOf: [["quantity", "quoteOrderQty"]],
        forbidden: ["price"],
        assumedFields: { price: "market-price" },
        becomes: "LIMIT",
        triggersWhenPrice: { BUY: "rises" },
        refusedWhen: "wouldTrigger",
        description: "",
        assumed: "order-types",
      },`,
  },
  {
    name: "the fields of a type are checked by a function",
    given: given.contract({
      orderRules: {
        algo: [],
        fieldNeeds: {},
        types: [
          {
            type: "MARKET",
            required: ["side"],
            oneOf: [["quantity", "quoteOrderQty", "lots"]],
            forbidden: ["price", "client-id", "in", "report"],
            assumedFields: { price: "market-price" },
            becomes: undefined,
            triggersWhenPrice: undefined,
            refusedWhen: undefined,
            description: "",
            assumed: undefined,
          },
        ],
      },
    }),
    want: `
      export function checkOrderType(order: OrderParameters, report: ReportOrderField): void {
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
        }
      }`,
  },
  {
    name: "the assumption of a field goes before that of its type",
    given: given.contract({
      orderRules: {
        algo: [],
        fieldNeeds: {},
        types: [
          {
            type: "STOP",
            required: ["side", "price"],
            oneOf: [],
            forbidden: [],
            assumedFields: { price: "stop-price" },
            becomes: undefined,
            triggersWhenPrice: undefined,
            refusedWhen: undefined,
            description: "",
            assumed: "order-types",
          },
        ],
      },
    }),
    want: `
            if (side === undefined) report("required", "side", "order-types");
            if (price === undefined) report("required", "price", "stop-price");`,
  },
  {
    name: "final states are listed",
    given: given.contract({
      orderStates: {
        states: [
          { name: "NEW", final: false, assumed: undefined },
          { name: "FILLED", final: true, assumed: "final-states" },
        ],
        transitions: [],
      },
    }),
    want: `
      /**
       * States that an order never leaves.
       *
       * Assumed, not documented: final-states
       *
       * @see spec/rules/orderStates.yaml
       */
      export const finalOrderStates = ["FILLED"] as const;`,
  },
  {
    name: "a transition is a row",
    given: given.contract({
      orderStates: {
        states: [],
        transitions: [{ from: "NEW", trigger: "execution", to: "FILLED", assumed: "transitions" }],
      },
    }),
    want: `{ from: "NEW", trigger: "execution", to: "FILLED", assumed: "transitions" }`,
  },
];

testEmitter(orderRules, cases);
