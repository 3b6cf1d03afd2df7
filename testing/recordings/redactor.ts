/** Removes secrets from recordings, each with a placeholder of its own. */

import { createRedactor as createTextRedactor, type Secret } from "../../runtime/call/redactor.ts";
import { isRecord } from "../../runtime/encoding/json-value.ts";
import type { Json } from "./json.ts";

export interface Redactor extends ReturnType<typeof createTextRedactor> {
  /** Redacts all texts and keys of a value. */
  readonly value: (value: Json) => Json;
}

/** Shorter values occur by chance and cannot be secrets. */
const secretLengthMin = 8;

/** A redactor for the secrets of a run. */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const known = secrets.filter(({ value }) => value.length >= secretLengthMin);
  const redactor = createTextRedactor(known);
  const redactValue = (value: Json): Json => {
    if (typeof value === "string") return redactor.text(value);
    if (Array.isArray(value)) return value.map((each: Json) => redactValue(each));
    if (!isRecord(value)) return value;
    const entries = Object.entries(value as Readonly<Record<string, Json>>);
    return Object.fromEntries(
      entries.map(([key, each]) => [redactor.text(key), redactValue(each)]),
    );
  };
  return { ...redactor, value: redactValue };
}
