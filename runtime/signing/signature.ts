/** Signatures by spec/rules/signing.yaml: the signing text, signing, and verification. */

import type { Pair } from "../encoding/percent.ts";
import { encodeText } from "../encoding/percent.ts";
import type { Int64, SigningDescriptor } from "../tables.ts";

/** HMAC-SHA256 of UTF-8 text under a UTF-8 key, as 64 lowercase hexadecimal digits. */
export type Hmac = (secret: string, text: string) => string | Promise<string>;

/** Query and body as they are sent; the signature ends the body, or the query if there is none. */
export interface SignedFields {
  readonly query: string;
  readonly body: string;
  readonly signature: string;
}

/** Signs and encodes the fields of one request, in the order in which they are sent. */
export type Signer = (
  query: readonly Pair[],
  body: readonly Pair[],
) => SignedFields | Promise<SignedFields>;

/**
 * Binds a secret, so that it is not passed around. The values must be trimmed. The signer throws a
 * URIError for half of a surrogate pair: in UTF-8 it would become another character.
 */
export function createSigner(secret: string, hmac: Hmac, signing: SigningDescriptor): Signer {
  return (query, body) => {
    const front = encodedFields(query, signing);
    const back = encodedFields(body, signing);
    const finish = (signature: string): SignedFields => {
      const end = `&${signing.signature}=${encodeText(signature)}`;
      return back.sent === ""
        ? { query: front.sent + end, body: "", signature }
        : { query: front.sent, body: back.sent + end, signature };
    };
    const signature = hmac(secret, joinParts(front.signed, back.signed, signing));
    return typeof signature === "string" ? finish(signature) : signature.then(finish);
  };
}

/** The fields as they are signed, and as they are sent: one pass for both. */
function encodedFields(pairs: readonly Pair[], { values, pairSeparator }: SigningDescriptor) {
  let signed = "";
  let sent = "";
  for (const [name, value] of pairs) {
    if (sent !== "") {
      signed += pairSeparator;
      sent += "&";
    }
    const encoded = encodeText(value);
    signed += `${name}=${values === "percent" ? encoded : value}`;
    sent += `${encodeText(name)}=${encoded}`;
  }
  return { signed, sent };
}

/**
 * The text to sign: original values, query then body with nothing between. It excludes the
 * signature itself, wherever it stands.
 */
export function signingText(
  query: readonly Pair[],
  body: readonly Pair[],
  signing: SigningDescriptor,
): string {
  const queryText = joinPairs(query, signing);
  const bodyText = joinPairs(body, signing);
  return joinParts(queryText, bodyText, signing);
}

function joinParts(query: string, body: string, { partSeparator }: SigningDescriptor): string {
  return query !== "" && body !== "" ? query + partSeparator + body : query + body;
}

function joinPairs(pairs: readonly Pair[], signing: SigningDescriptor): string {
  let text = "";
  for (const [name, value] of pairs) {
    if (name === signing.signature) continue;
    const trimmed = signing.trim ? value.trim() : value;
    if (text !== "") text += signing.pairSeparator;
    text += name;
    text += "=";
    text += signing.values === "percent" ? encodeText(trimmed) : trimmed;
  }
  return text;
}

/** What a server needs to verify a signature. */
export interface SignatureClaim {
  readonly secret: string;
  readonly text: string;
  /** The signature in the request, unverified. */
  readonly given: unknown;
}

/** Whether the signature matches the text; synchronous where the HMAC function is. */
export function verifySignature(
  { secret, text, given }: SignatureClaim,
  hmac: Hmac,
): boolean | Promise<boolean> {
  const expected = hmac(secret, text);
  return typeof expected === "string"
    ? sameSignature(expected, given)
    : expected.then((signature) => sameSignature(signature, given));
}

/** Compares signatures in constant time. An empty one matches nothing. */
export function sameSignature(expected: string, given: unknown): boolean {
  if (typeof given !== "string" || given.length !== expected.length) {
    return false;
  }
  let difference = 0;
  for (let index = 0; index < expected.length; index += 1) {
    difference |= expected.charCodeAt(index) ^ given.charCodeAt(index);
  }
  return difference === 0 && expected !== "";
}

/** The times that decide whether a request is accepted, in milliseconds. */
export interface RequestTiming {
  readonly timestamp: Int64;
  /** The `recvWindow` that was sent, else the documented default. */
  readonly windowMs?: Int64 | undefined;
  readonly serverMs: number;
}

/** Whether a request is neither too old for its window nor too far ahead of the server. */
export function isTimely(timing: RequestTiming, signing: SigningDescriptor): boolean {
  const { timestamp, windowMs = signing.windowMsDefault } = timing;
  const serverMs = Math.floor(timing.serverMs);
  return timestamp < serverMs + signing.aheadMsBelow && timestamp >= serverMs - Number(windowMs);
}
