import { type DocParts, doc } from "./doc.ts";
import { propertyKey, quoted } from "./names.ts";

/** A value of a generated table: plain data. */
export type Data = string | number | boolean | null | undefined | object;

/**
 * Prints an exported table of data. `type` is checked with `satisfies`, so that the table keeps its
 * exact type.
 */
export function table(name: string, docs: DocParts, value: Data, type?: string): string {
  const exact = value === null ? "" : " as const";
  const checked = type === undefined ? "" : ` satisfies ${type}`;
  return `${doc(docs)}export const ${name} = ${literal(value)}${exact}${checked};\n`;
}

/**
 * Prints an exported table of data under a type by name. Declarations and editors show that one,
 * where the exact type would be as long as the table.
 */
export function namedTable(name: string, docs: DocParts, value: Data, type: string): string {
  return `${doc(docs)}export const ${name}: ${type} = ${literal(value)};\n`;
}

/** A value as source text, without `undefined` properties. */
export function literal(value: Data): string {
  if (typeof value === "string") return pieces(value).map(quoted).join(" + ");
  if (typeof value === "number") return numberText(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return `${value}`;
  const members = Object.entries<Data>({ ...value })
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => `${propertyKey(key)}: ${literal(item)}`);
  return `{ ${members.join(", ")} }`;
}

/** Splits long text into concatenated strings, after a space or `&` where possible. */
function pieces(text: string): readonly string[] {
  return (text.length > 80 && text.match(/[^]{1,80}(?:[ &]|$)|[^]{1,80}/gu)) || [text];
}

/** Made once: it takes longer than all numbers of a run. */
const grouped = new Intl.NumberFormat("en-US");

/** Groups digits by three from 10,000 on. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) {
    throw new RangeError(`A table cannot hold the number ${value}: write a finite one.`);
  }
  if (Object.is(value, -0)) return "-0";
  const isLong = Number.isInteger(value) && Math.abs(value) >= 10_000;
  const text = `${value}`;
  return isLong && !text.includes("e") ? grouped.format(value).replaceAll(",", "_") : text;
}
