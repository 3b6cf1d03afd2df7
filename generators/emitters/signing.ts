import type { Emitter } from "../write/emitter.ts";
import { table } from "../write/literal.ts";

/** The signing rules and their known answers, next to the functions that follow them. */
export const signing: Emitter = {
  name: "signing",
  sources: ["spec/rules/signing.yaml"],
  emit: ({ signing: { vectors, ...rules } }) => {
    const text = `
import { checkOptions } from "../runtime/options.ts";
import { createPlatformSigner } from "../runtime/signing/platform-signer.ts";
import {
  createSigningMiddleware,
  type RequestToSign,
  type SignedRequest,
  type SigningMiddleware,
  signedRequest,
  signerRules,
} from "../runtime/signing/requests.ts";
import type { Signer } from "../runtime/signing/signature.ts";
import type { SigningDescriptor } from "../runtime/tables.ts";
import { operations } from "./operations.ts";

${table("signing", rulesDoc, rules, "SigningDescriptor")}
${table("signingVectors", vectorsDoc, vectors)}
${functions}`;
    return [{ path: "signing.ts", text }];
  },
};

const see = "spec/rules/signing.yaml";

const rulesDoc = {
  text:
    "How a request is signed: what is joined and how, where the signature goes, and when a " +
    "timestamp is accepted.",
  see,
};

const vectorsDoc = {
  text:
    "Known answers: the original values of query and body under a secret, and the signature they " +
    "must give.",
  see,
};

const functions = `
/** Signs the fields of requests with one secret, as the exchange checks them. */
export function createRequestSigner(secret: string): Signer {
  return createPlatformSigner(secret, signing);
}

/**
 * Stamps and signs one request for any network: give its \`url\` and \`init\` to \`fetch\` once,
 * and soon.
 *
 * @throws InvalidRequestError for a field that is no text.
 * @see ${see}
 */
export function signRequest(
  request: RequestToSign,
  signedBy: { readonly apiKey: string; readonly apiSecret: string; readonly now?: () => number },
): Promise<SignedRequest> {
  const { apiKey, apiSecret, now } = signedBy;
  return signedRequest(request, { apiKey, signer: createRequestSigner(apiSecret), now }, signing);
}

/**
 * A middleware that stamps and signs the requests of an openapi-fetch client:
 * \`client.use(signingMiddleware({ apiKey, apiSecret }))\`. Use it last: what is changed behind it
 * is not signed. Numbers beyond 2^53 must be given as text.
 *
 * @see ${see}
 */
export function signingMiddleware(
  signedBy: { readonly apiKey: string; readonly apiSecret: string; readonly now?: () => number },
): SigningMiddleware {
  checkOptions("signingMiddleware", signedBy, signerRules, "apiKey", "apiSecret");
  const { apiKey, apiSecret, now } = signedBy;
  const signer = createRequestSigner(apiSecret);
  return createSigningMiddleware({ signing, operations }, { apiKey, signer, now });
}

export * from "../runtime/signing/signature.ts";
export type {
  RequestToSign,
  SignedRequest,
  SigningMiddleware,
} from "../runtime/signing/requests.ts";
`;
