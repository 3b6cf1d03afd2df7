/** Which fields an order of each type needs: the script of the page shows one type alone. */

import type { Contract, OrderTypeRule } from "../../contract/model.ts";
import { code, link, type Md, md, soft, table } from "../markdown.ts";
import { mark } from "../marks.ts";

export function orderTypeMatrix({ orderRules: { types } }: Contract): Md {
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
