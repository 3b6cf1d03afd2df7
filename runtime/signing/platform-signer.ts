/** Signing with the platform's own cryptography, for whoever signs without the client. */

import type { SigningDescriptor } from "../tables.ts";
import { hmacSha256Hex } from "./hmac.ts";
import type { Signer } from "./signature.ts";
import { createSigner } from "./signature.ts";

/** A signer for one secret; synchronous on Node, elsewhere by a promise. */
export function createPlatformSigner(secret: string, signing: SigningDescriptor): Signer {
  return createSigner(secret, hmacSha256Hex, signing);
}

/** The HMAC of a text that somebody else has put together; a promise where `Signer` gives one. */
export { hmacSha256Hex as platformHmac } from "./hmac.ts";
