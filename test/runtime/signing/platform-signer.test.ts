/** What a user signs with gives the known answers of the spec. */

import { expect, test } from "vitest";

import {
  createRequestSigner,
  type RequestToSign,
  signRequest,
} from "../../../generated/signing.ts";
import { decodePairs } from "../../../runtime/encoding/percent.ts";
import { vectors } from "../../support/signing-vectors.ts";

for (const { name, secret, query, body, signature } of vectors) {
  test(`the platform signs: ${name}`, async () => {
    expect(await createRequestSigner(secret)(query, body)).toBe(signature);
  });

  test(`a whole request is signed and encoded: ${name}`, async () => {
    const given = { query: Object.fromEntries(query), body: Object.fromEntries(body) };
    const request = { method: "POST", url: "http://x/api/v1/order", ...given } as const;
    const { url, init } = await signRequest(request, { apiKey: "k", apiSecret: secret });
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

const wrong: readonly (readonly [field: string, request: object, options: object])[] = [
  ["url", { ...order, url: `${order.url}?symbol=A` }, {}],
  ["method", { url: order.url }, {}],
  ["queries", { ...order, queries: { symbol: "A" } }, {}],
  ["body", { ...order, body: "symbol=A" }, {}],
  ["apiSecret", order, { apiSecret: undefined }],
  ["now", order, { now: 5 }],
  ["now", order, { now: () => Number.NaN }],
];

for (const [field, request, options] of wrong) {
  test(`a request to sign with a wrong ${field} is refused by its name`, async () => {
    const given = { apiKey: "k", apiSecret: "s", ...options };
    const refused = signRequest(request as RequestToSign, given);
    await expect(refused).rejects.toMatchObject({ issues: [{ field }] });
  });
}

test("the clock of a request is read once: two readings can differ", async () => {
  const readings = [1234.9];
  const now = (): number => readings.shift() ?? Number.NaN;
  const { url } = await signRequest(order, { apiKey: "k", apiSecret: "s", now });
  expect(new URL(url).searchParams.get("timestamp")).toBe("1234");
});

for (const pair of [
  ["\ud800", "1"],
  ["a", "1\udc00"],
] as const) {
  test(`half of a surrogate pair in ${JSON.stringify(pair)} is refused, not signed as another`, () => {
    const sign = createRequestSigner("s");
    const issues = [expect.objectContaining({ rule: "wellFormed" })];
    expect(() => sign([pair], [])).toThrow(expect.objectContaining({ issues }));
    expect(() => sign([], [pair])).toThrow(expect.objectContaining({ issues }));
  });
}
