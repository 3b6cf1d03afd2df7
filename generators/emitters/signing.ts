import type { Emitter } from "../write/emitter.ts";
import { table } from "../write/literal.ts";

/** Functions that sign by the rules of the spec, and test vectors. */
export const signing: Emitter = {
  name: "signing",
  sources: ["spec/rules/signing.yaml"],
  emit: ({ signing: { vectors, values } }) => {
    const text = `
import { checkOptions, secretText } from "../runtime/check-options.ts";
import { hmacSha256Hex } from "../runtime/signing/hmac.ts";
import {
  createSigningMiddleware,
  type RequestSigner,
  type RequestToSign,
  requestRules,
  type SignedRequest,
  type SigningMiddleware,
  signedRequest,
  signerRules,
} from "../runtime/signing/requests.ts";
import { createSigner, type Signer } from "../runtime/signing/signature.ts";
import { operations } from "./operations.ts";
import { signing } from "./tables.ts";

${table("signingVectors", vectorsDoc(values), vectors)}
${functions}`;
    return [{ path: "signing.ts", text }];
  },
};

const see = "spec/rules/signing.yaml";

const vectorsDoc = (values: "raw" | "percent") => ({
  text:
    `Test vectors: a secret, the values of query and body ${values === "raw" ? "before" : "after"} ` +
    "they are encoded, and the signature that they must give.",
  see,
});

const functions = `
/**
 * Signs the fields of requests with one secret, as the exchange checks them. The signer throws an
 * InvalidRequestError for half of a surrogate pair.
 *
 * @throws InvalidRequestError for a secret that is not text, or blank.
 */
export function createRequestSigner(secret: string): Signer {
  checkOptions("createRequestSigner", { secret }, { secret: secretText }, "secret");
  return createSigner(secret, hmacSha256Hex, signing);
}

/** The credentials and the clock of signed requests. */
export interface SigningOptions {
  /** Sent in a header. */
  readonly apiKey: string;
  /** Signs the requests; it is never sent. */
  readonly apiSecret: string;
  /** Unix time in milliseconds; the platform's when absent. Set it by the exchange's clock. */
  readonly now?: () => number;
}

/**
 * Adds timestamp and signature to one request, for any HTTP client: \`fetch(url, init)\`. Send it
 * once and soon, because its timestamp expires. Fields are sent in the query, in the body, or in
 * both; timestamp and signature follow those of the body, or else of the query.
 *
 * @throws InvalidRequestError for a field that is not text, a body with GET, or a wrong option.
 * @see ${see}
 */
export async function signRequest(
  request: RequestToSign,
  options: SigningOptions,
): Promise<SignedRequest> {
  checkOptions("signRequest", request, requestRules, "method", "url");
  checkOptions("signRequest", options, signerRules, "apiKey", "apiSecret");
  return signedRequest(request, signerOf(options), signing);
}

/**
 * A middleware that adds timestamp and signature to the requests of an openapi-fetch client:
 * \`client.use(signingMiddleware({ apiKey, apiSecret }))\`. Use it last: what is changed behind it
 * is not signed. Numbers beyond 2^53 must be given as text.
 *
 * @throws InvalidRequestError for a wrong option.
 * @see ${see}
 */
export function signingMiddleware(options: SigningOptions): SigningMiddleware {
  checkOptions("signingMiddleware", options, signerRules, "apiKey", "apiSecret");
  return createSigningMiddleware({ signing, operations }, signerOf(options));
}

function signerOf({ apiKey, apiSecret, now }: SigningOptions): RequestSigner {
  return { apiKey, signer: createSigner(apiSecret, hmacSha256Hex, signing), now };
}

export { signing } from "./tables.ts";
export * from "../runtime/signing/signature.ts";
export type {
  FieldTexts,
  RequestToSign,
  SignedRequest,
  SigningMiddleware,
} from "../runtime/signing/requests.ts";
`;
