import type { Emitter } from "../write/emitter.ts";
import { table } from "../write/literal.ts";

/** Functions that sign by the rules of the spec, and test vectors. */
export const signing: Emitter = {
  name: "signing",
  sources: ["spec/rules/signing.yaml"],
  emit: ({ signing: { vectors, values } }) => {
    const text = `
import {
  createSigningMiddleware,
  type RequestSigner,
  type RequestToSign,
  requestSigner,
  type SignedRequest,
  type SigningMiddleware,
  type SigningOptions,
} from "../runtime/signing/requests.ts";
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
 * Makes a function that adds timestamp and signature to requests, for any HTTP client:
 * \`const { url, init } = await sign(request)\`, then \`fetch(url, init)\`. Send each once and
 * soon, because its timestamp expires. Fields are sent in the query, in the body, or in both;
 * timestamp and signature follow those of the body, or else of the query.
 *
 * @throws TypeError for a wrong option; the function for a field that is not text, and a body with
 * GET.
 * @see ${see}
 */
export function createRequestSigner(options: SigningOptions): RequestSigner {
  return requestSigner(options, signing);
}

/**
 * Signs one request like \`createRequestSigner\`, which is faster for many.
 *
 * @throws TypeError for a field that is not text, a body with GET, or a wrong option.
 * @see ${see}
 */
export async function signRequest(
  request: RequestToSign,
  options: SigningOptions,
): Promise<SignedRequest> {
  return requestSigner(options, signing)(request);
}

/**
 * A middleware that adds timestamp and signature to the requests of an openapi-fetch client:
 * \`client.use(signingMiddleware({ apiKey, apiSecret }))\`. Use it last: what is changed behind it
 * is not signed. Numbers beyond 2^53 must be given as text.
 *
 * @throws TypeError for a wrong option.
 * @see ${see}
 */
export function signingMiddleware(options: SigningOptions): SigningMiddleware {
  return createSigningMiddleware({ signing, operations }, options);
}

export { signing } from "./tables.ts";
export * from "../runtime/signing/signature.ts";
export type { Sign } from "../runtime/signing/external.ts";
export type {
  FieldTexts,
  RequestSigner,
  RequestToSign,
  SignedRequest,
  SigningMiddleware,
  SigningOptions,
} from "../runtime/signing/requests.ts";
`;
