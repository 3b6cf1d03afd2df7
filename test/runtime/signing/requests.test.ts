/** Whole requests: what is signed, and what is sent of it. */

import { expect, test, vi } from "vitest";

import type { Pair } from "../../../runtime/encoding/percent.ts";
import { hmacSha256Hex, keptBySecret, webHmac } from "../../../runtime/signing/hmac.ts";
import { createSigningMiddleware, requestSigner } from "../../../runtime/signing/requests.ts";
import { signingText, verifySignature } from "../../../runtime/signing/signature.ts";
import type { OperationDescriptor } from "../../../runtime/tables.ts";
import { signing } from "../client/given.ts";

const byWeb = (secret: string, text: string): Promise<string> => webHmac(secret)(text);

/** A signer that keeps what it signs. */
function signer() {
  const seen: string[] = [];
  const sign = async (text: string): Promise<string> => {
    seen.push(text);
    return "sig&";
  };
  // Each request reads it once: two readings can differ.
  const readings = [1234.9];
  const options = { apiKey: "key", sign, now: () => readings.shift() ?? Number.NaN };
  return { seen, options, signed: requestSigner(options, signing) };
}

const order = { method: "POST", url: "http://x/api/v1/order" } as const;
const form = "application/x-www-form-urlencoded";
const formHeaders = { "X-MBX-APIKEY": "key", "Content-Type": form };

const stamped = "price=1&timestamp=1234";
const sig = "signature=sig%26";
const none = { symbol: " A&B ", none: undefined, price: "1" };

/** Name, fields, the query and the body that are sent, and the text that is signed. */
const rowsOfRequests: readonly (readonly [string, object, string, string | undefined, string])[] = [
  ["query", { query: none }, `?symbol=A%26B&${stamped}&${sig}`, undefined, `symbol=A&B&${stamped}`],
  ["body", { body: none }, "", `symbol=A%26B&${stamped}&signature=sig%26`, `symbol=A&B&${stamped}`],
  [
    "both",
    { query: { symbol: "A" }, body: { price: "1" } },
    "?symbol=A",
    `${stamped}&signature=sig%26`,
    `symbol=A${stamped}`,
  ],
  [
    "a timestamp of the caller in the query beside a body",
    { query: { timestamp: "5" }, body: { price: "1" } },
    "?timestamp=5",
    "price=1&signature=sig%26",
    "timestamp=5price=1",
  ],
  [
    "no field",
    { body: { price: undefined } },
    "?timestamp=1234&signature=sig%26",
    undefined,
    "timestamp=1234",
  ],
];

test.for(rowsOfRequests)("it is stamped, signed and encoded as it was signed: %s", async (row) => {
  const [, given, query, body, text] = row;
  const { seen, signed } = signer();
  const request = await signed({ ...order, ...given });
  const headers = body === undefined ? { "X-MBX-APIKEY": "key" } : formHeaders;
  const init = { method: "POST", headers, ...(body !== undefined && { body }) };
  expect(request).toEqual({ url: `${order.url}${query}`, init });
  expect(seen).toEqual([text]);
});

const signatureGiven = "signature is added when it is signed; leave it out.";

const refusedRequests: readonly (readonly [given: object, message: string])[] = [
  [{ query: { price: 1e21 } }, "price is not text; give text."],
  [{ body: { price: 1e21 } }, "price is not text; give text."],
  [
    { body: { "a\nb": null } },
    "(a field whose name is not letters and digits) is not text; give text.",
  ],
  [{ query: { price: "\ud800" } }, "price is not well-formed text; give text."],
  [
    { body: { a: "1", "\udc00": "1" } },
    "(a field whose name is not letters and digits) is not well-formed text; give text.",
  ],
  [{ query: { signature: "x" } }, signatureGiven],
  [{ body: { signature: "x" } }, signatureGiven],
  [
    { method: "GET", body: { price: "1" } },
    "body cannot be sent with GET; give its fields in query.",
  ],
];

test.for(refusedRequests)("nothing is signed: %j %s", ([given, message]) => {
  const { seen, signed } = signer();
  expect(() => signed({ ...order, ...given })).toThrow(new TypeError(message));
  expect(seen).toEqual([]);
});

test("a body without a field is none: GET takes it", async () => {
  const given = { query: { symbol: "A" }, body: { price: undefined } };
  expect(await signer().signed({ ...order, ...given, method: "GET" })).toEqual({
    url: `${order.url}?symbol=A&timestamp=1234&signature=sig%26`,
    init: { method: "GET", headers: { "X-MBX-APIKEY": "key" } },
  });
});

const operation = (method: string, path: string, sendsKey: boolean, signed: boolean) =>
  ({ method, path, sendsKey, signed }) as unknown as OperationDescriptor;
