/** Reads the fields of an order that the rules of some specs name beside the usual ones. */

import { decimalsOf, read } from "../encoding/decimal.ts";
import { amount, amountFields, count, notationIssue, readOrder } from "./read.ts";
import type { FieldType, OrderReader, Units } from "./tables.ts";

/** Makes a reader of orders that reads these fields, too. */
export function createOrderReader(types: Readonly<Record<string, FieldType>>): OrderReader {
  const decimals = Object.keys(types).filter((name) => types[name] === "decimal");
  return {
    amounts: [...amountFields, ...decimals],
    readOrder: (order, scale) => {
      const given = { ...order } as Readonly<Record<string, unknown>>;
      const issues = decimals.flatMap((name) => notationIssue(name, given[name]) ?? []);
      const without = Object.fromEntries(issues.map(({ field }) => [field, undefined]));
      const fields = { ...given, ...without };
      const units = readOrder(
        order,
        Math.max(scale, ...decimals.map((name) => placesOf(fields[name]))),
      );
      return {
        ...units,
        ...otherFields(fields, types, units.scale),
        issues: [...units.issues, ...issues],
      };
    },
  };
}

/** The other fields of an order that rules read, at a scale; `NaN` for what is malformed. */
function otherFields(
  order: Readonly<Record<string, unknown>>,
  types: Readonly<Record<string, FieldType>>,
  scale: number,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(types).map(([name, type]) => {
    const { [name]: value } = order;
    if (value === undefined || type === "text") return [name, value];
    if (type === "boolean") return [name, flags.get(value) ?? value];
    if (type === "decimal") return [name, amount(value, scale)];
    const units = whole(value);
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

/** The digits after the point that a plain decimal has. */
function placesOf(value: unknown): number {
  return value === undefined ? 0 : decimalsOf(read(String(value)));
}
