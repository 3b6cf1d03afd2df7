/**
 * A client that shares no line with ours: it writes query and body as text, signs what it wrote
 * with node:crypto, and sends them as they are.
 */

import { createHmac } from "node:crypto";

import { signing } from "../../../generated/signing.ts";
import { createSandbox, type Sandbox } from "../../../sandbox/index.ts";

export type Fields = readonly (readonly [name: string, value: string])[];

/** Fields by name, where none is sent twice; those that are undefined are left out. */
export type Given = Fields | Readonly<Record<string, string | number | bigint | undefined>>;

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly query?: Given;
  readonly body?: Given;
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
  // biome-ignore lint/suspicious/noExplicitAny: whatever the exchange sends
  readonly body: any;
}

/** An order that rests far below the market. */
export const limitBuy = {
  ...{ symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC" },
  ...{ quantity: "0.01", price: "30000" },
};

/** A sandbox with a stopped clock, and requests to it, signed by alice unless said otherwise. */
export function foreignClient(sandbox: Sandbox = createSandbox()) {
  const [alice, bob = alice] = sandbox.accounts;
  if (alice === undefined || bob === undefined) throw new Error("the seed has lost its accounts");
  const now = (): number => sandbox.exchange.now();
  const signed = (sent: Sent, by: Signing = {}): Promise<Answer> => {
    const { method = "GET", path } = sent;
    const { query, body } = signedTexts(sent, { apiSecret: alice.apiSecret, ...by });
    const key = "apiKey" in by ? by.apiKey : alice.apiKey;
    return raw(sandbox, method, `${path}?${query}`, body, key);
  };
  /** Like `signed`, with a fresh timestamp put last into the query. */
  const fresh = ({ query = [], ...sent }: Sent, by?: Signing): Promise<Answer> =>
    signed({ ...sent, query: [...fieldsOf(query), ["timestamp", String(now())]] }, by);
  const open = (target: string, method = "GET", key?: string): Promise<Answer> =>
    raw(sandbox, method, target, "", key);
  /** Sends `GET order` and the like, signed, with these fields in the query. */
  const ask = (what: string, query: Given = {}, by?: Signing): Promise<Answer> => {
    const [method = "", path] = what.split(" ");
    return fresh({ method, path: `/api/v1/${path}`, query }, by);
  };
  /** Places an order; what is not given is that of `limitBuy`. */
  const place = (given: Given = {}, by?: Signing): Promise<Answer> =>
    ask("POST order", { ...limitBuy, ...given }, by);
  return { sandbox, alice, bob, now, signed, fresh, open, ask, place };
}

/** The code of a failure; 0 for a success. */
export function codeOf({ body }: Answer): number {
  return body.code ?? 0;
}

/** The message of a failure. */
export function messageOf({ body }: Answer): string {
  return body.msg ?? "";
}

function fieldsOf(given: Given): Fields {
  if (Array.isArray(given)) return given as Fields;
  const sent = Object.entries(given).filter(([, value]) => value !== undefined);
  return sent.map(([name, value]) => [name, String(value)] as const);
}

/** Query and body as they are sent, with the signature in its place. */
function signedTexts(
  { query = [], body = [] }: Sent,
  { apiSecret: secret = "", encode = encodeURIComponent, place, spoil = (text) => text }: Signing,
) {
  const plain = (given: Given): string =>
    fieldsOf(given)
      .map(([name, value]) => `${name}=${value.trim()}`)
      .join("&");
  const write = (given: Given): string =>
    fieldsOf(given)
      .map(([name, value]) => `${name}=${encode(value)}`)
      .join("&");
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
  const headers = new Headers({ "User-Agent": "foreign/1" });
  if (key !== undefined) headers.set(signing.header, key);
  if (body !== "") headers.set("Content-Type", "application/x-www-form-urlencoded");
  const init = { method, headers, ...(body === "" ? {} : { body }) };
  const response = await sandbox.fetch(`http://sandbox${target}`, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) };
}
