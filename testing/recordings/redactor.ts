/** Removes secrets from traffic, each with a placeholder of its own. */

import { isRecord } from "../../runtime/encoding/json-value.ts";
import { parseJsonOr } from "./json.ts";
import { createSecretFinder, type Secret, type SecretFinder } from "./secret-finder.ts";

export interface Redactor extends SecretFinder {
  /** Redacts all texts and names in a value; JSON text stays JSON. */
  readonly value: <Value>(value: Value) => Value;
}

/** Shorter values occur by chance and cannot be secrets. */
const secretLengthMin = 8;

/** Runs that one encoder may have written: a part of a path or of a query, or several of them. */
const encodedRuns = [/[\w+%\\.~-]{8,}/g, /[\w+/=%\\.~-]{8,}/g];

/** A redactor for the secrets of a run; cuts an encoded secret out of its text where it can. */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const finder = createSecretFinder(secrets.filter(({ value }) => value.length >= secretLengthMin));
  const redact = (text: string): string => {
    const cut = encodedRuns.reduce((rest, run) => rest.replace(run, finder.text), text);
    return finder.text(cut);
  };
  const redactValue = (value: unknown): unknown => {
    if (typeof value === "string") {
      if (finder.find(value).length === 0) return value;
      const parsed = parseJsonOr(value, null);
      const isStructure = typeof parsed === "object" && parsed !== null;
      return isStructure ? JSON.stringify(redactValue(parsed)) : redact(value);
    }
    if (Array.isArray(value)) return value.map(redactValue);
    if (value instanceof Map) {
      return new Map([...value].map(([name, each]) => [name, redactValue(each)]));
    }
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).map(([key, each]) => [redact(key), redactValue(each)]);
    return Object.fromEntries(entries);
  };
  return { ...finder, text: redact, value: (value) => redactValue(value) as typeof value };
}
