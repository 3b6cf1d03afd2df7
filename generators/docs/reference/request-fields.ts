/** The fields of a request as a table: type, whether it is required, meaning, bounds, rules. */

import {
  listIn,
  lookUp,
  objectIn,
  resolved,
  textIn,
  textsIn,
} from "../../contract/documents/json.ts";
import type { Contract, JsonObject, Operation, Parameter } from "../../contract/model.ts";
import { companionTexts } from "../../write/operation-text.ts";
import { code, type Html, html, joined, prose, soft, table } from "../html.ts";
import { parameterHref } from "../links.ts";
import type { Mark } from "../marks.ts";
import { rulesOfField } from "../rules/used-in.ts";
import { enumValues, typeOf } from "../schema-tables.ts";

export function requestFields(contract: Contract, operation: Operation, mark: Mark): Html {
  if (operation.parameters.length === 0) return html`<p>None.</p>`;
  const nodes = parameterNodes(contract, operation);
  const rows = operation.parameters.map((parameter) => {
    const node = nodes.get(parameter.name) ?? {};
    return [
      html`<a id="field.${parameter.name}" href="${parameterHref(parameter.name)}">${code(parameter.name)}</a>${mark(parameter.assumed)}`,
      html`${typeIn(parameter)}${parameter.required ? html` <strong>required</strong>` : undefined}`,
      meaning(contract, operation, { parameter, node, mark }),
    ];
  });
  return html`${table(["Field", "Type", "Meaning"], rows)}${forms([...nodes.values()], mark)}`;
}

/** The assumed forms of texts and numbers, once for all fields. */
function forms(nodes: readonly JsonObject[], mark: Mark): Html | undefined {
  const assumed = nodes
    .map((node) => objectIn(objectIn(node["schema"])["x-assumed-bounds"]))
    .filter((one) => textsIn(one["keywords"]).includes("pattern"));
  const ids = [...new Set(assumed.map((one) => textIn(one["x-assumed"])))];
  if (ids.length === 0) return undefined;
  return html`<p class="soft small">The interface does not show the form of texts and decimals.${ids.map(mark)}</p>`;
}

interface Shown {
  readonly parameter: Parameter;
  /** The parameter in the document, which says which of its bounds are assumed. */
  readonly node: JsonObject;
  readonly mark: Mark;
}

function meaning(contract: Contract, operation: Operation, shown: Shown): Html {
  const { parameter, node, mark } = shown;
  const open = textIn(node["x-unstated"]) || undefined;
  const sentences = [
    prose(parameter.description),
    ...bounds(shown),
    ...(parameter.aboveMaximum === undefined
      ? []
      : [prose("A larger value is truncated to the maximum.")]),
    ...companionTexts(parameter, () => "").map(
      (text) => html`${prose(text)}${mark(parameter.orElseAssumed)}`,
    ),
    ...(parameter.open === true ? [prose("Further values may exist.")] : []),
    ...ruleTexts(contract, operation, parameter.name),
  ];
  const values = enumValues(contract, parameter.schema, mark);
  return html`${joined(sentences, " ")}${mark(open)}${values}`;
}

/** A type; the values of an enum stand below the meaning. */
function typeIn({ schema }: Parameter): Html {
  return schema.kind === "enum" ? html`text` : typeOf(schema);
}

/** Default, minimum and maximum, each with a mark of its own where it is assumed. */
function bounds({ parameter, node, mark }: Shown): readonly Html[] {
  const { "x-assumed-bounds": assumedBounds, ...schema } = objectIn(node["schema"]);
  const assumed = objectIn(assumedBounds);
  const markOf = (keyword: string): Html | undefined =>
    textsIn(assumed["keywords"]).includes(keyword) ? mark(textIn(assumed["x-assumed"])) : undefined;
  const known = ["default", "minimum", "maximum"].flatMap((keyword) => {
    const value = schema[keyword];
    return value === undefined
      ? []
      : [html`${soft(keyword)} ${code(String(value))}${markOf(keyword)}`];
  });
  // The default of a time moves with the clock.
  const moving =
    parameter.defaultFromNowMs === undefined
      ? []
      : [html`${soft("default")} ${fromNow(parameter.defaultFromNowMs)}`];
  const pattern = schema["pattern"];
  const form =
    pattern === undefined || markOf("pattern") !== undefined
      ? []
      : [html`${soft("form")} ${code(String(pattern))}`];
  const all = [...known, ...moving, ...form];
  return all.length === 0 ? [] : [html`<span class="bounds">${joined(all, "; ")}.</span>`];
}

function fromNow(ms: number): string {
  if (ms === 0) return "now";
  const hours = Math.abs(ms) / 3_600_000;
  const span = hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`;
  return `${span} ${ms < 0 ? "ago" : "from now"}`;
}

/** Links to the rules on a field. */
function ruleTexts(contract: Contract, operation: Operation, field: string): readonly Html[] {
  return rulesOfField(contract, operation, field).map(({ title, links }) => {
    const all = links.map(({ words, href }) => html`<a href="${href}">${words}</a>`);
    return html`${title} ${joined(all)}.`;
  });
}

function parameterNodes(
  { documents: { openapi } }: Contract,
  { method, path }: Operation,
): ReadonlyMap<string, JsonObject> {
  const listed = listIn(lookUp(openapi, ["paths", path, method.toLowerCase(), "parameters"]));
  return new Map(
    listed.map((one) => {
      const node = resolved(openapi, one);
      const schema = resolved(openapi, node["schema"] ?? {});
      return [textIn(node["name"]), { ...node, schema }];
    }),
  );
}
