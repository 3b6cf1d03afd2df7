/** Answers and failures that scripts of requests are made of, and a look at what was sent. */

import { decodePairs } from "../../../runtime/encoding/percent.ts";
import { hmacSha256Hex } from "../../../runtime/signing/hmac.ts";
import { signingText } from "../../../runtime/signing/signature.ts";
import type { Seen } from "./given.ts";
import { json, secret, signing } from "./given.ts";

export const order = { symbol: "LTCBTC", side: "BUY", type: "LIMIT", quantity: "1", price: "0.1" };

/** A failure in the envelope; without a code it is a page of something in front. */
export const refuse =
  (status: number, code?: number, headers?: Record<string, string>) => (): Response =>
    json(code === undefined ? "<html>" : { code, msg: "m" }, status, headers);

const broken = (cause: object): Promise<never> =>
  Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error("x"), cause) }));

export const lost = (): Promise<never> => broken({ code: "ECONNRESET" });
export const unreachable = (): Promise<never> =>
  broken({ code: "ECONNREFUSED", syscall: "connect" });
export const late = (): Promise<Response> => new Promise<Response>(() => undefined);
export const time = (): Response => json({ serverTime: 1_700_000_000_000 });
export const answer = (): Response => json({ orderId: 1 });
export const ok = { orderId: 1 };

/** What a server sees of a signed request, and whether it would take the signature. */
export function opened({ url, body }: Seen) {
  const parts = [
    decodePairs(new URL(url).search.slice(1)).pairs,
    decodePairs(body ?? "").pairs,
  ] as const;
  const all = new Map([...parts[0], ...parts[1]]);
  const isSigned = all.get("signature") === hmacSha256Hex(secret, signingText(...parts, signing));
  return {
    query: parts[0].map(([name]) => name),
    body: parts[1].map(([name]) => name),
    all,
    isSigned,
  };
}
