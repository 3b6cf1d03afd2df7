import type { Contract, Operation, OrderTypeRule } from "../../contract/model.ts";
import { joined, link, type Md, md, raw } from "../markdown.ts";
import { reads } from "./filters.ts";

/** Sentences with links to the rules on a request field of an operation. */
export function rulesOfField(
  { filters, orderRules, signing }: Contract,
  { id, placement, weight, security }: Operation,
  field: string,
): readonly Md[] {
  const isStamp = security.signed && [signing.timestamp, signing.window].includes(field);
  const weighs = [weight?.ip, weight?.account].some(
    (one) => one !== undefined && one.kind !== "fixed" && one.parameter === field,
  );
  const general = [
    ...(isStamp ? [link("signing.html#timing", "time window")] : []),
    ...(weighs ? [link(`limits.html#weight-${id}`, `weight of ${id}`)] : []),
  ];
  const types = (fields: (rule: OrderTypeRule) => readonly string[]): readonly Md[] =>
    orderRules.types
      .filter((rule) => fields(rule).includes(field))
      .map(({ type }) => link(`rules.html#order-type-${type}.${field}`, type));
  const checks = filters
    .filter((filter) => reads(filter, field))
    .map(({ name }) => link(`filters.html#${name}`, name));
  const ofOrders = {
    "Checked by": checks,
    "Required for": types(({ required }) => required),
    "One of the fields needed for": types(({ oneOf, anyOf }) => [oneOf, anyOf].flat(2)),
    "Not allowed for": types(({ forbidden }) => forbidden),
  };
  return Object.entries({ See: general, ...(placement && ofOrders) }).flatMap(([words, links]) =>
    links.length === 0 ? [] : [md`${words} ${joined(links)}.`],
  );
}

/** For readers of the stream or the snapshot of a local order book. */
export const bookLink = raw("**Local order book:** [the steps](order-book.md) that keep it.");
