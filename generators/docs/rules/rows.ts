import { listIn, objectIn } from "../../contract/documents/json.ts";
import type { Json, JsonObject } from "../../contract/model.ts";

/** The rows of a list, or of a map with each key as the name. */
export function rowsOf(value: Json | undefined): readonly JsonObject[] {
  const named = Object.entries(objectIn(value)).map(([name, row]) => ({ name, ...objectIn(row) }));
  return [...listIn(value).map(objectIn), ...named];
}
