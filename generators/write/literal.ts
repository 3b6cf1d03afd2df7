import { propertyKey, quoted } from "./names.ts";

/** A value of a generated table: plain data. */
export type Data = string | number | bigint | boolean | null | undefined | object;

/** The maximum length of a generated line. */
export const widthMax = 100;

/**
 * A value as source text: on one line where it fits, else one entry a line, two spaces deeper.
 * Properties that are `undefined` are left out. `column` is where the text starts on its line,
 * `tail` how much must still fit behind it.
 */
export function literal(value: Data, column = 0, indent = 0, tail = 1): string {
  const line = inline(value);
  if (column + line.length + tail <= widthMax) return line;
  if (typeof value === "string") return brokenText(value, indent);
  if (isList(value))
    return block(
      "[",
      value.map((item) => entry("", item, indent)),
      "]",
      indent,
    );
  if (typeof value === "object" && value !== null) {
    const entries = properties(value).map(([key, item]) => entry(`${key}: `, item, indent));
    return block("{", entries, "}", indent);
  }
  return line;
}

function entry(prefix: string, value: Data, indent: number): string {
  const inner = indent + 2;
  const text = literal(value, inner + prefix.length, inner);
  return `${text.startsWith("\n") ? prefix.trimEnd() : prefix}${text},`;
}

function block(open: string, entries: readonly string[], close: string, indent: number): string {
  const margin = " ".repeat(indent);
  return `${open}\n${entries.map((text) => `${margin}  ${text}\n`).join("")}${margin}${close}`;
}

function inline(value: Data): string {
  if (typeof value === "string") return textLiteral(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number") return numberText(value);
  if (isList(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return `${value}`;
  const entries = properties(value).map(([key, item]) => `${key}: ${inline(item)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** A string literal with the quotes that need fewer escapes. */
function textLiteral(text: string): string {
  const literal = quoted(text);
  if (!text.includes('"') || text.includes("'")) return literal;
  return `'${literal.slice(1, -1).replace(/\\"/g, '"')}'`;
}

/** Groups digits by three from 10,000 on. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) {
    throw new RangeError(`A table cannot hold the number ${value}: write a finite one.`);
  }
  if (Object.is(value, -0)) return "-0";
  const isLong = Number.isInteger(value) && Math.abs(value) >= 10_000;
  const text = `${value}`;
  return isLong && !text.includes("e") ? text.replace(/\B(?=(\d{3})+$)/g, "_") : text;
}

function properties(value: object): readonly (readonly [string, Data])[] {
  return Object.entries<Data>({ ...value })
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => [propertyKey(key), item] as const);
}

/** Long text as a sum of strings, broken after spaces where there are any. */
function brokenText(text: string, indent: number): string {
  const margin = `\n${" ".repeat(indent + 2)}`;
  const room = widthMax - indent - 7;
  return margin + pieces(text, room).map(textLiteral).join(` +${margin}`);
}

function pieces(text: string, room: number): readonly string[] {
  const found: string[] = [];
  let rest = text;
  while (quoted(rest).length > room) {
    let end = room - 2;
    while (end > 1 && quoted(rest.slice(0, end)).length > room) end -= 1;
    const space = rest.lastIndexOf(" ", end - 1);
    const cut = space > 0 ? space + 1 : wholeCharacters(rest, end);
    found.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...found, rest];
}

/** Avoids a cut within a surrogate pair. */
function wholeCharacters(text: string, end: number): number {
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return isHalf && end > 1 ? end - 1 : end;
}

function isList(value: Data): value is readonly Data[] {
  return Array.isArray(value);
}