const operations = {
  read: operation("GET", "/order", false, false),
  place: operation("POST", "/order", true, true),
  key: operation("POST", "/key", true, false),
};

const parts = new FormData();
parts.set("a", " 1 ");
parts.set("b", "x&y");
const twice = new FormData();
twice.append("a", "1");
twice.append("a", "2");
const json = { "Content-Type": "application/json" };
const formOf = (body: string) => ({ body, headers: { "Content-Type": form } });
const tail = "timestamp=1234&signature=sig%26";

/** Name, path and query, the rest; address, body and type that are sent, nothing for unchanged. */
const rows: readonly (readonly [
  name: string,
  url: string,
  init: RequestInit,
  want?: readonly [url: string, body?: string, type?: string],
])[] = [
  ["another method of the path", "order?a=1", { method: "GET" }],
  ["an unknown path", "other", {}],
  ["a key alone", "key?a=1", {}, ["key?a=1"]],
  ["a signature where none is needed, as it is", "key?signature=x", {}, ["key?signature=x"]],
  ["a query with space around a value", "order?a=+1+&b=x%26y", {}, [`order?a=1&b=x%26y&${tail}`]],
  [
    "a timestamp of the caller",
    "order?timestamp=5&a=1",
    {},
    ["order?timestamp=5&a=1&signature=sig%26"],
  ],
  ["a form", "order", formOf("a=+1&b=2"), ["order", `a=1&b=2&${tail}`, form]],
  ["query and form", "order?q=1", formOf("a=1"), ["order?q=1", `a=1&${tail}`, form]],
  [
    "a timestamp in the query beside a form",
    "order?timestamp=5",
    formOf("a=1"),
    ["order?timestamp=5", "a=1&signature=sig%26", form],
  ],
  [
    "JSON",
    "order",
    { body: '{"a":" 1 ","b":2}', headers: json },
    ["order", `a=1&b=2&${tail}`, form],
  ],
  [
    "no JSON",
    "order?a=1",
    { body: "", headers: json },
    [`order?a=1&${tail}`, "", "application/json"],
  ],
  ["a form in parts", "order", { body: parts }, ["order", `a=1&b=x%26y&${tail}`, form]],
  ["every part, also twice", "order", { body: twice }, ["order", `a=1&a=2&${tail}`, form]],
];

const address = "http://x/";

test.for(rows)("the middleware sends %s", async ([, url, init, want]) => {
  const { onRequest } = createSigningMiddleware({ signing, operations }, signer().options);
  const given = { method: "POST", redirect: "manual", mode: "same-origin", ...init } as const;
  const request = new Request(`${address}${url}`, given);
  const sent = await onRequest({ request, schemaPath: `/${url.split("?")[0]}` });
  if (want === undefined) return expect(sent).toBeUndefined();
  const type = sent?.headers.get("Content-Type") ?? null;
  const [path, body = "", contentType = null] = want;
  expect([sent?.url, await sent?.text(), type]).toEqual([`${address}${path}`, body, contentType]);
  expect(sent?.headers.get("X-MBX-APIKEY")).toBe("key");
  expect([sent?.method, sent?.redirect, sent?.mode]).toEqual(["POST", "manual", "same-origin"]);
});

for (const redirect of ["follow", "manual", "error"] as const) {
  const want = redirect === "error" ? redirect : "manual";
  test(`a request with the key and redirect ${redirect} is sent with ${want}`, async () => {
    const { onRequest } = createSigningMiddleware({ signing, operations }, signer().options);
    const kept = { referrer: "", referrerPolicy: "origin", integrity: "sha256-AAAA" } as const;
    for (const path of ["/order", "/key"]) {
      const request = new Request(`http://x${path}`, { method: "POST", redirect, ...kept });
      const sent = await onRequest({ request, schemaPath: path });
      expect(sent).toMatchObject({ redirect: want, ...kept });
    }
  });
}

const file = new FormData();
file.set("a", new Blob(["secret"]));

const notExact = "a cannot be sent as is; give it as text.";
const bodyNoForm = "body is not a form; give fields or a form.";
const encoding = "a is not percent-encoded UTF-8; percent-encode its UTF-8 bytes.";
const asJson = (body: string) => ({ body, headers: json });

