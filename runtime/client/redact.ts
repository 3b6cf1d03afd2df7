/** Keeps secrets out of everything that is thrown or reported. Reads foreign errors. */

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
 * Makes a redactor for the given secrets, in whichever form they come: in upper or lower case,
 * reversed, percent-encoded, escaped as in JSON, in hexadecimal or in base64. It also hides what is
 * a secret by its name or form: values of `signature`, `listenKey`, `streams`, `secret` and API key
 * headers, and every run of 64 hexadecimal digits.
 */
export function createRedactor(secrets: readonly (string | undefined)[]): Redact {
  const known = secrets.filter((secret) => secret !== undefined && secret.length >= lengthMin);
  // One secret can hold another; the longest goes first so that no rest of it stays.
  const patterns = [...new Set(known as string[])]
    .sort((one, other) => other.length - one.length)
    .map(matcherOf);
  const secretLengthMax = Math.max(...known.map((secret = "") => secret.length), 0);
  const hiddenAtEnd = Math.max(charactersMax * secretLengthMax, namedLengthMax);
  return (text) => {
    let clean = text.slice(0, redactedLengthMax);
    for (const pattern of patterns) clean = clean.replace(pattern, redactionMark);
    clean = clean.replace(namedSecret, `$1${redactionMark}`).replace(longHex, redactionMark);
    return text.length < redactedLengthMax ? clean : clean.slice(0, -hiddenAtEnd);
  };
}

/** Made once for the secrets of late: it takes longer than the rest of a failed call. */
const matchers = new Map<string, RegExp>();

function matcherOf(secret: string): RegExp {
  const known = matchers.get(secret);
  if (known !== undefined) return known;
  if (matchers.size >= 10) matchers.clear();
  const made = new RegExp(formsOf(secret).map(patternOf).join("|"), "giu");
  matchers.set(secret, made);
  return made;
}

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

/** The texts that a secret can be read from; `patternOf` finds each however it is escaped. */
function formsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const forms = [secret, hexOf(bytes)];
  // In longer base64 a secret can begin at each of the three bytes of a group.
  for (const before of [0, 1, 2]) {
    const text = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    const whole = text.slice(
      Math.ceil((before * 4) / 3),
      Math.floor(((before + bytes.length) * 4) / 3),
    );
    if (whole.length >= lengthMin) forms.push(whole);
  }
  return forms.flatMap((form) => [form, [...form].reverse().join("")]);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Each character as it is, as escapes of JSON have it, or percent-encoded any few times. */
function patternOf(text: string): string {
  return Array.from(text, (character) => {
    const bytes = new TextEncoder().encode(character);
    const percent = Array.from(bytes, (byte) => `%(?:25){0,4}${hexOf(Uint8Array.of(byte))}`);
    const units = Array.from({ length: character.length }, (_, at) =>
      character.charCodeAt(at).toString(16).padStart(4, "0"),
    );
    const escaped = units.map((unit) => `\\\\{1,8}u${unit}`).join("");
    const same = similar[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`;
    return `(?:\\\\{0,8}${same}|${percent.join("")}|${escaped})`;
  }).join("");
}

/** Characters that stand for others in forms and in base64 of addresses. */
const similar: Readonly<Record<string, string>> = { " ": "[ +]", "+": "[-+]", "/": "[_/]" };

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
