import type {
  Contract,
  FieldNeed,
  Operation,
  OrderRules,
  OrderTypeRule,
} from "../contract/model.ts";
import { notFoundCodeOf } from "../contract/operations/operations.ts";
import { flat } from "../write/doc.ts";
import type { Emitter } from "../write/emitter.ts";
import { table } from "../write/literal.ts";
import {
  camelCase,
  fieldsName,
  isTypedOrder,
  isVariable,
  quoted,
  requestName,
} from "../write/names.ts";
import { typeWriter } from "../write/type-text.ts";

/** The rules of orders: fields by type, and states. */
export const orderRules: Emitter = {
  name: "order-rules",
  sources: ["spec/rules/{order*,versioning}.yaml"],
  emit: (contract) => {
    const writer = typeWriter(contract);
    const { types, algo, fieldNeeds } = contract.orderRules;
    const placing = contract.operations.filter((each) => isTypedOrder(each, contract));
    const text = `
import {
  checkedOrder,
  type OrderParameters,
  type ReportOrderField,
} from "../runtime/filters/order-check.ts";
${writer.imports}
import { signing } from "./tables.ts";
import { ${placing.map(({ id }) => camelCase(id)).join(", ")} } from "./operations.ts";

${table("orderTypeRules", typesDoc, Object.fromEntries(types.map(typeRow)))}
${table("algoOrderTypes", { text: "Types that count as algo orders.", see: seeFields }, algo)}
/**
 * Reports every field that an order lacks or must not have by its type; nothing for a type that the
 * spec does not know.
 *
 * @see ${seeFields}
 */
export function checkOrderType(order: OrderParameters, ${types.length === 0 ? "_" : ""}report: ReportOrderField): void {
  ${fieldConstants(contract.orderRules)}
  switch (order.type) {
    ${types.map((rule) => typeChecks(rule, fieldNeeds)).join("\n")}
  }
}

${placing.map(requestHelper).join("\n")}
${table("rulesRefresh", refreshDoc, contract.rulesRefresh ?? null)}`;
    return [
      { path: "order-rules.ts", text },
      { path: "order-states.ts", text: statesText(contract) },
    ];
  },
};

/** The states, apart: a cancellation needs them without the fields of orders. */
function statesText(contract: Contract): string {
  const { states, transitions } = contract.orderStates;
  const finals = states.filter(({ final }) => final).map(({ name }) => name);
  const assumed = states.find((state) => state.final && state.assumed !== undefined)?.assumed;
  const moves = {
    text: "The transitions between order states, and what triggers each.",
    see: seeStates,
  };
  return `
${table("finalOrderStates", { ...finalsDoc, assumed }, finals)}
${table("orderTransitions", moves, transitions)}
${stateFunctions}
${cancellations(contract)}`;
}

const seeFields = "spec/rules/orderRules.yaml";
const seeStates = "spec/rules/orderStates.yaml";

const typesDoc = {
  text:
    "The fields of an order by its type: all of `required`, exactly one of each list in `oneOf`, " +
    "at least one of each in `anyOf`, none of `forbidden`. `assumed` and `assumedFields` name the assumptions behind what the " +
    "interface does not document. A type with `triggersWhenPrice` waits until the last price comes " +
    "to its stop price that way, and then becomes another type. One with `refusedWhen` is refused " +
    "where it would match or trigger at once.",
  see: seeFields,
};

const finalsDoc = { text: "States that an order never leaves.", see: seeStates };

const refreshDoc = {
  text:
    "The operation that returns the trading rules, and after how many milliseconds they are " +
    "fetched again; `null` where the spec does not say.",
  see: "spec/rules/versioning.yaml",
};

const stateFunctions = `
/**
 * Whether an order in this state no longer changes: \`isFinal(order.status)\`. \`false\` for a
 * state that the spec does not know.
 */
export function isFinal(status: string): boolean {
  return finalOrderStates.some((state) => state === status);
}

/**
 * Whether an order can go from one state to the next at once: \`canMove(before, after)\`. \`false\`
 * for a state that the spec does not know, and out of every final one.
 */
export function canMove(before: string, after: string): boolean {
  return orderTransitions.some(({ from, to }) => from === before && to === after);
}
`;

/** How the outcome of each cancellation is resolved, by operation. */
function cancellations({ operations }: Contract): string {
  const canceling = operations.filter(({ cancellation }) => cancellation !== undefined);
  const text =
    "How the outcome of a cancellation whose response was lost is resolved, by operation.";
  const docs = { text, see: canceling[0]?.origin.file };
  const rules = canceling.map(({ id, cancellation }) => {
    const notFoundCode = notFoundCodeOf(operations, cancellation?.queriedBy ?? "");
    return [id, { ...cancellation, notFoundCode }] as const;
  });
  return table("cancellationRules", docs, Object.fromEntries(rules));
}

