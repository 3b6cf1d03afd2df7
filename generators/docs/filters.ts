import { listIn, objectIn, textIn, textsIn } from "../contract/documents/json.ts";
import type { Contract, Filter, FilterRule, Json, JsonObject } from "../contract/model.ts";
import { facts } from "./facts.ts";
import { code, type Html, html, joined, prose, table, terms } from "./html.ts";
import type { Mark } from "./marks.ts";

/** Every filter: what it is for, its fields, its rules as formulas, and one worked example. */
export function filterCards({ documents, filters }: Contract, mark: Mark): Html {
  const schemas = objectIn(objectIn(documents.openapi["components"])["schemas"]);
  // In the order of the union of all filters in the spec.
  const union = listIn(objectIn(schemas["Filter"])["oneOf"]).map((one) =>
    textIn(objectIn(one)["$ref"]).split("/").at(-1),
  );
  const sorted = filters.toSorted((a, b) => union.indexOf(a.name) - union.indexOf(b.name));
  return html`
<h2 id="filters">Filters</h2>
<p>
Trading rules that the exchange publishes per symbol or for the whole exchange. A rule applies
to an order that has all the fields it names; without the market data that it needs, its
result is unknown. Round values down to satisfy a filter, never up.
</p>
${sorted.map((filter) => filterCard(filter, objectIn(schemas[filter.name]), mark))}`;
}

const shown = ["x-rules", "x-vectors", "x-scope", "x-site", "x-rounding"];

function filterCard(filter: Filter, node: JsonObject, mark: Mark): Html {
  const { name, description, scope, siteMayLack, fields, rules } = filter;
  const further = Object.entries(node)
    .filter(([key]) => key.startsWith("x-") && !shown.includes(key))
    .map(([key, value]) => [key.slice(2), value] as const);
  // The name of the filter is no setting of it.
  const own = fields.filter(({ schema }) => schema.kind !== "literal");
  return html`
<section class="card" id="${name}">
<h3>${code(name)} <span class="mark open">per ${scope}</span>
${siteMayLack ? html`<span class="mark open">SITE symbols may lack it</span>` : undefined}</h3>
<p>${prose(description)}</p>
${table(
  ["Rule", "Holds when", "Applies when", "Off when"],
  rules.map((rule) => ruleRow(rule, mark)),
)}
${terms(
  own.map((field) => [code(field.name), html`${prose(field.description)}${mark(field.assumed)}`]),
)}
${facts(Object.fromEntries(further), mark)}
${example(filter)}
</section>`;
}

function ruleRow(rule: FilterRule, mark: Mark): readonly Html[] {
  const { id, description, assumed, appliesWhen, disabledWhen } = rule;
  const condition = (expression: string | undefined, guess: string | undefined): Html =>
    expression === undefined ? html`` : html`${code(expressionText(expression))}${mark(guess)}`;
  return [
    html`${id}${mark(assumed)}`,
    html`${code(ruleText(rule))}<br /><span class="soft small">${prose(description)}</span>`,
    condition(appliesWhen, rule.appliesAssumed),
    condition(disabledWhen, rule.disabledAssumed),
  ];
}

/** The first vector that violates a rule, beside one with the same settings that violates none. */
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

/** A filter rule as a formula with mathematical signs: `price ≥ minPrice`. */
export function ruleText({ value, bound, from }: FilterRule): string {
  const [left, right] = [expressionText(value), expressionText(bound.expression)];
  switch (bound.kind) {
    case "minimum":
      return `${left} ≥ ${right}`;
    case "maximum":
      return `${left} ≤ ${right}`;
    case "multipleOf": {
      const start = from === undefined ? "" : ` − ${expressionText(from)}`;
      return `${left}${start} is a multiple of ${right}`;
    }
  }
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

/** A CEL expression as text with mathematical signs. */
export function expressionText(expression: string): string {
  const tokens =
    expression.match(/"[^"]*"|[A-Za-z_][\w.]*|\d[\d.]*|<=|>=|==|!=|&&|\|\||\S/gu) ?? [];
  return tokens
    .map((token) => (Object.hasOwn(signs, token) ? signs[token] : token.replaceAll('"', "")))
    .join("");
}
