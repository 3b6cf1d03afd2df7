/**
 * Keeps secrets out of everything that is thrown or reported. What a server wrote is shown without
 * them; of a foreign error only class and code are, as its text may quote a whole request.
 */

import { TradespecError } from "../errors.ts";
import type { SendingOptions } from "./options.ts";

/** Replaces every secret in a text by a mark; of a long text only the start is kept. */
export type Redact = (text: string) => string;

/** Longer text is cut: scanning megabytes would keep a server busy. */
export const redactedLengthMax = 16_384;

/** The part before the cut is not shown, as half a secret in it would not be recognised. */
const hiddenAtEnd = 512;

const mark = "[redacted]";

/**
 * A word longer than any client order id, and bytes in hexadecimal: keys, signatures and listen
 * keys are that long, and longer in any encoding.
 */
const longWord = /[\w%+\\&#;{}-]{37,}|(?:\b(?:0x)?[0-9a-f]{2}[\s,:]{1,2}){16,}/gi;

/** Makes a redactor for secrets: also percent-encoded, in any letter case, and all long words. */
export function createRedactor(secrets: readonly (string | undefined)[]): Redact {
  const forms = secrets
    .flatMap((secret = "") =>
      secret.length < lengthMin ? [] : [secret, encodeURIComponent(secret)],
    )
    // Longest first: one secret may begin like another.
    .sort((one, other) => other.length - one.length)
    .map((form) => form.replace(/[^a-z0-9]/gi, "\\$&"));
  const known = new RegExp([...forms, longWord.source].join("|"), "gi");
  return (text) => {
    const clean = text.slice(0, redactedLengthMax).replace(known, mark);
    return text.length < redactedLengthMax ? clean : clean.slice(0, -hiddenAtEnd);
  };
}

/** Shorter texts occur by accident in too many places. */
const lengthMin = 4;

export const secretName = /listenKey|secret|signature/i;

/** Where a call holds secrets: in its fields, and in the signature of its last attempt. */
interface SignedCall {
  readonly request: { readonly fields: Readonly<Record<string, string>> };
  readonly signature?: string | undefined;
}

/** A redactor for one call: API key, secret, signature and secret fields. */
export function redactorFor(
  { apiKey, apiSecret }: Pick<SendingOptions, "apiKey" | "apiSecret">,
  { request: { fields }, signature }: SignedCall,
): Redact {
  const names = Object.keys(fields).filter((name) => secretName.test(name));
  return createRedactor([apiKey, apiSecret, signature, ...names.map((name) => fields[name])]);
}

/** A copy of headers without the secrets in their values. */
export function redactedHeaders(headers: Headers, redact: Redact): Headers {
  return new Headers([...headers].map(([name, value]) => [name, redact(value)]));
}

/** An error of ours as it is; of any other class, code and address, and those of its causes. */
export function safeError(error: unknown): Error {
  if (error instanceof TradespecError) return error;
  const copied = causesOf(error).reduceRight<Error | undefined>((cause, each) => {
    const [code, address] = ["code", "address"].map((name) => word(each, name));
    const port = property(each, "port");
    const text = [code, address, Number.isInteger(port) && port].filter(Boolean).join(" ");
    const name = word(each, "name") || "Error";
    return Object.assign(new Error(text, cause && { cause }), { name }, code && { code });
  }, undefined);
  return copied ?? new Error(`a ${typeof error}`);
}

/** The code of an error, or of its first cause that has one; without any, the class of the last. */
export function reasonOf(error: unknown): string {
  const causes = causesOf(error);
  const code = causes.map((cause) => word(cause, "code")).find(Boolean);
  return code || word(causes.at(-1), "name") || "Error";
}

/** Whether a connection failed before a byte of the request left. */
export function isNotSent(error: unknown): boolean {
  return causesOf(error).some((cause) =>
    ["code", "syscall", "message"].some((name) => {
      const text = property(cause, name);
      return typeof text === "string" && beforeSending.test(text);
    }),
  );
}

/**
 * Codes, system calls and messages of errors that happen before a byte of the request leaves; also
 * of certificates that are not trusted, while other errors of TLS may follow the request. Deno has
 * only a message, with an address that holds no spaces.
 */
const beforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_(CONNECT_TIMEOUT|CLOSED)|ConnectionRefused|connect|getaddrinfo|bad port|(CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT)_\w+)$| \(Connect\)/;

/** A text that cannot be a secret: a name, a code or an address, shorter than any key. */
function word(error: unknown, name: string): string {
  const text = property(error, name);
  return typeof text === "string" && /^[\w.:]{1,40}$/.test(text) ? text : "";
}

/** The error may come from anywhere: a getter may throw. */
function property(error: unknown, name: string): unknown {
  try {
    return Object(error)[name];
  } catch {
    return undefined;
  }
}

/** Deepest chain of causes that is read. */
const causesMax = 5;

/** The error, its cause, and so on; of an aggregate the first error. */
function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  let current = error;
  // Not `instanceof Error`: in Jest, errors of Node are of another realm.
  while (Object(current) === current && chain.length < causesMax) {
    chain.push(current);
    current = property(current, "cause") ?? [property(current, "errors")].flat()[0];
  }
  return chain;
}
