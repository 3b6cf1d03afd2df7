/** The files of the page: what a browser may keep, and what it must not do with them. */

import { gunzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { fileResponse } from "../../../sandbox/http/page-responses.node.ts";

/** The response to a request for a file, with these headers. */
const ask = (text: string, headers: Readonly<Record<string, string>> = {}) =>
  fileResponse("a.css", text, (name) => headers[name]);

test("a file is sent again only after a change", async () => {
  const first = await ask("one");
  const tag = first.headers["ETag"] ?? "";
  expect(first).toMatchObject({ status: 200, body: "one" });
  expect(await ask("one", { "if-none-match": `W/${tag}, "x"` })).toMatchObject({
    status: 304,
    body: "",
  });
  const changed = await ask("two", { "if-none-match": tag });
  expect(changed).toMatchObject({ status: 200, body: "two" });
  expect(changed.headers["ETag"]).not.toBe(tag);
});

test("who takes gzip gets it, and nobody shows a page in a frame", async () => {
  const common = {
    "Content-Type": "text/css; charset=utf-8",
    "Cache-Control": "no-cache",
    Vary: "Accept-Encoding",
    "X-Frame-Options": "DENY",
  };
  const plain = await ask("one", { "accept-encoding": "br, xgzip" });
  expect(plain.headers).toEqual({ ...common, ETag: plain.headers["ETag"] });
  const { bytes, headers } = await ask("one", { "accept-encoding": "br, gzip" });
  expect(headers).toEqual({ ...plain.headers, "Content-Encoding": "gzip" });
  expect(String(gunzipSync(bytes ?? ""))).toBe("one");
});
