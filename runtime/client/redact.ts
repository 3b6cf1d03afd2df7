/** Keeps secrets out of everything that is thrown or reported. Reads foreign errors. */

import type { ClientOptions } from "./options.ts";

/**
 * Puts a mark in place of every secret in a text. Of a text longer than `redactedLengthMax` only
 * the start comes back, and nothing near the cut, where half a secret would not be recognised.
 */
export type Redact = (text: string) => string;

/** Nothing longer is ever shown; looking through megabytes would keep a server busy. */
export const redactedLengthMax = 16_384;

/** What stands where a secret was. */
const redactionMark = "[redacted]";

/**
 * Makes a redactor for the given secrets. Each is cut out where it stands as it is; of a text that
 * holds one in another form nothing is left: in upper or lower case, reversed, percent-encoded,
 * escaped as in JSON, in hexadecimal or in base64. What is a secret by its name or form is cut out
 * too: values of `signature`, `listenKey`, `streams`, `secret` and API key headers, and every run
 * of 64 hexadecimal digits.
 */
export function createRedactor(secrets: readonly (string | undefined)[]): Redact {
  const known = secrets.filter((secret = "") => secret.length >= lengthMin) as string[];
  // Of two that begin alike, the longer one is cut out first.
  known.sort((one, other) => other.length - one.length);
  const needles = known.flatMap(formsOf).filter(({ length }) => length >= lengthMin);
  const hiddenAtEnd = Math.max(charactersMax * (known[0]?.length ?? 0), namedLengthMax);
  return (text) => {
    let clean = text.slice(0, redactedLengthMax);
    for (const secret of known) clean = clean.replaceAll(secret, redactionMark);
    clean = clean.replace(namedSecret, `$1${redactionMark}`).replace(longHex, redactionMark);
    const stages = stagesOf(clean);
    if (needles.some((needle) => stages.some((stage) => stage.includes(needle)))) {
      return redactionMark;
    }
    return text.length < redactedLengthMax ? clean : clean.slice(0, -hiddenAtEnd);
  };
}

/** Hides what is secret in a call: the client's key and secret, its signature, and such fields. */
export function redactorFor(
  { apiKey, apiSecret }: Pick<ClientOptions, "apiKey" | "apiSecret">,
  fields: Readonly<Record<string, string>> = {},
  signature?: string,
): Redact {
  const names = Object.keys(fields).filter((name) => secretName.test(name));
  return createRedactor([apiKey, apiSecret, signature, ...names.map((name) => fields[name])]);
}

const secretName = /listenKey|secret|signature/i;

/** Shorter texts stand in too many innocent places to be taken out of everything. */
const lengthMin = 4;

/** Most characters that stand for one of a secret: three bytes, percent-encoded twice. */
const charactersMax = 15;

/** Longer than any name with a signature or listenKey behind it. */
const namedLengthMax = 200;

/**
 * The name, what stands between it and the value (quotes may be escaped), and the value. A comma
 * separates them only behind a quoted name, as in a list of header pairs; seven characters of a
 * secret reveal nothing, and many plain words are as short.
 */
const namedSecret = new RegExp(
  "((?:signature|listenKey|streams|secret(?:Key)?|x-[a-z-]*apikey|api-?key)" +
    "(?:\\\\*[\"']\\s*[=:,]|\\s*[=:]|(?:%22)?%3[DA])" +
    "\\s*(?:\\\\*[\"']|%22)?)" +
    "(?!\\[redacted\\])[^&\\s\"'\\\\,;{}\\]%]{8,}",
  "gi",
);
const longHex = /[0-9a-f]{64,}/gi;

/** The texts that a secret can be read from, as `stagesOf` gives them. */
function formsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  // In longer base64 a secret can begin at each of the three bytes of a group.
  const base64 = [0, 1, 2].map((before) => {
    const text = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    return text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
  });
  return [secret, hex, ...base64]
    .flatMap((form) => [form, [...form].reverse().join("")])
    .flatMap(stagesOf);
}

