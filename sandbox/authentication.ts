/** Who sends a request, and whether it is fresh and signed, by the rules of the contract. */

import { signing } from "../generated/signing.ts";
import type { Pair } from "../runtime/encoding/percent.ts";
import { createPlatformSigner, platformHmac } from "../runtime/signing/platform-signer.ts";
import { isTimely, type Signer, sameSignature } from "../runtime/signing/signature.ts";
import type { Int64, OperationDescriptor } from "../runtime/tables.ts";
import { type FieldValues, type RequestPairs, wireTextWithout } from "./http/fields.ts";
import type { HttpRequest } from "./http/message.ts";
import type { PlainForm } from "./http/plain-form.ts";
import { Refusal } from "./http/refusal.ts";

/** An API key: what proves it, and whose it is. */
export interface KeyRecord {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly account: string;
}

/** The key of a request, or `undefined` where the operation asks for none. Throws a `Refusal`. */
export function requireKey(
  operation: OperationDescriptor,
  key: string | undefined,
  keys: ReadonlyMap<string, KeyRecord>,
): KeyRecord | undefined {
  if (!operation.sendsKey) return undefined;
  const record = key === undefined ? undefined : keys.get(key.trim());
  if (record !== undefined) return record;
  const what = key === undefined ? "is missing" : "is not known here";
  throw new Refusal("INVALID_API_KEY", `${signing.header} ${what}; send a valid API key.`);
}

/**
 * The text that a signature may be of: the original values, as the interface has it; query and
 * body as they stood on the wire, percent-encoded, as most clients of the family sign them; or
 * whichever of the two fits.
 */
export type SigningMode = "raw" | "percent" | "both";

export const signingModes: readonly SigningMode[] = ["raw", "percent", "both"];

/** What a signature is checked against. */
export interface SignatureCheck {
  readonly request: HttpRequest;
  /** Where it is there, the pairs are not looked at. */
  readonly plain: PlainForm | undefined;
  readonly pairs: RequestPairs;
  readonly record: KeyRecord;
  readonly mode: SigningMode;
}

/**
 * Checks the signature of a signed request, before anything that its fields say is looked at:
 * whoever cannot sign learns nothing else. Throws a `Refusal` when it is not right, or rejects
 * with one where the platform hashes by promises.
 */
export function requireSignature(check: SignatureCheck): void | Promise<void> {
  const { plain, record, mode } = check;
  if (plain !== undefined) {
    // Whatever the mode, this is the text.
    const hashed = platformHmac(record.apiSecret, plain.signed);
    return requireHash(hashed, plain.signature, texts[mode]);
  }
  const { query, body, faults } = check.pairs;
  const given = signatureOf(query, body);
  if (check.mode !== "raw") return requireWireSignature(check, given);
  const [unread] = faults;
  if (unread !== undefined) {
    // What is signed are original values, and this one is not known.
    throw new Refusal("INVALID_SIGNATURE", unread.message);
  }
  return requireHash(signerOf(check.record)(query, body), given, texts.raw);
}

function requireHash(
  expected: string | Promise<string>,
  given: string,
  what: string,
): void | Promise<void> {
  if (typeof expected === "string") return requireSame(expected, given, what);
  return expected.then((signature) => requireSame(signature, given, what));
}

async function requireWireSignature(check: SignatureCheck, given: string): Promise<void> {
  const { request, pairs, record, mode } = check;
  const written = wireTextWithout(request, signing.signature);
  const ofWire = await platformHmac(record.apiSecret, written);
  if (mode === "both" && pairs.faults.length === 0 && !sameSignature(ofWire, given)) {
    const ofValues = await signerOf(record)(pairs.query, pairs.body);
    return requireSame(ofValues, given, texts.both);
  }
  return requireSame(ofWire, given, texts.percent);
}

/** The one signature of a request. Throws a `Refusal` when there is none, or more than one. */
function signatureOf(query: readonly Pair[], body: readonly Pair[]): string {
  let given: string | undefined;
  for (const pairs of [query, body]) {
    for (const [name, value] of pairs) {
      if (name !== signing.signature) continue;
      if (given !== undefined) {
        const what = `${signing.signature} was sent twice; send it once.`;
        throw new Refusal("TOO_MANY_PARAMETERS", what);
      }
      given = value;
    }
  }
  if (given !== undefined) return given.trim();
  throw new Refusal("MISSING_PARAMETER", `${signing.signature} is missing; sign the request.`);
}

function requireSame(expected: string, given: string, what: string): void {
  if (sameSignature(expected, given)) return;
  throw new Refusal(
    "INVALID_SIGNATURE",
    `${signing.signature} is not that of the parameters; sign ${what} in the order ` +
      "sent, query and then body, as lower-case hexadecimal digits.",
  );
}

/** What is to be signed in each mode. */
const texts: Readonly<Record<SigningMode, string>> = {
  raw: "the original values",
  percent: "the percent-encoded text",
  both: "the percent-encoded text, or the original values",
};

const signers = new WeakMap<KeyRecord, Signer>();

/** The signer of a key, made when the key is first used. */
function signerOf(record: KeyRecord): Signer {
  let signer = signers.get(record);
  if (signer === undefined) {
    signer = createPlatformSigner(record.apiSecret, signing);
    signers.set(record, signer);
  }
  return signer;
}

/** Checks that a signed request is fresh. Throws a `Refusal` when it is too old or too early. */
export function requireTime(values: FieldValues, serverMs: number): void {
  const timing = {
    timestamp: values[signing.timestamp] as Int64,
    windowMs: values[signing.window] as Int64 | undefined,
    serverMs,
  };
  if (isTimely(timing, signing)) return;
  const ahead = BigInt(timing.timestamp) > BigInt(Math.floor(serverMs));
  throw new Refusal(
    "TIMESTAMP_OUTSIDE_WINDOW",
    `${signing.timestamp} is outside of the ${signing.window}, ` +
      `${ahead ? "ahead of" : "behind"} the server; ask for the server's time and correct it.`,
  );
}
