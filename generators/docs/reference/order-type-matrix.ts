/** Which fields an order of each type needs: the script of the page shows one type alone. */

import type { Contract, OrderTypeRule } from "../../contract/model.ts";
import { code, type Html, html } from "../html.ts";
import { parameterHref } from "../links.ts";
import type { Mark } from "../marks.ts";

export function orderTypeMatrix({ orderRules: { types } }: Contract, mark: Mark): Html {
  const fields = [
    ...new Set(
      types.flatMap(({ required, oneOf, forbidden }) => [
        ...required,
        ...oneOf.flat(),
        ...forbidden,
      ]),
    ),
  ];
  const heads = types.map(
    ({ type, assumed }) =>
      html`<th scope="col" data-type="${type}"><a href="rules.html#order-type-${type}">${words(type)}</a>${mark(assumed)}</th>`,
  );
  const rows = fields.map((field) => {
    const cells = types.map((rule) => {
      const need = needOf(rule, field);
      return html`<td data-type="${rule.type}" data-head="${rule.type}" class="${need.replace(" ", "-")}">${need}${need === "optional" ? undefined : mark(rule.assumedFields[field])}</td>`;
    });
    return html`<tr><th scope="row"><a href="${parameterHref(field)}">${code(field)}</a></th>${cells}</tr>\n`;
  });
  return html`<h3 id="order-types">By order type</h3>
<div class="table matrix"><table>
<thead><tr><th scope="col">Field</th>${heads}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** A type's name that may wrap in a narrow column. */
function words(type: string): Html {
  return html`${type.split("_").map((word, at) => (at === 0 ? word : html`_<wbr />${word}`))}`;
}

function needOf({ required, oneOf, forbidden }: OrderTypeRule, field: string): string {
  if (required.includes(field)) return "required";
  if (forbidden.includes(field)) return "not allowed";
  return oneOf.some((names) => names.includes(field)) ? "one of" : "optional";
}
