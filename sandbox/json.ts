/** Answers and messages as text. */

import { encodeJson } from "../runtime/encoding/json.ts";

/** JSON text of a value; the platform's own writer does it unless there is a bigint to write. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return encodeJson(value);
  }
}
