/** HMAC-SHA256 by WebCrypto, for browsers, workers and every other place that is not Node. */

import { keptBySecret } from "./kept.ts";

/** The HMAC of UTF-8 text under a UTF-8 key, as 64 lowercase hexadecimal digits. */
export async function hmacSha256Hex(secret: string, text: string): Promise<string> {
  const bytes = await crypto.subtle.sign("HMAC", await keyOf(secret), encoder.encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const encoder = new TextEncoder();

const keyOf = /* @__PURE__ */ keptBySecret((secret) => {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
});
