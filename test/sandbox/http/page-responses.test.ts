/** The files of the page: what a browser may keep, and what it must not do with them. */

import { gunzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { fileResponse } from "../../../sandbox/http/page-responses.node.ts";
import { startSandbox } from "../../../sandbox/index.node.ts";

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

test("paths beside the interface go to the page, and past it to the envelope", async () => {
  const page = (path: string) => {
    if (path === "/broken") throw new Error("the page is broken");
    if (path === "/late") return Promise.reject(new Error("the page was broken late"));
    return path === "/" ? { status: 200, headers: {}, body: "a page" } : undefined;
  };
  const reports: string[] = [];
  const running = await startSandbox({ port: 0, page, report: (text) => reports.push(text) });
  const ask = async (path: string, method = "GET") => {
    const response = await fetch(running.baseUrl + path, { method });
    return [response.status, response.headers.get("content-length"), await response.text()];
  };
  const unknown = [404, expect.any(String), expect.stringContaining('"code":-1000')];
  const failed = [500, expect.any(String), expect.not.stringMatching("broken")];
  expect(await ask("/")).toEqual([200, "6", "a page"]);
  expect(await ask("/", "HEAD")).toEqual([200, "6", ""]);
  expect([await ask("/other"), await ask("/", "POST")]).toEqual([unknown, unknown]);
  expect([await ask("/broken"), await ask("/late")]).toEqual([failed, failed]);
  const start = "the page failed: the page";
  expect(reports).toEqual([`${start} is broken`, `${start} was broken late`]);
  await running.close();
});
