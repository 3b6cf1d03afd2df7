import { listIn, objectIn, textsIn } from "../contract/documents/json.ts";
import type { Contract, Filter, FilterRule, JsonObject } from "../contract/model.ts";
import { facts } from "./facts.ts";
import { expressionFormula, inReadingOrder, ruleFormula } from "./formula.ts";
import type { Html } from "./html.ts";
import { code, html, joined, prose } from "./html.ts";
import type { Mark } from "./marks.ts";
import { table } from "./page.ts";

/** Every filter: what it is for, its fields, its rules as formulas, and one worked example. */
export function filtersSection(contract: Contract, mark: Mark): Html {
  const schemas = objectIn(objectIn(contract.documents.openapi["components"])["schemas"]);
  return html` <h2 id="filters">Filters</h2>
    <p>
      Trading rules that the exchange publishes per symbol or for the whole exchange. A rule applies
      to an order that has all the fields it names; without the market data that it needs, its
      result is unknown. Round values down to satisfy a filter, never up.
    </p>
    ${inReadingOrder(contract).map((filter) =>
      filterCard(filter, objectIn(schemas[filter.name]), mark),
    )}`;
}

const shown = ["x-rules", "x-vectors", "x-scope", "x-site", "x-rounding"];

function filterCard(filter: Filter, node: JsonObject, mark: Mark): Html {
  const { name, description, scope, siteMayLack, fields, rules } = filter;
  const further = Object.entries(node).filter(
    ([key]) => key.startsWith("x-") && !shown.includes(key),
  );
  const block = Object.fromEntries(further.map(([key, value]) => [key.slice(2), value]));
  // The name of the filter is no setting of it.
  const own = fields.filter(({ schema }) => schema.kind !== "literal");
  return html` <section class="card" id="${name}">
    <h3>
      <code>${name}</code> <span class="mark open">per ${scope}</span>${
        siteMayLack ? html` <span class="mark open">SITE symbols may lack it</span>` : undefined
      }
    </h3>
    <p>${prose(description)}</p>
    ${ruleTable(rules, mark)}
    <dl class="facts">
      ${own.map(
        (field) =>
          html`<dt>${code(field.name)}</dt>
            <dd>${prose(field.description)}${mark(field.assumed)}</dd> `,
      )}
    </dl>
    ${further.length === 0 ? undefined : facts(block, mark)} ${example(filter)}
  </section>`;
}

/** The rules of a filter; conditions have a column only if a rule has one. */
function ruleTable(rules: readonly FilterRule[], mark: Mark): Html {
  const applies = rules.some(({ appliesWhen }) => appliesWhen !== undefined);
  const off = rules.some(({ disabledWhen }) => disabledWhen !== undefined);
  const heads = ["Rule", "Holds when"];
  if (applies) heads.push("Applies when");
  if (off) heads.push("Off when");
  const rows = rules.map((rule) => {
    const { id, description, assumed } = rule;
    return [
      html`${id}${mark(assumed)}`,
      html`${ruleFormula(rule)}<br /><span class="soft small">${prose(description)}</span>`,
      ...(applies ? [condition(rule.appliesWhen, mark(rule.appliesAssumed))] : []),
      ...(off ? [condition(rule.disabledWhen, mark(rule.disabledAssumed))] : []),
    ];
  });
  return table(heads, rows);
}

function condition(expression: string | undefined, mark: Html | undefined): Html {
  return expression === undefined ? html`` : html`${expressionFormula(expression)}${mark}`;
}

/** The first vector that violates a rule, beside one with the same settings that violates none. */
function example({ vectors }: Filter): Html {
  const broken = vectors.find((vector) => listIn(vector["violates"]).length > 0);
  if (broken === undefined) return html``;
  const setting = JSON.stringify(broken["filter"]);
  const kept = vectors.find(
    (vector) =>
      listIn(vector["violates"]).length === 0 &&
      listIn(vector["unknown"]).length === 0 &&
      JSON.stringify(vector["filter"]) === setting,
  );
  return html`<p class="small">
      <strong>Worked example.</strong> With ${settings(broken["filter"])}:
    </p>
    <ul class="small">
      <li>
        ${order(broken)} violates
        ${joined(textsIn(broken["violates"]).map((id) => html`<strong>${id}</strong>`))}.
      </li>
      ${kept === undefined ? undefined : html`<li>${order(kept)} satisfies every rule.</li>`}
    </ul>`;
}

function order(vector: JsonObject): Html {
  const context = objectIn(vector["context"]);
  const market = Object.keys(context).length === 0 ? undefined : html` and ${settings(context)}`;
  return html`An order with ${settings(vector["order"])}${market}`;
}

function settings(values: JsonObject[string] | undefined): Html {
  const entries = Object.entries(objectIn(values)).filter(([name]) => name !== "filterType");
  return joined(entries.map(([name, value]) => code(`${name} = ${String(value)}`)));
}
