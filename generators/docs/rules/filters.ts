import { amountFields } from "../../../runtime/filters/read.ts";
import type { AmountField } from "../../../runtime/filters/types.ts";
import {
  componentsOf,
  listIn,
  lookUp,
  objectIn,
  resolved,
  textIn,
  textsIn,
} from "../../contract/documents/json.ts";
import type {
  Contract,
  Filter,
  FilterRule,
  Json,
  JsonObject,
  MarketDatum,
} from "../../contract/model.ts";
import { fieldList } from "../field-list.ts";
import { anchor, code, type Html, html, joined, prose, terms } from "../html.ts";
import { operationLink, parameterHref, placingOperation } from "../links.ts";
import type { Mark } from "../marks.ts";
import { areaField, inputField, selectField } from "./fields.ts";

/** The filters page: a calculator, and a card per filter. */
export function filters(contract: Contract, mark: Mark): Html {
  return html`
<h1>Filters</h1>
<p class="lead">
Trading rules that the exchange publishes per symbol or for the whole exchange. A rule applies
to an order that has all the fields it names; without the market data that it needs, its
result is unknown. Round values down to satisfy a filter, never up.
</p>
${calculator(contract)}
<h2 id="filters">All filters</h2>
<p>${joined(inOrder(contract).map(({ name }) => html`<a href="#${name}">${name}</a>`))}</p>
${inOrder(contract).map((filter) => filterCard(filter, contract, mark))}`;
}

/** The filters in the order of the spec's union. */
export function inOrder({ documents, filters: all }: Contract): readonly Filter[] {
  const { Filter: union } = componentsOf(documents.openapi, "schemas");
  const names = listIn(objectIn(union)["oneOf"]).map((one) =>
    textIn(objectIn(one)["$ref"]).split("/").at(-1),
  );
  return all.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
}

const shown = ["x-rules", "x-vectors", "x-scope", "x-site", "x-rounding"];

function filterCard(filter: Filter, contract: Contract, mark: Mark): Html {
  const { name, description, scope, siteMayLack, fields, rules } = filter;
  const schemas = componentsOf(contract.documents.openapi, "schemas");
  const further = Object.entries(objectIn(schemas[name]))
    .filter(([key]) => key.startsWith("x-") && !shown.includes(key))
    .map(([key, value]) => [key.slice(2), value] as const);
  // The filter's name is not a setting.
  const own = fields.filter(({ schema }) => schema.kind !== "literal");
  return html`
<section class="card" id="${name}">
<h3><a class="self" href="#${name}">${code(name)}</a> <span class="mark open">per ${scope}</span>
${siteMayLack ? html`<span class="mark open">SITE symbols may lack it</span>` : undefined}</h3>
<p>${prose(description)}</p>
<p><strong>Refuses an order when</strong></p>
<ul class="rules">${rules.map((rule) => ruleItem(name, rule, mark))}</ul>
${terms(
  own.map((field) => [
    anchor(`${name}.${field.name}`, code(field.name)),
    html`${prose(field.description)}${mark(field.assumed)}`,
  ]),
)}
${fieldList(Object.fromEntries(further), mark)}
${checkedFields(filter, contract)}
${example(filter)}
</section>`;
}

function ruleItem(filter: string, rule: FilterRule, mark: Mark): Html {
  const { id, description, assumed, appliesWhen, disabledWhen } = rule;
  const condition = (words: string, expression: string | undefined, guess?: string): Html =>
    expression === undefined
      ? html``
      : html` ${words} ${code(expressionText(expression))}${mark(guess)}.`;
  return html`<li>${code(refusalText(rule))} ${anchor(`${filter}.${id}`, id)}${mark(assumed)}<br />
<span class="soft small">Holds when ${code(ruleText(rule))}. ${prose(description)}${condition("Only when", appliesWhen, rule.appliesAssumed)}${condition("Off when", disabledWhen, rule.disabledAssumed)}</span></li>\n`;
}

/** The order fields that a filter checks, linked to their operation. */
function checkedFields(filter: Filter, contract: Contract): Html | undefined {
  const operation = placingOperation(contract);
  const names = operation?.parameters.map(({ name }) => name).filter((name) => reads(filter, name));
  if (operation === undefined || names === undefined || names.length === 0) return undefined;
  const listing = contract.operations.find(({ id }) => id === contract.rulesRefresh?.operation);
  const source = listing === undefined ? undefined : html` Listed by ${operationLink(listing)}.`;
  return html`<p class="small">Checks ${joined(names.map((name) => html`<a href="${parameterHref(name)}">${code(name)}</a>`))} of
${operationLink(operation)}.${source}</p>`;
}

