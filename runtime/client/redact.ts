/**
 * Keeps secrets out of everything that is thrown or reported, in whichever form: plain,
 * percent-encoded, as JSON text, in base64 or in hexadecimal. Reads foreign errors.
 */

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
 * Makes a redactor for the given secrets. It also hides what is a secret by its name or form:
 * values of `signature`, `listenKey`, `streams`, `secret` and API key headers, and every run of
 * 64 hexadecimal digits.
 */
export function createRedactor(secrets: readonly (string | undefined)[]): Redact {
  const forms = new Set(secrets.flatMap((secret) => (isLong(secret) ? formsOf(secret) : [])));
  // A form can hold another one; the longest goes first so that no rest of it stays.
  const longestFirst = [...forms].sort((one, other) => other.length - one.length);
  const formLengthMax = Math.max(longestFirst[0]?.length ?? 0, namedLengthMax);
  return (text) => {
    let clean = text.slice(0, redactedLengthMax);
    for (const form of longestFirst) {
      clean = clean.replaceAll(form, redactionMark);
    }
    clean = clean.replace(namedSecret, `$1${redactionMark}`).replace(longHex, redactionMark);
    return text.length < redactedLengthMax ? clean : clean.slice(0, -formLengthMax);
  };
}

/** Longer than any name with a signature or listenKey behind it. */
const namedLengthMax = 200;

/** Shorter texts stand in too many innocent places to be taken out of everything. */
const secretLengthMin = 4;

function isLong(secret: string | undefined): secret is string {
  return secret !== undefined && secret.length >= secretLengthMin;
}

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

function formsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const percent = everyByte(bytes, "%");
  const encoded = wellFormedEncoding(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    json,
    JSON.stringify(json).slice(1, -1),
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
    encoded.replaceAll("%20", "+"),
    wellFormedEncoding(encoded),
    percent,
    percent.toLowerCase(),
    everyByte(bytes, ""),
    everyByte(bytes, "").toLowerCase(),
    base64(bytes),
    base64(bytes).replaceAll("+", "-").replaceAll("/", "_"),
  ].filter((form) => form.length >= secretLengthMin);
}

function wellFormedEncoding(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return "";
  }
}

function everyByte(bytes: Uint8Array, prefix: string): string {
  let text = "";
  for (const byte of bytes) {
    text += prefix + byte.toString(16).toUpperCase().padStart(2, "0");
  }
  return text;
}

/** Without padding, which is not there when the text goes on. */
function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) {
    binary += String.fromCharCode(byte);
  }
  return btoa(binary).replace(/=+$/, "");
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
  const { name, message, stack = "", cause } = known;
  const isLast = cause === undefined || depth >= causesMax;
  const reason = isLast ? undefined : { cause: redactedError(cause, redact, depth + 1) };
  const copy = new Error(redact(message).slice(0, messageLengthMax), reason);
  copy.name = redact(name);
  copy.stack = redact(stack).slice(0, stackLengthMax);
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
  const value: unknown = Reflect.get(error, name);
  return typeof value === "string" ? value : undefined;
}

/** The error, its cause, the cause of that, and what an aggregate holds first. */
function causesOf(error: unknown): Error[] {
  const chain: Error[] = [];
  let current = error;
  while (current instanceof Error && chain.length < causesMax) {
    chain.push(current);
    current = current.cause ?? (current instanceof AggregateError ? current.errors[0] : undefined);
  }
  return chain;
}
