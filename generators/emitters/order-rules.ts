import type { Contract, OrderTypeRule } from "../contract/model.ts";
import { flat } from "../write/doc.ts";
import type { Module } from "../write/imports.ts";
import { widthMax } from "../write/literal.ts";
import { isIdentifier, quoted } from "../write/names.ts";
import { type Emitter, source } from "../write/source.ts";
import { alias, callable, table } from "../write/statements.ts";

/** The rules of orders: their fields by type, their states, and the balances they move. */
export const orderRules: Emitter = {
  name: "order-rules",
  sources: ["spec/rules/{order,bal,ver}*.yaml"],
  emit: (contract) =>
    source({
      path: "order-rules.ts",
      emitter: orderRules,
      modules: [orderCheck],
      statements: [
        ...fieldRules(contract),
        ...stateTables(contract),
        balanceTable(contract),
        refreshTable(contract),
      ],
    }),
};

const orderCheck: Module = {
  from: "../runtime/filters/order-check.ts",
  names: ["OrderParameters", "ReportOrderField"],
};

const see = "spec/rules/orderParameters.yaml";

function fieldRules({ orderRules: { types, algo } }: Contract) {
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
          "`oneOf`, none of `forbidden`. `assumed` and `assumedFields` name the assumptions that " +
          "stand for what the interface does not show. A type with `triggersWhenPrice` waits " +
          "until the last price comes to its stop price that way, and then becomes another type.",
        see,
      },
      Object.fromEntries(rules),
    ),
    table("algoOrderTypes", { text: "Types that count as algo orders.", see }, algo),
    callable(
      "checkOrderType",
      {
        text:
          "Reports every field that an order lacks or must not have by its type; nothing for a " +
          "type that the spec does not know.",
        see,
      },
      {
        parameters: [
          { name: "order", type: "OrderParameters" },
          { name: "report", type: "ReportOrderField" },
        ],
        returnType: "void",
        statements: [checkStatements(types).join("\n")],
      },
    ),
  ];
}

function checkStatements(types: readonly OrderTypeRule[]): readonly string[] {
  const names = types.flatMap(({ required, oneOf, forbidden }) => {
    return [...required, ...oneOf.flat(), ...forbidden];
  });
  const own = [...new Set(names)].filter(isIdentifier);
  return [
    ...(own.length === 0 ? [] : [`const { ${own.join(", ")} } = order;`]),
    "switch (order.type) {",
    ...types.flatMap((rule) => [`  case ${quoted(rule.type)}:`, ...typeChecks(rule), "    break;"]),
    "}",
  ];
}

/** The checks of one type: missing fields, then those it does not take, then choices. */
function typeChecks(rule: OrderTypeRule): readonly string[] {
  const { required, oneOf, forbidden } = rule;
  const assumedBy = (field: string): string => {
    const assumed = rule.assumedFields[field] ?? rule.assumed;
    return assumed === undefined ? "" : `, ${quoted(assumed)}`;
  };
  const one = (kind: string, field: string, test: string): readonly string[] => {
    const condition = `${variable(field)} ${test} undefined`;
    return check(condition, `report("${kind}", ${quoted(field)}${assumedBy(field)})`);
  };
  return [
    ...required.flatMap((field) => one("required", field, "===")),
    ...forbidden.flatMap((field) => one("forbidden", field, "!==")),
    ...oneOf.flatMap((fields) => choiceChecks(fields, assumedBy)),
  ];
}

/** One of the fields must be there, and no second one. */
function choiceChecks(
  fields: readonly string[],
  assumedBy: (field: string) => string,
): readonly string[] {
  const report = (kind: string, names: readonly string[], field = ""): string =>
    `report("${kind}", [${names.map(quoted).join(", ")}]${assumedBy(field)})`;
  const isMissing = fields.map((field) => `${variable(field)} === undefined`).join(" && ");
  return [
    ...check(isMissing, report("required", fields, fields[0])),
    ...fields.slice(1).flatMap((field, index) => {
      const before = fields.slice(0, index + 1);
      const others = before.map((each) => `${variable(each)} !== undefined`).join(" || ");
      const isSecond = `${variable(field)} !== undefined`;
      const condition = `${before.length === 1 ? others : `(${others})`} && ${isSecond}`;
      return check(condition, report("exclusive", [...before, field], field));
    }),
  ];
}

function check(condition: string, report: string): readonly string[] {
  const line = `    if (${condition}) ${report};`;
  return line.length + 2 <= widthMax
    ? [line]
    : [`    if (${condition}) {`, `      ${report};`, "    }"];
}

function variable(field: string): string {
  return isIdentifier(field) ? field : `order[${quoted(field)}]`;
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
    callable("isFinal", finalDoc, {
      parameters: [{ name: "status", type: "string" }],
      returnType: "boolean",
      statements: ["return finalOrderStates.some((state) => state === status);"],
    }),
    callable("canMove", moveDoc, {
      parameters: [
        { name: "before", type: "string" },
        { name: "after", type: "string" },
      ],
      returnType: "boolean",
      statements: [
        "return orderTransitions.some(({ from, to }) => from === before && to === after);",
      ],
    }),
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
        "The operation that returns the trading rules, and after how many milliseconds they are " +
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
