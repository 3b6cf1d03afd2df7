import type { Contract, Operation, OrderTypeRule } from "../../contract/model.ts";
import { raw } from "../markdown.ts";
import { reads } from "./filters.ts";

/** Rules of one kind on a field, with their places. */
export interface FieldRules {
  readonly title: string;
  readonly links: readonly { readonly words: string; readonly href: string }[];
}

/** The rules on a request field of an operation. */
export function rulesOfField(
  { filters, orderRules, signing }: Contract,
  { id, placement, weight, security }: Operation,
  field: string,
): readonly FieldRules[] {
  const isStamp = security.signed && [signing.timestamp, signing.window].includes(field);
  const weighs = [weight?.ip, weight?.account].some(
    (one) => one !== undefined && one.kind !== "fixed" && one.parameter === field,
  );
  const general = [
    ...(isStamp ? [{ words: "time window", href: "signing.html#timing" }] : []),
    ...(weighs ? [{ words: `weight of ${id}`, href: `limits.html#weight-${id}` }] : []),
  ];
  const types = (lists: (rule: OrderTypeRule) => readonly string[]) =>
    orderRules.types
      .filter((rule) => lists(rule).includes(field))
      .map(({ type }) => ({ words: type, href: `rules.html#order-type-${type}.${field}` }));
  const ofOrders = [
    {
      title: "Checked by",
      links: filters
        .filter((filter) => reads(filter, field))
        .map(({ name }) => ({ words: name, href: `filters.html#${name}` })),
    },
    {
      title: "Required for",
      links: types(({ required, oneOf, anyOf }) => [required, oneOf, anyOf].flat(2)),
    },
    { title: "Not allowed for", links: types(({ forbidden }) => forbidden) },
  ];
  const all = [{ title: "See", links: general }, ...(placement ? ofOrders : [])];
  return all.filter(({ links }) => links.length > 0);
}

/** For readers of the stream or the snapshot of a local order book. */
export const bookLink = raw("**Local order book:** kept in [six steps](order-book.md).");
