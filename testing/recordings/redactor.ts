/**
 * Keeps secrets out of recordings. A secret is found in every encoding: raw, percent-encoded,
 * base64 at any offset, hex, JSON-escaped, and these in one another, in letters of either case and
 * from its end to its start.
 *
 * This is not the redactor of the client (runtime/client/redact.ts), which has to be fast, replaces
 * each secret by the same mark and cuts long texts. Here whole files are published: each secret
 * keeps a placeholder of its own, and the text is decoded to prove that nothing is left.
 */

import { isRecord } from "../../runtime/encoding/json-value.ts";
import type { Json } from "./json.ts";

/** Replaces known secrets in texts and values, and finds those that are left. */
export interface Redactor {
  /** The text with every secret, in any encoding, replaced by its placeholder. */
  readonly text: (text: string) => string;
  /** The value with its texts and its keys redacted, at any depth. */
  readonly value: (value: Json) => Json;
  /** The placeholders of the secrets that a text contains. */
  readonly find: (text: string) => readonly string[];
}

/** A value that must not reach a disk, and what replaces it. */
export interface Secret {
  readonly placeholder: string;
  readonly value: string;
}

/** Shorter values occur by chance; they cannot be secrets. */
const secretLengthMin = 8;

/** Encodings may be nested; beyond three, nobody writes them by accident. */
const depthMax = 3;

/** Creates a redactor; longer secrets are replaced first, because one may contain another. */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const known = secrets
    .filter(({ value }) => value.length >= secretLengthMin)
    .toSorted((one, other) => other.value.length - one.value.length)
    .map((secret) => ({ ...secret, forms: formsOf(secret.value) }));
  const holds = (seen: readonly string[], { forms }: (typeof known)[number]): boolean =>
    seen.some((view) => forms.some((form) => view.includes(form)));
  const find = (text: string): readonly string[] => {
    if (known.length === 0) return [];
    const seen = views(text);
    return known.filter((secret) => holds(seen, secret)).map(({ placeholder }) => placeholder);
  };
  const redact = (text: string): string => {
    let clean = text;
    for (const { value, placeholder } of known) clean = clean.replaceAll(value, placeholder);
    const left = find(clean);
    if (left.length === 0) return clean;
    // A secret is left in an encoding: replace the encoded runs, otherwise the whole text.
    for (const secret of known) {
      clean = clean.replace(encodedRun, (run) =>
        holds(views(run), secret) ? secret.placeholder : run,
      );
    }
    return find(clean).length === 0 ? clean : (left[0] ?? "redacted");
  };
  const redactValue = (value: Json): Json => {
    if (typeof value === "string") return redact(value);
    if (Array.isArray(value)) return value.map((each: Json) => redactValue(each));
    if (!isRecord(value)) return value;
    const entries = Object.entries(value as Readonly<Record<string, Json>>);
    return Object.fromEntries(entries.map(([key, each]) => [redact(key), redactValue(each)]));
  };
  return { text: redact, value: redactValue, find };
}

/** How a secret stands in a view: as characters or as bytes, forwards or backwards. */
function formsOf(value: string): readonly string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(value));
  return [...new Set([value, bytes])].flatMap((text) => {
    const small = text.toLowerCase();
    return [small, [...small].reverse().join("")];
  });
}

/** A run that one encoder may have written: no space, no quote, no separator of fields. */
const encodedRun = /[A-Za-z0-9+/=_%\\.~-]{8,}/g;

/**
 * The text, and everything that it may be an encoding of, in small letters; what was decoded has a
 * character for each byte.
 */
function views(text: string): readonly string[] {
  const found = new Set([text]);
  let latest = [text];
  for (let depth = 0; depth < depthMax && latest.length > 0; depth += 1) {
    const next = latest.flatMap(decodings).filter((view) => !found.has(view));
    for (const view of next) found.add(view);
    latest = next;
  }
  return [...found].map((view) => view.toLowerCase());
}

function decodings(text: string): readonly string[] {
  return [
    ...(text.includes("%") ? [decodePercent(text)] : []),
    ...(text.includes("\\") ? [decodeEscapes(text)] : []),
    ...runs(text, /(?:[0-9a-fA-F]{2}){8,}/g).flatMap(decodeHex),
    ...runs(text, /[A-Za-z0-9+/_-]{8,}/g).flatMap(decodeBase64),
  ];
}

function runs(text: string, pattern: RegExp): readonly string[] {
  return text.match(pattern) ?? [];
}

function decodePercent(text: string): string {
  return text.replace(/%([0-9a-fA-F]{2})/g, (_, byte: string) => characterOf(byte));
}

function decodeEscapes(text: string): string {
  const plain = text.replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => characterOf(code));
  return plain.replace(/\\(.)/g, "$1");
}

/** At both offsets: a digit before the secret would shift every pair by one. */
function decodeHex(run: string): readonly string[] {
  return [0, 1].map((start) => run.slice(start).replace(/../g, characterOf));
}

/** At all four offsets: what precedes the secret may be no whole group. */
function decodeBase64(run: string): readonly string[] {
  const standard = run.replaceAll("-", "+").replaceAll("_", "/");
  return [0, 1, 2, 3].map((start) => {
    const rest = standard.slice(start);
    const whole = rest.length % 4 === 1 ? rest.slice(0, -1) : rest;
    return atob(whole);
  });
}

function characterOf(hexadecimal: string): string {
  return String.fromCharCode(Number.parseInt(hexadecimal, 16));
}
