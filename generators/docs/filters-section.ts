import { listIn, objectIn, textsIn } from "../contract/documents/json.ts";
import type { Contract, Filter, FilterRule, JsonObject } from "../contract/model.ts";
import { facts } from "./facts.ts";
import { inReadingOrder, ruleMarks } from "./filter-data.ts";
import { expressionFormula, ruleFormula } from "./formula.ts";
import type { Html } from "./html.ts";
import { html, prose } from "./html.ts";
import type { Mark } from "./marks.ts";
import { table } from "./page.ts";

/** Every filter: what it is for, its fields, its rules as formulas, and one worked example. */
export function filtersSection(contract: Contract, mark: Mark): Html {
  const schemas = objectIn(objectIn(contract.documents.openapi["components"])["schemas"]);
  return html` <h2 id="filters">Filters</h2>
    <p>
      Trading rules that the exchange hands out per symbol or for itself as a whole. A rule is asked
      of an order that has all the fields it speaks of; what market data it needs and does not have
      leaves it unknown. Round values down to satisfy a filter, never up.
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
    ${ruleTable(rules, node, mark)}
    <dl class="facts">
      ${own.map(
        (field) =>
          html`<dt><code>${field.name}</code></dt>
            <dd>${prose(field.description)}${mark(field.assumed)}</dd> `,
      )}
    </dl>
    ${further.length === 0 ? undefined : facts(block, mark)} ${example(filter)}
  </section>`;
}

/** Conditions have a column only where a rule of the filter has one. */
function ruleTable(rules: readonly FilterRule[], node: JsonObject, mark: Mark): Html {
  const asked = rules.some(({ appliesWhen }) => appliesWhen !== undefined);
  const off = rules.some(({ disabledWhen }) => disabledWhen !== undefined);
  const heads = [
    "Rule",
    "Holds when",
    ...(asked ? ["Asked when"] : []),
    ...(off ? ["Off when"] : []),
  ];
  const rows = rules.map((rule) => {
    const { id, description, appliesWhen, disabledWhen, assumed } = rule;
    const marks = ruleMarks(node, rule);
    return [
      html`${id}${mark(assumed)}`,
      html`${ruleFormula(rule)}<br /><span class="soft small">${prose(description)}</span>`,
      ...(asked ? [condition(appliesWhen, mark(marks.appliesWhen))] : []),
      ...(off ? [condition(disabledWhen, mark(marks.disabledWhen))] : []),
    ];
  });
  return table(heads, rows);
}

function condition(expression: string | undefined, mark: Html | undefined): Html {
  return expression === undefined ? html`` : html`${expressionFormula(expression)}${mark}`;
}

/** The first vector that breaks a rule beside one of the same filter that keeps all of them. */
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
        ${order(broken)} breaks
        ${textsIn(broken["violates"]).map(
          (id, index) => html`${index === 0 ? "" : ", "}<strong>${id}</strong>`,
        )}.
      </li>
      ${kept === undefined ? undefined : html`<li>${order(kept)} keeps every rule.</li>`}
    </ul>`;
}

function order(vector: JsonObject): Html {
  const context = objectIn(vector["context"]);
  const market = Object.keys(context).length === 0 ? undefined : html` and ${settings(context)}`;
  return html`An order with ${settings(vector["order"])}${market}`;
}

function settings(values: JsonObject[string] | undefined): Html {
  const entries = Object.entries(objectIn(values)).filter(([name]) => name !== "filterType");
  return html`${entries.map(
    ([name, value], index) =>
      html`${index === 0 ? "" : ", "}<code>${name} = ${String(value)}</code>`,
  )}`;
}
