/** Signing with a key that the client does not hold, such as one in hardware. */

import { TransportError } from "../errors.ts";
import type { Hmac } from "./signature.ts";

/** Signs a text that is sent with the signature; returns that as it stands before encoding. */
export type Sign = (text: string) => string | Promise<string>;

/**
 * Calls a given signer in place of the HMAC. Its failure must not hide what became of an earlier
 * attempt, so it is an error of the client, with the original as its cause.
 */
export function externalSigner(sign: Sign): Hmac {
  return async (_, text) => {
    try {
      return await sign(text);
    } catch (error) {
      const cause = error as Error;
      throw new TransportError("The option sign failed.", "notSent", { cause });
    }
  };
}
