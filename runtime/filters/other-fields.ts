/** Reads the fields of an order that the rules of some specs name beside the usual ones. */

import { decimalIssue, decimalsOf, read } from "../encoding/decimal.ts";
import { amount, count, readOrder } from "./read.ts";
import type { FieldType, ReadOrder, Units } from "./tables.ts";
import type { OrderFields } from "./types.ts";

/** Makes a reader of orders that reads these fields, too. */
export function createOrderReader(
  types: Readonly<Record<string, FieldType>>,
): (order: OrderFields, scale: number) => ReadOrder {
  return (order, scale) => {
    const units = readOrder(order, Math.max(scale, otherFieldsScale(order, types)));
    return { ...units, ...otherFields(order, types, units.scale) };
  };
}

/** The other fields of an order that rules read, at a scale; `NaN` for what is malformed. */
function otherFields(
  order: object,
  types: Readonly<Record<string, FieldType>>,
  scale: number,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(types).map(([name, type]) => {
    const value: unknown = Reflect.get(order, name);
    if (value === undefined || type === "text") return [name, value];
    if (type === "boolean") return [name, flags.get(value) ?? value];
    const units = type === "integer" ? whole(value) : (amount(value, scale) ?? Number.NaN);
    return [name, units < 0 ? Number.NaN : units];
  });
  return Object.fromEntries(entries) as Readonly<Record<string, unknown>>;
}

/** A client checks an order as it sends it, in texts. */
const flags: ReadonlyMap<unknown, boolean> = /* @__PURE__ */ new Map([
  ["true", true],
  ["false", false],
]);

/** A whole number, as a value or as the text that is sent. */
function whole(value: unknown): Units {
  const isText = typeof value === "string" && /^[0-9]{1,19}$/.test(value);
  return count(isText ? BigInt(value) : value);
}

/** The digits after the point that the decimals among those fields need. */
function otherFieldsScale(order: object, types: Readonly<Record<string, FieldType>>): number {
  const places = Object.keys(types).map((name) => {
    const value: unknown = Reflect.get(order, name);
    const isDecimal = types[name] === "decimal" && decimalIssue(value) === undefined;
    return isDecimal ? decimalsOf(read(String(value))) : 0;
  });
  return Math.max(0, ...places);
}
