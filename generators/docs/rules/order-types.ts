import type { Contract, OrderTypeRule } from "../../contract/model.ts";
import { operationLink, orderFieldLink, placingOperation } from "../links.ts";
import { anchor, code, joined, type Md, md, prose, table } from "../markdown.ts";
import { mark } from "../marks.ts";

/** Each order type with its required and forbidden fields. */
export function orderTypes(contract: Contract): Md {
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
      md`${prose(description)}${followUps(rule)}`,
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

/** What triggers an order and what then becomes of it, and what it is refused for. */
function followUps({ becomes, triggersWhenPrice = {}, refusedWhen }: OrderTypeRule): readonly Md[] {
  const ways = Object.entries(triggersWhenPrice).map(
    ([side, way]) => md`${code(side)} when the price ${way} to the stop price`,
  );
  return [
    ...(ways.length === 0 ? [] : [md` Triggered: ${joined(ways)}.`]),
    ...(becomes === undefined ? [] : [md` Then it is a ${code(becomes)} order.`]),
    ...(refusedWhen === undefined ? [] : [md` Refused if it ${refusals[refusedWhen]} at once.`]),
  ];
}

const refusals: Readonly<Record<string, string>> = {
  wouldMatch: "would trade",
  wouldTrigger: "would be triggered",
};
