/** HMAC-SHA256 by Node's own cryptography, or by WebCrypto elsewhere. */

import { nodeCrypto } from "../platform.ts";
import type { Hmac } from "./signature.ts";

/** The HMAC of UTF-8 text under one key, as 64 lowercase hexadecimal digits. */
type HmacOf<Digits> = (text: string) => Digits;

type AnyHmac = HmacOf<string | Promise<string>>;

/** HMACs under a UTF-8 key; synchronous with Node's cryptography, otherwise promises. */
function makeHmac(secret: string): AnyHmac {
  const node = nodeCrypto();
  return node ? nodeHmac(secret, node) : webHmac(secret);
}

/** The same, made by the first signature: a program that only reads never loads cryptography. */
export function hmacOf(secret: string): Hmac {
  let hmac: AnyHmac | undefined;
  return (_, text) => {
    hmac ??= makeHmac(secret);
    return hmac(text);
  };
}

/** The same for secrets that come again, with each request of a server or each call of ours. */
export function hmacSha256Hex(secret: string, text: string): string | Promise<string> {
  return keptHmac(secret)(text);
}

const keptHmac = /* @__PURE__ */ keptBySecret(makeHmac);

const secretsMax = 100;

/** Calls `make` once per secret. At a hundred secrets the cache is cleared. */
export function keptBySecret<T>(make: (secret: string) => T): (secret: string) => T {
  const kept = new Map<string, T>();
  return (secret) => {
    const known = kept.get(secret);
    if (known !== undefined) return known;
    if (kept.size === secretsMax) kept.clear();
    const made = make(secret);
    kept.set(secret, made);
    return made;
  };
}

export function webHmac(secret: string): HmacOf<Promise<string>> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  return async (text) => {
    const bytes = await crypto.subtle.sign("HMAC", await key, encoder.encode(text));
    return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
}

/** Block length of SHA-256, in bytes. */
const blockLength = 64;
const hashLength = 32;

/** Room for every request of this interface; a UTF-16 unit takes at most three bytes. */
const textLengthMax = 4096;

/**
 * HMACs of one secret by Node. The two keyed blocks are made once, each with room for the text
 * after it: two one-shot hashes cost half of a `createHmac`.
 */
function nodeHmac(
  secret: string,
  { createHmac, hash }: ReturnType<typeof process.getBuiltinModule<"crypto">>,
): HmacOf<string> {
  const given = Buffer.from(secret);
  const key = given.length > blockLength ? hash("sha256", given, "buffer") : given;
  const inner = Buffer.alloc(blockLength + 3 * textLengthMax, 0x36);
  const outer = Buffer.alloc(blockLength + hashLength, 0x5c);
  for (const [index, byte] of key.entries()) {
    inner[index] = byte ^ 0x36;
    outer[index] = byte ^ 0x5c;
  }
  return (text) => {
    if (text.length > textLengthMax) {
      return createHmac("sha256", secret).update(text).digest("hex");
    }
    const length = inner.write(text, blockLength);
    const hashed = hash("sha256", inner.subarray(0, blockLength + length), "binary");
    outer.write(hashed, blockLength, "binary");
    return hash("sha256", outer, "hex");
  };
}
