// Generated from spec/rules/signing.yaml by generators/emitters/signing.ts.
// Do not edit: change the spec, then run `npm run generate`.

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

/**
 * Test vectors: a secret, the values of query and body before they are encoded, and the signature
 * that they must give.
 *
 * @see spec/rules/signing.yaml
 */
export const signingVectors = [
  {
    name: "all parameters in the query",
    secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
    query:
      "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&" +
      "recvWindow=5000&timestamp=1499827319559",
    body: "",
    signature: "c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71",
  },
  {
    name: "all parameters in the body",
    secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
    query: "",
    body:
      "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&" +
      "recvWindow=5000&timestamp=1499827319559",
    signature: "c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71",
  },
  {
    name: "first four in the query and last four in the body, with nothing between them",
    secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
    query: "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC",
    body: "quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559",
    signature: "0fd168b8ddb4876a0358a8d14d0c9f3da0e9b20c5d52b2a00fcf7d1c602f9a77",
  },
  {
    name: "a single parameter",
    secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
    query: "timestamp=1499827319559",
    body: "",
    signature: "2222d49722f6af5da13f6da6bfc0d7de19ca2815ebc98bbc49e4942268472f3f",
  },
  {
    name: "letters outside ASCII are signed as they are",
    secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
    query: "symbol=LTCBTC&newClientOrderId=größe-日本-ไทย-🚀&timestamp=1499827319559",
    body: "",
    signature: "867f1e3e44627153d676e7f2d0d6bd6f56272c42c377a50609db79db2e91d08d",
  },
  {
    name: "composed and decomposed letters differ, the composed one",
    secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
    query: "newClientOrderId=é&timestamp=1499827319559",
    body: "",
    signature: "eee1a3fffcffac9ce3d736c34ab46b1c6526842eec972b82cef71ec2039961b0",
  },
  {
    name: "composed and decomposed letters differ, the decomposed one",
    secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
    query: "newClientOrderId=é&timestamp=1499827319559",
    body: "",
    signature: "75275ec799f711f1c3440eae27fa6243af5e1e9c7c6e15b54e61ea8f84f3f1ad",
  },
  {
    name: "spaces within a value",
    secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
    query: "newClientOrderId=first order of day&timestamp=1499827319559",
    body: "",
    signature: "707e51735b0c1f45491fa5fc705ed76a689785f0c2aa4ded27ec3304ac0461ea",
  },
  {
    name: "an ampersand within a value",
    secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
    query: "newClientOrderId=a&b&timestamp=1499827319559",
    body: "",
    signature: "72337c60f83297b0bf03028ad2e34306d23eb8f9a803fb8fe9b42b44c876c2bb",
  },
  {
    name: "an equals sign within a value",
    secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
    query: "newClientOrderId=a=b==&timestamp=1499827319559",
    body: "",
    signature: "a728f4a373592f65fb17b3f11a0d9ebfd363ca3c709b1503cd686c4aee415d97",
  },
  {
    name: "a plus sign within a value",
    secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
    query: "newClientOrderId=a+b&timestamp=1499827319559",
    body: "",
    signature: "4d6fd16e9aedcbe12261a8f69c8cfdfd690dd9cf5ab612b255b9cbb7464a38f5",
  },
  {
    name: "a percent sign within a value, even where it looks encoded",
    secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
    query: "newClientOrderId=100%25%zz&timestamp=1499827319559",
    body: "",
    signature: "a90f638efbad741b5fe887a507cda93aeb9e0ff67bc4768b80fda74186395452",
  },
  {
    name: "a number sign within a value",
    secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
    query: "newClientOrderId=a#b&timestamp=1499827319559",
    body: "",
    signature: "3ec4febd285e50e0e2db7ba18fbfddcd676f1b2dea2c1849d2d36afff6fba299",
  },
  {
    name: "quotes of both kinds and a backslash within a value",
    secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
    query: "newClientOrderId=\"a\"'b'\\c&timestamp=1499827319559",
    body: "",
    signature: "f50bf54fabc0b114d5a9d6f478e864da27fa987fbbc6b452e7558c02161ece72",
  },
  {
    name: "an empty value",
    secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
    query: "newClientOrderId=&timestamp=1499827319559",
    body: "",
    signature: "32c600f2c74dff310676edbf5ccf90a7547dc41b99cb6fc3848817ee9fb89aa5",
  },
  {
    name: "odd characters split between query and body",
    secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
    query: "symbol=LTCBTC&newClientOrderId=a b&c",
    body: "price=0.1&note=ü+ü#1&timestamp=1499827319559",
    signature: "4d88243d65d81cfb8f11b9b1139330cb67a4657e0190c9b0a428ac7fe0697ef6",
  },
  {
    name: "a secret with letters outside ASCII",
    secret: "geheim-ß-密钥-🔑",
    query:
      "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&" +
      "recvWindow=5000&timestamp=1499827319559",
    body: "",
    signature: "7f5498bfbd6169161516ec7737b418f8260baea6baed7b934722ae756cc8b402",
  },
] as const;

/**
 * Makes a function that adds timestamp and signature to requests, for any HTTP client:
 * `const { url, init } = await sign(request)`, then `fetch(url, init)`. Send each once and
 * soon, because its timestamp expires. Fields are sent in the query, in the body, or in both;
 * timestamp and signature follow those of the body, or else of the query.
 *
 * @throws TypeError for a wrong option; the function for a field that is not text, and a body with
 * GET.
 * @see spec/rules/signing.yaml
 */
export function createRequestSigner(options: SigningOptions): RequestSigner {
  return requestSigner(options, signing);
}

/**
 * Signs one request like `createRequestSigner`, which is faster for many.
 *
 * @throws TypeError for a field that is not text, a body with GET, or a wrong option.
 * @see spec/rules/signing.yaml
 */
export async function signRequest(
  request: RequestToSign,
  options: SigningOptions,
): Promise<SignedRequest> {
  return requestSigner(options, signing)(request);
}

/**
 * A middleware that adds timestamp and signature to the requests of an openapi-fetch client:
 * `client.use(signingMiddleware({ apiKey, apiSecret }))`. Use it last: what is changed behind it
 * is not signed. Numbers beyond 2^53 must be given as text.
 *
 * @throws TypeError for a wrong option.
 * @see spec/rules/signing.yaml
 */
export function signingMiddleware(options: SigningOptions): SigningMiddleware {
  return createSigningMiddleware({ signing, operations }, options);
}

export type { Sign } from "../runtime/signing/external.ts";
export type {
  FieldTexts,
  RequestSigner,
  RequestToSign,
  SignedRequest,
  SigningMiddleware,
  SigningOptions,
} from "../runtime/signing/requests.ts";
export * from "../runtime/signing/signature.ts";
export { signing } from "./tables.ts";