function typeRow({ type, ...rule }: OrderTypeRule) {
  const { required, oneOf, anyOf, forbidden, becomes, triggersWhenPrice, refusedWhen } = rule;
  const isMarked = Object.keys(rule.assumedFields).length > 0;
  const assumedFields = isMarked ? rule.assumedFields : undefined;
  const choices = anyOf.length === 0 ? { oneOf } : { oneOf, anyOf };
  const fields = { required, ...choices, forbidden, assumedFields };
  const triggers = { becomes, triggersWhenPrice, refusedWhen };
  return [
    type,
    { ...fields, ...triggers, description: flat(rule.description), assumed: rule.assumed },
  ] as const;
}

function fieldConstants({ types, fieldNeeds }: OrderRules): string {
  const ofTypes = types.flatMap(({ required, oneOf, anyOf, forbidden }) => {
    return [...required, ...oneOf.flat(), ...anyOf.flat(), ...forbidden];
  });
  const ofFields = types.flatMap((rule) => fieldNeeds.filter((need) => isAsked(need, rule)));
  const names = [...ofTypes, ...ofFields.flatMap(({ field, other }) => [field, other])];
  const own = [...new Set(names)].filter(isConstant);
  return own.length === 0 ? "" : `const { ${own.join(", ")} } = order;`;
}

/** Whether an order of a type can have the field, and the other one beside it. */
function isAsked({ field, other }: FieldNeed, { forbidden }: OrderTypeRule): boolean {
  return !forbidden.includes(field) && !forbidden.includes(other);
}

/** Reports another value than a field needs; where none is sent, the exchange has its own. */
function needCheck({ field, other, value, assumed }: FieldNeed): string {
  const isOther = `${variable(other)} !== ${quoted(value)}`;
  const conditions = [isPresent(field), isPresent(other), isOther];
  const given = [`"needs"`, list([field, other, value]), ...(assumed ? [quoted(assumed)] : [])];
  return `if (${conditions.join(" && ")}) report(${given.join(", ")});`;
}

/** The checks of one type: missing fields, then forbidden ones, choices, and needed values. */
function typeChecks(rule: OrderTypeRule, fieldNeeds: readonly FieldNeed[]): string {
  const { type, required, oneOf, anyOf, forbidden } = rule;
  const check = (condition: string, kind: string, fields: string, about = ""): string => {
    const assumed = rule.assumedFields[about] ?? rule.assumed;
    const marked = assumed === undefined ? "" : `, ${quoted(assumed)}`;
    return `if (${condition}) report("${kind}", ${fields}${marked});`;
  };
  const checks = [
    ...required.map((field) => check(isMissing(field), "required", quoted(field), field)),
    ...forbidden.map((field) => check(isPresent(field), "forbidden", quoted(field), field)),
    ...anyOf.map((fields) =>
      check(fields.map(isMissing).join(" && "), "required", list(fields), fields[0]),
    ),
    ...oneOf.flatMap((fields) => [
      check(fields.map(isMissing).join(" && "), "required", list(fields), fields[0]),
      ...fields.slice(1).map((field, index) => {
        const before = fields.slice(0, index + 1);
        const isSecond = `(${before.map(isPresent).join(" || ")}) && ${isPresent(field)}`;
        return check(isSecond, "exclusive", list([...before, field]), field);
      }),
    ]),
    ...fieldNeeds.filter((need) => isAsked(need, rule)).map(needCheck),
  ];
  return `case ${quoted(type)}:\n${checks.join("\n")}\nbreak;`;
}

/** A function that makes a request from untyped fields. */
function requestHelper({ id }: Operation): string {
  return `
/**
 * Checks the fields of an order that was built step by step, and gives them the type of a request
 * of \`${camelCase(id)}\`. Assumed rules refuse nothing here.
 *
 * @throws InvalidRequestError with every issue of the fields.
 * @see ${seeFields}
 */
export function ${camelCase(`${id}Request`)}(
  fields: { readonly [Name in keyof ${fieldsName(id)}]?: unknown },
): ${requestName(id)} {
  const rules = { checkOrderType, stamped: [signing.timestamp] };
  return checkedOrder(fields, ${camelCase(id)}, rules) as ${requestName(id)};
}
`;
}

/** Whether a field name can be a constant in the order check. */
function isConstant(field: string): boolean {
  return isVariable(field) && field !== "order" && field !== "report";
}

function list(fields: readonly string[]): string {
  return `[${fields.map(quoted).join(", ")}]`;
}

function isMissing(field: string): string {
  return `${variable(field)} === undefined`;
}

function isPresent(field: string): string {
  return `${variable(field)} !== undefined`;
}

function variable(field: string): string {
  return isConstant(field) ? field : `order[${quoted(field)}]`;
}
