/** HMAC-SHA256 by WebCrypto, for browsers, workers and every other place that is not Node. */

/** The HMAC of UTF-8 text under a UTF-8 key, as 64 lowercase hexadecimal digits. */
export async function hmacSha256Hex(secret: string, text: string): Promise<string> {
  const bytes = await crypto.subtle.sign("HMAC", await keyOf(secret), encoder.encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const encoder = new TextEncoder();

/** A server checks many secrets; a client has one. */
const keysMax = 100;
const keys = new Map<string, Promise<CryptoKey>>();

function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  if (keys.size >= keysMax) keys.clear();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  keys.set(secret, key);
  return key;
}
