import type { Contract } from "../../contract/model.ts";
import { operationLink, orderFieldLink, placingOperation } from "../links.ts";
import { anchor, code, joined, type Md, md, prose, table } from "../markdown.ts";
import type { Mark } from "../marks.ts";

/** Each order type with its required and forbidden fields. */
export function orderTypes(contract: Contract, mark: Mark): Md {
  const operation = placingOperation(contract);
  const { types, fieldNeeds } = contract.orderRules;
  const rows = types.map((rule) => {
    const { type, description, required, oneOf, anyOf, forbidden, assumed } = rule;
    const fields = (names: readonly string[]): Md =>
      joined(
        names.map((name) => {
          const words = anchor(`order-type-${type}.${name}`, orderFieldLink(contract, name));
          return md`${words}${mark(rule.assumedFields[name])}`;
        }),
      );
    const needs = [
      ...(required.length === 0 ? [] : [fields(required)]),
      ...oneOf.map((names) => md`one of ${fields(names)}`),
      ...anyOf.map((names) => md`at least one of ${fields(names)}`),
    ];
    return [
      md`${anchor(`order-type-${type}`, code(type))}${mark(assumed)}`,
      md`${joined(needs, "; ")}`,
      fields(forbidden),
      prose(description),
    ];
  });
  const used =
    operation === undefined ? undefined : md`These are fields of ${operationLink(operation)}.`;
  const beside = fieldNeeds.map(({ field, other, value, assumed }) => {
    const [own, needed] = [field, other].map((name) => orderFieldLink(contract, name));
    return md`\n\n${own} needs ${needed} ${code(value)}.${mark(assumed)}`;
  });
  return md`${used}${table(["Type", "Required", "Not allowed", "Description"], rows)}${beside}`;
}
