/** What a user signs with gives the known answers of the spec. */

import { expect, onTestFinished, test } from "vitest";

import { createClient, getAccount } from "../../../generated/core.ts";
import {
  createRequestSigner,
  type RequestToSign,
  type SignedRequest,
  signingMiddleware,
  signRequest,
} from "../../../generated/signing.ts";
import { decodePairs } from "../../../runtime/encoding/percent.ts";
import { vectors } from "../../support/signing-vectors.ts";

for (const { name, secret, query, body, signature } of vectors) {
  test(`a whole request is signed and encoded: ${name}`, async () => {
    const given = { query: Object.fromEntries(query), body: Object.fromEntries(body) };
    const request = { method: "POST", url: "http://x/api/v1/order", ...given } as const;
    // On Node at once, without a promise.
    const sign = createRequestSigner({ apiKey: "k", apiSecret: secret });
    const { url, init } = sign(request) as SignedRequest;
    expect(await signRequest(request, { apiKey: "k", apiSecret: secret })).toEqual({ url, init });
    const [address, sent = ""] = url.split("?");
    expect(address).toBe("http://x/api/v1/order");
    expect(`${sent}${init.body}`).toMatch(/^[\w.~%&=-]+$/u);
    const signed = ["signature", signature];
    const isInBody = body.length > 0;
    expect(decodePairs(sent).pairs).toEqual(isInBody ? query : [...query, signed]);
    expect(decodePairs(init.body ?? "").pairs).toEqual(isInBody ? [...body, signed] : []);
    expect(init).toEqual({
      method: "POST",
      headers: {
        "X-MBX-APIKEY": "k",
        ...(isInBody && { "Content-Type": "application/x-www-form-urlencoded" }),
      },
      ...(isInBody && { body: init.body }),
    });
  });
}

const order = { method: "POST", url: "http://x/api/v1/order" } as const;

const request = { ...order, query: { symbol: "BTCUSDT" } };
const options = { apiKey: "k", apiSecret: "s" };
const badKey = "apiKey is wrong; give it as it was issued.";
const badSecret = "apiSecret is wrong; give it as it was issued.";
const badFields = "is wrong; give an object of fields.";

const wrong: readonly (readonly [given: object, options: object, message: string])[] = [
  [request, { apiKey: "a b", apiSecret: "s" }, badKey],
  [request, { apiSecret: "s" }, badKey],
  ...[undefined, 5, "", " ", "\udc00", "abc\r\n", " abc", "abc\t", "\ufeffabc", "a\nc"].map(
    (apiSecret) => [request, { apiKey: "k", apiSecret }, badSecret] as const,
  ),
  [null as never, options, "method is wrong; give one of GET, POST,"],
  [request, { ...options, now: 5 }, "now is wrong; give a function."],
  [request, { ...options, sign: "s" }, "sign is wrong; give a function."],
  [request, { ...options, now: () => Number.NaN }, "now is wrong; give Unix milliseconds."],
  [request, { ...options, nowMs: 5 }, "nowMs is not an option; leave it out."],
  [{ ...request, fields: {} }, options, "fields is not an option; leave it out."],
  ...["post", "PATCH", undefined].map(
    (method) =>
      [{ ...request, method }, options, "method is wrong; give one of GET, POST,"] as const,
  ),
  ...["http://x/a?b=1", ["http://x/a"], "", undefined].map(
    (url) =>
      [{ ...request, url }, options, "url is wrong; give an address without a query."] as const,
  ),
  ...[5, null, "symbol=A", new Map([["a", "1"]]), ["a"], Promise.resolve({})].flatMap(
    (fields) =>
      [
        [{ ...request, query: fields }, options, `query ${badFields}`],
        [{ ...request, body: fields }, options, `body ${badFields}`],
      ] as const,
  ),
];

wrong.forEach(([given, options, message], index) => {
  test(`row ${index + 1} is refused: ${message}`, async () => {
    const refused = signRequest(given as RequestToSign, options as never);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(TypeError);
  });
});

test("options are checked once, before any request, and by the middleware, too", () => {
  for (const make of [createRequestSigner, signingMiddleware]) {
    expect(() => make({ apiKey: "k" })).toThrow(badSecret);
    expect(() => make({ apiKey: "k", sign: () => "" })).not.toThrow();
  }
});

test("without a clock, the time is the machine's, also after it has slept", async () => {
  const { now } = performance;
  onTestFinished(() => void Object.assign(performance, { now }));
  // Where a machine has slept for an hour, the time that never jumps is behind.
  performance.now = () => now.call(performance) - 3_600_000;
  const sent = [(await signRequest(order, options)).url];
  const fetch = async (url: string) => Response.json({ sent: sent.push(url) });
  const operations = { getAccount };
  await createClient({ baseUrl: "http://x", ...options, fetch, operations }).getAccount();
  const stamps = sent.map((url) => Number(new URL(url).searchParams.get("timestamp")));
  expect(stamps.map((ms) => Math.round((Date.now() - ms) / 60_000))).toEqual([0, 0]);
});
