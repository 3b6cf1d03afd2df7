/** Responses with the page's files: compressed, and sent again only after a change. */

import { createHash } from "node:crypto";
import { extname } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import type { HttpRequest, HttpResponse } from "./messages.ts";

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".md": "text/markdown",
};

/** The last version sent, by file name. */
const sent = new Map<string, ReturnType<typeof encoded>>();

/** A text file as a response to these request headers; 304 if the browser has it. */
export async function fileResponse(
  name: string,
  text: string,
  header: HttpRequest["header"],
): Promise<HttpResponse> {
  const known = sent.get(name);
  const { tag, gzipped } = known?.text === text ? known : encoded(text);
  sent.set(name, { text, tag, gzipped });
  const headers = {
    "Content-Type": `${mediaTypes[extname(name)] ?? "text/plain"}; charset=utf-8`,
    // The browser revalidates each time, and gets a 304 if nothing has changed.
    "Cache-Control": "no-cache",
    ETag: tag,
    Vary: "Accept-Encoding",
    // Prevents clickjacking of the fault and clock controls.
    "X-Frame-Options": "DENY",
  };
  if (header("if-none-match")?.includes(tag)) return { status: 304, headers, body: "" };
  if (!/\bgzip\b/u.test(header("accept-encoding") ?? ""))
    return { status: 200, headers, body: text };
  const bytes = await gzipped;
  return { status: 200, headers: { ...headers, "Content-Encoding": "gzip" }, body: text, bytes };
}

function encoded(text: string) {
  const tag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 20)}"`;
  return { text, tag, gzipped: promisify(gzip)(text) };
}
