/** Which fields an order of a type needs and must not have; client and sandbox ask the same. */

/** What one order type asks of the fields, as the generated table has it. */
export interface OrderTypeFields {
  readonly required: readonly string[];
  /** Exactly one of each list. */
  readonly oneOf: readonly (readonly string[])[];
  readonly forbidden: readonly string[];
  /** Ledger entries of single fields. */
  readonly assumedFields?: Readonly<Record<string, string>>;
  /** Ledger entry of the whole rule. */
  readonly assumed?: string;
}

/** The rules of all order types. */
export type OrderTypeRules = Readonly<Record<string, OrderTypeFields>>;

/** One field too few or too many. */
export interface OrderFieldFault {
  readonly field: string;
  readonly rule: "required" | "forbidden";
  /** A sentence that names the field and what to do. */
  readonly message: string;
  /** Ledger entry, where the interface does not show the rule. */
  readonly assumed?: string;
}

/**
 * All faults of an order's fields: missing ones first, then those that its type does not take,
 * then choices between fields. None for a type that has no rule.
 */
export function checkOrderFields(
  order: Readonly<Record<string, unknown>>,
  rules: OrderTypeRules,
): readonly OrderFieldFault[] {
  const type = typeof order["type"] === "string" ? order["type"] : "";
  const rule = Object.hasOwn(rules, type) ? rules[type] : undefined;
  if (rule === undefined) return [];
  const isGiven = (name: string): boolean => order[name] !== undefined;
  const missing = rule.required
    .filter((name) => !isGiven(name))
    .map((name) => missingFault(name, [name], `${type} orders need it`, rule));
  const extra = rule.forbidden
    .filter(isGiven)
    .map((name) => extraFault(name, `${type} orders do not take it`, rule));
  return [...missing, ...extra, ...rule.oneOf.flatMap((names) => choiceFaults(names))];

  function choiceFaults(names: readonly string[]): OrderFieldFault[] {
    const list = names.join(" or ");
    const [first, ...others] = names.filter(isGiven);
    const why = `${type} orders take only one of ${list}`;
    return first === undefined
      ? [missingFault(list, names, `${type} orders need one of them`, rule)]
      : others.map((name) => extraFault(name, why, rule));
  }
}

function missingFault(
  list: string,
  names: readonly string[],
  why: string,
  rule: OrderTypeFields | undefined,
): OrderFieldFault {
  const [field = list] = names;
  const message = `${list} is missing; ${why}.`;
  return { field, rule: "required", message, ...markOf(field, rule) };
}

function extraFault(
  field: string,
  why: string,
  rule: OrderTypeFields | undefined,
): OrderFieldFault {
  const message = `${field} is not wanted; ${why}, so leave it out.`;
  return { field, rule: "forbidden", message, ...markOf(field, rule) };
}

function markOf(field: string, rule: OrderTypeFields | undefined): { readonly assumed?: string } {
  const assumed = rule?.assumedFields?.[field] ?? rule?.assumed;
  return assumed === undefined ? {} : { assumed };
}
