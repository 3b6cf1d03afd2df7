import { expect, test } from "vitest";

import { requireImports } from "../../../generators/write/imports.ts";
import { parse } from "../../../generators/write/typescript.ts";

/** Modules, and the names that each lacks. */
const modules: readonly (readonly [text: string, ...missing: string[]])[] = [
  ['import type { Order } from "./types.ts";\nexport type Orders = readonly Order[];'],
  ['import { rows as own } from "./rows.ts";\nexport const all = [own];'],
  ['import { rows as own } from "./rows.ts";\nexport const all = [rows];', "rows"],
  ["export type Orders = readonly Order[];", "Order"],
  ["export interface Own extends Client { readonly Order: string }", "Client"],
  ["export type Own = typeof limits.windows;", "limits"],
  ["export const own = { rows, name: 1 };", "rows"],
  ["export const own = (order: object) => check(order).price;", "check"],
  ["export type Own<Value> = { readonly [Name in keyof Value]: Value[Name] };"],
  ["export type Own = Ids.Order | Other;", "Ids", "Other"],
  ['export { limits, rows as own } from "./limits.ts";\nexport * from "./types.ts";'],
  ["export { limits as own };", "limits"],
  ["export function read({ limit: most }: Partial<Limits>): number { return most; }", "Limits"],
  ["export const own = value as const satisfies Tables;", "Tables", "value"],
];

test.each(modules)("%j", (text, ...missing) => {
  const check = (): void => requireImports("own.ts", parse(text), "own");
  if (missing.length === 0) expect(check).not.toThrow();
  else {
    const names = missing.map((name) => `"${name}"`).join(", ");
    expect(check).toThrow(`emitters/own.ts writes own.ts, which does not declare ${names}. Fix:`);
  }
});
