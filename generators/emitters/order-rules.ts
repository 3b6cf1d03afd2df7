import type { Contract } from "../contract/model.ts";
import { flat } from "../write/doc.ts";
import type { Module } from "../write/imports.ts";
import { type Emitter, source } from "../write/source.ts";
import { alias, constant, pure, table } from "../write/structures.ts";

/** The life of an order, as data: its fields by type, its states, and the balances it moves. */
export const orderRules: Emitter = {
  name: "order-rules",
  sources: ["spec/rules/{order,bal,ver}*.yaml"],
  emit: (contract) =>
    source({
      path: "order-rules.ts",
      emitter: orderRules,
      modules: [orderLife],
      statements: [
        ...fieldRules(contract),
        ...stateTables(contract),
        balanceTable(contract),
        refreshTable(contract),
      ],
    }),
};

const orderLife: Module = {
  from: "../runtime/filters/order-life.ts",
  names: ["finalCheck", "moveCheck"],
};

function fieldRules({ orderRules: { types, algo } }: Contract) {
  const see = "spec/rules/orderParameters.yaml";
  const rules = types.map((rule) => {
    const { type, required, oneOf, forbidden, becomes, description, assumed } = rule;
    const marked = Object.keys(rule.assumedFields).length > 0;
    const assumedFields = marked ? rule.assumedFields : undefined;
    const text = flat(description);
    const waits = { becomes, triggersWhenPrice: rule.triggersWhenPrice };
    const fields = { required, oneOf, forbidden, assumedFields };
    return [type, { ...fields, ...waits, description: text, assumed }];
  });
  return [
    table(
      "orderTypeRules",
      {
        text:
          "The fields of an order by its type: all of `required`, exactly one of each list in " +
          "`oneOf`, none of `forbidden`. `assumed` and `assumedFields` name the ledger entries " +
          "of what the interface does not show. A type with `triggersWhenPrice` waits until the " +
          "last price comes to its stop price that way, and then becomes another type.",
        see,
      },
      Object.fromEntries(rules),
    ),
    table("algoOrderTypes", { text: "Types that count as algo orders.", see }, algo),
  ];
}

function stateTables({ orderStates: { states, transitions } }: Contract) {
  const see = "spec/rules/orderStates.yaml";
  const stateRows = states.map(({ name, description, final, assumed }) => [
    name,
    { description: flat(description), final, assumed },
  ]);
  const finals = states.filter(({ final }) => final).map(({ name }) => name);
  return [
    table("orderStates", { text: "Every state of an order.", see }, Object.fromEntries(stateRows)),
    table("finalOrderStates", { text: "States that an order never leaves.", see }, finals),
    table(
      "orderTransitions",
      { text: "How an order moves from state to state, and what moves it.", see },
      transitions.map(({ origin: _, ...transition }) => transition),
    ),
    alias("OrderState", { text: "The name of a state of an order." }, "keyof typeof orderStates"),
    constant("isFinal", finalDoc, pure("finalCheck(finalOrderStates)")),
    constant("canMove", moveDoc, pure("moveCheck(orderTransitions)")),
  ];
}

const finalDoc = {
  text:
    "Whether nothing changes an order in this state any more: `isFinal(order.status)`. `false` " +
    "for a state that the spec does not know.",
};

const moveDoc = {
  text:
    "Whether an order can go from one state to the next at once: `canMove(before, after)`. " +
    "`false` for a state that the spec does not know, and out of every final one.",
};

function refreshTable({ rulesRefresh }: Contract) {
  return table(
    "rulesRefresh",
    {
      text:
        "The operation that tells the trading rules, and after how many milliseconds they are " +
        "fetched again; `null` where the spec does not say.",
      see: "spec/rules/versioning.yaml",
    },
    rulesRefresh === undefined ? null : { ...rulesRefresh },
  );
}

function balanceTable({ balanceMoves }: Contract) {
  return table(
    "balanceMoves",
    {
      text: "What an order moves between the free and the locked part of a balance, and when.",
      see: "spec/rules/balances.yaml",
    },
    balanceMoves.map(({ origin: _, ...move }) => ({
      ...move,
      description: flat(move.description),
    })),
  );
}
