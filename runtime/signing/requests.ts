/** Signs requests that are sent without the client; the client's own are in client/request.ts. */

import { callable, keyText, oneOf, secretText, takes } from "../check-options.ts";
import type { FieldIssue } from "../encoding/field-issue.ts";
import { fieldIssue, isWellFormed, printableName } from "../encoding/field-issue.ts";
import type { Pair } from "../encoding/percent.ts";
import { decodePairs, encodePairs, encodeText } from "../encoding/percent.ts";
import { areFields, plainFields } from "../encoding/plain-fields.ts";
import { InvalidRequestError } from "../errors.ts";
import { unixMs } from "../platform.ts";
import type { HttpMethod, OperationDescriptor, SigningDescriptor } from "../tables.ts";
import type { Signer } from "./signature.ts";

/** Text by field name, sent in this order. `undefined` is not sent. */
export type FieldTexts = Readonly<Record<string, string | undefined>>;

/** A request before it is signed. Numbers and decimals are given as text. */
export interface RequestToSign {
  readonly method: HttpMethod;
  /** The whole address of the operation, without a query. */
  readonly url: string;
  /** Fields sent in the query. */
  readonly query?: FieldTexts;
  /** Fields sent in the body, as a form. */
  readonly body?: FieldTexts;
}

/** The credentials, the signer and the clock. */
export interface RequestSigner {
  readonly apiKey: string;
  readonly signer: Signer;
  /** Unix time in milliseconds; the platform's when absent. Set it by the exchange's clock. */
  readonly now?: (() => number) | undefined;
}

/** Arguments of any `fetch`: `fetch(url, init)`. Send it once and soon: its timestamp expires. */
export interface SignedRequest {
  /** The address with its query, percent-encoded. */
  readonly url: string;
  readonly init: {
    readonly method: HttpMethod;
    readonly headers: Record<string, string>;
    /** The form, percent-encoded; absent when no field is sent in the body. */
    readonly body?: string;
  };
}

const fieldTexts = /* @__PURE__ */ takes("an object of fields", areFields);

const method = /* @__PURE__ */ oneOf("GET", "POST", "PUT", "DELETE");

