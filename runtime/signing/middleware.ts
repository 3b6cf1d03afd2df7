/** Stamps and signs the requests of any openapi-fetch client. */

import { platform } from "../defaults.ts";
import type { Pair } from "../encoding/percent.ts";
import { decodePairs, encodePairs } from "../encoding/percent.ts";
import { InvalidRequestError } from "../errors.ts";
import type { OperationDescriptor, SigningDescriptor } from "../tables.ts";
import type { RequestSigner } from "./signed-request.ts";

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
  { apiKey, signer, now = platform.now }: RequestSigner,
): SigningMiddleware {
  return {
    onRequest: async ({ request, schemaPath }) => {
      const operation = Object.values(operations).find(
        ({ method, path }) => method === request.method && path === schemaPath,
      );
      if (operation?.sendsKey !== true) return undefined;
      const headers = new Headers(request.headers);
      headers.set(signing.header, apiKey);
      if (!operation.signed) return new Request(request, { headers });
      const url = new URL(request.url);
      const query = rawPairs(url.search.slice(1));
      const body = await bodyPairs(request);
      const place = body.length > 0 ? body : query;
      if (![...query, ...body].some(([name]) => name === signing.timestamp)) {
        place.push([signing.timestamp, String(Math.floor(now()))]);
      }
      place.push([signing.signature, await signer(query, body)]);
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
  return fields.map(([name, value]) => [name, String(value).trim()]);
}