/** A text with one character for each byte, and the same with its escapes undone once, twice, … */
function stagesOf(text: string): string[] {
  const stages = [folded(utf8(text))];
  for (let last = ""; stages.length < stagesMax; ) {
    [last = ""] = stages;
    const next = folded(last.replace(escapes, decoded));
    if (next === last) break;
    stages.unshift(next);
  }
  return stages;
}

/** Escaped as JSON twice, and percent-encoded twice. */
const stagesMax = 5;

function utf8(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** Letters of one case, and one character for those that stand for each other in encodings. */
function folded(text: string): string {
  return text
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replace(/[- ]/g, "+")
    .replaceAll("_", "/");
}

const escapes = /%[0-9a-f]{2}|(?:\\+u[0-9a-f]{4})+|\\+/g;

/** Undoes percent-encoding, or an escape of JSON, once. */
function decoded(token: string): string {
  if (token.startsWith("%")) return String.fromCharCode(Number.parseInt(token.slice(1), 16));
  const units = [...token.matchAll(/u(....)/g)].map(([, unit = ""]) => Number.parseInt(unit, 16));
  return utf8(String.fromCharCode(...units));
}

/** A copy of headers without the secrets in their values. */
export function redactedHeaders(headers: Headers, redact: Redact): Headers {
  const clean = new Headers();
  for (const [name, value] of headers) clean.append(name, redact(value));
  return clean;
}

/** Longest message that is kept; it is cut after the secrets are out of it. */
const messageLengthMax = 500;

/** Room for the message and some twenty frames. */
const stackLengthMax = 4000;

/** Deepest chain of causes that is kept. */
const causesMax = 5;

/**
 * A copy of a foreign error that holds its name, message, code, stack and causes without the
 * secrets, and nothing else: other properties of it could carry a whole request.
 */
export function redactedError(error: unknown, redact: Redact, depth = 1): Error {
  const text = typeof error === "string" ? error : `a ${typeof error}`;
  const known = error instanceof Error ? error : new Error(text);
  const clean = (name: string): string => redact(textProperty(known, name) ?? "");
  const cause = property(known, "cause");
  const isLast = cause === undefined || depth >= causesMax;
  const reason = isLast ? undefined : { cause: redactedError(cause, redact, depth + 1) };
  const copy = new Error(clean("message").slice(0, messageLengthMax), reason);
  copy.name = clean("name");
  copy.stack = clean("stack").slice(0, stackLengthMax);
  const code = textProperty(known, "code");
  return code === undefined ? copy : Object.assign(copy, { code: redact(code) });
}

/** Whether a connection failed before a byte of the request left. */
export function isNotSent(error: unknown): boolean {
  return causesOf(error).some((cause) =>
    [textProperty(cause, "code"), textProperty(cause, "syscall")].some((word = "") =>
      wordsBeforeSending.has(word),
    ),
  );
}

/** Codes and system calls of errors that happen before a byte of the request leaves. */
const wordsBeforeSending = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "connect",
  "getaddrinfo",
]);

/** The code of an error, or else of the first of its causes that has one. */
export function errorCodeOf(error: unknown): string | undefined {
  return causesOf(error)
    .map((cause) => textProperty(cause, "code"))
    .find((code) => code !== undefined);
}

function textProperty(error: Error, name: string): string | undefined {
  const value = property(error, name);
  return typeof value === "string" ? value : undefined;
}

/** Anybody can have made the error, and tracing tools replace `stack`: nothing of it is certain. */
function property(error: Error, name: string): unknown {
  try {
    return Reflect.get(error, name);
  } catch {
    return undefined;
  }
}

/** The error, its cause, the cause of that, and what an aggregate holds first. */
function causesOf(error: unknown): Error[] {
  const chain: Error[] = [];
  let current = error;
  while (current instanceof Error && chain.length < causesMax) {
    chain.push(current);
    const all = property(current, "errors");
    current = property(current, "cause") ?? (Array.isArray(all) ? all[0] : undefined);
  }
  return chain;
}
