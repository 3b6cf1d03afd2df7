/** Removes secrets from traffic, each with a placeholder of its own. */

import { parseJsonOr } from "../../runtime/encoding/json-or.ts";
import { isRecord } from "../../runtime/encoding/json-value.ts";

export type Redactor = ReturnType<typeof createRedactor>;

/** Shorter values occur by chance and cannot be secrets. */
const secretLengthMin = 8;

/** Runs that one encoder may have written: a part of a path or of a query, or several of them. */
const encodedRuns = [/[\w+%\\.~-]{8,}/g, /[\w+/=%\\.~-]{8,}/g];

/** A redactor for the secrets of a run; cuts an encoded secret out of its text where it can. */
export function createRedactor(secrets: readonly Secret[]) {
  const finder = createSecretFinder(secrets.filter(({ value }) => value.length >= secretLengthMin));
  const redact = (text: string): string => {
    const cut = encodedRuns.reduce((rest, run) => rest.replace(run, finder.text), text);
    return finder.text(cut);
  };
  const redactValue = (value: unknown): unknown => {
    if (typeof value === "string") {
      if (finder.text(value) === value) return value;
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
  return {
    ...finder,
    text: redact,
    /** Redacts all texts and names in a value; JSON text stays JSON. */
    value: <Value>(value: Value): Value => redactValue(value) as Value,
  };
}

/** A secret, and what stands in its place. */
export interface Secret {
  readonly value: string;
  readonly placeholder: string;
}

/** Shorter forms stand in too many places by chance. */
const formLengthMin = 6;

/** Encodings within each other that are undone. */
const depthMax = 3;

/** Longer texts hardly come twice. */
const repeatedLength = 200;

/**
 * Finds secrets in a text: as they are, and if they are not short also in any letter case,
 * backwards, percent-encoded, escaped as in JSON, C or HTML, in hexadecimal, in base64, and in one
 * of these within another, three deep.
 */
function createSecretFinder(secrets: readonly Secret[]) {
  const known = secrets.map((secret) => ({ ...secret, forms: formsOf(secret.value) }));
  // Longest first: one secret may begin like another.
  known.sort((one, other) => other.value.length - one.value.length);
  // Keys and words of responses come again and again.
  const results = new Map<string, readonly string[]>();
  const find = (text: string): readonly string[] => {
    const seen = known.length === 0 ? "" : readingsOf(text);
    const left = known.filter(({ forms }) => forms.some((form) => seen.includes(form)));
    return left.map(({ placeholder }) => placeholder);
  };
  const findOnce = (text: string): readonly string[] => {
    const found = results.get(text) ?? find(text);
    if (text.length < repeatedLength) results.set(text, found);
    return found;
  };
  return {
    /** The placeholders of the secrets in a text. */
    find: findOnce,
    /** Replaces every secret as it is; a text with an encoded one, whole. */
    text: (text: string): string => {
      let clean = text;
      for (const { value, placeholder } of known) clean = clean.replaceAll(value, placeholder);
      return findOnce(clean)[0] ?? clean;
    },
  };
}

/**
 * What a reading of a text with the secret contains. The first and the last letter are left out: in
 * base64 they may share a group with their neighbours. A secret may hold escapes itself.
 */
function formsOf(value: string): string[] {
  return [value, unescaped(value)]
    .flatMap(bothWays)
    .map((text) => folded(text).slice(1, -1))
    .filter(({ length }) => length >= formLengthMin);
}

/** A text in both directions, and all that it decodes to. */
function readingsOf(text: string): string {
  const found = bothWays(text);
  let latest = found;
  for (let depth = 0; depth < depthMax; depth += 1) {
    latest = latest.flatMap(decodings).filter((reading) => !found.includes(reading));
    found.push(...latest);
  }
  return folded(found.join(" "));
}

/** Letters in lower case, digits, and one mark for a run of all else, which has many escapes. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\0-\x1f\\]/g, "")
    .replace(/[^a-z0-9]+/g, "+");
}

function bothWays(text: string): string[] {
  return [text, [...text].reverse().join("")];
}

/** A text, decoded once in each way. Neighbours of a secret may shift its groups of digits. */
function decodings(text: string): string[] {
  const digits = text.replace(/0x|[^0-9a-f]/gi, "");
  const base64 =
    text
      .replace(/-/g, "+")
      .replace(/_/g, "/")
      .match(/[\w+/]{8,}/g) ?? [];
  return [
    unescaped(text),
    ...[0, 1].map((start) => fromHex(digits.slice(start))),
    ...[0, 1, 2, 3].map((start) => base64.map((run) => fromBase64(run.slice(start))).join(" ")),
  ];
}

const latin1 = new TextDecoder("latin1");

function fromHex(digits: string): string {
  const bytes = new Uint8Array(Math.floor(digits.length / 2));
  for (const at of bytes.keys()) bytes[at] = parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  return latin1.decode(bytes);
}

function fromBase64(run: string): string {
  return atob(run.length % 4 === 1 ? run.slice(0, -1) : run);
}

/** Of several backslashes, each before the last stands for nothing. */
const escapes =
  /(?:%|\\x)([0-9a-f]{2})|\\u([0-9a-f]{4})|(?:\\u\{|&#x)([0-9a-f]+)[;}]?|&#(\d+);?|\\([0-7]{3})|&\w+;|\\[bfnrtv]?/gi;

/** Undoes percent-encoding and the escapes of JSON, C and HTML once. */
function unescaped(text: string): string {
  return text.replace(escapes, (token, byte, unit, point, decimal, octal) => {
    const hex = byte ?? unit ?? point;
    const code = Number(hex ? `0x${hex}` : octal ? `0o${octal}` : decimal);
    if (code >= 0) return String.fromCodePoint(code % 0x110000);
    return token.startsWith("&") ? "&" : "";
  });
}
