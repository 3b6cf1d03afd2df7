import * as read from "../../contract/documents/read.ts";
import type { Contract, Filter, FilterRule, Json, JsonObject } from "../../contract/model.ts";
import { operationLink, orderFieldLink, placingOperation } from "../links.ts";
import {
  anchor,
  code,
  heading,
  joined,
  link,
  list,
  type Md,
  md,
  prose,
  table,
  terms,
  widget,
} from "../markdown.ts";
import { alsoAssumed, mark } from "../marks.ts";

/** The filters page: a calculator, and a card per filter. */
export function filterPage(contract: Contract): Md {
  const filters = inOrder(contract);
  return md`
# Filters

Trading rules that the exchange publishes per symbol or for the whole exchange. A rule applies
to an order that has all the fields it names; without the market data that it needs, its
result is unknown. Round values down to satisfy a filter, never up.

## {#try} Check an order

The client’s own code checks and rounds the order in this page, as you type.
${widget("filters", "a calculator that checks and rounds an order")}
## {#filters} All filters

${filters.length === 0 ? "The contract has none." : joined(filters.map(({ name }) => link(`#${name}`, name)))}

${filters.map((filter) => filterCard(filter, contract))}
## {#market-data} Market and account data

What the rules above need beside the order and the filter’s own fields.
${table(
  ["Name", "Unit", "Meaning", "From"],
  contract.marketData.map(
    ({ name, unit, description, from: { operation, field, of }, assumed }) => [
      md`${anchor(name, code(name))}${mark(assumed)}`,
      md`${unit}`,
      prose(description),
      joined([operationLink({ id: operation }), field && code(field), of]),
    ],
  ),
  "They need nothing.",
)}`;
}

/** The filters in the order of the spec's union. */
export function inOrder({ documents, filters: all }: Contract): readonly Filter[] {
  const { Filter: union } = read.components(documents.openapi, "schemas");
  const names = read.list(union, "oneOf").map((one) => read.text(one, "$ref").split("/").at(-1));
  return all.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
}

function filterCard(filter: Filter, contract: Contract): Md {
  const { name, description, scope, siteMayLack, fields, rules } = filter;
  const { openapi } = contract.documents;
  // The filter's name is not a setting.
  const own = fields.filter(({ schema }) => schema.kind !== "literal");
  const text = md`${heading(3, name, code(name))}
${prose(description)} It holds per ${scope}.${siteMayLack && " SITE symbols may lack it."}

**Refuses an order when**
${list(rules.map((rule) => ruleItem(name, rule)))}
${terms(
  own.map((field) => [
    anchor(`${name}.${field.name}`, code(field.name)),
    md`${prose(field.description)}${mark(field.assumed)}`,
  ]),
)}
`;
  return md`${text}${alsoAssumed(contract, openapi, read.components(openapi, "schemas")[name], text)}
${checkedFields(filter, contract)}
${example(filter)}`;
}

function ruleItem(filter: string, rule: FilterRule): Md {
  const { id, description, assumed, appliesWhen, disabledWhen } = rule;
  const condition = (words: string, expression: string | undefined, guess?: string): Md =>
    expression === undefined
      ? md``
      : md` ${words} ${code(expressionText(expression))}${mark(guess)}.`;
  return md`${code(refusalText(rule))} ${anchor(`${filter}.${id}`, id)}${mark(assumed)}: holds when
${code(ruleText(rule))}. ${prose(description)}${condition("Only when", appliesWhen, rule.appliesAssumed)}${condition("Off when", disabledWhen, rule.disabledAssumed)}`;
}

/** The order fields that a filter checks, linked to their operation. */
function checkedFields(filter: Filter, contract: Contract): Md | undefined {
  const operation = placingOperation(contract);
  const names = operation?.parameters.map(({ name }) => name).filter((name) => reads(filter, name));
  if (operation === undefined || names === undefined || names.length === 0) return undefined;
  const listing = contract.operations.find(({ id }) => id === contract.rulesRefresh?.operation);
  const source = listing && md` Listed by ${operationLink(listing)}.`;
  return md`
Checks ${joined(names.map((name) => orderFieldLink(contract, name)))} of
${operationLink(operation)}.${source}
`;
}

/** Whether a filter's rule compares an order field, not its own field of that name. */
export function reads({ rules, fields }: Filter, field: string): boolean {
  const word = new RegExp(`\\b${field}\\b`, "u");
  const isOwn = fields.some(({ name }) => name === field);
  return !isOwn && rules.some(({ value }) => word.test(value));
}

/** The first vector that violates a rule, beside a valid one with the same settings. */
function example({ vectors }: Filter): Md | undefined {
  const count = (vector: JsonObject, key: string): number => read.list(vector[key]).length;
  const broken = vectors.find((vector) => count(vector, "violates") > 0);
  if (broken === undefined) return undefined;
  const setting = JSON.stringify(broken["filter"]);
  const kept = vectors.find(
    (vector) =>
      count(vector, "violates") + count(vector, "unknown") === 0 &&
      JSON.stringify(vector["filter"]) === setting,
  );
  return md`
**Worked example.** With ${settings(broken["filter"])}:

${list([
  md`${order(broken)} violates ${joined(read.texts(broken, "violates").map(code))}.`,
  kept && md`${order(kept)} satisfies every rule.`,
])}`;
}

function order({ order: fields, context }: JsonObject): Md {
  const hasMarket = Object.keys(read.object(context)).length > 0;
  const market = hasMarket && md` and ${settings(context)}`;
  return md`An order with ${settings(fields)}${market}`;
}

function settings(values: Json | undefined): Md {
  const entries = Object.entries(read.object(values)).filter(([name]) => name !== "filterType");
  return joined(entries.map(([name, value]) => code(`${name} = ${String(value)}`)));
}

/** A rule as a formula with mathematical signs: `price ≥ minPrice`. */
export function ruleText(rule: FilterRule): string {
  return formula(rule, { minimum: "≥", maximum: "≤", multipleOf: "is a multiple of" });
}

/** What a rule refuses: `price < minPrice`. */
function refusalText(rule: FilterRule): string {
  return formula(rule, { minimum: "<", maximum: ">", multipleOf: "is not a multiple of" });
}

function formula(
  { value, bound, from }: FilterRule,
  relations: Readonly<Record<FilterRule["bound"]["kind"], string>>,
): string {
  const start = from === undefined ? "" : ` − ${expressionText(from)}`;
  const left = `${expressionText(value)}${start}`;
  return `${left} ${relations[bound.kind]} ${expressionText(bound.expression)}`;
}

const signs: Readonly<Record<string, string>> = {
  "<=": " ≤ ",
  ">=": " ≥ ",
  "==": " = ",
  "!=": " ≠ ",
  "<": " < ",
  ">": " > ",
  "*": " × ",
  "/": " ÷ ",
  "-": " − ",
  "+": " + ",
  "&&": " and ",
  "||": " or ",
  "!": "not ",
  ",": ", ",
  in: " is one of ",
};

/** A CEL expression with mathematical signs. */
export function expressionText(expression: string): string {
  const tokens =
    expression.match(/"[^"]*"|[A-Za-z_][\w.]*|\d[\d.]*|<=|>=|==|!=|&&|\|\||\S/gu) ?? [];
  return tokens
    .map((token) => (Object.hasOwn(signs, token) ? signs[token] : token.replaceAll('"', "")))
    .join("");
}
