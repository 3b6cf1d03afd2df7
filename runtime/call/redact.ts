/** Removes secrets from everything that is thrown or reported, foreign errors included. */

import type { SendingOptions } from "./options.ts";
import { createSecretFinder } from "./secret-finder.ts";

/**
 * Replaces every secret in a text by a mark. Of a text longer than `redactedLengthMax` only the
 * start is kept, without the part near the cut, where half a secret would not be recognised.
 */
export type Redact = (text: string) => string;

/** Longer text is cut: scanning megabytes would keep a server busy. */
export const redactedLengthMax = 16_384;

/** The mark in place of a secret. */
const redactionMark = "[redacted]";

/**
 * Makes a redactor for the given secrets, in any encoding that `secret-finder.ts` knows, and for
 * values with a secret name or form: `signature`, `listenKey`, `streams`, `secret`, API key
 * headers, and every run of 64 hexadecimal digits.
 */
export function createRedactor(secrets: readonly (string | undefined)[]): Redact {
  const known = secrets.filter((secret = "") => secret.length >= lengthMin) as string[];
  const finder = createSecretFinder(known.map((value) => ({ value, placeholder: redactionMark })));
  const hiddenAtEnd = Math.max(
    namedLengthMax,
    ...known.map(({ length }) => charactersMax * length),
  );
  return (text) => {
    const found = finder.text(text.slice(0, redactedLengthMax));
    const clean = found.replace(namedSecret, `$1${redactionMark}`).replace(longHex, redactionMark);
    const isWhole = text.length < redactedLengthMax || clean === redactionMark;
    return isWhole ? clean : clean.slice(0, -hiddenAtEnd);
  };
}

/** Where a call holds secrets: in its fields, and in the signature of its last attempt. */
interface SignedCall {
  readonly request: { readonly fields: Readonly<Record<string, string>> };
  readonly signature?: string | undefined;
}

/** A redactor for one call: API key, secret, signature and secret fields. */
export function redactorFor(
  { apiKey, apiSecret }: Pick<SendingOptions, "apiKey" | "apiSecret">,
  { request: { fields }, signature }: SignedCall = { request: { fields: {} } },
): Redact {
  const names = Object.keys(fields).filter((name) => secretName.test(name));
  return createRedactor([apiKey, apiSecret, signature, ...names.map((name) => fields[name])]);
}

const secretName = /listenKey|secret|signature/i;

/** Shorter texts occur by accident in too many places. */
const lengthMin = 4;

/** Most characters that encode one character: three bytes, percent-encoded twice. */
const charactersMax = 15;

/** Longer than any name with a signature or listenKey behind it. */
const namedLengthMax = 200;

/**
 * The name, the separator (with quotes, perhaps escaped), and the value. A comma separates only
 * after a quoted name, as in a list of header pairs. Values under eight characters stay: they
 * reveal nothing, and many plain words are as short.
 */
const namedSecret = new RegExp(
  "((?:signature|listenKey|streams|secret(?:Key)?|x-[a-z-]*apikey|api-?key)" +
    "(?:\\\\*[\"']\\s*[=:,]|\\s*[=:]|(?:%22)?%3[DA])" +
    "\\s*(?:\\\\*[\"']|%22)?)" +
    "(?!\\[redacted\\])[^&\\s\"'\\\\,;{}\\]%]{8,}",
  "gi",
);
const longHex = /[0-9a-f]{64,}/gi;

/** A copy of headers without the secrets in their values. */
export function redactedHeaders(headers: Headers, redact: Redact): Headers {
  return new Headers([...headers].map(([name, value]) => [name, redact(value)]));
}

/** Longest message that is kept; it is cut after redaction. */
const messageLengthMax = 500;

/** Room for the message and about twenty frames. */
const stackLengthMax = 4000;

/** Deepest chain of causes that is kept. */
const causesMax = 5;

/**
 * A redacted copy of a foreign error: name, message, code, stack and causes. Other properties are
 * dropped, as they could hold a whole request.
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
    ["code", "syscall", "message"].some((name) =>
      wordsBeforeSending.has(textProperty(cause, name) ?? ""),
    ),
  );
}

/** Codes, system calls and messages of errors that happen before a byte of the request leaves. */
const wordsBeforeSending = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_CLOSED",
  "ConnectionRefused",
  "connect",
  "getaddrinfo",
  "bad port",
]);

/**
 * The code of an error, or of its first cause that has one; without any, the message of its last
 * cause, up to the query of an address.
 */
export function reasonOf(error: unknown): string {
  const causes = causesOf(error);
  const code = causes.map((cause) => textProperty(cause, "code")).find((each) => each);
  const last = causes.at(-1) ?? new Error("unknown reason");
  return code ?? textProperty(last, "message")?.replace(/\?.*/s, "") ?? "";
}

function textProperty(error: Error, name: string): string | undefined {
  const value = property(error, name);
  return typeof value === "string" ? value : undefined;
}

/** The error may come from anywhere, and tracing tools replace `stack`: a getter may throw. */
function property(error: Error, name: string): unknown {
  try {
    return Reflect.get(error, name);
  } catch {
    return undefined;
  }
}

/** The error, its cause, and so on; of an aggregate the first error. */
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
