/** Reads JSON values of unknown form, and names places in them. */

/** An object by the names of its members. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object, not a list or `null`. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as an object; any other value becomes an empty one. */
export function fieldsIn(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** The value as a list; any other value becomes an empty one. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value as a list of objects; other elements become empty ones. */
export function rowsIn(value: unknown): readonly Fields[] {
  return listIn(value).map(fieldsIn);
}

/** A name or an index as a step of a JSON pointer (RFC 6901). */
export function pointerStep(name: string | number): string {
  return `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Long ids as text: JSON has no bigint, and an error must never break a log. */
export function printable(fields: Fields): Record<string, unknown> {
  const asText = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value);
  return JSON.parse(JSON.stringify(fields, asText));
}
