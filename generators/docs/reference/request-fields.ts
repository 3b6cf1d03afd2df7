/** The fields of a request as a table: type, whether it is required, meaning, bounds, rules. */

import * as read from "../../contract/documents/read.ts";
import type {
  Contract,
  JsonObject,
  Operation,
  OrderTypeRule,
  Parameter,
} from "../../contract/model.ts";
import { companionTexts, fromNow } from "../../write/operation-text.ts";
import { anchor, code, joined, link, type Md, md, prose, soft, table } from "../markdown.ts";
import { mark } from "../marks.ts";
import { operationNode } from "../nodes.ts";
import { rulesOfField } from "../rules/used-in.ts";
import { enumValues, typeOf } from "../schema-tables.ts";

export function requestFields(contract: Contract, operation: Operation): Md {
  if (operation.parameters.length === 0) return md`None.`;
  const nodes = parameterNodes(contract, operation);
  const rows = operation.parameters.map((parameter) => {
    const node = nodes.get(parameter.name) ?? {};
    return [
      md`${anchor(`field.${parameter.name}`, code(parameter.name))}${mark(parameter.assumed)}`,
      md`${typeOf(contract, parameter.schema)}${parameter.required && md` **required**`}`,
      meaning(contract, operation, { parameter, node }),
    ];
  });
  return md`${table(["Field", "Type", "Meaning"], rows)}${forms([...nodes.values()])}`;
}

/** The assumed forms of texts and numbers, once for all fields. */
function forms(nodes: readonly JsonObject[]): Md | undefined {
  const assumed = nodes
    .map((node) => read.object(node, "schema", "x-assumed-bounds"))
    .filter((one) => read.texts(one, "keywords").includes("pattern"));
  const ids = [...new Set(assumed.map((one) => read.text(one, "x-assumed")))];
  if (ids.length === 0) return undefined;
  return md`The interface does not show the form of texts and decimals.${ids.map(mark)}`;
}

interface Shown {
  readonly parameter: Parameter;
  /** The parameter in the document, which says which of its bounds are assumed. */
  readonly node: JsonObject;
}

function meaning(contract: Contract, operation: Operation, shown: Shown): Md {
  const { parameter, node } = shown;
  const open = read.text(node, "x-unstated") || undefined;
  const sentences = [
    prose(parameter.description),
    bounds(shown),
    parameter.aboveMaximum && "A larger value is truncated to the maximum.",
    ...companionTexts(parameter, () => "").map(
      (text) => md`${prose(text)}${mark(parameter.orElseAssumed)}`,
    ),
    parameter.open && "Further values may exist.",
    ...rulesOfField(contract, operation, parameter.name),
  ];
  const values = enumValues(contract, parameter.schema);
  return md`${joined(sentences, " ")}${mark(open)}${values}`;
}

/** Default, minimum and maximum, each with a mark of its own where it is assumed. */
function bounds({ parameter, node }: Shown) {
  const { "x-assumed-bounds": assumedBounds, ...schema } = read.object(node, "schema");
  const assumed = read.object(assumedBounds);
  const keywords = read.texts(assumed, "keywords");
  const markOf = (keyword: string): Md | undefined =>
    keywords.includes(keyword) ? mark(read.text(assumed, "x-assumed")) : undefined;
  // An assumed form is stated below the table, with the bounds that belong to it.
  const isForm = (keyword: string): boolean =>
    keywords.includes("pattern") && keywords.includes(keyword);
  const known = ["default", "minimum", "maximum", "pattern"]
    .filter((keyword) => schema[keyword] !== undefined && !isForm(keyword))
    .map((keyword) => md`${soft(keyword)} ${code(String(schema[keyword]))}${markOf(keyword)}`);
  // The default of a time moves with the clock.
  const { defaultFromNowMs: moving } = parameter;
  if (moving !== undefined) known.push(md`${soft("default")} ${fromNow(moving)}`);
  return known.length > 0 && md`${joined(known, "; ")}.`;
}

function parameterNodes(contract: Contract, operation: Operation): ReadonlyMap<string, JsonObject> {
  const { openapi } = contract.documents;
  return new Map(
    read.list(operationNode(contract, operation), "parameters").map((one) => {
      const node = read.resolved(openapi, one);
      const schema = read.resolved(openapi, node["schema"] ?? {});
      return [read.text(node, "name"), { ...node, schema }];
    }),
  );
}

/** Which fields an order of each type needs: the script of the page shows one type alone. */
export function orderTypeMatrix({ orderRules: { types } }: Contract): Md | undefined {
  if (types.length === 0) return undefined;
  const fields = new Set(
    types.flatMap(({ required, oneOf, anyOf, forbidden }) =>
      [required, oneOf, anyOf, forbidden].flat(2),
    ),
  );
  const heads = [...fields].map((field) => link(`#field.${field}`, code(field)));
  const rows = types.map((rule) => [
    md`${link(`rules.html#order-type-${rule.type}`, rule.type)}${mark(rule.assumed)}`,
    ...[...fields].map((field) => need(rule, field)),
  ]);
  return md`
## {#order-types} Fields by order type
${table(["Order type", ...heads], rows)}`;
}

function need(
  { required, oneOf, anyOf, forbidden, assumedFields }: OrderTypeRule,
  field: string,
): Md {
  const own = mark(assumedFields[field]);
  if (required.includes(field)) return md`**required**${own}`;
  if (forbidden.includes(field)) return md`not allowed${own}`;
  if (oneOf.flat().includes(field)) return md`one of${own}`;
  return anyOf.flat().includes(field) ? md`at least one of${own}` : soft("optional");
}
