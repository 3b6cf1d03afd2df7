import type { Contract } from "../contract/model.ts";
import { flat } from "../write/doc.ts";
import { source, type Emitter } from "../write/source.ts";
import { alias, table } from "../write/structures.ts";

/** The life of an order, as data: its fields by type, its states, and the balances it moves. */
export const orderRules: Emitter = {
  name: "order-rules",
  sources: ["spec/rules/{order*,balances}.yaml"],
  emit: (contract) =>
    source({
      path: "order-rules.ts",
      emitter: orderRules,
      statements: [...fieldRules(contract), ...stateTables(contract), balanceTable(contract)],
    }),
};

function fieldRules({ orderRules: { types, algo } }: Contract) {
  const see = "spec/rules/orderParameters.yaml";
  const rules = types.map(({ type, required, oneOf, forbidden, description, assumed }) => [
    type,
    { required, oneOf, forbidden, description: flat(description), assumed },
  ]);
  return [
    table(
      "orderTypeRules",
      {
        text:
          "The fields of an order by its type: all of `required`, exactly one of each list in " +
          "`oneOf`, none of `forbidden`.",
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
  ];
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
