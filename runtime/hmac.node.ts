/** HMAC-SHA256 by Node's own cryptography: at once, and several times as fast as WebCrypto. */

import { createHmac } from "node:crypto";

/** The HMAC of UTF-8 text under a UTF-8 key, as 64 lowercase hexadecimal digits. */
export function hmacSha256Hex(secret: string, text: string): string | Promise<string> {
  return createHmac("sha256", secret).update(text, "utf8").digest("hex");
}
