import { expect, test } from "vitest";

import { createRequestSigner, signingVectors } from "../../../generated/signing.ts";

type Pairs = readonly (readonly [string, string])[];

/** The fields of a text that was joined from them, of a text whose values hold no `&`. */
function pairs(text: string): Pairs {
  if (text === "") return [];
  return text.split("&").map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
}

const plain = signingVectors.filter(({ query, body }) =>
  [query, body].every((text) => /^(\w+=[\w.]*(&(?=\w)|$))*$/.test(text)),
);

test("the spec has vectors that split into fields", () => {
  expect(plain.length).toBeGreaterThan(1);
});

for (const { name, secret, query, body, signature } of plain) {
  test(`the platform signs: ${name}`, async () => {
    const signer = createRequestSigner(secret);
    expect(await signer(pairs(query), pairs(body))).toBe(signature);
  });
}
