/** Reads JSON values whose form is not known yet, and names places in them. */

/** An object by the names of its members. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object, and neither a list nor `null`. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as an object; an empty one in place of any other value. */
export function fieldsIn(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** The value as a list; an empty one in place of any other value. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A list of objects; each element that is none is an empty one. */
export function rowsIn(value: unknown): readonly Fields[] {
  return listIn(value).map(fieldsIn);
}

/** A name or an index as one step of a JSON pointer (RFC 6901). */
export function pointerStep(name: string | number): string {
  return `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
