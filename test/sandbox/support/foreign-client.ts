/**
 * A client that shares no line with ours: it writes query and body as text, signs what it wrote
 * with node:crypto, and sends them as they are.
 */

import { createHmac } from "node:crypto";

import { signing } from "../../../generated/signing.ts";
import { createSandbox, type Sandbox } from "../../../sandbox/index.ts";

export type Fields = readonly (readonly [name: string, value: string])[];

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly query?: Fields;
  readonly body?: Fields;
}

export interface Signing {
  readonly apiKey?: string | undefined;
  readonly apiSecret?: string;
  /** Writes one value; percent-encoding when absent. */
  readonly encode?: (value: string) => string;
  /** Where the signature is put. */
  readonly place?: "query" | "body" | "queryStart";
  /** Changes the signature before it is sent. */
  readonly spoil?: (signature: string) => string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A sandbox with a stopped clock, and requests to it, signed by alice unless said otherwise. */
export function foreignClient(sandbox: Sandbox = createSandbox()) {
  const [alice, bob] = sandbox.accounts;
  if (alice === undefined || bob === undefined) throw new Error("the seed has lost its accounts");
  const now = (): number => sandbox.exchange.now();
  const signed = (sent: Sent, signing: Signing = {}): Promise<Answer> => {
    const { method = "GET", path } = sent;
    const { query, body } = signedTexts(sent, { apiSecret: alice.apiSecret, ...signing });
    const key = "apiKey" in signing ? signing.apiKey : alice.apiKey;
    return raw(sandbox, method, `${path}?${query}`, body, key);
  };
  /** Like `signed`, with a fresh timestamp put last into the query. */
  const fresh = (sent: Sent, signing?: Signing): Promise<Answer> =>
    signed({ ...sent, query: [...(sent.query ?? []), ["timestamp", String(now())]] }, signing);
  const open = (target: string, method = "GET", key?: string): Promise<Answer> =>
    raw(sandbox, method, target, "", key);
  return { sandbox, alice, bob, now, signed, fresh, open };
}

/** The code of a failure; 0 for a success. */
export function codeOf({ body }: Answer): number {
  const { code = 0 } = body as { readonly code?: number };
  return code;
}

/** The message of a failure. */
export function messageOf({ body }: Answer): string {
  const { msg = "" } = body as { readonly msg?: string };
  return msg;
}

/** Query and body as they are sent, with the signature in its place. */
function signedTexts(
  { query = [], body = [] }: Sent,
  { apiSecret: secret = "", encode = encodeURIComponent, place, spoil = (text) => text }: Signing,
) {
  const plain = (fields: Fields): string =>
    fields.map(([name, value]) => `${name}=${value.trim()}`).join("&");
  const write = (fields: Fields): string =>
    fields.map(([name, value]) => `${name}=${encode(value)}`).join("&");
  const text = `${plain(query)}${plain(body)}`;
  const signature = spoil(createHmac("sha256", secret).update(text, "utf8").digest("hex"));
  const pair = signature === undefined ? "" : `signature=${signature}`;
  const join = (...parts: string[]): string => parts.filter((part) => part !== "").join("&");
  const [first, last] = place === "queryStart" ? [pair, ""] : ["", pair];
  return place === "body"
    ? { query: write(query), body: join(write(body), pair) }
    : { query: join(first, write(query), last), body: write(body) };
}

async function raw(
  sandbox: Sandbox,
  method: string,
  target: string,
  body: string,
  key: string | undefined,
): Promise<Answer> {
  const headers = new Headers(key === undefined ? {} : { [signing.header]: key });
  if (body !== "") headers.set("Content-Type", "application/x-www-form-urlencoded");
  const init = { method, headers, ...(body === "" ? {} : { body }) };
  const response = await sandbox.fetch(`http://sandbox${target}`, init);
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(await response.text()) as unknown,
  };
}
