/**
 * Removes secrets from recordings. Finds a secret in every encoding: raw, percent-encoded, base64
 * at any offset, hex, escaped for JSON or HTML, nested encodings, any letter case, and reversed.
 *
 * The client's redactor (runtime/call/redact.ts) is another one: it must be fast, uses one mark
 * and cuts long texts. Here whole files are published: each secret has its own placeholder, and the
 * text is decoded to prove that nothing is left.
 */

import { isRecord } from "../../runtime/encoding/json-value.ts";
import type { Json } from "./json.ts";

/** Replaces known secrets in texts and values, and finds remaining ones. */
export interface Redactor {
  /** Replaces every secret, in any encoding, by its placeholder. */
  readonly text: (text: string) => string;
  /** Redacts all texts and keys of a value. */
  readonly value: (value: Json) => Json;
  /** The placeholders of the secrets in a text. */
  readonly find: (text: string) => readonly string[];
}

/** A secret value and its placeholder. */
export interface Secret {
  readonly placeholder: string;
  readonly value: string;
}

/** Shorter values occur by chance and cannot be secrets. */
const secretLengthMin = 8;

/** Nested encodings; nobody writes more than three by accident. */
const depthMax = 3;

/** Creates a redactor; longer secrets first, as one may contain another. */
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
    // An encoded secret is left: replace the encoded runs, or else the whole text.
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

/** The forms of a secret in a view: as characters or bytes, forwards or backwards. */
function formsOf(value: string): readonly string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(value));
  return [...new Set([value, bytes])].flatMap((text) => {
    const small = text.toLowerCase();
    return [small, [...small].reverse().join("")];
  });
}

/** A run that one encoder may have written: no space, quote or field separator. */
const encodedRun = /[A-Za-z0-9+/=_%\\.~-]{8,}/g;

/**
 * The text and all its possible decodings, in lower case; decoded text has one character per byte.
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
    ...(text.includes("&") ? [decodeEntities(text)] : []),
    ...runs(text, /[0-9a-fA-F]{16,}/g).flatMap(decodeHex),
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

/** The entities that every HTML encoder writes. */
function decodeEntities(text: string): string {
  const plain = text.replace(/&#(x[0-9a-f]{1,4}|[0-9]{1,5});?/gi, (_, code: string) =>
    String.fromCharCode(Number(`0${code}`)),
  );
  return plain.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: keyof typeof entities) => {
    return entities[name];
  });
}

const entities = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** At both offsets: a digit before the secret would shift every pair by one. */
function decodeHex(run: string): readonly string[] {
  return [0, 1].map((start) => run.slice(start).replace(/../g, characterOf));
}

/** At all four offsets: the text before the secret may not be a whole group. */
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
