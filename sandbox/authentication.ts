/** Who sends a request, and whether it is fresh and signed, by the rules of the contract. */

import { signing } from "../generated/signing.ts";
import { createPlatformSigner } from "../runtime/platform-signer.ts";
import { isTimely, sameSignature } from "../runtime/signature.ts";
import type { Int64, OperationDescriptor } from "../runtime/types.ts";
import type { FieldValues, RequestPairs } from "./http/fields.ts";
import { Refusal } from "./http/refusal.ts";

/** An API key: what proves it, and whose it is. */
export interface KeyRecord {
  readonly key: string;
  readonly secret: string;
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
 * Checks the signature of a signed request, before anything that its fields say is looked at:
 * whoever cannot sign learns nothing else. Throws a `Refusal` when it is not right.
 */
export async function requireSignature(
  { query, body, faults }: RequestPairs,
  record: KeyRecord,
): Promise<void> {
  const given = [...query, ...body].filter(([name]) => name === signing.signature);
  if (given.length === 0) {
    throw new Refusal("MISSING_PARAMETER", `${signing.signature} is missing; sign the request.`);
  }
  if (given.length > 1) {
    throw new Refusal("TOO_MANY_PARAMETERS", `${signing.signature} was sent twice; send it once.`);
  }
  const [unread] = faults;
  if (unread !== undefined) {
    // What is signed are original values, and this one is not known.
    throw new Refusal("INVALID_SIGNATURE", unread.message);
  }
  const expected = await createPlatformSigner(record.secret, signing)(query, body);
  if (sameSignature(expected, given[0]?.[1].trim())) return;
  throw new Refusal(
    "INVALID_SIGNATURE",
    `${signing.signature} is not that of the parameters; sign the original values in the order ` +
      "sent, query and then body, as lower-case hexadecimal digits.",
  );
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