const bareUrl = /* @__PURE__ */ takes("an address without a query", (value) => {
  return typeof value === "string" && /^[^?#]+$/.test(value);
});

/** Options of `signRequest`. */
export const requestRules = { method, url: bareUrl, query: fieldTexts, body: fieldTexts };

/** Options of `signRequest` and `signingMiddleware`. */
export const signerRules = { apiKey: keyText, apiSecret: secretText, now: callable };

const formType = "application/x-www-form-urlencoded";

/**
 * Adds the timestamp, signs and encodes a request; nobody may encode it again. Synchronous where
 * the signer is.
 * @throws InvalidRequestError for a field that is not well-formed text, as a number may have lost
 * digits; and for a body with GET.
 */
export function signedRequest(
  request: RequestToSign,
  signedBy: RequestSigner,
  signing: SigningDescriptor,
): SignedRequest | Promise<SignedRequest> {
  const { method, url } = request;
  const [query, body] = [textPairs(request.query), textPairs(request.body)];
  if (method === "GET" && body.length > 0) {
    refuse("body", "place", "cannot be sent with GET", "give its fields in query");
  }
  stamp(query, body, signedBy, signing);
  const finish = (signature: string): SignedRequest => {
    const sent = sentTexts(query, body, signature, signing);
    const address = sent.query === "" ? url : `${url}?${sent.query}`;
    const headers: Record<string, string> = { [signing.header]: signedBy.apiKey };
    if (sent.body === "") return { url: address, init: { method, headers } };
    headers["Content-Type"] = formType;
    return { url: address, init: { method, headers, body: sent.body } };
  };
  const signature = signedBy.signer(query, body);
  return typeof signature === "string" ? finish(signature) : signature.then(finish);
}

function textPairs(fields: FieldTexts = {}): Pair[] {
  const pairs: Pair[] = [];
  const issues: FieldIssue[] = [];
  for (const name of Object.keys(fields)) {
    const value: unknown = fields[name];
    if (typeof value === "string" && isWellFormed(name + value)) pairs.push([name, value.trim()]);
    else if (value !== undefined) {
      issues.push(fieldIssue(printableName(name), "type", "is not text", "give text"));
    }
  }
  if (issues.length > 0) throw new InvalidRequestError(issues);
  return pairs;
}

/** Adds the timestamp to the body, or to the query if there is no body. */
function stamp(
  query: Pair[],
  body: Pair[],
  { now = unixMs }: RequestSigner,
  { timestamp, signature }: SigningDescriptor,
): void {
  const isGiven = (field: string) => [...query, ...body].some(([name]) => name === field);
  if (isGiven(signature)) {
    refuse(signature, "duplicate", "is added when it is signed", "leave it out");
  }
  if (isGiven(timestamp)) return;
  // Checked here, not with the options: two readings of a clock can differ.
  const ms = Math.floor(now());
  if (!Number.isFinite(ms)) refuse("now", "type", "has an invalid value", "give Unix milliseconds");
  (body.length > 0 ? body : query).push([timestamp, `${ms}`]);
}

/** Query and body as sent; the signature ends the body, or the query if there is no body. */
function sentTexts(
  query: readonly Pair[],
  body: readonly Pair[],
  signature: string,
  signing: SigningDescriptor,
) {
  const end = `&${signing.signature}=${encodeText(signature)}`;
  return body.length > 0
    ? { query: encodePairs(query), body: encodePairs(body) + end }
    : { query: encodePairs(query) + end, body: "" };
}

/** A middleware for `use` of an openapi-fetch client. */
export interface SigningMiddleware {
  readonly onRequest: (call: {
    readonly request: Request;
    readonly schemaPath: string;
  }) => Promise<Request | undefined>;
}

/** Generated tables that the middleware needs. */
export interface SigningTables {
  readonly signing: SigningDescriptor;
  readonly operations: Readonly<Record<string, OperationDescriptor>>;
}

/**
 * Makes a middleware that adds key, timestamp and signature where an operation needs them. Other
 * requests pass unchanged.
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
      if (!operation.signed) return changed(request, request.url, { headers });
      const url = new URL(request.url);
      const query = rawPairs(url.search.slice(1));
      const body = await bodyPairs(request);
      stamp(query, body, signedBy, signing);
      const sent = sentTexts(query, body, await signedBy.signer(query, body), signing);
      // Encode the signed values here: the exchange verifies the decoded ones.
      url.search = sent.query;
      if (sent.body === "") return changed(request, url.href, { headers });
      headers.set("Content-Type", formType);
      return changed(request, url.href, { headers, body: sent.body });
    },
  };
}

/**
 * A copy of the request with another address, headers and body. It has the class that the caller's
 * openapi-fetch used, and the options that openapi-fetch put on it. It follows no redirect: that
 * would take the key to another address.
 */
function changed(request: Request, url: string, init: RequestInit): Request {
  const { method, signal, redirect, credentials, cache, mode, keepalive } = request;
  const { referrer, referrerPolicy, integrity } = request;
  const made = new (request.constructor as typeof Request)(url, {
    ...{ method, signal, credentials, cache, referrer, referrerPolicy, integrity },
    // Some workers do not know the mode `error`.
    redirect: redirect === "error" ? redirect : "manual",
    // Browsers refuse a request in navigation mode; workers do not know `keepalive`.
    ...(mode !== "navigate" && { mode }),
    ...(keepalive && { keepalive }),
    ...init,
  });
  return Object.assign(made, Object.fromEntries(Object.entries(request)));
}

/** The decoded values: these are signed. */
function rawPairs(text: string): Pair[] {
  const { pairs, issues } = decodePairs(text);
  if (issues.length > 0) throw new InvalidRequestError(issues);
  return pairs.map(([name, value]) => [name, value.trim()]);
}

/** The fields of a body; openapi-fetch writes JSON, the exchange takes a form. */
async function bodyPairs(request: Request): Promise<Pair[]> {
  const type = request.headers.get("content-type") ?? "";
  const copy = request.clone();
  if (type.startsWith("multipart/")) {
    // One by one: an object would keep only the last of two fields with one name.
    return [...(await copy.formData())].flatMap(([name, value]) => fieldPairs({ [name]: value }));
  }
  const text = await copy.text();
  const isJson = type.includes("json") || /^\s*[[{<"]/.test(text);
  return isJson && text !== "" ? fieldPairs(parsedObject(text)) : rawPairs(text);
}

function fieldPairs(fields: object): Pair[] {
  const { body, issues } = plainFields({ body: fields }, [], []);
  if (issues.length > 0) throw new InvalidRequestError(issues);
  return body;
}

function parsedObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The parser's message would quote the body.
  }
  return refuse("body", "type", "is not a form", "give fields or a form");
}

function refuse(...issue: Parameters<typeof fieldIssue>): never {
  throw new InvalidRequestError([fieldIssue(...issue)]);
}
