import * as read from "../../contract/documents/read.ts";
import type { Json, JsonObject } from "../../contract/model.ts";

/** The rows of a list, or of a map with each key as the name. */
export function rowsOf(value: Json | undefined): readonly JsonObject[] {
  const named = Object.entries(read.object(value)).map(([name, row]) => ({
    name,
    ...read.object(row),
  }));
  return [...read.objects(value), ...named];
}
