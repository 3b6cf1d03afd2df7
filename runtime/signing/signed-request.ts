/** Signed requests for any network, for whoever places orders without the client. */

import { platform } from "../defaults.ts";
import type { Pair } from "../encoding/percent.ts";
import { encodePairs } from "../encoding/percent.ts";
import type { HttpMethod, SigningDescriptor } from "../tables.ts";
import type { Signer } from "./signature.ts";

/** A request before it is stamped and signed. */
export interface RequestToSign {
  readonly method: HttpMethod;
  /** The whole address of the operation, without a query. */
  readonly url: string;
  /** Sent in the query, in this order; numbers and decimals as text. `undefined` is not sent. */
  readonly fields?: Readonly<Record<string, string | undefined>>;
}

/** Who signs, and when. */
export interface RequestSigner {
  readonly apiKey: string;
  readonly signer: Signer;
  /** Unix time in milliseconds; the platform's when absent. Set it by the exchange's clock. */
  readonly now?: (() => number) | undefined;
}

/** What any `fetch` takes: `fetch(url, init)`. Send it once, and soon: its timestamp runs out. */
export interface SignedRequest {
  readonly url: string;
  readonly init: { readonly method: HttpMethod; readonly headers: Record<string, string> };
}

/** Stamps and signs a request. It is encoded as it was signed, so nobody may encode it again. */
export async function signedRequest(
  { method, url, fields = {} }: RequestToSign,
  { apiKey: key, signer, now = platform.now }: RequestSigner,
  { timestamp, signature, header }: SigningDescriptor,
): Promise<SignedRequest> {
  const pairs: Pair[] = Object.entries(fields).flatMap(([name, text]): Pair[] =>
    text === undefined ? [] : [[name, text.trim()]],
  );
  if (fields[timestamp] === undefined) pairs.push([timestamp, String(Math.floor(now()))]);
  pairs.push([signature, await signer(pairs, [])]);
  return { url: `${url}?${encodePairs(pairs)}`, init: { method, headers: { [header]: key } } };
}
