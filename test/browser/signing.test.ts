/** The portable way to sign, in the place that has no other: a real browser. */

import { build } from "esbuild";
import { expect, test } from "vitest";

import { signingVectors, signRequest } from "../../generated/signing.ts";
import { startSandbox } from "../../sandbox/index.node.ts";
import { openBrowser } from "../support/browser.ts";

/** Values that nothing between a program and the exchange may change. */
const values = ["größe 日本 ไทย 🚀", "e\u0301", "a&b=c+d%25#e", "\"a\" 'b' \\", "x".repeat(15_000)];

/** The secret that signs them. */
const secret = "geheim-ß-密钥-🔑";

const given = { method: "POST", url: "http://x", body: { timestamp: "1" } } as const;
const options = { apiKey: "k", apiSecret: secret };

/** What the page gets. */
const portable = `
  export { signingVectors, signRequest } from "./generated/signing.ts";
  export { hmacSha256Hex } from "./runtime/signing/hmac.ts";`;

/** Runs in the page, so it is text: the test runner would rewrite its imports. */
const inBrowser = `(async () => {
  const { signRequest, signingVectors, hmacSha256Hex } = signing;
  return {
    known: await Promise.all(
      signingVectors.map(({ secret, query, body }) => hmacSha256Hex(secret, query + body)),
    ),
    own: await Promise.all(
      ${JSON.stringify(values)}.map((value) =>
        signRequest(
          { ...${JSON.stringify(given)}, query: { newClientOrderId: value } },
          ${JSON.stringify(options)},
        ),
      ),
    ),
  };
})()`;

test("a browser computes every known answer, and signs as Node does", async () => {
  const bundle = await build({
    stdin: { contents: portable, resolveDir: process.cwd() },
    bundle: true,
    format: "iife",
    globalName: "signing",
    platform: "browser",
    write: false,
  });
  const sandbox = await startSandbox({ port: 0 });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    // Only pages of a secure origin have the cryptography of the platform.
    await page.goto(`${sandbox.baseUrl}/api/v1/time`);
    await page.addScriptTag({ content: bundle.outputFiles[0]?.text ?? "" });
    expect(await page.evaluate(inBrowser)).toEqual({
      known: signingVectors.map(({ signature }) => signature),
      own: await Promise.all(
        values.map((newClientOrderId) =>
          signRequest({ ...given, query: { newClientOrderId } }, options),
        ),
      ),
    });
  } finally {
    await browser.close();
    await sandbox.close();
  }
});