/** A request that is refused, and why. */
const refusals: readonly (readonly [
  name: string,
  init: RequestInit,
  message: string,
  url?: string,
])[] = [
  ["a query that cannot be decoded", {}, encoding, "order?a=%FF"],
  ["a signature of the caller", {}, signatureGiven, "order?signature=x"],
  ["a signature in the body", { body: new URLSearchParams("signature=x") }, signatureGiven],
  ["broken JSON", asJson('{"a":"secret'), bodyNoForm],
  ["text in JSON", asJson('"a=secret"'), bodyNoForm],
  ["a list", asJson('[["a", "secret"]]'), bodyNoForm],
  ["null", asJson("null"), bodyNoForm],
  ["a value that is not text", asJson('{"a":{"b":"secret"}}'), notExact],
  ["a number that has lost digits", asJson('{"a":12345678901234567}'), notExact],
  ["JSON without its type", { body: '["secret"]' }, bodyNoForm],
  ["JSON behind a blank, without its type", { body: ' {"a":"1"' }, bodyNoForm],
  ["a file", { body: file }, notExact],
];

test.for(refusals)(
  "the middleware signs nothing for %s",
  async ([, init, message, url = "order"]) => {
    const { seen, options } = signer();
    const { onRequest } = createSigningMiddleware({ signing, operations }, options);
    const request = new Request(`${address}${url}`, { method: "POST", ...init });
    const refused = onRequest({ request, schemaPath: "/order" });
    await expect(refused).rejects.toThrow(new TypeError(message));
    expect(seen).toEqual([]);
  },
);

test("a request of a page's navigation is sent without that mode", async () => {
  class Navigation extends Request {
    override get mode(): RequestMode {
      return "navigate";
    }
  }
  const { onRequest } = createSigningMiddleware({ signing, operations }, signer().options);
  const request = new Navigation(`${address}order`, { method: "POST" });
  const sent = await onRequest({ request, schemaPath: "/order" });
  expect(sent?.url).toBe(`${address}order?timestamp=1234&signature=sig%26`);
});

test("the request keeps its class, what openapi-fetch put on it, and its signal", async () => {
  class OwnRequest extends Request {}
  const { onRequest } = createSigningMiddleware({ signing, operations }, signer().options);
  for (const path of ["/order", "/key"]) {
    const abort = new AbortController();
    const given = { method: "POST", keepalive: true, signal: abort.signal };
    const request = Object.assign(new OwnRequest(`${address}${path}`, given), { next: 5 });
    const sent = await onRequest({ request, schemaPath: path });
    expect(sent).toBeInstanceOf(OwnRequest);
    expect(sent).toMatchObject({ next: 5, keepalive: true });
    abort.abort();
    expect(sent?.signal.aborted).toBe(true);
  }
});

test("a separator stands between two parts, and nowhere else", () => {
  const rules = { ...signing, partSeparator: "|" };
  const [query, body]: readonly Pair[][] = [[["a", "1"]], [["b", "2"]]];
  expect(signingText(query ?? [], body ?? [], rules)).toBe("a=1|b=2");
  expect(signingText(query ?? [], [], rules)).toBe("a=1");
  expect(signingText([], body ?? [], rules)).toBe("b=2");
});

test("a signature is verified by an HMAC that answers later, too", async () => {
  const claim = { secret: "s", text: "a=1" };
  const given = await byWeb("s", "a=1");
  expect(await verifySignature({ ...claim, given }, byWeb)).toBe(true);
  expect(await verifySignature({ ...claim, given: `${given}0` }, byWeb)).toBe(false);
});

test("both kinds of HMAC agree on texts around the length that has room", async () => {
  for (const length of [4095, 4096, 4097, 20_000]) {
    for (const letter of ["a", "€"]) {
      const text = letter.repeat(length);
      expect(await hmacSha256Hex("sß", text)).toBe(await byWeb("sß", text));
    }
  }
});

test("a key of WebCrypto cannot be exported", async () => {
  const imports = vi.spyOn(crypto.subtle, "importKey");
  await byWeb("cannot be exported", "x");
  expect(imports.mock.calls.map(([, , , extractable]) => extractable)).toEqual([false]);
  imports.mockRestore();
});

test("what is made of a secret is kept, for a hundred secrets", () => {
  const made: string[] = [];
  const kept = keptBySecret((secret) => {
    made.push(secret);
    return `of ${secret}`;
  });
  const hundred = Array.from({ length: 100 }, (_, index) => `${index}`);
  for (const secret of [...hundred, ...hundred]) expect(kept(secret)).toBe(`of ${secret}`);
  expect(made).toEqual(hundred);
  expect([kept("one more"), kept("one more"), kept("0"), kept("0")]).toHaveLength(4);
  expect(made.slice(100)).toEqual(["one more", "0"]);
});

test("keys of Node and of WebCrypto do not mix secrets up", async () => {
  const secrets = Array.from({ length: 102 }, (_, index) => `secret ${index}`);
  const inNode = [...secrets, ...secrets].map((secret) => hmacSha256Hex(secret, "x"));
  expect(inNode).toEqual(
    await Promise.all([...secrets, ...secrets].map((secret) => byWeb(secret, "x"))),
  );
});
