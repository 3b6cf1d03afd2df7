/** Signed requests for those who send them without the client. */

import { platform } from "../defaults.ts";
import { plainNotation } from "../encoding/exact-numbers.ts";
import { fieldFault } from "../encoding/field-fault.ts";
import type { Pair } from "../encoding/percent.ts";
import { decodePairs, encodePairs } from "../encoding/percent.ts";
import { InvalidRequestError } from "../errors.ts";
import { callable, text } from "../options.ts";
import type { HttpMethod, OperationDescriptor, SigningDescriptor } from "../tables.ts";
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

/** What `signingMiddleware` takes. */
export const signerRules = { apiKey: text, apiSecret: text, now: callable };

/**
 * Stamps and signs a request. It is encoded as it was signed, so nobody may encode it again.
 * @throws InvalidRequestError for a field that is no text: a number may have lost digits.
 */
export async function signedRequest(
  { method, url, fields = {} }: RequestToSign,
  signedBy: RequestSigner,
  signing: SigningDescriptor,
): Promise<SignedRequest> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const query = given.map(([name, value]): Pair => [name, String(value).trim()]);
  const wrong = given.filter(([, value]) => typeof value !== "string");
  if (wrong.length > 0) {
    const fix = "give it as text";
    throw new InvalidRequestError(
      wrong.map(([name]) => fieldFault(name, "type", "is no text", fix)),
    );
  }
  await sign(query, [], signedBy, signing);
  const headers = { [signing.header]: signedBy.apiKey };
  return { url: `${url}?${encodePairs(query)}`, init: { method, headers } };
}

/** Adds timestamp and signature to the fields of the body, or else of the query. */
async function sign(
  query: Pair[],
  body: Pair[],
  { signer, now = platform.now }: RequestSigner,
  { timestamp, signature }: SigningDescriptor,
): Promise<void> {
  const place = body.length > 0 ? body : query;
  if (![...query, ...body].some(([name]) => name === timestamp)) {
    place.push([timestamp, String(Math.floor(now()))]);
  }
  place.push([signature, await signer(query, body)]);
}

/** A middleware for `use` of an openapi-fetch client. */
export interface SigningMiddleware {
  readonly onRequest: (call: {
    readonly request: Request;
    readonly schemaPath: string;
  }) => Promise<Request | undefined>;
}

/** What the middleware signs by. */
export interface SigningTables {
  readonly signing: SigningDescriptor;
  readonly operations: Readonly<Record<string, OperationDescriptor>>;
}

/**
 * Makes a middleware that adds key, timestamp and signature to the requests of operations that need
 * them. Others pass unchanged.
 */
export function createSigningMiddleware(
  { signing, operations }: SigningTables,
  signedBy: RequestSigner,
): SigningMiddleware {
  return {
    onRequest: async ({ request, schemaPath }) => {
      const operation = Object.values(operations).find(
        ({ method, path }) => method === request.method && path === schemaPath,
      );
      if (operation?.sendsKey !== true) return undefined;
      const headers = new Headers(request.headers);
      headers.set(signing.header, signedBy.apiKey);
      if (!operation.signed) return new Request(request, { headers });
      const url = new URL(request.url);
      const query = rawPairs(url.search.slice(1));
      const body = await bodyPairs(request);
      await sign(query, body, signedBy, signing);
      // What was signed is encoded here, because the exchange verifies the decoded values.
      url.search = encodePairs(query);
      if (body.length === 0) return new Request(url, { ...partsOf(request), headers });
      headers.set("Content-Type", "application/x-www-form-urlencoded");
      return new Request(url, { ...partsOf(request), headers, body: encodePairs(body) });
    },
  };
}

function partsOf({ method, signal, redirect, credentials, cache, mode }: Request): RequestInit {
  // A browser accepts no request in the mode of a navigation.
  return { method, signal, redirect, credentials, cache, ...(mode !== "navigate" && { mode }) };
}

/** The values as they were before they were encoded: these are signed. */
function rawPairs(text: string): Pair[] {
  const { pairs, faults } = decodePairs(text);
  if (faults.length > 0) throw new InvalidRequestError(faults);
  return pairs.map(([name, value]) => [name, value.trim()]);
}

/** The fields of a body; openapi-fetch writes them as JSON, the exchange takes them as a form. */
async function bodyPairs(request: Request): Promise<Pair[]> {
  const text = await request.clone().text();
  if (request.headers.get("content-type")?.includes("json") !== true) return rawPairs(text);
  const fields = Object.entries(JSON.parse(text === "" ? "{}" : text) as object);
  return fields.map(([name, value]) => {
    const text = String(value).trim();
    return [name, typeof value === "number" ? plainNotation(text) : text];
  });
}
