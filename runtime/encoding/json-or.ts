/** JSON values, and texts that may be none. */

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** The JSON value of a text, or a default. */
export function parseJsonOr<Else>(
  text: string | undefined,
  otherwise: Else,
  parse: (text: string) => unknown = JSON.parse,
): Json | Else {
  try {
    return text === undefined ? otherwise : (parse(text) as Json);
  } catch {
    return otherwise;
  }
}