/** Whether a filter's rule compares an order field, not its own field of that name. */
export function reads({ rules, fields }: Filter, field: string): boolean {
  const word = new RegExp(`\\b${field}\\b`, "u");
  const isOwn = fields.some(({ name }) => name === field);
  return !isOwn && rules.some(({ value }) => word.test(value));
}

/** The form of the calculator; scripts/docs/browser/filters.ts fills in the results. */
function calculator(contract: Contract): Html {
  const operation = placingOperation(contract);
  const choice = (name: string, chosen?: string): Html => {
    const field = operation?.parameters.find((one) => one.name === name);
    const words = [...(field?.required === true ? [] : [""]), ...(field?.choices ?? [])];
    const options = words.map((word) => [word, word] as const);
    return selectField(`order-${name}`, name, options, chosen);
  };
  const amounts: Readonly<Partial<Record<AmountField, string>>> = {
    quantity: "0.012345678",
    price: "43000.005",
  };
  return html`
<h2 id="try">Check an order</h2>
<p>The client’s own code checks and rounds the order in this page, as you type.</p>
<form id="filters-form" class="calculator" autocomplete="off" hidden>
<div class="pair">
${selectField("filters-symbol", "symbol", [])}
${choice("side")}
${choice("type")}
${choice("timeInForce", "GTC")}
${amountFields.map((name) => inputField(`order-${name}`, name, amounts[name] ?? ""))}
</div>
<details><summary>Market and account data</summary>
<p class="small soft">If a field is empty here, rules that need it have no result.</p>
<ul class="small">${contract.marketData.map(marketItem)}</ul>
<div class="pair">${contract.marketData.map(({ name }) => inputField(`market-${name}`, name, ""))}</div>
</details>
<details><summary>Symbols of another exchange</summary>
${areaField("filters-information", "Response of exchange information, as JSON", recordedInformation(contract))}
</details>
<div id="filters-result" class="result" aria-live="polite"></div>
</form>
<noscript><p>The calculator needs JavaScript; the rules below do not.</p></noscript>`;
}

function marketItem({ name, unit, description, from }: MarketDatum): Html {
  const { operation, field, of } = from;
  const where = [operation, field, of].filter((part) => part !== undefined).join(", ");
  return html`<li><code>${name}</code> (${unit}): ${description} From ${where}.</li>`;
}

/** The recorded response with the sandbox's symbols. */
function recordedInformation({ documents, operations, rulesRefresh }: Contract): string {
  const operation = operations.find(({ id }) => id === rulesRefresh?.operation);
  const { openapi } = documents;
  const place = ["paths", operation?.path ?? "", operation?.method.toLowerCase() ?? ""];
  const content = [...place, "responses", "200", "content", "application/json", "examples"];
  const [first] = Object.values(objectIn(lookUp(openapi, content)));
  const { value } = resolved(openapi, first);
  return value === undefined ? "" : JSON.stringify(value, undefined, 1);
}

/** The first vector that violates a rule, beside a valid one with the same settings. */
function example({ vectors }: Filter): Html | undefined {
  const count = (vector: JsonObject, key: string): number => listIn(vector[key]).length;
  const broken = vectors.find((vector) => count(vector, "violates") > 0);
  if (broken === undefined) return undefined;
  const setting = JSON.stringify(broken["filter"]);
  const kept = vectors.find(
    (vector) =>
      count(vector, "violates") + count(vector, "unknown") === 0 &&
      JSON.stringify(vector["filter"]) === setting,
  );
  return html`
<p class="small"><strong>Worked example.</strong> With ${settings(broken["filter"])}:</p>
<ul class="small">
<li>${order(broken)} violates ${joined(textsIn(broken["violates"]).map(code))}.</li>
${kept === undefined ? undefined : html`<li>${order(kept)} satisfies every rule.</li>`}
</ul>`;
}

function order({ order: fields, context }: JsonObject): Html {
  const hasMarket = Object.keys(objectIn(context)).length > 0;
  const market = hasMarket ? html` and ${settings(context)}` : undefined;
  return html`An order with ${settings(fields)}${market}`;
}

function settings(values: Json | undefined): Html {
  const entries = Object.entries(objectIn(values)).filter(([name]) => name !== "filterType");
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
