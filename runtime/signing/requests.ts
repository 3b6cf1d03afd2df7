/** Signs requests that are sent without the client; the client's own are in call/request.ts. */

import { isApiKey, isApiSecret } from "../check-options.ts";
import { type FieldIssue, isWellFormed, printableName } from "../encoding/field-issue.ts";
import type { Pair } from "../encoding/percent.ts";
import { decodePairs } from "../encoding/percent.ts";
import { areFields, plainFields } from "../encoding/plain-fields.ts";
import type { HttpMethod, OperationDescriptor, SigningDescriptor } from "../tables.ts";
import type { Sign } from "./external.ts";
import { hmacSha256Hex } from "./hmac.ts";
import { createSigner, type Hmac, type SignedFields } from "./signature.ts";

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

/** The key, what signs with it, and the clock. */
export interface SigningOptions {
  /** Sent in a header. */
  readonly apiKey: string;
  /** Signs the requests; it is never sent. Needed without `sign`. */
  readonly apiSecret?: string | undefined;
  /**
   * Signs in place of the secret, such as with a key in hardware: takes the text to sign and
   * returns the signature, which is encoded and sent.
   */
  readonly sign?: Sign | undefined;
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

const formType = "application/x-www-form-urlencoded";

/** Signs requests with the same options; at once with a secret on Node, else later. */
export type RequestSigner = (request: RequestToSign) => SignedRequest | Promise<SignedRequest>;

/**
 * Makes a signer of requests; see the generated `createRequestSigner`. Its errors are plain: the
 * client's classes would be a tenth of a bundle that only signs.
 */
export function requestSigner(options: SigningOptions, signing: SigningDescriptor): RequestSigner {
  const { apiKey, signer, now } = checkedOptions(options, signing);
  return (request) => {
    const {
      method,
      url,
      query: inQuery,
      body: inBody,
      ...others
    } = Object(request) as RequestToSign;
    refuseOthers(others);
    if (!methods.includes(method)) refuse(`method is wrong; give one of ${methods.join(", ")}`);
    if (typeof url !== "string" || !/^[^?#]+$/.test(url)) {
      refuse("url is wrong; give an address without a query");
    }
    const query = textPairs("query", inQuery);
    const body = textPairs("body", inBody);
    if (method === "GET" && body.length > 0) {
      refuse("body cannot be sent with GET; give its fields in query");
    }
    stamp(query, body, now, signing);
    const finish = (sent: SignedFields): SignedRequest => {
      const address = sent.query === "" ? url : `${url}?${sent.query}`;
      const headers: Record<string, string> = { [signing.header]: apiKey };
      if (sent.body === "") return { url: address, init: { method, headers } };
      headers["Content-Type"] = formType;
      return { url: address, init: { method, headers, body: sent.body } };
    };
    let sent: ReturnType<typeof signer>;
    try {
      sent = signer(query, body);
    } catch {
      const [name = ""] = [...query, ...body].find((pair) => !isWellFormed(pair.join(""))) ?? [];
      refuse(`${printableName(name)} is not well-formed text; give text`);
    }
    return sent instanceof Promise ? sent.then(finish) : finish(sent);
  };
}

const methods = ["GET", "POST", "PUT", "DELETE"];

/** The options, checked once. */
function checkedOptions(options: SigningOptions, signing: SigningDescriptor) {
  const {
    apiKey,
    apiSecret = "",
    sign,
    // The time that never jumps falls behind while the machine sleeps.
    now = Date.now,
    ...others
  } = Object(options) as SigningOptions;
  refuseOthers(others);
  if (!isApiKey(apiKey)) refuse("apiKey is wrong; give it as it was issued");
  if (sign === undefined && !isApiSecret(apiSecret)) {
    refuse("apiSecret is wrong; give it as it was issued");
  }
  if (typeof now !== "function") refuse("now is wrong; give a function");
  if (sign !== undefined && typeof sign !== "function") refuse("sign is wrong; give a function");
  // Of a secret that signed before, the key is known: a signature by itself costs half as much.
  const hmac: Hmac = sign === undefined ? hmacSha256Hex : async (_, text) => sign(text);
  return { apiKey, now, signer: createSigner(apiSecret, hmac, signing) };
}

function refuseOthers(others: object): void {
  for (const name of Object.keys(others)) {
    refuse(`${printableName(name)} is not an option; leave it out`);
  }
}

function textPairs(place: string, fields: FieldTexts = {}): Pair[] {
  if (!areFields(fields)) refuse(`${place} is wrong; give an object of fields`);
  const pairs: Pair[] = [];
  for (const name of Object.keys(fields)) {
    const value: unknown = fields[name];
    if (typeof value === "string") pairs.push([name, value.trim()]);
    else if (value !== undefined) refuse(`${printableName(name)} is not text; give text`);
  }
  return pairs;
}

/** Adds the timestamp to the body, or to the query if there is no body. */
function stamp(
  query: Pair[],
  body: Pair[],
  now: () => number,
  { timestamp, signature }: SigningDescriptor,
): void {
  let isStamped = false;
  for (const pairs of [query, body]) {
    for (const [name] of pairs) {
      if (name === signature) refuse(`${signature} is added when it is signed; leave it out`);
      if (name === timestamp) isStamped = true;
    }
  }
  if (isStamped) return;
  // Checked here, not with the options: two readings of a clock can differ.
  const ms = Math.floor(now());
  if (!Number.isFinite(ms)) refuse("now is wrong; give Unix milliseconds");
  (body.length > 0 ? body : query).push([timestamp, `${ms}`]);
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
  options: SigningOptions,
): SigningMiddleware {
  const { apiKey, signer, now } = checkedOptions(options, signing);
  return {
    onRequest: async ({ request, schemaPath }) => {
      const operation = Object.values(operations).find(
        ({ method, path }) => method === request.method && path === schemaPath,
      );
      if (operation?.sendsKey !== true) return undefined;
      const headers = new Headers(request.headers);
      headers.set(signing.header, apiKey);
      if (!operation.signed) return changed(request, request.url, { headers });
      const url = new URL(request.url);
      const query = rawPairs(url.search.slice(1));
      const body = await bodyPairs(request);
      stamp(query, body, now, signing);
      const sent = await signer(query, body);
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
  refuseIssues(issues);
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
  refuseIssues(issues);
  return body;
}

function refuseIssues([issue]: readonly FieldIssue[]): void {
  if (issue !== undefined) throw new TypeError(issue.message);
}

function parsedObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The parser's message would quote the body.
  }
  return refuse("body is not a form; give fields or a form");
}

function refuse(message: string): never {
  throw new TypeError(`${message}.`);
}
