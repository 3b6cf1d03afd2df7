/** Checks the fields of an order by the rules of its type. */

import type { RequestIssue } from "../encoding/field-issue.ts";
import { writeFields } from "../encoding/wire.ts";
import { InvalidRequestError } from "../errors.ts";
import type { OperationDescriptor } from "../tables.ts";

/** What the generated `checkOrderType` reads of an order: its type, and which fields are there. */
export type OrderParameters = Readonly<Record<string, unknown>>;

/**
 * Takes what `checkOrderType` finds: a missing field or a list of which one is needed, a field
 * that the type does not take, two of which it takes only one, or a field with another one and the
 * value that this needs beside it. `assumed` names the assumption that the rule rests on.
 */
export type ReportOrderField = (
  rule: "required" | "forbidden" | "exclusive" | "needs",
  field: string | readonly string[],
  assumed?: string,
) => void;

/** Reports every field that an order lacks or must not have by its type. */
export type CheckOrderType = (order: OrderParameters, report: ReportOrderField) => void;

/** A field that is `required` and missing, or there and `forbidden` or without what it `needs`. */
export interface OrderFieldIssue extends RequestIssue {
  readonly rule: "required" | "forbidden" | "needs";
}

/** All issues of an order's fields; none for a type that the spec does not know. */
export function orderFieldIssues(
  order: OrderParameters,
  checkOrderType: CheckOrderType,
): OrderFieldIssue[] {
  const issues: OrderFieldIssue[] = [];
  checkOrderType(order, (rule, given, assumed) => {
    const orders = `${order["type"]} orders`;
    const fields = typeof given === "string" ? [given] : given;
    const field = (rule === "exclusive" ? fields.at(-1) : fields[0]) ?? "";
    const list = fields.join(" or ");
    const [, other, value] = fields;
    const message = {
      required: `${list} is missing; ${orders} need ${fields.length === 1 ? "it" : "one of them"}.`,
      forbidden: `${field} is not allowed; ${orders} do not accept it, so leave it out.`,
      exclusive: `${field} is not allowed; ${orders} accept only one of ${list}, so leave it out.`,
      needs: `${field} is not allowed without ${other} ${value}; send that, or leave it out.`,
    }[rule];
    const kind = rule === "exclusive" ? "forbidden" : rule;
    issues.push({ field, rule: kind, message, ...(assumed !== undefined && { assumed }) });
  });
  return issues;
}

/** What the fields of an order are checked by, and the fields that the client fills in. */
interface FieldRules {
  readonly checkOrderType: CheckOrderType;
  readonly stamped: readonly string[];
}

/** The fields of an order as they were given, when a client would send them. */
export function checkedOrder(
  fields: object,
  { id, parameters }: OperationDescriptor,
  { checkOrderType, stamped }: FieldRules,
): object {
  const { query, issues } = writeFields({ query: fields }, parameters, stamped);
  // A field that is wrong is not missing.
  const order = { ...fields, ...Object.fromEntries(query) };
  const ofType = orderFieldIssues(order, checkOrderType);
  const all = [...issues, ...ofType.filter(({ assumed }) => assumed === undefined)];
  if (all.length > 0) throw new InvalidRequestError(all, { operation: id });
  return fields;
}
