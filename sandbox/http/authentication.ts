/** Checks the API key, the signature and the timestamp of a request. */

import { refusals } from "../../generated/sandbox.ts";
import { signing } from "../../generated/signing.ts";
import type { Pair } from "../../runtime/encoding/percent.ts";
import { hmacSha256Hex } from "../../runtime/signing/hmac.ts";
import { isTimely, sameSignature, signingText } from "../../runtime/signing/signature.ts";
import type { Int64, OperationDescriptor } from "../../runtime/tables.ts";
import type { KeyRecord } from "../config/accounts.ts";
import type { Exchange, SigningMode } from "../exchange/exchange.ts";
import { RequestError } from "../exchange/request-error.ts";
import { type FieldValues, type RequestPairs, wireTextWithout } from "./fields.ts";
import type { HttpRequest } from "./messages.ts";

const keyHeader = signing.header.toLowerCase();

/** The key that a request was sent with, if the exchange knows it. */
export function keyOf({ keys }: Exchange, { header }: HttpRequest): KeyRecord | undefined {
  return keys.get(header(keyHeader) ?? "");
}

/** The key of a request; `undefined` if the operation needs none. Throws a `RequestError`. */
export function requireKey(
  operation: OperationDescriptor,
  exchange: Exchange,
  request: HttpRequest,
): KeyRecord | undefined {
  if (!operation.sendsKey) return undefined;
  const record = keyOf(exchange, request);
  if (record !== undefined) return record;
  const what = request.header(keyHeader) === undefined ? "is missing" : "is unknown";
  throw new RequestError("INVALID_API_KEY", `${signing.header} ${what}; send a valid API key.`);
}

/**
 * Checks the signature before any field, so that an unsigned request learns nothing else. Throws a
 * `RequestError`, or rejects with one where the platform's HMAC is asynchronous.
 */
export function requireSignature(
  request: HttpRequest,
  { query, body, faults }: RequestPairs,
  { apiSecret }: KeyRecord,
  mode: SigningMode,
): void | Promise<void> {
  const given = signatureOf(query, body);
  const texts: string[] = [];
  if (mode !== "raw") texts.push(wireTextWithout(request, signing.signature));
  // Original values are signed, and an unreadable request has none.
  if (mode !== "percent" && faults.length === 0) texts.push(signingText(query, body, signing));
  const expected = texts.map((text) => hmacSha256Hex(apiSecret, text));
  const check = (valid: readonly string[]): void => {
    if (valid.some((signature) => sameSignature(signature, given))) return;
    throw new RequestError(refusals.signatureWrong, faults[0]?.message ?? wrongSignature(mode));
  };
  const isReady = expected.every((signature) => typeof signature === "string");
  return isReady ? check(expected) : Promise.all(expected).then(check);
}

/** The signature of a request. Throws a `RequestError` for none or several. */
function signatureOf(query: readonly Pair[], body: readonly Pair[]): string {
  const isSignature = ([name]: Pair): boolean => name === signing.signature;
  const [given, second] = [...query.filter(isSignature), ...body.filter(isSignature)];
  if (given === undefined) {
    const what = `${signing.signature} is missing; sign the request.`;
    throw new RequestError(refusals.signatureMissing, what);
  }
  if (second !== undefined) {
    const what = `${signing.signature} was sent twice; send it once.`;
    throw new RequestError(refusals.signatureTwice, what);
  }
  return given[1].trim();
}

function wrongSignature(mode: SigningMode): string {
  return (
    `${signing.signature} does not match; sign, with the secret of this key, ${signedText[mode]} in ` +
    "the order sent, query and then body, as lower-case hexadecimal digits."
  );
}

/** What the signature covers in each mode. */
const signedText: Readonly<Record<SigningMode, string>> = {
  raw: "the original values",
  percent: "the percent-encoded text",
  both: "the percent-encoded text, or the original values",
};

/** Checks the timestamp of a signed request. Throws a `RequestError` when too old or too early. */
export function requireTime(values: FieldValues, serverMs: number): void {
  const timestamp = values[signing.timestamp] as Int64;
  const windowMs = values[signing.window] as Int64 | undefined;
  if (isTimely({ timestamp, windowMs, serverMs }, signing)) return;
  const side = BigInt(timestamp) > BigInt(Math.floor(serverMs)) ? "ahead of" : "behind";
  throw new RequestError(
    signing.rejectedWith,
    `${signing.timestamp} is outside of the ${signing.window}, ` +
      `${side} the server; ask for the server's time and correct it.`,
  );
}
