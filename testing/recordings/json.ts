/** JSON values. */

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for an object that is neither null nor a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The JSON value of a text, or something else where it is no JSON. */
export function parseJsonOr<Else>(text: string, otherwise: Else): Json | Else {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return otherwise;
  }
}
