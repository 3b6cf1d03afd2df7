import type { Contract, OrderTypeRule } from "../../contract/model.ts";
import { anchor, code, type Html, html, joined, prose, table } from "../html.ts";
import { operationLink, parameterHref, placingOperation } from "../links.ts";
import type { Mark } from "../marks.ts";

/** Each order type with its required and forbidden fields. */
export function orderTypes(contract: Contract, mark: Mark): Html {
  const operation = placingOperation(contract);
  const rows = contract.orderRules.types.map((rule) => {
    const { type, description, required, oneOf, forbidden, assumed } = rule;
    const fields = (names: readonly string[]): Html =>
      joined(names.map((name) => fieldOf(rule, name, mark)));
    const choices = oneOf.map((names) => html`one of ${fields(names)}`);
    const needs = [...(required.length === 0 ? [] : [fields(required)]), ...choices];
    return [
      html`${anchor(`order-type-${type}`, code(type))}${mark(assumed)}`,
      html`${joined(needs, "; ")}`,
      fields(forbidden),
      prose(description),
    ];
  });
  const used =
    operation === undefined
      ? undefined
      : html`<p>These are fields of ${operationLink(operation)}.</p>`;
  return html`${used}${table(["Type", "Required", "Not allowed", "Description"], rows)}`;
}

function fieldOf({ type, assumedFields }: OrderTypeRule, name: string, mark: Mark): Html {
  const id = `order-type-${type}.${name}`;
  return html`<a id="${id}" href="${parameterHref(name)}">${code(name)}</a>${mark(assumedFields[name])}`;
}
