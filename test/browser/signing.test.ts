/** The portable way to sign, in the place that has no other: a real browser. */

import { expect, test } from "vitest";

import { createRequestSigner, signingVectors } from "../../generated/signing.ts";
import { startSandbox } from "../../sandbox/index.node.ts";
import { createPage } from "../../sandbox/page/page.node.ts";
import { openBrowser } from "../support/browser.ts";

/** Values that nothing between a program and the exchange may change. */
const values = ["größe 日本 ไทย 🚀", "e\u0301", "a&b=c+d%25#e", "\"a\" 'b' \\", "x".repeat(15_000)];

/** The secret that signs them. */
const secret = "geheim-ß-密钥-🔑";

/** Runs in the page, so it is text: the test runner would rewrite its imports. */
const inBrowser = `(async () => {
  const { createRequestSigner, signingVectors } = await import("/modules/generated/signing.ts");
  const { hmacSha256Hex } = await import("/modules/runtime/signing/hmac.ts");
  const signer = createRequestSigner(${JSON.stringify(secret)});
  return {
    known: await Promise.all(
      signingVectors.map(({ secret, query, body }) => hmacSha256Hex(secret, query + body)),
    ),
    own: await Promise.all(
      ${JSON.stringify(values)}.map((value) =>
        signer([["newClientOrderId", value]], [["timestamp", "1"]]),
      ),
    ),
  };
})()`;

test("a browser computes every known answer, and signs as Node does", async () => {
  const sandbox = await startSandbox({ port: 0, page: createPage([]) });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${sandbox.baseUrl}/`);
    const signer = createRequestSigner(secret);
    expect(await page.evaluate(inBrowser)).toEqual({
      known: signingVectors.map(({ signature }) => signature),
      own: values.map((value) => signer([["newClientOrderId", value]], [["timestamp", "1"]])),
    });
  } finally {
    await browser.close();
    await sandbox.close();
  }
});
