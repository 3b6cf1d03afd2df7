/** Removes secrets from recordings, each with a placeholder of its own. */

import { isRecord } from "../../runtime/encoding/json-value.ts";
import type { Json } from "./json.ts";
import { createSecretFinder, type Secret, type SecretFinder } from "./secret-finder.ts";

export interface Redactor extends SecretFinder {
  /** Redacts all texts and keys of a value. */
  readonly value: (value: Json) => Json;
}

/** Shorter values occur by chance and cannot be secrets. */
const secretLengthMin = 8;

/** A run that one encoder may have written: no space, quote or field separator. */
const encodedRun = /[\w+/=%\\.~-]{8,}/g;

/** A redactor for the secrets of a run; cuts an encoded secret out of its text where it can. */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const known = secrets.filter(({ value }) => value.length >= secretLengthMin);
  const finder = createSecretFinder(known);
  const redact = (text: string): string => {
    const cut = text.replace(encodedRun, finder.text);
    return finder.text(cut);
  };
  const redactValue = (value: Json): Json => {
    if (typeof value === "string") return redact(value);
    if (Array.isArray(value)) return value.map((each: Json) => redactValue(each));
    if (!isRecord(value)) return value;
    const entries = Object.entries(value as Readonly<Record<string, Json>>);
    return Object.fromEntries(entries.map(([key, each]) => [redact(key), redactValue(each)]));
  };
  return { ...finder, text: redact, value: redactValue };
}
