/** HMAC-SHA256 by Node's own cryptography: at once, and several times as fast as WebCrypto. */

import { createHash, createHmac, hash } from "node:crypto";

/**
 * The HMAC of UTF-8 text under a UTF-8 key, as 64 lowercase hexadecimal digits. The two keyed
 * blocks of a secret are made once; two one-shot hashes over them cost half of a `createHmac`.
 */
export function hmacSha256Hex(secret: string, text: string): string | Promise<string> {
  if (text.length > textLengthMax) {
    return createHmac("sha256", secret).update(text, "utf8").digest("hex");
  }
  const { inner, outer } = blocksOf(secret);
  const length = inner.write(text, blockLength, "utf8");
  const hashed = hash("sha256", inner.subarray(0, blockLength + length), "binary");
  outer.write(hashed, blockLength, "binary");
  return hash("sha256", outer, "hex");
}

/** Of the algorithm, in bytes. */
const blockLength = 64;
const hashLength = 32;

/** Room for every request of this interface; three bytes are the most that a unit of text takes. */
const textLengthMax = 4096;

/** The keyed blocks, each with room for what is hashed behind it. */
interface Blocks {
  readonly inner: Buffer;
  readonly outer: Buffer;
}

/** A server checks many secrets; a client has one. */
const secretsMax = 100;
const blocks = new Map<string, Blocks>();

function blocksOf(secret: string): Blocks {
  const known = blocks.get(secret);
  if (known !== undefined) return known;
  if (blocks.size >= secretsMax) blocks.clear();
  const given = Buffer.from(secret, "utf8");
  const key = given.length > blockLength ? createHash("sha256").update(given).digest() : given;
  const made = {
    inner: Buffer.alloc(blockLength + 3 * textLengthMax),
    outer: Buffer.alloc(blockLength + hashLength),
  };
  for (let index = 0; index < blockLength; index += 1) {
    made.inner[index] = (key[index] ?? 0) ^ 0x36;
    made.outer[index] = (key[index] ?? 0) ^ 0x5c;
  }
  blocks.set(secret, made);
  return made;
}
